//! Peg solitaire on any board of up to 128 holes: rules, solutions, proofs that there is none, counts.
//!
//! ```
//! use peg::{Goal, Notation, named};
//!
//! let board = named("triangle15").expect("a built-in board");
//! let top = Notation::Standard.parse_hole(&board, "a1").expect("a hole of it");
//! let start = board.full().without(top);
//! let line = Notation::Standard.parse_line(&board, "a3-a1").expect("a move");
//! let replay = peg::check(&board, start, Goal::OnePeg, &line);
//! assert_eq!(replay.positions[1].pegs(), 13);
//! ```

mod board;
mod builtin;
mod class;
mod game;
mod goal;
mod grid;
mod hole;
mod internal_error;
mod line;
mod notation;
mod pagoda;
mod position;
mod problem;
mod proof;
mod record;
mod referee;
mod solve;
mod symmetry;
mod text;

pub use board::{Board, Jump, Place};
pub use builtin::{name_of, named, names};
pub use class::{Class, Classes};
pub use game::{BadGame, End, Game, Refused};
pub use goal::Goal;
pub use grid::Grid;
pub use hole::Hole;
pub use internal_error::{Fault, InternalError};
pub use line::{Move, moves};
pub use notation::{LineError, Notation, NotationError};
pub use pagoda::Pagoda;
pub use position::Position;
pub use problem::{OwnedProblem, Problem};
pub use proof::{Parity, Proof, Reason};
pub use record::{BadRecord, Record, Rules};
pub use referee::{Foul, Refusal, Replay, Solution, Verdict, check, replay};
pub use solve::{
    CountError, Kind, LevelCount, Longest, Solutions, Solvability, fewest_moves, kinds, longest, reachable,
    solutions, solve, winnable,
};
pub use symmetry::Symmetry;
pub use text::{BoardError, Setup, to_text};
