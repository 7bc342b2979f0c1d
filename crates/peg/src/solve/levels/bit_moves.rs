//! Which bits of a segment go where when a jump is made.
//!
//! A jump keeps the order of the low parts, so the bits that can make it, cut wherever a word of the one segment or of
//! the other ends, are strands: each is extracted from one word and deposited in one word.

use super::kernel::{self, Bits, Work};
use super::level::{bits, ones};
use super::packing::Parts;

/// Some bits of a word of the segment before the jump, and where they lie in a word of the segment after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Strand {
    /// The bits before, and the number of their word.
    pub(crate) take: u64,
    pub(crate) from: u16,
    /// The same after.
    pub(crate) to: u16,
    pub(crate) put: u64,
}

/// The strands of all jumps.
#[derive(Default)]
pub(crate) struct Strands {
    list: Vec<Strand>,
    /// By pattern and group: where the strands start in `list`; one more entry at the end.
    start: Vec<usize>,
    groups: usize,
}

impl Strands {
    /// For each pattern, low holes that change and those of them that hold pegs before, and each group of low parts;
    /// `group` says in which of the groups a low part is.
    pub(crate) fn new(lows: &Parts, group: &[u16], patterns: &[(u32, u32)]) -> Self {
        let mut strands = Self { list: Vec::new(), start: vec![0], groups: lows.groups() };
        kernel::run(Braid { lows, group, patterns, strands: &mut strands });
        strands
    }

    /// The strands of a pattern, from the parts of a group.
    pub(crate) fn of(&self, pattern: usize, group: usize) -> &[Strand] {
        let number = pattern * self.groups + group;
        &self.list[self.start[number]..self.start[number + 1]]
    }

    /// What they take.
    pub(crate) fn bytes(&self) -> usize {
        self.list.len() * size_of::<Strand>() + self.start.len() * size_of::<usize>()
    }
}

/// Which of the low parts, group by group, have a peg in each of the low holes.
struct Pegs {
    /// A bit for each part, the parts of a group beginning a word.
    all: Vec<u64>,
    /// By low hole: the bits of those that have a peg there.
    having: Vec<Vec<u64>>,
}

impl Pegs {
    fn new(lows: &Parts) -> Self {
        let runs: Vec<_> = (0..lows.groups()).flat_map(|group| lows.group(group).chunks(64)).collect();
        let having = |hole: u32| {
            let word =
                |run: &&[u32]| run.iter().rev().fold(0, |word, part| word << 1 | u64::from(part >> hole & 1));
            runs.iter().map(word).collect()
        };
        Self {
            all: runs.iter().map(|run| u64::MAX >> (64 - run.len())).collect(),
            having: (0..lows.list.len().ilog2()).map(having).collect(),
        }
    }

    /// The parts that have, of these holes, just these pegs.
    fn matching(&self, holes: u32, pegs: u32) -> Vec<u64> {
        let mut found = self.all.clone();
        for hole in ones(holes.into()) {
            let flip = if pegs >> hole & 1 == 1 { 0 } else { u64::MAX };
            found.iter_mut().zip(&self.having[hole]).for_each(|(word, having)| *word &= having ^ flip);
        }
        found
    }
}

/// The strands in the making.
struct Braid<'a> {
    lows: &'a Parts,
    group: &'a [u16],
    patterns: &'a [(u32, u32)],
    strands: &'a mut Strands,
}

impl Work for Braid<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn with<B: Bits>(self) {
        let pegs_of = Pegs::new(self.lows);
        let mut end = 0;
        let words = (0..self.lows.groups()).map(|group| {
            let first = end;
            end += self.lows.count(group).div_ceil(64);
            first..end
        });
        let words: Vec<_> = words.collect();
        for &(holes, pegs) in self.patterns {
            let (takes, puts) = (pegs_of.matching(holes, pegs), pegs_of.matching(holes, holes ^ pegs));
            for (group, own) in words.iter().enumerate() {
                let takes = &takes[own.clone()];
                if let Some(part) = bits(takes).next() {
                    // Where one part of the group goes, all go.
                    let landed = self.lows.group(group)[part] ^ holes;
                    let target = usize::from(self.group[landed as usize]);
                    braid::<B>(takes, &puts[words[target].clone()], &mut self.strands.list);
                }
                self.strands.start.push(self.strands.list.len());
            }
        }
    }
}

/// Adds the strands that take these bits, in their order, to those.
#[inline(always)]
#[allow(clippy::inline_always)]
fn braid<B: Bits>(takes: &[u64], puts: &[u64], strands: &mut Vec<Strand>) {
    let lowest = |word: u64, count: u32| B::deposit(u64::MAX >> (64 - count), word);
    let (mut to, mut put) = (0, puts[0]);
    for (from, &take) in (0..).zip(takes) {
        let mut left = take;
        while left != 0 {
            while put == 0 {
                to += 1;
                put = puts[to];
            }
            let count = left.count_ones().min(put.count_ones());
            let strand = Strand { take: lowest(left, count), from, to: to as u16, put: lowest(put, count) };
            left ^= strand.take;
            put ^= strand.put;
            strands.push(strand);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::kernel::{self, Bits, Work};
    use super::super::level::bits;
    use super::super::packing::Frame;

    /// Every jump of a board, from random segments of every group, against the parts one by one.
    struct Compare<'a> {
        frame: &'a Frame,
        /// How many jumps were made that way.
        made: &'a mut usize,
    }

    impl Work for Compare<'_> {
        fn with<B: Bits>(self) {
            let lows = &self.frame.lows;
            let mut state = 88_172_645_463_325_252_u64;
            for leap in self.frame.leaps.iter().filter(|leap| leap.low != 0) {
                for group in 0..lows.groups() {
                    let strands = self.frame.strands(leap, group);
                    let chosen = lows.group(group).iter().map(|&low| {
                        state = state
                            .wrapping_mul(6_364_136_223_846_793_005)
                            .wrapping_add(1_442_695_040_888_963_407);
                        (low, state >> 62 == 0)
                    });
                    let (mut from, mut landed, mut able) = (Vec::new(), Vec::new(), Vec::new());
                    for (rank, (low, chosen)) in chosen.enumerate() {
                        let jumps = low & leap.low == leap.low_pegs;
                        from.resize(rank / 64 + 1, 0_u64);
                        from[rank / 64] |= u64::from(chosen) << (rank % 64);
                        landed.extend((chosen && jumps).then_some(low ^ leap.low));
                        able.extend((chosen && jumps).then_some(rank));
                    }
                    let Some(target) = (0..lows.groups())
                        .find(|&other| landed.first().is_some_and(|low| lows.group(other).contains(low)))
                    else {
                        continue;
                    };
                    let mut to = vec![0; self.frame.low_words(target)];
                    kernel::forth::<B>(strands, &from, &mut to);
                    assert!(bits(&to).map(|rank| lows.group(target)[rank]).eq(landed.iter().copied()));
                    let mut again = vec![0; from.len()];
                    kernel::back::<B>(strands, &to, &mut again);
                    assert!(bits(&again).eq(able.iter().copied()));
                    *self.made += able.len();
                }
            }
        }
    }

    #[test]
    fn strands_take_every_part_to_where_it_jumps() {
        for name in ["english", "triangle21"] {
            let frame = Frame::new(&crate::builtin::named(name).unwrap()).unwrap();
            let (mut quick, mut portable) = (0, 0);
            kernel::run(Compare { frame: &frame, made: &mut quick });
            Compare { frame: &frame, made: &mut portable }.with::<kernel::Portable>();
            assert!(quick > 100_000);
            assert_eq!(quick, portable);
        }
    }
}
