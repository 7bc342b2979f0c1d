//! Moves as players write them: `CARD TARGET`, one per line.

use std::fmt;
use std::str;

use crate::card::Card;

/// Where a card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Onto the column whose top is this card.
    Onto(Card),
    /// Into the first empty column.
    EmptyColumn,
    /// Into a free cell.
    Cell,
    /// Onto its foundation, where that is a move of its own.
    Foundation,
}

/// A move of one card; the table decides whether it is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The card that goes.
    pub card: Card,
    /// Where it goes.
    pub to: Target,
}

impl Move {
    /// The move of one line of a solution file: without its line end, blanks at its end allowed.
    pub fn from_line(line: &[u8]) -> Option<Self> {
        let text = str::from_utf8(line.trim_ascii_end()).ok()?;
        let (card, target) = text.split_once(' ')?;
        let to = match target {
            "V" => Target::EmptyColumn,
            "T" => Target::Cell,
            "F" => Target::Foundation,
            number => Target::Onto(card_number(number)?),
        };
        Some(Self { card: card_number(card)?, to })
    }
}

/// The number of a card: digits only, so no sign.
pub(crate) fn card_number(text: &str) -> Option<Card> {
    number(text).and_then(Card::from_number)
}

pub(crate) fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// As in a solution file: `17 V`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.card.number())?;
        match self.to {
            Target::Onto(card) => write!(f, "{}", card.number()),
            Target::EmptyColumn => f.write_str("V"),
            Target::Cell => f.write_str("T"),
            Target::Foundation => f.write_str("F"),
        }
    }
}

/// The lines of a solution file. A last line end closes the last line; it does not begin another.
pub fn lines(file: &[u8]) -> impl Iterator<Item = &[u8]> {
    let whole = file.strip_suffix(b"\n").unwrap_or(file);
    let lines = whole.split(|&byte| byte == b'\n');
    lines.take(if file.is_empty() { 0 } else { usize::MAX })
}

/// The text of a solution file.
pub fn write_lines(moves: &[impl fmt::Display]) -> String {
    let lines: Vec<_> = moves.iter().map(ToString::to_string).collect();
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<String> {
        Move::from_line(line.as_bytes()).map(|played| played.to_string())
    }

    #[test]
    fn lines_read_as_written() {
        for line in ["17 V", "0 51", "51 T", "3 F"] {
            assert_eq!(read(line).as_deref(), Some(line));
            assert_eq!(read(&format!("{line} \t\r")).as_deref(), Some(line));
        }
    }

    #[test]
    fn other_lines_are_not_moves() {
        for line in [
            "", " ", "17", "17  V", " 17 V", "17 v", "52 V", "17 52", "+1 V", "-1 V", "1 +2", "1\tV",
            "1 2 3", "é V",
        ] {
            assert_eq!(read(line), None, "{line:?}");
        }
        assert_eq!(Move::from_line(b"1 \xff"), None);
    }

    #[test]
    fn the_last_line_end_is_optional() {
        let count = |text: &str| lines(text.as_bytes()).count();
        assert_eq!([count(""), count("1 2"), count("1 2\n"), count("1 2\n\n"), count("\n")], [0, 1, 1, 2, 1]);
    }
}
