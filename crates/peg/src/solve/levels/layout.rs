//! The order in which the holes of a board are packed, and the groups of the parts of positions.

use std::ops::Range;

use search::{Limit, Run};

use crate::board::Board;
use crate::class::Classes;
use crate::hole::Hole;
use crate::position::Position;

use super::hole_order::hole_order;

/// The most low holes. The largest group of the 2^18 low parts has 48,620 (18 choose 9), so that ranks fit 16 bits.
pub(crate) const MOST_LOW: usize = 18;
/// The most parity rules by which positions are classed. Each halves the segments, and short segments waste bits of
/// their last words.
const MOST_RULES: usize = 6;
/// The largest board that is laid out: its 2^23 high parts, each with a count, take 32 MiB in every level.
pub(crate) const MOST_HOLES: usize = 41;

/// Parts of positions that are listed between two looks of the watcher: about a millisecond.
pub(super) const PARTS_PER_LOOK: usize = 1 << 16;

/// A packed position: low holes in the low bits, in the layout's own order of holes.
pub(crate) type Packed = u64;

/// The order of holes of one board, and the groups of the parts of positions: by number of pegs and class.
pub(crate) struct Layout {
    holes: Vec<Hole>,
    rules: Vec<Packed>,
    low_bits: usize,
    /// By group: the numbers of its low parts and of its high parts.
    low_counts: Vec<u32>,
    high_counts: Vec<u32>,
}

impl Layout {
    /// Lays out a board; `None` if it is too large.
    pub(crate) fn new(board: &Board) -> Option<Self> {
        if board.len() > MOST_HOLES {
            return None;
        }
        let classes = Classes::of(board);
        let rules = &classes.rules()[..classes.rules().len().min(MOST_RULES)];
        let low_bits = board.len().min(MOST_LOW);
        let holes = hole_order(board, low_bits, rules.len());
        let rules: Vec<_> = rules.iter().map(|&rule| pack(&holes, rule)).collect();
        let low_counts = counts(&rules, 0..low_bits);
        let high_counts = counts(&rules, low_bits..board.len());
        Some(Self { holes, rules, low_bits, low_counts, high_counts })
    }

    /// The number of classes.
    pub(crate) fn classes(&self) -> usize {
        1 << self.rules.len()
    }

    /// The number of holes of the board.
    pub(crate) fn holes(&self) -> usize {
        self.holes.len()
    }

    /// The hole of a packed bit.
    pub(crate) fn hole(&self, bit: usize) -> Hole {
        self.holes[bit]
    }

    /// The low part of a packed position.
    pub(crate) fn low(&self, packed: Packed) -> u32 {
        (packed & ((1 << self.low_bits) - 1)) as u32
    }

    /// The high part of a packed position.
    pub(crate) fn high(&self, packed: Packed) -> u32 {
        (packed >> self.low_bits) as u32
    }

    /// A packed position from its parts.
    pub(crate) fn join(&self, high: u32, low: u32) -> Packed {
        u64::from(high) << self.low_bits | u64::from(low)
    }

    /// The number of low holes.
    pub(crate) fn low_bits(&self) -> usize {
        self.low_bits
    }

    /// The class of a packed position, or of the holes that a jump changes.
    pub(crate) fn class(&self, packed: Packed) -> usize {
        class_of(&self.rules, packed)
    }

    /// The number of groups of high parts.
    pub(crate) fn high_groups(&self) -> usize {
        self.high_counts.len()
    }

    /// The number of high parts of a group.
    pub(crate) fn high_count(&self, group: usize) -> usize {
        self.high_counts[group] as usize
    }

    /// The number of high parts.
    pub(crate) fn high_parts(&self) -> usize {
        1 << (self.holes.len() - self.low_bits)
    }

    /// The number of words of a segment of this low group.
    pub(crate) fn low_words(&self, group: usize) -> usize {
        (self.low_counts[group] as usize).div_ceil(64)
    }

    /// The position that was packed.
    pub(crate) fn unpack(&self, packed: Packed) -> Position {
        let pegs = (0..self.holes()).filter(|bit| packed >> bit & 1 == 1);
        pegs.fold(Position::EMPTY, |position, bit| position.with(self.hole(bit)))
    }

    /// Packs a position.
    pub(crate) fn pack(&self, position: Position) -> Packed {
        pack(&self.holes, position)
    }

    /// The order of the holes and the number of rules, as text: part of the files of [tables](crate::Solvability).
    pub(crate) fn title(&self) -> String {
        let order: Vec<_> = self.holes.iter().map(|hole| hole.index().to_string()).collect();
        format!("{} low of {} by {} rules", self.low_bits, order.join(" "), self.rules.len())
    }

    /// The group of each low part, and of each high part.
    pub(super) fn groups(&self, run: &mut Run<'_>) -> Result<[Vec<u16>; 2], Limit> {
        let low = groups(&self.rules, 0..self.low_bits, run)?;
        let high = groups(&self.rules, self.low_bits..self.holes.len(), run)?;
        Ok([low, high])
    }

    /// By group: the numbers of its low parts and of its high parts.
    pub(super) fn counts(&self) -> [&[u32]; 2] {
        [&self.low_counts, &self.high_counts]
    }
}

fn pack(holes: &[Hole], position: Position) -> Packed {
    (0..).zip(holes).fold(0, |word, (bit, &hole)| word | u64::from(position.has(hole)) << bit)
}

fn class_of(rules: &[Packed], packed: Packed) -> usize {
    let odd = |rule: &Packed| (rule & packed).count_ones() as usize & 1;
    rules.iter().enumerate().fold(0, |class, (i, rule)| class | odd(rule) << i)
}

/// The group of each part that some holes can have: by number of pegs and class.
fn groups(rules: &[Packed], holes: Range<usize>, run: &mut Run<'_>) -> Result<Vec<u16>, Limit> {
    let class: Vec<_> = holes.clone().map(|bit| class_of(rules, 1 << bit) as u16).collect();
    let mut groups = vec![0; 1 << holes.len()];
    for first in (0..groups.len()).step_by(PARTS_PER_LOOK) {
        run.ask()?;
        for part in first.max(1)..groups.len().min(first + PARTS_PER_LOOK) {
            // One peg more than without the lowest one, which has a class of its own.
            let peg = part.trailing_zeros() as usize;
            groups[part] = (groups[part & (part - 1)] + (1 << rules.len())) ^ class[peg];
        }
    }
    Ok(groups)
}

/// The number of parts that some holes can have in each group.
fn counts(rules: &[Packed], holes: Range<usize>) -> Vec<u32> {
    let classes = 1 << rules.len();
    let mut counts = vec![0; (holes.len() + 1) * classes];
    counts[0] = 1;
    for bit in holes {
        let class = class_of(rules, 1 << bit);
        let without = counts.clone();
        for (group, &count) in without.iter().enumerate().filter(|&(_, &count)| count > 0) {
            counts[(group + classes) ^ class] += count;
        }
    }
    counts
}
