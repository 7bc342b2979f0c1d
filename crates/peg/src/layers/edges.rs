//! The jumps between two sets of positions, one by one.

use std::ops::Range;

use super::frame::{Frame, Leap};
use super::level::{Level, Ranks, bits, group_of};

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

    /// Calls `visit` with every jump that starts in the segments, ordered by source.
    #[inline]
    pub(crate) fn visit(&self, segments: Range<usize>, mut visit: impl FnMut(Edge)) {
        let mut routes = Vec::with_capacity(self.frame.leaps.len());
        for segment in segments {
            if self.from.fill[segment] == 0 {
                continue;
            }
            let high = self.frame.highs.list[segment];
            let group = group_of(self.frame, high);
            let rows = self.from.plan.groups[group];
            let first = rows.base + (segment - self.frame.highs.start[group] as usize) * rows.stride;
            let lows = rows.lows.map_or(&[][..], |lows| self.frame.lows.group(lows));
            self.routes(high, &mut routes);
            let numbered = self.from_ranks.before(first)..;
            for (source, bit) in numbered.zip(bits(&self.from.words[first..first + rows.stride])) {
                let low = lows[bit];
                for (leap, base) in &routes {
                    if low & leap.low != leap.low_pegs {
                        continue;
                    }
                    let landed = base + usize::from(self.frame.low_rank[(low ^ leap.low) as usize]);
                    if let Some(target) = self.to_ranks.at(self.to, landed) {
                        visit(Edge { source, target, from: leap.from, to: leap.to });
                    }
                }
            }
        }
    }

    /// The jumps that a high part allows, with the first bit of the segment they lead to.
    fn routes(&self, high: u32, routes: &mut Vec<(Leap, usize)>) {
        routes.clear();
        for leap in &self.frame.leaps {
            if high & leap.high != leap.high_pegs {
                continue;
            }
            let landed = high ^ leap.high;
            let group = group_of(self.frame, landed);
            let rows = self.to.plan.groups[group];
            let rank = self.frame.high_rank[landed as usize] as usize;
            if self.to.fill[self.frame.highs.start[group] as usize + rank] > 0 {
                routes.push((*leap, (rows.base + rank * rows.stride) * 64));
            }
        }
    }
}
