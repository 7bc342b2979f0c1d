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
use crate::solve::both_ends::WinnableLevels;
use crate::solve::count::CountError;
use crate::solve::levels::{LevelWork, Packed, Packing};

/// All solutions of a problem in a fixed order: by the first jump, then the second, and so on, jumps ordered as
/// on the [`Board`](crate::Board). Only winnable positions are entered, so that no jump is made in vain.
pub struct Solutions {
    packing: Packing,
    winnable: Option<WinnableLevels>,
    start: Position,
    board: Arc<Board>,
    goal: Goal,
    /// The jumps, by number, of the last solution listed, or of the one to continue after.
    line: Vec<usize>,
    started: bool,
}

impl Solutions {
    /// Prepares to list the solutions, from the first.
    pub fn new(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Self, CountError> {
        let packing = Packing::new(problem.board, run)?;
        let start = packing.pack(problem.start);
        let mut winnable = None;
        if problem.start.pegs() >= problem.goal.pegs() {
            let mut work = LevelWork::new(&packing, packing.class(start), run);
            let found = WinnableLevels::new(&mut work, problem).map_err(|limit| work.error(limit))?;
            work.hold_more(work.bytes(found.pegs())).map_err(|limit| work.error(limit))?;
            if found.count(&packing, problem.goal.pegs()) > 0 {
                winnable = Some(found.with_all_levels(&mut work)?);
            }
        }
        Ok(Self {
            packing,
            winnable,
            start: problem.start,
            board: Arc::new(problem.board.clone()),
            goal: problem.goal,
            line: Vec::new(),
            started: false,
        })
    }

    /// Continues after this solution; `false`, and nothing changes, if it solves another problem.
    pub fn resume_after(&mut self, solution: &Solution) -> bool {
        let number = |jump: &Jump| self.board.jumps().iter().position(|other| other == jump);
        let numbers: Option<Vec<_>> = solution.jumps().iter().map(number).collect();
        let Some(numbers) = numbers else { return false };
        let mut position = self.packing.pack(self.start);
        for &number in &numbers {
            match self.winnable_jumps(position, number).next() {
                Some((next, after)) if next == number => position = after,
                _ => return false,
            }
        }
        let solved = self.winnable.is_some() && position.count_ones() == self.goal.pegs();
        if solved {
            self.line = numbers;
            self.started = true;
        }
        solved
    }

    /// The jumps from a position to winnable ones, from this number on, with the positions that they lead to.
    fn winnable_jumps(&self, position: Packed, from: usize) -> impl Iterator<Item = (usize, Packed)> {
        let packing = &self.packing;
        let able = packing
            .jumps
            .iter()
            .enumerate()
            .skip(from)
            .filter(move |(_, jump)| jump.starts(packing, position));
        let after = able.map(move |(number, jump)| (number, position ^ jump.packed(packing)));
        let open = self.winnable.as_ref().filter(|_| position.count_ones() > self.goal.pegs());
        after.filter(move |&(_, after)| {
            open.is_some_and(|winnable| winnable.stored(after.count_ones()).contains(packing, after))
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
    /// The jumps of the next solution.
    fn next_line(&mut self) -> Option<Vec<Jump>> {
        self.winnable.as_ref()?;
        let start = self.packing.pack(self.start);
        let mut line = std::mem::take(&mut self.line);
        let mut position = line.iter().fold(start, |position, &number| self.toggle(number, position));
        let mut from = 0;
        if self.started {
            let Some(next) = self.backtrack(&mut line, position) else {
                self.winnable = None;
                return None;
            };
            (position, from) = next;
        }
        self.started = true;
        while let Some((number, after)) = self.winnable_jumps(position, from).next() {
            line.push(number);
            position = after;
            from = 0;
        }
        self.line = line;
        Some(self.line.iter().map(|&number| self.board.jumps()[number]).collect())
    }

    /// Takes jumps back to the last position with another jump, and returns it with the number to continue from.
    fn backtrack(&self, line: &mut Vec<usize>, mut position: Packed) -> Option<(Packed, usize)> {
        loop {
            let last = line.pop()?;
            position = self.toggle(last, position);
            if self.winnable_jumps(position, last + 1).next().is_some() {
                return Some((position, last + 1));
            }
        }
    }

    /// Makes a jump, or takes it back.
    fn toggle(&self, number: usize, position: Packed) -> Packed {
        position ^ self.packing.jumps[number].packed(&self.packing)
    }
}
