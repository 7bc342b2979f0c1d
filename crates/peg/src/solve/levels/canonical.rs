//! Positions up to symmetry: one image stands for all.
//!
//! It is the least where at least half of the holes have pegs, and otherwise the greatest: so what stands for all still
//! does when pegs and holes are complement.

use search::Limit;

use crate::board::Board;
use crate::position::Position;
use crate::symmetry::Symmetry;

use super::layout::{MOST_LOW, Packed};
use super::level::{Level, ones};
use super::level_work::LevelWork;
use super::packing::{PackedJump, Packing};

/// A group of symmetries, acting on packed positions.
pub(crate) struct Canonical {
    /// All but the identity.
    symmetries: Vec<SymmetryTable>,
    /// The images of the holes that each jump changes, the identity's first.
    jumps: Vec<Vec<Packed>>,
    /// All holes.
    everything: Packed,
}

/// A symmetry as tables: the image of each value of each chunk of bits.
struct SymmetryTable {
    /// The chunks of the low part.
    low: [Chunk; MOST_LOW / CHUNK],
    /// Those of the rest.
    high: Vec<Chunk>,
}

type Chunk = [Packed; 1 << CHUNK];

/// Bits of a chunk: all tables together should fit the nearest cache.
const CHUNK: usize = 6;

/// The images of some positions under all symmetries, the identity first.
#[derive(Default)]
pub(crate) struct Images {
    words: Vec<Packed>,
}

/// The image that stands for a position, and the symmetry that carries the position there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CanonicalForm {
    pub(crate) position: Packed,
    /// Its number among all symmetries, the identity first.
    symmetry: u32,
}

impl Canonical {
    /// Nothing but the identity.
    pub(crate) fn trivial() -> Self {
        Self { symmetries: Vec::new(), jumps: Vec::new(), everything: 0 }
    }

    /// The symmetries of the board that carry each of these sets of positions onto itself.
    pub(crate) fn of_stabilizer(board: &Board, packing: &Packing, sets: &[&[Position]]) -> Self {
        let keeps = board.symmetries().iter().filter(|s| s.stabilizes(sets));
        let moving = keeps.filter(|s| board.holes().any(|hole| s.hole(hole) != hole));
        let symmetries: Vec<_> = moving.map(|s| SymmetryTable::new(packing, s)).collect();
        let images = |packed: Packed| symmetries.iter().map(move |symmetry| symmetry.image(packed));
        let jump = |jump: &PackedJump| {
            let holes = jump.packed(packing);
            std::iter::once(holes).chain(images(holes)).collect()
        };
        let jumps = packing.jumps.iter().map(jump).collect();
        Self { jumps, symmetries, everything: (1 << packing.holes()) - 1 }
    }

    /// Does every position stand for itself alone?
    pub(crate) fn is_trivial(&self) -> bool {
        self.symmetries.is_empty()
    }

    /// Images of positions with so many pegs are compared by how they differ from this, read as a number: the least
    /// difference stands for all.
    fn base(&self, pegs: u32) -> Packed {
        if 2 * pegs < self.everything.count_ones() { self.everything } else { 0 }
    }

    /// What stands for a position.
    pub(crate) fn form(&self, packed: Packed) -> Packed {
        let base = self.base(packed.count_ones());
        self.symmetries.iter().map(|symmetry| symmetry.image(packed) ^ base).fold(packed ^ base, Packed::min)
            ^ base
    }

    /// Notes the images of these positions.
    pub(crate) fn store_images(&self, images: &mut Images, positions: impl Iterator<Item = Packed>) {
        images.words.clear();
        for packed in positions {
            images.words.push(packed);
            images.words.extend(self.symmetries.iter().map(|symmetry| symmetry.image(packed)));
        }
    }

    /// What stands for the position with so many pegs that a jump leads to from one of those noted, and the symmetry:
    /// the image of what changes is what changes in the image.
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

    /// Where a hole, as a packed bit, goes when its position is carried to the image that stands for it.
    #[inline]
    pub(crate) fn image_of_bit(&self, bit: u32, chosen: CanonicalForm) -> u32 {
        let symmetry = (chosen.symmetry as usize).checked_sub(1).map(|number| &self.symmetries[number]);
        symmetry.map_or(bit, |symmetry| symmetry.image(1 << bit).trailing_zeros())
    }

