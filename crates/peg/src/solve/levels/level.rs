//! A set of positions with equally many pegs, all of one class.

use std::ops::Range;

use search::{Bits, Kernel, dispatch};

use super::layout::{Layout, Packed};
use super::packing::Packing;
use super::slices::{LevelSlice, slices};

/// Where the segments of a level lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) pegs: u32,
    pub(crate) class: usize,
    /// By group of high parts.
    pub(crate) groups: Vec<GroupPlan>,
    pub(crate) words: usize,
}

/// Where the segments of one group of high parts lie: equally long, one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroupPlan {
    /// The first word.
    pub(crate) base: usize,
    /// The words of each segment.
    pub(crate) stride: usize,
    /// The group of the low parts; `None` if they would have too many pegs or too few.
    pub(crate) lows: Option<usize>,
}

impl Plan {
    pub(crate) fn new(layout: &Layout, pegs: u32, class: usize) -> Self {
        let classes = layout.classes();
        let mut groups = Vec::with_capacity(layout.high_groups());
        let mut words = 0;
        for group in 0..layout.high_groups() {
            let (high_pegs, high_class) = (group / classes, group % classes);
            let left = (pegs as usize).checked_sub(high_pegs).filter(|&left| left <= layout.low_bits());
            let lows = left.map(|left| left * classes + (class ^ high_class));
            let stride = lows.map_or(0, |lows| layout.low_words(lows));
            groups.push(GroupPlan { base: words, stride, lows });
            words += stride * layout.high_count(group);
        }
        Self { pegs, class, groups, words }
    }

    /// The memory of a level of this plan.
    pub(crate) fn bytes(&self, layout: &Layout) -> usize {
        self.words * 8 + layout.high_parts() * 4
    }
}

/// A segment: high part, number, words.
pub(crate) type Segment<'a> = (u32, usize, &'a [u64]);

/// A set of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub(crate) plan: Plan,
    /// At least as many as the plan needs; the others mean nothing.
    pub(crate) words: Vec<u64>,
    /// The number of positions of each segment.
    pub(crate) fill: Vec<u32>,
}

impl Level {
    /// A level without positions.
    pub(crate) fn empty(packing: &Packing, pegs: u32, class: usize) -> Self {
        let plan = Plan::new(packing, pegs, class);
        let words = vec![0; plan.words];
        Self { words, fill: vec![0; packing.highs.list.len()], plan }
    }

    /// The memory of this level for one that needs no more: no positions, but bits that mean nothing.
    pub(crate) fn reused(mut self, packing: &Packing, pegs: u32, class: usize) -> Self {
        self.plan = Plan::new(packing, pegs, class);
        assert!(self.plan.words <= self.words.len(), "a level needs more memory than there is");
        self.fill.fill(0);
        self
    }

    /// The level of these positions; all must have `pegs` pegs and be of the class.
    pub(crate) fn of(packing: &Packing, pegs: u32, class: usize, positions: &[Packed]) -> Self {
        let mut level = Self::empty(packing, pegs, class);
        for &packed in positions {
            level.insert(packing, packed);
        }
        level
    }

    /// The level of all positions with this many pegs in the class.
    pub(crate) fn full(packing: &Packing, pegs: u32, class: usize) -> Self {
        let mut level = Self::empty(packing, pegs, class);
        for (group, group_plan) in level.plan.groups.iter().enumerate() {
            let Some(lows) = group_plan.lows else { continue };
            let count = packing.lows.count(lows);
            let segments = packing.highs.start[group] as usize..packing.highs.start[group + 1] as usize;
            for (rank, segment) in segments.enumerate() {
                let first = group_plan.base + rank * group_plan.stride;
                for (slot, word) in level.words[first..][..group_plan.stride].iter_mut().enumerate() {
                    let bits = count.saturating_sub(slot * 64).min(64) as u32;
                    *word = u64::MAX.unbounded_shr(64 - bits);
                }
                level.fill[segment] = count as u32;
            }
        }
        level
    }

    /// Adds a position with the right number of pegs and of the right class.
    pub(crate) fn insert(&mut self, packing: &Packing, packed: Packed) {
        let (segment, bit) = self.place(packing, packed);
        let fresh = self.words[bit / 64] >> (bit % 64) & 1 == 0;
        self.words[bit / 64] |= 1 << (bit % 64);
        self.fill[segment] += u32::from(fresh);
    }

