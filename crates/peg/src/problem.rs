//! A problem to be solved or counted, and what may be spent on it.

use search::{Budget, Watch};

use crate::board::Board;
use crate::goal::Goal;
use crate::position::Position;

/// From which position to which goal, on which board.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The board.
    pub board: &'a Board,
    /// The position to start from.
    pub start: Position,
    /// When it is won.
    pub goal: Goal,
}

/// What may be spent, and who watches.
pub struct Effort<'a> {
    /// Positions and bytes.
    pub budget: Budget,
    /// How many threads to use; the answer is the same with any number.
    pub threads: usize,
    /// Sees the search at work and may stop it.
    pub watch: &'a mut dyn Watch,
}
