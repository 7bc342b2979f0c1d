//! The runs that are under way between two numbers.

use super::per_colour::PerColour;

/// How many runs of each colour reach the current number: runs of one tile and of two, which must go on, and runs of
/// three tiles or more, which may.
///
/// The number of tiles of a colour that go into runs at the next number decides the best use of them: each short run
/// must get one; the others go on with long runs before they start new ones, because a long run may do all that a new
/// run may.
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

    /// The runs after the next number, which gives them these tiles, at least those that are wanting.
    pub(super) fn extended(self, tiles: PerColour) -> Self {
        let spare = tiles - self.wanting();
        let longer = spare.min(self.long);
        Self { ones: spare - longer, twos: self.ones, long: self.twos + longer }
    }

    /// A number that no other runs have.
    pub(super) fn bits(self) -> u64 {
        u64::from(self.ones.bits() | self.twos.bits() << 4) | u64::from(self.long.bits()) << 32
    }

    /// A number that no other short runs have.
    pub(super) fn short_bits(self) -> u64 {
        u64::from(self.ones.bits() | self.twos.bits() << 4)
    }

    /// May every run end here?
    pub(super) fn are_complete(self) -> bool {
        self.wanting() == PerColour::ZERO
    }
}
