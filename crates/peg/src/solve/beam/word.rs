//! The machine words that hold a position while it is searched: one for up to 64 holes, two above.

use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor};

use crate::position::Position;

/// A packed position.
pub(crate) trait Word:
    Copy + Eq + Ord + Hash + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// Packs a position of a board that fits.
    fn pack(position: Position) -> Self;
    /// How many bits are set.
    fn count(self) -> u32;
    /// A well-hash number of 64 bits.
    fn hash(self) -> u64;
}

/// An odd number. Of some hundreds tried it breaks the ties of beams best on the English and French boards.
const ODD: u64 = 0xfc56_39b1_6b71_4b4f;

impl Word for u64 {
    fn pack(position: Position) -> Self {
        position.bits() as Self
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn hash(self) -> u64 {
        let hash = (self ^ self >> 29).wrapping_mul(ODD);
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
        (self as u64).hash() ^ ((self >> 64) as u64).wrapping_add(ODD).hash().rotate_left(17)
    }
}
