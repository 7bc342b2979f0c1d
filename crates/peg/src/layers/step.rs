//! From one level to the next: all jumps, or all jumps taken back, at once.

use super::fold::{Fold, Images};
use super::frame::{Frame, Leap, Packed};
use super::kernel::{self, Bits, Mask, Queue, Work};
use super::level::{Level, Plan, bits};

/// Which way the game runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Jumps are made: one peg less.
    Forward,
    /// Jumps are taken back: one peg more.
    Backward,
}

impl Direction {
    /// How many pegs there are a jump on.
    pub(crate) fn pegs(self, pegs: u32) -> u32 {
        match self {
            Self::Forward => pegs - 1,
            Self::Backward => pegs + 1,
        }
    }

    /// The high part where a jump ends, restricted to the holes it changes.
    fn high_after(self, leap: &Leap) -> u32 {
        match self {
            Self::Forward => leap.high ^ leap.high_pegs,
            Self::Backward => leap.high_pegs,
        }
    }

    /// The low pegs of a jump where it starts, among the holes it changes.
    fn low_before(self, leap: &Leap) -> u32 {
        match self {
            Self::Forward => leap.low_pegs,
            Self::Backward => leap.low ^ leap.low_pegs,
        }
    }

    /// The masks of the low parts where a jump starts and ends.
    fn patterns(self, leap: &Leap) -> (usize, usize) {
        match self {
            Self::Forward => (leap.before, leap.after),
            Self::Backward => (leap.after, leap.before),
        }
    }
}

/// What a step reads.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) frame: &'a Frame,
    pub(crate) from: &'a Level,
    pub(crate) direction: Direction,
    /// Only positions of this level are kept.
    pub(crate) within: Option<&'a Level>,
}

/// A run of segments of one group, to be filled by one thread.
pub(crate) struct Share<'a> {
    pub(crate) group: usize,
    /// The first segment, counted within the group.
    pub(crate) first: usize,
    pub(crate) words: &'a mut [u64],
    pub(crate) fill: &'a mut [u32],
}

/// Parts a new level into shares of at most `most` segments each.
pub(crate) fn shares<'a>(
    frame: &Frame,
    plan: &Plan,
    mut words: &'a mut [u64],
    mut fill: &'a mut [u32],
    most: usize,
) -> Vec<Share<'a>> {
    let mut shares = Vec::new();
    for (group, rows) in plan.groups.iter().enumerate() {
        let mut first = 0;
        let segments = frame.highs.count(group);
        while first < segments {
            let some = most.min(segments - first);
            let (own_words, other_words) = words.split_at_mut(some * rows.stride);
            let (own_fill, other_fill) = fill.split_at_mut(some);
            (words, fill) = (other_words, other_fill);
            if rows.stride > 0 {
                shares.push(Share { group, first, words: own_words, fill: own_fill });
            }
            first += some;
        }
    }
    shares
}

impl Step<'_> {
    /// Fills a share.
    pub(crate) fn fill(self, plan: &Plan, share: Share<'_>, queue: &mut Queue) {
        let routes = self.routes(plan, share.group);
        kernel::run(Filling { step: self, plan, share, routes: &routes, queue });
    }

    /// The ways into a group of segments.
    fn routes(&self, plan: &Plan, group: usize) -> Vec<Route<'_>> {
        let frame = self.frame;
        let classes = frame.classes();
        let (pegs, class) = (group / classes, group % classes);
        let lows = plan.groups[group].lows;
        let route = |leap: &Leap| {
            let after = self.direction.high_after(leap);
            let before = leap.high ^ after;
            let pegs_before =
                (pegs + before.count_ones() as usize).checked_sub(after.count_ones() as usize)?;
            let source = pegs_before * classes + (class ^ frame.class(frame.join(leap.high, 0)));
            let rows = *self.from.plan.groups.get(source)?;
            let (take, put) = self.direction.patterns(leap);
            Some(Route {
                high: leap.high,
                after,
                base: rows.base,
                stride: rows.stride,
                first: frame.highs.start[source] as usize,
                plain: leap.low == 0,
                take: frame.mask(take, rows.lows?),
                put: frame.mask(put, lows?),
            })
        };
        frame.leaps.iter().filter_map(route).collect()
    }
}

