//! From items to rows: shown in order as they come, or kept in a ledger.

use std::collections::BTreeMap;
use std::path::Path;

use thiserror::Error;

use crate::ledger::{Entry, Ledger, LedgerError};
use crate::pool::{Ahead, Done, work_through};
use crate::work::{Plan, Work};

/// How many finished rows may wait for an earlier one.
const WAITING: u64 = 1 << 14;

/// How far the work of a ledger has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Items with a row.
    pub done: u64,
    /// Items wanted.
    pub wanted: u64,
}

/// Why the rows of a ledger cannot be made.
#[derive(Debug, Error)]
pub enum RowsError<E> {
    /// The ledger cannot be used.
    #[error("{0}")]
    Ledger(#[from] LedgerError),
    /// The work cannot go on.
    #[error("{0}")]
    Work(E),
}

/// Works on all items and shows the rows in their order. After a stop there may be gaps.
pub fn in_order<W: Work, E: From<W::Error>>(
    work: &W,
    plan: &Plan<'_>,
    mut show: impl FnMut(u64, W::Row) -> Result<(), E>,
) -> Result<(), E> {
    each_in_order(work, plan, plan.items.clone(), E::from, |item, row| {
        row.map_or(Ok(()), |row| show(item, row))
    })
}

/// Works on these items and shows them in their order, each with its row, or without one where it was stopped.
pub(crate) fn each_in_order<W: Work, E>(
    work: &W,
    plan: &Plan<'_>,
    items: impl Iterator<Item = u64> + Send,
    failed: impl Fn(W::Error) -> E,
    mut show: impl FnMut(u64, Option<W::Row>) -> Result<(), E>,
) -> Result<(), E> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    work_through(work, plan, items, Ahead::AtMost(WAITING), failed, |batch| {
        waiting.extend(batch.into_iter().map(|done| (done.place, done)));
        while let Some(Done { item, row, .. }) = waiting.remove(&next) {
            show(item, row.ok())?;
            next += 1;
        }
        Ok(next)
    })?;
    waiting.into_values().try_for_each(|Done { item, row, .. }| show(item, row.ok()))
}

/// Works on all items that the ledger has no row for, and on rows given up that larger limits may decide. Every row is
/// in the ledger as soon as it is there.
pub fn resume<W: Work>(
    work: &W,
    plan: &Plan<'_>,
    path: &Path,
    mut progress: impl FnMut(Progress),
) -> Result<Ledger<W::Row>, RowsError<W::Error>> {
    let mut ledger = Ledger::open(path, &work.key(), plan.limits, W::gave_up, &|row| work.is_sound(row))?;
    let wanted = (plan.items.end() - plan.items.start()).saturating_add(1);
    let to_do = ledger.to_do(&plan.items);
    progress(Progress { done: ledger.count(&plan.items), wanted });
    work_through(work, plan, to_do, Ahead::Any, RowsError::Work, |batch| {
        let is_news = |done: &Done<W::Row>| {
            done.row.as_ref().err().is_none_or(|nodes| !ledger.was_further(done.item, *nodes))
        };
        let entries: Vec<_> = batch.into_iter().filter(is_news).map(entry).collect();
        ledger.append(&entries).map_err(LedgerError::Io)?;
        progress(Progress { done: ledger.count(&plan.items), wanted });
        Ok(0)
    })?;
    ledger.sync().map_err(LedgerError::Io)?;
    Ok(ledger)
}

fn entry<R>(Done { item, row, .. }: Done<R>) -> Entry<R> {
    match row {
        Ok(row) => Entry::Row(item, row),
        Err(nodes) => Entry::Cut(item, nodes),
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicU64, Ordering};

    use patience::DealRange;

    use super::*;
    use crate::deal_survey::{DealScope, DealSurvey};
    use crate::work::Limits;

    /// Threads take several easy items at once. Where a stop leaves some of them, the first item without a row is shown
    /// without one, so that no row after it is taken for the next.
    #[test]
    fn a_stop_never_leaves_a_gap_that_is_not_shown() {
        let limits = Limits { nodes: Some(3000), memory: 1 << 30, time_ms: None };
        let range: DealRange = "mo.1..20000".parse().unwrap();
        let scope = DealScope { limits, rate: false, solutions: false };
        let survey = DealSurvey::new(range.into(), scope);
        let items = survey.deals().items();
        for stop_after in (2_000..40_000).step_by(3_000) {
            let asked = AtomicU64::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) > stop_after;
            let plan = Plan { items: items.clone(), threads: 2, limits, stop: &stop };
            let mut next = *items.start();
            let mut is_cut = false;
            let Ok(()) = each_in_order(
                &survey,
                &plan,
                items.clone(),
                |never: Infallible| match never {},
                |item, row| {
                    assert!(is_cut || item == next, "{item} after {next}");
                    is_cut |= row.is_none();
                    next = item + 1;
                    Ok(())
                },
            );
            assert!(is_cut || next == items.end() + 1, "{next}");
        }
    }
}
