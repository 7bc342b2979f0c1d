//! The tables of solvable positions in the user's cache folder, and the progress of making them.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

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

/// A table that is being written changes all the time; one that stays as it is for this long has no writer any more.
const YOUNG: Duration = Duration::from_secs(60);

/// Removes the tables that killed programs left half written. What cannot be removed stays: it harms nobody.
pub(crate) fn remove_leftovers(tables: &PegTables) {
    let Some(files) = tables.folder().and_then(|folder| fs::read_dir(folder).ok()) else { return };
    for path in files.filter_map(|file| Some(file.ok()?.path())) {
        let changed = fs::metadata(&path).and_then(|about| about.modified());
        let is_old = changed.is_ok_and(|at| at.elapsed().is_ok_and(|age| age >= YOUNG));
        if is_old && is_half_written(&path) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Has a file the name under which a table is written: `.tmp` and six letters or digits?
fn is_half_written(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let random = name.strip_prefix(".tmp").unwrap_or_default();
    random.len() == 6 && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
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
