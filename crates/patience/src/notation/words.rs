//! Numbered moves in words: `12. 8♠ 9♦ (2 cards) column 3 → column 7, 3 single moves; up: A♥`.

use super::item::{Item, Line, NamedMove, PlaceName};
use crate::action::Action;
use crate::card::{Card, Rank, Suit};
use crate::game::{Wish, player_moves};
use crate::moves::number;
use crate::picture::Face;
use crate::table::Table;

const UP_AT_ONCE: &str = "up before the first move: ";

/// The moves of a line of play, one per line of text.
pub(super) fn write(start: &Table, line: &[Action], face: Face) -> String {
    let moves = player_moves(start, line);
    let up = up_at_once(start);
    let up = (!up.is_empty()).then(|| format!("{UP_AT_ONCE}{}\n", face.names(&up)));
    let width = moves.len().to_string().len();
    let numbered = (1..).zip(&moves);
    let numbered = numbered.map(|(at, played)| format!("{at:>width$}. {}\n", played.words(face)));
    up.into_iter().chain(numbered).collect()
}

/// The cards that go up before the first move.
fn up_at_once(start: &Table) -> Vec<Card> {
    let mut table = start.clone();
    table.normalise();
    let heights = start.foundations().into_iter().zip(table.foundations());
    let suits = Suit::ALL.into_iter().zip(heights);
    let ranks = suits.flat_map(|(suit, (from, to))| (from + 1..=to).map(move |rank| (suit, rank)));
    ranks.filter_map(|(suit, rank)| Rank::new(rank).map(|rank| Card::new(rank, suit))).collect()
}

/// The move of a line of text; none where it is a heading.
pub(super) fn read(line: &str) -> Option<Line> {
    let line = without_colour(line);
    let line = line.trim();
    if is_heading(line) {
        return Some(Vec::new());
    }
    let words = without_number(line);
    let item = extra(words).map(|action| Wish::Act(action).into()).or_else(|| carried(words))?;
    Some(vec![(line.to_owned(), item)])
}

/// Is this one of the lines before the moves: the verdict, its cost, or the cards that go up at once?
fn is_heading(line: &str) -> bool {
    let starts = |text: &str| line.starts_with(text.trim_end());
    line.is_empty() || starts(UP_AT_ONCE) || line.contains(": solved in ") || line.contains(" searched, ")
}

/// The text without the sequences by which a terminal changes its colour.
fn without_colour(line: &str) -> String {
    let mut parts = line.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or(part, |(_, rest)| rest))
}

fn without_number(line: &str) -> &str {
    match line.split_once(". ") {
        Some((at, words)) if at.bytes().all(|byte| byte.is_ascii_digit()) => words,
        _ => line,
    }
}

/// A redeal or a rotation.
fn extra(words: &str) -> Option<Action> {
    if words == "deal the columns again" {
        return Some(Action::Redeal);
    }
    let (card, what) = words.split_once(' ')?;
    let card = card.parse().ok()?;
    if what == "to the top of its column" {
        return Some(Action::Top(card));
    }
    let place = match what.strip_prefix("down to ")?.strip_suffix(" of its column")? {
        "the bottom" => 0,
        over => number(over.strip_prefix("over ")?.split_once(" card")?.0)?,
    };
    Some(Action::Down { card, place })
}

/// Cards that go from place to place.
fn carried(words: &str) -> Option<Item> {
    let (words, up) = words.split_once("; up: ").unwrap_or((words, ""));
    let (from, to) = words.split_once(" → ").or_else(|| words.split_once(" -> "))?;
    let to = to.split_once(", ").map_or(to, |(to, _)| to);
    let went_up = up.split_whitespace().map(|card| card.parse().ok()).collect::<Option<_>>()?;
    let (cards, from) = source(from)?;
    Some(Item::Named(NamedMove { cards, from, to: place(to)?, went_up }))
}

/// The cards, lowest first, and from where they go: `8♠ 9♦ (2 cards) column 3`, `K♥`.
fn source(text: &str) -> Option<(Vec<Card>, Option<PlaceName>)> {
    let words: Vec<_> = text.split_whitespace().collect();
    let mut cards: Vec<Card> = words.iter().map_while(|word| word.parse().ok()).collect();
    let rest = words[cards.len()..].join(" ");
    let rest = rest.strip_prefix(&format!("({} cards)", cards.len())).unwrap_or(&rest).trim();
    cards.reverse();
    let from = if rest.is_empty() { None } else { Some(place(rest)?) };
    (!cards.is_empty()).then_some((cards, from))
}

fn place(text: &str) -> Option<PlaceName> {
    match text {
        "cell" => Some(PlaceName::Cell),
        "foundation" => Some(PlaceName::Foundation),
        column => {
            let number = number(column.strip_prefix("column ")?)?;
            Some(PlaceName::Column(usize::from(number).checked_sub(1)?))
        }
    }
}
