//! From one level to the next: all jumps at once, made or taken back.

use search::{Bits, Kernel, dispatch};

use super::bit_moves::{BitMove, move_backward, move_forward};
use super::level::{Level, Plan};
use super::packing::{PackedJump, Packing};
use super::slices::LevelSlice;

/// The direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Jumps are made: one peg less.
    Forward,
    /// Jumps are taken back: one peg more.
    Backward,
}

impl Direction {
    /// The number of pegs after one jump.
    pub(crate) fn pegs(self, pegs: u32) -> u32 {
        match self {
            Self::Forward => pegs - 1,
            Self::Backward => pegs + 1,
        }
    }

    /// The high part where a jump ends, restricted to the holes it changes.
    fn high_after(self, jump: &PackedJump) -> u32 {
        match self {
            Self::Forward => jump.high ^ jump.high_pegs,
            Self::Backward => jump.high_pegs,
        }
    }
}

/// A step from one level to the next.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) packing: &'a Packing,
    pub(crate) from: &'a Level,
    pub(crate) direction: Direction,
    pub(crate) target: Target,
}

/// The contents of the target before the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// No bit is set.
    Empty,
    /// The bits are left over from another level and mean nothing.
    Stale,
    /// The positions to choose from: those that are reached are kept.
    Candidates,
}

impl Step<'_> {
    /// Fills a slice of the target, or narrows it down.
    pub(crate) fn fill(self, plan: &Plan, slice: LevelSlice<'_>) {
        let routes = self.routes(plan, slice.group);
        dispatch(FillSlice { step: self, plan, slice, routes: &routes });
    }

    /// The routes into a group of segments.
    fn routes(&self, plan: &Plan, group: usize) -> Vec<Route<'_>> {
        let packing = self.packing;
        let classes = packing.classes();
        let (pegs, class) = (group / classes, group % classes);
        let lows = plan.groups[group].lows;
        let route = |jump: &PackedJump| {
            let after = self.direction.high_after(jump);
            let before = jump.high ^ after;
            let pegs_before =
                (pegs + before.count_ones() as usize).checked_sub(after.count_ones() as usize)?;
            let source = pegs_before * classes + (class ^ packing.class(packing.join(jump.high, 0)));
            let group_plan = *self.from.plan.groups.get(source)?;
            let lows = match self.direction {
                Direction::Forward => group_plan.lows?,
                Direction::Backward => lows?,
            };
            Some(Route {
                high: jump.high,
                after,
                base: group_plan.base,
                stride: group_plan.stride,
                first: packing.highs.start[source] as usize,
                bit_moves: (jump.low != 0).then(|| packing.bit_moves(jump, lows)),
            })
        };
        packing.jumps.iter().filter_map(route).collect()
    }
}

/// One jump, from one group of segments to another.
struct Route<'a> {
    high: u32,
    /// The pegs in the changing high holes at the end.
    after: u32,
    /// Where the segments it comes from lie.
    base: usize,
    stride: usize,
    first: usize,
    /// `None` if no low hole changes.
    bit_moves: Option<&'a [BitMove]>,
}

struct FillSlice<'a> {
    step: Step<'a>,
    plan: &'a Plan,
    slice: LevelSlice<'a>,
    routes: &'a [Route<'a>],
}

impl Kernel for FillSlice<'_> {
    type Output = ();

    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn run<B: Bits>(self) {
        let LevelSlice { group, first, words, fill } = self.slice;
        let (step, stride) = (self.step, self.plan.groups[group].stride);
        let highs = &step.packing.highs.group(group)[first..];
        let narrows = step.target == Target::Candidates;
        let wanted: Vec<_> =
            (0..fill.len()).filter(|&i| !narrows || fill[i] > 0).map(|i| (i, highs[i])).collect();
        if narrows {
            let mut reached = vec![0; words.len()];
            step.reach::<B>(self.routes, &wanted, &mut reached, stride);
            words.iter_mut().zip(reached).for_each(|(word, reached)| *word &= reached);
        } else {
            if step.target == Target::Stale {
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
    /// Adds all positions that are reached in these segments, given by number and high part.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn reach<B: Bits>(
        &self,
        routes: &[Route<'_>],
        wanted: &[(usize, u32)],
        words: &mut [u64],
        stride: usize,
    ) {
        // One more entry: a segment that is not picked is written there.
        let mut picked = vec![(0, 0); wanted.len() + 1];
        for route in routes {
            let mut count = 0;
            for &(i, high) in wanted {
                picked[count] = (i, high ^ route.high);
                count += usize::from(high & route.high == route.after);
            }
            for &(i, before) in &picked[..count] {
                self.add_route::<B>(route, before, &mut words[i * stride..][..stride]);
            }
        }
    }

    /// Adds the positions that come by a route from the segment of the high part `before`.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn add_route<B: Bits>(&self, route: &Route<'_>, before: u32, to: &mut [u64]) {
        let rank = self.packing.high_rank[before as usize] as usize;
        if self.from.fill[route.first + rank] == 0 {
            return;
        }
        let first = route.base + rank * route.stride;
        let from = &self.from.words[first..first + route.stride];
        match (route.bit_moves, self.direction) {
            (None, _) => to.iter_mut().zip(from).for_each(|(word, more)| *word |= more),
            (Some(bit_moves), Direction::Forward) => move_forward::<B>(bit_moves, from, to),
            (Some(bit_moves), Direction::Backward) => move_backward::<B>(bit_moves, from, to),
        }
    }
}
