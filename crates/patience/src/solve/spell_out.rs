//! From steps of the in-suit search to moves of single cards.

use super::in_suit_state::{DealtRuns, InSuitState, InSuitStep, KINGS, card_at, each};
use crate::card::Card;
use crate::moves::{Move, Target};

/// The moves, card by card, of steps from a position; `held` are the cards in cells.
pub(crate) fn spell_out(runs: &DealtRuns, state: InSuitState, held: u64, steps: &[InSuitStep]) -> Vec<Move> {
    let mut line = Line { state, held, moves: Vec::with_capacity(128) };
    line.settle();
    for &step in steps {
        match step {
            InSuitStep::Take(top) => line.take(1 << top),
            InSuitStep::TakeSeat(king, out) => {
                line.vacate(1 << out);
                line.clear(1 << king, Target::EmptyColumn);
            }
            InSuitStep::Swap(_, out) => line.vacate(1 << out),
        }
        runs.play(&mut line.state, step);
        line.settle();
    }
    line.moves
}

/// A line that is being written. A single step of the search takes a move for each card.
struct Line {
    state: InSuitState,
    /// The cards in cells at this moment.
    held: u64,
    moves: Vec<Move>,
}

impl Line {
    /// Takes the pile of a top to where it can go.
    fn take(&mut self, top: u64) {
        let home = top >> 1;
        let open = self.state.tops | self.state.built();
        let target = if top & KINGS != 0 && self.state.spare() > 0 {
            Target::EmptyColumn
        } else {
            card(open & home).map_or(Target::Cell, Target::Onto)
        };
        self.clear(top, target);
    }

    /// Takes a seated king and its chain to cells.
    fn vacate(&mut self, king: u64) {
        self.clear(king, Target::Cell);
    }

    /// Takes all that lies on a card to cells, then the card to its target.
    fn clear(&mut self, highest: u64, target: Target) {
        for below in (1..=self.state.chain(highest)).rev() {
            self.play(highest << below, Target::Cell);
        }
        self.play(highest, target);
    }

    /// After a step: the cards that were in cells and are in columns now go there, higher cards first.
    ///
    /// The cards that went up did so as soon as the step uncovered them, from their cells or columns.
    fn settle(&mut self) {
        self.held &= !self.state.up();
        for goes in each(self.held & self.state.built()) {
            let home = if goes & KINGS == 0 { card(goes >> 1).map(Target::Onto) } else { None };
            self.play(goes, home.unwrap_or(Target::EmptyColumn));
        }
    }

    fn play(&mut self, moved: u64, to: Target) {
        self.held = if to == Target::Cell { self.held | moved } else { self.held & !moved };
        self.moves.extend(card(moved).map(|card| Move { card, to }));
    }
}

/// The card of a set of one.
fn card(set: u64) -> Option<Card> {
    if set == 0 { None } else { card_at(set.trailing_zeros()) }
}
