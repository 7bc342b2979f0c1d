//! One solution, or why there is none.
//!
//! The cheapest methods come first: position classes, narrow beams, pagoda functions, wider beams; then a brief search
//! for few moves, wide beams and, on boards of at most 41 holes, the exact search from both ends; last, beams as wide as
//! memory allows.

mod beam;
mod both_ends;
mod burnside;
mod chunk_tables;
mod closure;
mod count;
mod count_by_map;
mod enumerate;
mod fewest;
mod fewest_by_levels;
mod fewest_by_map;
mod fewest_by_slack;
mod levels;
mod longest;
mod minimal;
mod minimal_by_map;
mod move_count;
mod pagoda_lp;
mod position_map;
mod progress;
#[cfg(test)]
mod sample_problems;
mod fewest_pegs;
mod solvability;
mod statistics;
mod winnability;

use search::{Budget, Limit, Outcome, Run};

use crate::board::Jump;
use crate::class::Classes;
use crate::goal::Goal;
use crate::internal_error::{Fault, InternalError, replay_found};
use crate::pagoda::Pagoda;
use crate::position::Position;
use crate::problem::Problem;
use crate::proof::{Proof, Reason};
use crate::referee::Solution;

use beam::Beam;
use both_ends::{halfway, halfway_bytes_of};
use levels::{LevelWork, Packing};

pub use closure::prove;
pub use count::{CountError, LevelCount, reachable, solutions, winnable};
pub use enumerate::Solutions;
pub use fewest::fewest_moves;
pub use fewest_pegs::{FewestPegs, fewest_pegs};
pub use longest::{Longest, longest};
pub use minimal::{MinimalSolutions, minimal_solutions};
pub use solvability::{ClassOrbit, Solvability, class_orbits, symmetries_of_goal};
pub use statistics::{PlayStatistics, play_statistics, positions_by_moves, shortest_dead_end};

/// The outcome of a search: a line of jumps, or the reason why there is none.
type Found = Outcome<Vec<Jump>, Reason>;

