//! Cutting the detours of a line: circles, and stretches that a single move replaces.
//!
//! The line visits positions p₀ … pₙ. A way leads from pᵢ to a later pⱼ where the two are the same, at no cost, or where
//! a legal move leads from one to the other. The shortest walk from p₀ to pₙ over such ways has no detours left.

use rustc_hash::FxHashMap;

use crate::action::Action;
use crate::rules::Extras;
use crate::solve::packed::{FLOOR, Packed, PackedMove, cards, next_up};
use crate::solve::rule_masks::{ALL, Cards, RuleMasks, bit};
use crate::table::Table;

/// A legal line of play without detours. It ends in the same position, up to the order of the columns where that does
/// not matter. A line that is not legal stays as it is, for the referee to refuse.
pub(crate) fn without_detours(start: &Table, line: Vec<Action>) -> Vec<Action> {
    let straight = match packed_moves(&line).filter(|_| start.extras_in_reach() == Extras::NONE) {
        Some(moves) => Visited::by(start, &moves).map(|visited| visited.straight()),
        None => table_without_detours(start, &line),
    };
    straight.unwrap_or(line)
}

/// The moves of a line that has nothing else.
fn packed_moves(line: &[Action]) -> Option<Vec<PackedMove>> {
    let mut moves = Vec::with_capacity(line.len());
    for &action in line {
        let Action::Move(played) = action else { return None };
        moves.push(PackedMove::of(played));
    }
    Some(moves)
}

/// The shortest walks found so far to the positions of a line.
struct Walks<S> {
    reached: Vec<Reached<S>>,
}

/// How a position is reached.
#[derive(Clone, Copy)]
struct Reached<S> {
    /// The moves from the first position.
    length: u32,
    /// The position before it.
    from: usize,
    /// The move from there; none where both are the same.
    step: Option<S>,
}

impl<S: Copy> Walks<S> {
    /// Of these positions only the first is reached.
    fn over(positions: usize) -> Self {
        let mut reached = vec![Reached { length: u32::MAX, from: 0, step: None }; positions];
        reached[0].length = 0;
        Self { reached }
    }

    /// Takes this way if it leads onwards and is shorter. All ways to `from` are known by then.
    fn take(&mut self, from: usize, to: usize, step: Option<S>) {
        let length = self.reached[from].length + u32::from(step.is_some());
        if from < to && length < self.reached[to].length {
            self.reached[to] = Reached { length, from, step };
        }
    }

    /// The steps of the shortest walk to the last position.
    fn steps(&self) -> Vec<S> {
        let mut steps = Vec::with_capacity(self.reached.len());
        let mut at = self.reached.len() - 1;
        while at > 0 {
            steps.extend(self.reached[at].step);
            at = self.reached[at].from;
        }
        steps.reverse();
        steps
    }
}

/// The positions of a line in a game of moves only: the order of the columns does not matter.
struct Visited<'l> {
    line: &'l [PackedMove],
    masks: RuleMasks,
    /// With forced foundations in normal form: no card can go up. Where putting up is a choice, every card that goes up
    /// is a move of the line.
    states: Vec<Packed>,
}

impl<'l> Visited<'l> {
    /// The positions that a line visits, if it is legal.
    fn by(start: &Table, line: &'l [PackedMove]) -> Option<Self> {
        let mut visited =
            Self { line, masks: RuleMasks::of(start), states: Vec::with_capacity(line.len() + 1) };
        let mut state = Packed::of(start);
        visited.settle(&mut state);
        visited.states.push(state);
        for &step in line {
            if !state.allows(step, &visited.masks) {
                return None;
            }
            state.shift(step);
            visited.settle(&mut state);
            visited.states.push(state);
        }
        Some(visited)
    }

    fn straight(&self) -> Vec<Action> {
        let mut walks = Walks::over(self.states.len());
        for (at, &step) in self.line.iter().enumerate() {
            walks.take(at, at + 1, Some(step));
            self.take_ways_from(at, &mut walks);
        }
        walks.steps().into_iter().map(|step| step.to_move().into()).collect()
    }

