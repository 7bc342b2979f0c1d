//! A run as a watcher, for searches that take budget and watcher apart.

use std::ops::ControlFlow;

use search::{Limit, Run, Stats, Stop, Watch};

/// Watches a search on behalf of a run.
pub(crate) fn watch_of<'r>(run: &'r mut Run<'_>) -> impl Watch + 'r {
    move |stats: &Stats| {
        *run.stats_mut() = *stats;
        match run.ask() {
            Ok(()) => ControlFlow::Continue(()),
            Err(Limit::Time) => ControlFlow::Break(Stop::Time),
            Err(_) => ControlFlow::Break(Stop::Cancelled),
        }
    }
}
