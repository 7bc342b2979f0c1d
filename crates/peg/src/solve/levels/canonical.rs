//! Canonical forms: one position of each orbit under the symmetries.
//!
//! The canonical form is the least image where at least half of the holes have pegs, and otherwise the greatest: so the
//! canonical form of the complement (pegs and holes exchanged) is the complement of the canonical form.

use search::Limit;

use crate::board::Board;
use crate::position::Position;
use crate::solve::chunk_tables::{CHUNK, ChunkTable, chunk_tables};
use crate::symmetry::Symmetry;

use super::layout::{MOST_LOW, Packed};
use super::level::{Level, ones};
use super::level_work::LevelWork;
use super::packing::{PackedJump, Packing};

/// A group of symmetries, acting on packed positions, and the canonical forms under them.
pub(crate) struct Canonical {
    /// All but the identity.
    symmetries: Vec<SymmetryTable>,
    /// The images of the holes that each jump changes, the identity's first.
    jumps: Vec<Vec<Packed>>,
    /// All holes.
    everything: Packed,
}

/// A symmetry as tables of chunks of bits.
struct SymmetryTable {
    /// The chunks of the low part.
    low: [ChunkTable; LOW_CHUNKS],
    /// The chunks of the high part.
    high: Vec<ChunkTable>,
}

const LOW_CHUNKS: usize = MOST_LOW / CHUNK;

/// The images of some positions under all symmetries, the identity first.
#[derive(Default)]
pub(crate) struct Images {
    words: Vec<Packed>,
}

/// The canonical form of a position, and the symmetry that carries the position there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CanonicalForm {
    pub(crate) position: Packed,
    /// The number of the symmetry among all, the identity first.
    symmetry: u32,
}

impl Canonical {
    /// The trivial group: every position is its own canonical form.
    pub(crate) fn trivial() -> Self {
        Self { symmetries: Vec::new(), jumps: Vec::new(), everything: 0 }
    }

    /// The symmetries of the board that carry each of these sets of positions onto itself.
    pub(crate) fn of_stabilizer(board: &Board, packing: &Packing, sets: &[&[Position]]) -> Self {
        let moving = board.symmetries().iter().filter(|s| s.stabilizes(sets) && !s.is_identity());
        let symmetries: Vec<_> = moving.map(|s| SymmetryTable::new(packing, s)).collect();
        let images = |packed: Packed| symmetries.iter().map(move |symmetry| symmetry.image(packed));
        let jump = |jump: &PackedJump| {
            let holes = jump.packed(packing);
            std::iter::once(holes).chain(images(holes)).collect()
        };
        let jumps = packing.jumps.iter().map(jump).collect();
        Self { jumps, symmetries, everything: (1 << packing.holes()) - 1 }
    }

    /// Is every position its own canonical form?
    pub(crate) fn is_trivial(&self) -> bool {
        self.symmetries.is_empty()
    }

    /// The canonical form of a position with this many pegs is the image that differs least from this, the difference
    /// read as a number.
    fn base(&self, pegs: u32) -> Packed {
        if 2 * pegs < self.everything.count_ones() { self.everything } else { 0 }
    }

    /// The canonical form of a position.
    pub(crate) fn form(&self, packed: Packed) -> Packed {
        let base = self.base(packed.count_ones());
        self.symmetries.iter().map(|symmetry| symmetry.image(packed) ^ base).fold(packed ^ base, Packed::min)
            ^ base
    }

    /// Fills `images` with all images of these positions.
    pub(crate) fn store_images(&self, images: &mut Images, positions: impl Iterator<Item = Packed>) {
        images.words.clear();
        for packed in positions {
            images.words.push(packed);
            images.words.extend(self.symmetries.iter().map(|symmetry| symmetry.image(packed)));
        }
    }

