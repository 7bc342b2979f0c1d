//! A problem to be solved or counted.

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
