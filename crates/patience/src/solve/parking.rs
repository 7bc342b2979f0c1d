//! One state for all tables that differ only in where their parked cards lie.
//!
//! A card is **parked** if it is in a cell or alone in its column. The **places** of parked cards are the cells and the
//! columns that are empty or hold one card. Two tables are **alike** if they have the same parked cards and agree in all
//! columns of two cards and more: they differ only in which parked cards are in cells. For a game whose empty columns take any
//! card, the search visits sets of alike tables. A [`Packed`] stands for such a set: its `cells` are parked cards that may lie in
//! any place, more of them perhaps than there are cells, and a card alone in a column is a parked card that is **fixed** to a
//! column. The set holds every table with these columns of two cards and more, these parked cards and the fixed ones in
//! columns. Cards are fixed only where no place is free.
//!
//! The moves from a set: a card goes onto another at the end of a column; onto a parked card that is not fixed, if one
//! column at least is neither fixed nor of two cards and more; or to a place, if one is free. Whatever can go up is open on
//! all tables of a set, so that the same cards go up on each. A card that is left alone in its column is fixed to it if no
//! place is free. If a place is free, no card is fixed any more.
//!
//! **Claim**: the tables of the sets that are reached are the tables that the game can reach.
//!
//! *Each table that can be reached is in a set that is reached.* The first set holds the first table. Let a set hold a table T,
//! and a move lead from T to T′. If the move takes a parked card to another place, a place is free, no card is fixed, and
//! the set holds T′. If it takes another card to a place, the set after the same move holds T′: the card is
//! parked there, and may lie in any place. If it takes a card onto one at the end of a column of two cards or more, or onto a
//! fixed one, the set has the same move. If it takes a card onto any other card, this is parked and lies in a column
//! that no fixed card lies in, so that the set has the move; the other parked cards are where the set after it allows them to
//! be. A card that the move or those that go up leave alone is in its column in T′.
//!
//! *Each table of a set that is reached can be reached.* For the first set: if no place is free, all cards alone are fixed, so that
//! it holds one table. Otherwise, and for all sets where a place is free, it is enough that one of its tables can be reached: with a free place
//! each table leads to each that is alike. For if a card in a cell is to lie in a column, either a
//! column is empty and takes it, or a cell is free and takes a card that is to leave its column, and the column takes the first. Let
//! no place be free after a move. If a place was free before, the move took a card there. Each table of the
//! new set has its other parked cards in the remaining places, and comes from a table of the old set where they lie there,
//! whichever place is free on it. If none was free before, the card went onto another, and each table of the new
//! set comes from the table of the old one on which the parked cards lie as in the new one, the card it went onto in a column.
//! A card that is left alone is fixed, as it was in its column. ∎

use crate::solve::deadlock::is_locked;
use crate::solve::packed::{CELL, FLOOR, Packed, PackedMove, UP, cards};
use crate::solve::rule_masks::{Cards, RuleMasks, bit};
use crate::solve::state_space::StateSpace;

/// Sets of alike tables.
#[derive(Clone, Copy)]
pub(crate) struct Parking<'m> {
    masks: &'m RuleMasks,
}

impl<'m> Parking<'m> {
    /// The sets of tables under these rules, if their empty columns take any card. Without cells each set is one table.
    pub(crate) fn new(masks: &'m RuleMasks) -> Option<Self> {
        (masks.spaces_are_free && masks.cells > 0).then_some(Self { masks })
    }

    /// How many places are free.
    #[inline]
    fn free_places(self, state: &Packed) -> u32 {
        self.masks.cells + state.spaces(self.masks) - state.cells().count_ones()
    }

    /// Frees the cards alone in columns if a place is free.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn unfix(self, state: &mut Packed) {
        if self.free_places(state) > 0 {
            for card in cards(alone(state)) {
                state.shift(PackedMove { card, to: CELL });
            }
        }
    }
}

