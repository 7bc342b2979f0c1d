//! Places on the table as players name them.

use std::fmt;

use crate::card::Suit;

/// The letters of the cells. There is no `h`, which means the foundations.
const CELLS: &str = "abcdefgijklm";

/// A place that cards are taken from or go to; columns and cells are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A column, written as its number from 1.
    Column(usize),
    /// A cell, written as a letter.
    Cell(usize),
    /// A foundation, written as the letter of its suit: `C`, `S`, `H` or `D`.
    Foundation(Suit),
}

impl Spot {
    /// The letter of a cell.
    pub(super) fn cell_letter(cell: usize) -> char {
        CELLS.chars().nth(cell).expect("there are no more cells than letters")
    }

    /// The cell of a letter, whether the game has it or not.
    pub(super) fn cell_of(letter: char) -> Option<usize> {
        CELLS.find(letter)
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Column(at) => write!(f, "{}", at + 1),
            Self::Cell(at) => write!(f, "{}", Self::cell_letter(at)),
            Self::Foundation(suit) => write!(f, "{}", suit.letter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::MAX_CELLS;

    #[test]
    fn every_cell_has_a_letter() {
        for cell in 0..MAX_CELLS {
            assert_eq!(Spot::cell_of(Spot::cell_letter(cell)), Some(cell));
        }
        assert_eq!(Spot::cell_of('h'), None);
    }
}
