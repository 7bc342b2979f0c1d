//! The places of a peg board on the screen.

use peg::{Board, Grid, Place};
use ratatui::layout::Rect;

/// Lines above the board: the title, the letters of the columns.
const ABOVE: u16 = 2;
/// Lines below it: the facts about the cursor, a sentence, the keys.
const BELOW: u16 = 3;
/// Room for the numbers of the rows.
const LEFT: u16 = 4;

/// The places of a peg board on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    area: Rect,
    across: u16,
    down: u16,
    /// The column of the screen for the leftmost hole.
    first: u16,
    /// The place of the leftmost hole before the board is moved to the middle.
    least: u16,
    rows: u16,
    grid: Grid,
}

impl Layout {
    pub(crate) fn new(area: Rect, board: &Board) -> Self {
        let (rows, columns) = board.span();
        let (rows, columns) = (rows as u16, columns as u16);
        let room = area.width.saturating_sub(LEFT + 2);
        let high = area.height.saturating_sub(ABOVE + BELOW);
        let across = if columns * 4 <= room { 4 } else { 2 };
        let down = if rows * 2 <= high + 1 { 2 } else { 1 };
        let grid = board.grid();
        let places = board.holes().map(|hole| board.place(hole));
        let across_of =
            |place: Place| place.column as u16 * across + shift(grid, place.row as u16, rows, across);
        let (least, most) = places.map(across_of).fold((u16::MAX, 0), |(a, b), x| (a.min(x), b.max(x)));
        let first = area.x + LEFT + room.saturating_sub(most - least) / 2;
        Self { area, across, down, first, least, rows, grid }
    }

    /// The place of a hole.
    pub(crate) fn hole(&self, place: Place) -> (u16, u16) {
        let (row, column) = (place.row as u16, place.column as u16);
        let x = column * self.across + shift(self.grid, row, self.rows, self.across);
        (self.first + x.saturating_sub(self.least), self.area.y + ABOVE + row * self.down)
    }

    /// The place of a letter above a column.
    pub(crate) fn above(&self, column: usize) -> (u16, u16) {
        (self.hole(Place { row: 0, column }).0, self.area.y + 1)
    }

    /// The place of a letter below the lowest hole of a column that leans, where there is room for one.
    pub(crate) fn below(&self, lowest: Place) -> Option<(u16, u16)> {
        let (x, y) = self.hole(lowest);
        (y + 1 < self.area.bottom().saturating_sub(BELOW)).then(|| (x.saturating_sub(self.across / 2), y + 1))
    }

    /// Where the number of a row stands.
    pub(crate) fn number(&self, row: usize) -> (u16, u16) {
        (self.first.saturating_sub(LEFT), self.area.y + ABOVE + row as u16 * self.down)
    }

    /// Is there room for a sign on both sides of a hole?
    pub(crate) fn is_wide(&self) -> bool {
        self.across >= 4
    }

    /// The hole that lies here, if one does.
    pub(crate) fn at(&self, x: u16, y: u16, board: &Board) -> Option<Place> {
        let places = board.holes().map(|hole| board.place(hole));
        let mut near = places.filter(|&place| {
            let (left, top) = self.hole(place);
            x.abs_diff(left) < self.across.div_ceil(2) && y.abs_diff(top) < self.down
        });
        let first = near.next()?;
        let distance = |place: &Place| {
            let (left, top) = self.hole(*place);
            x.abs_diff(left) + 2 * y.abs_diff(top)
        };
        near.chain([first]).min_by_key(distance)
    }
}

/// How far a row moves to the right: a triangular grid moves each by half a step.
fn shift(grid: Grid, row: u16, rows: u16, across: u16) -> u16 {
    match grid {
        Grid::Square => 0,
        Grid::Triangular => (rows - 1).saturating_sub(row) * across / 2,
    }
}
