//! The commands of a hint, from the turn in the making to the turn that is advised.

use crate::ai::{AiRules, Intent};
use crate::command::Command;
use crate::draft::Draft;
use crate::meld::Meld;
use crate::rules::{Rules, TableRule, TurnShape};
use crate::tile::Tile;
use crate::turn::{Take, Turn};

/// The commands from a turn in the making to what a machine intends.
pub(super) fn advised<R: AiRules>(
    rules: &R,
    mut draft: Draft<R::Tile>,
    intent: &Intent<R::Tile>,
) -> Vec<String> {
    let mut lines = Vec::new();
    if !fits(rules, &draft, intent) {
        lines.push("reset".to_owned());
        while draft.undo().is_ok() {}
    }
    let Intent::Play(turn) = intent else {
        lines.push("draw".to_owned());
        return lines;
    };
    if turn.take == Take::Pile && draft.take() != Take::Pile {
        lines.push("take".to_owned());
    }
    let steps = steps(rules, draft.table(), &turn.table);
    lines.extend(steps.iter().map(|step| step.text(rules)));
    lines.push(end(rules, &draft, turn));
    lines
}

/// Can the turn in the making become the one intended without taking anything back?
fn fits<R: AiRules>(rules: &R, draft: &Draft<R::Tile>, intent: &Intent<R::Tile>) -> bool {
    let is_draw_or_place = rules.turn_rules().shape == TurnShape::DrawOrPlace;
    let turn = match intent {
        _ if draft.is_untouched() => return true,
        // Where a turn begins with a draw, what is laid stays.
        Intent::Play(turn) => turn,
        Intent::Draw => return !is_draw_or_place && draft.take() == Take::Nothing,
    };
    let is_taken = draft.take() != Take::Pile || turn.take == Take::Pile;
    let is_placed = draft.placed().is_subset(&draft.placed_by(&turn.table));
    is_taken && is_placed && (may_rearrange(rules) || is_grown(draft.table(), &turn.table))
}

fn may_rearrange<R: Rules>(rules: &R) -> bool {
    matches!(rules.turn_rules().table_rule, TableRule::Rearrange(_))
}

/// Is every combination still in its place, with no tile less?
fn is_grown<T: Tile>(from: &[Meld<T>], to: &[Meld<T>]) -> bool {
    let grows = |(old, new): (&Meld<T>, &Meld<T>)| old.tiles().is_subset(&new.tiles());
    from.len() <= to.len() && from.iter().zip(to).all(grows)
}

/// The commands that turn one table into another.
fn steps<R: Rules>(rules: &R, from: &[Meld<R::Tile>], to: &[Meld<R::Tile>]) -> Vec<Command<R::Tile>> {
    if may_rearrange(rules) && !is_grown(from, to) {
        return rearranged(rules, from, to);
    }
    let jokers = |meld: &Meld<R::Tile>| meld.iter().filter(|tile| tile.is_joker()).count();
    let mut changed: Vec<_> = (1..).zip(from.iter().zip(to)).collect();
    changed.retain(|(_, (old, new))| !is_same(rules, old, new));
    // A joker is replaced before it is used elsewhere.
    changed.sort_by_key(|(_, (old, new))| jokers(new) >= jokers(old));
    let changed = changed.into_iter().map(|(number, (_, new))| Command::Replace(number, vec![new.clone()]));
    let new = to.get(from.len()..).unwrap_or_default().to_vec();
    changed.chain((!new.is_empty()).then_some(Command::Add(new))).collect()
}

/// Are these one combination? The order of some means nothing.
fn is_same<R: Rules>(rules: &R, old: &Meld<R::Tile>, new: &Meld<R::Tile>) -> bool {
    old == new || (old.tiles() == new.tiles() && !rules.is_ordered(new))
}

