//! The tables of solvable positions in the user's cache folder, and the progress of making them.

use std::ops::ControlFlow;

use directories::ProjectDirs;
use indicatif::{ProgressBar, ProgressStyle};
use search::{Deadline, Run, Stats, Stop, Watch};
use session::PegTables;

use crate::interrupt;
use crate::limits::LimitArgs;

/// The tables of this user.
pub(crate) fn tables() -> PegTables {
    PegTables::new(ProjectDirs::from("", "", "tapis").map(|folders| folders.cache_dir().join("peg")))
}

/// Works on tables of a board with this number of holes: with a progress bar, within the limits and until Ctrl-C.
pub(crate) fn watched<T>(holes: usize, limits: &LimitArgs, work: impl FnOnce(&mut Run<'_>) -> T) -> T {
    let mut watch = Progress::new(holes, limits);
    work(&mut Run::new(limits.budget(), &mut watch).with_threads(limits.threads()))
}

/// A progress bar over the levels of the board; keeps the time limit and listens for Ctrl-C.
struct Progress {
    bar: ProgressBar,
    holes: usize,
    deadline: Deadline,
}

impl Progress {
    fn new(holes: usize, limits: &LimitArgs) -> Self {
        interrupt::listen();
        let bar = ProgressBar::new(holes as u64);
        let style = ProgressStyle::with_template("solvable positions {wide_bar} {percent}% {elapsed}");
        bar.set_style(style.expect("the template is well formed"));
        Self { bar, holes, deadline: limits.time.map_or(Deadline::NEVER, Deadline::after) }
    }
}

impl Watch for Progress {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<Stop> {
        self.bar.set_position((self.holes as u64).saturating_sub(u64::from(stats.depth)));
        if interrupt::asked() { ControlFlow::Break(Stop::Cancelled) } else { self.deadline.tick(stats) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
