//! How the positions of a board are laid out as bits.

use std::ops::Range;

use crate::board::Board;
use crate::class::Classes;
use crate::hole::Hole;
use crate::position::Position;

use super::order::order;
use super::strands::{Strand, Strands};

/// At most this many holes are low: ranks of low parts fit 16 bits.
pub(crate) const MOST_LOW: usize = 18;
/// At most this many parity rules part the levels; more would make the segments too short.
const MOST_RULES: usize = 6;
/// The largest board that is laid out.
pub(crate) const MOST_HOLES: usize = 41;

/// A packed position: low holes in the low bits, in the frame's own order of holes.
pub(crate) type Packed = u64;

/// Parts of positions (low or high ones), grouped by number of pegs and class.
pub(crate) struct Parts {
    /// All parts, group by group, ascending within a group.
    pub(crate) list: Vec<u32>,
    /// Where each group starts in `list`; one more entry than groups.
    pub(crate) start: Vec<u32>,
}

impl Parts {
    /// All parts, each of the group that `groups` says.
    fn new(groups: &[u16], count: usize) -> Self {
        let mut start = vec![0_u32; count + 1];
        for &group in groups {
            start[usize::from(group) + 1] += 1;
        }
        for g in 0..count {
            start[g + 1] += start[g];
        }
        let mut next = start.clone();
        let mut list = vec![0; groups.len()];
        for (part, &group) in (0..).zip(groups) {
            let slot = &mut next[usize::from(group)];
            list[*slot as usize] = part;
            *slot += 1;
        }
        Self { list, start }
    }

    /// The parts of a group.
    pub(crate) fn group(&self, group: usize) -> &[u32] {
        &self.list[self.start[group] as usize..self.start[group + 1] as usize]
    }

    /// How many parts a group has.
    pub(crate) fn count(&self, group: usize) -> usize {
        (self.start[group + 1] - self.start[group]) as usize
    }

    /// How many groups there are.
    pub(crate) fn groups(&self) -> usize {
        self.start.len() - 1
    }

    /// The place of each part within its group.
    fn ranks(&self) -> Vec<u32> {
        let mut ranks = vec![0; self.list.len()];
        for group in 0..self.groups() {
            for (rank, &part) in (0..).zip(self.group(group)) {
                ranks[part as usize] = rank;
            }
        }
        ranks
    }
}

/// The place of each low part within its group, in small tables: parts with equal upper halves lie together, so the
/// rank is that of the first of them plus the rank of the lower half among lower halves of its kind.
struct LowRanks {
    /// By group and upper half.
    first: Vec<u16>,
    /// By lower half.
    within: [u16; 1 << HALF],
}

/// Bits of the lower half of a low part.
const HALF: usize = MOST_LOW / 2;

impl LowRanks {
    /// From the groups of the parts of so many holes.
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
                // What is left of pegs and class for the lower half.
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
    /// The place of a low part within its group.
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
pub(crate) struct Leap {
    /// The holes that change, and those of them that hold pegs before.
    pub(crate) high: u32,
    pub(crate) high_pegs: u32,
    pub(crate) low: u32,
    pub(crate) low_pegs: u32,
    /// The number of its strands.
    pattern: usize,
    /// Where the peg starts and lands, as packed bits.
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// Its number among the jumps of the board.
    pub(crate) jump: usize,
}

impl Leap {
    /// The holes that change.
    pub(crate) fn packed(&self, frame: &Frame) -> Packed {
        frame.join(self.high, self.low)
    }

    /// Can the jump be made here?
    pub(crate) fn starts(&self, frame: &Frame, packed: Packed) -> bool {
        packed & self.packed(frame) == frame.join(self.high_pegs, self.low_pegs)
    }

