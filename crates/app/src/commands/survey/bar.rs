//! The progress of a survey: rate, time left, and the share that can be won so far.

use std::cell::Cell;
use std::fmt;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use survey::{Interval, Surveyed};

const TEMPLATE: &str = "{elapsed} [{wide_bar}] {human_pos}/{human_len} {msg}, {per_sec}, {eta} left";
/// How often the line changes.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// A progress bar on standard error; hidden where that is not a terminal.
pub(crate) struct SurveyBar {
    bar: ProgressBar,
    things: &'static str,
    shown: Cell<Option<Instant>>,
}

impl SurveyBar {
    /// A bar that counts these things, which can be won, or not.
    pub(crate) fn new(things: &'static str) -> Self {
        let style = ProgressStyle::with_template(TEMPLATE).expect("the template is well formed");
        let per_second = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{:.1}/s", state.per_sec());
        };
        let bar = ProgressBar::no_length().with_style(style.with_key("per_sec", per_second));
        Self { bar, things, shown: Cell::new(None) }
    }

    /// Shows how far the work has come, ten times a second at most.
    pub(crate) fn show(&self, surveyed: &Surveyed) {
        if self.shown.get().is_some_and(|at| at.elapsed() < BETWEEN_LOOKS) {
            return;
        }
        self.shown.set(Some(Instant::now()));
        let Surveyed { totals, before, wanted } = surveyed;
        // Rows that were there before say nothing about the speed.
        self.bar.set_length(wanted - before);
        self.bar.set_position(totals.rows - before);
        let earlier = if *before > 0 { format!(" ({before} before)") } else { String::new() };
        let share = if totals.of("solved") > 0 { format!(", {}", winnable(totals)) } else { String::new() };
        self.bar.set_message(format!("{}{earlier}{share}", self.things));
    }
}

impl Drop for SurveyBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The share that can be won, with its interval.
pub(crate) fn winnable(totals: &survey::Totals) -> String {
    let (solved, impossible) = (totals.of("solved"), totals.of("impossible"));
    let Interval { low, high } = Interval::winnable(solved, impossible, totals.rows);
    let share = solved as f64 / totals.rows.max(1) as f64;
    format!("{:.4} % won (95 % interval {:.4} to {:.4} %)", 100.0 * share, 100.0 * low, 100.0 * high)
}
