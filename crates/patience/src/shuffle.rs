//! The orders of the deck that programs deal for a number: xpat2's and Microsoft's.

use crate::card::{Card, Rank, Suit};

/// The 52 cards in the order in which they are dealt.
pub(crate) type Deck = [Card; Card::COUNT];

/// Which program's numbering names the deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shuffle {
    /// The order that xpat2 deals for a seed of 1 to 10^9.
    #[default]
    Xpat2,
    /// The order of the numbered Windows FreeCell deals, 1 to 2^31 − 1.
    Microsoft,
}

impl Shuffle {
    /// The highest number that names a deal.
    pub const fn last_seed(self) -> u32 {
        match self {
            Self::Xpat2 => Generator::MODULUS,
            Self::Microsoft => i32::MAX as u32,
        }
    }

    pub(crate) fn deck(self, seed: u32) -> Deck {
        match self {
            Self::Xpat2 => xpat2(seed),
            Self::Microsoft => microsoft(seed),
        }
    }
}

/// Knuth's subtractive generator with lags 55 and 24, drawn downwards.
///
/// One pass over the slots makes 55 draws: a slot only ever needs slots that the pass has not reached
/// or has left at least 24 places behind, so the compiler may do several at a time.
struct Generator {
    slots: [u32; 55],
    next: usize,
}

impl Generator {
    const MODULUS: u32 = 1_000_000_000;

    fn new(seed: u32) -> Self {
        let mut slots = [0; 55];
        let (mut a, mut b) = (seed % Self::MODULUS, 1);
        slots[0] = a;
        for i in 1..55 {
            slots[21 * i % 55] = b;
            (a, b) = (b, difference(a, b));
        }
        let mut generator = Self { slots, next: 0 };
        for _ in 0..165 / 55 {
            generator.pass();
        }
        generator
    }

    fn pass(&mut self) {
        for i in (31..55).rev() {
            self.slots[i] = difference(self.slots[i], self.slots[i - 31]);
        }
        for i in (0..31).rev() {
            self.slots[i] = difference(self.slots[i], self.slots[i + 24]);
        }
    }

    fn draw(&mut self) -> u32 {
        if self.next == 0 {
            self.pass();
            self.next = 55;
        }
        self.next -= 1;
        self.slots[self.next]
    }

    /// A number below `limit`. The rounding of the two operations is part of the contract.
    fn below(&mut self, limit: usize) -> usize {
        (f64::from(self.draw()) / 1e9 * limit as f64) as usize
    }
}

/// `a - b` modulo the generator's modulus: of the wrapped difference and the one brought back, the
/// smaller is the right one.
fn difference(a: u32, b: u32) -> u32 {
    let wrapped = a.wrapping_sub(b);
    wrapped.min(wrapped.wrapping_add(Generator::MODULUS))
}

fn xpat2(seed: u32) -> Deck {
    let mut generator = Generator::new(seed);
    let mut rest = sorted();
    let mut deck = rest;
    for left in (1..=Card::COUNT).rev() {
        let place = generator.below(left);
        deck[left - 1] = rest[place];
        rest.copy_within(place + 1..left, place);
    }
    deck
}

/// Shuffles cards as xpat2 does at a redeal: its generator starts again from the deal's own seed.
pub(crate) fn redeal(seed: u32, row: &mut [Card]) {
    let mut generator = Generator::new(seed);
    for at in 0..row.len() {
        row.swap(at, at + generator.below(row.len() - at));
    }
}

fn microsoft(seed: u32) -> Deck {
    const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
    let mut state = seed;
    let mut draw = || {
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
        (state >> 16 & 0x7fff) as usize
    };
    let mut rest = sorted().map(|card| Card::new(card.rank(), SUITS[card.suit() as usize]));
    let mut deck = rest;
    for (dealt, left) in (1..=Card::COUNT).rev().enumerate() {
        let place = draw() % left;
        deck[dealt] = rest[place];
        rest[place] = rest[left - 1];
    }
    deck
}

fn sorted() -> Deck {
    let mut deck = [Card::new(Rank::ACE, Suit::Clubs); Card::COUNT];
    for (place, card) in deck.iter_mut().zip(Card::all()) {
        *place = card;
    }
    deck
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begins(seed: u32, numbers: [u8; 10]) {
        assert_eq!(xpat2(seed).map(Card::number)[..10], numbers, "seed {seed}");
    }

    #[test]
    fn known_orders_of_xpat2() {
        begins(1, [13, 32, 33, 35, 30, 46, 7, 29, 9, 48]);
        begins(123_456, [1, 7, 39, 47, 5, 15, 50, 49, 37, 44]);
        begins(999_999_999, [22, 1, 0, 21, 20, 44, 23, 43, 38, 11]);
    }

    #[test]
    fn the_last_seed_deals_as_zero() {
        assert_eq!(xpat2(1_000_000_000), xpat2(0));
    }

    /// The generator one draw at a time, as its description words it.
    #[test]
    fn passes_equal_single_draws() {
        for seed in (1..2000).chain(999_999_000..=999_999_999) {
            let mut generator = Generator::new(seed);
            let mut plain = Plain::new(u64::from(seed));
            for _ in 0..130 {
                assert_eq!(u64::from(generator.draw()), plain.draw());
            }
        }
    }

    struct Plain {
        slots: Vec<u64>,
        first: usize,
        second: usize,
    }

    impl Plain {
        fn new(seed: u64) -> Self {
            let mut slots = vec![0; 55];
            slots[0] = seed;
            let (mut a, mut b) = (seed, 1);
            for i in 1..55 {
                slots[21 * i % 55] = b;
                (a, b) = (b, (a + 1_000_000_000 - b) % 1_000_000_000);
            }
            let mut plain = Self { slots, first: 0, second: 24 };
            for _ in 0..165 {
                plain.draw();
            }
            plain
        }

        fn draw(&mut self) -> u64 {
            self.first = (self.first + 54) % 55;
            self.second = (self.second + 54) % 55;
            let drawn = (self.slots[self.first] + 1_000_000_000 - self.slots[self.second]) % 1_000_000_000;
            self.slots[self.first] = drawn;
            drawn
        }
    }
}
