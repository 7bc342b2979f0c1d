//! Why a solver has nothing to report.

use std::fmt;

use thiserror::Error;

use crate::action::Action;
use crate::moves::write_lines;
use crate::solution::NotASolution;
use crate::table::Table;

/// Why there is no report: neither is a verdict, nor a limit that was reached.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(transparent)]
pub enum SolveError {
    /// The rules are not those of this search.
    NotSupported(#[from] NotSupported),
    /// A solver is wrong.
    Internal(#[from] Box<InternalError>),
}

/// Rules that a search does not play by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotSupported {
    /// Solving with redeals or rotations, in other games than those that build in suit and have no cells.
    #[error(
        "redeals and rotations are searched only in games that build in suit, without cells, where empty columns \
         stay empty"
    )]
    SearchWithExtras,
    /// A rating with redeals or rotations.
    #[error("deals are rated without redeals and rotations")]
    RatingWithExtras,
}

/// A fault of a solver: the referee refuses the line that it found. Its text has all that is needed to see it again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct InternalError {
    /// The table that was to be won.
    pub table: Table,
    /// The line that was found.
    pub line: Vec<Action>,
    /// Why the referee refuses it.
    pub why: NotASolution,
}

impl fmt::Display for InternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, line, why } = self;
        writeln!(f, "internal error: the referee refuses a line of the solver: {why}")?;
        writeln!(f, "{:?}, {:?} left", table.rules(), table.extras())?;
        if let Some(seed) = table.seed() {
            writeln!(f, "seed {}", seed.number())?;
        }
        write!(f, "{}{}", table.to_board(), write_lines(line))
    }
}
