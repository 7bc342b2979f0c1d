//! Where levels are made: threads, limits and the watcher.

use search::{Limit, Run};

use crate::solve::count::CountError;
use crate::solve::progress::note_level;

use super::layout::Packed;
use super::level::{Level, Plan};
use super::packing::Frame;
use super::slices::{Share, shares};
use super::step::{Direction, Onto, Step};

/// Makes levels of one class of a board, within limits.
pub(crate) struct Stage<'a, 'w> {
    pub(crate) frame: &'a Frame,
    pub(crate) class: usize,
    pub(crate) run: &'a mut Run<'w>,
    /// Bytes held, or asked for in vain.
    held: usize,
}

impl<'a, 'w> Stage<'a, 'w> {
    pub(crate) fn new(frame: &'a Frame, class: usize, run: &'a mut Run<'w>) -> Self {
        Self { frame, class, run, held: 0 }
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
        self.held = bytes + self.frame.bytes();
        self.run.hold(self.held)
    }

    /// The same for what comes on top.
    pub(crate) fn hold_more(&mut self, bytes: usize) -> Result<(), Limit> {
        self.held += bytes;
        self.run.hold(self.held)
    }

    /// How many positions of a level allow no jump.
    pub(crate) fn stuck(&mut self, level: &Level) -> Result<u64, Limit> {
        let frame = self.frame;
        // A jump among high holes is open to all positions of a segment.
        let plain: Vec<_> =
            frame.leaps.iter().filter(|leap| leap.low == 0).map(|leap| (leap.high, leap.high_pegs)).collect();
        let open = |high: u32| plain.iter().any(|&(holes, pegs)| high & holes == pegs);
        let runs =
            (0..level.fill.len()).step_by(SHARE).map(|first| first..level.fill.len().min(first + SHARE));
        let stuck = self.run.share_out(runs.collect(), |run, _| {
            let mut free = Vec::new();
            let closed = level.segments(frame, run).filter(|segment| !open(segment.0));
            closed.map(|segment| level.stuck(frame, segment, &mut free)).sum::<u64>()
        })?;
        Ok(stuck.into_iter().sum())
    }

    /// What to say of a limit that was met.
    pub(crate) fn why(&self, limit: Limit) -> CountError {
        match limit {
            Limit::Memory => CountError::Memory { needed: self.held },
            limit => CountError::Limit(limit),
        }
    }

    /// All positions one jump from those of `from`.
    pub(crate) fn step(&mut self, from: &Level, direction: Direction) -> Result<Level, Limit> {
        let mut level = Level::empty(self.frame, direction.pegs(from.plan.pegs), self.class);
        self.work(Step { frame: self.frame, from, direction, onto: Onto::Nothing }, &mut level)?;
        Ok(level)
    }

    /// The same in the room of a level that is done with, which must be large enough.
    pub(crate) fn step_over(
        &mut self,
        done: Level,
        from: &Level,
        direction: Direction,
    ) -> Result<Level, Limit> {
        let mut level = done.remains(self.frame, direction.pegs(from.plan.pegs), self.class);
        self.work(Step { frame: self.frame, from, direction, onto: Onto::Remains }, &mut level)?;
        Ok(level)
    }

    /// All positions of a level with pegs and holes exchanged.
    pub(crate) fn exchanged(&mut self, level: &Level) -> Result<Level, Limit> {
        let frame = self.frame;
        let class = level.plan.class ^ frame.class((1 << frame.holes()) - 1);
        let mut exchanged = Level::empty(frame, frame.holes() as u32 - level.plan.pegs, class);
        self.change(&mut exchanged, |plan, share| level.exchange(frame, plan, share))?;
        Ok(exchanged)
    }

    /// Keeps of a level what is one jump from a position of `from`.
    pub(crate) fn narrow(
        &mut self,
        level: &mut Level,
        from: &Level,
        direction: Direction,
    ) -> Result<(), Limit> {
        self.work(Step { frame: self.frame, from, direction, onto: Onto::Positions }, level)
    }

    fn work(&mut self, step: Step<'_>, level: &mut Level) -> Result<(), Limit> {
        self.change(level, |plan, share| step.fill(plan, share))?;
        let depth = self.frame.holes() as u32 - level.plan.pegs;
        note_level(self.run, level.count(), level.count(), depth)
    }

    /// Lets the threads change a level, a share at a time.
    pub(crate) fn change(
        &mut self,
        level: &mut Level,
        work: impl Fn(&Plan, Share<'_>) + Sync,
    ) -> Result<(), Limit> {
        let Level { plan, words, fill } = level;
        let shares = shares(self.frame, plan, words, fill, SHARE);
        self.run.share_out(shares, |share, _| work(plan, share)).map(drop)
    }
}

/// Segments that a thread takes at a time: few enough that all threads end together.
const SHARE: usize = 64;

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use search::{Budget, Unwatched};

    use super::*;
    use crate::builtin::named;

    #[test]
    fn a_panic_in_a_worker_is_a_panic_of_the_caller_with_its_message() {
        let board = named("english").unwrap();
        let frame = Frame::new(&board).unwrap();
        let start = frame.pack(board.full().without(board.customary_vacancy()));
        for threads in [1, 3] {
            let mut watch = Unwatched;
            let mut run = Run::new(Budget::default(), &mut watch).with_threads(threads);
            let mut stage = Stage::new(&frame, frame.class(start), &mut run);
            let mut level = stage.level(16, &[]);
            let work = |_: &Plan, share: Share<'_>| assert!(share.first == 0, "share {} is bad", share.first);
            let ended = catch_unwind(AssertUnwindSafe(|| stage.change(&mut level, work)));
            let panic = ended.unwrap_err();
            let message = panic.downcast_ref::<String>().map_or("", String::as_str);
            assert!(message.starts_with("share ") && message.ends_with(" is bad"), "{message}");
        }
    }
}
