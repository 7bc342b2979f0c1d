//! Packs the nodes of an automaton into cells, so that hardly a cell stays empty.

use crate::cell::{BLOCK, Edge, Layout, MOST_CELLS, place};
use crate::full_cells::FullCells;
use crate::letter::LetterSet;

/// The blocks with equally many free cells that are tried for a node, so that building stays fast: the many small nodes
/// find room elsewhere.
const TRIES: usize = 48;

/// Lays out `nodes`, whose edges lead to 1 + the index of a node or to 0, the node without edges. Gives the
/// cells and the base of the root, or nothing if there is no room for all.
///
/// Best fit in the order of use: nodes on many paths come first, each into the fullest block that takes it. They are met
/// most often, so it is good to have them side by side, and the many nodes with one or two edges come last and fill the
/// holes. Equal nodes are always laid out alike.
pub(crate) fn pack(layout: Layout, nodes: &[Box<[Edge]>], root: u32) -> Option<(Vec<u32>, u32)> {
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    let usage = usage(nodes, root);
    order.sort_by_key(|&node| std::cmp::Reverse(usage[node + 1]));
    let mut bases = vec![0; nodes.len() + 1];
    let (mut all_cells, mut blocks) = (FullCells::new(), Blocks::new());
    for node in order {
        let edges = &nodes[node];
        let base =
            if layout.is_full() { all_cells.settle(edges_of(edges)) } else { blocks.settle(shape(edges)) };
        bases[node + 1] = base?;
    }
    Some((cells(layout, nodes, &bases), bases[root as usize]))
}

/// The cells of nodes that have their bases.
fn cells(layout: Layout, nodes: &[Box<[Edge]>], bases: &[u32]) -> Vec<u32> {
    let mut last = 0;
    for (edges, &base) in nodes.iter().zip(&bases[1..]) {
        let places = edges.iter().map(|edge| place(base as usize, edge.letter()));
        last = places.fold(last.max(base as usize), usize::max);
    }
    let mut cells = vec![layout.unused(); last + 1];
    cells[0] = layout.head(LetterSet::EMPTY);
    for (edges, &base) in nodes.iter().zip(&bases[1..]) {
        cells[base as usize] = layout.head(edges_of(edges));
        for edge in edges {
            cells[place(base as usize, edge.letter())] = edge.leading_to(bases[edge.base()]).bits();
        }
    }
    cells
}

fn edges_of(edges: &[Edge]) -> LetterSet {
    edges.iter().map(|edge| edge.letter()).collect()
}

/// On how many paths from the root each node lies; a node comes after those behind it.
fn usage(nodes: &[Box<[Edge]>], root: u32) -> Vec<u64> {
    let mut usage = vec![0_u64; nodes.len() + 1];
    usage[root as usize] = 1;
    for (node, edges) in nodes.iter().enumerate().rev() {
        for edge in edges {
            usage[edge.base()] = usage[edge.base()].saturating_add(usage[node + 1]);
        }
    }
    usage
}

/// The cells that a node with base 0 would take in a block.
fn shape(edges: &[Edge]) -> u32 {
    edges.iter().fold(1, |shape, edge| shape | 1 << place(0, edge.letter()))
}

/// The blocks so far.
struct Blocks {
    /// Which cells of each block are taken.
    taken: Vec<u32>,
    /// The blocks with this many free cells.
    by_free: [Vec<u32>; BLOCK + 1],
}

impl Blocks {
    /// One block, in which the node without edges has cell 0.
    fn new() -> Self {
        let mut by_free = [const { Vec::new() }; BLOCK + 1];
        by_free[BLOCK - 1].push(0);
        Self { taken: vec![1], by_free }
    }

    /// Finds room for a node and takes it.
    fn settle(&mut self, shape: u32) -> Option<u32> {
        let shapes: [u32; BLOCK] = std::array::from_fn(|base| moved(shape, base));
        for free in shape.count_ones() as usize..=BLOCK {
            let mut newest_first = self.by_free[free].iter().enumerate().rev().take(TRIES);
            let fit = newest_first
                .find_map(|(at, &block)| Some((at, fitting_base(self.taken[block as usize], &shapes)?)));
            if let Some((at, base)) = fit {
                let block = self.by_free[free].swap_remove(at);
                return Some(self.take(block, shapes[base]) * BLOCK as u32 + base as u32);
            }
        }
        if (self.taken.len() + 1) * BLOCK > MOST_CELLS {
            return None;
        }
        self.taken.push(0);
        Some(self.take(self.taken.len() as u32 - 1, shape) * BLOCK as u32)
    }

    fn take(&mut self, block: u32, cells: u32) -> u32 {
        let taken = &mut self.taken[block as usize];
        *taken |= cells;
        self.by_free[taken.count_zeros() as usize].push(block);
        block
    }
}

fn fitting_base(taken: u32, shapes: &[u32; BLOCK]) -> Option<usize> {
    shapes.iter().position(|shape| taken & shape == 0)
}

/// The cells of a shape, each moved by exclusive or with `base`: halves, quarters, … change places.
fn moved(shape: u32, base: usize) -> u32 {
    const LOW: [u32; 5] = [0x5555_5555, 0x3333_3333, 0x0f0f_0f0f, 0x00ff_00ff, 0x0000_ffff];
    LOW.iter().enumerate().filter(|(bit, _)| base >> bit & 1 != 0).fold(shape, |cells, (bit, low)| {
        let width = 1 << bit;
        (cells & low) << width | cells >> width & low
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moved_shape_is_every_cell_by_exclusive_or() {
        for shape in [1, 0x8000_0001, 0x1234_5677, 0x07ff_ffff] {
            for base in 0..BLOCK {
                let cells = (0..BLOCK).filter(|cell| shape >> cell & 1 != 0);
                assert_eq!(moved(shape, base), cells.fold(0, |moved, cell| moved | 1 << (cell ^ base)));
            }
        }
    }
}
