//! All solutions, one by one.

use std::sync::Arc;

use search::{Limit, Outcome, Run};

use crate::board::{Board, Jump};
use crate::goal::Goal;
use crate::internal_error::{Fault, InternalError};
use crate::line::moves;
use crate::position::Position;
use crate::problem::Problem;
use crate::proof::Reason;
use crate::referee::{Solution, replay_on};
use crate::solve::both_ends::{MeetInTheMiddle, WinnableLevels};
use crate::solve::count::CountError;
use crate::solve::levels::{LevelWork, Packing};
use crate::solve::winnability::Winnability;

/// All solutions of a problem in a fixed order: by the first jump, then the second, and so on, jumps ordered as
/// on the [`Board`](crate::Board). Only winnable positions are entered, so that no jump is made in vain.
///
/// Where tables of all winnable positions take long or do not fit, the list begins with a solution that the solver finds,
/// goes on in that order, and after the last solution from the first one to where it began. So it has its first line at
/// once. Without tables positions are decided one by one: those near the end of a solution soon, those near the start may
/// take long.
pub struct Solutions {
    start: Position,
    board: Arc<Board>,
    goal: Goal,
    winnable: Winnable,
    /// The solution that the list begins with, by the numbers of its jumps, if it is not the first one.
    begins_with: Option<Vec<usize>>,
    /// Has the list gone on from the last solution to the first one?
    is_past_the_last: bool,
    /// The jumps, by number, of the last solution listed, or of the one to continue after.
    line: Vec<usize>,
    stage: Stage,
    /// Why there is no solution, where the solver said so.
    reason: Option<Reason>,
}

/// How far the list has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Before,
    Listing,
    After,
}

/// How it is known which positions are winnable.
enum Winnable {
    /// By tables of all of them.
    Levels { packing: Box<Packing>, levels: WinnableLevels },
    /// By a search from each position that is met: the tables do not fit.
    Searched(Winnability),
    /// By tables that are not made yet, or by searches.
    Undecided,
}

