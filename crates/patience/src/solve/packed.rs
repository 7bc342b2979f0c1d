//! The packed state, which the searches copy, compare and play on.

use crate::card::{Card, Rank, Suit};
use crate::moves::{Move, Target};
use crate::solve::rule_masks::{ALL, Cards, RuleMasks, bit};
use crate::split_mix::split_mix;
use crate::table::Table;

/// The places of cards that lie on no other: at the bottom of a column.
pub(crate) const FLOOR: u8 = 52;
/// The card is in a cell.
pub(crate) const CELL: u8 = 53;
/// The card is on its foundation.
pub(crate) const UP: u8 = 54;

/// The number of places a card may lie on, rounded up.
const PLACES: usize = 56;

/// A move of one card: its number, and the number of the card it goes on or [`FLOOR`], [`CELL`], [`UP`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PackedMove {
    pub(crate) card: u8,
    pub(crate) to: u8,
}

impl PackedMove {
    /// The packed form of a move.
    pub(crate) fn of(played: Move) -> Self {
        let to = match played.to {
            Target::Onto(on) => on.number(),
            Target::EmptyColumn => FLOOR,
            Target::Cell => CELL,
            Target::Foundation => UP,
        };
        Self { card: played.card.number(), to }
    }

    /// The move as players write it.
    pub(crate) fn to_move(self) -> Move {
        let card = |number| Card::from_number(number).expect("steps name cards of the deck");
        let to = match self.to {
            FLOOR => Target::EmptyColumn,
            CELL => Target::Cell,
            UP => Target::Foundation,
            on => Target::Onto(card(on)),
        };
        Move { card: card(self.card), to }
    }
}

/// Where each card lies, by what lies beneath it. Columns and cells have no numbers here, so two
/// tables that differ only in the order of columns or cells are one packed state.
///
/// `tops`, `cells`, `up` and `key` all follow from `beneath`; only [`Packed::shift`] changes them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed {
    key: u128,
    tops: Cards,
    cells: Cells,
    up: Cards,
    beneath: [u8; Card::COUNT],
}

type Cells = Cards;

impl PartialEq for Packed {
    fn eq(&self, other: &Self) -> bool {
        self.beneath == other.beneath
    }
}

impl Packed {
    /// The state of a table, as it lies.
    pub(crate) fn of(table: &Table) -> Self {
        let mut state = Self { key: 0, tops: 0, cells: 0, up: 0, beneath: [UP; Card::COUNT] };
        for column in table.columns() {
            let mut on = FLOOR;
            for card in column {
                state.beneath[usize::from(card.number())] = on;
                on = card.number();
            }
            state.tops |= if on == FLOOR { 0 } else { bit(on) };
        }
        for card in table.cells() {
            state.beneath[usize::from(card.number())] = CELL;
            state.cells |= bit(card.number());
        }
        for (suit, height) in Suit::ALL.into_iter().zip(table.foundations()) {
            (1..=height)
                .filter_map(Rank::new)
                .for_each(|rank| state.up |= bit(Card::new(rank, suit).number()));
        }
        state.key = (0..Card::COUNT).fold(0, |key, card| key ^ KEYS[card][usize::from(state.beneath[card])]);
        state
    }

    /// The 128-bit Zobrist key: equal for equal states; different states share one with a chance of 2⁻¹²⁸ per pair.
    #[inline]
    pub(crate) fn key(&self) -> u128 {
        self.key
    }

    /// The key after this move, without the cards that go up by themselves.
    #[inline]
    pub(crate) fn key_after(&self, PackedMove { card, to }: PackedMove) -> u128 {
        let from = self.beneath(card);
        self.key ^ KEYS[usize::from(card)][usize::from(from)] ^ KEYS[usize::from(card)][usize::from(to)]
    }

    /// The top cards of the columns.
    #[inline]
    pub(crate) fn tops(&self) -> Cards {
        self.tops
    }

    /// The cards in cells.
    #[inline]
    pub(crate) fn cells(&self) -> Cards {
        self.cells
    }

    /// The cards on foundations.
    #[inline]
    pub(crate) fn up(&self) -> Cards {
        self.up
    }

    /// The place of this card: the card beneath it, or one of the places that are not cards.
    #[inline]
    pub(crate) fn beneath(&self, card: u8) -> u8 {
        self.beneath[usize::from(card)]
    }

    /// How many columns are empty.
    #[inline]
    pub(crate) fn spaces(&self, masks: &RuleMasks) -> u32 {
        masks.columns - self.tops.count_ones()
    }

