//! Certificates: proofs that a problem has no solution, in a file that can be verified without a search.

mod file;
mod read;
mod verify;

use crate::board::Board;
use crate::goal::Goal;
use crate::pagoda::Pagoda;
use crate::position::Position;
use crate::problem::Problem;
use crate::proof::Proof;
use crate::symmetry::Symmetry;

pub use read::{BadCertificate, NotRead};
pub use verify::{NotVerified, Verified};

/// The claim that a problem has no solution, with its grounds. Whether these hold is for
/// [`verify`](Self::verify) to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    pub(crate) board: Board,
    pub(crate) start: Position,
    pub(crate) goal: Goal,
    pub(crate) grounds: Grounds,
}

/// The reason why a problem has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Grounds {
    /// The start has too few pegs.
    TooFewPegs,
    /// Parities and pagoda functions exclude every won position.
    Argument(Proof),
    /// The positions that matter form a closed set that does not lead from the start to the goal.
    Closure(Closure),
}

/// A set of positions that no jump leaves, up to symmetry and short of positions that a pagoda function excludes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Closure {
    pub(crate) side: Side,
    pub(crate) pagodas: Vec<Pagoda>,
    /// Canonical forms, ascending.
    pub(crate) positions: Vec<Position>,
}

/// Where a closed set begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// At the start: jumps are made.
    Start,
    /// At the goal: jumps are taken back.
    Goal,
}

impl Certificate {
    /// The problem that is said to have no solution.
    pub fn problem(&self) -> Problem<'_> {
        Problem { board: &self.board, start: self.start, goal: self.goal }
    }

    /// The kind of its grounds, in a word: `pegs`, `argument`, `start` or `goal`.
    pub fn kind(&self) -> &'static str {
        match &self.grounds {
            Grounds::TooFewPegs => "pegs",
            Grounds::Argument(_) => "argument",
            Grounds::Closure(Closure { side: Side::Start, .. }) => "start",
            Grounds::Closure(Closure { side: Side::Goal, .. }) => "goal",
        }
    }

    /// The number of positions of its closed set.
    pub fn positions(&self) -> usize {
        if let Grounds::Closure(closure) = &self.grounds { closure.positions.len() } else { 0 }
    }
}

/// The symmetries under which a closed set from this side is closed: those that keep the other end. They turn or mirror the
/// grid also where jumps are listed, so that another verifier finds them as easily.
pub(crate) fn group(problem: Problem<'_>, side: Side) -> Vec<&Symmetry> {
    let other_end = match side {
        Side::Start => problem.goal.anchors(),
        Side::Goal => vec![problem.start],
    };
    problem.board.turns_and_mirrorings().filter(|symmetry| symmetry.stabilizes(&[&other_end])).collect()
}

/// The least image of a position.
pub(crate) fn canonical(group: &[&Symmetry], position: Position) -> Position {
    group.iter().map(|symmetry| symmetry.position(position)).min().unwrap_or(position)
}
