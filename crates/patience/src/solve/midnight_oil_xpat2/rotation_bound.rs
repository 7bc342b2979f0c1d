//! A bound on what one rotation can do: the columns in which it may still help.
//!
//! Relax the game: what is built onto a card no longer holds it, and the cards of one column, in which the
//! rotation may happen, lie next to each other instead of on each other. Then every card that can leave stays
//! able to until it does, so taking away what can leave, in any order, finds all that can ever leave. Every
//! line of the true game without redeals is a line of the relaxed game for the column that it rotates: a card
//! that has moved counts as away, whether it is up or lies on the next higher card of its suit, where it only
//! ever goes up. A card that something was built upon only goes up too, unless it is in the rotated column. So
//! where cards remain for every choice of the column, the position is lost.

use super::row::Row;
use crate::card::Card;
use crate::rules::MAX_COLUMNS;

/// A set of cards by number.
type Cards = u64;

const ALL: Cards = (1 << Card::COUNT) - 1;
const ACES: Cards = 0xf;

/// The columns in which a rotation may help, as bits.
pub(super) fn columns_worth_rotating(row: &Row) -> u32 {
    let mut game = Relaxed::of(row);
    game.run();
    let helps = |&at: &usize| {
        let mut game = game;
        game.free(at);
        game.run();
        game.away == ALL
    };
    (0..usize::from(row.columns())).filter(helps).map(|at| 1 << at).sum()
}

#[derive(Clone, Copy)]
struct Relaxed<'s> {
    row: &'s Row,
    /// How many cards are left in each column.
    left: [u8; MAX_COLUMNS],
    away: Cards,
    /// Cards that nothing lies on.
    tops: Cards,
    /// Cards that something was built upon.
    bases: Cards,
}

impl<'s> Relaxed<'s> {
    fn of(row: &'s Row) -> Self {
        let mut game = Self { row, left: [0; MAX_COLUMNS], away: ALL, tops: 0, bases: 0 };
        for at in 0..row.columns() {
            let (cards, still) = (row.column(at), row.still(at));
            game.left[usize::from(at)] = still as u8;
            cards[..still].iter().for_each(|&card| game.away &= !bit(card));
            if let Some(&top) = cards[..still].last() {
                game.tops |= bit(top);
                game.bases |= if still < cards.len() { bit(top) } else { 0 };
            }
        }
        game
    }

    /// Lays the cards of a column next to each other.
    fn free(&mut self, at: usize) {
        let cards = &self.row.column(at as u8)[..self.left[at].into()];
        let cards: Cards = cards.iter().map(|&card| bit(card)).sum();
        self.tops |= cards;
        self.bases &= !cards;
        self.left[at] = 0;
    }

    /// Takes away what can leave.
    fn run(&mut self) {
        loop {
            let leaving = self.tops & (self.next_up() | ((self.away | self.tops) >> 4 & !self.bases));
            if leaving == 0 {
                return;
            }
            self.away |= leaving;
            self.tops &= !leaving;
            for at in 0..self.row.columns() {
                self.uncover(at);
            }
        }
    }

    /// The cards whose lower cards are all away.
    fn next_up(&self) -> Cards {
        let mut reached = ACES;
        loop {
            let further = reached | (reached & self.away) << 4;
            if further == reached {
                return reached;
            }
            reached = further;
        }
    }

    /// Makes the highest card left of a column a top, if the one before has left.
    fn uncover(&mut self, at: u8) {
        let column = usize::from(at);
        while let Some(&card) = self.row.column(at)[..self.left[column].into()].last() {
            if self.away & bit(card) == 0 {
                self.tops |= bit(card);
                return;
            }
            self.left[column] -= 1;
        }
    }
}

fn bit(card: u8) -> Cards {
    1 << card
}