/// The combinations that change go, the last one first so that numbers hold, and the first of them becomes all new ones.
fn rearranged<R: Rules>(rules: &R, from: &[Meld<R::Tile>], to: &[Meld<R::Tile>]) -> Vec<Command<R::Tile>> {
    let mut new = to.to_vec();
    let mut changed = Vec::new();
    for (number, old) in (1..).zip(from) {
        match new.iter().position(|meld| is_same(rules, old, meld)) {
            Some(at) => drop(new.remove(at)),
            None => changed.push(number),
        }
    }
    let gone = changed.iter().skip(1).rev().map(|&number| Command::Replace(number, Vec::new()));
    let last = match changed.first() {
        Some(&number) => Some(Command::Replace(number, new)),
        None if new.is_empty() => None,
        None => Some(Command::Add(new)),
    };
    gone.chain(last).collect()
}

/// The command that ends the turn.
fn end<R: Rules>(rules: &R, draft: &Draft<R::Tile>, turn: &Turn<R::Tile>) -> String {
    let is_draw_or_place = rules.turn_rules().shape == TurnShape::DrawOrPlace;
    let is_still = draft.is_untouched() && draft.table() == turn.table;
    match (turn.discard, turn.take) {
        (Some(tile), _) => format!("discard {}", rules.tile_text(tile)),
        (None, Take::Stock) if is_draw_or_place => "draw".to_owned(),
        (None, Take::Nothing) if is_still => "pass".to_owned(),
        (None, _) => "done".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::rules::rami::Rami;
    use crate::rules::rummikub::Rummikub;
    use crate::save::Save;

    const NUMBERED: &str =
        "(joueurs (Ana 0 true ((7 rouge) (9 bleu) (9 rouge) (9 noir) (1 jaune))) (Ben 0 true ((1 noir))))
(jeu ((4 rouge) (5 rouge) (6 rouge)) ((1 bleu) (2 bleu) (3 bleu) (4 bleu)))(pioche (2 noir))(tour 1)";
    const CARDS: &str = "(joueurs (Ana 0 true (7H 8H 9H KD)) (Ben 0 true (4D)))(jeu (2S 3S 4S))(pioche 5S)(defausse 5S)(tour 1)";

    fn position<R: Rules>(rules: &R, text: &str) -> Position<R::Tile> {
        Save::read(rules, text.as_bytes()).unwrap().save.position
    }

    fn table<R: Rules>(rules: &R, text: &str) -> Vec<Meld<R::Tile>> {
        match Command::read(rules, text.as_bytes()).unwrap() {
            Command::Table(melds) => melds,
            other => panic!("{other:?}"),
        }
    }

    /// The hint for a draft of these commands when a machine would place so; entering it leads to that table.
    fn hint(drafted: &[&str], intended: &str) -> Vec<String> {
        let rules = Rummikub::default();
        let mut draft = Draft::new(&position(&rules, NUMBERED));
        let enter = |draft: &mut Draft<_>, line: &str| {
            draft.step(&rules, &Command::read(&rules, line.as_bytes()).unwrap())
        };
        for line in drafted {
            enter(&mut draft, line).unwrap();
        }
        let table = table(&rules, intended);
        let lines = advised(&rules, draft.clone(), &Intent::Play(Turn::place(table.clone())));
        for line in &lines {
            match line.as_str() {
                "reset" => while draft.undo().is_ok() {},
                "done" => {}
                line => enter(&mut draft, line).unwrap(),
            }
        }
        let sorted = |table: Vec<Meld<_>>| {
            let mut table: Vec<Vec<_>> = table.iter().map(|meld| meld.tiles().iter().collect()).collect();
            table.sort_unstable();
            table
        };
        assert_eq!(sorted(draft.table().to_vec()), sorted(table));
        assert_eq!(lines.last().map(String::as_str), Some("done"));
        lines
    }

    const BOTH: &str = "(4r 5r 6r 7r) (1b 2b 3b 4b) (9b 9r 9k)";

    #[test]
    fn hints_start_from_what_is_laid() {
        let nines = "+ ((9 bleu) (9 rouge) (9 noir))";
        let run = "1 ((4 rouge) (5 rouge) (6 rouge) (7 rouge))";
        assert_eq!(hint(&[], BOTH), [run, nines, "done"]);
        assert_eq!(hint(&["put 7r 1"], BOTH), [nines, "done"]);
        assert_eq!(hint(&["9b 9r 9k"], BOTH), [run, "done"]);
        assert_eq!(hint(&["put 7r 1", "9b 9r 9k"], BOTH), ["done"]);
        assert_eq!(hint(&["put 7r 1", "9k 9b 9r"], BOTH), ["done"], "the order of a group means nothing");
    }

    #[test]
    fn hints_say_reset_where_a_draft_does_not_fit() {
        assert_eq!(hint(&["put 1y 1"], BOTH)[0], "reset");
        assert_eq!(hint(&["put 9b new"], "(4r 5r 6r 7r) (1b 2b 3b 4b)")[0], "reset");
        let rules = Rummikub::default();
        let mut draft = Draft::new(&position(&rules, NUMBERED));
        draft.step(&rules, &Command::read(&rules, b"put 9b new").unwrap()).unwrap();
        let draw = Intent::Play(Turn::draw(&position(&rules, NUMBERED)));
        assert_eq!(advised(&rules, draft, &draw), ["reset", "draw"]);
    }

    /// Tiles that were lifted off, and combinations that go, are part of the way.
    #[test]
    fn hints_rearrange_the_table() {
        for drafted in [&[][..], &["2"], &["move 4b 2 new"], &["1", "1"]] {
            let lines = hint(drafted, "(1b 2b 3b) (4r 5r 6r 7r) (9b 9r 9k) (4b)");
            assert_ne!(lines[0], "reset", "{drafted:?}");
        }
    }

    #[test]
    fn hints_of_card_games_take_and_discard() {
        let position = position(&Rami::default(), CARDS);
        let table = table(&Rami::default(), "(2S 3S 4S 5S) (7H 8H 9H)");
        let turn = Turn { take: Take::Pile, table, discard: position.mover().hand.last().copied() };
        let mut draft = Draft::new(&position);
        let intent = Intent::Play(turn);
        let [run, hearts, discard] = ["1 (2S 3S 4S 5S)", "+ (7H 8H 9H)", "discard KD"];
        assert_eq!(advised(&Rami::default(), draft.clone(), &intent), ["take", run, hearts, discard]);
        draft.step(&Rami::default(), &Command::read(&Rami::default(), b"7h 8h 9h").unwrap()).unwrap();
        assert_eq!(advised(&Rami::default(), draft.clone(), &intent), ["take", run, discard]);
        draft.take_pile(&position.pile);
        assert_eq!(advised(&Rami::default(), draft, &intent), [run, discard]);
    }

    /// In card games combinations keep their places, and a joker that is replaced goes into another one.
    #[test]
    fn hints_replace_jokers_where_they_lie() {
        let text = "(joueurs (Ana 0 true (7D QH KH 3H 4C)) (Ben 0 true (9D 3S)))(jeu (5D 6D *) (8S 9S 10S))
            (pioche 8H 2C)(defausse JC)(tour 1)";
        let rules = Rami::default();
        let position = position(&rules, text);
        let table = table(&rules, "(5D 6D 7D) (8S 9S 10S) (QH KH *)");
        let discard = Some(position.stock[0]);
        let intent = Intent::Play(Turn { take: Take::Stock, table: table.clone(), discard });
        let mut draft = Draft::new(&position);
        draft.draw(&position.stock[..1]);
        let lines = advised(&rules, draft.clone(), &intent);
        assert_eq!(lines, ["1 (5D 6D 7D)", "+ (QH KH *)", "discard 8H"]);
        for line in &lines[..2] {
            draft.step(&rules, &Command::read(&rules, line.as_bytes()).unwrap()).unwrap();
        }
        assert_eq!(draft.table(), table);
    }
}
