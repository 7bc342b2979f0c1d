//! Problems for tests.

use search::{Budget, Run, Unwatched};

use crate::builtin::named;
use crate::goal::Goal;
use crate::problem::Problem;

/// Calls `visit` with problems of small boards, from one empty hole to one peg, each with a run.
pub(crate) fn from_hole_to_hole(mut visit: impl FnMut(Problem<'_>, &mut Run<'_>)) {
    for (name, step) in [("triangle15", 2), ("hexagon19", 13), ("triangle21", 41)] {
        let board = named(name).unwrap();
        let pairs = board.holes().flat_map(|from| board.holes().map(move |to| (from, to)));
        for (from, to) in pairs.step_by(step) {
            let problem = Problem { board: &board, start: board.full().without(from), goal: Goal::hole(to) };
            visit(problem, &mut Run::new(Budget::default(), &mut Unwatched));
        }
    }
}
