//! How much a search may spend.

/// The most a search may spend. Time is not here: a [`Watch`](crate::Watch) owns the clock, so that
/// the same input and the same budget give the same answer on any machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions expanded, at most.
    pub nodes: u64,
    /// Bytes held in tables, queues and arenas, at most.
    pub memory: usize,
}

impl Budget {
    /// No bound but the machine's.
    pub const UNLIMITED: Self = Self { nodes: u64::MAX, memory: usize::MAX };

    /// The budget with at most `nodes` positions.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// The budget with at most `memory` bytes.
    #[must_use]
    pub const fn with_memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }
}

impl Default for Budget {
    /// No node limit, one gibibyte.
    fn default() -> Self {
        Self::UNLIMITED.with_memory(1 << 30)
    }
}
