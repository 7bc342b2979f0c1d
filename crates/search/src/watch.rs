//! Who looks at a running search, and may stop it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::outcome::Limit;

/// Where a running search stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions expanded so far.
    pub nodes: u64,
    /// Positions held in tables.
    pub stored: u64,
    /// Bytes held in tables, queues and arenas: the most there were at once.
    pub memory: usize,
    /// Did a part of the search end because it would have held more than it may?
    pub memory_reached: bool,
    /// Moves from the start to the position at hand.
    pub depth: u32,
    /// The best score seen, in the search's own measure; higher is nearer to the goal.
    pub best: u32,
}

/// Why a watcher stops a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The deadline has passed.
    Time,
    /// Somebody asked for it.
    Cancelled,
}

impl From<Stop> for Limit {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Time => Self::Time,
            Stop::Cancelled => Self::Cancelled,
        }
    }
}

/// Looks at a search every few thousand nodes. The clock, progress and Ctrl-C live in implementations of this
/// trait, outside the game crates.
pub trait Watch {
    /// Sees the search at work; [`ControlFlow::Break`] stops it.
    fn tick(&mut self, stats: &Stats) -> ControlFlow<Stop>;
}

/// Lets a search run to its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn tick(&mut self, _: &Stats) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Stats) -> ControlFlow<Stop>> Watch for F {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<Stop> {
        self(stats)
    }
}

/// Stops a search when its time is over.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    at: Option<Instant>,
}

impl Deadline {
    /// A deadline this far ahead; one beyond the end of time is none.
    pub fn after(time: Duration) -> Self {
        Self { at: Instant::now().checked_add(time) }
    }

    /// No deadline.
    pub const NEVER: Self = Self { at: None };

    /// Has it passed?
    pub fn has_passed(self) -> bool {
        self.at.is_some_and(|at| Instant::now() >= at)
    }
}

impl Watch for Deadline {
    fn tick(&mut self, _: &Stats) -> ControlFlow<Stop> {
        if self.has_passed() { ControlFlow::Break(Stop::Time) } else { ControlFlow::Continue(()) }
    }
}

/// Stops searches from elsewhere: clones share one switch, which stays on once it is on.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks every search that holds a clone to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Was it asked?
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Watch for Cancel {
    fn tick(&mut self, _: &Stats) -> ControlFlow<Stop> {
        if self.is_cancelled() { ControlFlow::Break(Stop::Cancelled) } else { ControlFlow::Continue(()) }
    }
}

/// Two watchers: the first one to stop the search stops it.
impl<A: Watch, B: Watch> Watch for (A, B) {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<Stop> {
        self.0.tick(stats)?;
        self.1.tick(stats)
    }
}
