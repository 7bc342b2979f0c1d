//! The one rule by which a position may be called lost without naming what it leads to.

use crate::card::{Card, Suit};
use crate::rules::{Fill, Foundations};
use crate::table::{Column, Table};

/// Is the table lost because some cards lock each other in?
///
/// Suppose that a card once uncovered stays so, that it takes any number of cards, even after it went up,
/// and that nothing is ever in the way. That is more than the rules allow, so what cannot be done even so
/// cannot be done at all: if not every card goes up, the table is lost. Whatever a true game does is done
/// here too, move by move: a card that it puts on another was uncovered, and so was the other; a card that
/// it puts up was uncovered, and the one before it up.
///
/// A free cell or an empty column that may be filled would take any card, so nothing is said where there is
/// one or where one comes free.
pub(crate) fn is_deadlocked(table: &Table) -> bool {
    let play = table.rules();
    let has_refuge = table.cells().len() < play.cells.into()
        || play.fill != Fill::Nothing && table.columns().iter().any(Column::is_empty);
    if has_refuge {
        return false;
    }
    let mut locks = Locks { table, uncovered: Vec::new(), heights: table.foundations() };
    // For each column, how many of its cards were uncovered.
    let mut depths = vec![0; table.columns().len()];
    locks.uncovered.extend_from_slice(table.cells());
    if play.foundations == Foundations::Free {
        // What is up may come back and take others.
        let up: Vec<_> = Card::all().filter(|&card| locks.is_up(card)).collect();
        locks.uncovered.extend(up);
    }
    loop {
        let before = (locks.uncovered.len(), locks.heights);
        for (column, depth) in table.columns().iter().zip(&mut depths) {
            while let Some(&card) = column.iter().rev().nth(*depth) {
                if *depth > 0 && !locks.lets_go(column[column.len() - *depth]) {
                    break;
                }
                locks.uncovered.push(card);
                *depth += 1;
            }
            let empties = *depth == column.len() && column.first().is_some_and(|&card| locks.lets_go(card));
            if empties && play.fill != Fill::Nothing {
                return false;
            }
        }
        if table.cells().iter().any(|&card| locks.lets_go(card)) {
            return false;
        }
        locks.put_up();
        if before == (locks.uncovered.len(), locks.heights) {
            return locks.heights.iter().any(|&height| usize::from(height) * Suit::ALL.len() < Card::COUNT);
        }
    }
}

/// What was found possible so far.
struct Locks<'t> {
    table: &'t Table,
    uncovered: Vec<Card>,
    heights: [u8; 4],
}

impl Locks<'_> {
    /// Can this uncovered card leave its place?
    fn lets_go(&self, card: Card) -> bool {
        self.is_up(card) || self.uncovered.iter().any(|&on| self.table.rules().may_build(card, on))
    }

    fn is_up(&self, card: Card) -> bool {
        card.rank().number() <= self.heights[card.suit() as usize]
    }

    /// Lets go up what is uncovered and next.
    fn put_up(&mut self) {
        for card in &self.uncovered {
            let height = &mut self.heights[card.suit() as usize];
            *height += u8::from(card.rank().number() == *height + 1);
        }
    }
}
