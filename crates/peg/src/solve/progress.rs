//! Progress of searches that go level by level, as a watcher sees it.

use search::{Limit, Run};

/// Records a level of the game (positions looked at, positions held, jumps made) and asks the watcher.
pub(crate) fn note_level(run: &mut Run<'_>, positions: u64, stored: u64, depth: u32) -> Result<(), Limit> {
    let stats = run.stats_mut();
    stats.stored = stored;
    stats.depth = depth;
    stats.best = stats.best.max(depth);
    run.spend(positions)
}

/// Asks the watcher now and then, for loops whose steps are too short to ask at each.
#[derive(Default)]
pub(crate) struct Ticker {
    steps: u32,
}

impl Ticker {
    /// The number of steps between two looks of the watcher.
    pub(crate) const STEPS: u32 = 1 << 12;

    /// Counts a step.
    #[inline]
    pub(crate) fn step(&mut self, run: &mut Run<'_>) -> Result<(), Limit> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(Self::STEPS) { run.ask() } else { Ok(()) }
    }
}
