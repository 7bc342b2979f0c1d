//! Cutting the detours of a line: circles, and stretches that a single move replaces.
//!
//! The shortest walk through the positions that the line visits is found by breadth-first search: from each of them,
//! every legal move that leads to another one is a way.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::action::Action;
use crate::rules::Extras;
use crate::solve::packed::{FLOOR, Packed, PackedMove};
use crate::solve::rule_masks::{RuleMasks, bit};
use crate::table::Table;

/// A legal line of play without detours. It ends in the same position, up to the order of the columns where that does
/// not matter.
pub(crate) fn without_detours(start: &Table, line: &[Action]) -> Vec<Action> {
    let moves: Option<Vec<_>> = line.iter().copied().map(packed_move).collect();
    match moves.filter(|_| start.extras_in_reach() == Extras::NONE) {
        Some(moves) => {
            let line = packed_without_detours(start, &moves);
            line.into_iter().map(|step| step.to_move().into()).collect()
        }
        None => table_without_detours(start, line),
    }
}

fn packed_move(action: Action) -> Option<PackedMove> {
    if let Action::Move(played) = action { Some(PackedMove::of(played)) } else { None }
}

/// In games of moves only: the order of the columns does not matter.
fn packed_without_detours(start: &Table, line: &[PackedMove]) -> Vec<PackedMove> {
    let masks = RuleMasks::of(start);
    let mut state = Packed::of(start);
    // Where putting up is a choice the line has every card that goes up as a move of its own.
    if !masks.choice {
        state.normalise(&masks);
    }
    let mut states = vec![state];
    for &step in line {
        state.shift(step);
        if !masks.choice {
            state.normalise(&masks);
        }
        states.push(state);
    }
    let keys: Vec<_> = states.iter().map(Packed::key).collect();
    shortest_walk(&keys, line, |at, each| {
        states[at].moves(&masks, |step| each(step, key_once_played(&states[at], step, &masks)));
    })
}

/// The key after a move, with the cards put up that then must go.
fn key_once_played(state: &Packed, step: PackedMove, masks: &RuleMasks) -> u128 {
    let uncovered = state.beneath(step.card);
    // In normal form no card can go up; after a move only the card that it uncovers may.
    if masks.choice || uncovered >= FLOOR || state.next_up() & bit(uncovered) == 0 {
        return state.key_after(step);
    }
    let mut after = *state;
    after.play(step, masks);
    after.key()
}

/// In games with redeals or rotations.
fn table_without_detours(start: &Table, line: &[Action]) -> Vec<Action> {
    let mut table = start.clone();
    table.normalise();
    let mut tables = vec![table.clone()];
    for &action in line {
        table.try_act(action).expect("the line is legal");
        tables.push(table.clone());
    }
    let keys: Vec<_> = tables.iter().map(Table::position_key).collect();
    shortest_walk(&keys, line, |at, each| {
        for action in tables[at].legal_actions() {
            let mut after = tables[at].clone();
            after.try_act(action).expect("the action is legal");
            each(action, after.position_key());
        }
    })
}

/// The shortest walk from the first position to the last. `successors` lists the moves from a position of the line,
/// each with the key of the position that it leads to.
fn shortest_walk<K: Eq + Hash, S: Copy>(
    keys: &[K],
    line: &[S],
    successors: impl Fn(usize, &mut dyn FnMut(S, K)),
) -> Vec<S> {
    // Of equal positions the last one counts: the line goes on from there.
    let places: FxHashMap<&K, usize> = keys.iter().zip(0..).collect();
    let (first, last) = (places[&keys[0]], keys.len() - 1);
    let mut reached: Vec<Option<(usize, S)>> = vec![None; keys.len()];
    let mut queue = VecDeque::from([first]);
    while let Some(at) = queue.pop_front().filter(|&at| at != last && reached[last].is_none()) {
        let mut reach = |step, place: usize| {
            if place != first && reached[place].is_none() {
                reached[place] = Some((at, step));
                queue.push_back(place);
            }
        };
        reach(line[at], places[&keys[at + 1]]);
        successors(at, &mut |step, key| {
            places.get(&key).into_iter().for_each(|&place| reach(step, place));
        });
    }
    walked(&reached, last)
}

