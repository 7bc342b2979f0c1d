//! One search at work: what it may spend, what it has spent, who watches it.

use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::outcome::Limit;
use crate::watch::{Stats, Watch};

/// How many nodes lie between two looks of the watcher.
const BETWEEN_LOOKS: u64 = 4096;

/// A search at work. It is passed down to whatever spends nodes, memory or time, and says when to stop.
///
/// ```
/// use search::{Budget, Limit, Run, Unwatched};
///
/// let mut watch = Unwatched;
/// let mut run = Run::new(Budget::default().with_nodes(2), &mut watch);
/// assert_eq!(run.expand(|| (0, 0)), Ok(()));
/// assert_eq!(run.expand(|| (0, 0)), Ok(()));
/// assert_eq!(run.expand(|| (0, 0)), Err(Limit::Nodes));
/// ```
pub struct Run<'w> {
    budget: Budget,
    threads: usize,
    stats: Stats,
    watch: &'w mut dyn Watch,
}

impl<'w> Run<'w> {
    /// A search on one thread that has spent nothing yet.
    pub fn new(budget: Budget, watch: &'w mut dyn Watch) -> Self {
        Self { budget, threads: 1, stats: Stats::default(), watch }
    }

    /// The search on up to this many threads; its answer does not depend on them.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// How many threads it may use.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The most it may spend in all.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Where it stands.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Where it stands, to note depth and best score.
    pub fn stats_mut(&mut self) -> &mut Stats {
        &mut self.stats
    }

    /// Nodes that it may still expand.
    pub fn nodes_left(&self) -> u64 {
        self.budget.nodes.saturating_sub(self.stats.nodes)
    }

    /// Counts a node that is about to be expanded; `held` says the positions and bytes held. The watcher is
    /// asked every few thousand nodes.
    #[inline]
    pub fn expand(&mut self, held: impl FnOnce() -> (usize, usize)) -> Result<(), Limit> {
        if self.stats.nodes >= self.budget.nodes {
            return Err(Limit::Nodes);
        }
        self.stats.nodes += 1;
        if self.stats.nodes.is_multiple_of(BETWEEN_LOOKS) {
            let (stored, memory) = held();
            self.note_held(stored, memory);
            self.ask()?;
        }
        Ok(())
    }

    /// Counts many nodes at once and asks the watcher.
    pub fn spend(&mut self, nodes: u64) -> Result<(), Limit> {
        let left = self.nodes_left();
        self.stats.nodes += nodes.min(left);
        if nodes > left { Err(Limit::Nodes) } else { self.ask() }
    }

    /// Notes the positions and bytes held.
    pub fn note_held(&mut self, stored: usize, memory: usize) {
        self.stats.stored = stored as u64;
        self.stats.memory = self.stats.memory.max(memory);
    }

    /// Refuses to hold more bytes than the budget allows.
    pub fn hold(&mut self, memory: usize) -> Result<(), Limit> {
        self.may_hold(memory)?;
        self.stats.memory = self.stats.memory.max(memory);
        Ok(())
    }

    /// Refuses to hold more bytes than the budget allows, where what is held is noted elsewhere.
    pub fn may_hold(&mut self, memory: usize) -> Result<(), Limit> {
        if memory > self.budget.memory { Err(self.no_room()) } else { Ok(()) }
    }

    /// Notes that there is no room for what a search would have to hold.
    pub fn no_room(&mut self) -> Limit {
        self.stats.memory_reached = true;
        Limit::Memory
    }

    /// Asks the watcher whether to go on.
    pub fn ask(&mut self) -> Result<(), Limit> {
        match self.watch.tick(&self.stats) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(stop) => Err(stop.into()),
        }
    }

    /// Does a part of the search within a budget of its own, cut to what is left. The watcher sees it as a part of
    /// the whole, and what it spends is spent.
    pub fn part<T>(&mut self, budget: Budget, work: impl FnOnce(&mut Run<'_>) -> T) -> T {
        let cut = Budget {
            nodes: budget.nodes.min(self.nodes_left()),
            memory: budget.memory.min(self.budget.memory),
        };
        self.separately(cut, work)
    }

    /// Does a search of its own within a budget of its own. The watcher sees it as a part of this one.
    pub fn separately<T>(&mut self, budget: Budget, work: impl FnOnce(&mut Run<'_>) -> T) -> T {
        let before = self.stats;
        let watch = &mut *self.watch;
        let mut whole = |own: &Stats| watch.tick(&before.with_part(own));
        let mut own = Run { budget, threads: self.threads, stats: Stats::default(), watch: &mut whole };
        let done = work(&mut own);
        let spent = own.stats;
        self.stats = before.with_part(&spent);
        done
    }

    /// Where it stands, and its watcher.
    pub(crate) fn watched(&mut self) -> (&Stats, &mut dyn Watch) {
        (&self.stats, &mut *self.watch)
    }
}

impl Stats {
    /// Where a search stands after one more part of it.
    #[must_use]
    pub fn with_part(&self, part: &Self) -> Self {
        Self {
            nodes: self.nodes.saturating_add(part.nodes),
            stored: part.stored,
            memory: self.memory.max(part.memory),
            memory_reached: self.memory_reached | part.memory_reached,
            depth: part.depth,
            best: self.best.max(part.best),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::{Cancel, Stop, Unwatched};

    #[test]
    fn a_part_is_paid_from_the_whole() {
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::default().with_nodes(10), &mut watch);
        let in_part = run.part(Budget::UNLIMITED.with_nodes(4), |part| {
            while part.expand(|| (0, 0)).is_ok() {}
            part.stats().nodes
        });
        assert_eq!((in_part, run.stats().nodes, run.nodes_left()), (4, 4, 6));
        let rest = run.part(Budget::UNLIMITED, |part| part.budget());
        assert_eq!(rest, Budget::default().with_nodes(6));
    }

    #[test]
    fn the_watcher_sees_the_whole_and_stops_the_part() {
        let mut seen = Vec::new();
        let mut watch = |stats: &Stats| {
            seen.push(stats.nodes);
            if stats.nodes > 10_000 { ControlFlow::Break(Stop::Time) } else { ControlFlow::Continue(()) }
        };
        let mut run = Run::new(Budget::default(), &mut watch);
        run.spend(5000).unwrap();
        let ended = run.part(Budget::default(), |part| {
            loop {
                if let Err(limit) = part.expand(|| (1, 1)) {
                    return limit;
                }
            }
        });
        assert_eq!(ended, Limit::Time);
        assert_eq!(seen, [5000, 9096, 13_192]);
    }

    #[test]
    fn a_cancelled_search_says_so() {
        let mut cancel = Cancel::default();
        cancel.clone().cancel();
        assert_eq!(Run::new(Budget::default(), &mut cancel).ask(), Err(Limit::Cancelled));
    }

    #[test]
    fn what_does_not_fit_is_not_held() {
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::default().with_memory(100), &mut watch);
        assert_eq!((run.hold(100), run.hold(101), run.stats().memory), (Ok(()), Err(Limit::Memory), 100));
    }
}
