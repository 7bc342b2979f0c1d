//! Positions: the holes that hold pegs.

use crate::board::Jump;
use crate::hole::Hole;

/// The pegs on a board, one bit per hole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(u128);

impl Position {
    /// No peg at all.
    pub const EMPTY: Self = Self(0);

    /// The position with pegs where the bits are set; hole 0 is the lowest bit.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// One bit per hole; hole 0 is the lowest.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// A single peg.
    pub fn single(hole: Hole) -> Self {
        Self(1 << hole.index())
    }

    /// The number of pegs.
    pub fn pegs(self) -> u32 {
        self.0.count_ones()
    }

    /// Is there a peg in this hole?
    pub fn has(self, hole: Hole) -> bool {
        self.0 >> hole.index() & 1 == 1
    }

    /// This position with a peg in this hole.
    #[must_use]
    pub fn with(self, hole: Hole) -> Self {
        Self(self.0 | 1 << hole.index())
    }

    /// This position without a peg in this hole.
    #[must_use]
    pub fn without(self, hole: Hole) -> Self {
        Self(self.0 & !(1 << hole.index()))
    }

    /// The holes that hold pegs, in ascending order.
    pub fn holes(self) -> impl Iterator<Item = Hole> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let hole = Hole::new(bits.trailing_zeros() as usize);
                bits &= bits - 1;
                hole
            })
        })
    }

    /// Does an odd number of pegs stand in these holes?
    pub fn is_odd_in(self, holes: Self) -> bool {
        (self.0 & holes.0).count_ones() % 2 == 1
    }

    /// Can this jump be made?
    pub fn allows(self, jump: Jump) -> bool {
        self.0 & jump.holes().0 == jump.pegs().0
    }

    /// The position after a jump, if it can be made.
    pub fn try_play(self, jump: Jump) -> Option<Self> {
        self.allows(jump).then(|| self.play(jump))
    }

    /// The position after a jump that can be made. Playing it again takes it back.
    #[must_use]
    pub fn play(self, jump: Jump) -> Self {
        Self(self.0 ^ jump.holes().0)
    }
}
