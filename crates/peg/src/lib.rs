//! Peg solitaire on any board of up to 128 holes: rules, solutions, proofs that there is none, counts.
//!
//! A [`Board`] is a set of holes on a [`Grid`]: a built-in one by [name](named), or one read from text by [`Setup`]. A
//! [`Position`] is the set of holes with pegs. A [`Problem`] asks for a line of play from a start to a [`Goal`].
//!
//! - [`solve`] finds a [`Solution`] or a [`Reason`] why there is none; [`fewest_moves`] and [`longest`] find the shortest
//!   solution and the one with the longest sweep; [`fewest_pegs`] the fewest pegs that can be left; [`Solutions`] lists
//!   all solutions.
//! - [`reachable`], [`winnable`] and [`solutions`] count positions and solutions; a [`Solvability`] table answers at once
//!   for every position of a board.
//! - [`check`] and [`replay`] are the referee. It shares nothing with the solvers, and only it makes a [`Solution`].
//! - [`Game`] is a game in progress, with undo, redo and a [`Record`] as text; [`Notation`] reads and writes moves.
//!
//! Everything that may take long is given a [`search::Run`] with limits and a watcher.
//!
//! ```
//! use peg::{Goal, Notation, Problem};
//! use search::{Budget, Outcome, Run, Unwatched};
//!
//! let board = peg::named("triangle15").expect("a built-in board");
//! let top = Notation::Standard.parse_hole(&board, "a1").expect("a hole of this board");
//! let problem = Problem { board: &board, start: board.full().without(top), goal: Goal::OnePeg };
//! let mut watch = Unwatched;
//! let mut run = Run::new(Budget::default(), &mut watch);
//! let Ok(Outcome::Solved(solution)) = peg::solve(problem, &mut run) else { panic!("it is solvable") };
//! assert_eq!(solution.jumps().len(), 13);
//! for made in solution.moves() {
//!     println!("{}", Notation::Standard.made(&board, &made));
//! }
//! ```

mod board;
mod builtin;
mod catalogue;
mod certificate;
mod class;
mod csv;
mod game;
mod goal;
mod grid;
mod hole;
mod internal_error;
mod line;
mod listed_jumps;
mod matrix;
mod notation;
mod pagoda;
mod position;
mod problem;
mod problem_generator;
mod proof;
mod record;
mod referee;
mod solve;
mod symmetry;
#[cfg(test)]
mod test_random;
mod text;

pub use board::{Board, Jump, Place};
pub use builtin::{name_of, named, names};
pub use catalogue::{NamedProblem, catalogue};
pub use certificate::{BadCertificate, Certificate, NotRead, NotVerified, Verified};
pub use class::{Class, Classes};
pub use game::{BadGame, End, Game, Refused};
pub use goal::Goal;
pub use grid::Grid;
pub use hole::Hole;
pub use internal_error::{Fault, InternalError};
pub use line::{Hop, Move, moves};
pub use matrix::{from_number, to_caml, to_digits, to_picture};
pub use notation::{LineError, Notation, NotationError};
pub use pagoda::Pagoda;
pub use position::Position;
pub use problem::{OwnedProblem, Problem};
pub use problem_generator::problem_backwards;
pub use proof::{Parity, Proof, Reason};
pub use record::{BadRecord, Record, Rules};
pub use referee::{Foul, Refusal, Replay, Solution, Verdict, check, replay};
pub use solve::{
    ClassOrbit, CountError, FewestPegs, LevelCount, Longest, MinimalSolutions, PlayStatistics, Solutions,
    Solvability, class_orbits, fewest_moves, fewest_pegs, longest, minimal_solutions, play_statistics,
    positions_by_moves, prove, reachable, shortest_dead_end, solutions, solve, symmetries_of_goal, winnable,
};
pub use symmetry::Symmetry;
pub use text::{BoardError, Setup, to_text};
