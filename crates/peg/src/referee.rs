//! The referee: replays a line of play cell by cell. It shares nothing with the solvers, not even their lists of jumps,
//! unless the board has no other rule than its list.

mod solution;

use std::sync::Arc;

use crate::board::{Board, Jump, Place};
use crate::goal::Goal;
use crate::grid::Grid;
use crate::hole::Hole;
use crate::line::{Hop, Move};
use crate::position::Position;
use crate::problem::Problem;

pub use solution::Solution;

/// The referee's verdict on a line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All moves are legal and the goal is reached.
    Won,
    /// All moves are legal, but the last position is not the goal.
    NotWon,
    /// A jump cannot be made.
    Illegal {
        /// Which jump of the line, counted from 1.
        jump: usize,
        /// Why not.
        why: Foul,
    },
}

/// Why a jump cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foul {
    /// The first hole is empty.
    #[error("there is no peg to move")]
    NoPeg,
    /// The landing hole is taken.
    #[error("the hole to land in is not empty")]
    Occupied,
    /// The holes are not two apart in a line, or no hole lies between.
    #[error("the holes are not two apart in a line")]
    NotAJump,
    /// The jump is not in the list of the board.
    #[error("this jump is not in the list of the board")]
    NotListed,
    /// The jump can go over two pegs, and the move does not say which.
    #[error("the jump can go over more than one peg; write the hole of the peg to take off, as in a1-c1/b1")]
    Ambiguous,
    /// The hole between is empty.
    #[error("there is no peg to jump over")]
    NothingBetween,
}

/// Why a line of play is not a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A jump cannot be made.
    #[error("jump {jump}: {why}")]
    Illegal {
        /// Which jump of the line, counted from 1.
        jump: usize,
        /// Why not.
        why: Foul,
    },
    /// All jumps can be made, but the last position is not the goal.
    #[error("the last position is not the goal")]
    NotWon,
}

/// A line of play as the referee saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The verdict.
    pub verdict: Verdict,
    /// The positions seen, the start first: one more than the legal jumps.
    pub positions: Vec<Position>,
    /// The legal jumps, first to last.
    pub jumps: Vec<Jump>,
}

/// Replays a line of play and judges it.
pub fn check(board: &Board, start: Position, goal: Goal, line: &[Move]) -> Replay {
    let mut table = Table::lay(board, start);
    let hops = line.iter().map(|made| made.hops().len()).sum();
    let mut replay = Replay {
        verdict: Verdict::NotWon,
        positions: Vec::with_capacity(hops + 1),
        jumps: Vec::with_capacity(hops),
    };
    replay.positions.push(start);
    for hop in line.iter().flat_map(Move::hops) {
        match table.hop(board, hop) {
            Ok(over) => {
                replay.jumps.push(Jump { from: hop.from, over, to: hop.to });
                replay.positions.push(table.position(board));
            }
            Err(why) => {
                replay.verdict = Verdict::Illegal { jump: replay.jumps.len() + 1, why };
                return replay;
            }
        }
    }
    if goal.is_met(table.position(board)) {
        replay.verdict = Verdict::Won;
    }
    replay
}

/// Replays a line of play that is said to solve a problem.
///
/// ```
/// use peg::{Goal, Notation, Problem, Setup};
///
/// let setup = Setup::parse("oo.\n").expect("a board");
/// let problem = Problem { board: &setup.board, start: setup.position, goal: Goal::OnePeg };
/// let line = Notation::Standard.parse_line(&setup.board, "a1-c1").expect("a move");
/// let solution = peg::replay(problem, &line).expect("it is won");
/// assert_eq!(solution.end().pegs(), 1);
/// assert_eq!(peg::replay(problem, &[]), Err(peg::Refusal::NotWon));
/// ```
pub fn replay(problem: Problem<'_>, line: &[Move]) -> Result<Solution, Refusal> {
    replay_on(&Arc::new(problem.board.clone()), problem.start, problem.goal, line)
}

