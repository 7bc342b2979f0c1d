//! The one rule by which a position may be called lost without naming the positions that it leads to.
//!
//! # The rule
//!
//! Collect two sets of cards, starting from the table and adding to them as long as anything can be added:
//!
//! - **uncovered**: the cards in cells; every card of a column with nothing on it, or with a card on it that may
//!   leave; and the cards on the foundations, where these may come back.
//! - **up**: the cards on the foundations; every uncovered card that is an ace or whose predecessor in its suit is up.
//!
//! An uncovered card *may leave* if it is up, or if it may be built on an uncovered card.
//!
//! The rule is about moves: it says nothing of a table with a redeal or a rotation in reach.
//!
//! The table is a deadlock if not all cards are up in the end, and if there is no *refuge*: no cell is free and no
//! card in a cell may leave; and, unless empty columns stay empty, no column is empty and no card at the bottom of a
//! column may leave.
//!
//! # Why a deadlock is lost
//!
//! Without a refuge, take any game from the table. **Claim**: at each moment, (1) every card that nothing lies on is
//! in *uncovered*, (2) every card on a foundation is in *up*, (3) every card that has ever moved may leave, and (4) no
//! cell is free and no empty column can be filled.
//!
//! All four hold at the start: (1) and (2) by the first words of the two definitions, (3) because nothing has moved,
//! (4) because there is no refuge. Suppose that they hold before a move of card x. By (1) x is in *uncovered*; a card
//! that comes back from a foundation is so too, because it was up at the start, or was uncovered when it went up.
//!
//! - x goes up: its predecessor is on the foundation, so in *up* by (2); hence x is in *up*, which is (2), and may
//!   leave, which is (3).
//! - x goes onto a card y: nothing lies on y, so y is in *uncovered* by (1), and x may leave, which is (3).
//! - x goes into a cell or an empty column: by (4) there is none.
//!
//! If x has now moved for the first time, the card beneath it is uncovered: by (3) x may leave, so that card is in
//! *uncovered*. If x has moved before, it lay on a card that was uncovered then. That is (1). If x left a cell or the
//! bottom of a column, it may leave by (3), so there would be a refuge unless empty columns stay empty; or x lay alone
//! in a column that it had gone into, which (4) rules out. That is (4).
//!
//! So by (2) a game that wins would put every card into *up*. In a deadlock some card is not in it. ∎

use super::card_set::CardSet;
use crate::card::{Card, Rank, Suit};
use crate::rules::{Extras, Fill, Foundations};
use crate::table::{Column, Table};

/// Is the table lost because its cards lock each other in?
pub(crate) fn is_deadlocked(table: &Table) -> bool {
    if table.extras_in_reach() != Extras::NONE {
        return false;
    }
    let mut reach = Reach::at_start(table);
    // The sets only grow, so a refuge that is found early is there in the end.
    while !reach.has_refuge() {
        if !reach.grow() {
            return !reach.is_everything_up();
        }
    }
    false
}

/// The two sets of the rule, as far as they are collected.
struct Reach<'t> {
    table: &'t Table,
    uncovered: CardSet,
    up: CardSet,
}

impl<'t> Reach<'t> {
    /// The sets as the table itself shows them.
    fn at_start(table: &'t Table) -> Self {
        let mut reach = Self { table, uncovered: CardSet::EMPTY, up: CardSet::EMPTY };
        for (suit, height) in Suit::ALL.into_iter().zip(table.foundations()) {
            for rank in (1..=height).filter_map(Rank::new) {
                reach.up.insert(Card::new(rank, suit));
            }
        }
        for &card in table.cells() {
            reach.uncovered.insert(card);
        }
        if table.rules().foundations == Foundations::Free {
            reach.uncovered = reach.uncovered.with(reach.up);
        }
        reach
    }

    /// Adds to both sets; was there anything to add?
    fn grow(&mut self) -> bool {
        let before = (self.uncovered, self.up);
        for column in self.table.columns() {
            self.uncover(column);
        }
        for card in self.uncovered.cards() {
            if self.is_next(card) {
                self.up.insert(card);
            }
        }
        (self.uncovered, self.up) != before
    }

    /// Goes down a column as far as its cards may leave.
    fn uncover(&mut self, column: &Column) {
        for &card in column.iter().rev() {
            self.uncovered.insert(card);
            if !self.may_leave(card) {
                return;
            }
        }
    }

    /// May this uncovered card leave its place?
    fn may_leave(&self, card: Card) -> bool {
        let play = self.table.rules();
        self.up.contains(card) || self.uncovered.cards().any(|on| play.may_build(card, on))
    }

    /// Is the card an ace, or is its predecessor up?
    fn is_next(&self, card: Card) -> bool {
        match Rank::new(card.rank().number() - 1) {
            None => true,
            Some(lower) => self.up.contains(Card::new(lower, card.suit())),
        }
    }

    /// Is there, or may there come to be, a place that takes a card wherever it cannot be built?
    fn has_refuge(&self) -> bool {
        let (table, play) = (self.table, self.table.rules());
        let may_come_free = |card: &Card| self.uncovered.contains(*card) && self.may_leave(*card);
        let is_empty_or_may_be = |column: &Column| column.first().is_none_or(may_come_free);
        table.cells().len() < play.cells.into()
            || table.cells().iter().any(may_come_free)
            || (play.fill != Fill::Nothing && table.columns().iter().any(is_empty_or_may_be))
    }

    fn is_everything_up(&self) -> bool {
        self.up.cards().count() == Card::COUNT
    }
}
