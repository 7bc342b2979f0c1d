//! Sets of cards.

use crate::card::{Card, Rank, Suit};

/// A set of cards: bit n stands for the card of number n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CardSet(u64);

/// Cards of each rank.
const RANK_BITS: u32 = Suit::ALL.len() as u32;

impl CardSet {
    pub(super) const EMPTY: Self = Self(0);

    pub(super) fn contains(self, card: Card) -> bool {
        self.0 >> card.number() & 1 == 1
    }

    pub(super) fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.number();
    }

    pub(super) fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.number());
    }

    pub(super) fn cards(self) -> impl Iterator<Item = Card> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            // An empty rest has 64 zeros, and no card has that number.
            let card = Card::from_number(rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(card)
        })
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Its cards of a rank; none if the rank does not exist.
    pub(super) fn of_rank(self, rank: u8) -> Suits {
        match Rank::new(rank) {
            Some(rank) => Suits((self.0 >> (RANK_BITS * u32::from(rank.number() - 1)) & 0xF) as u8),
            None => Suits::EMPTY,
        }
    }
}

/// A set of cards of one rank, which is known from elsewhere: bit n stands for the suit of number n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Suits(u8);

impl Suits {
    pub(super) const EMPTY: Self = Self(0);

    pub(super) fn bits(self) -> u8 {
        self.0
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) fn contains(self, suit: Suit) -> bool {
        self.0 >> suit as u8 & 1 == 1
    }

    pub(super) fn of(suit: Suit) -> Self {
        Self(1 << suit as u8)
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn suits(self) -> impl Iterator<Item = Suit> {
        Suit::ALL.into_iter().filter(move |&suit| self.contains(suit))
    }

    /// Its subsets of this many suits.
    pub(super) fn subsets(self, len: u32) -> impl Iterator<Item = Self> {
        let mut next = Some(Self::EMPTY);
        let all = std::iter::from_fn(move || {
            let part = next?;
            // Subtracting the set counts its subsets up, from the empty one back to the empty one.
            let following = Self(part.0.wrapping_sub(self.0) & self.0);
            next = (!following.is_empty()).then_some(following);
            Some(part)
        });
        all.filter(move |part| part.len() == len)
    }

    /// These cards of the rank.
    pub(super) fn of_rank(self, rank: u8) -> CardSet {
        CardSet(u64::from(self.0) << (RANK_BITS * u32::from(rank - 1)))
    }
}
