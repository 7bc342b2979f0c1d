//! From one level to the next: all jumps, or all jumps taken back, at once.

use super::bit_moves::Strand;
use super::kernel::{self, Bits, Work};
use super::level::{Level, Plan};
use super::packing::{Frame, Leap};
use super::slices::Share;

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
}

/// What a step reads.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) frame: &'a Frame,
    pub(crate) from: &'a Level,
    pub(crate) direction: Direction,
    pub(crate) onto: Onto,
}

/// What a share holds before the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Onto {
    /// Nothing.
    Nothing,
    /// Something that does not matter any more.
    Remains,
    /// Positions, of which those that are reached are kept.
    Positions,
}

impl Step<'_> {
    /// Fills a share, or narrows it down.
    pub(crate) fn fill(self, plan: &Plan, share: Share<'_>) {
        let routes = self.routes(plan, share.group);
        kernel::run(Filling { step: self, plan, share, routes: &routes });
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
            let lows = match self.direction {
                Direction::Forward => rows.lows?,
                Direction::Backward => lows?,
            };
            Some(Route {
                high: leap.high,
                after,
                base: rows.base,
                stride: rows.stride,
                first: frame.highs.start[source] as usize,
                strands: (leap.low != 0).then(|| frame.strands(leap, lows)),
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
    /// How the bits go; `None` if no low hole changes.
    strands: Option<&'a [Strand]>,
}

struct Filling<'a> {
    step: Step<'a>,
    plan: &'a Plan,
    share: Share<'a>,
    routes: &'a [Route<'a>],
}

impl Work for Filling<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn with<B: Bits>(self) {
        let Share { group, first, words, fill } = self.share;
        let (step, stride) = (self.step, self.plan.groups[group].stride);
        let highs = &step.frame.highs.group(group)[first..];
        let narrows = step.onto == Onto::Positions;
        let wanted: Vec<_> =
            (0..fill.len()).filter(|&i| !narrows || fill[i] > 0).map(|i| (i, highs[i])).collect();
        if narrows {
            let mut reached = vec![0; words.len()];
            step.reach::<B>(self.routes, &wanted, &mut reached, stride);
            words.iter_mut().zip(reached).for_each(|(word, reached)| *word &= reached);
        } else {
            if step.onto == Onto::Remains {
                words.fill(0);
            }
            step.reach::<B>(self.routes, &wanted, words, stride);
        }
        for (i, _) in wanted {
            fill[i] = words[i * stride..][..stride].iter().map(|word| word.count_ones()).sum();
        }
    }
}

impl Step<'_> {
    /// Everything that ends in these segments, by number and high part.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn reach<B: Bits>(
        &self,
        routes: &[Route<'_>],
        wanted: &[(usize, u32)],
        words: &mut [u64],
        stride: usize,
    ) {
        // One more: what is not picked is written there.
        let mut met = vec![(0, 0); wanted.len() + 1];
        for route in routes {
            let mut count = 0;
            for &(i, high) in wanted {
                met[count] = (i, high ^ route.high);
                count += usize::from(high & route.high == route.after);
            }
            for &(i, before) in &met[..count] {
                self.arrive::<B>(route, before, &mut words[i * stride..][..stride]);
            }
        }
    }

    /// What comes by a route from the segment of the high part `before`.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn arrive<B: Bits>(&self, route: &Route<'_>, before: u32, to: &mut [u64]) {
        let rank = self.frame.high_rank[before as usize] as usize;
        if self.from.fill[route.first + rank] == 0 {
            return;
        }
        let first = route.base + rank * route.stride;
        let from = &self.from.words[first..first + route.stride];
        match (route.strands, self.direction) {
            (None, _) => to.iter_mut().zip(from).for_each(|(word, more)| *word |= more),
            (Some(strands), Direction::Forward) => kernel::forth::<B>(strands, from, to),
            (Some(strands), Direction::Backward) => kernel::back::<B>(strands, from, to),
        }
    }
}
