//! The table as xpat2 keeps it: all piles in one row, and every card known by its place in it.

use crate::card::{Card, Suit};
use crate::deal::Seed;
use crate::moves::Target;
use crate::rules::Rules;
use crate::shuffle::redeal;

use super::save::SaveGame;
use super::word::{Shift, Word};

/// Piles bottom to top: four foundations, the columns, the cells, an empty deck.
#[derive(Clone, Debug)]
pub(super) struct Flat {
    piles: Vec<Vec<Card>>,
    columns: usize,
}

/// The kinds of piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Foundation(Suit),
    Column,
    Cell,
    Deck,
}

impl Flat {
    /// The table as xpat2 deals it; none where xpat2 does not have the game.
    pub(super) fn dealt(rules: &Rules, seed: Seed) -> Option<Self> {
        let game = SaveGame::of(rules)?;
        let table = rules.deal(seed);
        let mut piles = vec![Vec::new(); Suit::ALL.len()];
        piles.extend(table.columns().iter().map(|column| column.to_vec()));
        let mut cells = vec![Vec::new(); table.rules().cells.into()];
        for (&at, &card) in game.dealt_cells.iter().zip(table.cells()) {
            cells[at].push(card);
        }
        piles.extend(cells);
        piles.push(Vec::new());
        Some(Self { piles, columns: table.columns().len() })
    }

    /// The cards of a pile, bottom first; an unknown pile has none.
    pub(super) fn pile(&self, pile: u8) -> &[Card] {
        self.piles.get(usize::from(pile)).map_or(&[], Vec::as_slice)
    }

    /// The kind of the pile of this number, if there is one.
    pub(super) fn kind(&self, pile: u8) -> Option<Kind> {
        let pile = usize::from(pile);
        match pile {
            0..4 => Some(Kind::Foundation(Suit::ALL[pile])),
            _ if pile < 4 + self.columns => Some(Kind::Column),
            _ if pile + 1 < self.piles.len() => Some(Kind::Cell),
            _ if pile + 1 == self.piles.len() => Some(Kind::Deck),
            _ => None,
        }
    }

    /// The pile on which this card lies.
    pub(super) fn pile_of(&self, card: Card) -> u8 {
        let pile = self.piles.iter().position(|pile| pile.contains(&card));
        pile.expect("every card lies somewhere") as u8
    }

    /// The pile that a target means for a card.
    pub(super) fn target(&self, card: Card, to: Target) -> Option<u8> {
        let first_empty = |kind| {
            (4..self.piles.len() as u8).find(|&at| self.kind(at) == Some(kind) && self.pile(at).is_empty())
        };
        match to {
            Target::Onto(on) => Some(self.pile_of(on)),
            Target::EmptyColumn => first_empty(Kind::Column),
            Target::Cell => first_empty(Kind::Cell),
            Target::Foundation => Some(card.suit() as u8),
        }
    }

    /// The shift of the top `count` cards of a pile to another pile.
    pub(super) fn shift(&self, from: u8, count: usize, to: u8) -> Shift {
        let index = self.end(from) - count as u16;
        let after = if from < to { self.end(to) - count as u16 } else { self.end(to) };
        Shift { index, from, to, after }
    }

    /// How many cards a shift takes, if it fits this table.
    pub(super) fn count(&self, shift: Shift) -> Option<usize> {
        let known =
            self.kind(shift.from).is_some() && self.kind(shift.to).is_some() && shift.from != shift.to;
        let start = self.end(shift.from).checked_sub(self.pile(shift.from).len() as u16)?;
        let count = known.then(|| self.end(shift.from).checked_sub(shift.index))??;
        let fits = shift.index >= start && count > 0;
        (fits && self.shift(shift.from, count.into(), shift.to) == shift).then_some(count.into())
    }

    /// Does the shift of the top `count` cards.
    pub(super) fn carry(&mut self, from: u8, count: usize, to: u8) {
        let from = &mut self.piles[usize::from(from)];
        let cards = from.split_off(from.len() - count);
        self.piles[usize::from(to)].extend(cards);
    }

    /// The pile, and the place in it, of the card at an index.
    pub(super) fn place(&self, index: u16) -> Option<(u8, usize)> {
        let pile = (0..self.piles.len() as u8).find(|&pile| index < self.end(pile))?;
        let above = usize::from(self.end(pile) - index);
        Some((pile, self.pile(pile).len() - above))
    }

    /// The index of a place in a pile.
    pub(super) fn index(&self, pile: u8, place: usize) -> u16 {
        self.end(pile) - (self.pile(pile).len() - place) as u16
    }

    /// Brings the card at a place to the top of its pile.
    pub(super) fn bring_up(&mut self, pile: u8, place: usize) {
        self.piles[usize::from(pile)][place..].rotate_left(1);
    }

    /// Takes the top card of a pile down to a place in it.
    pub(super) fn take_down(&mut self, pile: u8, place: usize) {
        self.piles[usize::from(pile)][place..].rotate_right(1);
    }

    /// Deals the columns again, `fan` cards to each; returns the words for it: all columns onto the first, from there
    /// the cards to each, then the shuffle.
    pub(super) fn redeal(&mut self, seed: Seed, fan: u8) -> Vec<u32> {
        let mut words = vec![Word::Begin];
        let (first, last) = (4, 3 + self.columns as u8);
        for from in first + 1..=last {
            let count = self.pile(from).len();
            self.shift_some(from, count, first, &mut words);
        }
        for from in first..last {
            let count = self.pile(from).len().saturating_sub(fan.into());
            self.shift_some(from, count, from + 1, &mut words);
        }
        let mut row: Vec<_> = self.piles[first.into()..=last.into()].concat();
        redeal(seed.number(), &mut row);
        let places = self.piles[first.into()..=last.into()].iter_mut().flatten();
        places.zip(row).for_each(|(place, card)| *place = card);
        words.extend([Word::Shuffle, Word::End]);
        words.into_iter().map(Word::bits).collect()
    }

    fn shift_some(&mut self, from: u8, count: usize, to: u8, words: &mut Vec<Word>) {
        if count > 0 {
            words.push(Word::Shift(self.shift(from, count, to)));
            self.carry(from, count, to);
        }
    }

    /// The next card that xpat2 puts up by itself after pile `last`, as the pile it lies on: one card
    /// per pile, pile after pile.
    pub(super) fn next_up(&self, last: u8) -> Option<u8> {
        let goes = |at: u8| {
            self.pile(at).last().is_some_and(|card| {
                self.pile(card.suit() as u8).len() + 1 == usize::from(card.rank().number())
            })
        };
        let count = self.piles.len() as u8;
        (last + 1..count).chain(4..=last).find(|&at| goes(at))
    }

    /// The index after the top card of a pile.
    fn end(&self, pile: u8) -> u16 {
        self.piles.iter().take(usize::from(pile) + 1).map(|pile| pile.len() as u16).sum()
    }
}
