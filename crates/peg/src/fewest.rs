//! The fewest moves (sweeps), proven, without looking at every position.
//!
//! A solution with few moves uses little slack (see [`course`]), and slack is used up little by little. So the
//! positions that are within half of it from the start, and those within the other half from the goal, are few; and
//! every such solution has a jump from the ones to the others. The slack allowed grows until a solution is found:
//! that none was found with less is the proof.

mod course;
mod regions;
mod side;
mod store;
mod turns;
mod ways;

use search::Limit;

use crate::board::Jump;
use crate::crew::Crew;
use crate::problem::Problem;

use course::Course;
use side::{End, Growth, Side};
use ways::{Way, Ways};

/// A solution with as few moves as possible, or `None` if there is no solution. [`Limit::Memory`] also if the board is
/// too large.
pub(crate) fn fewest_moves(problem: Problem<'_>, crew: &mut Crew<'_>) -> Result<Option<Vec<Jump>>, Limit> {
    let course = Course::new(problem).ok_or(Limit::Memory)?;
    if course.won.is_empty() {
        return Ok(None);
    }
    let mut search = Search::new(&course, crew)?;
    loop {
        if let Some(way) = search.shortest() {
            return Ok(Some(search.line(&way, problem.board.jumps())));
        }
        if search.is_exhausted() {
            return Ok(None);
        }
        search.allow_more()?;
    }
}

struct Search<'a, 'b> {
    course: &'a Course,
    crew: &'a mut Crew<'b>,
    /// What is within `used` slack of the start, and what has less than `left` slack to the goal.
    from_start: Side,
    used: u64,
    to_goal: Side,
    left: u64,
    best: Option<Way>,
    /// Positions that a side may have.
    most: usize,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(course: &'a Course, crew: &'a mut Crew<'b>) -> Result<Self, Limit> {
        let mut growth = Growth { course, crew, besides: 0, most: usize::MAX };
        let from_start = growth.side(End::Start, 0)?.unwrap_or_else(|| Side::nothing(course));
        let to_goal = Side::nothing(course);
        let mut search = Self { course, crew, from_start, used: 0, to_goal, left: 0, best: None, most: FEW };
        search.meet()?;
        Ok(search)
    }

    /// Looks for better ways that lead from one side to the other.
    ///
    /// If there is a solution with no more than `used + left` slack, the best is found: either all of it is within
    /// `used`, or it has a last position that is. The jump from there uses more, so that less than `left` is left.
    fn meet(&mut self) -> Result<(), Limit> {
        let Self { course, from_start, to_goal, .. } = self;
        let found = Ways { course, from_start, to_goal }.shortest(self.crew, self.used)?;
        self.best = self.best.into_iter().chain(found).min();
        Ok(())
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

    /// Grows one side, the one that stays smaller.
    fn allow_more(&mut self) -> Result<(), Limit> {
        loop {
            let ends = if self.from_start.count() <= self.to_goal.count() {
                [End::Start, End::Goal]
            } else {
                [End::Goal, End::Start]
            };
            for end in ends {
                if self.grow(end)? {
                    return self.meet();
                }
            }
            self.most = self.most.saturating_mul(4);
        }
    }

    /// Grows this side, if it does not become too large.
    fn grow(&mut self, end: End) -> Result<bool, Limit> {
        // The side as it was is there until the grown one takes its place.
        let besides = self.from_start.bytes() + self.to_goal.bytes();
        let mut growth = Growth { course: self.course, crew: self.crew, besides, most: self.most };
        let slack = match end {
            End::Start => self.used + 1,
            End::Goal => self.left,
        };
        let Some(grown) = growth.side(end, slack)? else { return Ok(false) };
        match end {
            End::Start => (self.from_start, self.used) = (grown, slack),
            End::Goal => (self.to_goal, self.left) = (grown, slack + 1),
        }
        Ok(true)
    }

    fn line(&self, way: &Way, jumps: &[Jump]) -> Vec<Jump> {
        let Self { course, from_start, to_goal, .. } = self;
        Ways { course, from_start, to_goal }.line(way).into_iter().map(|leap| jumps[leap]).collect()
    }
}

/// Positions that a side may have at first.
const FEW: usize = 1 << 16;
