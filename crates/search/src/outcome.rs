//! How a search ends.

use std::fmt;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<S, P = ()> {
    /// The goal can be reached, and how.
    Solved(S),
    /// It cannot, and why: the search was exhaustive and every pruning step sound, or there is an argument.
    Unsolvable(P),
    /// Not decided, and which limit ended the search.
    GaveUp(Limit),
}

impl<S, P> Outcome<S, P> {
    /// The outcome with its solution turned into something else.
    pub fn map<T>(self, solution: impl FnOnce(S) -> T) -> Outcome<T, P> {
        match self {
            Self::Solved(found) => Outcome::Solved(solution(found)),
            Self::Unsolvable(why) => Outcome::Unsolvable(why),
            Self::GaveUp(limit) => Outcome::GaveUp(limit),
        }
    }

    /// Which limit ended the search, if it gave up.
    pub fn limit(&self) -> Option<Limit> {
        if let Self::GaveUp(limit) = self { Some(*limit) } else { None }
    }
}

/// Which limit ended a search without a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The node budget is spent.
    Nodes,
    /// The memory budget is spent.
    Memory,
    /// The deadline has passed.
    Time,
    /// Somebody asked it to stop.
    Cancelled,
    /// Everything kept was searched, but something was left out without proof.
    Incomplete,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "node limit reached",
            Self::Memory => "memory limit reached",
            Self::Time => "time limit reached",
            Self::Cancelled => "cancelled",
            Self::Incomplete => "the search was not exhaustive",
        })
    }
}
