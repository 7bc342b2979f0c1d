//! A game as plain data, from which it can be replayed.

use thiserror::Error;

use super::refused::Refused;
use super::setup::{NoRuleSet, Seated, StartError};

/// Everything that is needed to continue a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The name of the rule set.
    pub game: String,
    /// The options of the rules, as keys and values.
    pub rules: Vec<(String, String)>,
    /// The players, in the order of play.
    pub seats: Vec<Seated>,
    /// How the game began.
    pub start: Start,
    /// The digest of the word list, in letter rummy.
    pub words: Option<String>,
    /// The commands since then, those of machines too.
    pub moves: Vec<String>,
}

/// How a game began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// With the deals of this seed.
    Seed(u64),
    /// With a saved game in the classic format.
    Text(String),
}

/// The reason why a record cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadRecord {
    /// There is no such rule set.
    #[error(transparent)]
    Game(#[from] NoRuleSet),
    /// There is no such option, or no such value of it.
    #[error("{key} = {value} is not an option of the rules")]
    Option {
        /// The option.
        key: String,
        /// Its value.
        value: String,
    },
    /// The game was played with other words.
    #[error("the game was played with the word list {expected}, not with {found}")]
    OtherWords {
        /// The digest in the record.
        expected: String,
        /// The digest of the words at hand.
        found: String,
    },
    /// The start is wrong.
    #[error("the start of the game: {0}")]
    Start(#[from] StartError),
    /// A move is refused.
    #[error("move {number}, `{text}`: {why}")]
    Move {
        /// Which one, counted from 1.
        number: usize,
        /// Its text.
        text: String,
        /// The reason.
        why: Refused,
    },
}
