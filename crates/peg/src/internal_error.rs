//! Errors of the solvers that the referee caught.

use crate::board::Jump;
use crate::goal::Goal;
use crate::line::{Move, moves};
use crate::notation::Notation;
use crate::problem::Problem;
use crate::referee::{Refusal, Solution, replay};
use crate::text::to_marked_text;

/// A solver gave a wrong answer. The error has all that is needed to reproduce it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}\nstart:\n{start}goal:\n{goal}\nline: {line}")]
pub struct InternalError {
    /// The wrong answer.
    pub fault: Fault,
    /// The board with the pegs of the start, as [`Setup`](crate::Setup) reads it, `#` where there is no hole.
    pub start: String,
    /// The goal: `one peg`, `2 pegs`, `at most 2 pegs`, or a position written like the start.
    pub goal: String,
    /// The line of play, in the standard notation; empty if there is none.
    pub line: String,
}

/// The kind of wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The referee refuses the line that was found.
    #[error("the referee refuses the solution found: {0}")]
    Solution(Refusal),
    /// The proof that there is no solution does not hold.
    #[error("the proof found does not hold")]
    Proof,
}

impl InternalError {
    pub(crate) fn new(fault: Fault, problem: Problem<'_>, line: &[Move]) -> Self {
        let text = |position| to_marked_text(problem.board, position);
        let goal = match problem.goal {
            Goal::OnePeg => "one peg".to_owned(),
            Goal::Pegs(pegs) => format!("{pegs} pegs"),
            Goal::AtMost(1) => "at most 1 peg".to_owned(),
            Goal::AtMost(pegs) => format!("at most {pegs} pegs"),
            Goal::Exactly(position) => text(position),
        };
        let line: Vec<_> = line.iter().map(|made| Notation::Standard.made(problem.board, made)).collect();
        Self { fault, start: text(problem.start), goal, line: line.join(" ") }
    }
}

/// Has the referee replay a line that a solver found.
pub(crate) fn replay_found(problem: Problem<'_>, line: &[Jump]) -> Result<Solution, InternalError> {
    let line = moves(line);
    replay(problem, &line).map_err(|why| InternalError::new(Fault::Solution(why), problem, &line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::named;
    use crate::referee::Foul;
    use crate::text::Setup;

    #[test]
    fn a_refused_line_comes_with_all_that_reproduces_it() {
        for name in ["english", "hexagon19"] {
            let board = named(name).unwrap();
            let start = board.full().without(board.customary_vacancy());
            let problem = Problem { board: &board, start, goal: Goal::Exactly(start) };
            let good = board.legal_jumps(start).next().unwrap();
            let error = replay_found(problem, &[good, good]).unwrap_err();
            assert_eq!(error.fault, Fault::Solution(Refusal::Illegal { jump: 2, why: Foul::NoPeg }));
            let again = Setup::parse(&error.start).unwrap();
            assert_eq!((&again.board, again.position), (&board, start));
            assert_eq!(Setup::parse_on(&error.goal, &board), Ok(start));
            let line = Notation::Standard.parse_line(&board, &error.line).unwrap();
            let made: Vec<_> = moves(&[good, good]).iter().map(|made| made.holes().to_vec()).collect();
            assert_eq!(line.iter().map(|made| made.holes().to_vec()).collect::<Vec<_>>(), made);
            let short = replay_found(Problem { goal: Goal::OnePeg, ..problem }, &[good]).unwrap_err();
            assert_eq!(short.fault, Fault::Solution(Refusal::NotWon));
        }
    }
}
