//! Why something is not done, as data and in words.

mod patience;
mod peg;
mod rummy;
#[cfg(test)]
mod tests;

use std::fmt;

use ::rummy::{RuleSet, Seat};

use crate::task::InternalError;
use crate::texts::{AnyRefusal, Language};
use crate::tiles::Tiles;

/// Why something is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A patience does not allow it, or it makes no sense.
    Patience(::patience::Refusal),
    /// Peg solitaire does not allow it, or it makes no sense.
    Peg(::peg::Refused),
    /// A game of rummy does not allow it, or it makes no sense.
    Rummy {
        /// The rule set.
        rules: RuleSet,
        /// The reason.
        why: ::rummy::Refused,
    },
    /// There is no such seat.
    NoSeat(Seat),
    /// The program is wrong.
    Internal(InternalError),
}

impl Refused {
    /// The reason in a player's words. A fault of the program is described in English.
    #[must_use]
    pub fn words(&self, language: Language) -> String {
        match self {
            Self::Patience(why) => patience::words(language, why),
            Self::Peg(why) => peg::words(language, why),
            Self::Rummy { rules, why } => rummy::words(Tiles::new(*rules, language), why),
            Self::NoSeat(seat) => language.fill(AnyRefusal::NoSeat, &[&(seat.0 + 1)]),
            Self::Internal(error) => error.to_string(),
        }
    }
}

impl From<InternalError> for Refused {
    fn from(error: InternalError) -> Self {
        Self::Internal(error)
    }
}

/// In English.
impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(Language::English))
    }
}

impl std::error::Error for Refused {}
