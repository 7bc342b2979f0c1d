//! The jumps between two sets of positions, one by one.

use std::ops::Range;

use super::canonical::{Canonical, CanonicalForm, Images};
use super::kernel::{self, Bits, Kernel};
use super::level::{Level, Ranks, bits};
use super::packing::{PackedJump, Packing};

/// The jumps that lead from a level into another one with a peg less. Both hold one position for all its images.
pub(crate) struct Edges<'a> {
    pub(crate) packing: &'a Packing,
    pub(crate) canonical: &'a Canonical,
    pub(crate) from: &'a Level,
    pub(crate) from_ranks: &'a Ranks,
    pub(crate) to: &'a Level,
    pub(crate) to_ranks: &'a Ranks,
}

/// One jump between numbered positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The position jumped from, by its number.
    pub(crate) source: usize,
    /// The position jumped to, or the one that stands for it, by its number.
    pub(crate) target: usize,
    /// Where the peg starts in the one and lands in the other, as packed bits.
    pub(crate) from: u32,
    pub(crate) to: u32,
}

impl Edges<'_> {
    /// Calls `visit` with every jump that starts in the segments.
    pub(crate) fn visit(&self, segments: Range<usize>, visit: impl FnMut(Edge)) {
        if self.canonical.is_trivial() {
            kernel::run(Visit { edges: self, segments, each: visit });
        } else {
            kernel::run(VisitCanonical { edges: self, segments, each: visit });
        }
    }

    /// A segment, if it holds anything.
    fn source(&self, segment: usize) -> Option<Source<'_>> {
        if self.from.fill[segment] == 0 {
            return None;
        }
        let group = self.packing.high_group(self.packing.highs.list[segment]);
        let rows = self.from.plan.groups[group];
        let first = rows.base + (segment - self.packing.highs.start[group] as usize) * rows.stride;
        let lows = rows.lows?;
        Some(Source {
            number: self.from_ranks.before(first),
            first,
            words: &self.from.words[first..first + rows.stride],
            parts: self.packing.lows.group(lows),
            lows,
        })
    }

    /// The jumps that a high part allows, into segments that hold anything.
    fn routes(&self, high: u32) -> impl Iterator<Item = Route<'_>> {
        let able = self.packing.jumps.iter().filter(move |jump| high & jump.high == jump.high_pegs);
        able.filter_map(move |jump| {
            let landed = high ^ jump.high;
            let group = self.packing.high_group(landed);
            let rows = self.to.plan.groups[group];
            let rank = self.packing.high_rank[landed as usize] as usize;
            let base = rows.base + rank * rows.stride;
            let fill = self.to.fill[self.packing.highs.start[group] as usize + rank];
            let words = &self.to.words[base..base + rows.stride];
            (fill > 0).then_some(Route { jump, base, words, lows: rows.lows? })
        })
    }

    /// The positions of a segment that jump by a route into the other level, as bits in `able`.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn able<B: Bits>(&self, route: &Route<'_>, lows: usize, from: &[u64], able: &mut Vec<u64>) {
        able.clear();
        if route.jump.low == 0 {
            able.extend_from_slice(route.words);
        } else {
            able.resize(from.len(), 0);
            kernel::back::<B>(self.packing.bit_moves(route.jump, lows), route.words, able);
        }
        able.iter_mut().zip(from).for_each(|(able, from)| *able &= from);
    }
}

/// One jump from one segment to another.
struct Route<'a> {
    jump: &'a PackedJump,
    /// The first word of the segment it leads to, its words and the group of its low parts.
    base: usize,
    words: &'a [u64],
    lows: usize,
}

struct Visit<'a, F> {
    edges: &'a Edges<'a>,
    segments: Range<usize>,
    each: F,
}

/// A segment whose jumps are visited.
struct Source<'a> {
    /// The number of its first position.
    number: usize,
    /// Its first word, and all its words.
    first: usize,
    words: &'a [u64],
    /// All low parts of its group, and the number of that group.
    parts: &'a [u32],
    lows: usize,
}

impl<F: FnMut(Edge)> Kernel for Visit<'_, F> {
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn with<B: Bits>(mut self) {
        let mut able = Vec::new();
        let (mut held, mut chosen) = (Vec::new(), Vec::new());
        for segment in self.segments.clone() {
            let Some(source) = self.edges.source(segment) else { continue };
            let fill = self.edges.from.fill[segment] as usize;
            let sparse = fill < SPARSE * source.words.len();
            if sparse {
                held.clear();
                held.extend(bits(source.words).map(|bit| source.parts[bit]));
                // One more: what is not picked is written there.
                chosen.resize(fill + 1, (0, 0));
            }
            for route in self.edges.routes(self.edges.packing.highs.list[segment]) {
                if sparse {
                    self.one_by_one(&source, &route, &held, &mut chosen);
                } else {
                    self.edges.able::<B>(&route, source.lows, source.words, &mut able);
                    self.all_at_once(&source, &route, &able);
                }
            }
        }
    }
}

