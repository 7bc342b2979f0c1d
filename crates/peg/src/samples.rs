//! Problems that tests try.

use search::{Budget, Unwatched};

use crate::builtin::named;
use crate::crew::Crew;
use crate::goal::Goal;
use crate::problem::{Effort, Problem};

/// Calls `visit` with problems of small boards, from one empty hole to one peg, and a crew for each.
pub(crate) fn from_hole_to_hole(mut visit: impl FnMut(Problem<'_>, &mut Crew<'_>)) {
    for (name, step) in [("triangle15", 2), ("hexagon19", 13), ("triangle21", 41)] {
        let board = named(name).unwrap();
        let pairs = board.holes().flat_map(|from| board.holes().map(move |to| (from, to)));
        for (from, to) in pairs.step_by(step) {
            let problem = Problem { board: &board, start: board.full().without(from), goal: Goal::hole(to) };
            let mut effort = Effort { budget: Budget::default(), threads: 1, watch: &mut Unwatched };
            visit(problem, &mut Crew::new(&mut effort));
        }
    }
}