impl StateSpace for Parking<'_> {
    fn first(&self, start: &Packed) -> Packed {
        let mut state = *start;
        self.unfix(&mut state);
        state
    }

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn moves(&self, state: &Packed, mut each: impl FnMut(PackedMove)) {
        if state.is_won() {
            return;
        }
        let masks = self.masks;
        let has_place = self.free_places(state) > 0;
        let hosts = if state.spaces(masks) > 0 { state.tops() | state.cells() } else { state.tops() };
        let ready = if masks.choice { state.next_up() } else { 0 };
        for card in cards(state.tops() | state.cells() | state.returnable(masks)) {
            if ready & bit(card) != 0 {
                each(PackedMove { card, to: UP });
            }
            for on in cards(masks.hosts[usize::from(card)] & hosts) {
                each(PackedMove { card, to: on });
            }
            if has_place && state.beneath(card) != CELL {
                each(PackedMove { card, to: CELL });
            }
        }
    }

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn key_after(&self, state: &Packed, step: PackedMove) -> Option<u128> {
        if self.masks.choice {
            return None;
        }
        let is_plain = match state.beneath(step.card) {
            FLOOR => false,
            // Where no place was free one is now, and cards are no longer fixed.
            CELL => self.free_places(state) > 0,
            // A card that goes up takes others with it, and one that is left alone is parked.
            on => !state.frees_next(step.card) && state.beneath(on) != FLOOR,
        };
        let landing =
            if is_parked(state, step.to) { state.key() ^ state.key_after(to_column(step.to)) } else { 0 };
        is_plain.then(|| state.key_after(step) ^ landing)
    }

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn play(&self, state: &mut Packed, step: PackedMove) {
        if is_parked(state, step.to) {
            state.shift(to_column(step.to));
        }
        state.play(step, self.masks);
        self.unfix(state);
    }

    #[inline]
    fn is_lost(&self, state: &Packed) -> bool {
        self.free_places(state) == 0 && is_locked(state, self.masks)
    }

    fn single_moves(&self, start: &Packed, line: Vec<PackedMove>) -> Vec<PackedMove> {
        let mut table = TableLine { masks: self.masks, table: *start, line: Vec::new() };
        let mut state = self.first(start);
        for (at, &step) in line.iter().enumerate() {
            let mut after = state;
            self.play(&mut after, step);
            let hosts = if self.free_places(&after) == 0 {
                self.hosts_while_full(&after, &line[at + 1..])
            } else {
                0
            };
            table.play(step, hosts);
            state = after;
        }
        table.line
    }
}

impl Parking<'_> {
    /// The parked cards that others go onto before a place is free again: they must lie in columns now.
    fn hosts_while_full(self, state: &Packed, line: &[PackedMove]) -> Cards {
        let mut state = *state;
        let mut hosts = 0;
        for &step in line {
            if self.free_places(&state) > 0 {
                break;
            }
            if is_parked(&state, step.to) {
                hosts |= bit(step.to);
            }
            self.play(&mut state, step);
        }
        hosts
    }
}

/// Is this a parked card that is not fixed?
#[inline]
fn is_parked(state: &Packed, card: u8) -> bool {
    card < FLOOR && state.cells() & bit(card) != 0
}

/// Takes a parked card to a column.
#[inline]
fn to_column(card: u8) -> PackedMove {
    PackedMove { card, to: FLOOR }
}

/// The cards that are alone in their columns.
#[inline]
fn alone(state: &Packed) -> Cards {
    cards(state.tops()).filter(|&card| state.beneath(card) == FLOOR).map(bit).sum()
}

/// A line on tables, while it is made of a line of sets.
struct TableLine<'m> {
    masks: &'m RuleMasks,
    table: Packed,
    line: Vec<PackedMove>,
}

