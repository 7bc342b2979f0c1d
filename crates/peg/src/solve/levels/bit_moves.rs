//! The movement of the bits of a segment when a jump is made.
//!
//! A jump keeps the order of the low parts. So the bits that can make it fall into *bit moves*, cut wherever a word of
//! either segment ends: each is extracted from one word and deposited in one word.

use std::ops::Range;

use search::{Bits, Kernel, Limit, Run, dispatch};

use super::level::{bits, ones};
use super::packing::Parts;

/// Some bits of a word of the segment before the jump, and where they lie in a word of the segment after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BitMove {
    /// The bits before, and the number of their word.
    pub(crate) take: u64,
    pub(crate) from: u16,
    /// The number of the word after, and the bits there.
    pub(crate) to: u16,
    pub(crate) put: u64,
}

/// The bit moves of all jumps.
#[derive(Default)]
pub(crate) struct BitMoves {
    list: Vec<BitMove>,
    /// By pattern and group: where the bit moves start in `list`; one more entry at the end.
    start: Vec<usize>,
    groups: usize,
}

impl BitMoves {
    /// Builds them for each pattern (the low holes that change, and those of them that hold pegs before) and each group
    /// of low parts; `group` is the group of each low part.
    pub(crate) fn new(
        lows: &Parts,
        group: &[u16],
        patterns: &[(u32, u32)],
        run: &mut Run<'_>,
    ) -> Result<Self, Limit> {
        let mut bit_moves = Self { list: Vec::new(), start: vec![0], groups: lows.groups() };
        let (pegs_of, words) = (&Pegs::new(lows), &words(lows)[..]);
        for &pattern in patterns {
            run.ask()?;
            dispatch(BuildBitMoves { lows, group, pegs_of, words, pattern, bit_moves: &mut bit_moves });
        }
        Ok(bit_moves)
    }

    /// The bit moves of a pattern, from the parts of a group.
    pub(crate) fn of(&self, pattern: usize, group: usize) -> &[BitMove] {
        let number = pattern * self.groups + group;
        &self.list[self.start[number]..self.start[number + 1]]
    }

    /// The memory of the list.
    pub(crate) fn bytes(&self) -> usize {
        self.list.len() * size_of::<BitMove>() + self.start.len() * size_of::<usize>()
    }
}

/// The low parts, group by group, that have a peg in each of the low holes.
struct Pegs {
    /// A bit for each part, the parts of a group beginning a word.
    all: Vec<u64>,
    /// By low hole: the bits of those that have a peg there.
    having: Vec<Vec<u64>>,
}

impl Pegs {
    fn new(lows: &Parts) -> Self {
        let chunks: Vec<_> = (0..lows.groups()).flat_map(|group| lows.group(group).chunks(64)).collect();
        let having = |hole: u32| {
            let word = |chunk: &&[u32]| {
                chunk.iter().rev().fold(0, |word, part| word << 1 | u64::from(part >> hole & 1))
            };
            chunks.iter().map(word).collect()
        };
        Self {
            all: chunks.iter().map(|chunk| u64::MAX >> (64 - chunk.len())).collect(),
            having: (0..lows.list.len().ilog2()).map(having).collect(),
        }
    }

    /// The parts that have exactly these pegs in these holes.
    fn matching(&self, holes: u32, pegs: u32) -> Vec<u64> {
        let mut found = self.all.clone();
        for hole in ones(holes.into()) {
            let flip = if pegs >> hole & 1 == 1 { 0 } else { u64::MAX };
            found.iter_mut().zip(&self.having[hole]).for_each(|(word, having)| *word &= having ^ flip);
        }
        found
    }
}

/// Builds the bit moves of one pattern.
struct BuildBitMoves<'a> {
    lows: &'a Parts,
    group: &'a [u16],
    pegs_of: &'a Pegs,
    /// By group: its words.
    words: &'a [Range<usize>],
    pattern: (u32, u32),
    bit_moves: &'a mut BitMoves,
}

impl Kernel for BuildBitMoves<'_> {
    type Output = ();

    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn run<B: Bits>(self) {
        let (holes, pegs) = self.pattern;
        let takes = self.pegs_of.matching(holes, pegs);
        let puts = self.pegs_of.matching(holes, holes ^ pegs);
        for (group, own) in self.words.iter().enumerate() {
            let takes = &takes[own.clone()];
            if let Some(part) = bits(takes).next() {
                // Where one part of the group goes, all go.
                let landed = self.lows.group(group)[part] ^ holes;
                let target = usize::from(self.group[landed as usize]);
                pair_bits::<B>(takes, &puts[self.words[target].clone()], &mut self.bit_moves.list);
            }
            self.bit_moves.start.push(self.bit_moves.list.len());
        }
    }
}

