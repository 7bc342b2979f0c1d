//! The cards of every column of every state that a search keeps.

use crate::solve::haul::Haul;
use crate::solve::laws::{Cards, Laws, bit};
use crate::solve::packed::{FLOOR, Packed, cards};
use crate::solve::weights::Shade;

/// The cards of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pile {
    /// All of them.
    pub(crate) all: Cards,
    /// The uppermost, as long as each lies on one that it may be put on. Ranks rise downwards, so the
    /// lowest bit is the top card.
    pub(crate) run: Cards,
    /// The shade of what lies beneath the run. It is that of the whole column for all that may be put on
    /// it, since nothing of the run is lower than that.
    pub(crate) shade: Shade,
}

impl Pile {
    /// A column with these cards.
    #[inline]
    fn of(all: Cards, state: &Packed, laws: &Laws) -> Self {
        if all == 0 {
            return Self::default();
        }
        let run = run(state, laws, (all & state.tops()).trailing_zeros() as u8);
        Self { all, run, shade: Shade::of(all & !run) }
    }
}

/// All cards of a column.
fn column(state: &Packed, top: u8) -> Cards {
    let beneath = |&card: &u8| Some(state.beneath(card)).filter(|&on| on != FLOOR);
    std::iter::successors(Some(top), beneath).map(bit).sum()
}

/// The run at the top of a column.
#[inline]
fn run(state: &Packed, laws: &Laws, top: u8) -> Cards {
    let mut run = bit(top);
    let mut card = top;
    loop {
        let on = state.beneath(card);
        if on == FLOOR || laws.hosts[usize::from(card)] & bit(on) == 0 {
            return run;
        }
        run |= bit(on);
        card = on;
    }
}

/// For each state, by its number, its columns in any order.
#[derive(Debug, Default)]
pub(crate) struct Piles {
    piles: Vec<Pile>,
    columns: usize,
}

impl Piles {
    /// Forgets all states and takes this one as number 0.
    pub(crate) fn begin(&mut self, start: &Packed, laws: &Laws) {
        self.columns = laws.columns as usize;
        self.piles.clear();
        self.piles.extend(cards(start.tops()).map(|top| Pile::of(column(start, top), start, laws)));
        self.piles.resize(self.columns, Pile::default());
    }

    /// The columns of a state.
    #[inline]
    pub(crate) fn of(&self, number: u32) -> &[Pile] {
        &self.piles[number as usize * self.columns..][..self.columns]
    }

    /// Takes the state `after` a haul from a state `before` as the next number.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    pub(crate) fn push(&mut self, number: u32, haul: Haul, before: &Packed, after: &Packed, laws: &Laws) {
        let moved = haul.set(before);
        let landed = moved & !after.up();
        let gone = moved | after.up();
        let host = if haul.base.to < FLOOR { bit(haul.base.to) } else { 0 };
        let first = number as usize * self.columns;
        let last = self.piles.len();
        self.piles.resize(last + self.columns, Pile::default());
        let (old, new) = self.piles.split_at_mut(last);
        let old = &old[first..first + self.columns];
        for (new, old) in new.iter_mut().zip(old) {
            let more = if old.all & host != 0 { landed } else { 0 };
            *new = Pile { all: old.all & !gone | more, run: old.run & !gone | more, shade: old.shade };
            if new.run == 0 {
                *new = Pile::of(new.all, after, laws);
            }
        }
        if haul.base.to == FLOOR {
            let space = old.iter().position(|pile| pile.all == 0);
            new[space.expect("a haul goes into a space only where there is one")] =
                Pile { all: landed, run: landed, shade: Shade::default() };
        }
    }

    /// Forgets the first so many states; the numbers of the others fall by as many.
    pub(crate) fn forget(&mut self, states: usize) {
        self.piles.drain(..states * self.columns);
    }

    /// Bytes for each state.
    pub(crate) fn bytes_each(&self) -> usize {
        self.columns * size_of::<Pile>()
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.piles.capacity() * size_of::<Pile>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::packed::{CELL, Step};
    use crate::solve::small_games::{Dice, any_table};

    #[test]
    fn columns_follow_the_moves() {
        let mut dice = Dice::new(11);
        for game in 0..600 {
            let table = any_table(&mut dice, 1 + game % 52);
            let laws = Laws::of(&table);
            let mut state = Packed::of(&table);
            state.normalise(&laws);
            let mut piles = Piles::default();
            piles.begin(&state, &laws);
            for number in 0..60 {
                let mut steps: Vec<Step> = Vec::new();
                state.steps(&laws, |step| steps.push(step));
                if steps.is_empty() {
                    break;
                }
                let base = steps[dice.below(steps.len())];
                if base.to > CELL {
                    break;
                }
                let before = state;
                state.play(base, &laws);
                piles.push(number, Haul { base, top: base.card }, &before, &state, &laws);
                let mut expected: Vec<_> =
                    cards(state.tops()).map(|top| Pile::of(column(&state, top), &state, &laws)).collect();
                expected.resize(laws.columns as usize, Pile::default());
                let mut kept = piles.of(number + 1).to_vec();
                kept.sort_by_key(|pile| pile.all);
                expected.sort_by_key(|pile| pile.all);
                assert_eq!(kept, expected);
            }
        }
    }
}
