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
    /// The order of the numbered FreeCell deals: those of Windows, 1 to 2^31 − 1, and those of FreeCell Pro, which
    /// counts on to 2^33 − 1.
    Microsoft,
}

impl Shuffle {
    /// The highest number that names a deal.
    pub const fn last_seed(self) -> u64 {
        match self {
            Self::Xpat2 => Generator::MODULUS as u64,
            Self::Microsoft => (1 << 33) - 1,
        }
    }

    pub(crate) fn deck(self, seed: u64) -> Deck {
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

    fn new(seed: u64) -> Self {
        let mut slots = [0; 55];
        let (mut a, mut b) = ((seed % u64::from(Self::MODULUS)) as u32, 1);
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

fn xpat2(seed: u64) -> Deck {
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
pub(crate) fn redeal(seed: u64, row: &mut [Card]) {
    let mut generator = Generator::new(seed);
    for at in 0..row.len() {
        row.swap(at, at + generator.below(row.len() - at));
    }
}

/// The generator of Microsoft's C library, and what FreeCell Pro makes of its output for numbers that Windows does
/// not have.
struct Congruential {
    state: u32,
    number: u64,
}

impl Congruential {
    fn new(number: u64) -> Self {
        // From 2^32 on the start is the number less 2^32.
        Self { state: number as u32, number }
    }

    fn draw(&mut self) -> usize {
        self.state = self.state.wrapping_mul(214_013).wrapping_add(2_531_011);
        let output = self.state as usize >> 16;
        match self.number >> 31 {
            0 => output & 0x7fff,
            1 => output & 0x7fff | 0x8000,
            _ => output + 1,
        }
    }
}

fn microsoft(seed: u64) -> Deck {
    const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
    let mut generator = Congruential::new(seed);
    let mut rest = sorted().map(|card| Card::new(card.rank(), SUITS[card.suit() as usize]));
    let mut deck = rest;
    for (dealt, left) in (1..=Card::COUNT).rev().enumerate() {
        let place = generator.draw() % left;
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

    fn begins(seed: u64, numbers: [u8; 10]) {
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

    /// Numbered deals of Windows and of FreeCell Pro, each range of numbers with its own output of the generator.
    #[test]
    fn known_numbered_deals() {
        let facts = include_str!("../tests/data/numbered_deals.tsv").lines();
        let facts: Vec<_> = facts.filter(|line| !line.starts_with('#')).collect();
        assert!(facts.len() >= 8);
        let rules = crate::Rules::named("ms").unwrap();
        for fact in facts {
            let (number, columns) = fact.split_once('\t').unwrap();
            let board = columns.replace('|', "\n");
            let dealt = rules.deal(rules.seed(number).unwrap());
            assert_eq!(Ok(dealt), rules.read_board(&board), "{number}");
        }
        assert!(rules.seed("8589934592").is_err());
    }

    /// The generator one draw at a time, as its description words it.
    #[test]
    fn passes_equal_single_draws() {
        for seed in (1..2000).chain(999_999_000..=999_999_999) {
            let mut generator = Generator::new(seed);
            let mut plain = Plain::new(seed);
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
