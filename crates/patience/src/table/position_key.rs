//! Which tables are the same position.

use super::{Cells, Column, Table};
use crate::rules::Extras;

/// The key of a position: equal for two tables of one game on which the same lines can be played.
///
/// Cells are a set. Columns are a set too, since moves name cards, unless a redeal may take them up in their order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PositionKey {
    columns: Vec<Column>,
    cells: Cells,
    foundations: [u8; 4],
    left: Extras,
}

impl Table {
    /// The key of the position.
    pub(crate) fn position_key(&self) -> PositionKey {
        let (mut columns, mut cells) = (self.columns.clone(), self.cells.clone());
        let left = self.extras_in_reach();
        if left.redeals == 0 {
            columns.sort_unstable();
        }
        cells.sort_unstable();
        PositionKey { columns, cells, foundations: self.foundations, left }
    }
}
