//! The cards of every column of every state that a search keeps.

use crate::solve::packed::{FLOOR, Packed, cards};
use crate::solve::rule_masks::{Cards, RuleMasks, bit};
use crate::solve::run_move::RunMove;
use crate::solve::weights::HigherCards;

/// The cards of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedColumn {
    /// All of them.
    pub(crate) all: Cards,
    /// The uppermost, as long as each lies on one that it may be put on. Ranks rise downwards, so the
    /// lowest bit is the top card.
    pub(crate) run: Cards,
    /// The cards that are higher than one beneath the run. For all cards that may be put on the column these are the
    /// ones higher than one of the whole column, since nothing of the run is lower than they are.
    pub(crate) higher: HigherCards,
}

impl PackedColumn {
    /// A column with these cards.
    #[inline]
    fn of(all: Cards, state: &Packed, masks: &RuleMasks) -> Self {
        if all == 0 {
            return Self::default();
        }
        let run = run(state, masks, (all & state.tops()).trailing_zeros() as u8);
        Self { all, run, higher: HigherCards::of(all & !run) }
    }
}

/// All cards of a column.
fn column(state: &Packed, top: u8) -> Cards {
    let beneath = |&card: &u8| Some(state.beneath(card)).filter(|&on| on != FLOOR);
    std::iter::successors(Some(top), beneath).map(bit).sum()
}

/// The run at the top of a column.
#[inline]
fn run(state: &Packed, masks: &RuleMasks, top: u8) -> Cards {
    let mut run = bit(top);
    let mut card = top;
    loop {
        let on = state.beneath(card);
        if on == FLOOR || masks.hosts[usize::from(card)] & bit(on) == 0 {
            return run;
        }
        run |= bit(on);
        card = on;
    }
}

/// For each state, by its number, its columns in any order.
#[derive(Debug, Default)]
pub(crate) struct ColumnStore {
    columns: Vec<PackedColumn>,
    width: usize,
}

impl ColumnStore {
    /// Forgets all states and takes this one as number 0.
    pub(crate) fn begin(&mut self, start: &Packed, masks: &RuleMasks) {
        self.width = masks.columns as usize;
        self.columns.clear();
        self.columns
            .extend(cards(start.tops()).map(|top| PackedColumn::of(column(start, top), start, masks)));
        self.columns.resize(self.width, PackedColumn::default());
    }

    /// The columns of a state.
    #[inline]
    pub(crate) fn of(&self, number: u32) -> &[PackedColumn] {
        &self.columns[number as usize * self.width..][..self.width]
    }

    /// Takes the state `after` a move from a state `before` as the next number.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    pub(crate) fn push(
        &mut self,
        number: u32,
        run_move: RunMove,
        before: &Packed,
        after: &Packed,
        masks: &RuleMasks,
    ) {
        let moved = run_move.set(before);
        let landed = moved & !after.up();
        let gone = moved | after.up();
        let host = if run_move.base.to < FLOOR { bit(run_move.base.to) } else { 0 };
        let first = number as usize * self.width;
        let last = self.columns.len();
        self.columns.extend_from_within(first..first + self.width);
        let columns = &mut self.columns[last..];
        for column in &mut *columns {
            let more = if column.all & host != 0 { landed } else { 0 };
            if column.all & gone | more == 0 {
                continue;
            }
            column.all = column.all & !gone | more;
            column.run = column.run & !gone | more;
            if column.run == 0 {
                *column = PackedColumn::of(column.all, after, masks);
            }
        }
        if run_move.base.to == FLOOR {
            // The column that the run leaves may be empty too now: equal columns have no order.
            let space = columns.iter().position(|column| column.all == 0);
            columns[space.expect("a run goes into a space only where there is one")] =
                PackedColumn { all: landed, run: landed, higher: HigherCards::default() };
        }
    }

    /// Forgets the first `states` of them; the numbers of the others fall by as many.
    pub(crate) fn forget(&mut self, states: usize) {
        self.columns.drain(..states * self.width);
    }

    /// Bytes for each state.
    pub(crate) fn bytes_each(&self) -> usize {
        self.width * size_of::<PackedColumn>()
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.columns.capacity() * size_of::<PackedColumn>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::solve::packed::{CELL, PackedMove};
    use crate::solve::small_games::any_table;

    #[test]
    fn columns_follow_the_moves() {
        let mut dice = Dice::new(11);
        for game in 0..600 {
            let table = any_table(&mut dice, 1 + game % 52);
            let masks = RuleMasks::of(&table);
            let mut state = Packed::of(&table);
            state.normalise(&masks);
            let mut store = ColumnStore::default();
            store.begin(&state, &masks);
            for number in 0..60 {
                let mut steps: Vec<PackedMove> = Vec::new();
                state.moves(&masks, |step| steps.push(step));
                if steps.is_empty() {
                    break;
                }
                let base = steps[dice.below(steps.len())];
                if base.to > CELL {
                    break;
                }
                let before = state;
                state.play(base, &masks);
                store.push(number, RunMove { base, top: base.card }, &before, &state, &masks);
                let mut expected: Vec<_> = cards(state.tops())
                    .map(|top| PackedColumn::of(column(&state, top), &state, &masks))
                    .collect();
                expected.resize(masks.columns as usize, PackedColumn::default());
                let mut kept = store.of(number + 1).to_vec();
                kept.sort_by_key(|column| column.all);
                expected.sort_by_key(|column| column.all);
                assert_eq!(kept, expected);
            }
        }
    }
}
