//! One small count for each of the four colours, side by side in one word.

use std::ops::{Add, Sub};

/// Four counts below 128, one for each colour. Sums and differences must stay in that range; the callers
/// keep every count at 16 or below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PerColour(u32);

const HIGH: u32 = 0x8080_8080;
const ONES: u32 = 0x0101_0101;

impl PerColour {
    pub(super) const ZERO: Self = Self(0);

    pub(super) fn new(counts: [u8; 4]) -> Self {
        Self(u32::from_le_bytes(counts))
    }

    /// This count for every colour.
    pub(super) fn all(count: u8) -> Self {
        Self(ONES * u32::from(count))
    }

    /// One for this colour, none for the others.
    pub(super) fn one(colour: usize) -> Self {
        Self(1 << (8 * colour))
    }

    pub(super) fn get(self, colour: usize) -> u8 {
        (self.0 >> (8 * colour)) as u8
    }

    pub(super) fn counts(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }

    pub(super) fn sum(self) -> u8 {
        (self.0.wrapping_mul(ONES) >> 24) as u8
    }

    /// Is no count smaller than the other's?
    pub(super) fn covers(self, other: Self) -> bool {
        ((self.0 | HIGH) - other.0) & HIGH == HIGH
    }

    /// The smaller of the two counts, colour by colour.
    pub(super) fn min(self, other: Self) -> Self {
        let not_smaller = ((((self.0 | HIGH) - other.0) & HIGH) >> 7) * 0xFF;
        Self(other.0 & not_smaller | self.0 & !not_smaller)
    }

    /// The counts that `self` lacks to cover `other`.
    pub(super) fn short_of(self, other: Self) -> Self {
        other - self.min(other)
    }

    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// Every choice of at most these counts, the empty one first.
    pub(super) fn choices(self) -> impl Iterator<Item = Self> {
        let mut next = Some(Self::ZERO);
        std::iter::from_fn(move || {
            let choice = next?;
            next = choice.successor(self);
            Some(choice)
        })
    }

    /// The next choice in counting order, the first colour fastest.
    fn successor(self, top: Self) -> Option<Self> {
        let mut choice = self;
        for colour in 0..4 {
            if choice.get(colour) < top.get(colour) {
                return Some(choice + Self::one(colour));
            }
            choice = choice - Self(u32::from(choice.get(colour)) << (8 * colour));
        }
        None
    }
}

impl Add for PerColour {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for PerColour {
    type Output = Self;

    /// Allowed only where `self` covers `other`.
    fn sub(self, other: Self) -> Self {
        debug_assert!(self.covers(other));
        Self(self.0.wrapping_sub(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_do_not_touch_each_other() {
        let few = PerColour::new([0, 1, 15, 2]);
        let many = PerColour::new([3, 1, 14, 2]);
        assert_eq!(few.min(many), PerColour::new([0, 1, 14, 2]));
        assert_eq!(few.short_of(many), PerColour::new([3, 0, 0, 0]));
        assert_eq!((few + many).counts(), [3, 2, 29, 4]);
        assert_eq!(many.sum(), 20);
        assert!(!few.covers(many) && many.covers(PerColour::new([3, 0, 14, 0])));
    }

    #[test]
    fn choices_are_counted_through() {
        assert_eq!(PerColour::new([1, 0, 2, 3]).choices().count(), 24);
        assert_eq!(PerColour::ZERO.choices().count(), 1);
    }
}
