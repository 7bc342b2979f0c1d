//! Pictures of positions as SVG, to be printed.

use std::fmt::Write;

use peg::{Board, Grid, Hole, Notation, Place, Position};

/// A picture in the making: pages one below the other, or one picture of any size.
pub(super) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// The size of a page, A4 in points.
pub(super) const PAGE: (f64, f64) = (595.0, 842.0);

/// A position to be drawn.
#[derive(Clone, Copy)]
pub(super) struct Drawing<'a> {
    pub(super) board: &'a Board,
    /// How rows and columns are named.
    pub(super) notation: Notation,
    pub(super) position: Position,
    /// Holes in a frame: those that have a peg at the end.
    pub(super) goal: Position,
    /// The move that is shown: its holes from first to last.
    pub(super) mark: &'a [Hole],
}

/// The room for the names of rows, and for those of columns, in cells.
const EDGE: f64 = 0.6;

impl Drawing<'_> {
    /// The names of rows and columns, each with its place in cells. On a triangular grid a letter counts along its row, so
    /// that columns have no names.
    fn names(&self) -> Vec<(f64, f64, String)> {
        let board = self.board;
        let (rows, columns) = board.span();
        let first = usize::from(self.notation == Notation::Standard);
        let left = left_edge(board) - 0.5 - EDGE / 2.0;
        let mut names: Vec<_> = (0..rows).map(|row| (left, row as f64, (row + first).to_string())).collect();
        if board.grid() == Grid::Square {
            let named = |column| Some((column as f64, -0.5 - EDGE / 2.0, self.column(column)?));
            names.extend((0..columns).filter_map(named));
        }
        names
    }

    /// The name of a column that has a hole.
    fn column(&self, column: usize) -> Option<String> {
        let hole = (0..self.board.span().0).find_map(|row| self.board.hole_at(Place { row, column }))?;
        Some(match self.notation {
            Notation::Standard => {
                let name = Notation::Standard.hole(self.board, hole);
                name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
            }
            Notation::Course => column.to_string(),
        })
    }
}

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

    /// Writes a short text around this point.
    fn label(&mut self, (x, y): (f64, f64), size: f64, text: &str) {
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\" font-family=\"sans-serif\" fill=\"gray\" \
             text-anchor=\"middle\">{text}</text>",
            // Digits stand on the baseline and are as high as a third of the letters' size above it.
            y + size / 3.0
        );
    }

    /// Draws a position in cells of this size, its upper left corner here: the names of rows and columns, then the board.
    pub(super) fn position(&mut self, corner: (f64, f64), cell: f64, drawing: &Drawing<'_>) {
        let Drawing { board, position, goal, .. } = *drawing;
        let left = left_edge(board) - EDGE;
        let at = |x: f64, y: f64| (corner.0 + (x - left + 0.5) * cell, corner.1 + (y + EDGE + 0.5) * cell);
        let centre = |hole: Hole| {
            let (x, y) = place(board, hole);
            at(x, y)
        };
        for (x, y, name) in drawing.names() {
            self.label(at(x, y), 0.35 * cell, &name);
        }
        for hole in board.holes() {
            let (x, y) = centre(hole);
            let (radius, fill) = if position.has(hole) { (0.36, "black") } else { (0.12, "white") };
            let _ = writeln!(
                self.body,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{fill}\" stroke=\"black\"/>",
                radius * cell
            );
        }
        for hole in goal.holes() {
            self.frame(centre(hole), 0.84 * cell);
        }
        if drawing.mark.len() > 1 {
            self.arrow(&drawing.mark.iter().map(|&hole| centre(hole)).collect::<Vec<_>>(), 0.08 * cell);
        }
    }

    /// Draws a frame around this point.
    fn frame(&mut self, (x, y): (f64, f64), side: f64) {
        let (x, y) = (x - side / 2.0, y - side / 2.0);
        let _ = writeln!(
            self.body,
            "<rect class=\"goal\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill=\"none\" \
             stroke=\"blue\"/>"
        );
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

/// The width and the height of a board with the names of its rows and columns, in cells.
pub(super) fn size(board: &Board) -> (f64, f64) {
    let right = board.holes().map(|hole| place(board, hole).0).fold(f64::MIN, f64::max);
    (right - left_edge(board) + 1.0 + EDGE, board.span().0 as f64 + EDGE)
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
