//! Work whose rows are kept as columns.

use crate::column::{Cell, Column};
use crate::work::Work;

/// Work whose rows are kept as columns.
pub trait Tabular: Work {
    /// The name of what is surveyed: the folder `game=…` of a dataset.
    fn name(&self) -> &str;

    /// The columns of its rows; the seed, or what stands for it, is one of them.
    fn columns(&self) -> &[Column];

    /// The cells of a row, one for each column.
    fn cells<'r>(&'r self, item: u64, row: &'r Self::Row) -> Vec<Cell<'r>>;

    /// The verdict of a row in one word.
    fn verdict(row: &Self::Row) -> &'static str;

    /// The positions that were searched for a row.
    fn nodes(row: &Self::Row) -> u64;
}
