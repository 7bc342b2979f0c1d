//! The cost function of guided searches: weights, and the cost of a state.

use crate::card::Card;
use crate::solve::packed::{FLOOR, Packed, cards};
use crate::solve::rule_masks::{Cards, RuleMasks, bit};
use crate::split_mix::split_mix;

/// How much each feature of a state counts against it. The numbers are found by measuring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A card not on its foundation.
    pub left: i32,
    /// A card on one that it may not be built on.
    pub breaks: i32,
    /// A card over one of lower rank.
    pub over_lower: i32,
    /// A card over a lower one of its own suit.
    pub over_suit: i32,
    /// A card over the next card of a foundation.
    pub over_next: i32,
    /// A column that stands on another card than a king.
    pub base: i32,
    /// Free cells (0 to 3, 4 or more) and empty columns (0, 1, 2 or more).
    pub room: [[i32; 3]; 5],
    /// A move from the start.
    pub step: i32,
}

/// Which cards cost something above a set of others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HigherCards {
    /// The cards of higher rank than the lowest.
    higher: Cards,
    /// The cards of higher rank than one of their own suit.
    higher_of_suit: Cards,
}

impl HigherCards {
    /// Above these cards.
    #[inline]
    pub(crate) fn of(under: Cards) -> Self {
        // Card numbers run through the suits rank by rank: four further is the next rank.
        let higher = if under == 0 { 0 } else { !0 << ((under.trailing_zeros() | 3) + 1) };
        let mut suits = under << 4;
        suits |= suits << 4;
        suits |= suits << 8;
        suits |= suits << 16;
        suits |= suits << 32;
        Self { higher, higher_of_suit: suits }
    }
}

impl Weights {
    /// Weights close to these, other ones for each seed; with the seed 0 the same.
    pub(crate) fn varied(mut self, seed: u64) -> Self {
        let mut place = seed << 32;
        let mut vary = |weight: &mut i32| {
            let most = weight.abs() * 2 / 5 + 2;
            *weight += (split_mix(place) % (2 * most as u64 + 1)) as i32 - most;
            place += 1;
        };
        if seed > 0 {
            let Self { left, breaks, over_lower, over_suit, over_next, base, room, step: _ } = &mut self;
            [left, breaks, over_lower, over_suit, over_next, base].into_iter().for_each(&mut vary);
            room.iter_mut().flatten().for_each(&mut vary);
        }
        self
    }

    /// The cost of cards over others, apart from the cards they lie on and from the next cards of foundations.
    #[inline]
    pub(crate) fn over(&self, cards: Cards, higher: HigherCards) -> i32 {
        self.over_lower * (cards & higher.higher).count_ones() as i32
            + self.over_suit * (cards & higher.higher_of_suit).count_ones() as i32
    }

    /// The cost of a card for the place it lies on in a column.
    #[inline]
    pub(crate) fn on(&self, card: u8, on: u8, masks: &RuleMasks) -> i32 {
        if on != FLOOR && masks.hosts[usize::from(card)] & bit(on) != 0 {
            0
        } else {
            self.on_no_host(card, on)
        }
    }

    /// That cost where the card is known not to lie on one that it may be put on.
    #[inline]
    pub(crate) fn on_no_host(&self, card: u8, on: u8) -> i32 {
        let base = if card < 48 { self.base } else { 0 };
        if on == FLOOR { base } else { self.breaks }
    }

    /// The cost of the columns of a state, apart from the cards over the next card of a foundation, and how many of
    /// these there are.
    pub(crate) fn columns(&self, state: &Packed, masks: &RuleMasks) -> (i32, u8) {
        let next = state.next_up();
        let (mut cost, mut buried) = (0, 0);
        for top in cards(state.tops()) {
            let beneath = |&card: &u8| Some(state.beneath(card)).filter(|&on| on != FLOOR);
            let column = || std::iter::successors(Some(top), beneath);
            let mut under: Cards = column().map(bit).sum();
            for card in column() {
                under ^= bit(card);
                cost +=
                    self.over(bit(card), HigherCards::of(under)) + self.on(card, state.beneath(card), masks);
                buried += u8::from(under & next != 0);
            }
        }
        (cost, buried)
    }

    /// The cost of the cards left, and of those over the next card of a foundation.
    #[inline]
    pub(crate) fn cards_cost(&self, left: u32, buried: u8) -> i32 {
        self.left * left as i32 + self.over_next * i32::from(buried)
    }

    /// The cost of free cells and spaces.
    #[inline]
    pub(crate) fn room(&self, free_cells: u32, spaces: u32) -> i32 {
        self.room[free_cells.min(4) as usize][spaces.min(2) as usize]
    }

    /// The cost of a state apart from its columns; `buried` cards lie over the next card of a foundation.
    #[inline]
    pub(crate) fn rest_of(&self, state: &Packed, buried: u8, masks: &RuleMasks) -> i32 {
        let left = Card::COUNT as u32 - state.up().count_ones();
        self.cards_cost(left, buried) + self.room(state.free_cells(masks), state.spaces(masks))
    }

    /// The cost of a whole state.
    pub(crate) fn cost(&self, state: &Packed, masks: &RuleMasks) -> i32 {
        let (columns, buried) = self.columns(state, masks);
        columns + self.rest_of(state, buried, masks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_varied_by_their_seed() {
        let weights = Weights {
            left: 3,
            breaks: 19,
            over_lower: 4,
            over_suit: 6,
            over_next: 10,
            base: 17,
            room: [[50; 3]; 5],
            step: 0,
        };
        assert_eq!(weights.varied(0), weights);
        assert_eq!(weights.varied(7), weights.varied(7));
        assert_ne!(weights.varied(7), weights.varied(8));
        let far = (1..200).find(|&seed| (weights.varied(seed).breaks - 19).abs() > 9);
        assert_eq!(far, None);
    }
}
