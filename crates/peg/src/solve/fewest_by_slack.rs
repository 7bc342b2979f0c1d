//! The fewest moves (sweeps), proven, without looking at every position.
//!
//! A solution with few moves uses little slack (see [`slack`]), and slack is used up little by little. So the
//! positions that are within half of it from the start, and those within the other half from the goal, are few; and
//! every such solution has a jump from the ones to the others. The slack allowed grows until a solution is found:
//! that none was found with less is the proof.

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

use half::{End, Extent, Growth, Side};
use join::{Way, Ways};
use pagoda_pruning::Guards;
use slack::Course;

/// A solution with as few moves as possible, or `None` if there is no solution.
pub(crate) fn fewest_moves(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Option<Vec<Jump>>, CountError> {
    go_on(problem, None, run)
}

/// The same where the peg in `hand` has just landed, and may go on without beginning a move.
fn go_on(
    problem: Problem<'_>,
    hand: Option<u32>,
    run: &mut Run<'_>,
) -> Result<Option<Vec<Jump>>, CountError> {
    let course = Course::new(problem, hand).ok_or(CountError::TooLargeForFewest)?;
    if course.won.is_empty() {
        return Ok(None);
    }
    Search::new(problem, &course, run)?.search()
}

struct Search<'a, 'b> {
    problem: Problem<'a>,
    course: &'a Course,
    run: &'a mut Run<'b>,
    /// What is within `used` slack of the start, and what has less than `left` slack to the goal.
    from_start: Side,
    used: u64,
    to_goal: Side,
    left: u64,
    start_guards: Guards<'a>,
    goal_guards: Guards<'a>,
    best: Option<Way>,
    /// Positions that a side may have.
    most: usize,
    /// The sides that there is no room to keep with more slack.
    outgrown: Vec<End>,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(problem: Problem<'a>, course: &'a Course, run: &'a mut Run<'b>) -> Result<Self, Limit> {
        let mut search = Self {
            problem,
            course,
            run,
            from_start: Side::nothing(course),
            used: 0,
            to_goal: Side::nothing(course),
            left: 0,
            start_guards: Guards::new(problem, &course.won, End::Start),
            goal_guards: Guards::new(problem, &course.won, End::Goal),
            best: None,
            most: FEW,
            outgrown: Vec::new(),
        };
        search.grow(End::Start, 0, Extent::Whole { most: usize::MAX })?;
        Ok(search)
    }

    fn search(mut self) -> Result<Option<Vec<Jump>>, CountError> {
        loop {
            if let Some(way) = self.shortest() {
                return self.line(&way).map(Some);
            }
            if self.is_exhausted() {
                return Ok(None);
            }
            self.allow_more()?;
        }
    }

    /// Nothing has fewer moves than these, or it would have been found.
    fn proven(&self) -> u64 {
        self.course.least_moves() + self.used + self.left + 1
    }

    /// The best way, once that is certain.
    fn shortest(&self) -> Option<Way> {
        self.best.filter(|way| way.moves <= self.proven())
    }

    /// Is it certain that there is no way, if none is known?
    fn is_exhausted(&self) -> bool {
        let jumps = self.course.start.count_ones() - self.course.won[0].count_ones();
        let all = self.from_start.complete || self.to_goal.complete || self.proven() > u64::from(jumps);
        all && self.best.is_none()
    }

    /// Grows one side: the one that stays smaller, as long as there is room to keep it.
    fn allow_more(&mut self) -> Result<(), Limit> {
        // Less than is there already is not worth the trouble.
        self.most = self.most.max(self.from_start.count()).max(self.to_goal.count());
        while self.outgrown.len() < 2 {
            let ends = if self.from_start.count() <= self.to_goal.count() {
                [End::Start, End::Goal]
            } else {
                [End::Goal, End::Start]
            };
            for end in ends {
                if self.outgrown.contains(&end) {
                    continue;
                }
                match self.grow(end, self.slack_after(end), Extent::Whole { most: self.most }) {
                    Err(Limit::Memory) => self.outgrown.push(end),
                    Ok(false) => {}
                    grown => return grown.map(|_| ()),
                }
            }
            self.most = self.most.saturating_mul(4);
        }
        // The goal's side is often the larger one, and need not be kept.
        self.to_goal = Side::nothing(self.course);
        self.grow(End::Goal, self.slack_after(End::Goal), Extent::Passing).map(|_| ())
    }

    /// The slack that this side has when it has grown.
    fn slack_after(&self, end: End) -> u64 {
        match end {
            End::Start => self.used + 1,
            End::Goal => self.left,
        }
    }

    /// Grows this side, if it does not become too large, and looks for better ways that lead from one to the other; not
    /// to the end, if there is no better one to be found.
    ///
    /// If there is a solution with no more than `used + left` slack, the best is found: either all of it is within
    /// `used`, or it has a last position that is. The jump from there uses more, so that less than `left` is left.
    fn grow(&mut self, end: End, slack: u64, extent: Extent) -> Result<bool, Limit> {
        // The side as it was is there until the grown one takes its place.
        let besides = self.from_start.bytes() + self.to_goal.bytes();
        let proven = self.proven();
        let Self { course, from_start, to_goal, used, .. } = self;
        let (guards, used) = match end {
            End::Start => (&mut self.start_guards, slack),
            End::Goal => (&mut self.goal_guards, *used),
        };
        let mut best = None::<Way>;
        let mut growth = Growth { course, guards, run: self.run, besides, extent };
        let grown = growth.side(end, slack, |run, side, pegs| {
            let (ways, pegs) = match end {
                End::Start => (Ways { course, from_start: side, to_goal }, pegs),
                End::Goal => (Ways { course, from_start, to_goal: side }, pegs + 1),
            };
            let found = ways.shortest(run, pegs, used)?;
            best = best.into_iter().chain(found).min();
            Ok(if best.is_some_and(|way| way.moves <= proven) { Break(()) } else { Continue(()) })
        })?;
        let Some(grown) = grown else { return Ok(false) };
        self.best = self.best.into_iter().chain(best).min();
        match end {
            End::Start => (self.from_start, self.used) = (grown, slack),
            End::Goal => (self.to_goal, self.left) = (grown, slack + 1),
        }
        Ok(true)
    }

    fn line(self, way: &Way) -> Result<Vec<Jump>, CountError> {
        let Self { problem, course, run, from_start, to_goal, .. } = self;
        let ways = Ways { course, from_start: &from_start, to_goal: &to_goal };
        let jumps = problem.board.jumps();
        let mut line: Vec<_> = ways.line_over(way).into_iter().map(|leap| jumps[leap]).collect();
        let Some((after, hand)) = ways.after(way) else { return Ok(line) };
        if let Some(rest) = ways.line_from(after, hand) {
            line.extend(rest.into_iter().map(|leap| jumps[leap]));
            return Ok(line);
        }
        // The goal's side was not kept. What is left is a problem of its own, and a smaller one.
        drop((from_start, to_goal));
        let start = Position::from_bits(after.into());
        let rest = go_on(Problem { start, ..problem }, Some(hand), run)?;
        line.extend(rest.expect("a way leads on"));
        Ok(line)
    }
}

/// Positions that a side may have at first.
const FEW: usize = 1 << 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::moves;
    use crate::solve::sample_problems::from_hole_to_hole;

    #[test]
    fn a_side_that_is_not_kept_leads_to_the_same() {
        let mut solved = 0;
        from_hole_to_hole(|problem, run| {
            let kept = fewest_moves(problem, run).unwrap();
            let course = Course::new(problem, None).unwrap();
            if course.won.is_empty() {
                return;
            }
            let mut search = Search::new(problem, &course, run).unwrap();
            search.outgrown = vec![End::Start, End::Goal];
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
