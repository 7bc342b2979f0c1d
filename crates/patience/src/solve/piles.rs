//! The cards of every column of every state that a search keeps.

use crate::solve::haul::Haul;
use crate::solve::laws::{Cards, Laws, bit};
use crate::solve::packed::{FLOOR, Packed, cards};

/// For each state, by its number, the set of cards of each column. Columns stand in any order.
#[derive(Debug, Default)]
pub(crate) struct Piles {
    sets: Vec<Cards>,
    columns: usize,
}

impl Piles {
    /// Forgets all states and takes this one as number 0.
    pub(crate) fn begin(&mut self, start: &Packed, laws: &Laws) {
        self.columns = laws.columns as usize;
        self.sets.clear();
        for top in cards(start.tops()) {
            let beneath = |&card: &u8| Some(start.beneath(card)).filter(|&on| on != FLOOR);
            self.sets.push(std::iter::successors(Some(top), beneath).map(bit).sum());
        }
        self.sets.resize(self.columns, 0);
    }

    /// The columns of a state.
    #[inline]
    pub(crate) fn of(&self, number: u32) -> &[Cards] {
        &self.sets[number as usize * self.columns..][..self.columns]
    }

    /// Takes the state `after` a haul from a state `before` as the next number.
    #[inline]
    pub(crate) fn push(&mut self, number: u32, haul: Haul, before: &Packed, after: &Packed) {
        let run = haul.set(before);
        let landed = run & !after.up();
        let gone = run | after.up();
        let host = if haul.base.to < FLOOR { bit(haul.base.to) } else { 0 };
        let first = number as usize * self.columns;
        let last = self.sets.len();
        self.sets.extend_from_within(first..first + self.columns);
        let (old, new) = self.sets.split_at_mut(last);
        for pile in &mut *new {
            *pile = *pile & !gone | if *pile & host != 0 { landed } else { 0 };
        }
        if haul.base.to == FLOOR {
            let space = old[first..].iter().position(|&pile| pile == 0);
            new[space.expect("a haul goes into a space only where there is one")] = landed;
        }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.sets.capacity() * size_of::<Cards>()
    }
}
