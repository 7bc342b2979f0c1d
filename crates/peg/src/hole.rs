//! One hole of a board, by its number.

/// A hole of a board. Holes are numbered row by row from the top left, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hole(u8);

impl Hole {
    /// The most holes a board may have.
    pub const MOST: usize = 128;

    /// The hole with this number.
    ///
    /// # Panics
    /// If the number is not below [`Hole::MOST`].
    pub fn new(index: usize) -> Self {
        assert!(index < Self::MOST, "a board has at most 128 holes");
        Self(index as u8)
    }

    /// Its number on the board.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
