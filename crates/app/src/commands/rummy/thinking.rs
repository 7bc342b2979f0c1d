//! How long a machine may think.

use std::time::Duration;

use search::Budget;

use crate::limits::{LimitArgs, Supervisor, parse_duration};

/// `--nodes` and `--time`.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct ThinkArgs {
    /// Stop a search after this many steps [default: depends on the rules]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Stop a search after this long: 30, 30s, 500ms
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    time: Option<Duration>,
}

impl ThinkArgs {
    /// The budget of a search that usually has this one.
    pub(crate) fn budget(&self, usual: Budget) -> Budget {
        self.nodes.map_or(usual, |nodes| usual.with_nodes(nodes))
    }

    /// These limits among all that a search may have.
    pub(crate) fn limits(&self) -> LimitArgs {
        LimitArgs { nodes: self.nodes, time: self.time, memory: usize::MAX, threads: None }
    }

    /// A watcher that keeps the time limit of one search, shows progress on stderr and listens for Ctrl-C.
    pub(crate) fn supervisor(&self) -> Supervisor {
        self.limits().supervisor()
    }
}
