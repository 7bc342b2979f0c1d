//! The fewest moves to or from a position, and the holes that matter for them.

use crate::hole::Hole;
use crate::position::Position;

/// A number of moves, and the best holes: those of lines with this number of moves. All in one word, so that it is
/// fetched at once: the moves in the highest byte, a bit for each hole below.
///
/// Towards the goal it is the fewest moves from a position, with the holes from which a best line can start. A peg that
/// has just landed on such a hole continues in the same move, which saves one; it can never save more.
///
/// From the start it is the fewest moves to a position, with the holes on which the last peg of a best line can have
/// landed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveCount(u64);

/// The most holes of a board: the bits that the moves leave.
pub(crate) const MOST_HOLES: usize = 56;

impl MoveCount {
    /// No move: the position is the goal, or the start.
    pub(crate) const ZERO: Self = Self(0);
    /// More moves than any line has.
    pub(crate) const UNKNOWN: Self = Self(u64::MAX << MOST_HOLES);

    /// This number of moves, with these best holes.
    pub(crate) fn new(moves: u64, holes: u64) -> Self {
        Self(moves << MOST_HOLES | holes)
    }

    pub(crate) fn moves(self) -> u64 {
        self.0 >> MOST_HOLES
    }

    /// Is this one of the best holes?
    pub(crate) fn is_best_hole(self, hole: u32) -> bool {
        self.0 >> hole & 1 == 1
    }

    /// The fewest moves to the goal when the peg on this hole has just landed, and may continue its move.
    pub(crate) fn moves_if_landed(self, hole: u32) -> u64 {
        self.moves() - u64::from(self.is_best_hole(hole))
    }

    /// The fewest moves from the start with one more jump, from this hole.
    pub(crate) fn moves_after_jump_from(self, hole: u32) -> u64 {
        self.moves() + u64::from(!self.is_best_hole(hole))
    }

    /// Takes the better of two, and of equal ones the best holes of both.
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

/// A [`MoveCount`] on a board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WideMoveCount {
    pub(crate) moves: u32,
    pub(crate) holes: Position,
}

impl WideMoveCount {
    /// No move: the position is the goal, or the start.
    pub(crate) const ZERO: Self = Self { moves: 0, holes: Position::EMPTY };

    /// The fewest moves to the goal when the peg on this hole has just landed, and may continue its move.
    pub(crate) fn moves_if_landed(self, hole: Hole) -> u32 {
        self.moves - u32::from(self.holes.has(hole))
    }

    /// The fewest moves from the start with one more jump, from this hole.
    pub(crate) fn moves_after_jump_from(self, hole: Hole) -> u32 {
        self.moves + u32::from(!self.holes.has(hole))
    }

    /// Takes the better of two, and of equal ones the best holes of both.
    pub(crate) fn merge(&mut self, other: Self) {
        if other.moves < self.moves {
            *self = other;
        } else if other.moves == self.moves {
            self.holes = Position::from_bits(self.holes.bits() | other.holes.bits());
        }
    }
}
