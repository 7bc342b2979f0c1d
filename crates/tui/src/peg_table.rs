//! A table of solvable peg positions that is made while the game is already played.

use std::sync::{Arc, OnceLock};

use peg::{OwnedProblem, Position, Solution};
use session::{InternalError, Peg, PegTable, PegTables, Solvable};

use crate::context::Context;
use crate::jobs::{Found, Kind};

/// A table that is there sooner or later; before that nothing is known.
#[derive(Default)]
struct LateTable(OnceLock<PegTable>);

impl Solvable for LateTable {
    fn is_solvable(&self, position: Position) -> Option<bool> {
        self.0.get()?.is_solvable(position)
    }

    fn solution(&self, problem: &OwnedProblem) -> Result<Option<Solution>, InternalError> {
        self.0.get().map_or(Ok(None), |table| table.solution(problem))
    }
}

/// The game with a table that another thread makes or reads.
pub(crate) fn with_late_table(peg: Peg, cx: &mut Context) -> Peg {
    let late = Arc::new(LateTable::default());
    let (problem, shared) = (peg.game().snapshot(), Arc::clone(&late));
    let tables: PegTables = cx.resources.tables.clone();
    let job = cx.jobs.start(Kind::Table, search::Budget::default(), move |run| {
        let table = tables.for_position(&problem.board, problem.goal, problem.start, run);
        // A second table for the same game is the same.
        let _ = shared.0.set(table);
        Ok(Found::Table)
    });
    cx.start(job);
    peg.knowing(late)
}