impl Solutions {
    /// Prepares to list the solutions, from the first.
    pub fn new(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Self, CountError> {
        let board = Arc::new(problem.board.clone());
        let Problem { start, goal, .. } = problem;
        let problem = problem.with_one_number_of_pegs();
        let mut solutions = Self {
            start,
            board,
            goal,
            winnable: Winnable::Undecided,
            begins_with: None,
            is_past_the_last: false,
            line: Vec::new(),
            stage: Stage::Before,
            reason: None,
        };
        let has_pegs = problem.start.pegs() >= problem.goal.pegs();
        let tables = if has_pegs { MeetInTheMiddle::bytes_of(problem) } else { None };
        if tables.is_none_or(|bytes| bytes > QUICK_TABLES) {
            solutions.begin_with_the_solver(problem, run)?;
        }
        Ok(solutions)
    }

    /// Finds a solution to begin with, or sees that there is none.
    fn begin_with_the_solver(&mut self, problem: Problem<'_>, run: &mut Run<'_>) -> Result<(), CountError> {
        match super::solve(problem, run)? {
            Outcome::Solved(solution) => self.begins_with = Some(numbers(problem.board, solution.jumps())),
            Outcome::Unsolvable(reason) => {
                self.reason = Some(reason);
                self.stage = Stage::After;
            }
            Outcome::GaveUp(limit @ (Limit::Nodes | Limit::Time | Limit::Cancelled)) => {
                return Err(CountError::Limit(limit));
            }
            Outcome::GaveUp(_) => {}
        }
        Ok(())
    }

    /// Why there is no solution, where that was seen before every line was tried.
    pub fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    /// Continues after this solution; `false`, and nothing changes, if it solves another problem.
    pub fn resume_after(&mut self, solution: &Solution) -> bool {
        let problem = solution.problem();
        let is_this =
            *problem.board == *self.board && problem.start == self.start && problem.goal == self.goal;
        if !is_this {
            return false;
        }
        self.line = numbers(&self.board, solution.jumps());
        self.is_past_the_last = self.begins_with.as_ref().is_some_and(|first| self.line < *first);
        self.stage = Stage::Listing;
        true
    }

    /// The next solution, within the limits of the run; `None` after the last one. After an error the list can be
    /// continued.
    pub fn next(&mut self, run: &mut Run<'_>) -> Result<Option<Solution>, CountError> {
        let line = match &self.begins_with {
            Some(first) if self.stage == Stage::Before && !self.is_past_the_last => Some(first.clone()),
            _ => self.next_around(run)?,
        };
        let Some(line) = line else {
            self.stage = Stage::After;
            return Ok(None);
        };
        self.stage = Stage::Listing;
        let jumps: Vec<_> = line.iter().map(|&number| self.board.jumps()[number]).collect();
        self.line = line;
        let (start, goal, line) = (self.start, self.goal, moves(&jumps));
        let solution = replay_on(&self.board, start, goal, &line).map_err(|why| {
            let problem = Problem { board: &self.board, start, goal };
            InternalError::new(Fault::Solution(why), problem, &line)
        });
        Ok(Some(solution?))
    }

    /// The jumps of the next solution, by number; after the last solution comes the first one, unless the list began with
    /// it.
    fn next_around(&mut self, run: &mut Run<'_>) -> Result<Option<Vec<usize>>, CountError> {
        let mut next = self.next_line(run)?;
        if next.is_none() && self.begins_with.is_some() && !self.is_past_the_last {
            (self.is_past_the_last, self.line, self.stage) = (true, Vec::new(), Stage::Before);
            next = self.next_line(run)?;
        }
        Ok(next.filter(|line| !self.is_past_the_last || self.begins_with.as_ref() != Some(line)))
    }

    /// The jumps of the next solution in order, by number. A position that could not be decided is entered like a winnable one,
    /// and found lost if no line leads on.
    fn next_line(&mut self, run: &mut Run<'_>) -> Result<Option<Vec<usize>>, CountError> {
        if self.stage == Stage::After {
            return Ok(None);
        }
        if matches!(self.winnable, Winnable::Undecided) {
            let problem = Problem { board: &self.board, start: self.start, goal: self.goal };
            self.winnable = Winnable::of(problem.with_one_number_of_pegs(), &self.board, run)?;
        }
        if !self.winnable.may_contain(self.start, run)? {
            return Ok(None);
        }
        let mut line = self.line.clone();
        let jumps = self.board.jumps();
        let mut position = line.iter().fold(self.start, |position, &number| position.play(jumps[number]));
        // A listed solution shows that all its positions are winnable.
        let mut proven = (self.stage == Stage::Listing).then_some(line.len());
        let mut from = if proven.is_some() { jumps.len() } else { 0 };
        while from > 0 || !self.goal.is_met(position) {
            if let Some((number, after)) = self.jump_from(position, from, run)? {
                line.push(number);
                (position, from) = (after, 0);
                continue;
            }
            if proven.is_none_or(|proven| line.len() > proven) {
                self.winnable.note_lost(position);
            }
            let Some(last) = line.pop() else { return Ok(None) };
            proven = proven.map(|proven| proven.min(line.len()));
            // Playing a jump again takes it back.
            (position, from) = (position.play(self.board.jumps()[last]), last + 1);
        }
        Ok(Some(line))
    }

    /// The first jump from a position to one that may be winnable, of those from this number on, and where it leads.
    fn jump_from(
        &mut self,
        position: Position,
        from: usize,
        run: &mut Run<'_>,
    ) -> Result<Option<(usize, Position)>, CountError> {
        for (number, &jump) in self.board.jumps().iter().enumerate().skip(from) {
            if let Some(after) = position.try_play(jump)
                && self.winnable.may_contain(after, run)?
            {
                return Ok(Some((number, after)));
            }
        }
        Ok(None)
    }
}

/// Tables of this many bytes are made in a moment: the list begins with the first solution of the order.
const QUICK_TABLES: usize = 1 << 20;

/// The jumps of a solution by their numbers on the board.
fn numbers(board: &Board, jumps: &[Jump]) -> Vec<usize> {
    let number = |jump: &Jump| board.jumps().iter().position(|other| other == jump);
    let numbers: Option<Vec<_>> = jumps.iter().map(number).collect();
    numbers.expect("a solution makes jumps of its board")
}

impl Winnable {
    /// By tables, or by searches where they do not fit.
    fn of(problem: Problem<'_>, board: &Arc<Board>, run: &mut Run<'_>) -> Result<Self, CountError> {
        match Self::levels(problem, run) {
            Err(CountError::Memory { .. } | CountError::TooLarge) => {
                Ok(Self::Searched(Winnability::new(Arc::clone(board), problem.goal)))
            }
            levels => levels,
        }
    }

    fn levels(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Self, CountError> {
        let packing = Box::new(Packing::new(problem.board, run)?);
        let class = packing.class(packing.pack(problem.start));
        let mut work = LevelWork::new(&packing, class, run);
        let found = WinnableLevels::new(&mut work, problem).map_err(|limit| work.error(limit))?;
        work.hold_more(work.bytes(found.pegs())).map_err(|limit| work.error(limit))?;
        let levels = found.with_all_levels(&mut work)?;
        Ok(Self::Levels { packing, levels })
    }

    /// Is this position winnable, or is that not known? It can be reached from the start.
    fn may_contain(&mut self, position: Position, run: &mut Run<'_>) -> Result<bool, CountError> {
        match self {
            Self::Levels { packing, levels } => {
                let is_in_range = levels.pegs().any(|pegs| pegs == position.pegs());
                let packed = packing.pack(position);
                Ok(is_in_range && levels.stored(position.pegs()).contains(packing, packed))
            }
            Self::Searched(winnability) => winnability.may_be_won(position, run),
            Self::Undecided => Ok(true),
        }
    }

    /// Notes that a position is lost, after all its jumps were tried.
    fn note_lost(&mut self, position: Position) {
        if let Self::Searched(winnability) = self {
            winnability.note_lost(position);
        }
    }
}
