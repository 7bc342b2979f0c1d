//! Moves of whole runs, as the single moves that they stand for.

use super::spot::Spot;
use crate::card::Card;
use crate::rules::{Fill, Play};

/// One card on its way between two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The card.
    pub card: Card,
    /// Where it lies.
    pub from: Spot,
    /// Where it goes.
    pub to: Spot,
}

/// Where the cards of a run may wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting<'w> {
    /// Free cells.
    pub(super) cells: &'w [usize],
    /// Empty columns that take any card, without the one that the run goes to.
    pub(super) spaces: &'w [usize],
}

impl Waiting<'_> {
    /// How many cards can move together: with the same cells, each empty column doubles it, since half of the run
    /// waits there while the other half moves.
    pub(super) fn room(self) -> usize {
        // No run has more cards than a suit.
        (self.cells.len() + 1) << self.spaces.len().min(4)
    }
}

/// The length of the run on top of a column.
pub(super) fn run_length(play: Play, column: &[Card]) -> usize {
    let pairs = column.windows(2).rev();
    let ordered = pairs.take_while(|pair| play.may_build(pair[1], pair[0])).count();
    if column.is_empty() { 0 } else { ordered + 1 }
}

/// Can cards of a run wait in empty columns? A king is only ever the lowest card of its run.
pub(super) fn may_wait_in_columns(play: Play) -> bool {
    play.fill == Fill::AnyCard
}

/// The single moves that take a run, lowest card first, from one column to another. There must be room.
pub(super) fn carry(run: &[Card], from: Spot, to: Spot, waiting: Waiting<'_>, steps: &mut Vec<Step>) {
    let Some((space, spaces)) = waiting.spaces.split_first().filter(|_| run.len() > waiting.cells.len() + 1)
    else {
        return carry_by_cells(run, from, to, waiting.cells, steps);
    };
    let less = Waiting { spaces, ..waiting };
    if run.len() <= less.room() {
        return carry(run, from, to, less, steps);
    }
    let (lower, upper) = run.split_at(less.room());
    carry(upper, from, Spot::Column(*space), less, steps);
    carry(lower, from, to, less, steps);
    carry(upper, Spot::Column(*space), to, less, steps);
}

fn carry_by_cells(run: &[Card], from: Spot, to: Spot, cells: &[usize], steps: &mut Vec<Step>) {
    let waiting = run.iter().skip(1).zip(cells.iter().map(|&cell| Spot::Cell(cell)));
    steps.extend(waiting.clone().rev().map(|(&card, cell)| Step { card, from, to: cell }));
    steps.extend(run.first().map(|&card| Step { card, from, to }));
    steps.extend(waiting.map(|(&card, cell)| Step { card, from: cell, to }));
}
