//! A game of any family, which is a session and still knows its family.

use std::ops::{Deref, DerefMut};

use rummy::RuleSet;
use session::{Envelope, LoadError, Patience, Peg, Rummy, Session, WordLists};

/// A game of any family.
#[derive(Clone, Debug)]
pub(crate) enum AnyGame {
    Patience(Patience),
    Peg(Peg),
    Rummy(Box<Rummy>),
}

impl AnyGame {
    /// The game of an envelope, played again.
    pub(crate) fn load(text: &str, words: &dyn WordLists) -> Result<Self, LoadError> {
        let envelope = Envelope::from_json(text)?;
        if envelope.game == Peg::GAME {
            return Peg::read(text).map(Self::Peg);
        }
        if envelope.game.parse::<RuleSet>().is_ok() {
            return Rummy::read(text, words).map(|game| Self::Rummy(Box::new(game)));
        }
        Patience::read(text).map(Self::Patience)
    }

    /// The name of the family.
    pub(crate) fn family(&self) -> &'static str {
        match self {
            Self::Patience(_) => "patience",
            Self::Peg(_) => "peg",
            Self::Rummy(_) => "rummy",
        }
    }
}

impl Deref for AnyGame {
    type Target = dyn Session;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Patience(game) => game,
            Self::Peg(game) => game,
            Self::Rummy(game) => game.as_ref(),
        }
    }
}

impl DerefMut for AnyGame {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Self::Patience(game) => game,
            Self::Peg(game) => game,
            Self::Rummy(game) => game.as_mut(),
        }
    }
}