    /// How many cells are free.
    #[inline]
    pub(crate) fn free_cells(&self, masks: &RuleMasks) -> u32 {
        masks.cells - self.cells.count_ones()
    }

    /// Are all cards on foundations?
    #[inline]
    pub(crate) fn is_won(&self) -> bool {
        self.up == ALL
    }

    /// The next card of each foundation.
    #[inline]
    pub(crate) fn next_up(&self) -> Cards {
        next_up(self.up)
    }

    /// Is the card beneath this one next on its foundation? If not, nothing goes up after this card, or a run with it at
    /// the bottom, leaves: cards that were uncovered before would have gone up then. For forced foundations.
    #[inline]
    pub(crate) fn frees_next(&self, card: u8) -> bool {
        let on = self.beneath(card);
        on < FLOOR && bit(on) & self.next_up() != 0
    }

    /// Takes a card, uncovered or in a cell, to another place, and puts up nothing.
    #[inline]
    pub(crate) fn shift(&mut self, step: PackedMove) {
        let PackedMove { card, to } = step;
        self.key = self.key_after(step);
        let from = std::mem::replace(&mut self.beneath[usize::from(card)], to);
        let moved = bit(card);
        match from {
            CELL => self.cells ^= moved,
            UP => self.up ^= moved,
            FLOOR => self.tops ^= moved,
            on => self.tops ^= moved | bit(on),
        }
        match to {
            CELL => self.cells ^= moved,
            UP => self.up ^= moved,
            FLOOR => self.tops ^= moved,
            on => self.tops ^= moved | bit(on),
        }
    }

    /// Takes a whole run to another column: its lowest card goes, the others stay on it. `top` is its
    /// highest card.
    #[inline]
    pub(crate) fn shift_base(&mut self, step: PackedMove, top: u8) {
        let PackedMove { card, to } = step;
        self.key = self.key_after(step);
        let from = std::mem::replace(&mut self.beneath[usize::from(card)], to);
        self.tops ^=
            (if from == FLOOR { bit(top) } else { bit(from) }) | if to == FLOOR { 0 } else { bit(to) };
        self.tops |= bit(top);
    }

    /// Puts up the cards that go up by themselves, again and again.
    #[inline]
    pub(crate) fn normalise(&mut self, masks: &RuleMasks) {
        self.autoplay(masks, |_| {});
    }

    /// Puts up the cards that go up by themselves, again and again, and reports each move.
    #[inline]
    pub(crate) fn autoplay(&mut self, masks: &RuleMasks, mut each: impl FnMut(PackedMove)) {
        loop {
            let ready = (self.tops | self.cells) & self.next_up() & masks.auto_play.safe(self.up);
            if ready == 0 {
                return;
            }
            let step = PackedMove { card: ready.trailing_zeros() as u8, to: UP };
            self.shift(step);
            each(step);
        }
    }

    /// Plays a legal move and puts up the cards that then can go.
    #[inline]
    pub(crate) fn play(&mut self, step: PackedMove, masks: &RuleMasks) {
        self.shift(step);
        self.normalise(masks);
    }

    /// Every legal move but two kinds, which lead to the same state: one that takes the only card of a column to
    /// another empty one, and one that brings back a card that goes up again by itself.
    pub(crate) fn moves(&self, masks: &RuleMasks, mut each: impl FnMut(PackedMove)) {
        if self.is_won() {
            return;
        }
        let space = self.spaces(masks) > 0;
        let free_cell = self.free_cells(masks) > 0;
        let ready = if masks.choice { self.next_up() } else { 0 };
        for card in cards(self.tops | self.cells | self.returnable(masks)) {
            let from = self.beneath(card);
            if ready & bit(card) != 0 {
                each(PackedMove { card, to: UP });
            }
            for on in cards(masks.hosts[usize::from(card)] & self.tops) {
                each(PackedMove { card, to: on });
            }
            if space && from != FLOOR && masks.fillers & bit(card) != 0 {
                each(PackedMove { card, to: FLOOR });
            }
            if free_cell && from != CELL {
                each(PackedMove { card, to: CELL });
            }
        }
    }

    /// Is this move legal?
    pub(crate) fn allows(&self, PackedMove { card, to }: PackedMove, masks: &RuleMasks) -> bool {
        let returnable = if masks.returns { self.up & !(self.up >> 4) } else { 0 };
        let may_leave = (self.tops | self.cells | returnable) & bit(card) != 0;
        may_leave
            && match to {
                CELL => self.beneath(card) != CELL && self.free_cells(masks) > 0,
                UP => masks.choice && self.next_up() & bit(card) != 0,
                FLOOR => masks.fillers & bit(card) != 0 && self.spaces(masks) > 0,
                on => masks.hosts[usize::from(card)] & self.tops & bit(on) != 0,
            }
    }

