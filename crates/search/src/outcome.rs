//! How a search ends.

use std::fmt;

/// What a search found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<M> {
    /// A line of moves to the goal, first move first.
    Solved(Vec<M>),
    /// There is none: the search was exhaustive and every pruning step sound.
    Unsolvable,
    /// Not decided, and why.
    GaveUp(Limit),
}

/// Why a search stopped without a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The node budget is spent.
    Nodes,
    /// The memory budget is spent.
    Memory,
    /// The watcher asked to stop.
    Stopped,
    /// Everything kept was searched, but something was left out without proof.
    Pruned,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "node limit reached",
            Self::Memory => "memory limit reached",
            Self::Stopped => "stopped",
            Self::Pruned => "the search was not exhaustive",
        })
    }
}
