//! A line of play that the referee accepted.

use std::sync::Arc;

use crate::board::{Board, Jump};
use crate::goal::Goal;
use crate::line::{Move, moves};
use crate::position::Position;
use crate::problem::Problem;

/// A solution of a problem: the referee replayed it, and it reaches the goal. Only [`replay`](crate::replay) and the
/// solvers, which call it, make one.
///
/// ```compile_fail,E0451
/// fn made_up(found: peg::Solution) -> peg::Solution {
///     peg::Solution { jumps: Vec::new(), ..found }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    board: Arc<Board>,
    goal: Goal,
    /// The start first: one more than the jumps.
    positions: Vec<Position>,
    jumps: Vec<Jump>,
}

impl Solution {
    pub(super) fn new(board: Arc<Board>, goal: Goal, positions: Vec<Position>, jumps: Vec<Jump>) -> Self {
        Self { board, goal, positions, jumps }
    }

    /// The board it is played on.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The problem it solves.
    pub fn problem(&self) -> Problem<'_> {
        Problem { board: &self.board, start: self.positions[0], goal: self.goal }
    }

    /// Its jumps, first to last.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// Its moves: jumps by the same peg in a row are one.
    pub fn moves(&self) -> Vec<Move> {
        moves(&self.jumps)
    }

    /// All positions from the start to the won one, as the referee saw them.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The won position.
    pub fn end(&self) -> Position {
        self.positions[self.jumps.len()]
    }
}
