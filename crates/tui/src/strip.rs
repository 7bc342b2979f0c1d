//! The strip of a game: one sign for each of its moves or turns.

use std::ops::RangeInclusive;

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::canvas::{BOLD, Canvas};

/// The strip of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strip {
    pub(crate) area: Rect,
    /// The line of the signs; an arrow below it points to the place that is shown.
    pub(crate) row: u16,
    /// The place that is shown.
    pub(crate) at: usize,
    /// The last place.
    pub(crate) last: usize,
}

impl Strip {
    /// The places that there is room for: all of them, or those around the one that is shown.
    fn places(&self) -> RangeInclusive<usize> {
        let room = usize::from(self.area.width.saturating_sub(2)).max(1);
        let first = (self.at + room / 2 + 1).saturating_sub(room).min((self.last + 1).saturating_sub(room));
        first..=self.last.min(first + room - 1)
    }

    /// The place that lies here, if one does.
    pub(crate) fn pointed(&self, x: u16, y: u16) -> Option<usize> {
        let column = x.checked_sub(self.area.x + 1).filter(|_| y.abs_diff(self.row) <= 1)?;
        self.places().nth(usize::from(column))
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, sign: impl Fn(usize) -> (&'static str, Style)) {
        for (column, at) in self.places().enumerate() {
            let x = self.area.x + 1 + column as u16;
            let (text, style) = sign(at);
            canvas.text(x, self.row, text, style);
            if at == self.at {
                canvas.text(x, self.row + 1, "↑", BOLD);
            }
        }
    }
}
