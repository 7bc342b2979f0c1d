//! Pictures of positions as SVG, to be printed.

use std::fmt::Write;

use peg::{Board, Grid, Hole, Position};

/// A picture in the making: pages one below the other, or one picture of any size.
pub(super) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// The size of a page, A4 in points.
pub(super) const PAGE: (f64, f64) = (595.0, 842.0);

impl Svg {
    pub(super) fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new() }
    }

    /// Makes the picture this high.
    pub(super) fn grow(&mut self, height: f64) {
        self.height = height;
    }

    /// Writes a line of text, its baseline beginning here.
    pub(super) fn text(&mut self, (x, y): (f64, f64), size: f64, text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" font-family=\"sans-serif\">{text}</text>"
        );
    }

    /// Draws a position with its upper left corner here. `mark` names the move that is shown: its holes from first to
    /// last.
    pub(super) fn position(
        &mut self,
        corner: (f64, f64),
        cell: f64,
        board: &Board,
        position: Position,
        mark: &[Hole],
    ) {
        let left = left_edge(board);
        let centre = |hole: Hole| {
            let (x, y) = place(board, hole);
            (corner.0 + (x - left + 0.5) * cell, corner.1 + (y + 0.5) * cell)
        };
        for hole in board.holes() {
            let (x, y) = centre(hole);
            let (radius, fill) = if position.has(hole) { (0.36, "black") } else { (0.12, "white") };
            let _ = writeln!(
                self.body,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{fill}\" stroke=\"black\"/>",
                radius * cell
            );
        }
        if mark.len() > 1 {
            self.arrow(&mark.iter().map(|&hole| centre(hole)).collect::<Vec<_>>(), 0.08 * cell);
        }
    }

    /// Draws an arrow through these points.
    fn arrow(&mut self, points: &[(f64, f64)], width: f64) {
        let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            self.body,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"red\" stroke-width=\"{width:.1}\" \
             marker-end=\"url(#tip)\"/>",
            points.join(" "),
        );
    }

    /// The file.
    pub(super) fn finish(self) -> String {
        let Self { width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<defs><marker id=\"tip\" viewBox=\"0 0 6 6\" refX=\"5\" refY=\"3\" \
             markerWidth=\"5\" markerHeight=\"5\" orient=\"auto\"><path d=\"M0,0 L6,3 L0,6 z\" fill=\"red\"/></marker>\
             </defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n{body}</svg>\n"
        )
    }
}

/// The width and the height of a board, in cells.
pub(super) fn size(board: &Board) -> (f64, f64) {
    let right = board.holes().map(|hole| place(board, hole).0).fold(f64::MIN, f64::max);
    (right - left_edge(board) + 1.0, board.span().0 as f64)
}

fn left_edge(board: &Board) -> f64 {
    board.holes().map(|hole| place(board, hole).0).fold(f64::MAX, f64::min)
}

/// Where a hole lies, in cells. Rows of a triangular grid are shifted by half a cell each.
fn place(board: &Board, hole: Hole) -> (f64, f64) {
    let place = board.place(hole);
    let (row, column) = (place.row as f64, place.column as f64);
    match board.grid() {
        Grid::Square => (column, row),
        Grid::Triangular => (column - row / 2.0, row),
    }
}
