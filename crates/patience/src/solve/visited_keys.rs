//! The keys of the states that a guided search has met.

use crate::solve::lossy_set::LossySet;
use crate::solve::zobrist_set::ZobristSet;

/// The visited set of a guided search, as exact as the search needs it.
///
/// A search that hopes to win asks late: few entries of its frontier ever have their turn, so a state may be there many
/// times. A search that may have to expand everything asks early: each state is met about five times, and only the first
/// time does it enter the frontier.
#[derive(Debug, Default)]
pub(crate) struct VisitedKeys {
    is_exact: bool,
    exact: ZobristSet,
    lossy: LossySet,
}

impl VisitedKeys {
    /// Forgets all keys.
    pub(crate) fn start(&mut self, is_exact: bool) {
        self.is_exact = is_exact;
        self.exact.clear();
        self.lossy.clear();
    }

    /// Adds the key of the first state.
    pub(crate) fn add(&mut self, key: u128) {
        if self.is_exact {
            self.exact.make_room(1);
            self.exact.insert(key);
        } else {
            self.lossy.insert(key as u64);
        }
    }

    /// Is a state new, as far as is asked before it enters the frontier? Adds its key.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    pub(crate) fn is_new_when_listed(&mut self, key: impl FnOnce() -> u128) -> bool {
        if !self.is_exact {
            return true;
        }
        self.exact.make_room(1);
        self.exact.insert(key())
    }

    /// Is a state new, as far as is asked when its turn comes? Adds its key.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    pub(crate) fn is_new_when_entered(&mut self, key: impl FnOnce() -> u128) -> bool {
        self.is_exact || self.lossy.insert(key() as u64)
    }

    /// How many keys are held.
    pub(crate) fn len(&self) -> usize {
        self.exact.len() + self.lossy.len()
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.exact.bytes() + self.lossy.bytes()
    }

    /// Bytes needed in addition, for a while, if `more` states are entered that have up to `children` each.
    pub(crate) fn bytes_more(&self, more: usize, children: usize) -> usize {
        if self.is_exact {
            self.exact.bytes_with(more * children).1 - self.exact.bytes()
        } else {
            self.lossy.bytes_more(more)
        }
    }
}
