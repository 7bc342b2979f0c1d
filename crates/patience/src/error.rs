//! Everything that can go wrong in this crate, for callers who do not care what exactly.

use thiserror::Error;

use crate::board::BadBoard;
use crate::card::NoCard;
use crate::certificate::NotVerified;
use crate::deal::NoDeal;
use crate::rules::BadCounts;
use crate::rules_file::BadRules;
use crate::solution::NotASolution;
use crate::solve::SolveError;
use crate::table::{BadTable, Illegal};

/// Any error of the crate.
#[derive(Debug, Error)]
#[error(transparent)]
pub enum Error {
    /// A text does not name a card.
    Card(#[from] NoCard),
    /// A text does not name a deal.
    Deal(#[from] NoDeal),
    /// The counts of a game do not add up.
    Counts(#[from] BadCounts),
    /// A rules file makes no sense.
    Rules(#[from] BadRules),
    /// A board makes no sense.
    Board(#[from] BadBoard),
    /// The cards do not make a table.
    Table(#[from] BadTable),
    /// A move is illegal.
    Illegal(#[from] Illegal),
    /// A line of play is not a solution.
    NotASolution(#[from] NotASolution),
    /// A solver has nothing to report.
    Solve(#[from] SolveError),
    /// A certificate was not verified.
    Certificate(#[from] NotVerified),
}
