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

mod beam;
mod board;
mod builtin;
mod class;
mod count;
mod ending;
mod enumerate;
mod fewest;
mod game;
mod goal;
mod grid;
mod hole;
mod internal;
mod known;
mod layers;
mod line;
mod longest;
mod notation;
mod orbits;
mod pagoda;
mod position;
mod problem;
mod programme;
mod progress;
mod proof;
mod record;
mod referee;
#[cfg(test)]
mod samples;
mod solvability;
mod solve;
mod sweeps;
mod symmetry;
mod text;
mod winning;
mod word;

pub use board::{Board, Jump, Place};
pub use builtin::{name_of, named, names};
pub use class::{Class, Classes};
pub use count::{CountError, LevelCount, reachable, solutions, winnable};
pub use enumerate::Solutions;
pub use game::{BadGame, End, Game, Refused};
pub use goal::Goal;
pub use grid::Grid;
pub use hole::Hole;
pub use internal::{Fault, InternalError};
pub use line::{Move, moves};
pub use longest::{Longest, longest};
pub use notation::{LineError, Notation, NotationError};
pub use pagoda::Pagoda;
pub use position::Position;
pub use problem::{OwnedProblem, Problem};
pub use proof::{Parity, Proof, Reason};
pub use record::{BadRecord, Record, Rules};
pub use referee::{Foul, Refusal, Replay, Solution, Verdict, check, replay};
pub use solvability::{Kind, Solvability, kinds};
pub use solve::solve;
pub use sweeps::fewest_moves;
pub use symmetry::Symmetry;
pub use text::{BoardError, Setup, to_text};
