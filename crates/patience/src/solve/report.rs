//! What a solver reports.

use search::{Outcome, Stats};

use crate::action::Action;
use crate::moves::Move;

/// What a search found, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M = Move> {
    /// A line to the won game, the proof that there is none, or why neither was found.
    pub outcome: Outcome<Vec<M>>,
    /// What the search spent; `memory` is the most it held at once.
    pub stats: Stats,
    /// The strategy that decided, or the last one that gave up.
    pub strategy: &'static str,
}

impl Report {
    /// The same report, its line told in actions.
    pub fn into_actions(self) -> Report<Action> {
        let outcome = match self.outcome {
            Outcome::Solved(line) => Outcome::Solved(line.into_iter().map(Action::from).collect()),
            Outcome::Unsolvable(()) => Outcome::Unsolvable(()),
            Outcome::GaveUp(limit) => Outcome::GaveUp(limit),
        };
        Report { outcome, stats: self.stats, strategy: self.strategy }
    }
}