/// The steps that reach a position.
fn walked<S: Copy>(reached: &[Option<(usize, S)>], last: usize) -> Vec<S> {
    let mut at = last;
    let mut steps: Vec<S> = std::iter::from_fn(|| {
        let (from, step) = reached[at]?;
        at = from;
        Some(step)
    })
    .collect();
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::Deal;
    use crate::dice::Dice;
    use crate::moves::{Move, Target};
    use crate::rules::Foundations;
    use crate::solve::small_games::{any_table, with_foundations};

    /// A random line, and the position at its end.
    fn wander(dice: &mut Dice, start: &Table, length: usize) -> (Vec<Action>, Table) {
        let mut table = start.clone();
        table.normalise();
        let mut line = Vec::new();
        for _ in 0..length {
            let actions = table.legal_actions();
            if actions.is_empty() {
                break;
            }
            line.push(actions[dice.below(actions.len())]);
            table.try_act(line[line.len() - 1]).unwrap();
        }
        (line, table)
    }

    fn end(start: &Table, line: &[Action]) -> Table {
        let mut table = start.clone();
        table.normalise();
        for &action in line {
            table.try_act(action).unwrap();
        }
        table
    }

    /// No position comes twice, and no move leads further along than the next one.
    fn has_no_detour(start: &Table, line: &[Action]) -> bool {
        let tables: Vec<_> = (0..=line.len()).map(|length| end(start, &line[..length])).collect();
        let keys: Vec<_> = tables.iter().map(Table::position_key).collect();
        tables.iter().enumerate().all(|(at, table)| {
            let reached =
                table.legal_actions().into_iter().map(|action| end(table, &[action]).position_key());
            let reached: Vec<_> = reached.collect();
            keys[at + 1..].iter().all(|key| *key != keys[at])
                && keys.iter().skip(at + 2).all(|key| !reached.contains(key))
        })
    }

    #[test]
    fn random_lines_lose_their_detours_and_keep_their_end() {
        let mut dice = Dice::new(31);
        let mut cut = 0;
        for game in 0..400 {
            let table = any_table(&mut dice, 6 + game % 20);
            let foundations = [Foundations::Forced, Foundations::Free, Foundations::OneWay][game % 3];
            let table = with_foundations(&table, foundations);
            let (line, last) = wander(&mut dice, &table, 25);
            let straight = without_detours(&table, &line);
            assert_eq!(end(&table, &straight).position_key(), last.position_key(), "{table:?} {line:?}");
            cut += line.len() - straight.len();
            if foundations != Foundations::Free {
                assert!(has_no_detour(&table, &straight), "{table:?} {straight:?}");
            }
        }
        assert!(cut > 1000, "{cut}");
    }

    /// A redeal deals the columns in their order: positions that differ in it are different.
    #[test]
    fn lines_with_redeals_keep_their_end_column_by_column() {
        let rules = crate::Rules::named("mo").unwrap().xpat2_rules().unwrap();
        let mut dice = Dice::new(32);
        for seed in 1..=20 {
            let table = rules.deal(rules.seed(&seed.to_string()).unwrap());
            let (line, last) = wander(&mut dice, &table, 15);
            let straight = without_detours(&table, &line);
            assert_eq!(end(&table, &straight).position_key(), last.position_key());
            assert!(has_no_detour(&table, &straight));
        }
    }

    #[test]
    fn a_circle_and_a_stop_on_the_way_are_cut() {
        let deal: Deal = "FreeCell.123".parse().unwrap();
        let mut table = deal.table().clone();
        table.normalise();
        let onto = |played: &Move| matches!(played.to, Target::Onto(_));
        let direct = table.legal_moves().into_iter().find(onto).unwrap();
        let aside = Move { card: direct.card, to: Target::Cell };
        assert_eq!(without_detours(&table, &[aside.into(), direct.into()]), [direct.into()]);
        assert_eq!(without_detours(&table, &[]), []);
    }
}
