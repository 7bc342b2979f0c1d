//! The cells an automaton is stored in, four bytes each.
//!
//! A node owns the cell at its *base* `b`, its head, which holds the mask of its letters, and for each
//! letter the cell at `b ^ (1 + letter)`, an edge. Heads and edges of many nodes share a block of 32 cells.
//! To follow a letter takes one look at one cell: no two nodes have the same base, so the edge found at `b ^ (1 + letter)`
//! belongs to `b` exactly if it carries that letter. Cell 0 is the head of the one node without letters.

use crate::letter::{Letter, LetterSet};

/// Cells of which a node takes some: the head and up to 26 edges.
pub(crate) const BLOCK: usize = 32;

/// The most cells: a base takes the 25 bits of an edge that letter, word mark and head mark leave.
pub(crate) const MOST_CELLS: usize = 1 << 25;

const HEAD: u32 = 1 << 31;
const WORD: u32 = 1 << 5;
const LETTER: u32 = WORD - 1;
const TARGET: u32 = 6;

/// The head of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head(LetterSet);

impl Head {
    pub(crate) const fn new(edges: LetterSet) -> Self {
        Self(edges)
    }

    pub(crate) const fn bits(self) -> u32 {
        HEAD | self.0.bits()
    }

    /// The head that a cell holds, if it holds exactly a head.
    pub(crate) fn from_bits(bits: u32) -> Option<Self> {
        let head = Self(LetterSet::from_bits(bits));
        (head.bits() == bits).then_some(head)
    }

    pub(crate) const fn edges(self) -> LetterSet {
        self.0
    }
}

/// An edge: a letter, whether it ends a word, and the base of the node it leads to.
///
/// It is also where a walk stands after taking it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Edge(u32);

impl Edge {
    pub(crate) const fn new(letter: Letter, word: bool, base: u32) -> Self {
        Self((base << TARGET) | ((word as u32) * WORD) | (letter.index() as u32 + 1))
    }

    /// The edge with this letter to another node.
    pub(crate) const fn leading_to(self, base: u32) -> Self {
        Self((base << TARGET) | (self.0 & (WORD | LETTER)))
    }

    /// Where a walk stands before its first letter.
    pub(crate) const fn to_root(base: u32) -> Self {
        Self(base << TARGET)
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// Its letter; none if the cell is not an edge.
    pub(crate) const fn letter(self) -> Option<Letter> {
        if self.0 & HEAD != 0 || self.0 & LETTER == 0 {
            return None;
        }
        Letter::from_index((self.0 & LETTER) as u8 - 1)
    }

    /// Is this the cell of an edge with this letter?
    #[inline]
    pub(crate) const fn carries(self, letter: Letter) -> bool {
        self.0 & (HEAD | LETTER) == letter.index() as u32 + 1
    }

    #[inline]
    pub(crate) const fn is_word(self) -> bool {
        self.0 & WORD != 0
    }

    /// The base of the node it leads to.
    #[inline]
    pub(crate) const fn base(self) -> usize {
        (self.0 >> TARGET) as usize & (MOST_CELLS - 1)
    }
}

/// Where the edge of this letter lies for the node with this base.
#[inline]
pub(crate) const fn place(base: usize, letter: Letter) -> usize {
    base ^ (letter.index() + 1)
}
