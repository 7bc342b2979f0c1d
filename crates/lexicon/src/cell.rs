//! The cells an automaton is stored in, four bytes each.
//!
//! A node owns the cell at its *base* `b`, its head, which holds the mask of its letters, and for each
//! letter the cell at `b ^ (1 + letter)`, an edge. Heads and edges of many nodes share a block of 32 cells.
//! To follow a letter takes one look at one cell: no two nodes have the same base, so the edge found at `b ^ (1 + letter)`
//! belongs to `b` exactly if it carries that letter. Cell 0 is the head of the one node without letters.
//!
//! A full alphabet, of 32 letters, needs every bit of a head for its mask and has an edge more than a block of 32 has room
//! for: [`Layout`] says what is different then.

use crate::letter::{Letter, LetterSet};

/// Cells of which a node takes some: the head and up to 31 edges.
pub(crate) const BLOCK: usize = 32;

/// The most cells: a base takes the 25 bits of an edge that letter, word mark and head mark leave.
pub(crate) const MOST_CELLS: usize = 1 << 25;

const HEAD: u32 = 1 << 31;
const WORD: u32 = 1 << 5;
const LETTER: u32 = WORD - 1;
const TARGET: u32 = 6;

/// How heads are written, which depends on the number of letters.
///
/// Up to 31 letters, a head has the top bit set, so that no head is taken for an edge. With 32 letters that bit is the mask's
/// own. Then no head lies where it could be taken for an edge of another node, and the edge of the last letter lies at
/// `b ^ 32`, in the next block; its letter field is 0, so a cell that is not in use has the top bit set instead of being 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    letters: LetterSet,
}

impl Layout {
    /// The layout for these letters, the first ones of all.
    pub(crate) const fn new(letters: LetterSet) -> Self {
        Self { letters }
    }

    /// Are there 32 letters?
    pub(crate) const fn is_full(self) -> bool {
        self.letters.len() == Letter::COUNT
    }

    /// The cell of a head.
    pub(crate) const fn head(self, edges: LetterSet) -> u32 {
        if self.is_full() { edges.bits() } else { HEAD | edges.bits() }
    }

    /// A cell that is not in use.
    pub(crate) const fn unused(self) -> u32 {
        if self.is_full() { HEAD } else { 0 }
    }

    /// The letters of the head in this cell.
    #[inline]
    pub(crate) fn edges(self, cell: u32) -> LetterSet {
        LetterSet::from_bits(cell) & self.letters
    }

    /// The letters of the head that a cell holds, if it holds exactly a head. With a full alphabet heads and edges look alike,
    /// and the answer is none.
    pub(crate) fn head_in(self, cell: u32) -> Option<LetterSet> {
        let edges = self.edges(cell);
        (!self.is_full() && self.head(edges) == cell).then_some(edges)
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
        Self((base << TARGET) | ((word as u32) * WORD) | ((letter.index() as u32 + 1) & LETTER))
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

    /// Its letter.
    pub(crate) fn letter(self) -> Letter {
        Letter::from_index((self.0.wrapping_sub(1) & LETTER) as u8)
            .expect("the field has room for 32 letters")
    }

    /// Is this the cell of an edge with this letter?
    #[inline]
    pub(crate) const fn carries(self, letter: Letter) -> bool {
        // The last of 32 letters has the number 32, of which the field keeps 0.
        (self.0 ^ (letter.index() as u32 + 1)) & (HEAD | LETTER) == 0
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