impl TableLine<'_> {
    /// Plays a move of sets, so that `hosts` lie in columns after it if no place is free then.
    fn play(&mut self, step: PackedMove, hosts: Cards) {
        let PackedMove { card, to } = step;
        match to {
            CELL => {
                self.put_in_columns(hosts & !bit(card));
                if hosts & bit(card) != 0 {
                    self.empty_a_column(hosts);
                }
                let has_cell = self.table.free_cells(self.masks) > 0;
                self.step(card, if has_cell { CELL } else { FLOOR });
            }
            UP => self.step(card, UP),
            on => {
                self.put_in_columns(bit(on) & self.table.cells());
                self.step(card, on);
            }
        }
    }

    /// Brings parked cards from cells to columns. A place is free, or none of them is in a cell.
    fn put_in_columns(&mut self, wanted: Cards) {
        for card in cards(wanted & self.table.cells()) {
            self.empty_a_column(wanted);
            self.step(card, FLOOR);
        }
    }

    /// Makes a column empty that holds none of these cards, if none is.
    fn empty_a_column(&mut self, kept: Cards) {
        if self.table.spaces(self.masks) == 0 {
            let others = alone(&self.table) & !kept;
            let card = cards(others).next().expect("the cards to be kept leave a column");
            self.step(card, CELL);
        }
    }

    fn step(&mut self, card: u8, to: u8) {
        let step = PackedMove { card, to };
        debug_assert!(self.table.allows(step, self.masks), "{step:?}");
        self.table.play(step, self.masks);
        self.line.push(step);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use search::{Budget, Run, Unwatched};

    use super::*;
    use crate::dice::Dice;
    use crate::rules::{Fill, Foundations, Play};
    use crate::solve::breadth_first::{BreadthFirst, Ending, Plan};
    use crate::solve::small_games::{Truth, any_table, truth, with_foundations};
    use crate::solve::state_space::Tables;
    use crate::table::Table;

    /// A table in normal form with cells, whose empty columns take any card.
    fn parking_table(dice: &mut Dice, in_play: usize) -> Table {
        let table = any_table(dice, in_play);
        let play = Play { cells: table.rules().cells.max(1), fill: Fill::AnyCard, ..table.rules() };
        let cells = table.cells().iter().copied().collect();
        let table = Table::new(play, table.columns().to_vec(), cells, table.foundations()).unwrap();
        let foundations = [Foundations::Forced, Foundations::Forced, Foundations::OneWay, Foundations::Free];
        let mut table = with_foundations(&table, dice.one_of(&foundations));
        table.normalise();
        table
    }

    /// Everything in reach, by key, unless there is more than `most`.
    fn reached(start: &Packed, space: &impl StateSpace, most: usize) -> Option<HashMap<u128, Packed>> {
        let first = space.first(start);
        let mut reached = HashMap::from([(first.key(), first)]);
        let mut open = vec![first];
        while let Some(state) = open.pop() {
            space.moves(&state, |step| {
                let mut after = state;
                space.play(&mut after, step);
                assert!(
                    space.key_after(&state, step).is_none_or(|key| key == after.key()),
                    "{state:?} {step:?}"
                );
                if reached.insert(after.key(), after).is_none() {
                    open.push(after);
                }
            });
            if reached.len() > most {
                return None;
            }
        }
        Some(reached)
    }

    /// The keys of all tables of a set.
    fn tables_of(state: &Packed, masks: &RuleMasks) -> Vec<u128> {
        let parked: Vec<u8> = cards(state.cells()).collect();
        let choices = (0..1_u32 << parked.len()).filter(|choice| {
            let in_columns = choice.count_ones();
            in_columns <= state.spaces(masks) && parked.len() as u32 - in_columns <= masks.cells
        });
        let table = |choice: u32| {
            let mut table = *state;
            let chosen = parked.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1);
            chosen.for_each(|(_, &card)| table.shift(to_column(card)));
            table.key()
        };
        choices.map(table).collect()
    }

    #[test]
    fn the_tables_of_all_sets_are_those_in_reach() {
        let mut dice = Dice::new(51);
        let (mut compared, mut sets, mut tables) = (0, 0, 0);
        for game in 0..3000 {
            let table = parking_table(&mut dice, 4 + game % 12);
            let masks = RuleMasks::of(&table);
            let mut start = Packed::of(&table);
            start.normalise(&masks);
            let Some(plain) = reached(&start, &Tables { masks: &masks }, 3000) else { continue };
            let parking = Parking::new(&masks).unwrap();
            let classes = reached(&start, &parking, usize::MAX).unwrap();
            let of_sets: HashSet<u128> =
                classes.values().flat_map(|state| tables_of(state, &masks)).collect();
            assert_eq!(of_sets.len(), plain.len(), "{table:?}");
            assert!(of_sets.iter().all(|key| plain.contains_key(key)), "{table:?}");
            compared += 1;
            sets += classes.len();
            tables += plain.len();
        }
        assert!(compared > 1000 && 2 * sets < tables, "{compared} {sets} {tables}");
    }

    #[test]
    fn lines_win_by_the_referee_and_verdicts_are_true() {
        let mut dice = Dice::new(52);
        let mut search = BreadthFirst::default();
        let mut seen = [0; 2];
        for game in 0..4000 {
            let table = parking_table(&mut dice, 4 + game % 14);
            if table.rules().foundations != Foundations::Forced {
                continue;
            }
            let masks = RuleMasks::of(&table);
            let mut run_watch = Unwatched;
            let mut run = Run::new(Budget::default(), &mut run_watch);
            let parking = Parking::new(&masks).unwrap();
            match search.run(&Packed::of(&table), &parking, Plan::default(), &mut run).unwrap() {
                Ending::Won(line) => {
                    let mut played = table.clone();
                    for step in line {
                        played.try_play(step.to_move()).unwrap();
                    }
                    assert!(played.is_won(), "{table:?}");
                    seen[0] += 1;
                }
                end => {
                    assert_eq!(end, Ending::Exhausted);
                    assert!(!matches!(truth(&table, 5000), Truth::Shortest(_)), "{table:?}");
                    seen[1] += 1;
                }
            }
        }
        assert!(seen[0] > 500 && seen[1] > 300, "{seen:?}");
    }
}
