//! The jumps between two sets of positions, one by one.

use std::ops::Range;

use super::frame::{Frame, Leap};
use super::kernel::{self, Bits, Queue, Work};
use super::level::{Level, Ranks, bits};

/// The jumps that lead from a level into another one with a peg less.
pub(crate) struct Edges<'a> {
    pub(crate) frame: &'a Frame,
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
    /// The position jumped to, by its number.
    pub(crate) target: usize,
    /// Where the peg starts and lands, as packed bits.
    pub(crate) from: u32,
    pub(crate) to: u32,
}

impl Edges<'_> {
    /// Runs of segments with their positions' numbers, each about `size` positions long.
    pub(crate) fn runs(&self, size: usize) -> Vec<(Range<usize>, Range<usize>)> {
        let mut runs = Vec::new();
        let (mut first, mut start, mut count) = (0, 0, 0);
        for (segment, &fill) in self.from.fill.iter().enumerate() {
            count += fill as usize;
            if count - start >= size {
                runs.push((first..segment + 1, start..count));
                (first, start) = (segment + 1, count);
            }
        }
        runs.push((first..self.from.fill.len(), start..count));
        runs
    }

    /// Calls `visit` with every jump that starts in the segments.
    pub(crate) fn visit(&self, segments: Range<usize>, visit: impl FnMut(Edge)) {
        kernel::run(Visit { edges: self, segments, each: visit });
    }

    /// The jumps that a high part allows, into segments that hold anything.
    fn routes(&self, high: u32) -> impl Iterator<Item = Route<'_>> {
        let able = self.frame.leaps.iter().filter(move |leap| high & leap.high == leap.high_pegs);
        able.filter_map(move |leap| {
            let landed = high ^ leap.high;
            let group = self.frame.high_group(landed);
            let rows = self.to.plan.groups[group];
            let rank = self.frame.high_rank[landed as usize] as usize;
            let base = rows.base + rank * rows.stride;
            let fill = self.to.fill[self.frame.highs.start[group] as usize + rank];
            let words = &self.to.words[base..base + rows.stride];
            (fill > 0).then_some(Route { leap, base, words, lows: rows.lows? })
        })
    }

    /// The positions of a segment that jump by a route into the other level, as bits in `able`.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn able<B: Bits>(
        &self,
        route: &Route<'_>,
        lows: usize,
        from: &[u64],
        able: &mut Vec<u64>,
        queue: &mut Queue,
    ) {
        able.clear();
        if route.leap.low == 0 {
            able.extend_from_slice(route.words);
        } else {
            able.resize(from.len(), 0);
            let (put, take) =
                (self.frame.mask(route.leap.before, lows), self.frame.mask(route.leap.after, route.lows));
            kernel::transfer::<B>(route.words, take, able, put, queue);
        }
        able.iter_mut().zip(from).for_each(|(able, from)| *able &= from);
    }
}

/// One jump from one segment to another.
struct Route<'a> {
    leap: &'a Leap,
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

impl<F: FnMut(Edge)> Work for Visit<'_, F> {
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn with<B: Bits>(mut self) {
        let Edges { frame, from, from_ranks, to, to_ranks } = *self.edges;
        let (mut able, mut queue) = (Vec::new(), kernel::queue());
        for segment in self.segments {
            if from.fill[segment] == 0 {
                continue;
            }
            let high = frame.highs.list[segment];
            let group = frame.high_group(high);
            let rows = from.plan.groups[group];
            let Some(lows) = rows.lows else { continue };
            let parts = frame.lows.group(lows);
            let first = rows.base + (segment - frame.highs.start[group] as usize) * rows.stride;
            let words = &from.words[first..first + rows.stride];
            for route in self.edges.routes(high) {
                self.edges.able::<B>(&route, lows, words, &mut able, &mut queue);
                let leap = route.leap;
                for bit in bits(&able) {
                    let source = from_ranks.of(from, first * 64 + bit);
                    let landed = usize::from(frame.low_rank[(parts[bit] ^ leap.low) as usize]);
                    let target = to_ranks.of(to, route.base * 64 + landed);
                    (self.each)(Edge { source, target, from: leap.from, to: leap.to });
                }
            }
        }
    }
}