    /// How many positions this one stands for.
    pub(crate) fn orbit_size(&self, packed: Packed) -> u64 {
        let fixing = self.symmetries.iter().filter(|symmetry| symmetry.image(packed) == packed).count() + 1;
        ((self.symmetries.len() + 1) / fixing) as u64
    }

    /// Keeps, of a level that all symmetries carry onto itself, the positions that stand for all.
    pub(crate) fn keep_forms(&self, work: &mut LevelWork<'_, '_>, level: &mut Level) -> Result<(), Limit> {
        let packing = work.packing;
        let base = self.base(level.plan.pegs);
        work.change(level, |plan, slice| {
            let mut highs = Vec::with_capacity(self.symmetries.len());
            slice.cut(packing, plan, |high, lows, words| {
                let high = packing.join(high, 0);
                highs.clear();
                highs.extend(self.symmetries.iter().map(|symmetry| symmetry.image(high) ^ base));
                let stands = |low: u32| {
                    let low = Packed::from(low);
                    let own = (high | low) ^ base;
                    let images = self.symmetries.iter().zip(&highs);
                    images.into_iter().all(|(symmetry, high)| high ^ symmetry.image_of_low(low) >= own)
                };
                for (slot, word) in words.iter_mut().enumerate() {
                    let lost = ones(*word).filter(|bit| !stands(lows[slot * 64 + bit]));
                    *word &= !lost.fold(0, |lost, bit| lost | 1 << bit);
                }
            });
        })
    }
}

impl SymmetryTable {
    fn new(packing: &Packing, symmetry: &Symmetry) -> Self {
        let single = |bit: usize| packing.pack(Position::single(symmetry.hole(packing.hole(bit))));
        let chunk = |first: usize| -> Chunk {
            let mut images = [0; 1 << CHUNK];
            for bit in (first..packing.holes()).take(CHUNK) {
                let (own, image) = (1_usize << (bit - first), single(bit));
                let having = images.iter_mut().enumerate().filter(|(value, _)| value & own != 0);
                having.for_each(|(_, word)| *word |= image);
            }
            images
        };
        let high = (MOST_LOW..packing.holes()).step_by(CHUNK).map(chunk).collect();
        Self { low: std::array::from_fn(|number| chunk(number * CHUNK)), high }
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

    #[test]
    fn one_image_stands_for_all() {
        let board = crate::builtin::named("english").unwrap();
        let packing = Packing::unwatched(&board);
        let canonical = Canonical::of_stabilizer(&board, &packing, &[]);
        let mut state = 1_u64;
        for _ in 0..500 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let odd = |hole: &crate::hole::Hole| state >> (hole.index() + 20) & 1 == 1;
            let position = board.holes().filter(odd).fold(Position::EMPTY, Position::with);
            let packed = packing.pack(position);
            let mut images: Vec<_> =
                board.symmetries().iter().map(|s| packing.pack(s.position(position))).collect();
            images.sort_unstable();
            images.dedup();
            let few = 2 * packed.count_ones() < 33;
            assert_eq!(canonical.form(packed), if few { images[images.len() - 1] } else { images[0] });
            assert_eq!(canonical.form(((1 << 33) - 1) ^ packed), ((1 << 33) - 1) ^ canonical.form(packed));
            assert_eq!(canonical.orbit_size(packed), images.len() as u64);
            let mut noted = Images::default();
            canonical.store_images(&mut noted, [0, packed].into_iter());
            for jump in &packing.jumps {
                let after = packed ^ jump.packed(&packing);
                let chosen = canonical.form_after(&noted, 1, jump, after.count_ones());
                assert_eq!(chosen.position, canonical.form(after));
                let carried = (0..33)
                    .filter(|bit| after >> bit & 1 == 1)
                    .map(|bit| canonical.image_of_bit(bit, chosen));
                assert_eq!(carried.fold(0, |word, bit| word | 1 << bit), chosen.position);
            }
        }
    }
}
