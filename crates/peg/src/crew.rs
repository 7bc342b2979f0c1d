//! Threads that work together within limits.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use search::{Budget, Limit, Stats, Watch};

use crate::problem::Effort;

/// Threads, what they may spend, and who watches them.
pub(crate) struct Crew<'a> {
    threads: usize,
    budget: Budget,
    stats: Stats,
    watch: &'a mut dyn Watch,
}

impl<'a> Crew<'a> {
    pub(crate) fn new<'b: 'a>(effort: &'a mut Effort<'b>) -> Self {
        let Effort { budget, threads, ref mut watch } = *effort;
        Self { threads: threads.max(1), budget, stats: Stats::default(), watch: &mut **watch }
    }

    /// The same crew for a while: what it has spent is spent.
    pub(crate) fn lend(&mut self) -> Crew<'_> {
        Crew { threads: self.threads, budget: self.budget, stats: self.stats, watch: &mut *self.watch }
    }

    /// Works with only a part of the memory: the whole divided by so much.
    pub(crate) fn with_part<T>(&mut self, divisor: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.budget.memory;
        self.budget.memory /= divisor;
        let done = work(self);
        self.budget.memory = whole;
        done
    }

    /// Refuses work that would hold more than the budget allows.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Limit> {
        self.stats.memory = bytes;
        if bytes > self.budget.memory { Err(Limit::Memory) } else { Ok(()) }
    }

    /// What is held.
    pub(crate) fn held(&self) -> usize {
        self.stats.memory
    }

    /// How many positions were found.
    pub(crate) fn nodes(&self) -> u64 {
        self.stats.nodes
    }

    /// Notes positions that were found.
    pub(crate) fn seen(&mut self, positions: u64, depth: u32) -> Result<(), Limit> {
        self.stats.nodes += positions;
        self.stats.stored = positions;
        self.stats.depth = depth;
        self.stats.best = self.stats.best.max(depth);
        if self.stats.nodes > self.budget.nodes { Err(Limit::Nodes) } else { self.tick() }
    }

    /// Lets the threads take tasks until none is left or the watcher says stop.
    pub(crate) fn share_out<T: Send>(&mut self, tasks: Vec<T>, work: impl Fn(T) + Sync) -> Result<(), Limit> {
        let threads = self.threads.min(tasks.len());
        let tasks = Mutex::new(tasks.into_iter());
        let stop = AtomicBool::new(false);
        let take =
            || tasks.lock().expect("no holder panics").next().filter(|_| !stop.load(Ordering::Relaxed));
        let mut ended = Ok(());
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| {
                    while let Some(task) = take() {
                        work(task);
                    }
                });
            }
            while let Some(task) = take() {
                work(task);
                ended = self.tick();
                if ended.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        ended
    }

    fn tick(&mut self) -> Result<(), Limit> {
        match self.watch.tick(&self.stats) {
            ControlFlow::Break(stop) => Err(stop.into()),
            ControlFlow::Continue(()) => Ok(()),
        }
    }
}