/// Replays a line like [`replay`], on a board that solutions may share.
pub(crate) fn replay_on(
    board: &Arc<Board>,
    start: Position,
    goal: Goal,
    line: &[Move],
) -> Result<Solution, Refusal> {
    let Replay { verdict, positions, jumps } = check(board, start, goal, line);
    match verdict {
        Verdict::Won => Ok(Solution::new(Arc::clone(board), goal, positions, jumps)),
        Verdict::NotWon => Err(Refusal::NotWon),
        Verdict::Illegal { jump, why } => Err(Refusal::Illegal { jump, why }),
    }
}

/// The board as it lies on the table.
struct Table {
    /// Row by row: no hole, or a hole with a peg in it or not.
    cells: Vec<Option<bool>>,
    columns: usize,
}

impl Table {
    fn lay(board: &Board, start: Position) -> Self {
        let (rows, columns) = board.span();
        let mut table = Self { cells: vec![None; rows * columns], columns };
        for hole in board.holes() {
            table.put(board.place(hole), start.has(hole));
        }
        table
    }

    fn position(&self, board: &Board) -> Position {
        let pegs = board.holes().filter(|&hole| self.cell(board.place(hole)) == Some(true));
        pegs.fold(Position::EMPTY, Position::with)
    }

    fn cell(&self, place: Place) -> Option<bool> {
        self.cells[place.row * self.columns + place.column]
    }

    fn put(&mut self, place: Place, peg: bool) {
        self.cells[place.row * self.columns + place.column] = Some(peg);
    }

    /// Makes a jump and returns the hole that it went over.
    fn hop(&mut self, board: &Board, hop: Hop) -> Result<Hole, Foul> {
        let has_peg = |hole| self.cell(board.place(hole)) == Some(true);
        let taken = if board.has_listed_jumps() {
            let listed = board.jumps().iter().filter(|jump| (jump.from, jump.to) == (hop.from, hop.to));
            taken(hop, listed.map(|jump| jump.over), has_peg, Foul::NotListed)?
        } else {
            let middle = between(board.grid(), board.place(hop.from), board.place(hop.to));
            taken(hop, middle.and_then(|place| board.hole_at(place)).into_iter(), has_peg, Foul::NotAJump)?
        };
        for (hole, peg) in [(hop.from, false), (taken, false), (hop.to, true)] {
            self.put(board.place(hole), peg);
        }
        Ok(taken)
    }
}

/// The hole of the peg that a jump takes off, of those that it may go over: the one in the middle on a grid, those of the
/// list where jumps are listed. Without any, it is `not_a_jump`.
fn taken(
    hop: Hop,
    between: impl Iterator<Item = Hole> + Clone,
    has_peg: impl Fn(Hole) -> bool,
    not_a_jump: Foul,
) -> Result<Hole, Foul> {
    let between = between.filter(|&hole| hop.over.is_none_or(|over| over == hole));
    between.clone().next().ok_or(not_a_jump)?;
    if !has_peg(hop.from) {
        return Err(Foul::NoPeg);
    }
    if has_peg(hop.to) {
        return Err(Foul::Occupied);
    }
    let mut pegs = between.filter(|&hole| has_peg(hole));
    let taken = pegs.next().ok_or(Foul::NothingBetween)?;
    if pegs.next().is_some() { Err(Foul::Ambiguous) } else { Ok(taken) }
}

/// The place in the middle of two places that are two apart in a line of the grid.
fn between(grid: Grid, a: Place, b: Place) -> Option<Place> {
    let down = b.row as i64 - a.row as i64;
    let right = b.column as i64 - a.column as i64;
    let straight = match (down.abs(), right.abs()) {
        (0, 2) | (2, 0) => true,
        (2, 2) => grid == Grid::Triangular && down == right,
        _ => false,
    };
    straight
        .then(|| Place { row: usize::midpoint(a.row, b.row), column: usize::midpoint(a.column, b.column) })
}
