//! What a search spends.

use search::{Limit, Run};

/// Work of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// A place that a search came to.
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
    /// A guess what jokers stand for.
    Guess,
    /// A pattern looked up in the dictionary.
    Pattern,
    /// A word copied.
    Copy,
}

impl Work {
    /// How long it takes, in tenths of a nanosecond: measured on many turns, and rounded.
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

/// So much work is a node: about two microseconds.
const NODE: u64 = 20_000;

/// Nodes between two reports to the run: about a millisecond.
const BETWEEN_REPORTS: u64 = 512;

/// Counts what is spent. Whatever work it is, a node of it takes about the same time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CostMeter {
    spent: u64,
    /// Nodes that the run knows of.
    reported: u64,
}

impl CostMeter {
    /// Counts work that was done so many times.
    #[inline]
    pub(super) fn spend(&mut self, work: Work, times: usize) {
        self.spent += work.cost() * times as u64;
    }

    /// What was spent so far.
    #[inline]
    pub(super) const fn nodes(self) -> u64 {
        self.spent / NODE
    }

    /// Has so much been spent since the last report that the run should hear of it?
    #[inline]
    pub(super) const fn is_due(self) -> bool {
        self.spent >= (self.reported + BETWEEN_REPORTS) * NODE
    }

    /// Tells the run what was spent since the last report. The search keeps its node budget by itself, and may
    /// overdraw it by a little; so the only limits are those of the watcher.
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