    /// Takes every way from this position that skips some. A way moves one card at most, besides those that go up by themselves.
    fn take_ways_from(&self, at: usize, walks: &mut Walks<PackedMove>) {
        let here = &self.states[at];
        let (in_reach, goes_up_by_itself) =
            if self.masks.choice { (ALL, 0) } else { (up_after_any_move(here), ALL) };
        let mut elsewhere: Cards = 0;
        let onwards = self.line[at..].iter().zip(&self.states[at + 1..]);
        for (later, (&PackedMove { card, to }, there)) in (at + 1..).zip(onwards) {
            if there.up() & !in_reach != 0 {
                // More and more cards are up from here on.
                return;
            }
            elsewhere = elsewhere & !bit(card) | Cards::from(here.beneath(card) != to) << card;
            let moved = elsewhere & !(there.up() & goes_up_by_itself);
            if moved & moved.wrapping_sub(1) == 0 && later > at + 1 {
                self.take_way(at, later, moved, walks);
            }
        }
    }

    /// Takes the way between two positions, if there is one. `moved` has the card that lies elsewhere, on no foundation.
    fn take_way(&self, at: usize, later: usize, moved: Cards, walks: &mut Walks<PackedMove>) {
        let (here, there) = (&self.states[at], &self.states[later]);
        if here.key() == there.key() {
            walks.take(at, later, None);
        } else if moved == 0 {
            // The card that moves goes up as well.
            here.moves(&self.masks, |step| self.take_step(at, later, step, walks));
        } else {
            let card = moved.trailing_zeros() as u8;
            self.take_step(at, later, PackedMove { card, to: there.beneath(card) }, walks);
        }
    }

    /// Takes a move as a way between two positions, if it is one.
    fn take_step(&self, at: usize, later: usize, step: PackedMove, walks: &mut Walks<PackedMove>) {
        let mut after = self.states[at];
        if after.allows(step, &self.masks) {
            after.shift(step);
            self.settle(&mut after);
            if after.key() == self.states[later].key() {
                walks.take(at, later, Some(step));
            }
        }
    }

    /// Puts up the cards that must go.
    fn settle(&self, state: &mut Packed) {
        if !self.masks.choice {
            state.normalise(&self.masks);
        }
    }
}

/// The cards that can be up after a single move, and perhaps more, where every card must go up that can. The position is
/// in normal form.
fn up_after_any_move(state: &Packed) -> Cards {
    let next = state.next_up();
    let is_next = |&card: &u8| card < FLOOR && next & bit(card) != 0;
    let mut ready: Cards = cards(state.tops()).map(|top| state.beneath(top)).filter(is_next).map(bit).sum();
    let mut up = state.up();
    let mut free = state.tops() | state.cells();
    while ready != 0 {
        up |= ready;
        free |= cards(ready)
            .map(|card| state.beneath(card))
            .filter(|&card| card < FLOOR)
            .fold(0, |set, card| set | bit(card));
        ready = free & next_up(up);
    }
    up
}

/// In games with redeals or rotations; nothing if the line is not legal.
fn table_without_detours(start: &Table, line: &[Action]) -> Option<Vec<Action>> {
    let mut table = start.clone();
    table.normalise();
    let mut tables = vec![table.clone()];
    for &action in line {
        table.try_act(action).ok()?;
        tables.push(table.clone());
    }
    let keys: Vec<_> = tables.iter().map(Table::position_key).collect();
    // Of equal positions the last one counts: the line goes on from there.
    let places: FxHashMap<_, usize> = keys.iter().zip(0..).collect();
    let mut walks = Walks::over(tables.len());
    for (at, &action) in line.iter().enumerate() {
        walks.take(at, at + 1, Some(action));
        walks.take(at, places[&keys[at]], None);
        for action in tables[at].legal_actions() {
            let mut after = tables[at].clone();
            after.try_act(action).expect("the action is legal");
            if let Some(&place) = places.get(&after.position_key()) {
                walks.take(at, place, Some(action));
            }
        }
    }
    Some(walks.steps())
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
            let straight = without_detours(&table, line.clone());
            assert_eq!(end(&table, &straight).position_key(), last.position_key(), "{table:?} {line:?}");
            cut += line.len() - straight.len();
            assert!(has_no_detour(&table, &straight), "{table:?} {straight:?}");
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
            let straight = without_detours(&table, line.clone());
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
        assert_eq!(without_detours(&table, vec![aside.into(), direct.into()]), [direct.into()]);
        assert_eq!(without_detours(&table, Vec::new()), []);
    }
}