/// With fewer positions a word than this, they are looked at one by one.
const SPARSE: usize = 3;

impl<F: FnMut(Edge)> Visit<'_, F> {
    /// Jumps of a segment that holds many positions: those that can be made are known as bits.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn all_at_once(&mut self, source: &Source<'_>, route: &Route<'_>, able: &[u64]) {
        let Edges { packing, from, from_ranks, to, to_ranks, .. } = *self.edges;
        let (jump, ranks) = (route.jump, packing.low_ranks(route.lows));
        for bit in bits(able) {
            let number = from_ranks.of(from, source.first * 64 + bit);
            let landed = ranks.of(source.parts[bit] ^ jump.low);
            let target = to_ranks.of(to, route.base * 64 + landed);
            (self.each)(Edge { source: number, target, from: jump.from, to: jump.to });
        }
    }

    /// Jumps of a segment that holds few positions: those that can jump are picked first, then those that land in
    /// the other level, both without branches that the processor would guess wrong.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn one_by_one(
        &mut self,
        source: &Source<'_>,
        route: &Route<'_>,
        held: &[u32],
        chosen: &mut [(u32, u32)],
    ) {
        let Edges { packing, to, to_ranks, .. } = *self.edges;
        let (jump, ranks) = (route.jump, packing.low_ranks(route.lows));
        let (mask, pegs) = (jump.low, jump.low_pegs);
        let mut able = 0;
        for (i, &low) in (0..).zip(held) {
            chosen[able] = (i, low ^ mask);
            able += usize::from(low & mask == pegs);
        }
        let mut landing = 0;
        for k in 0..able {
            let (i, low) = chosen[k];
            let landed = ranks.of(low);
            chosen[landing] = (i, landed as u32);
            landing += (route.words[landed / 64] >> (landed % 64) & 1) as usize;
        }
        for &(i, landed) in &chosen[..landing] {
            let target = to_ranks.of(to, route.base * 64 + landed as usize);
            (self.each)(Edge { source: source.number + i as usize, target, from: jump.from, to: jump.to });
        }
    }
}

/// The same where a position stands for its images: each landing has to be carried to the one that stands for it.
struct VisitCanonical<'a, F> {
    edges: &'a Edges<'a>,
    segments: Range<usize>,
    each: F,
}

impl<F: FnMut(Edge)> Kernel for VisitCanonical<'_, F> {
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn with<B: Bits>(mut self) {
        let Edges { packing, canonical, to, to_ranks, .. } = *self.edges;
        let mut all = Landings::default();
        for segment in self.segments.clone() {
            let Some(source) = self.edges.source(segment) else { continue };
            self.edges.landings(packing.highs.list[segment], &source, &mut all);
            let landings = &mut all.list;
            // What does not land in the other level is written over: no branch, so that the fetches overlap.
            let mut landing = 0;
            for k in 0..landings.len() {
                let mut one = landings[k];
                one.bit = to.place(packing, one.chosen.position).1;
                landings[landing] = one;
                landing += (to.words[one.bit / 64] >> (one.bit % 64) & 1) as usize;
            }
            for one in &landings[..landing] {
                let (target, to) =
                    (to_ranks.of(to, one.bit), canonical.image_of_bit(one.jump.to, one.chosen));
                (self.each)(Edge { source: one.source, target, from: one.jump.from, to });
            }
        }
    }
}

/// A jump, and what stands for the position it leads to.
#[derive(Clone, Copy)]
struct Landing<'a> {
    source: usize,
    jump: &'a PackedJump,
    chosen: CanonicalForm,
    /// Where that position would be in the other level.
    bit: usize,
}

/// All jumps from a segment; its room is used again for the next one.
#[derive(Default)]
struct Landings<'a> {
    list: Vec<Landing<'a>>,
    /// The low parts of the segment, and the images of its positions.
    held: Vec<u32>,
    images: Images,
}

impl<'a> Edges<'a> {
    /// Finds all jumps from a segment, into the other level or not.
    fn landings(&self, high: u32, source: &Source<'_>, all: &mut Landings<'a>) {
        let Landings { list, held, images } = all;
        list.clear();
        held.clear();
        held.extend(bits(source.words).map(|bit| source.parts[bit]));
        self.canonical.store_images(images, held.iter().map(|&low| self.packing.join(high, low)));
        for jump in self.packing.jumps.iter().filter(|jump| high & jump.high == jump.high_pegs) {
            let able = held.iter().enumerate().filter(|(_, low)| *low & jump.low == jump.low_pegs);
            list.extend(able.map(|(number, _)| {
                let chosen = self.canonical.form_after(images, number, jump, self.to.plan.pegs);
                Landing { source: source.number + number, jump, chosen, bit: 0 }
            }));
        }
    }
}
