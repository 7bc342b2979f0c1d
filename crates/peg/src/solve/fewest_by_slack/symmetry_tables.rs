//! Positions as plain words, up to symmetry: the least image stands for all.

use crate::board::Board;
use crate::hole::Hole;
use crate::symmetry::Symmetry;

/// A group of symmetries, acting on words.
pub(crate) struct SymmetryTables {
    /// All but the identity.
    symmetries: Vec<SymmetryTable>,
}

/// A symmetry as tables: the image of each value of each chunk of bits, and of each hole.
struct SymmetryTable {
    chunks: Vec<[u64; 1 << CHUNK]>,
    holes: Vec<u64>,
}

/// Bits of a chunk: all tables together should fit the nearest cache.
const CHUNK: usize = 6;

impl SymmetryTables {
    /// These symmetries, which form a group.
    pub(crate) fn new(board: &Board, symmetries: &[&Symmetry]) -> Self {
        let moving = symmetries.iter().filter(|s| board.holes().any(|hole| s.hole(hole) != hole));
        Self { symmetries: moving.map(|s| SymmetryTable::new(board, s)).collect() }
    }

    /// What stands for a position, and where this hole of it goes: to several holes if several symmetries carry the
    /// position there.
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
        let chunk = |images: &[u64]| {
            std::array::from_fn(|value| {
                let held = images.iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1);
                held.fold(0, |word, (_, image)| word | image)
            })
        };
        Self { chunks: holes.chunks(CHUNK).map(chunk).collect(), holes }
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
