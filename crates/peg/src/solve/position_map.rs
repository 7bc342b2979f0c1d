//! Sets and maps of positions of any board, for searches that meet few of them.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use crate::position::Position;

/// A set of positions.
pub(crate) type PositionSet = HashSet<Position, BuildHasherDefault<PositionHasher>>;
/// A map from positions.
pub(crate) type PositionMap<T> = HashMap<Position, T, BuildHasherDefault<PositionHasher>>;

/// The memory of a set or map with this capacity and entries of this size: one byte of control for each slot, and one
/// slot in eight stays empty.
pub(crate) fn bytes(capacity: usize, entry: usize) -> usize {
    capacity / 7 * 8 * (entry + 1)
}

/// The memory of such a set or map that may get `more` entries next: while it grows, the old table and one of twice its size
/// are there at once.
pub(crate) fn bytes_to_add(len: usize, capacity: usize, more: usize, entry: usize) -> usize {
    let grown = if len + more > capacity { 2 * capacity.max(more) } else { 0 };
    bytes(capacity, entry) + bytes(grown, entry)
}

/// Fibonacci hashing: the multiplier is 2^64 divided by the golden ratio.
#[derive(Default)]
pub(crate) struct PositionHasher(u64);

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

impl Hasher for PositionHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(byte.into());
        }
    }

    fn write_u128(&mut self, bits: u128) {
        for half in [bits as u64, (bits >> 64) as u64] {
            let product = (self.0.rotate_left(29) ^ half).wrapping_mul(MULTIPLIER);
            self.0 = product ^ product >> 32;
        }
    }
}
