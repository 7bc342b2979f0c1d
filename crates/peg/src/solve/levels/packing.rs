//! Packed positions: the layout of a board with its look-up tables and its jumps.

use std::ops::Deref;

use search::{Limit, Run};

use crate::board::Board;
use crate::position::Position;
use crate::solve::count::CountError;

use super::bit_moves::{BitMove, BitMoves};
use super::layout::{Layout, MOST_LOW, PARTS_PER_LOOK, Packed};

/// Parts of positions (low or high ones), grouped by number of pegs and class.
pub(crate) struct Parts {
    /// All parts, group by group, ascending within a group.
    pub(crate) list: Vec<u32>,
    /// Where each group starts in `list`; one more entry than groups.
    pub(crate) start: Vec<u32>,
}

impl Parts {
    /// Lists all parts; `groups` has the group of each part, `counts` the number of parts of each group.
    fn new(groups: &[u16], counts: &[u32], run: &mut Run<'_>) -> Result<Self, Limit> {
        let mut start = vec![0_u32];
        for count in counts {
            start.push(start[start.len() - 1] + count);
        }
        let mut next = start.clone();
        let mut list = vec![0; groups.len()];
        for (first, groups) in (0..).step_by(PARTS_PER_LOOK).zip(groups.chunks(PARTS_PER_LOOK)) {
            run.ask()?;
            for (part, &group) in (first..).zip(groups) {
                let slot = &mut next[usize::from(group)];
                list[*slot as usize] = part;
                *slot += 1;
            }
        }
        Ok(Self { list, start })
    }

    /// The parts of a group.
    pub(crate) fn group(&self, group: usize) -> &[u32] {
        &self.list[self.start[group] as usize..self.start[group + 1] as usize]
    }

    /// The number of parts of a group.
    pub(crate) fn count(&self, group: usize) -> usize {
        (self.start[group + 1] - self.start[group]) as usize
    }

    /// The number of groups.
    pub(crate) fn groups(&self) -> usize {
        self.start.len() - 1
    }

    /// The rank of each part within its group.
    fn ranks(&self, run: &mut Run<'_>) -> Result<Vec<u32>, Limit> {
        let mut ranks = vec![0; self.list.len()];
        for group in 0..self.groups() {
            run.ask()?;
            for (rank, &part) in (0..).zip(self.group(group)) {
                ranks[part as usize] = rank;
            }
        }
        Ok(ranks)
    }
}

/// The rank of each low part within its group, in small tables. Parts with equal upper halves lie together, so the rank
/// is that of the first of them plus the rank of the lower half among lower halves of its group.
struct LowRanks {
    /// By group and upper half.
    first: Vec<u16>,
    /// By lower half.
    within: [u16; 1 << HALF],
}

/// Bits of the lower half of a low part.
const HALF: usize = MOST_LOW / 2;

impl LowRanks {
    /// Builds the tables from the groups of the parts of `bits` holes.
    fn new(bits: usize, classes: usize, groups: &[u16]) -> Self {
        let lower = bits.min(HALF);
        let group = |part: usize| usize::from(groups[part]);
        let mut counts = vec![0_u16; (bits + 1) * classes];
        let mut within = [0; 1 << HALF];
        for half in 0..1 << lower {
            let count = &mut counts[group(half)];
            within[half] = *count;
            *count += 1;
        }
        let mut first = vec![0; counts.len() << HALF];
        for g in 0..counts.len() {
            let mut rank = 0;
            for upper in 0..1 << (bits - lower) {
                first[(g << HALF) + upper] = rank;
                // The pegs and the class that are left for the lower half.
                let own = group(upper << lower);
                let left = (g / classes).checked_sub(own / classes);
                rank += left.map_or(0, |pegs| counts[pegs * classes + ((g % classes) ^ (own % classes))]);
            }
        }
        Self { first, within }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn group(&self, group: usize) -> GroupRanks<'_> {
        let (first, _) = self.first[group << HALF..].as_chunks();
        GroupRanks { first: &first[0], within: &self.within }
    }
}

/// The ranks of the low parts of one group.
#[derive(Clone, Copy)]
pub(crate) struct GroupRanks<'a> {
    first: &'a [u16; 1 << HALF],
    within: &'a [u16; 1 << HALF],
}

impl GroupRanks<'_> {
    /// The rank of a low part within its group.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn of(self, low: u32) -> usize {
        let (upper, lower) = (low as usize >> HALF & HALF_MASK, low as usize & HALF_MASK);
        usize::from(self.first[upper]) + usize::from(self.within[lower])
    }
}

const HALF_MASK: usize = (1 << HALF) - 1;

/// A jump as it acts on the two parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedJump {
    /// The holes that change, and those of them that hold pegs before.
    pub(crate) high: u32,
    pub(crate) high_pegs: u32,
    pub(crate) low: u32,
    pub(crate) low_pegs: u32,
    /// The number of its pattern of low holes.
    pattern: usize,
    /// Where the peg starts and lands, as packed bits.
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// Its number among the jumps of the board.
    pub(crate) number: usize,
}