    /// The cards that may come back from foundations, and would stay.
    #[inline]
    pub(crate) fn returnable(&self, masks: &RuleMasks) -> Cards {
        if masks.returns { self.up & !(self.up >> 4) & !masks.auto_play.safe(self.up) } else { 0 }
    }
}

/// The next card of each foundation, with this set of cards up.
#[inline]
pub(crate) fn next_up(up: Cards) -> Cards {
    // Card numbers run through the suits rank by rank: four further is the next rank.
    (up << 4 | 0b1111) & !up & ALL
}

/// The numbers of the cards of a set, lowest first.
#[inline]
pub(crate) fn cards(mut set: Cards) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let card = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(card)
    })
}

/// The Zobrist number of a card on a place.
#[inline]
pub(crate) fn place_key(card: u8, place: u8) -> u128 {
    KEYS[usize::from(card)][usize::from(place)]
}

/// The Zobrist numbers, one for each card on each place; a state's key is the exclusive or of 52 of them.
static KEYS: [[u128; PLACES]; Card::COUNT] = keys();

#[expect(clippy::large_stack_arrays, reason = "built by the compiler, never at run time")]
const fn keys() -> [[u128; PLACES]; Card::COUNT] {
    let mut keys = [[0; PLACES]; Card::COUNT];
    let mut counter = 0;
    let mut card = 0;
    while card < Card::COUNT {
        let mut place = 0;
        while place < PLACES {
            keys[card][place] = (split_mix(counter) as u128) << 64 | split_mix(counter + 1) as u128;
            counter += 2;
            place += 1;
        }
        card += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::dice::Dice;
    use crate::solve::small_games::{any_table, canonical};

    #[test]
    fn states_stay_small() {
        assert_eq!(size_of::<Packed>(), 96);
    }

    /// The moves of the referee, without those that take the only card of a column to an empty one.
    fn referees_moves(table: &Table) -> HashSet<Move> {
        let alone = |card| table.columns().iter().any(|column| column[..] == [card]);
        let pointless = |played: &Move| played.to == Target::EmptyColumn && alone(played.card);
        table.legal_moves().into_iter().filter(|played| !pointless(played)).collect()
    }

    /// Every move that the state allows, which the referee must allow too.
    fn allowed_moves(state: &Packed, masks: &RuleMasks) -> HashSet<Move> {
        let steps = (0..52).flat_map(|card| (0..=UP).map(move |to| PackedMove { card, to }));
        steps.filter(|&step| state.allows(step, masks)).map(PackedMove::to_move).collect()
    }

    fn steps(state: &Packed, masks: &RuleMasks) -> Vec<PackedMove> {
        let mut steps = Vec::new();
        state.moves(masks, |step| steps.push(step));
        steps
    }

    #[test]
    fn playouts_agree_with_the_referee() {
        let mut dice = Dice::new(1);
        for game in 0..1500 {
            let mut tables = HashMap::new();
            let mut table = any_table(&mut dice, 1 + game % 52);
            let masks = RuleMasks::of(&table);
            let mut state = Packed::of(&table);
            table.normalise();
            state.normalise(&masks);
            for _ in 0..80 {
                assert_eq!(state, Packed::of(&table));
                assert_eq!((state.key(), state.up()), (Packed::of(&table).key(), Packed::of(&table).up()));
                assert_eq!(
                    (state.tops(), state.cells()),
                    (Packed::of(&table).tops(), Packed::of(&table).cells())
                );
                assert_eq!(state.is_won(), table.is_won());
                let same = tables.entry(state.key()).or_insert_with(|| canonical(&table));
                assert_eq!(*same, canonical(&table), "one key for two tables");
                let listed = steps(&state, &masks);
                let moves: HashSet<_> = listed.iter().map(|step| step.to_move()).collect();
                assert_eq!(moves, referees_moves(&table));
                assert_eq!(allowed_moves(&state, &masks), table.legal_moves().into_iter().collect());
                assert_eq!(moves.len(), listed.len(), "no move is listed twice");
                if listed.is_empty() {
                    break;
                }
                let step = listed[dice.below(listed.len())];
                state.play(step, &masks);
                table.try_play(step.to_move()).unwrap();
            }
        }
    }
}
