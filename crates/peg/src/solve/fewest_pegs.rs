//! The fewest pegs that can be left.

use search::{Limit, Outcome, Run};

use crate::board::Board;
use crate::goal::Goal;
use crate::internal_error::InternalError;
use crate::position::Position;
use crate::problem::Problem;
use crate::proof::Reason;
use crate::referee::Solution;

use super::solve;

/// A line of play that leaves few pegs, and why none leaves fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FewestPegs {
    /// The line; its goal is the number of pegs that it leaves.
    pub solution: Solution,
    /// Why one peg less cannot be reached; `None` if no number is less, as with one peg or none.
    pub reason: Option<Reason>,
    /// The least number of pegs that was not decided, and the limit that ended its search. Then fewer pegs may be
    /// possible.
    pub undecided: Option<(u32, Limit)>,
}

/// The fewest pegs that can be left: each smaller number is shown to be impossible, or named as undecided.
pub fn fewest_pegs(
    board: &Board,
    start: Position,
    run: &mut Run<'_>,
) -> Result<Outcome<FewestPegs>, InternalError> {
    let (mut reason, mut undecided) = (None, None);
    for pegs in 1.min(start.pegs())..=start.pegs() {
        let goal = if pegs == 1 { Goal::OnePeg } else { Goal::Pegs(pegs) };
        match solve(Problem { board, start, goal }, run)? {
            Outcome::Solved(solution) => {
                return Ok(Outcome::Solved(FewestPegs { solution, reason, undecided }));
            }
            Outcome::Unsolvable(why) => reason = Some(why),
            Outcome::GaveUp(limit @ (Limit::Time | Limit::Cancelled | Limit::Nodes)) => {
                return Ok(Outcome::GaveUp(limit));
            }
            Outcome::GaveUp(limit) => undecided = undecided.or(Some((pegs, limit))),
        }
    }
    unreachable!("the start has its own number of pegs")
}
