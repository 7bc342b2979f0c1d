//! Faults of texts, and lines of play that a notation has no words for.

use thiserror::Error;

use super::Notation;
use crate::action::Action;
use crate::card::Card;
use crate::game::Refusal;
use crate::table::Illegal;

/// Why a line of play cannot be written in a notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotWritten {
    /// The table is too wide.
    #[error("{notation} notation names at most {most} columns, and this game has {columns}")]
    Columns {
        /// The notation.
        notation: Notation,
        /// The columns of the game.
        columns: usize,
        /// The most that the notation can name.
        most: usize,
    },
    /// The notation knows only moves of cards.
    #[error("{notation} notation has no word for `{action}`")]
    Extra {
        /// The notation.
        notation: Notation,
        /// The redeal or rotation.
        action: Action,
    },
}

/// Why a part of a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadPart {
    /// It is not a move in the notation of the text.
    #[error("not a move {}{}", .notation.phrase(), also(*.other))]
    NotAMove {
        /// The notation of the text.
        notation: Notation,
        /// The notation in which it is a move.
        other: Option<Notation>,
    },
    /// The player could not do it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The notation is not for this game.
    #[error(transparent)]
    Unfit(#[from] NotWritten),
    /// A card lies elsewhere than the text says.
    #[error("{0} does not lie there")]
    Elsewhere(Card),
    /// Other cards would go than the text says.
    #[error("the cards are not a run in that column")]
    OtherCards,
    /// Other cards go up by themselves than the text says.
    #[error("the text has other cards go up by themselves; see --foundations")]
    OtherUp,
}

impl From<Illegal> for BadPart {
    fn from(why: Illegal) -> Self {
        Self::Refused(why.into())
    }
}

fn also(notation: Option<Notation>) -> String {
    notation.map_or_else(String::new, |notation| format!("; it reads as one {}", notation.phrase()))
}
