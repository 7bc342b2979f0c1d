//! The cost of a search: work of different kinds, counted in nodes of about the same time.

use search::{Limit, Run};

/// A kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// A frame that a search opened.
    Place,
    /// A word looked at: can it be made?
    Look,
    /// A word whose letters were counted.
    Count,
    /// A word put in order among others.
    Order,
    /// A table laid out, or shown to the judge.
    Table,
    /// A word of the whole dictionary looked at.
    Scan,
    /// A guess at what jokers stand for.
    Guess,
    /// A pattern looked up in the dictionary.
    Pattern,
    /// A word copied.
    Copy,
}

impl Work {
    /// The time it takes, in tenths of a nanosecond: measured on many turns, and rounded.
    const fn cost(self) -> u64 {
        match self {
            Self::Place => 4000,
            Self::Look => 16,
            Self::Count => 120,
            Self::Order => 180,
            Self::Table => 300_000,
            Self::Scan => 40,
            Self::Guess => 3000,
            Self::Pattern => 30_000,
            Self::Copy => 10,
        }
    }
}

/// The work of one node: two microseconds, in tenths of a nanosecond.
const NODE: u64 = 20_000;

/// Nodes between two reports to the run: about a millisecond.
const BETWEEN_REPORTS: u64 = 512;

/// Counts the work of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CostMeter {
    spent: u64,
    /// The nodes that the run has been charged with.
    reported: u64,
}

impl CostMeter {
    /// Counts work that was done `times` times.
    #[inline]
    pub(super) fn spend(&mut self, work: Work, times: usize) {
        self.spent += work.cost() * times as u64;
    }

    /// The nodes spent so far.
    #[inline]
    pub(super) const fn nodes(self) -> u64 {
        self.spent / NODE
    }

    /// Is it time for another report to the run?
    #[inline]
    pub(super) const fn is_due(self) -> bool {
        self.spent >= (self.reported + BETWEEN_REPORTS) * NODE
    }

    /// Charges the run with the nodes since the last report. The search keeps its node budget by itself, and may overdraw
    /// it by a little, so only the watcher can stop it here.
    pub(super) fn report(&mut self, run: &mut Run<'_>) -> Result<(), Limit> {
        let nodes = self.nodes() - self.reported;
        self.reported = self.nodes();
        match run.spend(nodes) {
            Ok(()) => Ok(()),
            Err(Limit::Nodes) => run.ask(),
            Err(limit) => Err(limit),
        }
    }
}