    /// The canonical form of the position that a jump leads to, with `pegs` pegs, from the stored position of this
    /// number. The image of the holes that change is the set of holes that change in the image.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn form_after(
        &self,
        images: &Images,
        number: usize,
        jump: &PackedJump,
        pegs: u32,
    ) -> CanonicalForm {
        let base = self.base(pegs);
        let (mut least, mut symmetry) = (Packed::MAX, 0);
        for (number, image) in (0..).zip(self.images_after(images, number, jump)) {
            let less = image ^ base < least;
            symmetry = if less { number } else { symmetry };
            least = (image ^ base).min(least);
        }
        CanonicalForm { position: least ^ base, symmetry }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn images_after(
        &self,
        images: &Images,
        number: usize,
        jump: &PackedJump,
    ) -> impl Iterator<Item = Packed> {
        let changes = &self.jumps[jump.number];
        let own = &images.words[number * changes.len()..][..changes.len()];
        own.iter().zip(changes).map(|(image, change)| image ^ change)
    }

    /// The image of a hole, as a packed bit, when its position is carried to its canonical form.
    #[inline]
    pub(crate) fn image_of_bit(&self, bit: u32, form: CanonicalForm) -> u32 {
        let symmetry = (form.symmetry as usize).checked_sub(1).map(|number| &self.symmetries[number]);
        symmetry.map_or(bit, |symmetry| symmetry.image(1 << bit).trailing_zeros())
    }

    /// The number of images of a position.
    pub(crate) fn orbit_size(&self, packed: Packed) -> u64 {
        let fixing = self.symmetries.iter().filter(|symmetry| symmetry.image(packed) == packed).count() + 1;
        ((self.symmetries.len() + 1) / fixing) as u64
    }

    /// Keeps the canonical forms of a level that all symmetries carry onto itself.
    pub(crate) fn keep_forms(&self, work: &mut LevelWork<'_, '_>, level: &mut Level) -> Result<(), Limit> {
        let packing = work.packing;
        let base = self.base(level.plan.pegs);
        work.change(level, |plan, slice| {
            let mut highs = Vec::with_capacity(self.symmetries.len());
            slice.filter(packing, plan, |high, lows, words| {
                let high = packing.join(high, 0);
                highs.clear();
                highs.extend(self.symmetries.iter().map(|symmetry| symmetry.image(high) ^ base));
                let is_canonical = |low: u32| {
                    let low = Packed::from(low);
                    let own = (high | low) ^ base;
                    let images = self.symmetries.iter().zip(&highs);
                    images.into_iter().all(|(symmetry, high)| high ^ symmetry.image_of_low(low) >= own)
                };
                for (slot, word) in words.iter_mut().enumerate() {
                    let lost = ones(*word).filter(|bit| !is_canonical(lows[slot * 64 + bit]));
                    *word &= !lost.fold(0, |lost, bit| lost | 1 << bit);
                }
            });
        })
    }
}

impl SymmetryTable {
    fn new(packing: &Packing, symmetry: &Symmetry) -> Self {
        let image = |bit: usize| packing.pack(Position::single(symmetry.hole(packing.hole(bit))));
        let images: Vec<_> = (0..packing.holes()).map(image).collect();
        let mut chunks = chunk_tables(&images);
        // Small boards have no more holes than a low part.
        let low = std::array::from_fn(|_| chunks.next().unwrap_or([0; 1 << CHUNK]));
        Self { low, high: chunks.collect() }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn image_of_low(&self, low: Packed) -> Packed {
        let value = |number: usize| (low >> (number * CHUNK)) as usize % (1 << CHUNK);
        self.low[0][value(0)] | self.low[1][value(1)] | self.low[2][value(2)]
    }

    #[inline]
    fn image(&self, packed: Packed) -> Packed {
        let mut image = self.image_of_low(packed);
        let mut rest = packed >> MOST_LOW;
        for chunk in &self.high {
            image |= chunk[rest as usize % (1 << CHUNK)];
            rest >>= CHUNK;
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_random::Random;

    #[test]
    fn canonical_forms_agree_with_all_images() {
        let board = crate::builtin::named("english").unwrap();
        let packing = Packing::unwatched(&board);
        let canonical = Canonical::of_stabilizer(&board, &packing, &[]);
        let mut random = Random(1);
        for _ in 0..500 {
            let position =
                board.holes().filter(|_| random.below(2) == 1).fold(Position::EMPTY, Position::with);
            let packed = packing.pack(position);
            let mut images: Vec<_> =
                board.symmetries().iter().map(|s| packing.pack(s.position(position))).collect();
            images.sort_unstable();
            images.dedup();
            let few = 2 * packed.count_ones() < 33;
            assert_eq!(canonical.form(packed), if few { images[images.len() - 1] } else { images[0] });
            assert_eq!(canonical.form(((1 << 33) - 1) ^ packed), ((1 << 33) - 1) ^ canonical.form(packed));
            assert_eq!(canonical.orbit_size(packed), images.len() as u64);
            let mut stored = Images::default();
            canonical.store_images(&mut stored, [0, packed].into_iter());
            for jump in &packing.jumps {
                let after = packed ^ jump.packed(&packing);
                let form = canonical.form_after(&stored, 1, jump, after.count_ones());
                assert_eq!(form.position, canonical.form(after));
                let image =
                    (0..33).filter(|bit| after >> bit & 1 == 1).map(|bit| canonical.image_of_bit(bit, form));
                assert_eq!(image.fold(0, |word, bit| word | 1 << bit), form.position);
            }
        }
    }
}
