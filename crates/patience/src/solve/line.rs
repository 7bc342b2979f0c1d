//! From steps of the in-suit search to single cards on the table.

use super::runs::{Position, Runs, Step, bit, card_at};
use crate::card::{Card, Rank};
use crate::moves::{Move, Target};
use crate::rules::Fill;
use crate::table::{Column, Table};

/// The moves, card by card, of steps from a table and its position.
pub(crate) fn line(table: &Table, runs: &Runs, mut position: Position, steps: &[Step]) -> Vec<Move> {
    let mut line = Line { table: table.clone(), moves: Vec::new() };
    line.table.normalise();
    line.settle(position.seated);
    for &step in steps {
        match step {
            Step::Take(top) => line.clear(top, line.king_target()),
            Step::TakeSeat(king, out) => {
                line.clear(out, Target::Cell);
                line.clear(king, Target::EmptyColumn);
            }
            Step::Swap(_, out) => line.clear(out, Target::Cell),
        }
        runs.play(&mut position, step);
        line.settle(position.seated);
    }
    line.moves
}

struct Line {
    table: Table,
    moves: Vec<Move>,
}

impl Line {
    /// Takes a card and all that lies on it away: the card itself to where it fits best.
    fn clear(&mut self, highest: u8, king: Target) {
        let Some(highest) = card_at(highest.into()) else { return };
        let column = self.table.columns().iter().find_map(|column| {
            let at = column.iter().position(|&card| card == highest)?;
            Some(column[at + 1..].to_vec())
        });
        for card in column.into_iter().flatten().rev() {
            self.play(card, Target::Cell);
        }
        let target = match highest.rank() {
            Rank::KING => king,
            _ => self.successor(highest).map_or(Target::Cell, Target::Onto),
        };
        self.play(highest, target);
    }

    fn king_target(&self) -> Target {
        let empty = self.table.columns().iter().any(Column::is_empty);
        if empty && self.table.rules().fill == Fill::KingsOnly { Target::EmptyColumn } else { Target::Cell }
    }

    fn settle(&mut self, seated: u64) {
        while let Some((card, target)) = self.homeward(seated) {
            self.play(card, target);
        }
    }

    fn homeward(&self, seated: u64) -> Option<(Card, Target)> {
        let empty = self.table.columns().iter().any(Column::is_empty);
        self.table.cells().iter().find_map(|&card| {
            let seat = (empty && bit(card) & seated != 0).then_some(Target::EmptyColumn);
            let target = seat.or_else(|| self.successor(card).map(Target::Onto))?;
            Some((card, target))
        })
    }

    /// The next higher card of the suit, if it is on top of a column.
    fn successor(&self, card: Card) -> Option<Card> {
        let onto = Card::new(Rank::new(card.rank().number() + 1)?, card.suit());
        self.table.columns().iter().any(|column| column.last() == Some(&onto)).then_some(onto)
    }

    fn play(&mut self, card: Card, to: Target) {
        let played = Move { card, to };
        let legal = self.table.try_play(played);
        debug_assert_eq!(legal, Ok(()), "{played} on {:?}", self.table);
        self.moves.push(played);
    }
}
