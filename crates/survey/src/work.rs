//! Work that is a list of items.

use std::ops::RangeInclusive;

use search::{Budget, Limit, Run};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::key::Key;

/// Work that turns each item of a list into a row, whatever the other items are.
pub trait Work: Sync {
    /// The findings about one item.
    type Row: Serialize + DeserializeOwned + Send;
    /// A thread's own things, kept from one item to the next: solvers with their tables.
    type Worker;
    /// Why the work cannot go on.
    type Error: Send;

    /// Everything that can change a row.
    fn key(&self) -> Key;

    /// The things a thread starts with.
    fn worker(&self) -> Self::Worker;

    /// Works on one item within the limits of the run; no row if the run was cancelled.
    fn row(
        &self,
        worker: &mut Self::Worker,
        item: u64,
        run: &mut Run<'_>,
    ) -> Result<Option<Self::Row>, Self::Error>;

    /// Which limit left something open in a row, if one did.
    fn gave_up(row: &Self::Row) -> Option<Limit>;

    /// Can this be a row of this work? A file may hold anything.
    fn is_sound(&self, _: &Self::Row) -> bool {
        true
    }
}

/// The limits of each item. Rows that were given up under smaller limits are tried again under larger ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Nodes; none is without limit.
    pub nodes: Option<u64>,
    /// Bytes, for all threads together; an item that needs more than a thread's share is worked on alone.
    pub memory: u64,
    /// Milliseconds; none is without limit. Rows under such a limit depend on the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
}

impl Limits {
    /// The limits as a budget.
    pub fn budget(self) -> Budget {
        let memory = usize::try_from(self.memory).unwrap_or(usize::MAX);
        Budget { nodes: self.nodes.unwrap_or(u64::MAX), memory }
    }

    /// Which of the limits is smaller than the other one's.
    pub(crate) fn smaller_than(self, other: Self) -> Option<Limit> {
        let of = |limits: Self| {
            let bound = |limit: Option<u64>| limit.unwrap_or(u64::MAX);
            [
                (Limit::Nodes, bound(limits.nodes)),
                (Limit::Memory, limits.memory),
                (Limit::Time, bound(limits.time_ms)),
            ]
        };
        let pairs = of(self).into_iter().zip(of(other));
        pairs.filter(|((_, mine), (_, theirs))| mine < theirs).map(|((limit, _), _)| limit).next()
    }
}

impl From<Budget> for Limits {
    fn from(budget: Budget) -> Self {
        let nodes = (budget.nodes < u64::MAX).then_some(budget.nodes);
        Self { nodes, memory: budget.memory as u64, time_ms: None }
    }
}

/// Which items are wanted, and how they are worked on. None of this changes a row, but for the limits.
#[derive(Clone)]
pub struct Plan<'p> {
    /// The items.
    pub items: RangeInclusive<u64>,
    /// How many threads share them.
    pub threads: usize,
    /// The limits of each item.
    pub limits: Limits,
    /// Is asked often whether to stop all work.
    pub stop: &'p (dyn Fn() -> bool + Sync),
}
