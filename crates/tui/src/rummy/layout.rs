//! The places of tiles on the screen: combinations and hand, wrapped to its width.

use ratatui::layout::Rect;
use session::Tiles;

use crate::canvas::width;

/// Something that the cursor can stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handle {
    /// A tile of the hand.
    Hand(usize),
    /// A tile of a combination.
    Tile(usize, usize),
    /// The end of a combination.
    End(usize),
    /// The place for a new combination.
    New,
    /// A tile that was lifted off the table.
    Loose(usize),
}

/// Something at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) handle: Handle,
    pub(crate) at: (u16, u16),
    pub(crate) width: u16,
    /// The tile, unless it is a place.
    pub(crate) tile: Option<String>,
}

/// The tiles that are laid out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown<'s> {
    pub(crate) tiles: Tiles,
    pub(crate) melds: &'s [Vec<String>],
    /// Tiles lifted off the table.
    pub(crate) loose: &'s [String],
    pub(crate) hand: &'s [String],
}

impl Shown<'_> {
    /// The room of a tile: its name between two signs.
    fn width(&self, tile: &str) -> u16 {
        width(&self.tiles.name(tile)) + 2
    }
}

/// Lays pieces from left to right and from line to line.
struct Flow {
    left: u16,
    right: u16,
    x: u16,
    y: u16,
}

impl Flow {
    /// Room for something of this width.
    fn room(&mut self, width: u16) -> (u16, u16) {
        if self.x + width > self.right && self.x > self.left {
            self.line();
        }
        let at = (self.x, self.y);
        self.x += width;
        at
    }

    fn line(&mut self) {
        (self.x, self.y) = (self.left, self.y + 1);
    }
}

/// All pieces on the screen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub(crate) pieces: Vec<Piece>,
    /// Where the numbers of the combinations stand.
    pub(crate) numbers: Vec<(u16, u16)>,
    /// The first line below the combinations.
    pub(crate) table_end: u16,
    /// The line above the hand.
    pub(crate) hand_line: u16,
}

impl Layout {
    /// The combinations from the line `top`, the hand above the last lines.
    pub(crate) fn new(area: Rect, top: u16, shown: Shown<'_>) -> Self {
        let mut layout = Self::default();
        let mut flow =
            Flow { left: area.x + 1, right: area.right().saturating_sub(1), x: area.x + 1, y: top };
        for (number, meld) in shown.melds.iter().enumerate() {
            layout.meld(&mut flow, number, meld, shown);
        }
        let at = flow.room(4);
        layout.pieces.push(Piece { handle: Handle::New, at, width: 3, tile: None });
        for (at, tile) in shown.loose.iter().enumerate() {
            layout.tile(&mut flow, Handle::Loose(at), tile, shown);
        }
        let wide: u16 = shown.hand.iter().map(|tile| shown.width(tile)).sum();
        let lines = wide.div_ceil(area.width.saturating_sub(4).max(1)).max(1);
        let last = area.bottom().saturating_sub(4 + lines);
        layout.table_end = flow.y + 1;
        layout.hand_line = last.max(layout.table_end);
        flow.line();
        flow.y = layout.hand_line + 1;
        for (at, tile) in shown.hand.iter().enumerate() {
            layout.tile(&mut flow, Handle::Hand(at), tile, shown);
        }
        layout
    }

    fn meld(&mut self, flow: &mut Flow, number: usize, meld: &[String], shown: Shown<'_>) {
        // A combination is not broken where it fits on a line.
        let wide = meld.iter().map(|tile| shown.width(tile)).sum::<u16>() + 5;
        if flow.x + wide > flow.right && flow.x > flow.left {
            flow.line();
        }
        self.numbers.push(flow.room(3));
        for (at, tile) in meld.iter().enumerate() {
            self.tile(flow, Handle::Tile(number, at), tile, shown);
        }
        let at = flow.room(2);
        self.pieces.push(Piece { handle: Handle::End(number), at, width: 1, tile: None });
    }

    fn tile(&mut self, flow: &mut Flow, handle: Handle, tile: &str, shown: Shown<'_>) {
        let width = shown.width(tile);
        let at = flow.room(width);
        self.pieces.push(Piece { handle, at, width, tile: Some(tile.to_owned()) });
    }

    pub(crate) fn place(&self, handle: Handle) -> Option<(u16, u16)> {
        self.pieces.iter().find(|piece| piece.handle == handle).map(|piece| piece.at)
    }

    pub(crate) fn places(&self) -> Vec<(Handle, (u16, u16))> {
        self.pieces.iter().map(|piece| (piece.handle, piece.at)).collect()
    }

    /// The piece that lies here, if one does.
    pub(crate) fn at(&self, x: u16, y: u16) -> Option<Handle> {
        let is_here = |piece: &&Piece| piece.at.1 == y && (piece.at.0..piece.at.0 + piece.width).contains(&x);
        self.pieces.iter().find(is_here).map(|piece| piece.handle)
    }
}
