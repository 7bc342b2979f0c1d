//! Work on levels, within limits: threads, memory and the watcher.

use search::{Limit, Run};

use crate::solve::count::CountError;
use crate::solve::progress::note_level;

use super::layout::Packed;
use super::level::{Level, Plan};
use super::packing::Packing;
use super::slices::{LevelSlice, slices};
use super::step::{Direction, Step, Target};

/// Builds and changes levels of one class of a board, within limits.
pub(crate) struct LevelWork<'a, 'w> {
    pub(crate) packing: &'a Packing,
    pub(crate) class: usize,
    pub(crate) run: &'a mut Run<'w>,
    /// Bytes held, or refused by the budget.
    held: usize,
}

impl<'a, 'w> LevelWork<'a, 'w> {
    pub(crate) fn new(packing: &'a Packing, class: usize, run: &'a mut Run<'w>) -> Self {
        Self { packing, class, run, held: 0 }
    }

    /// The level of these positions.
    pub(crate) fn level(&self, pegs: u32, positions: &[Packed]) -> Level {
        Level::of(self.packing, pegs, self.class, positions)
    }

    /// The memory of the levels with these numbers of pegs.
    pub(crate) fn bytes(&self, pegs: impl Iterator<Item = u32>) -> usize {
        pegs.map(|pegs| Level::bytes(self.packing, pegs, self.class)).sum()
    }

    /// Holds this much memory besides that of the packing, unless the budget does not allow it.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Limit> {
        self.held = bytes + self.packing.bytes();
        self.run.hold(self.held)
    }

    /// Holds this much memory on top.
    pub(crate) fn hold_more(&mut self, bytes: usize) -> Result<(), Limit> {
        self.held += bytes;
        self.run.hold(self.held)
    }

    /// The number of positions of a level that allow no jump.
    pub(crate) fn dead_ends(&mut self, level: &Level) -> Result<u64, Limit> {
        let packing = self.packing;
        // All positions of a segment can make a jump among high holes.
        let high_jumps: Vec<_> = packing
            .jumps
            .iter()
            .filter(|jump| jump.low == 0)
            .map(|jump| (jump.high, jump.high_pegs))
            .collect();
        let all_movable = |high: u32| high_jumps.iter().any(|&(holes, pegs)| high & holes == pegs);
        let tasks = (0..level.fill.len())
            .step_by(SEGMENTS_PER_TASK)
            .map(|first| first..level.fill.len().min(first + SEGMENTS_PER_TASK));
        let counts = self.run.share_out(tasks.collect(), |numbers, _| {
            let mut movable = Vec::new();
            let segments = level.segments(packing, numbers).filter(|segment| !all_movable(segment.0));
            segments.map(|segment| level.dead_ends(packing, segment, &mut movable)).sum::<u64>()
        })?;
        Ok(counts.into_iter().sum())
    }

    /// The error for a limit that was reached.
    pub(crate) fn error(&self, limit: Limit) -> CountError {
        match limit {
            Limit::Memory => CountError::Memory { needed: self.held },
            limit => CountError::Limit(limit),
        }
    }

    /// All positions one jump from those of `from`.
    pub(crate) fn step(&mut self, from: &Level, direction: Direction) -> Result<Level, Limit> {
        let mut level = Level::empty(self.packing, direction.pegs(from.plan.pegs), self.class);
        self.apply(Step { packing: self.packing, from, direction, target: Target::Empty }, &mut level)?;
        Ok(level)
    }

    /// All positions one jump from those of `from`, in the memory of a level that is not needed any more, which must be
    /// large enough.
    pub(crate) fn step_into(
        &mut self,
        unused: Level,
        from: &Level,
        direction: Direction,
    ) -> Result<Level, Limit> {
        let mut level = unused.reused(self.packing, direction.pegs(from.plan.pegs), self.class);
        self.apply(Step { packing: self.packing, from, direction, target: Target::Stale }, &mut level)?;
        Ok(level)
    }

    /// The complement of a level: all its positions with pegs and holes exchanged.
    pub(crate) fn complement(&mut self, level: &Level) -> Result<Level, Limit> {
        let packing = self.packing;
        let class = level.plan.class ^ packing.class((1 << packing.holes()) - 1);
        let mut complement = Level::empty(packing, packing.holes() as u32 - level.plan.pegs, class);
        self.change(&mut complement, |plan, slice| level.fill_complement(packing, plan, slice))?;
        Ok(complement)
    }

    /// Keeps the positions of a level that are one jump from a position of `from`.
    pub(crate) fn narrow(
        &mut self,
        level: &mut Level,
        from: &Level,
        direction: Direction,
    ) -> Result<(), Limit> {
        self.apply(Step { packing: self.packing, from, direction, target: Target::Candidates }, level)
    }

    fn apply(&mut self, step: Step<'_>, level: &mut Level) -> Result<(), Limit> {
        self.change(level, |plan, slice| step.fill(plan, slice))?;
        let depth = self.packing.holes() as u32 - level.plan.pegs;
        note_level(self.run, level.count(), level.count(), depth)
    }

    /// Lets the threads change a level, slice by slice.
    pub(crate) fn change(
        &mut self,
        level: &mut Level,
        change: impl Fn(&Plan, LevelSlice<'_>) + Sync,
    ) -> Result<(), Limit> {
        let Level { plan, words, fill } = level;
        let slices = slices(self.packing, plan, words, fill, SEGMENTS_PER_TASK);
        self.run.share_out(slices, |slice, _| change(plan, slice)).map(drop)
    }
}

/// Segments that a thread takes at a time: few enough that all threads finish together.
const SEGMENTS_PER_TASK: usize = 64;

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use search::{Budget, Unwatched};

    use super::*;
    use crate::builtin::named;

    #[test]
    fn a_panic_in_a_worker_is_a_panic_of_the_caller_with_its_message() {
        let board = named("english").unwrap();
        let packing = Packing::unwatched(&board);
        let start = packing.pack(board.full().without(board.customary_vacancy()));
        for threads in [1, 3] {
            let mut watch = Unwatched;
            let mut run = Run::new(Budget::default(), &mut watch).with_threads(threads);
            let mut work = LevelWork::new(&packing, packing.class(start), &mut run);
            let mut level = work.level(16, &[]);
            let check_first =
                |_: &Plan, slice: LevelSlice<'_>| assert!(slice.first == 0, "slice {} is bad", slice.first);
            let ended = catch_unwind(AssertUnwindSafe(|| work.change(&mut level, check_first)));
            let panic = ended.unwrap_err();
            let message = panic.downcast_ref::<String>().map_or("", String::as_str);
            assert!(message.starts_with("slice ") && message.ends_with(" is bad"), "{message}");
        }
    }
}
