//! What a search has spent, held against its budget.

use std::ops::ControlFlow;

use search::{Budget, Limit, Stats, Watch};

/// How many positions are expanded between two looks of the watcher.
const TICK: u64 = 4096;

/// Counts what a search spends and says when it must stop.
pub(crate) struct Meter<'w> {
    stats: Stats,
    budget: Budget,
    watch: &'w mut dyn Watch,
}

impl<'w> Meter<'w> {
    /// Nothing spent yet.
    pub(crate) fn new(budget: Budget, watch: &'w mut dyn Watch) -> Self {
        Self { stats: Stats::default(), budget, watch }
    }

    /// Bytes that the search may hold.
    pub(crate) fn memory(&self) -> usize {
        self.budget.memory
    }

    /// Positions expanded so far.
    #[inline]
    pub(crate) fn nodes(&self) -> u64 {
        self.stats.nodes
    }

    /// Counts a position that is about to be expanded; `held` tells the positions and bytes held.
    #[inline]
    pub(crate) fn expand(&mut self, held: impl FnOnce() -> (usize, usize)) -> Result<(), Limit> {
        if self.stats.nodes >= self.budget.nodes {
            return Err(Limit::Nodes);
        }
        self.stats.nodes += 1;
        if self.stats.nodes.is_multiple_of(TICK) {
            self.hold(held());
            if let ControlFlow::Break(stop) = self.watch.tick(&self.stats) {
                return Err(stop.into());
            }
        }
        Ok(())
    }

    /// What the search has spent, at its end.
    pub(crate) fn end(mut self, held: (usize, usize)) -> Stats {
        self.hold(held);
        self.stats
    }

    fn hold(&mut self, (stored, memory): (usize, usize)) {
        self.stats.stored = stored as u64;
        self.stats.memory = self.stats.memory.max(memory);
    }
}
