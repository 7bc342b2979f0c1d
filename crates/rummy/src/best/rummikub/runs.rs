//! The runs that are under way between two numbers.

use super::per_colour::PerColour;

/// How many runs of each colour end at the number just done: runs of one tile and of two, which must go
/// on, and runs of three tiles or more, which may.
///
/// Given how many tiles of a colour go into runs at the next number, the best use of them is known: the
/// short runs must get one each; what remains rather goes on with a long run than starts a new one,
/// because a long run may do all that a new one may. So that number alone decides what comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Runs {
    pub(super) ones: PerColour,
    pub(super) twos: PerColour,
    pub(super) long: PerColour,
}

impl Runs {
    /// How many tiles the next number must give to runs.
    pub(super) fn wanting(self) -> PerColour {
        self.ones + self.twos
    }

    /// The runs after the next number, which gives them so many tiles; they cover what is wanting.
    pub(super) fn extended(self, tiles: PerColour) -> Self {
        let spare = tiles - self.wanting();
        let longer = spare.min(self.long);
        Self { ones: spare - longer, twos: self.ones, long: self.twos + longer }
    }

    /// A number that tells these runs from all others.
    pub(super) fn bits(self) -> u64 {
        u64::from(self.ones.bits() | self.twos.bits() << 4) | u64::from(self.long.bits()) << 32
    }

    /// The same for the short runs alone.
    pub(super) fn short_bits(self) -> u64 {
        u64::from(self.ones.bits() | self.twos.bits() << 4)
    }

    /// May every run end here?
    pub(super) fn are_complete(self) -> bool {
        self.wanting() == PerColour::ZERO
    }
}