impl PackedJump {
    /// The holes that change.
    pub(crate) fn packed(&self, packing: &Packing) -> Packed {
        packing.join(self.high, self.low)
    }

    /// Can the jump be made here?
    pub(crate) fn starts(&self, packing: &Packing, packed: Packed) -> bool {
        packed & self.packed(packing) == packing.join(self.high_pegs, self.low_pegs)
    }

    /// Can the jump have been the last one here?
    pub(crate) fn ends(&self, packing: &Packing, packed: Packed) -> bool {
        !packed & self.packed(packing) == packing.join(self.high_pegs, self.low_pegs)
    }
}

/// The layout of one board, its parts and its jumps.
pub(crate) struct Packing {
    layout: Layout,
    pub(crate) lows: Parts,
    low_ranks: LowRanks,
    pub(crate) highs: Parts,
    pub(crate) high_rank: Vec<u32>,
    high_group: Vec<u16>,
    pub(crate) jumps: Vec<PackedJump>,
    bit_moves: BitMoves,
}

impl Deref for Packing {
    type Target = Layout;

    fn deref(&self) -> &Layout {
        &self.layout
    }
}

impl Packing {
    /// Lays out a board, if it is not too large. That takes a while on the largest boards: the watcher is asked.
    pub(crate) fn new(board: &Board, run: &mut Run<'_>) -> Result<Self, CountError> {
        let layout = Layout::new(board).ok_or(CountError::TooLarge)?;
        let needed = layout.high_parts() * BYTES_PER_HIGH_PART;
        run.hold(needed).map_err(|_| CountError::Memory { needed })?;
        let [low_group, high_group] = layout.groups(run)?;
        let [lows, highs] = layout.counts();
        let lows = Parts::new(&low_group, lows, run)?;
        let highs = Parts::new(&high_group, highs, run)?;
        let mut packing = Self {
            low_ranks: LowRanks::new(layout.low_bits(), layout.classes(), &low_group),
            high_rank: highs.ranks(run)?,
            high_group,
            jumps: Vec::new(),
            bit_moves: BitMoves::default(),
            lows,
            highs,
            layout,
        };
        let patterns = packing.list_jumps(board);
        packing.bit_moves = BitMoves::new(&packing.lows, &low_group, &patterns, run)?;
        Ok(packing)
    }

    /// Lists the jumps, and their patterns: the low holes that change, and those of them that hold pegs before.
    fn list_jumps(&mut self, board: &Board) -> Vec<(u32, u32)> {
        let mut patterns: Vec<(u32, u32)> = Vec::new();
        let mut number = |mask: u32, pegs: u32| {
            patterns.iter().position(|&p| p == (mask, pegs)).unwrap_or_else(|| {
                patterns.push((mask, pegs));
                patterns.len() - 1
            })
        };
        for (index, jump) in board.jumps().iter().enumerate() {
            let (holes, pegs) = (self.pack(jump.holes()), self.pack(jump.pegs()));
            let (low, low_pegs) = (self.low(holes), self.low(pegs));
            self.jumps.push(PackedJump {
                high: self.high(holes),
                high_pegs: self.high(pegs),
                low,
                low_pegs,
                pattern: number(low, low_pegs),
                from: self.pack(Position::single(jump.from)).trailing_zeros(),
                to: self.pack(Position::single(jump.to)).trailing_zeros(),
                number: index,
            });
        }
        patterns
    }

    /// The ranks of the low parts of a group.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn low_ranks(&self, group: usize) -> GroupRanks<'_> {
        self.low_ranks.group(group)
    }

    /// The group of a high part.
    pub(crate) fn high_group(&self, high: u32) -> usize {
        usize::from(self.high_group[high as usize])
    }

    /// The bit moves of a jump from the parts of a low group.
    pub(crate) fn bit_moves(&self, jump: &PackedJump, group: usize) -> &[BitMove] {
        self.bit_moves.of(jump.pattern, group)
    }

    /// The memory of the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.bit_moves.bytes() + self.lows.list.len() * 4 + self.highs.list.len() * BYTES_PER_HIGH_PART
    }
}

/// A high part is listed (4 bytes) with its rank (4) and its group (2).
const BYTES_PER_HIGH_PART: usize = 10;

#[cfg(test)]
impl Packing {
    /// Lays out a board that is not too large.
    pub(crate) fn unwatched(board: &Board) -> Self {
        Self::new(board, &mut Run::new(search::Budget::default(), &mut search::Unwatched)).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use search::{Budget, Stats, Stop};

    use super::*;

    #[test]
    fn the_watcher_can_stop_the_laying_out_of_a_board() {
        let board = crate::builtin::named("diamond").unwrap();
        for last in [1, 100, 500] {
            let mut ticks = 0;
            let mut watch = |_: &Stats| {
                ticks += 1;
                if ticks < last { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Time) }
            };
            let stopped = Packing::new(&board, &mut Run::new(Budget::default(), &mut watch));
            assert_eq!(stopped.err(), Some(CountError::Limit(Limit::Time)));
            assert_eq!(ticks, last);
        }
    }
}
