//! The lines that the program fc-solve prints: `Move a card from stack 2 to freecell 0`.
//!
//! Stacks and freecells are counted from 0, and every card that goes up has a line. fc-solve takes no card back from a
//! foundation; that is written `Move a card from foundation H to stack 3`.

use super::item::Line;
use super::putting_up::spelled_out;
use super::{NotWritten, Notation};
use crate::action::Action;
use crate::card::Suit;
use crate::game::{Goal, PlayedMove, Spot, Wish, player_moves};
use crate::moves::number;
use crate::table::Table;

/// One line per move.
pub(super) fn write(start: &Table, line: &[Action]) -> Result<String, NotWritten> {
    let (start, line) = spelled_out(start, line);
    player_moves(&start, &line).iter().map(|played| Ok(format!("{}\n", sentence(played)?))).collect()
}

fn sentence(played: &PlayedMove) -> Result<String, NotWritten> {
    let Some((from, to)) = played.played.places else {
        return Err(NotWritten::Extra { notation: Notation::FcSolve, action: played.actions[0] });
    };
    let what = match (from, to) {
        (Spot::Column(_), Spot::Column(_)) => format!("{} cards", played.played.cards.len()),
        _ => "a card".to_owned(),
    };
    let from = match from {
        Spot::Foundation(suit) => format!("foundation {}", suit.letter()),
        spot => place(spot),
    };
    Ok(format!("Move {what} from {from} to {}", place(to)))
}

fn place(spot: Spot) -> String {
    match spot {
        Spot::Column(at) => format!("stack {at}"),
        Spot::Cell(at) => format!("freecell {at}"),
        Spot::Foundation(_) => "the foundations".to_owned(),
    }
}

/// The move of a line of text; none where it is a heading.
pub(super) fn read(line: &str) -> Option<Line> {
    if is_heading(line) {
        return Some(Vec::new());
    }
    let line = line.trim();
    let (what, places) = line.strip_prefix("Move ")?.split_once(" from ")?;
    let (from, to) = places.split_once(" to ")?;
    let count = match what.split_once(' ')? {
        ("a", "card") => 1,
        (count, "card" | "cards") => usize::from(number(count)?),
        _ => return None,
    };
    let to = if to == "the foundations" { Goal::Home } else { Goal::Spot(spot(to)?) };
    Some(vec![(line.to_owned(), Wish::Carry { from: source(from)?, to, count: Some(count) }.into())])
}

fn source(text: &str) -> Option<Spot> {
    match text.strip_prefix("foundation ").map(str::chars) {
        Some(mut letters) => {
            let suit = Suit::from_letter(letters.next()?)?;
            letters.next().is_none().then_some(Spot::Foundation(suit))
        }
        None => spot(text),
    }
}

fn spot(text: &str) -> Option<Spot> {
    match text.split_once(' ')? {
        ("stack", at) => Some(Spot::Column(number(at)?.into())),
        ("freecell", at) => Some(Spot::Cell(number(at)?.into())),
        _ => None,
    }
}

/// Is this one of the lines that fc-solve prints around its moves: rules, boards, sums; or a comment?
pub(super) fn is_heading(line: &str) -> bool {
    let line = line.trim();
    let starts = ["#", ":", "Foundations:", "Freecells:", "This game is", "Total number of", "This scan"];
    line.chars().all(|c| matches!(c, '-' | '=')) || starts.iter().any(|start| line.starts_with(start))
}