    /// The number of positions.
    pub(crate) fn count(&self) -> u64 {
        self.fill.iter().map(|&fill| u64::from(fill)).sum()
    }

    /// The segment and the bit of a position with the right number of pegs and the right class.
    #[inline]
    pub(crate) fn place(&self, packing: &Packing, packed: Packed) -> (usize, usize) {
        let (high, low) = (packing.high(packed), packing.low(packed));
        let group = packing.high_group(high);
        let rank = packing.high_rank[high as usize] as usize;
        let group_plan = self.plan.groups[group];
        let within = group_plan.lows.map_or(0, |lows| packing.low_ranks(lows).of(low));
        let bit = (group_plan.base + rank * group_plan.stride) * 64 + within;
        (packing.highs.start[group] as usize + rank, bit)
    }

    /// Is this position in the set?
    pub(crate) fn contains(&self, packing: &Packing, packed: Packed) -> bool {
        if packed.count_ones() != self.plan.pegs || packing.class(packed) != self.plan.class {
            return false;
        }
        self.find(packing, packed).is_some()
    }

    /// The bit of a position with the right number of pegs and of the right class, if it is in the set.
    #[inline]
    pub(crate) fn find(&self, packing: &Packing, packed: Packed) -> Option<usize> {
        let (_, bit) = self.place(packing, packed);
        (self.words[bit / 64] >> (bit % 64) & 1 == 1).then_some(bit)
    }

    /// The number of such a position among all, if it is in the set. [`Ranks`] give it faster.
    pub(crate) fn number(&self, packing: &Packing, packed: Packed) -> Option<usize> {
        let bit = self.find(packing, packed)?;
        let (segment, _) = self.place(packing, packed);
        let (group, rank) =
            (packing.high_group(packing.high(packed)), packing.high_rank[packing.high(packed) as usize]);
        let group_plan = self.plan.groups[group];
        let first = group_plan.base + rank as usize * group_plan.stride;
        let before = |words: &[u64]| words.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        let segments: usize = self.fill[..segment].iter().map(|&fill| fill as usize).sum();
        let last = self.words[bit / 64] & ((1 << (bit % 64)) - 1);
        Some(segments + before(&self.words[first..bit / 64]) + last.count_ones() as usize)
    }

    /// Keeps the positions that are also in another level of the same plan.
    pub(crate) fn retain(&mut self, packing: &Packing, other: &Self) {
        for (word, mask) in self.words.iter_mut().zip(&other.words) {
            *word &= mask;
        }
        self.recount(packing);
    }

    /// Counts the positions of each segment again.
    pub(crate) fn recount(&mut self, packing: &Packing) {
        self.fill.fill(0);
        for slice in slices(packing, &self.plan, &mut self.words, &mut self.fill, usize::MAX) {
            slice.recount(&self.plan);
        }
    }

    /// Fills a slice of the complement of this level.
    pub(crate) fn fill_complement(&self, packing: &Packing, plan: &Plan, slice: LevelSlice<'_>) {
        let bits = plan.groups[slice.group].lows.map_or(0, |lows| packing.lows.count(lows));
        let all_high = packing.highs.list.len() as u32 - 1;
        for (high, words, fill) in slice.segments(packing, plan) {
            let complement = all_high ^ high;
            let group = packing.high_group(complement);
            let rank = packing.high_rank[complement as usize] as usize;
            *fill = self.fill[packing.highs.start[group] as usize + rank];
            if *fill > 0 {
                let first = self.plan.groups[group].base + rank * words.len();
                reverse(&self.words[first..first + words.len()], bits, words);
            }
        }
    }

