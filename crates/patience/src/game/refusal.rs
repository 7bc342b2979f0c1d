//! Why a player may not do something.

use thiserror::Error;

use crate::card::{Card, Suit};
use crate::table::Illegal;

/// Why something is refused, in a player's words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The text is not a move.
    #[error("`{0}` is not a move; write places such as 37, 12-3, 3a, a3 or 3h, or cards such as 5H 6S")]
    NotAMove(String),
    /// The text means two different moves.
    #[error(
        "`{text}` may mean {places} or {cards}; write {places} for the columns, or the cards by their names"
    )]
    Ambiguous {
        /// The text.
        text: String,
        /// The move from place to place.
        places: String,
        /// The move from card to card.
        cards: String,
    },
    /// The table does not allow it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// There is no cell of this letter.
    #[error("there is no cell {0}")]
    NoCell(char),
    /// There is nothing in this cell.
    #[error("cell {0} is empty")]
    EmptyCell(char),
    /// There is a card in this cell.
    #[error("cell {0} is taken")]
    TakenCell(char),
    /// There is nothing in the column of this number.
    #[error("column {0} is empty")]
    EmptyColumn(usize),
    /// There is nothing on this foundation.
    #[error("the foundation of {} is empty", .0.sign())]
    EmptyFoundation(Suit),
    /// Cards should go where they are.
    #[error("the cards are there already")]
    SamePlace,
    /// The top cards of the column are not in order.
    #[error("the top {0} cards are not a run")]
    NotARun(usize),
    /// Only one card fits there.
    #[error("only one card fits there")]
    OnePlace,
    /// The free cells and empty columns do not suffice.
    #[error("{cards} cards cannot move together: there is only room to move {room}")]
    NoRoom {
        /// Cards in the run.
        cards: usize,
        /// Cards that can move.
        room: usize,
    },
    /// A card of the run goes to its foundation as soon as nothing lies on it.
    #[error("{0} would go to its foundation on the way")]
    GoesUp(Card),
}
