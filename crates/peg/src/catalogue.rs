//! Problems with their usual names.

use crate::board::Board;
use crate::builtin::named;
use crate::goal::Goal;
use crate::notation::Notation;
use crate::position::Position;
use crate::text::Setup;

/// A problem with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedProblem {
    /// Its usual name.
    pub name: String,
    /// The name of its board.
    pub board_name: String,
    /// Its board.
    pub board: Board,
    /// The position to start from.
    pub start: Position,
    /// The goal.
    pub goal: Goal,
}

/// The problems of the catalogue, in its order.
pub fn catalogue() -> Vec<NamedProblem> {
    let problems = include_str!("catalogue.txt").split("\n\n").map(str::trim_end);
    problems.filter(|text| !text.starts_with('#') && !text.is_empty()).map(problem).collect()
}

/// Reads a problem: a line `NAME: BOARD, HOLE`, or `NAME: BOARD` for one peg anywhere, then the pegs.
fn problem(text: &str) -> NamedProblem {
    let (head, pegs) = text.split_once('\n').expect("a problem has pegs");
    let (name, rest) = head.split_once(": ").expect("a problem has a board");
    let (board_name, hole) = rest.split_once(", ").map_or((rest, None), |(board, hole)| (board, Some(hole)));
    let board = named(board_name).expect("a built-in board");
    let start = Setup::parse_on(pegs, &board).expect("pegs on this board");
    let goal = hole.map_or(Goal::OnePeg, |hole| {
        Goal::hole(Notation::Standard.parse_hole(&board, hole).expect("a hole of this board"))
    });
    NamedProblem { name: name.to_owned(), board_name: board_name.to_owned(), board, start, goal }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use search::{Budget, Outcome, Run, Unwatched};

    use super::*;
    use crate::problem::Problem;

    #[test]
    fn every_problem_has_a_name_of_its_own_and_a_solution() {
        let problems = catalogue();
        let names: BTreeSet<_> = problems.iter().map(|problem| &problem.name).collect();
        assert_eq!(names.len(), problems.len());
        assert!(problems.len() >= 11);
        for NamedProblem { name, board, start, goal, .. } in &problems {
            let problem = Problem { board, start: *start, goal: *goal };
            let mut watch = Unwatched;
            let solved = crate::solve(problem, &mut Run::new(Budget::default(), &mut watch));
            assert!(matches!(solved, Ok(Outcome::Solved(_))), "{name}");
        }
    }
}