    /// The segments with these numbers that are not empty.
    pub(crate) fn segments<'a>(
        &'a self,
        packing: &'a Packing,
        numbers: Range<usize>,
    ) -> impl Iterator<Item = Segment<'a>> + 'a {
        numbers.filter(|&number| self.fill[number] > 0).map(|number| {
            let high = packing.highs.list[number];
            let group = packing.high_group(high);
            let group_plan = self.plan.groups[group];
            let first = group_plan.base + (number - packing.highs.start[group] as usize) * group_plan.stride;
            (high, number, &self.words[first..first + group_plan.stride])
        })
    }

    /// Tasks of about `size` positions each: the numbers of their segments and of their positions.
    pub(crate) fn tasks(&self, size: usize) -> Vec<(Range<usize>, Range<usize>)> {
        let mut tasks = Vec::new();
        let (mut first, mut start, mut count) = (0, 0, 0);
        for (segment, &fill) in self.fill.iter().enumerate() {
            count += fill as usize;
            if count - start >= size {
                tasks.push((first..segment + 1, start..count));
                (first, start) = (segment + 1, count);
            }
        }
        tasks.push((first..self.fill.len(), start..count));
        tasks
    }

    /// All positions, in the order of their bits.
    pub(crate) fn positions<'a>(&'a self, packing: &'a Packing) -> impl Iterator<Item = Packed> + 'a {
        self.positions_of(packing, 0..self.fill.len())
    }

    /// The positions in the segments with these numbers.
    pub(crate) fn positions_of<'a>(
        &'a self,
        packing: &'a Packing,
        segments: Range<usize>,
    ) -> impl Iterator<Item = Packed> + 'a {
        self.segments(packing, segments).flat_map(move |(high, _, words)| {
            let lows = self.plan.groups[packing.high_group(high)]
                .lows
                .map_or(&[][..], |lows| packing.lows.group(lows));
            bits(words).map(move |bit| packing.join(high, lows[bit]))
        })
    }

    /// The number of positions of a segment that allow no jump; `movable` is working memory.
    pub(crate) fn dead_ends(
        &self,
        packing: &Packing,
        (high, segment, words): Segment<'_>,
        movable: &mut Vec<u64>,
    ) -> u64 {
        let Some(lows) = self.plan.groups[packing.high_group(high)].lows else { return 0 };
        movable.clear();
        movable.resize(words.len(), 0_u64);
        for jump in packing.jumps.iter().filter(|jump| high & jump.high == jump.high_pegs) {
            packing
                .bit_moves(jump, lows)
                .iter()
                .for_each(|bit_move| movable[usize::from(bit_move.from)] |= bit_move.take);
        }
        let moving =
            words.iter().zip(movable).map(|(word, movable)| u64::from((word & *movable).count_ones()));
        u64::from(self.fill[segment]) - moving.sum::<u64>()
    }

    /// The memory of a level.
    pub(crate) fn bytes(layout: &Layout, pegs: u32, class: usize) -> usize {
        Plan::new(layout, pegs, class).bytes(layout)
    }
}

/// The set bits of a segment, ascending.
pub(crate) fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(slot, &word)| ones(word).map(move |bit| slot * 64 + bit))
}

/// The set bits of a word, ascending.
#[inline]
pub(crate) fn ones(word: u64) -> impl Iterator<Item = usize> {
    Ones(word)
}

struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let bit = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        bit
    }
}

/// Writes the first `bits` bits of `words` in reverse order.
fn reverse(words: &[u64], bits: usize, out: &mut [u64]) {
    // All words reversed put the spare bits first; they are shifted out.
    let spare = words.len() * 64 - bits;
    let mut reversed = words.iter().rev().map(|word| word.reverse_bits());
    let mut word = reversed.next().unwrap_or(0);
    for out in out {
        let next = reversed.next().unwrap_or(0);
        *out = ((u128::from(next) << 64 | u128::from(word)) >> spare) as u64;
        word = next;
    }
}

/// The number of each position within its level: a perfect hash.
pub(crate) struct Ranks {
    /// Positions before each word.
    before: Vec<u32>,
}

impl Ranks {
    pub(crate) fn new(level: &Level) -> Self {
        let mut before = vec![0; level.words.len()];
        dispatch(Numbering { words: &level.words, before: &mut before });
        Self { before }
    }

    /// The number of the position at this bit, which is in the set.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn of(&self, level: &Level, bit: usize) -> usize {
        let (slot, bit) = (bit / 64, bit % 64);
        let below = level.words[slot] & ((1 << bit) - 1);
        self.before[slot] as usize + below.count_ones() as usize
    }

    /// The number of positions before a word.
    pub(crate) fn before(&self, slot: usize) -> usize {
        self.before[slot] as usize
    }
}

/// Computes the ranks.
struct Numbering<'a> {
    words: &'a [u64],
    before: &'a mut [u32],
}

impl Kernel for Numbering<'_> {
    type Output = ();

    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn run<B: Bits>(self) {
        let mut sum = 0;
        for (before, word) in self.before.iter_mut().zip(self.words) {
            *before = sum;
            sum += word.count_ones();
        }
    }
}
