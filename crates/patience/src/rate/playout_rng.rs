//! The random numbers of playouts. Ratings are published, so the numbers may never change: they are made here
//! and rest on no library.

/// The generator `ChaCha8`, its key expanded from a small seed by PCG32; a draw below a limit is by Canon's method.
#[derive(Clone, Debug)]
pub(super) struct PlayoutRng {
    key: [u32; 8],
    /// The number of the next block.
    counter: u64,
    block: [u32; BLOCK],
    /// How many words of the block are used up.
    used: usize,
}

/// Words of a block.
const BLOCK: usize = 16;
/// The words that every block of `ChaCha8` starts from: "expand 32-byte k".
const SIGMA: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

impl PlayoutRng {
    pub(super) fn new(seed: u64) -> Self {
        let mut state = seed;
        let key = std::array::from_fn(|_| pcg32(&mut state));
        Self { key, counter: 0, block: [0; BLOCK], used: BLOCK }
    }

    /// A number below `limit`: the upper half of a product, whose lower half a second draw may carry into.
    pub(super) fn below(&mut self, limit: u32) -> u32 {
        let product = |word: u32| u64::from(word) * u64::from(limit);
        let first = product(self.word());
        let (number, rest) = ((first >> 32) as u32, first as u32);
        if rest <= limit.wrapping_neg() {
            return number;
        }
        let (_, carry) = rest.overflowing_add((product(self.word()) >> 32) as u32);
        number + u32::from(carry)
    }

    fn word(&mut self) -> u32 {
        if self.used == BLOCK {
            self.block = block(&self.key, self.counter);
            self.counter += 1;
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }
}

/// The next number of PCG32 with the usual increment.
fn pcg32(state: &mut u64) -> u32 {
    *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0xa176_54e4_6fbe_17f3);
    let mixed = ((*state >> 18 ^ *state) >> 27) as u32;
    mixed.rotate_right((*state >> 59) as u32)
}

/// A block of `ChaCha8`.
fn block(key: &[u32; 8], counter: u64) -> [u32; BLOCK] {
    let mut start = [0; BLOCK];
    start[..4].copy_from_slice(&SIGMA);
    start[4..12].copy_from_slice(key);
    start[12] = counter as u32;
    start[13] = (counter >> 32) as u32;
    let mut words = start;
    for _ in 0..4 {
        for column in 0..4 {
            quarter_round(&mut words, [column, column + 4, column + 8, column + 12]);
        }
        for diagonal in 0..4 {
            let next = |by: usize| 4 * by + (diagonal + by) % 4;
            quarter_round(&mut words, [next(0), next(1), next(2), next(3)]);
        }
    }
    std::array::from_fn(|at| words[at].wrapping_add(start[at]))
}

fn quarter_round(words: &mut [u32; BLOCK], [a, b, c, d]: [usize; 4]) {
    for (turn, back) in [(16, 12), (8, 7)] {
        words[a] = words[a].wrapping_add(words[b]);
        words[d] = (words[d] ^ words[a]).rotate_left(turn);
        words[c] = words[c].wrapping_add(words[d]);
        words[b] = (words[b] ^ words[c]).rotate_left(back);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of the generator as other programs make them.
    #[test]
    fn the_words_are_those_of_chacha8() {
        for (seed, words) in [
            (0, [0xa79a_3b6c, 0x7e88_e660, 0xaf43_fba6]),
            (49, [0x2f7d_f2bc, 0x2870_1792, 0x33a4_e660]),
            (u64::MAX, [0xe3a7_3cae, 0x1922_4173, 0x84c7_2ec4]),
        ] {
            let mut rng = PlayoutRng::new(seed);
            let drawn: Vec<_> = (0..1000).map(|_| rng.word()).collect();
            assert_eq!([drawn[0], drawn[16], drawn[999]], words, "seed {seed}");
        }
    }

    /// These numbers may never change: published ratings rest on them.
    #[test]
    fn the_draws_are_pinned() {
        let mut rng = PlayoutRng::new(7);
        let small: Vec<_> = (0..12).map(|_| rng.below(10)).collect();
        assert_eq!(small, [1, 1, 1, 1, 2, 7, 0, 7, 0, 6, 8, 3]);
        // With such a limit a second draw is often needed.
        let large: Vec<_> = (0..6).map(|_| rng.below(3_000_000_000)).collect();
        assert_eq!(
            large,
            [726_091_970, 766_801_803, 1_078_841_829, 1_479_865_098, 1_368_929_458, 2_210_017_516]
        );
    }

    #[test]
    fn every_number_below_the_limit_is_drawn_alike() {
        let mut rng = PlayoutRng::new(1);
        let mut drawn = [0_u32; 7];
        (0..70_000).for_each(|_| drawn[rng.below(7) as usize] += 1);
        assert!(drawn.iter().all(|count| (9_600..10_400).contains(count)), "{drawn:?}");
    }
}