/// The words of each group, if each group begins a word.
fn words(lows: &Parts) -> Vec<Range<usize>> {
    let mut end = 0;
    let words = (0..lows.groups()).map(|group| {
        let first = end;
        end += lows.count(group).div_ceil(64);
        first..end
    });
    words.collect()
}

/// Adds the bit moves that take the bits of `takes`, in their order, to those of `puts`.
#[inline(always)]
#[allow(clippy::inline_always)]
fn pair_bits<B: Bits>(takes: &[u64], puts: &[u64], bit_moves: &mut Vec<BitMove>) {
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
            let bit_move =
                BitMove { take: lowest(left, count), from, to: to as u16, put: lowest(put, count) };
            left ^= bit_move.take;
            put ^= bit_move.put;
            bit_moves.push(bit_move);
        }
    }
}

/// Moves the bits of a segment to where a jump leads.
#[inline(always)]
#[allow(clippy::inline_always)]
pub(crate) fn move_forward<B: Bits>(bit_moves: &[BitMove], from: &[u64], to: &mut [u64]) {
    for bit_move in bit_moves {
        let bits = B::extract(from[usize::from(bit_move.from)], bit_move.take);
        to[usize::from(bit_move.to)] |= B::deposit(bits, bit_move.put);
    }
}

/// Moves the bits of a segment to where a jump taken back leads.
#[inline(always)]
#[allow(clippy::inline_always)]
pub(crate) fn move_backward<B: Bits>(bit_moves: &[BitMove], from: &[u64], to: &mut [u64]) {
    for bit_move in bit_moves {
        let bits = B::extract(from[usize::from(bit_move.to)], bit_move.put);
        to[usize::from(bit_move.from)] |= B::deposit(bits, bit_move.take);
    }
}

#[cfg(test)]
mod tests {
    use super::{move_backward, move_forward};
    use search::{Bits, Kernel, Portable, dispatch};

    use super::super::level::bits;
    use super::super::packing::Packing;
    use crate::test_random::Random;

    /// Compares every jump of a board, from random segments of every group, with jumps of single parts.
    struct Compare<'a> {
        packing: &'a Packing,
        /// The number of jumps made.
        made: &'a mut usize,
    }

    impl Kernel for Compare<'_> {
        type Output = ();

        fn run<B: Bits>(self) {
            let lows = &self.packing.lows;
            let mut random = Random(1);
            for jump in self.packing.jumps.iter().filter(|jump| jump.low != 0) {
                for group in 0..lows.groups() {
                    let bit_moves = self.packing.bit_moves(jump, group);
                    let chosen = lows.group(group).iter().map(|&low| (low, random.below(4) == 0));
                    let (mut from, mut landed, mut able) = (Vec::new(), Vec::new(), Vec::new());
                    for (rank, (low, chosen)) in chosen.enumerate() {
                        let jumps = low & jump.low == jump.low_pegs;
                        from.resize(rank / 64 + 1, 0_u64);
                        from[rank / 64] |= u64::from(chosen) << (rank % 64);
                        landed.extend((chosen && jumps).then_some(low ^ jump.low));
                        able.extend((chosen && jumps).then_some(rank));
                    }
                    let Some(target) = (0..lows.groups())
                        .find(|&other| landed.first().is_some_and(|low| lows.group(other).contains(low)))
                    else {
                        continue;
                    };
                    let mut to = vec![0; self.packing.low_words(target)];
                    move_forward::<B>(bit_moves, &from, &mut to);
                    assert!(bits(&to).map(|rank| lows.group(target)[rank]).eq(landed.iter().copied()));
                    let mut again = vec![0; from.len()];
                    move_backward::<B>(bit_moves, &to, &mut again);
                    assert!(bits(&again).eq(able.iter().copied()));
                    *self.made += able.len();
                }
            }
        }
    }

    #[test]
    fn bit_moves_take_every_part_to_where_it_jumps() {
        for name in ["english", "triangle21"] {
            let packing = Packing::unwatched(&crate::builtin::named(name).unwrap());
            let (mut quick, mut portable) = (0, 0);
            dispatch(Compare { packing: &packing, made: &mut quick });
            Compare { packing: &packing, made: &mut portable }.run::<Portable>();
            assert!(quick > 100_000);
            assert_eq!(quick, portable);
        }
    }
}
