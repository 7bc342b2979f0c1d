//! Verdicts on deals.

use search::{Limit, Outcome};
use serde::{Deserialize, Serialize};

/// A verdict on a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It can be won.
    Solved,
    /// It cannot.
    Impossible,
    /// Not known.
    GaveUp(#[serde(with = "crate::limit_word")] Limit),
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Impossible => "impossible",
            Self::GaveUp(_) => "gave_up",
        }
    }

    /// Which limit left it open.
    pub fn limit(self) -> Option<Limit> {
        if let Self::GaveUp(limit) = self { Some(limit) } else { None }
    }
}

impl<S> From<&Outcome<S>> for Verdict {
    fn from(outcome: &Outcome<S>) -> Self {
        match outcome {
            Outcome::Solved(_) => Self::Solved,
            Outcome::Unsolvable(()) => Self::Impossible,
            Outcome::GaveUp(limit) => Self::GaveUp(*limit),
        }
    }
}
