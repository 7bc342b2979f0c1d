//! Certificates that a problem cannot be solved.

use search::{Budget, Limit, Outcome, Run};

use crate::certificate::{Certificate, Closure, Grounds, Side, canonical, group};
use crate::internal_error::InternalError;
use crate::pagoda::Pagoda;
use crate::position::Position;
use crate::problem::Problem;
use crate::proof::Reason;
use crate::referee::Solution;
use crate::symmetry::Symmetry;

use super::position_map::{PositionSet, bytes, bytes_to_add};
use super::progress::{Ticker, note_level};
use super::{pagoda_lp, solve};

/// Finds a solution, or a certificate that there is none.
pub fn prove(
    problem: Problem<'_>,
    run: &mut Run<'_>,
) -> Result<Outcome<Solution, Certificate>, InternalError> {
    let grounds = match solve(problem, run)? {
        Outcome::Solved(solution) => return Ok(Outcome::Solved(solution)),
        Outcome::GaveUp(limit) => return Ok(Outcome::GaveUp(limit)),
        Outcome::Unsolvable(Reason::TooFewPegs) => Grounds::TooFewPegs,
        Outcome::Unsolvable(Reason::Argument(proof)) => Grounds::Argument(proof),
        Outcome::Unsolvable(Reason::Exhausted) => match smaller_closure(problem, run) {
            Ok(closure) => Grounds::Closure(closure),
            Err(limit) => return Ok(Outcome::GaveUp(limit)),
        },
    };
    let Problem { board, start, goal } = problem;
    Ok(Outcome::Unsolvable(Certificate { board: board.clone(), start, goal, grounds }))
}

