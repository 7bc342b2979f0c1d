//! Verifies that cells from a file are an automaton, even if somebody forged their checksum.

use crate::cell::{Edge, Head, place};
use crate::format::{FormatError, Shape};
use crate::letter::LetterSet;
use crate::word::LONGEST;

/// Checks that every cell is what the layout says, that every walk ends, and that the header is true.
pub(crate) fn verify(shape: Shape, cells: &[u32]) -> Result<(), FormatError> {
    let heads = verify_nodes(cells)?;
    let root = shape.root as usize;
    if cells.get(root).is_none_or(|&cell| Head::from_bits(cell).is_none()) {
        return flaw(root, "the root is not a node");
    }
    let census = Census::take(cells, root)?;
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
fn verify_nodes(cells: &[u32]) -> Result<usize, FormatError> {
    let (mut heads, mut edges) = (0, 0);
    for (base, head) in cells.iter().enumerate().filter_map(|(at, &cell)| Some((at, Head::from_bits(cell)?)))
    {
        if head.edges().is_empty() != (base == 0) {
            return flaw(base, "only the first node has no letters");
        }
        heads += 1;
        for letter in head.edges().iter() {
            let at = place(base, letter);
            let edge = cells.get(at).map(|&cell| Edge::from_bits(cell)).filter(|edge| edge.carries(letter));
            let Some(edge) = edge else { return flaw(at, "an edge is missing") };
            let target = cells.get(edge.base()).copied().and_then(Head::from_bits);
            if target.is_none() || edge.base() == 0 && !edge.is_word() {
                return flaw(at, "an edge leads nowhere");
            }
            edges += 1;
        }
    }
    if cells.first().is_none_or(|&cell| cell != Head::new(LetterSet::EMPTY).bits()) {
        return flaw(0, "the node without letters is missing");
    }
    if cells.iter().filter(|&&cell| cell != 0).count() != heads + edges {
        return flaw(0, "some cells belong to no node");
    }
    Ok(heads)
}

/// For each base, the number of words behind it and the letters of the longest of them.
struct Census {
    words: Vec<u32>,
    /// 0 where no walk from the root has been.
    height: Vec<u8>,
}

impl Census {
    /// Visits every node behind the root once, the nodes behind it first.
    fn take(cells: &[u32], root: usize) -> Result<Self, FormatError> {
        let mut census = Self { words: vec![0; cells.len()], height: vec![0; cells.len()] };
        let letters = |base: usize| LetterSet::from_bits(cells[base]);
        let mut path = vec![(root, letters(root))];
        while let Some((base, rest)) = path.last_mut() {
            let base = *base;
            let Some(letter) = rest.pop_first() else {
                census.sum_up(cells, base);
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

    fn sum_up(&mut self, cells: &[u32], base: usize) {
        for letter in LetterSet::from_bits(cells[base]).iter() {
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
