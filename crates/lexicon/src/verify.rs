//! Verifies that cells from a file are an automaton, even if somebody forged their checksum.

use crate::cell::{Edge, Layout, place};
use crate::format::{FormatError, Shape};
use crate::letter::{Letter, LetterSet};
use crate::word::LONGEST;

/// Checks that every cell is what the layout says, that every walk ends, and that the header is true.
pub(crate) fn verify(layout: Layout, shape: Shape, cells: &[u32]) -> Result<(), FormatError> {
    let root = shape.root as usize;
    let heads =
        if layout.is_full() { verify_full(layout, root, cells)? } else { verify_nodes(layout, cells)? };
    let is_head = |&cell: &u32| layout.is_full() || layout.head_in(cell).is_some();
    if !cells.get(root).is_some_and(is_head) {
        return flaw(root, "the root is not a node");
    }
    let census = Census::take(layout, cells, root)?;
    if census.words[root] != shape.words {
        return flaw(root, "the number of words is wrong");
    }
    if u32::from(census.height[root]) != shape.longest {
        return flaw(root, "the length of the longest word is wrong");
    }
    // The node without edges stands even where no word leads to it.
    if census.height.iter().filter(|&&height| height > 0).count() + 1 != heads {
        return flaw(root, "some nodes cannot be reached");
    }
    Ok(())
}

/// Checks that every head has its edges, that every edge leads to a head, and that there is nothing else. Returns the
/// number of heads.
fn verify_nodes(layout: Layout, cells: &[u32]) -> Result<usize, FormatError> {
    let (mut heads, mut edges) = (0, 0);
    let found = cells.iter().enumerate().filter_map(|(at, &cell)| Some((at, layout.head_in(cell)?)));
    for (base, letters) in found {
        if letters.is_empty() != (base == 0) {
            return flaw(base, "only the first node has no letters");
        }
        heads += 1;
        for letter in letters.iter() {
            let at = place(base, letter);
            let edge = cells.get(at).map(|&cell| Edge::from_bits(cell)).filter(|edge| edge.carries(letter));
            let Some(edge) = edge else { return flaw(at, "an edge is missing") };
            let target = cells.get(edge.base()).and_then(|&cell| layout.head_in(cell));
            if target.is_none() || edge.base() == 0 && !edge.is_word() {
                return flaw(at, "an edge leads nowhere");
            }
            edges += 1;
        }
    }
    if cells.first().is_none_or(|&cell| cell != layout.head(LetterSet::EMPTY)) {
        return flaw(0, "the node without letters is missing");
    }
    if cells.iter().filter(|&&cell| cell != 0).count() != heads + edges {
        return flaw(0, "some cells belong to no node");
    }
    Ok(heads)
}

/// Checks the cells of a full alphabet: every node that can be reached has exactly the edges of its mask, no cell is used
/// twice, and all others are marked as not in use. Returns the number of nodes.
fn verify_full(layout: Layout, root: usize, cells: &[u32]) -> Result<usize, FormatError> {
    if cells.first().is_none_or(|&cell| cell != layout.head(LetterSet::EMPTY)) {
        return flaw(0, "the node without letters is missing");
    }
    let mut used = vec![Use::None; cells.len()];
    used[0] = Use::Head;
    let mut nodes = 1;
    let mut open = vec![root];
    while let Some(base) = open.pop() {
        match used.get(base) {
            Some(Use::Head) => continue,
            Some(Use::None) => used[base] = Use::Head,
            Some(Use::Edge) => return flaw(base, "a cell is used twice"),
            None => return flaw(base, "an edge leads nowhere"),
        }
        nodes += 1;
        if layout.edges(cells[base]).is_empty() {
            return flaw(base, "only the first node has no letters");
        }
        verify_edges(layout, base, cells, &mut used, &mut open)?;
    }
    let is_stray = |at: &usize| used[*at] == Use::None && cells[*at] != layout.unused();
    (0..cells.len()).find(is_stray).map_or(Ok(nodes), |at| flaw(at, "some cells belong to no node"))
}

/// The use of a cell, as far as it was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    None,
    Head,
    Edge,
}

/// Checks that a node has exactly the edges of its mask, and notes where they lead.
fn verify_edges(
    layout: Layout,
    base: usize,
    cells: &[u32],
    used: &mut [Use],
    open: &mut Vec<usize>,
) -> Result<(), FormatError> {
    let letters = layout.edges(cells[base]);
    for letter in Letter::all() {
        let at = place(base, letter);
        let edge = cells.get(at).map(|&cell| Edge::from_bits(cell)).filter(|edge| edge.carries(letter));
        match edge {
            None if letters.contains(letter) => return flaw(at, "an edge is missing"),
            Some(_) if !letters.contains(letter) => return flaw(at, "an edge belongs to no node"),
            Some(_) if used[at] != Use::None => return flaw(at, "a cell is used twice"),
            Some(edge) if edge.base() == 0 && !edge.is_word() => return flaw(at, "an edge leads nowhere"),
            Some(edge) => {
                used[at] = Use::Edge;
                open.push(edge.base());
            }
            None => {}
        }
    }
    Ok(())
}

/// For each base, the number of words behind it and the letters of the longest of them.
struct Census {
    words: Vec<u32>,
    /// 0 where no walk from the root has been.
    height: Vec<u8>,
}

impl Census {
    /// Visits every node behind the root once, the nodes behind it first.
    fn take(layout: Layout, cells: &[u32], root: usize) -> Result<Self, FormatError> {
        let mut census = Self { words: vec![0; cells.len()], height: vec![0; cells.len()] };
        let letters = |base: usize| layout.edges(cells[base]);
        let mut path = vec![(root, letters(root))];
        while let Some((base, rest)) = path.last_mut() {
            let base = *base;
            let Some(letter) = rest.pop_first() else {
                census.sum_up(letters(base), cells, base);
                path.pop();
                continue;
            };
            let next = Edge::from_bits(cells[place(base, letter)]).base();
            if next != 0 && census.height[next] == 0 {
                path.push((next, letters(next)));
            }
            if path.len() > LONGEST || path.len() + usize::from(census.height[next]) > LONGEST {
                return flaw(next, "a word goes on without end");
            }
        }
        Ok(census)
    }

    fn sum_up(&mut self, letters: LetterSet, cells: &[u32], base: usize) {
        for letter in letters.iter() {
            let edge = Edge::from_bits(cells[place(base, letter)]);
            let words = self.words[edge.base()].saturating_add(u32::from(edge.is_word()));
            self.words[base] = self.words[base].saturating_add(words);
            self.height[base] = self.height[base].max(self.height[edge.base()] + 1);
        }
    }
}

fn flaw<T>(cell: usize, flaw: &'static str) -> Result<T, FormatError> {
    Err(FormatError::Flaw { cell, flaw })
}
