//! Who looks at a running search, and may stop it.

use std::ops::ControlFlow;

/// Where a running search stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions expanded so far.
    pub nodes: u64,
    /// Positions held in tables.
    pub stored: u64,
    /// Bytes held in tables, queues and arenas.
    pub memory: usize,
    /// Moves from the start to the position at hand.
    pub depth: u32,
    /// The best score seen, in the search's own measure; higher is nearer to the goal.
    pub best: u32,
}

/// Looks at a search every few thousand nodes. The clock, the progress line and Ctrl-C live in
/// implementations of this trait, outside the game crates.
pub trait Watch {
    /// Sees the search at work; [`ControlFlow::Break`] stops it with
    /// [`Limit::Stopped`](crate::Limit::Stopped).
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()>;
}

/// Lets a search run to its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn tick(&mut self, _: &Stats) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Stats) -> ControlFlow<()>> Watch for F {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self(stats)
    }
}
