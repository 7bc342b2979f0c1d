//! All solutions, one by one.

use std::sync::Arc;

use search::Run;

use crate::board::{Board, Jump};
use crate::goal::Goal;
use crate::internal_error::{Fault, InternalError};
use crate::line::moves;
use crate::position::Position;
use crate::problem::Problem;
use crate::referee::{Solution, replay_on};
use crate::solve::both_ends::Winning;
use crate::solve::count::CountError;
use crate::solve::levels::{Frame, Packed, Stage};

/// All solutions of a problem in a fixed order: by the first jump, then the second, and so on, jumps ordered as
/// on the [`Board`](crate::Board). No step is wasted: only positions on the way to the goal are entered.
pub struct Solutions {
    frame: Frame,
    winning: Option<Winning>,
    start: Position,
    board: Arc<Board>,
    goal: Goal,
    /// The jumps of the solution at hand, by number; or of the one to go on after.
    line: Vec<usize>,
    started: bool,
}

impl Solutions {
    /// Prepares to list the solutions, from the first.
    pub fn new(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Self, CountError> {
        let frame = Frame::new(problem.board).ok_or(CountError::TooLarge)?;
        let start = frame.pack(problem.start);
        let mut winning = None;
        if problem.start.pegs() >= problem.goal.pegs() {
            let mut stage = Stage::new(&frame, frame.class(start), run);
            let found = Winning::new(&mut stage, problem).map_err(|limit| stage.why(limit))?;
            stage.hold_more(stage.bytes(found.pegs())).map_err(|limit| stage.why(limit))?;
            if found.count(&frame, problem.goal.pegs()) > 0 {
                winning = Some(found.laid_out(&mut stage)?);
            }
        }
        Ok(Self {
            frame,
            winning,
            start: problem.start,
            board: Arc::new(problem.board.clone()),
            goal: problem.goal,
            line: Vec::new(),
            started: false,
        })
    }

    /// Goes on after this solution; `false`, and nothing changes, if it solves another problem.
    pub fn resume_after(&mut self, solution: &Solution) -> bool {
        let number = |jump: &Jump| self.board.jumps().iter().position(|other| other == jump);
        let numbers: Option<Vec<_>> = solution.jumps().iter().map(number).collect();
        let Some(numbers) = numbers else { return false };
        let mut position = self.frame.pack(self.start);
        for &number in &numbers {
            match self.onward(position, number).next() {
                Some((next, after)) if next == number => position = after,
                _ => return false,
            }
        }
        let solved = self.winning.is_some() && position.count_ones() == self.goal.pegs();
        if solved {
            self.line = numbers;
            self.started = true;
        }
        solved
    }

    /// The jumps on the way from a position, from this number on.
    fn onward(&self, position: Packed, from: usize) -> impl Iterator<Item = (usize, Packed)> {
        let frame = &self.frame;
        let able =
            frame.leaps.iter().enumerate().skip(from).filter(move |(_, leap)| leap.starts(frame, position));
        let after = able.map(move |(number, leap)| (number, position ^ leap.packed(frame)));
        let open = self.winning.as_ref().filter(|_| position.count_ones() > self.goal.pegs());
        after.filter(move |&(_, after)| {
            open.is_some_and(|winning| winning.laid(after.count_ones()).contains(frame, after))
        })
    }
}

impl Iterator for Solutions {
    type Item = Result<Solution, InternalError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = moves(&self.next_line()?);
        let (start, goal) = (self.start, self.goal);
        Some(replay_on(&self.board, start, goal, &line).map_err(|why| {
            let problem = Problem { board: &self.board, start, goal };
            InternalError::new(Fault::Solution(why), problem, &line)
        }))
    }
}

impl Solutions {
    /// The next line of jumps on the way.
    fn next_line(&mut self) -> Option<Vec<Jump>> {
        self.winning.as_ref()?;
        let undo = |number: usize, position: Packed| position ^ self.frame.leaps[number].packed(&self.frame);
        let mut position =
            self.line.iter().fold(self.frame.pack(self.start), |position, &number| undo(number, position));
        let mut line = std::mem::take(&mut self.line);
        // Back to the last position with another way on.
        let mut from = 0;
        if self.started {
            loop {
                let Some(last) = line.pop() else {
                    self.winning = None;
                    return None;
                };
                position = undo(last, position);
                from = last + 1;
                if self.onward(position, from).next().is_some() {
                    break;
                }
            }
        }
        self.started = true;
        while let Some((number, after)) = self.onward(position, from).next() {
            line.push(number);
            position = after;
            from = 0;
        }
        self.line = line;
        Some(self.line.iter().map(|&number| self.board.jumps()[number]).collect())
    }
}
