//! Everything a player may do, as written in solution files: a move, or one of the extras.

use std::fmt;
use std::str;

use crate::card::Card;
use crate::moves::{Move, Target, card_number, number};

/// One line of a solution file; the table decides whether it is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A card moves.
    Move(Move),
    /// The cards in the columns are shuffled and dealt again: `REDEAL`.
    Redeal,
    /// A card comes to the top of its column: `TOP card`.
    Top(Card),
    /// The top card of a column goes down in it: `DOWN card place`.
    Down {
        /// The card.
        card: Card,
        /// The place it gets, counted from 0 at the bottom.
        place: u8,
    },
}

impl Action {
    /// The action of one line of a solution file: without its line end, blanks at its end allowed.
    pub fn from_line(line: &[u8]) -> Option<Self> {
        if let Some(played) = Move::from_line(line) {
            return Some(Self::Move(played));
        }
        let text = str::from_utf8(line.trim_ascii_end()).ok()?;
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["REDEAL"] => Some(Self::Redeal),
            ["TOP", card] => Some(Self::Top(card_number(card)?)),
            ["DOWN", card, place] => Some(Self::Down { card: card_number(card)?, place: number(place)? }),
            _ => None,
        }
    }

    /// Is it the move that puts a card up?
    pub fn puts_up(self) -> bool {
        matches!(self, Self::Move(Move { to: Target::Foundation, .. }))
    }
}

impl From<Move> for Action {
    fn from(played: Move) -> Self {
        Self::Move(played)
    }
}

/// As in a solution file.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(played) => played.fmt(f),
            Self::Redeal => f.write_str("REDEAL"),
            Self::Top(card) => write!(f, "TOP {}", card.number()),
            Self::Down { card, place } => write!(f, "DOWN {} {place}", card.number()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_as_written() {
        for line in ["17 V", "3 F", "REDEAL", "TOP 51", "DOWN 12 0", "DOWN 0 14"] {
            let read = |line: &str| Action::from_line(line.as_bytes()).map(|action| action.to_string());
            assert_eq!(read(line).as_deref(), Some(line));
            assert_eq!(read(&format!("{line} \r")).as_deref(), Some(line));
        }
    }

    #[test]
    fn other_lines_are_not_actions() {
        for line in ["", "redeal", "REDEAL 1", "TOP", "TOP 52", "TOP  5", "DOWN 5", "DOWN 5 -1", "DOWN 5 256"]
        {
            assert_eq!(Action::from_line(line.as_bytes()), None, "{line:?}");
        }
    }
}
