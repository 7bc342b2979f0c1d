//! Where levels are made: threads, limits and the watcher.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use search::{Budget, Limit, Stats, Watch};

use super::fold::Fold;
use super::frame::{Frame, Packed};
use super::kernel;
use super::level::Level;
use super::step::{self, Direction, Step};

/// Makes levels of one class of a board, within limits.
pub(crate) struct Stage<'a> {
    pub(crate) frame: &'a Frame,
    pub(crate) class: usize,
    pub(crate) threads: usize,
    budget: Budget,
    stats: Stats,
    watch: &'a mut dyn Watch,
}

impl<'a> Stage<'a> {
    pub(crate) fn new(
        frame: &'a Frame,
        class: usize,
        threads: usize,
        budget: Budget,
        watch: &'a mut dyn Watch,
    ) -> Self {
        Self { frame, class, threads: threads.max(1), budget, stats: Stats::default(), watch }
    }

    /// The level of these positions.
    pub(crate) fn level(&self, pegs: u32, positions: &[Packed]) -> Level {
        Level::of(self.frame, pegs, self.class, positions)
    }

    /// What the levels with so many pegs would take together.
    pub(crate) fn bytes(&self, pegs: impl Iterator<Item = u32>) -> usize {
        pegs.map(|pegs| Level::bytes(self.frame, pegs, self.class)).sum()
    }

    /// Refuses work that would hold more than the budget allows.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Limit> {
        self.stats.memory = bytes + self.frame.bytes();
        if self.stats.memory > self.budget.memory { Err(Limit::Memory) } else { Ok(()) }
    }

    /// The same for what comes on top.
    pub(crate) fn hold_more(&mut self, bytes: usize) -> Result<(), Limit> {
        let held = self.stats.memory - self.frame.bytes();
        self.hold(held + bytes)
    }

    /// All positions one jump from those of `from`.
    pub(crate) fn step(
        &mut self,
        from: &Level,
        direction: Direction,
        within: Option<&Level>,
    ) -> Result<Level, Limit> {
        let mut level = Level::empty(self.frame, direction.pegs(from.plan.pegs), self.class);
        let step = Step { frame: self.frame, from, direction, within };
        let Level { plan, words, fill } = &mut level;
        let shares = step::shares(self.frame, plan, words, fill, SHARE);
        self.share_out(shares, |share| {
            let mut queue = kernel::queue();
            step.fill(plan, share, &mut queue);
        })?;
        self.seen(level.count(), self.frame.holes() as u32 - level.plan.pegs)?;
        Ok(level)
    }

    /// The same for few positions that stand for all their images: what stands for those one jump away, of `within`.
    pub(crate) fn step_singly(
        &mut self,
        from: &Level,
        fold: &Fold,
        direction: Direction,
        within: &Level,
    ) -> Result<Level, Limit> {
        let frame = self.frame;
        let found = Mutex::new(Level::empty(frame, within.plan.pegs, self.class));
        let step = Step { frame, from, direction, within: Some(within) };
        let segments: Vec<_> = from.segments(frame).collect();
        self.share_out(segments.chunks(SHARE).collect(), |run| {
            let mut own = Vec::new();
            for &(high, _, words) in run {
                step.singly(fold, high, words, &mut own);
            }
            let mut found = found.lock().expect("no holder panics");
            for packed in own {
                found.insert(frame, packed);
            }
        })?;
        let level = found.into_inner().expect("no holder panics");
        self.seen(level.count(), frame.holes() as u32 - level.plan.pegs)?;
        Ok(level)
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
            ControlFlow::Break(()) => Err(Limit::Stopped),
            ControlFlow::Continue(()) => Ok(()),
        }
    }
}

/// Segments that a thread takes at a time: about a millisecond's work.
const SHARE: usize = 256;
