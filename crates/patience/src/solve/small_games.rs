//! Random small games for tests, and the plain truth about them.

use std::collections::{HashMap, VecDeque};

use crate::card::{Card, Rank, Suit};
use crate::dice::Dice;
use crate::rules::{Build, Extras, Fill, Foundations, Play};
use crate::table::{Cells, Column, Table};

/// Rules of any combination with forced foundations.
pub(crate) fn any_play(dice: &mut Dice) -> Play {
    Play {
        cells: dice.below(5) as u8,
        build: dice.one_of(&[Build::AlternateColours, Build::SameSuit, Build::AnySuit]),
        fill: dice.one_of(&[Fill::AnyCard, Fill::KingsOnly, Fill::Nothing]),
        foundations: Foundations::Forced,
        extras: Extras::NONE,
    }
}

/// A table on which only about `in_play` cards are left to put up, dealt at random into 1 to 9 columns
/// and some cells, not in normal form.
pub(crate) fn any_table(dice: &mut Dice, in_play: usize) -> Table {
    let play = any_play(dice);
    let mut foundations = [0; 4];
    let mut suits = Suit::ALL;
    dice.shuffle(&mut suits);
    // Some suits may be complete; the others start at heights close to each other.
    let open = 1 + dice.below(4);
    let left = in_play.div_ceil(open).min(13);
    for (at, suit) in suits.into_iter().enumerate() {
        let depth = if at < open { (left + dice.below(2)).min(13) } else { 0 };
        foundations[suit as usize] = 13 - depth as u8;
    }
    let is_left = |card: &Card| card.rank().number() > foundations[card.suit() as usize];
    let mut cards: Vec<Card> = Card::all().filter(is_left).collect();
    dice.shuffle(&mut cards);
    let count = 1 + dice.below(9);
    let mut columns = vec![Column::new(); count];
    let mut cells = Cells::new();
    for card in cards {
        if cells.len() < play.cells.into() && dice.below(8) == 0 {
            cells.push(card);
        } else {
            columns[dice.below(count)].push(card);
        }
    }
    if dice.below(2) == 0 {
        for column in &mut columns {
            column.sort_by_key(|card| card.rank() != Rank::KING);
        }
    }
    Table::new(play, columns, cells, foundations).expect("each card was put in one place")
}

/// A table on which cards only go onto cards, whatever their suits.
pub(crate) fn table_without_room(dice: &mut Dice, in_play: usize) -> Table {
    let table = any_table(dice, in_play);
    let play = Play { cells: 0, build: Build::AnySuit, fill: Fill::Nothing, ..table.rules() };
    let in_cells = table.cells().iter().map(|&card| Column::from_iter([card]));
    let columns = table.columns().iter().cloned().chain(in_cells).collect();
    Table::new(play, columns, Cells::new(), table.foundations()).expect("each card stays in one place")
}

/// The table with columns and cells in a fixed order: equal for tables that play alike.
pub(crate) fn canonical(table: &Table) -> (Vec<Vec<u8>>, Vec<u8>) {
    let numbers = |cards: &[Card]| cards.iter().map(|card| card.number()).collect::<Vec<_>>();
    let mut columns: Vec<_> = table.columns().iter().map(|column| numbers(column)).collect();
    columns.sort();
    let mut cells = numbers(table.cells());
    cells.sort_unstable();
    (columns, cells)
}

/// The result of a plain breadth-first search over the referee's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    /// The fewest moves that win.
    Shortest(usize),
    /// There is no way to win.
    Impossible,
    /// More than the limit of tables.
    Unknown,
}

/// Searches the tables themselves, breadth first, up to `limit` of them.
pub(crate) fn truth(table: &Table, limit: usize) -> Truth {
    let mut start = table.clone();
    start.normalise();
    if start.is_won() {
        return Truth::Shortest(0);
    }
    let mut depths = HashMap::from([(canonical(&start), 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(table) = queue.pop_front() {
        let depth = depths[&canonical(&table)];
        for played in table.legal_moves() {
            let mut after = table.clone();
            after.try_play(played).expect("the referee listed this move");
            if after.is_won() {
                return Truth::Shortest(depth + 1);
            }
            if depths.len() >= limit {
                return Truth::Unknown;
            }
            depths.entry(canonical(&after)).or_insert_with(|| {
                queue.push_back(after);
                depth + 1
            });
        }
    }
    Truth::Impossible
}

/// The table where putting up is a choice.
pub(crate) fn freed(table: &Table) -> Table {
    with_foundations(table, Foundations::Free)
}

/// The table with other foundations.
pub(crate) fn with_foundations(table: &Table, foundations: Foundations) -> Table {
    let play = Play { foundations, ..table.rules() };
    let cells = table.cells().iter().copied().collect();
    Table::new(play, table.columns().to_vec(), cells, table.foundations()).unwrap()
}
