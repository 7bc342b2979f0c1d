//! Where the rows of a survey go, when it stops, and how it answers.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use search::Deadline;

use crate::limits::{parse_duration, parse_threads, threads};

/// The options of every command that makes a dataset.
#[derive(clap::Args)]
pub(crate) struct MakeArgs {
    /// The folder of the dataset
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Stop after this long: 30, 30s, 5m, 2h; the same command goes on
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZero<usize>>,
    /// The result as a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl MakeArgs {
    /// When the survey stops.
    pub(crate) fn deadline(&self) -> Deadline {
        self.time.map_or(Deadline::NEVER, Deadline::after)
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        threads(self.threads)
    }
}
