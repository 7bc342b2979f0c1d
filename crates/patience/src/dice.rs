//! A seeded source of small random numbers for tests.

use crate::split_mix::split_mix;

/// Dice that fall the same way in every run of a test.
pub(crate) struct Dice {
    place: u64,
}

impl Dice {
    /// Different seeds give parts of the sequence that no test is long enough to make overlap.
    pub(crate) fn new(seed: u64) -> Self {
        Self { place: seed << 40 }
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.place += 1;
        (split_mix(self.place) % limit as u64) as usize
    }

    /// One of these items.
    pub(crate) fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Brings the items into any order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        (1..items.len()).for_each(|at| items.swap(at, self.below(at + 1)));
    }
}
