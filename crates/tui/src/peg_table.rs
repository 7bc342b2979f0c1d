//! A table of solvable peg positions that is made while the game is already played.

use std::sync::Arc;

use session::texts::LineText;
use session::{LateTable, Peg, PegTables};

use crate::context::Context;
use crate::jobs::{Found, Kind};

/// The game with a table that another thread makes or reads.
pub(crate) fn with_late_table(peg: Peg, cx: &mut Context) -> Peg {
    let late = Arc::new(LateTable::default());
    let (problem, shared) = (peg.game().snapshot(), Arc::clone(&late));
    let tables: PegTables = cx.resources.tables.clone();
    let budget = search::Budget::default();
    let size = tables.size_to_announce(&problem.board, problem.goal, problem.start, budget.memory);
    if let Some(size) = size {
        cx.say(cx.language.fill(LineText::MakesTable, &[&size.to_string()]));
    }
    let job = cx.jobs.start(Kind::Table, budget, move |run| {
        let table = tables.for_position(&problem.board, problem.goal, problem.start, run);
        shared.set(table);
        Ok(Found::Table)
    });
    cx.start(job);
    peg.knowing(late)
}