/// Finds a solution, or proves that there is none.
///
/// The referee has replayed the solution. A reason that can be checked has been checked.
pub fn solve(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Outcome<Solution, Reason>, InternalError> {
    match search(problem.with_one_number_of_pegs(), run) {
        Ok(Found::Solved(line)) => replay_found(problem, &line).map(Outcome::Solved),
        Ok(Found::Unsolvable(reason)) if !reason.holds(problem) => {
            Err(InternalError::new(Fault::Proof, problem, &[]))
        }
        Ok(Found::Unsolvable(reason)) => Ok(Outcome::Unsolvable(reason)),
        Ok(Found::GaveUp(limit)) | Err(limit) => Ok(Outcome::GaveUp(limit)),
    }
}

fn search(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Found, Limit> {
    let (start, goal) = (problem.start, problem.goal);
    if goal.is_met(start) {
        return Ok(Found::Solved(Vec::new()));
    }
    if start.pegs() <= goal.pegs() {
        return Ok(Found::Unsolvable(Reason::TooFewPegs));
    }
    let mut search = Search { problem, run, pagoda: None };
    if goal.is_by_number() { search.by_number() } else { search.by_position() }
}

/// The width of the first beam.
const NARROWEST: usize = 8;
/// Beams up to this width cost less than a linear programme.
const NARROW: usize = 64;
/// Beams up to this width cost less than the exact search, even on small boards.
const WIDE: usize = 1 << 12;
/// On larger boards beams up to some width cost a small part of the exact search if that takes this many bytes for each of
/// their positions: a fifteenth on the diamond, where it takes minutes.
const BYTES_PER_WIDTH: usize = 1 << 15;
/// With more open won positions than this, pagoda functions against each of them take too long.
const FEW_OPEN: usize = 64;
/// Positions that the search for few moves may look at: it then takes about as long as the beams before it.
const BRIEF: u64 = 1 << 20;

/// Arguments that a problem has no solution.
struct Arguments<'a> {
    problem: Problem<'a>,
    classes: Classes,
    won: Vec<Position>,
    /// The won positions that parities do not exclude.
    open: Vec<Position>,
}

impl<'a> Arguments<'a> {
    fn new(problem: Problem<'a>) -> Self {
        let won = problem.goal.positions(problem.board);
        let classes = Classes::of(problem.board);
        let class = classes.class(problem.start);
        let open = won.iter().copied().filter(|&won| classes.class(won) == class).collect();
        Self { problem, classes, won, open }
    }

    /// Pagoda functions that exclude all open won positions, if each has one.
    fn pagodas(&self, run: &mut Run<'_>) -> Result<Option<Vec<Pagoda>>, Limit> {
        let Problem { board, start, .. } = self.problem;
        let mut pagodas: Vec<Pagoda> = Vec::new();
        for &won in &self.open {
            run.ask()?;
            if pagodas.iter().any(|pagoda| pagoda.worth(won) > pagoda.worth(start)) {
                continue;
            }
            match pagoda_lp::excluding(board, start, &[won]) {
                Some(pagoda) => pagodas.push(pagoda),
                None => return Ok(None),
            }
        }
        Ok(Some(pagodas))
    }

    /// No solution, by parities and these pagoda functions.
    fn unsolvable(&self, pagodas: Vec<Pagoda>) -> Found {
        let parities = self.classes.parities(self.problem.start, &self.won);
        Found::Unsolvable(Reason::Argument(Proof { parities, pagodas }))
    }
}

/// A search in progress.
struct Search<'a, 'w> {
    problem: Problem<'a>,
    run: &'a mut Run<'w>,
    /// Prunes the beams, if there is one.
    pagoda: Option<Pagoda>,
}

impl Search<'_, '_> {
    /// Beams of doubling width; `None` if all were too narrow.
    fn beams(&mut self, mut width: usize, last: usize) -> Option<Found> {
        while width <= last {
            let Problem { board, start, goal } = self.problem;
            let beam = Beam { board, goal, pagoda: self.pagoda.as_ref(), width };
            match beam.search(start, self.run) {
                Outcome::Solved(line) => return Some(Found::Solved(line)),
                Outcome::Unsolvable(()) => return Some(Found::Unsolvable(Reason::Exhausted)),
                Outcome::GaveUp(Limit::Incomplete) => width *= 2,
                Outcome::GaveUp(limit) => return Some(Found::GaveUp(limit)),
            }
        }
        None
    }

    /// Decides a problem whose won positions can be listed.
    fn by_position(&mut self) -> Result<Found, Limit> {
        let arguments = Arguments::new(self.problem);
        if arguments.open.is_empty() {
            return Ok(arguments.unsolvable(Vec::new()));
        }
        let narrow = self.beams(NARROWEST, NARROW);
        if let Some(found @ (Found::Solved(_) | Found::GaveUp(_))) = narrow {
            return Ok(found);
        }
        // An argument says more than that every line was tried, so it is looked for in either case.
        if let Some(pagodas) = arguments.pagodas(self.run)? {
            return Ok(arguments.unsolvable(pagodas));
        }
        if let Some(exhausted) = narrow {
            return Ok(exhausted);
        }
        if let [won] = arguments.open[..] {
            self.pagoda = pagoda_lp::tightest(self.problem.board, self.problem.start, won);
        }
        let quick = self.beams(NARROW * 2, WIDE).or_else(|| self.few_moves());
        Ok(quick.unwrap_or_else(|| self.wide_or_exact()))
    }

    /// Decides a problem whose won positions are all that have some number of pegs: hardly any argument excludes all of
    /// them, and the first line that comes so far wins.
    fn by_number(&mut self) -> Result<Found, Limit> {
        let narrow = self.beams(NARROWEST, NARROW);
        if let Some(found @ (Found::Solved(_) | Found::GaveUp(_))) = narrow {
            return Ok(found);
        }
        if self.problem.goal.has_few_positions(self.problem.board) {
            let arguments = Arguments::new(self.problem);
            if arguments.open.is_empty() {
                return Ok(arguments.unsolvable(Vec::new()));
            }
            if arguments.open.len() <= FEW_OPEN
                && let Some(pagodas) = arguments.pagodas(self.run)?
            {
                return Ok(arguments.unsolvable(pagodas));
            }
        }
        let quick = narrow.or_else(|| self.beams(NARROW * 2, WIDE));
        Ok(quick.unwrap_or_else(|| self.wide_or_exact()))
    }

    /// The search for few moves within a small budget; `None` if that was too small. Where pagoda functions exclude
    /// almost everything, this search soon proves that there is no solution.
    fn few_moves(&mut self) -> Option<Found> {
        let brief = Budget { nodes: BRIEF, ..self.run.budget() };
        let problem = self.problem;
        let line = self.run.part(brief, |run| fewest_by_slack::fewest_moves(problem, run));
        decided(line).filter(|found| found.limit() != Some(Limit::Nodes))
    }

    /// Wider beams while they cost less than the exact search, then that search, then beams as wide as memory allows.
    fn wide_or_exact(&mut self) -> Found {
        let wide = self.wide();
        match self.beams(WIDE * 2, wide) {
            None | Some(Found::GaveUp(Limit::Memory)) => {}
            Some(found) => return found,
        }
        let exact = self.exact();
        exact.or_else(|| self.beams(wide * 2, usize::MAX >> 1)).unwrap_or(Found::GaveUp(Limit::Memory))
    }

    /// The width from which beams would take a large part of the time of the exact search.
    fn wide(&self) -> usize {
        let bytes = halfway_bytes_of(self.problem).unwrap_or(0);
        WIDE.max((bytes / BYTES_PER_WIDTH).next_power_of_two())
    }

    /// The exact search from both ends; `None` if the board or its levels are too large.
    fn exact(&mut self) -> Option<Found> {
        match self.halfway() {
            Ok(Some(middle)) => Some(self.through(middle)),
            no_line => decided(no_line.map(|_| None)),
        }
    }

    /// A position halfway of a solution; `None` if the problem has none.
    fn halfway(&mut self) -> Result<Option<Position>, CountError> {
        let packing = Packing::new(self.problem.board, self.run)?;
        let class = packing.class(packing.pack(self.problem.start));
        Ok(halfway(&mut LevelWork::new(&packing, class, self.run), self.problem)?)
    }

    /// A line of play through a position that the start reaches and that leads to the goal. Either half is shorter than the
    /// whole: beams have tried every line of one jump.
    fn through(&mut self, middle: Position) -> Found {
        let halves = [
            Problem { goal: Goal::Exactly(middle), ..self.problem },
            Problem { start: middle, ..self.problem },
        ];
        let mut line = Vec::new();
        for half in halves {
            match search(half, self.run) {
                Ok(Found::Solved(jumps)) => line.extend(jumps),
                Ok(Found::GaveUp(limit)) | Err(limit) => return Found::GaveUp(limit),
                Ok(Found::Unsolvable(_)) => unreachable!("both ends reach the middle"),
            }
        }
        Found::Solved(line)
    }
}

/// The answer of a complete search; `None` if the board was too large or the memory too small.
fn decided(line: Result<Option<Vec<Jump>>, CountError>) -> Option<Found> {
    match line {
        Ok(Some(line)) => Some(Found::Solved(line)),
        Ok(None) => Some(Found::Unsolvable(Reason::Exhausted)),
        Err(CountError::Limit(limit)) if limit != Limit::Memory => Some(Found::GaveUp(limit)),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::sample_problems::from_hole_to_hole;

    /// The exact search alone, and all methods in their order.
    #[test]
    fn the_exact_search_finds_a_line_where_there_is_one() {
        let (mut solved, mut impossible) = (0, 0);
        from_hole_to_hole(|problem, run| {
            let is_solvable = matches!(solve(problem, run).unwrap(), Outcome::Solved(_));
            let exact = Search { problem, run, pagoda: None }.exact();
            match exact.expect("the board is small") {
                Found::Solved(line) => {
                    replay_found(problem, &line).unwrap();
                    assert!(is_solvable);
                    solved += 1;
                }
                Found::Unsolvable(_) => {
                    assert!(!is_solvable);
                    impossible += 1;
                }
                Found::GaveUp(limit) => panic!("{limit}"),
            }
        });
        assert!(solved > 30 && impossible > 100, "{solved} {impossible}");
    }

    /// The levels of a problem that is its own complement, and of goals with many positions.
    #[test]
    fn halfway_is_in_the_middle_of_a_solution() {
        let goals = [Goal::OnePeg, Goal::Pegs(1), Goal::Pegs(3)].map(|goal| ("triangle21", Some(goal)));
        for (name, goal) in goals.into_iter().chain([("english", None)]) {
            let board = crate::builtin::named(name).unwrap();
            let vacancy = board.customary_vacancy();
            let goal = goal.unwrap_or(Goal::hole(vacancy));
            let problem = Problem { board: &board, start: board.full().without(vacancy), goal };
            let mut watch = search::Unwatched;
            let run = &mut Run::new(Budget::default(), &mut watch);
            let mut search = Search { problem, run, pagoda: None };
            let middle = search.halfway().unwrap().expect("there is a solution");
            assert_eq!(middle.pegs(), (problem.start.pegs() + goal.pegs()).div_ceil(2));
            let Found::Solved(line) = search.through(middle) else { panic!("{name}: {goal:?}") };
            replay_found(problem, &line).unwrap();
        }
    }
}
