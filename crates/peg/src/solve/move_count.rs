//! What is known of a position on the way with the fewest moves.

/// A number of moves, and the holes that serve a best way of so many moves. One word, so that it is fetched at
/// once: the moves in the highest byte, a bit for each hole below.
///
/// Towards the goal: the fewest moves from the position, and the holes from which a best way can start. A peg that
/// has just landed on such a hole goes on in the same move, which saves one; it can never save more.
///
/// From the start: the fewest moves to the position, and the holes on which the last peg can have landed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveCount(u64);

/// The most holes there is room for.
pub(crate) const MOST_HOLES: usize = 56;

impl MoveCount {
    /// Nothing to be done, or nothing done yet.
    pub(crate) const ZERO: Self = Self(0);
    pub(crate) const UNKNOWN: Self = Self(u64::MAX << MOST_HOLES);

    /// A way of so many moves that these holes serve.
    pub(crate) fn new(moves: u64, holes: u64) -> Self {
        Self(moves << MOST_HOLES | holes)
    }

    pub(crate) fn moves(self) -> u64 {
        self.0 >> MOST_HOLES
    }

    /// Does this hole serve a best way?
    pub(crate) fn is_best_hole(self, hole: u32) -> bool {
        self.0 >> hole & 1 == 1
    }

    /// The fewest moves to the goal when the peg on this hole may go on in the same move.
    pub(crate) fn moves_if_landed(self, hole: u32) -> u64 {
        self.moves() - u64::from(self.is_best_hole(hole))
    }

    /// The fewest moves when one more jump is made from this hole, by a peg that may have landed there last.
    pub(crate) fn moves_after_jump_from(self, hole: u32) -> u64 {
        self.moves() + u64::from(!self.is_best_hole(hole))
    }

    /// Learns of another way.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn merge(&mut self, other: Self) {
        if other.moves() < self.moves() {
            *self = other;
        } else if other.moves() == self.moves() {
            self.0 |= other.0;
        }
    }
}
