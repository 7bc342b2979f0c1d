//! A problem to be solved or counted.

use std::sync::Arc;

use search::{Outcome, Run};

use crate::board::Board;
use crate::goal::Goal;
use crate::internal_error::InternalError;
use crate::position::Position;
use crate::proof::Reason;
use crate::referee::Solution;
use crate::solve::solve;

/// A problem: a board, a start and a goal.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The board.
    pub board: &'a Board,
    /// The position to start from.
    pub start: Position,
    /// The goal.
    pub goal: Goal,
}

impl Problem<'_> {
    /// An equivalent problem whose won positions all have equally many pegs: a line of play towards at most `n` pegs ends
    /// with `n`, unless the start has no more.
    pub(crate) fn with_one_number_of_pegs(self) -> Self {
        let goal = match self.goal {
            Goal::AtMost(pegs) if self.start.pegs() <= pegs => Goal::Exactly(self.start),
            Goal::AtMost(pegs) => Goal::Pegs(pegs),
            goal => goal,
        };
        Self { goal, ..self }
    }
}

/// A problem that owns its board: it can be kept, and solved on another thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedProblem {
    /// The board.
    pub board: Arc<Board>,
    /// The position to start from.
    pub start: Position,
    /// The goal.
    pub goal: Goal,
}

impl OwnedProblem {
    /// The problem, with a borrowed board.
    pub fn problem(&self) -> Problem<'_> {
        Problem { board: &self.board, start: self.start, goal: self.goal }
    }

    /// Finds a solution, or proves that there is none: see [`solve`].
    pub fn solve(&self, run: &mut Run<'_>) -> Result<Outcome<Solution, Reason>, InternalError> {
        solve(self.problem(), run)
    }
}
