//! The notation of FreeCell players, from place to place: `3a 25 6h`.

use super::item::Line;
use super::{NotWritten, Notation, fc_solve};
use crate::action::Action;
use crate::game::{Goal, PlayedMove, Spot, Wish, player_moves, spot};
use crate::moves::{Move, Target, number};
use crate::table::Table;

/// Each column has one digit.
pub(super) const MOST_COLUMNS: usize = 9;

/// Moves per line of text.
const PER_LINE: usize = 10;

/// The moves of a line of play, ten per line of text.
pub(super) fn write(start: &Table, line: &[Action]) -> Result<String, NotWritten> {
    let moves = player_moves(start, line);
    let items = moves.iter().map(item).collect::<Result<Vec<_>, _>>()?;
    Ok(items.chunks(PER_LINE).flat_map(|items| [items.join(" "), "\n".to_owned()]).collect())
}

fn item(played: &PlayedMove) -> Result<String, NotWritten> {
    let Some((from, to)) = played.played.places else {
        return Err(NotWritten::Extra { notation: Notation::Standard, action: played.actions[0] });
    };
    let to = if let Spot::Foundation(_) = to { "h".to_owned() } else { to.to_string() };
    let cards = &played.played.cards;
    // Fewer cards than could go need the number, and more than one have it too: without it some programs take one
    // card, others as many as can go.
    let is_said = played.is_part() || cards.len() > 1 && fills_a_column(played);
    let count = if is_said { format!("v{:x}", cards.len()) } else { String::new() };
    Ok(format!("{from}{to}{count}"))
}

/// Does the lowest card go into an empty column?
fn fills_a_column(played: &PlayedMove) -> bool {
    let lowest = played.played.cards[0];
    let fills = Action::from(Move { card: lowest, to: Target::EmptyColumn });
    played.actions.contains(&fills)
}

/// The moves of a line of text. Headings of programs that print this notation are passed over.
pub(super) fn read(line: &str) -> Option<Line> {
    if fc_solve::is_heading(line) {
        return Some(Vec::new());
    }
    line.split_whitespace().map(|word| Some((word.to_owned(), wish(word)?.into()))).collect()
}

fn wish(word: &str) -> Option<Wish> {
    let (places, count) = match word.split_once('v') {
        Some((places, count)) => (places, Some(card_count(count)?)),
        None => (word, None),
    };
    let (from, to) = places.split_at_checked(1).filter(|(_, to)| to.len() == 1)?;
    let to = match to {
        "h" => Goal::Home,
        to => Goal::Spot(spot(to).filter(|to| !matches!(to, Spot::Foundation(_)))?),
    };
    Some(Wish::Carry { from: spot(from)?, to, count })
}

/// A number of cards: 1 to 13 in digits, or one hexadecimal digit.
fn card_count(text: &str) -> Option<usize> {
    let hexadecimal =
        || text.chars().next()?.to_digit(16).filter(|_| text.len() == 1).map(|digit| digit as usize);
    number(text).map(usize::from).or_else(hexadecimal)
}
