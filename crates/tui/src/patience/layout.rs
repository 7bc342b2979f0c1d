//! The places of a patience on the screen.

use ratatui::layout::Rect;
use session::{PatienceView, Spot};

/// Lines above the cards: title, cells and foundations, a rule, the numbers of the columns.
const ABOVE: u16 = 4;
/// Lines below the cards: a sentence, the keys.
const BELOW: u16 = 2;
/// The width of the list of moves.
const LIST: u16 = 28;
/// Lines of the card on top of a column besides its first, where cards have frames.
const BODY: u16 = 2;

/// The places of a patience on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    area: Rect,
    /// From one column to the next.
    pub(crate) step: u16,
    /// From one cell to the next.
    pub(crate) cell_step: u16,
    /// From a card to the one on it.
    row_step: u16,
    /// Do cards have frames?
    pub(crate) framed: bool,
    columns: usize,
    cells: usize,
}

/// A place that was pointed at, and how many cards lie from there to the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pointed {
    pub(crate) spot: Spot,
    pub(crate) cards: usize,
}

impl Layout {
    pub(crate) fn new(area: Rect, view: &PatienceView) -> Self {
        let (columns, cells) = (view.columns.len(), view.cells.len());
        let room = area.width.saturating_sub(2);
        let framed = area.height >= 30 && columns as u16 * 7 <= room;
        let step = if framed { 7 } else { (room / columns.max(1) as u16).clamp(3, 6) };
        let cell_step = if framed { 7 } else { (room / (cells as u16 + 4)).clamp(3, 6) };
        let longest = view.columns.iter().map(Vec::len).max().unwrap_or(0) as u16;
        let rows = area.height.saturating_sub(ABOVE + BELOW);
        let row_step = if framed && 2 * longest + BODY <= rows { 2 } else { 1 };
        Self { area, step, cell_step, row_step, framed, columns, cells }
    }

    /// Are cards written with one letter for the rank?
    pub(crate) fn is_narrow(&self) -> bool {
        self.step < 4 || self.cell_step < 4
    }

    /// The line of cells and foundations.
    pub(crate) fn top(&self) -> u16 {
        self.area.y + 1
    }

    /// The line of the numbers of the columns.
    pub(crate) fn numbers(&self) -> u16 {
        self.area.y + 3
    }

    pub(crate) fn cell(&self, at: usize) -> (u16, u16) {
        (self.area.x + 1 + at as u16 * self.cell_step, self.top())
    }

    /// Foundations stand to the right of the cells.
    pub(crate) fn foundation(&self, at: usize) -> (u16, u16) {
        let room = self.area.width.saturating_sub(2) / self.cell_step.max(1);
        let gap = usize::from(room as usize > self.cells + 4);
        self.cell(self.cells + gap + at)
    }

    pub(crate) fn column(&self, at: usize) -> u16 {
        self.area.x + 1 + at as u16 * self.step
    }

    fn first_row(&self) -> u16 {
        self.area.y + ABOVE
    }

    /// The number of cards at the bottom of a column that do not fit on the screen.
    pub(crate) fn hidden(&self, cards: usize) -> usize {
        let rows = self.area.height.saturating_sub(ABOVE + BELOW);
        let body = if self.framed { BODY } else { 0 };
        let room = usize::from(rows.saturating_sub(1 + body) / self.row_step) + 1;
        cards.saturating_sub(room)
    }

    /// The place of a card of a column with this many cards; also of the place for one more.
    pub(crate) fn card(&self, column: usize, cards: usize, at: usize) -> (u16, u16) {
        let shown = at.saturating_sub(self.hidden(cards)) as u16;
        (self.column(column), self.first_row() + shown * self.row_step)
    }

    /// Lines that a card takes with `under` cards on it.
    pub(crate) fn height(&self, is_top: bool) -> u16 {
        match (self.framed, is_top) {
            (false, _) => 1,
            (true, false) => self.row_step,
            (true, true) => 1 + BODY,
        }
    }

    /// Where the list of moves begins, if there is room for one.
    pub(crate) fn list(&self) -> Option<Rect> {
        let x = self.column(self.columns) + 2;
        let room = self.area.right().saturating_sub(x);
        let (y, height) = (self.numbers() + 1, self.area.height.saturating_sub(ABOVE + BELOW));
        (room >= LIST).then_some(Rect { x, y, width: room, height })
    }

    /// The place that lies here, if one does.
    pub(crate) fn at(&self, x: u16, y: u16, view: &PatienceView) -> Option<Pointed> {
        let is_in = |left: u16, step: u16| (left..left + step).contains(&x);
        if y == self.top() {
            let cell = (0..self.cells).find(|&at| is_in(self.cell(at).0, self.cell_step)).map(Spot::Cell);
            let suits = patience::Suit::ALL.into_iter().enumerate();
            let home = suits.filter(|(at, _)| is_in(self.foundation(*at).0, self.cell_step));
            let home = home.map(|(_, suit)| Spot::Foundation(suit)).next();
            return cell.or(home).map(|spot| Pointed { spot, cards: 1 });
        }
        let column = (0..self.columns).find(|&at| is_in(self.column(at), self.step))?;
        let below = y.checked_sub(self.numbers())?;
        let (cards, row) = (view.columns[column].len(), below.saturating_sub(1) / self.row_step);
        // The number of a column stands for its last card.
        let row = if below == 0 { cards } else { usize::from(row) + self.hidden(cards) };
        let at = row.min(cards.saturating_sub(1));
        Some(Pointed { spot: Spot::Column(column), cards: cards - at })
    }
}
