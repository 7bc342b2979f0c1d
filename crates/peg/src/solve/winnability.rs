//! Whether positions can be won, decided one by one as they are asked for, in bounded memory.

use std::sync::Arc;

use search::{Budget, Limit, Outcome, Run};

use crate::board::Board;
use crate::goal::Goal;
use crate::position::Position;
use crate::problem::Problem;

use super::count::CountError;
use super::position_map::{PositionMap, bytes};

/// Decides positions by a short depth-first search, and by the solver where that does not end soon. Decisions are kept
/// while there is room; forgetting them costs only time.
pub(crate) struct Winnability {
    board: Arc<Board>,
    goal: Goal,
    known: PositionMap<bool>,
    /// The positions from the one asked for, each with the number of the jump to try next.
    stack: Vec<(Position, usize)>,
}

impl Winnability {
    pub(crate) fn new(board: Arc<Board>, goal: Goal) -> Self {
        Self { board, goal, known: PositionMap::default(), stack: Vec::new() }
    }

    /// Can the goal be reached from here, or is that not decided soon?
    pub(crate) fn may_be_won(&mut self, position: Position, run: &mut Run<'_>) -> Result<bool, CountError> {
        if let Some(known) = self.known(position) {
            return Ok(known);
        }
        run.ask()?;
        self.make_room(run.budget().memory / MEMORY_SHARE);
        match self.search(position, run)? {
            Some(winnable) => Ok(winnable),
            None => self.solve(position, run),
        }
    }

    /// Notes that a position is lost.
    pub(crate) fn note_lost(&mut self, position: Position) {
        if !self.goal.is_met(position) {
            self.known.insert(position, false);
        }
    }

    fn known(&self, position: Position) -> Option<bool> {
        if self.goal.is_met(position) {
            return Some(true);
        }
        if position.pegs() <= self.goal.pegs() {
            return Some(false);
        }
        self.known.get(&position).copied()
    }

    /// Forgets everything where the decisions of one more search would take too much memory.
    fn make_room(&mut self, most: usize) {
        let next = (self.known.len() + STEPS).next_power_of_two();
        if bytes(next, size_of::<(Position, bool)>()) > most {
            self.known = PositionMap::default();
        }
    }

    /// Searches depth first; `None` if that takes too long.
    fn search(&mut self, position: Position, run: &mut Run<'_>) -> Result<Option<bool>, Limit> {
        self.stack.clear();
        self.stack.push((position, 0));
        let mut steps = 0;
        while let Some(&(position, next)) = self.stack.last().filter(|_| steps < STEPS) {
            steps += 1;
            let jumps = self.board.jumps()[next..].iter().enumerate();
            let playable = jumps.into_iter().find(|(_, jump)| position.allows(**jump));
            let Some((skipped, &jump)) = playable else {
                self.known.insert(position, false);
                self.stack.pop();
                continue;
            };
            self.stack.last_mut().expect("it has the position").1 = next + skipped + 1;
            let after = position.play(jump);
            match self.known(after) {
                Some(true) => {
                    let on_the_way = self.stack.drain(..).map(|(position, _)| (position, true));
                    self.known.extend(on_the_way);
                    run.spend(steps as u64)?;
                    return Ok(Some(true));
                }
                Some(false) => {}
                None => self.stack.push((after, 0)),
            }
        }
        run.spend(steps as u64)?;
        Ok(if self.stack.is_empty() { Some(false) } else { None })
    }

    /// Decides a position by the solver, if the memory that the decisions leave suffices.
    fn solve(&mut self, start: Position, run: &mut Run<'_>) -> Result<bool, CountError> {
        let problem = Problem { board: &self.board, start, goal: self.goal };
        let whole = run.budget();
        let left = Budget { memory: whole.memory - whole.memory / MEMORY_SHARE, ..whole };
        let solved = run.part(left, |run| super::solve(problem, run))?;
        match solved {
            Outcome::Solved(solution) => {
                self.known.extend(solution.positions().iter().map(|&position| (position, true)));
                Ok(true)
            }
            Outcome::Unsolvable(_) => {
                self.known.insert(start, false);
                Ok(false)
            }
            Outcome::GaveUp(Limit::Nodes) if run.nodes_left() == 0 => Err(CountError::Limit(Limit::Nodes)),
            Outcome::GaveUp(limit @ (Limit::Time | Limit::Cancelled)) => Err(CountError::Limit(limit)),
            Outcome::GaveUp(_) => Ok(true),
        }
    }
}

/// Steps of a depth-first search. It decides most positions with few pegs, and costs less than a narrow beam.
const STEPS: usize = 1 << 12;
/// The share of the memory that decisions may take.
const MEMORY_SHARE: usize = 4;
