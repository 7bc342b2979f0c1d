//! The jumps between two levels, one by one: the edges of the graph of positions.

use std::ops::Range;

use search::{Bits, Kernel, Limit, Run, dispatch};

use super::bit_moves::move_backward;
use super::canonical::{Canonical, CanonicalForm, Images};
use super::level::{Level, Ranks, bits};
use super::packing::{PackedJump, Packing};

/// The jumps from a level to another one with one peg less. Both hold canonical forms.
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
    /// The canonical form of the position jumped to, by its number.
    pub(crate) target: usize,
    /// Where the peg starts in the one and lands in the other, as packed bits.
    pub(crate) from: u32,
    pub(crate) to: u32,
}

impl Edges<'_> {
    /// Calls `visit` with every jump that starts in the segments.
    fn visit(&self, segments: Range<usize>, visit: impl FnMut(Edge)) {
        if self.canonical.is_trivial() {
            dispatch(Visit { edges: self, segments, each: visit });
        } else {
            dispatch(VisitCanonical { edges: self, segments, each: visit });
        }
    }

    /// A value for each position of `from`: `initial`, updated by each jump from the position.
    pub(crate) fn accumulate<T: Copy + Send>(
        &self,
        run: &mut Run<'_>,
        initial: T,
        update: impl Fn(&mut T, Edge) + Sync,
    ) -> Result<Vec<T>, Limit> {
        let mut values = vec![initial; self.from.count() as usize];
        let mut rest = &mut values[..];
        let mut tasks = Vec::new();
        for (segments, numbers) in self.from.tasks(TASK) {
            let (own, other) = rest.split_at_mut(numbers.len());
            tasks.push((segments, numbers.start, own));
            rest = other;
        }
        run.share_out(tasks, |(segments, first, own), _| {
            self.visit(segments, |edge| update(&mut own[edge.source - first], edge));
        })?;
        Ok(values)
    }

    /// A segment, if it is not empty.
    fn source(&self, segment: usize) -> Option<Source<'_>> {
        if self.from.fill[segment] == 0 {
            return None;
        }
        let group = self.packing.high_group(self.packing.highs.list[segment]);
        let group_plan = self.from.plan.groups[group];
        let first =
            group_plan.base + (segment - self.packing.highs.start[group] as usize) * group_plan.stride;
        let lows = group_plan.lows?;
        Some(Source {
            number: self.from_ranks.before(first),
            first,
            words: &self.from.words[first..first + group_plan.stride],
            parts: self.packing.lows.group(lows),
            lows,
        })
    }

    /// The jumps that a high part allows, into segments that are not empty.
    fn routes(&self, high: u32) -> impl Iterator<Item = Route<'_>> {
        let able = self.packing.jumps.iter().filter(move |jump| high & jump.high == jump.high_pegs);
        able.filter_map(move |jump| {
            let landed = high ^ jump.high;
            let group = self.packing.high_group(landed);
            let group_plan = self.to.plan.groups[group];
            let rank = self.packing.high_rank[landed as usize] as usize;
            let base = group_plan.base + rank * group_plan.stride;
            let fill = self.to.fill[self.packing.highs.start[group] as usize + rank];
            let words = &self.to.words[base..base + group_plan.stride];
            (fill > 0).then_some(Route { jump, base, words, lows: group_plan.lows? })
        })
    }

    /// The positions of a segment that a route leads into the other level, as bits in `able`.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn able<B: Bits>(&self, route: &Route<'_>, lows: usize, from: &[u64], able: &mut Vec<u64>) {
        able.clear();
        if route.jump.low == 0 {
            able.extend_from_slice(route.words);
        } else {
            able.resize(from.len(), 0);
            move_backward::<B>(self.packing.bit_moves(route.jump, lows), route.words, able);
        }
        able.iter_mut().zip(from).for_each(|(able, from)| *able &= from);
    }
}

/// Positions that a thread takes at a time.
const TASK: usize = 1 << 11;

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
    type Output = ();

    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn run<B: Bits>(mut self) {
        let mut able = Vec::new();
        let (mut held, mut chosen) = (Vec::new(), Vec::new());
        for segment in self.segments.clone() {
            let Some(source) = self.edges.source(segment) else { continue };
            let fill = self.edges.from.fill[segment] as usize;
            let sparse = fill < SPARSE * source.words.len();
            if sparse {
                held.clear();
                held.extend(bits(source.words).map(|bit| source.parts[bit]));
                // One more entry: a position that is not picked is written there.
                chosen.resize(fill + 1, (0, 0));
            }
            for route in self.edges.routes(self.edges.packing.highs.list[segment]) {
                if sparse {
                    self.visit_sparse(&source, &route, &held, &mut chosen);
                } else {
                    self.edges.able::<B>(&route, source.lows, source.words, &mut able);
                    self.visit_dense(&source, &route, &able);
                }
            }
        }
    }
}

/// A segment with fewer positions for each word than this is sparse: they are visited one by one.
const SPARSE: usize = 3;

impl<F: FnMut(Edge)> Visit<'_, F> {
    /// Visits the jumps of a dense segment: the positions that can jump are given as bits.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn visit_dense(&mut self, source: &Source<'_>, route: &Route<'_>, able: &[u64]) {
        let Edges { packing, from, from_ranks, to, to_ranks, .. } = *self.edges;
        let (jump, ranks) = (route.jump, packing.low_ranks(route.lows));
        for bit in bits(able) {
            let number = from_ranks.of(from, source.first * 64 + bit);
            let landed = ranks.of(source.parts[bit] ^ jump.low);
            let target = to_ranks.of(to, route.base * 64 + landed);
            (self.each)(Edge { source: number, target, from: jump.from, to: jump.to });
        }
    }

    /// Visits the jumps of a sparse segment: the positions that can jump are picked first, then those that land in the
    /// other level, both without branches that the processor would mispredict.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn visit_sparse(
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

/// Visits jumps like [`Visit`] where symmetries are in use: the target is the canonical form.
struct VisitCanonical<'a, F> {
    edges: &'a Edges<'a>,
    segments: Range<usize>,
    each: F,
}

impl<F: FnMut(Edge)> Kernel for VisitCanonical<'_, F> {
    type Output = ();

    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn run<B: Bits>(mut self) {
        let Edges { packing, canonical, to, to_ranks, .. } = *self.edges;
        let mut all = Landings::default();
        for segment in self.segments.clone() {
            let Some(source) = self.edges.source(segment) else { continue };
            self.edges.landings(packing.highs.list[segment], &source, &mut all);
            let landings = &mut all.list;
            // A landing outside the other level is overwritten: without branches, so that memory accesses overlap.
            let mut landing = 0;
            for k in 0..landings.len() {
                let mut one = landings[k];
                one.bit = to.place(packing, one.form.position).1;
                landings[landing] = one;
                landing += (to.words[one.bit / 64] >> (one.bit % 64) & 1) as usize;
            }
            for one in &landings[..landing] {
                let (target, to) = (to_ranks.of(to, one.bit), canonical.image_of_bit(one.jump.to, one.form));
                (self.each)(Edge { source: one.source, target, from: one.jump.from, to });
            }
        }
    }
}

/// A jump, and the canonical form of the position it leads to.
#[derive(Clone, Copy)]
struct Landing<'a> {
    source: usize,
    jump: &'a PackedJump,
    form: CanonicalForm,
    /// Its bit in the other level.
    bit: usize,
}

/// All jumps from a segment. The next segment uses the memory again.
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
                let form = self.canonical.form_after(images, number, jump, self.to.plan.pegs);
                Landing { source: source.number + number, jump, form, bit: 0 }
            }));
        }
    }
}
