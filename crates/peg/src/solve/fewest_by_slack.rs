//! The fewest moves (sweeps), proven, without looking at every position.
//!
//! A solution with few moves uses little slack (see [`slack`]), and slack is used up little by little. So few positions
//! are within half of it from the start, or within the other half from the goal, and every such solution has a jump
//! from the former to the latter: a search from both ends that meets in the middle. The slack allowed grows until a
//! solution is found; that none was found with less is the proof.

mod half;
mod join;
mod pagoda_pruning;
mod regions;
mod sharded_table;
mod slack;
mod symmetry_tables;

use std::ops::ControlFlow::{Break, Continue};

use search::{Limit, Run};

use crate::board::Jump;
use crate::position::Position;
use crate::problem::Problem;
use crate::solve::count::CountError;
use crate::solve::levels::Direction;

use half::{Half, HalfSearch, Retention};
use join::{Join, JoinedLine};
use pagoda_pruning::PagodaPruning;
use slack::SlackProblem;

/// A solution with as few moves as possible, or `None` if the problem has none.
pub(crate) fn fewest_moves(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Option<Vec<Jump>>, CountError> {
    fewest_moves_after(problem, None, run)
}

/// Solves like [`fewest_moves`]; the peg that has just `landed` may continue without beginning a move.
fn fewest_moves_after(
    problem: Problem<'_>,
    landed: Option<u32>,
    run: &mut Run<'_>,
) -> Result<Option<Vec<Jump>>, CountError> {
    let packed = SlackProblem::new(problem, landed).ok_or(CountError::TooLarge)?;
    if packed.won.is_empty() {
        return Ok(None);
    }
    Search::new(problem, &packed, run)?.search()
}

struct Search<'a, 'b> {
    problem: Problem<'a>,
    packed: &'a SlackProblem,
    run: &'a mut Run<'b>,
    /// The positions within `used` slack of the start, and those with less than `left` slack to the goal.
    from_start: Half,
    used: u64,
    to_goal: Half,
    left: u64,
    start_pruning: PagodaPruning<'a>,
    goal_pruning: PagodaPruning<'a>,
    best: Option<JoinedLine>,
    /// The most positions a half may have.
    most: usize,
    /// The halves for which there is no memory with more slack.
    outgrown: Vec<Direction>,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(problem: Problem<'a>, packed: &'a SlackProblem, run: &'a mut Run<'b>) -> Result<Self, Limit> {
        let mut search = Self {
            problem,
            packed,
            run,
            from_start: Half::empty(packed),
            used: 0,
            to_goal: Half::empty(packed),
            left: 0,
            start_pruning: PagodaPruning::new(problem, &packed.won, Direction::Forward),
            goal_pruning: PagodaPruning::new(problem, &packed.won, Direction::Backward),
            best: None,
            most: FIRST_MOST,
            outgrown: Vec::new(),
        };
        search.grow(Direction::Forward, 0, Retention::Whole { most: usize::MAX })?;
        Ok(search)
    }

    fn search(mut self) -> Result<Option<Vec<Jump>>, CountError> {
        loop {
            if let Some(line) = self.shortest() {
                return self.jumps(&line).map(Some);
            }
            if self.is_exhausted() {
                return Ok(None);
            }
            self.allow_more()?;
        }
    }

    /// The lower bound proven so far: a solution with fewer moves would have been found.
    fn lower_bound(&self) -> u64 {
        self.packed.lower_bound() + self.used + self.left + 1
    }

    /// The best line, once nothing can be shorter.
    fn shortest(&self) -> Option<JoinedLine> {
        self.best.filter(|line| line.moves <= self.lower_bound())
    }

    /// Is it certain that there is no solution?
    fn is_exhausted(&self) -> bool {
        let jumps = self.packed.start.count_ones() - self.packed.won[0].count_ones();
        let all = self.from_start.complete || self.to_goal.complete || self.lower_bound() > u64::from(jumps);
        all && self.best.is_none()
    }

    /// Grows one half: the smaller one, as long as there is memory to keep it.
    fn allow_more(&mut self) -> Result<(), Limit> {
        // A smaller bound than the halves there are would only waste time.
        self.most = self.most.max(self.from_start.count()).max(self.to_goal.count());
        while self.outgrown.len() < 2 {
            for direction in self.smaller_first() {
                if self.outgrown.contains(&direction) {
                    continue;
                }
                match self.grow(direction, self.slack_after(direction), Retention::Whole { most: self.most })
                {
                    Err(Limit::Memory) => self.outgrown.push(direction),
                    Ok(false) => {}
                    grown => return grown.map(drop),
                }
            }
            self.most = self.most.saturating_mul(4);
        }
        // The goal's half is often the larger one, and need not be kept.
        self.to_goal = Half::empty(self.packed);
        self.grow(Direction::Backward, self.slack_after(Direction::Backward), Retention::Frontier).map(drop)
    }

    fn smaller_first(&self) -> [Direction; 2] {
        if self.from_start.count() <= self.to_goal.count() {
            [Direction::Forward, Direction::Backward]
        } else {
            [Direction::Backward, Direction::Forward]
        }
    }

    /// The slack of this half after it has grown.
    fn slack_after(&self, direction: Direction) -> u64 {
        match direction {
            Direction::Forward => self.used + 1,
            Direction::Backward => self.left,
        }
    }

    /// Grows this half and looks for better lines from one half to the other; stops as soon as no better one can
    /// exist. `false`, and nothing changes, if the half becomes too large.
    ///
    /// If there is a solution with no more than `used + left` slack, the best is found: either all of it is within
    /// `used`, or it has a last position that is. The jump from there uses more, so that less than `left` is left.
    fn grow(&mut self, direction: Direction, slack: u64, retention: Retention) -> Result<bool, Limit> {
        // The old half is kept until the grown one replaces it.
        let other_bytes = self.from_start.bytes() + self.to_goal.bytes();
        let lower_bound = self.lower_bound();
        let Self { packed, from_start, to_goal, used, .. } = self;
        let (pruning, used) = match direction {
            Direction::Forward => (&mut self.start_pruning, slack),
            Direction::Backward => (&mut self.goal_pruning, *used),
        };
        let mut best = None::<JoinedLine>;
        let mut search =
            HalfSearch { packed, pruning, run: self.run, direction, slack, retention, other_bytes };
        let grown = search.search(|run, half, pegs| {
            let (join, pegs) = match direction {
                Direction::Forward => (Join { packed, from_start: half, to_goal }, pegs),
                Direction::Backward => (Join { packed, from_start, to_goal: half }, pegs + 1),
            };
            let found = join.shortest(run, pegs, used)?;
            best = best.into_iter().chain(found).min();
            Ok(if best.is_some_and(|line| line.moves <= lower_bound) { Break(()) } else { Continue(()) })
        })?;
        let Some(grown) = grown else { return Ok(false) };
        self.best = self.best.into_iter().chain(best).min();
        match direction {
            Direction::Forward => (self.from_start, self.used) = (grown, slack),
            Direction::Backward => (self.to_goal, self.left) = (grown, slack + 1),
        }
        Ok(true)
    }

    /// The jumps of a line.
    fn jumps(self, line: &JoinedLine) -> Result<Vec<Jump>, CountError> {
        let Self { problem, packed, run, from_start, to_goal, .. } = self;
        let join = Join { packed, from_start: &from_start, to_goal: &to_goal };
        let jumps = problem.board.jumps();
        let mut found: Vec<_> = join.jumps_across(line).into_iter().map(|jump| jumps[jump]).collect();
        let Some((after, landed)) = join.across(line) else { return Ok(found) };
        if let Some(rest) = join.jumps_to_goal(after, landed) {
            found.extend(rest.into_iter().map(|jump| jumps[jump]));
            return Ok(found);
        }
        // The goal's half was not kept. The rest is a problem of its own, and a smaller one.
        drop((from_start, to_goal));
        let start = Position::from_bits(after.into());
        let rest = fewest_moves_after(Problem { start, ..problem }, Some(landed), run)?;
        found.extend(rest.expect("a line leads to the goal"));
        Ok(found)
    }
}

/// The most positions a half may have at first.
const FIRST_MOST: usize = 1 << 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::moves;
    use crate::solve::sample_problems::from_hole_to_hole;

    #[test]
    fn a_half_that_is_not_kept_leads_to_the_same_number_of_moves() {
        let mut solved = 0;
        from_hole_to_hole(|problem, run| {
            let kept = fewest_moves(problem, run).unwrap();
            let packed = SlackProblem::new(problem, None).unwrap();
            if packed.won.is_empty() {
                return;
            }
            let mut search = Search::new(problem, &packed, run).unwrap();
            search.outgrown = vec![Direction::Forward, Direction::Backward];
            let passed = search.search().unwrap();
            if let Some(line) = &passed {
                let end = line.iter().try_fold(problem.start, |position, &jump| position.try_play(jump));
                assert!(problem.goal.is_met(end.expect("the jumps can be made")));
            }
            solved += usize::from(passed.is_some());
            let count = |line: Option<Vec<Jump>>| line.map(|line| moves(&line).len());
            assert_eq!(count(passed), count(kept), "{problem:?}");
        });
        assert!(solved > 20);
    }
}
