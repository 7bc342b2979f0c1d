//! Deciding a deal with evidence either way: a solution, or a certificate that there is none.

use search::{Limit, Outcome, Run};

use crate::certificate::{Closure, prove};
use crate::deal::Deal;
use crate::solution::Solution;
use crate::solve::{Effort, SolveError, Solver};

/// Decides a deal: tries to win it with the guided searches, then proves that it cannot be won.
///
/// Most deals that can be won are won quickly; walking everything that can be reached from them would take forever.
pub fn decide(deal: &Deal, run: &mut Run<'_>) -> Result<Outcome<Solution, Closure>, SolveError> {
    let tried = Solver::new().with_effort(Effort::Guided).solve(deal.table(), run)?;
    match tried.outcome {
        Outcome::Solved(solution) => Ok(Outcome::Solved(solution)),
        Outcome::GaveUp(limit @ (Limit::Time | Limit::Cancelled | Limit::Nodes)) => {
            Ok(Outcome::GaveUp(limit))
        }
        // A guided search never proves that a deal cannot be won; the certificate does.
        Outcome::GaveUp(Limit::Memory | Limit::Incomplete) | Outcome::Unsolvable(()) => prove(deal, run),
    }
}
