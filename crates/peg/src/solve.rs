//! One solution, or why there is none.
//!
//! Cheap arguments first: position classes, narrow beams, pagoda functions, wider beams; then a brief search for few
//! moves, wide beams, and, on boards that can be laid out as bits, the exact search from both ends; last, beams as wide
//! as memory allows.

mod beam;
mod both_ends;
mod burnside;
mod count;
mod enumerate;
mod fewest_by_levels;
mod fewest_by_slack;
mod levels;
mod longest;
mod move_count;
mod pagoda_lp;
mod progress;
#[cfg(test)]
mod sample_problems;
mod solvability;

use search::{Budget, Limit, Outcome, Run};

use crate::board::Jump;
use crate::class::Classes;
use crate::internal_error::{Fault, InternalError, vouch};
use crate::pagoda::Pagoda;
use crate::position::Position;
use crate::problem::Problem;
use crate::proof::{Proof, Reason};
use crate::referee::Solution;

use beam::Beam;
use both_ends::MeetInTheMiddle;
use levels::{LevelWork, Packing};

pub use count::{CountError, LevelCount, reachable, solutions, winnable};
pub use enumerate::Solutions;
pub use fewest_by_levels::fewest_moves;
pub use longest::{Longest, longest};
pub use solvability::{Kind, Solvability, kinds};

/// The outcome of a search: a line of jumps, or why there is none.
type Found = Outcome<Vec<Jump>, Reason>;

/// Finds a solution, or proves that there is none.
///
/// The referee has replayed the solution; a reason that can be checked was checked.
pub fn solve(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Outcome<Solution, Reason>, InternalError> {
    match search(problem, run) {
        Ok(Found::Solved(line)) => vouch(problem, &line).map(Outcome::Solved),
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
    let won = goal.positions(problem.board);
    let classes = Classes::of(problem.board);
    let class = classes.class(start);
    let open: Vec<_> = won.iter().copied().filter(|&won| classes.class(won) == class).collect();
    let argument = |pagodas| {
        Found::Unsolvable(Reason::Argument(Proof { parities: classes.parities(start, &won), pagodas }))
    };
    if open.is_empty() {
        return Ok(argument(Vec::new()));
    }
    let mut search = Search { problem, run, pagoda: None };
    let narrow = search.beams(NARROWEST, NARROW);
    if let Some(found @ (Found::Solved(_) | Found::GaveUp(_))) = narrow {
        return Ok(found);
    }
    // Even where the search is already exhausted: an argument says more.
    if let Some(pagodas) = excluded(problem, &open, search.run)? {
        return Ok(argument(pagodas));
    }
    if let Some(exhausted) = narrow {
        return Ok(exhausted);
    }
    if let [won] = open[..] {
        search.pagoda = pagoda_lp::tight(problem.board, start, won);
    }
    let quick = search.beams(NARROW * 2, WIDE).or_else(|| search.few_moves());
    Ok(quick.unwrap_or_else(|| search.wide_or_exact()))
}

/// Beams up to this width cost less than a linear programme.
const NARROWEST: usize = 8;
const NARROW: usize = 64;
/// Beams up to this width cost less than the exact search, even on small boards; on larger ones, beams whose width is
/// this share of the bytes that the exact search takes.
const WIDE: usize = 1 << 12;
const BYTES_PER_WIDTH: usize = 1 << 14;
/// Positions that the search for few moves may look at: it takes about as long as those beams.
const BRIEF: u64 = 1 << 20;

/// Pagoda functions that exclude all these won positions, if each has one.
fn excluded(
    problem: Problem<'_>,
    open: &[Position],
    run: &mut Run<'_>,
) -> Result<Option<Vec<Pagoda>>, Limit> {
    let mut pagodas: Vec<Pagoda> = Vec::new();
    for &won in open {
        run.ask()?;
        let known = pagodas.iter().any(|pagoda| pagoda.worth(won) > pagoda.worth(problem.start));
        if !known {
            match pagoda_lp::excluding(problem.board, problem.start, &[won]) {
                Some(pagoda) => pagodas.push(pagoda),
                None => return Ok(None),
            }
        }
    }
    Ok(Some(pagodas))
}

/// A search in progress.
struct Search<'a, 'w> {
    problem: Problem<'a>,
    run: &'a mut Run<'w>,
    /// Prunes the beams, once one is known.
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

    /// The search for few moves, for a while: `None` if it was too short. Where pagoda functions leave little open it
    /// soon knows that nothing is.
    fn few_moves(&mut self) -> Option<Found> {
        let brief = Budget { nodes: BRIEF, ..self.run.budget() };
        let problem = self.problem;
        let line = self.run.part(brief, |run| fewest_by_slack::fewest_moves(problem, run));
        decided(line).filter(|found| found.limit() != Some(Limit::Nodes))
    }

    /// Wider beams as long as they cost less than the exact search; that search; then beams as wide as memory allows.
    fn wide_or_exact(&mut self) -> Found {
        let wide = self.wide();
        match self.beams(WIDE * 2, wide) {
            None | Some(Found::GaveUp(Limit::Memory)) => {}
            Some(found) => return found,
        }
        let exact = self.exact();
        exact.or_else(|| self.beams(wide * 2, usize::MAX >> 1)).unwrap_or(Found::GaveUp(Limit::Memory))
    }

    /// How wide a beam may be before the exact search costs less.
    fn wide(&self) -> usize {
        let bytes = MeetInTheMiddle::bytes_of(self.problem).unwrap_or(0);
        WIDE.max((bytes / BYTES_PER_WIDTH).next_power_of_two())
    }

    /// The exact search; `None` if the board or its levels are too large for it.
    fn exact(&mut self) -> Option<Found> {
        let packing = match Packing::new(self.problem.board, self.run) {
            Ok(packing) => packing,
            Err(error) => return decided(Err(error)),
        };
        let class = packing.class(packing.pack(self.problem.start));
        let mut work = LevelWork::new(&packing, class, self.run);
        let line = MeetInTheMiddle::new(&mut work, self.problem)
            .and_then(|meeting| meeting.line(&mut work, self.problem));
        decided(line.map_err(CountError::Limit))
    }
}

/// The answer of a complete search; `None` if the board was too large for it, or the memory too little.
fn decided(line: Result<Option<Vec<Jump>>, CountError>) -> Option<Found> {
    match line {
        Ok(Some(line)) => Some(Found::Solved(line)),
        Ok(None) => Some(Found::Unsolvable(Reason::Exhausted)),
        Err(CountError::Limit(limit)) if limit != Limit::Memory => Some(Found::GaveUp(limit)),
        Err(_) => None,
    }
}