    /// Can the jump have been the last one here?
    pub(crate) fn ends(&self, frame: &Frame, packed: Packed) -> bool {
        !packed & self.packed(frame) == frame.join(self.high_pegs, self.low_pegs)
    }
}

/// The layout for one board.
pub(crate) struct Frame {
    holes: Vec<Hole>,
    rules: Vec<Packed>,
    low_bits: usize,
    pub(crate) lows: Parts,
    low_ranks: LowRanks,
    pub(crate) highs: Parts,
    pub(crate) high_rank: Vec<u32>,
    high_group: Vec<u16>,
    pub(crate) leaps: Vec<Leap>,
    strands: Strands,
}

impl Frame {
    /// Lays out a board; `None` if it is too large.
    pub(crate) fn new(board: &Board) -> Option<Self> {
        if board.len() > MOST_HOLES {
            return None;
        }
        let classes = Classes::of(board);
        let rules = &classes.rules()[..classes.rules().len().min(MOST_RULES)];
        let low_bits = board.len().min(MOST_LOW);
        let holes = order(board, low_bits, rules.len());
        let mut place = vec![0; board.len()];
        for (bit, hole) in holes.iter().enumerate() {
            place[hole.index()] = bit;
        }
        let pack = |set: Position| set.holes().fold(0, |word, hole| word | 1_u64 << place[hole.index()]);
        let rules: Vec<_> = rules.iter().map(|&rule| pack(rule)).collect();
        let classes = 1 << rules.len();
        let low_group = groups(&rules, 0..low_bits);
        let high_group = groups(&rules, low_bits..board.len());
        let lows = Parts::new(&low_group, (low_bits + 1) * classes);
        let highs = Parts::new(&high_group, (board.len() - low_bits + 1) * classes);
        let mut frame = Self {
            low_ranks: LowRanks::new(low_bits, classes, &low_group),
            high_rank: highs.ranks(),
            high_group,
            leaps: Vec::new(),
            strands: Strands::default(),
            lows,
            highs,
            holes,
            rules,
            low_bits,
        };
        let patterns = frame.add_leaps(board, pack);
        frame.strands = Strands::new(&frame.lows, &low_group, &patterns);
        Some(frame)
    }

    /// Lists the jumps, and what they change among the low holes: the holes, and those of them that hold pegs before.
    fn add_leaps(&mut self, board: &Board, pack: impl Fn(Position) -> Packed) -> Vec<(u32, u32)> {
        let mut patterns: Vec<(u32, u32)> = Vec::new();
        let mut number = |mask: u32, pegs: u32| {
            patterns.iter().position(|&p| p == (mask, pegs)).unwrap_or_else(|| {
                patterns.push((mask, pegs));
                patterns.len() - 1
            })
        };
        for (index, jump) in board.jumps().iter().enumerate() {
            let (holes, pegs) = (pack(jump.holes()), pack(jump.pegs()));
            let (low, low_pegs) = (self.low(holes), self.low(pegs));
            self.leaps.push(Leap {
                high: self.high(holes),
                high_pegs: self.high(pegs),
                low,
                low_pegs,
                pattern: number(low, low_pegs),
                from: pack(Position::single(jump.from)).trailing_zeros(),
                to: pack(Position::single(jump.to)).trailing_zeros(),
                jump: index,
            });
        }
        patterns
    }

    /// How many classes the levels are parted into.
    pub(crate) fn classes(&self) -> usize {
        1 << self.rules.len()
    }

    /// How many holes the board has.
    pub(crate) fn holes(&self) -> usize {
        self.holes.len()
    }

    /// The hole that a packed bit stands for.
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

    /// The most pegs a low part can have.
    pub(crate) fn low_bits(&self) -> usize {
        self.low_bits
    }

    /// The class of a packed position, or of the holes that a jump changes.
    pub(crate) fn class(&self, packed: Packed) -> usize {
        class_of(&self.rules, packed)
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

    /// Words of the segment of a low group.
    pub(crate) fn low_words(&self, group: usize) -> usize {
        self.lows.count(group).div_ceil(64)
    }

    /// Where the bits of a low group go by a jump.
    pub(crate) fn strands(&self, leap: &Leap, group: usize) -> &[Strand] {
        self.strands.of(leap.pattern, group)
    }

    /// Packs a position.
    pub(crate) fn pack(&self, position: Position) -> Packed {
        (0..).zip(&self.holes).fold(0, |word, (bit, &hole)| word | u64::from(position.has(hole)) << bit)
    }

    /// Says in which order the holes are packed, and how many rules part the levels.
    pub(crate) fn title(&self) -> String {
        let order: Vec<_> = self.holes.iter().map(|hole| hole.index().to_string()).collect();
        format!("{} low of {} by {} rules", self.low_bits, order.join(" "), self.rules.len())
    }

    /// What the tables take.
    pub(crate) fn bytes(&self) -> usize {
        self.strands.bytes() + self.lows.list.len() * 4 + self.highs.list.len() * 10
    }
}

fn class_of(rules: &[Packed], packed: Packed) -> usize {
    let odd = |rule: &Packed| (rule & packed).count_ones() as usize & 1;
    rules.iter().enumerate().fold(0, |class, (i, rule)| class | odd(rule) << i)
}

/// The group of each part that some holes can have: by number of pegs and class.
fn groups(rules: &[Packed], holes: Range<usize>) -> Vec<u16> {
    let class: Vec<_> = holes.clone().map(|bit| class_of(rules, 1 << bit) as u16).collect();
    let mut groups = vec![0; 1 << holes.len()];
    for part in 1..groups.len() {
        // One peg more than without the lowest one, which has a class of its own.
        let peg = part.trailing_zeros() as usize;
        groups[part] = (groups[part & (part - 1)] + (1 << rules.len())) ^ class[peg];
    }
    groups
}
