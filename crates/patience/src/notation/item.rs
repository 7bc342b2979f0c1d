//! Moves as a text names them, before anyone looks whether they may be played.

use crate::card::Card;
use crate::game::{Goal, Wish};

/// The moves of one line of text, each with its part of the text.
pub(super) type Line = Vec<(String, Item)>;

/// One move of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// By its places, or as a line of a solution file.
    Wish(Wish),
    /// By the names of its cards.
    Named(NamedMove),
}

/// A move in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedMove {
    /// The cards that go, lowest first.
    pub(super) cards: Vec<Card>,
    /// From where, if the text says it.
    pub(super) from: Option<PlaceName>,
    pub(super) to: PlaceName,
    /// The cards that then go up by themselves.
    pub(super) went_up: Vec<Card>,
}

/// A place as words name it: cells are alike, and a card has one foundation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlaceName {
    Column(usize),
    Cell,
    Foundation,
}

impl From<Wish> for Item {
    fn from(wish: Wish) -> Self {
        Self::Wish(wish)
    }
}

impl Item {
    /// Does it put up a card?
    pub(super) fn puts_up(&self) -> bool {
        match self {
            Self::Wish(Wish::Carry { to, .. }) => *to == Goal::Home,
            Self::Wish(Wish::Act(action)) => action.puts_up(),
            Self::Named(named) => named.to == PlaceName::Foundation,
        }
    }
}
