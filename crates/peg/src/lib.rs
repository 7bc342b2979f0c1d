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
mod goal;
mod grid;
mod hole;
mod line;
mod notation;
mod position;
mod referee;
mod symmetry;
mod text;

pub use board::{Board, Jump, Place};
pub use builtin::{named, names};
pub use class::{Class, Classes};
pub use goal::Goal;
pub use grid::Grid;
pub use hole::Hole;
pub use line::{Move, moves};
pub use notation::{LineError, Notation, NotationError};
pub use position::Position;
pub use referee::{Foul, Replay, Verdict, check};
pub use symmetry::Symmetry;
pub use text::{BoardError, Setup, to_text};
