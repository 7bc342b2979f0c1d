//! Canonical forms of positions as plain words: the least image under the symmetries.

use crate::board::Board;
use crate::hole::Hole;
use crate::solve::chunk_tables::{CHUNK, ChunkTable, chunk_tables};
use crate::symmetry::Symmetry;

/// A group of symmetries, acting on words.
pub(crate) struct SymmetryTables {
    /// All but the identity.
    symmetries: Vec<SymmetryTable>,
}

/// A symmetry as tables: of chunks of bits, and of single holes.
struct SymmetryTable {
    chunks: Vec<ChunkTable>,
    holes: Vec<u64>,
}

impl SymmetryTables {
    /// The tables of these symmetries, which form a group.
    pub(crate) fn new(board: &Board, symmetries: &[&Symmetry]) -> Self {
        let moving = symmetries.iter().filter(|s| !s.is_identity());
        Self { symmetries: moving.map(|s| SymmetryTable::new(board, s)).collect() }
    }

    /// The canonical form of a position, and the images of this hole: several if several symmetries carry the position
    /// to that form.
    #[inline]
    pub(crate) fn canonical(&self, word: u64, hole: u32) -> (u64, u64) {
        let (mut least, mut holes) = (word, 1 << hole);
        for symmetry in &self.symmetries {
            let image = symmetry.image(word);
            if image > least {
                continue;
            }
            if image < least {
                holes = 0;
            }
            least = image;
            holes |= symmetry.holes[hole as usize];
        }
        (least, holes)
    }
}

impl SymmetryTable {
    fn new(board: &Board, symmetry: &Symmetry) -> Self {
        let holes: Vec<u64> = board.holes().map(|hole: Hole| 1 << symmetry.hole(hole).index()).collect();
        Self { chunks: chunk_tables(&holes).collect(), holes }
    }

    #[inline]
    fn image(&self, mut word: u64) -> u64 {
        let mut image = 0;
        for chunk in &self.chunks {
            image |= chunk[word as usize % (1 << CHUNK)];
            word >>= CHUNK;
        }
        image
    }
}