/// A closed set from one of the sides: the first that is complete, with ever more positions allowed to either.
fn smaller_closure(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Closure, Limit> {
    let mut nodes = FIRST_NODES;
    loop {
        let mut limits = Vec::new();
        for side in [Side::Start, Side::Goal] {
            let budget = Budget { nodes, ..run.budget() };
            match run.part(budget, |run| ClosureSearch::new(problem, side, run).search()) {
                Ok(closure) => return Ok(closure),
                Err(limit @ (Limit::Nodes | Limit::Memory)) => limits.push(limit),
                Err(limit) => return Err(limit),
            }
        }
        if run.nodes_left() == 0 {
            return Err(Limit::Nodes);
        }
        if limits.iter().all(|&limit| limit == Limit::Memory) {
            return Err(Limit::Memory);
        }
        nodes = nodes.saturating_mul(4);
    }
}

/// The positions that a side may look at first.
const FIRST_NODES: u64 = 1 << 16;

/// Builds a closed set, level by level.
struct ClosureSearch<'a, 'w> {
    problem: Problem<'a>,
    side: Side,
    group: Vec<&'a Symmetry>,
    won: Vec<Position>,
    /// Each with its bound: positions worth less than every won one, or more than the start, are left out.
    pagodas: Vec<(Pagoda, i64)>,
    run: &'a mut Run<'w>,
    ticker: Ticker,
}

impl<'a, 'w> ClosureSearch<'a, 'w> {
    fn new(problem: Problem<'a>, side: Side, run: &'a mut Run<'w>) -> Self {
        let won = problem.goal.positions(problem.board);
        let (group, pagodas) = (group(problem, side), Vec::new());
        Self { problem, side, group, won, pagodas, run, ticker: Ticker::default() }
    }

    fn search(mut self) -> Result<Closure, Limit> {
        let roots = match self.side {
            Side::Start => vec![self.problem.start],
            Side::Goal => self.won.clone(),
        };
        let roots = roots.into_iter().map(|root| canonical(&self.group, root));
        let mut level: PositionSet = roots.collect();
        let mut positions = Vec::new();
        while !level.is_empty() {
            self.learn(&level)?;
            level.retain(|&position| !is_excluded(&self.pagodas, self.side, position));
            positions.extend(level.iter().copied());
            note_level(self.run, level.len() as u64, positions.len() as u64, positions.len() as u32)?;
            level = self.next(&level, positions.capacity() * size_of::<Position>())?;
        }
        positions.retain(|&position| !is_excluded(&self.pagodas, self.side, position));
        positions.sort_unstable();
        let pagodas = self.pagodas.into_iter().map(|(pagoda, _)| pagoda).collect();
        Ok(Closure { side: self.side, pagodas, positions })
    }

    /// The positions one jump on that are not excluded.
    fn next(&mut self, level: &PositionSet, held: usize) -> Result<PositionSet, Limit> {
        let Problem { board, start, goal } = self.problem;
        let mut next = PositionSet::default();
        for &position in level {
            self.ticker.step(self.run)?;
            let entry = size_of::<Position>();
            let growing = bytes_to_add(next.len(), next.capacity(), board.jumps().len(), entry);
            self.run.hold(held + bytes(level.capacity(), entry) + growing)?;
            for &jump in board.jumps() {
                // Playing a jump again takes it back.
                let other = position.play(jump);
                let leads_on = match self.side {
                    Side::Start => position.allows(jump) && other.pegs() >= goal.pegs(),
                    Side::Goal => other.allows(jump) && other.pegs() <= start.pegs(),
                };
                let form = canonical(&self.group, other);
                if leads_on && !is_excluded(&self.pagodas, self.side, form) {
                    next.insert(form);
                }
            }
        }
        Ok(next)
    }

    /// Looks for pagoda functions that exclude some positions of a level.
    fn learn(&mut self, level: &PositionSet) -> Result<(), Limit> {
        if level.len() < WORTH_LEARNING || self.won.len() > MOST_WON {
            return Ok(());
        }
        let mut sample: Vec<_> = level.iter().copied().collect();
        sample.sort_unstable();
        for &position in sample.iter().step_by(sample.len() / SAMPLE) {
            self.run.ask()?;
            if self.pagodas.len() == MOST_PAGODAS {
                return Ok(());
            }
            if is_excluded(&self.pagodas, self.side, position) {
                continue;
            }
            let Problem { board, start, .. } = self.problem;
            let found = match self.side {
                Side::Start => pagoda_lp::excluding(board, position, &self.won),
                Side::Goal => pagoda_lp::excluding(board, start, &[position]),
            };
            self.pagodas.extend(found.map(|pagoda| {
                let bound = match self.side {
                    Side::Start => self.won.iter().map(|&won| pagoda.worth(won)).min().unwrap_or(i64::MAX),
                    Side::Goal => pagoda.worth(start),
                };
                (pagoda, bound)
            }));
        }
        Ok(())
    }
}

fn is_excluded(pagodas: &[(Pagoda, i64)], side: Side, position: Position) -> bool {
    pagodas.iter().any(|(pagoda, bound)| match side {
        Side::Start => pagoda.worth(position) < *bound,
        Side::Goal => pagoda.worth(position) > *bound,
    })
}

/// Levels of at least this many positions are worth linear programmes.
const WORTH_LEARNING: usize = 64;
/// The number of positions of a level that linear programmes try to exclude.
const SAMPLE: usize = 8;
/// The most functions of a certificate: each is tried on every position.
const MOST_PAGODAS: usize = 48;
/// With more won positions than this, no function is looked for.
const MOST_WON: usize = 128;

#[cfg(test)]
mod tests {
    use search::Unwatched;

    use super::*;
    use crate::certificate::NotVerified;
    use crate::solve::sample_problems::from_hole_to_hole;

    fn verify(certificate: &Certificate) -> Result<usize, NotVerified> {
        let mut watch = Unwatched;
        certificate.verify(&mut Run::new(Budget::default(), &mut watch)).map(|verified| verified.positions)
    }

    #[test]
    fn closed_sets_of_both_sides_are_verified_and_no_other() {
        let (mut sides, mut refused) = (0, 0);
        from_hole_to_hole(|problem, run| {
            if !matches!(solve(problem, run), Ok(Outcome::Unsolvable(Reason::Exhausted))) {
                return;
            }
            for side in [Side::Start, Side::Goal] {
                let closure = ClosureSearch::new(problem, side, run).search().unwrap();
                let Problem { board, start, goal } = problem;
                let with = |closure: Closure| {
                    let grounds = Grounds::Closure(closure);
                    Certificate { board: board.clone(), start, goal, grounds }
                };
                assert_eq!(verify(&with(closure.clone())), Ok(closure.positions.len()));
                let mut file = Vec::new();
                with(closure.clone()).write(&mut file).unwrap();
                let text = String::from_utf8(file).unwrap();
                assert_eq!(Certificate::read(&text), Ok(with(closure.clone())));
                for gap in (0..closure.positions.len()).step_by(closure.positions.len() / 7 + 1) {
                    let mut open = closure.clone();
                    open.positions.remove(gap);
                    refused += usize::from(verify(&with(open)).is_err());
                }
                sides += 1;
            }
        });
        // A function that was found later may exclude all that led to a position: such a one can be missing.
        assert!(sides > 10 && refused > 3 * sides, "{refused} of {sides} sets with a gap");
    }

    /// The closed set of a solvable problem has the other end in it.
    #[test]
    fn a_solvable_problem_has_no_closed_set() {
        let mut solvable = 0;
        from_hole_to_hole(|problem, run| {
            if problem.board.len() > 15 || !matches!(solve(problem, run), Ok(Outcome::Solved(_))) {
                return;
            }
            for side in [Side::Start, Side::Goal] {
                let closure = ClosureSearch::new(problem, side, run).search().unwrap();
                let Problem { board, start, goal } = problem;
                let grounds = Grounds::Closure(closure);
                let certificate = Certificate { board: board.clone(), start, goal, grounds };
                assert!(verify(&certificate).is_err());
                solvable += 1;
            }
        });
        assert!(solvable > 20);
    }
}
