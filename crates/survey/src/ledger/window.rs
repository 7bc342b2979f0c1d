//! Putting rows into order that are nearly in order.

use std::collections::BTreeMap;

/// How many rows wait for earlier ones.
const WAITING: usize = 1 << 13;

/// Holds rows back until enough later ones came that an earlier one will hardly come.
#[derive(Debug)]
pub(super) struct Window<R> {
    waiting: BTreeMap<u64, R>,
    /// Items before this one were shown.
    shown: u64,
}

impl<R> Default for Window<R> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), shown: 0 }
    }
}

impl<R> Window<R> {
    /// Takes a row in and shows the first one where too many wait; gives the row back if it comes too late.
    pub(super) fn push<E>(
        &mut self,
        item: u64,
        row: R,
        mut show: impl FnMut(u64, R) -> Result<(), E>,
    ) -> Result<Option<(u64, R)>, E> {
        if item < self.shown {
            return Ok(Some((item, row)));
        }
        self.waiting.insert(item, row);
        if self.waiting.len() > WAITING
            && let Some((first, row)) = self.waiting.pop_first()
        {
            self.shown = first + 1;
            show(first, row)?;
        }
        Ok(None)
    }

    /// Shows what still waits.
    pub(super) fn drain<E>(self, show: impl FnMut(u64, R) -> Result<(), E>) -> Result<(), E> {
        let mut show = show;
        self.waiting.into_iter().try_for_each(|(item, row)| show(item, row))
    }
}
