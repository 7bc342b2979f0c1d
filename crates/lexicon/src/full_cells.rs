//! Room for the nodes of an automaton over a full alphabet, of 32 letters.

use crate::cell::{MOST_CELLS, place};
use crate::letter::{Letter, LetterSet};

/// The cells that are tried for a node before it goes to the end.
const WINDOW: usize = 256;
/// A node takes cells of two blocks of 32 that lie side by side.
const PAIR: usize = 64;

/// The cells so far, first fit.
///
/// The head of such a node has no mark. Read as an edge, it would carry some letter; the cell from which an edge of that letter
/// leads here must not be a base.
pub(crate) struct FullCells {
    cells: Vec<Cell>,
    /// Where to look first; hardly a cell before it is free.
    first: usize,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    is_taken: bool,
    is_base: bool,
    /// A head would be taken for an edge of a node with this base.
    is_misleading: bool,
}

impl FullCells {
    /// The node without edges has cell 0.
    pub(crate) fn new() -> Self {
        let mut this = Self { cells: vec![Cell::default(); PAIR], first: 1 };
        this.take(0, LetterSet::EMPTY);
        this
    }

    /// Finds room for a node and takes it.
    pub(crate) fn settle(&mut self, edges: LetterSet) -> Option<u32> {
        while self.cells.get(self.first).is_some_and(|cell| cell.is_taken) {
            self.first += 1;
        }
        let window = self.first..self.cells.len().min(self.first + WINDOW);
        let found = window.clone().find(|&base| self.is_free(base, edges));
        if found.is_none() && window.len() == WINDOW {
            self.first += PAIR;
        }
        let base = found.unwrap_or(self.cells.len());
        if base == self.cells.len() {
            self.cells.resize(base + PAIR, Cell::default());
        }
        if self.cells.len() > MOST_CELLS {
            return None;
        }
        self.take(base, edges);
        Some(base as u32)
    }

    fn is_free(&self, base: usize, edges: LetterSet) -> bool {
        let head = self.cells[base];
        !head.is_taken
            && !head.is_misleading
            && edges.iter().all(|letter| !self.cells[place(base, letter)].is_taken)
            && misled(base, edges).is_none_or(|other| !self.cells[other].is_base)
    }

    fn take(&mut self, base: usize, edges: LetterSet) {
        self.cells[base].is_base = true;
        self.cells[base].is_taken = true;
        for letter in edges.iter() {
            self.cells[place(base, letter)].is_taken = true;
        }
        if let Some(other) = misled(base, edges) {
            self.cells[other].is_misleading = true;
        }
    }
}

/// The base of a node that would take this head for one of its edges, if there can be one.
fn misled(base: usize, edges: LetterSet) -> Option<usize> {
    let letter = Letter::all().find(|&letter| crate::cell::Edge::from_bits(edges.bits()).carries(letter));
    letter.map(|letter| place(base, letter))
}