/// One jump, between one group of segments and another.
struct Route<'a> {
    high: u32,
    /// What the changing holes look like at the end.
    after: u32,
    /// Where the segments it comes from lie.
    base: usize,
    stride: usize,
    first: usize,
    /// No low hole changes.
    plain: bool,
    take: Mask<'a>,
    put: Mask<'a>,
}

struct Filling<'a> {
    step: Step<'a>,
    plan: &'a Plan,
    share: Share<'a>,
    routes: &'a [Route<'a>],
    queue: &'a mut Queue,
}

impl Work for Filling<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn with<B: Bits>(self) {
        let Share { group, first, words, fill } = self.share;
        let highs = &self.step.frame.highs.group(group)[first..];
        let rows = self.plan.groups[group];
        let offset = rows.base + first * rows.stride;
        let segments = self.step.frame.highs.start[group] as usize + first;
        for (i, (to, fill)) in words.chunks_exact_mut(rows.stride).zip(fill).enumerate() {
            let within = self.step.within;
            if within.is_some_and(|level| level.fill[segments + i] == 0) {
                continue;
            }
            self.step.arrive::<B>(highs[i], self.routes, to, self.queue);
            if let Some(level) = within {
                let mask = &level.words[offset + i * rows.stride..];
                to.iter_mut().zip(mask).for_each(|(word, mask)| *word &= mask);
            }
            *fill = to.iter().map(|word| word.count_ones()).sum();
        }
    }
}

impl Step<'_> {
    /// Everything that ends in the segment of `high`.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn arrive<B: Bits>(&self, high: u32, routes: &[Route<'_>], to: &mut [u64], queue: &mut Queue) {
        for route in routes {
            if high & route.high != route.after {
                continue;
            }
            let rank = self.frame.high_rank[(high ^ route.high) as usize] as usize;
            if self.from.fill[route.first + rank] == 0 {
                continue;
            }
            let first = route.base + rank * route.stride;
            let from = &self.from.words[first..first + route.stride];
            if route.plain {
                to.iter_mut().zip(from).for_each(|(word, more)| *word |= more);
            } else {
                kernel::transfer::<B>(from, route.take, to, route.put, queue);
            }
        }
    }
}

impl Step<'_> {
    /// The jumps from a segment with few positions, one by one: what stands for those they lead to within the other
    /// level.
    pub(crate) fn singly(&self, fold: &Fold, high: u32, words: &[u64], found: &mut Vec<Packed>) {
        let (frame, Some(within)) = (self.frame, self.within) else { return };
        let parts = self.from.plan.groups[frame.high_group(high)].lows.map(|lows| frame.lows.group(lows));
        let held: Vec<u32> = bits(words).filter_map(|bit| parts.map(|parts| parts[bit])).collect();
        let mut images = Images::default();
        fold.note(&mut images, held.iter().map(|&low| frame.join(high, low)));
        // One more: what is not picked is written there.
        let mut able = vec![(0, 0); held.len() + 1];
        for leap in &frame.leaps {
            let after = self.direction.high_after(leap);
            if high & leap.high != leap.high ^ after {
                continue;
            }
            let Some((lows, target)) = within.segment(frame, high ^ leap.high) else { continue };
            let (ranks, pattern) = (frame.low_ranks(lows), self.direction.low_before(leap));
            // First those that can jump, without a branch that the processor would guess wrong.
            let mut jumping = 0;
            for (number, &low) in held.iter().enumerate() {
                able[jumping] = (number, low ^ leap.low);
                jumping += usize::from(low & leap.low == pattern);
            }
            for &(number, landed) in &able[..jumping] {
                let rank = ranks.of(landed);
                if target[rank / 64] >> (rank % 64) & 1 == 1 {
                    found.push(fold.least_after(&images, number, leap));
                }
            }
        }
    }
}
