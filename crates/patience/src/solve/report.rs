//! The reports of solvers.

use search::{Outcome, Stats};

use crate::action::Action;
use crate::solution::{Solution, replay};
use crate::solve::detours::without_detours;
use crate::solve::error::{InternalError, SolveError};
use crate::table::Table;

/// The result of a search, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// A solution, the proof that there is none, or why neither was found.
    pub outcome: Outcome<Solution>,
    /// The nodes, memory and depth of the search; `memory` is the most it held at once.
    pub stats: Stats,
    /// The strategy that decided, or the last one that gave up.
    pub strategy: &'static str,
    /// The moves of the first line that was found, before its detours were cut: published ratings rest on it.
    pub found_moves: Option<usize>,
}

/// The claim of a search: a line that the referee has yet to replay, and the strategy that found it.
pub(crate) struct Finding {
    pub(crate) outcome: Outcome<Vec<Action>>,
    pub(crate) strategy: &'static str,
}

impl Finding {
    /// The report on this table, if the referee accepts the line.
    pub(crate) fn report(self, table: &Table, stats: Stats) -> Result<Report, SolveError> {
        let found_moves = if let Outcome::Solved(line) = &self.outcome { Some(line.len()) } else { None };
        let outcome = match self.outcome {
            Outcome::Solved(line) => Outcome::Solved(vouch(table, line)?),
            Outcome::Unsolvable(()) => Outcome::Unsolvable(()),
            Outcome::GaveUp(limit) => Outcome::GaveUp(limit),
        };
        Ok(Report { outcome, stats, strategy: self.strategy, found_moves })
    }
}

/// Cuts the detours of a line that a search found, and has the referee replay it.
pub(crate) fn vouch(table: &Table, line: Vec<Action>) -> Result<Solution, SolveError> {
    vouch_as_found(table, without_detours(table, line))
}

/// Has the referee replay a line that a search found.
pub(crate) fn vouch_as_found(table: &Table, line: Vec<Action>) -> Result<Solution, SolveError> {
    replay(table, &line).map_err(|why| Box::new(InternalError { table: table.clone(), line, why }).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No solver should ever get here; if one does, the message has everything needed to reproduce it.
    #[test]
    fn a_refused_line_is_an_internal_error() {
        let deal: crate::Deal = "FreeCell.123".parse().unwrap();
        let played = deal.table().legal_moves()[0];
        let line = vec![played.into(), Action::Redeal];
        let found = Finding { outcome: Outcome::Solved(line), strategy: "none" };
        let error = found.report(deal.table(), Stats::default()).unwrap_err().to_string();
        assert!(
            error.starts_with("internal error: the referee refuses a line of the solver: move 2: no redeal")
        );
        assert!(error.contains(&deal.table().to_board()), "{error}");
        assert!(error.ends_with(&format!("{played}\nREDEAL\n")), "{error}");
    }
}
