//! Why a game cannot be converted.

use thiserror::Error;

use crate::card::Card;
use crate::check::Fault;
use crate::table::Illegal;

/// A game that cannot be converted, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoConversion {
    /// xpat2 does not have the game.
    #[error("xpat2 does not have the game {0}")]
    Game(String),
    /// A save names a deal by its number, and a board has none.
    #[error("only a deal by number can be saved for xpat2, not a board")]
    Board,
    /// The save is of another game.
    #[error("the save is of {save}, not of {asked}")]
    OtherGame {
        /// The game of the save.
        save: String,
        /// The game that was asked for.
        asked: String,
    },
    /// A move has no counterpart.
    #[error("move {at}: {why}")]
    Move {
        /// Which move, counted from 1: lines of a solution, words of a save.
        at: usize,
        /// Why.
        why: NoCounterpart,
    },
}

/// Why a move has no counterpart.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoCounterpart {
    /// The line of the solution is not a legal move.
    #[error("{0}")]
    Line(Fault),
    /// The word has no meaning.
    #[error("the word {0:08x} has no meaning")]
    Word(u32),
    /// The word names cards that are not there.
    #[error("the word {0:08x} does not fit the table")]
    Misplaced(u32),
    /// The rules do not allow it.
    #[error("{0}")]
    Illegal(#[from] Illegal),
    /// Cards that are not a run move together.
    #[error("{0} and the cards on it are not a run")]
    NoRun(Card),
    /// Several cards go where one fits.
    #[error("{0} cards go to a place for one")]
    OnePlace(usize),
    /// Cards go to the deck.
    #[error("{0} goes to the deck, which stays empty")]
    Deck(Card),
    /// Cells and columns do not suffice to move a run card by card.
    #[error("{cards} cards cannot move together: there is only room to move {room}")]
    NoRoom {
        /// Cards in the run.
        cards: usize,
        /// Cards that can move.
        room: usize,
    },
    /// Putting up is forced, and takes away what the move needs.
    #[error("{card} goes on {on}, but {on} is on its foundation, where every card goes as soon as it can")]
    BaseGone {
        /// The card that moves.
        card: Card,
        /// The card it should lie on.
        on: Card,
    },
    /// A card comes back from its foundation.
    #[error("{0} comes back from its foundation, where cards stay in these rules")]
    BroughtBack(Card),
    /// A rotation.
    #[error("these rules have no rotations")]
    Rotation,
    /// Words that belong together, but not as a redeal.
    #[error("the words from here on are not a redeal")]
    Compound,
    /// A redeal.
    #[error("these rules have no redeals")]
    Redeal,
}
