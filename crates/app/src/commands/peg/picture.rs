//! A position as a coloured picture.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use peg::{Board, Grid, Hole, Notation, Position};

use crate::limits::counted;

const LABEL: Style = Style::new().dimmed();
const PEG: Style = AnsiColor::Yellow.on_default().bold();
const EMPTY: Style = Style::new().dimmed();

/// Draws the board with row numbers and, on square grids, column letters; in the course notation, with the numbers from 0
/// of columns and rows.
pub(crate) fn draw(
    out: &mut (impl Write + ?Sized),
    board: &Board,
    notation: Notation,
    position: Position,
) -> io::Result<()> {
    draw_marked(out, board, notation, position, |_| None)
}

/// Draws the board; holes may get a style and a sign of their own.
pub(crate) fn draw_marked(
    out: &mut (impl Write + ?Sized),
    board: &Board,
    notation: Notation,
    position: Position,
    mark: impl Fn(Hole) -> Option<(Style, char)>,
) -> io::Result<()> {
    draw_cells(out, board, notation, 1, |hole| {
        let plain = if position.has(hole) { (PEG, 'o') } else { (EMPTY, '.') };
        let (style, sign) = mark(hole).unwrap_or(plain);
        (style, sign.to_string())
    })
}

/// Draws the board with a number in each hole.
pub(crate) fn draw_numbers(
    out: &mut (impl Write + ?Sized),
    board: &Board,
    notation: Notation,
    number: impl Fn(Hole) -> i64,
) -> io::Result<()> {
    let width = board.holes().map(|hole| number(hole).to_string().len()).max().unwrap_or(1);
    // Rows of a triangular grid are shifted by half of the width of a hole and the blank after it.
    let width = if board.grid() == Grid::Triangular { width | 1 } else { width };
    draw_cells(out, board, notation, width, |hole| (Style::new(), number(hole).to_string()))
}

fn draw_cells(
    out: &mut (impl Write + ?Sized),
    board: &Board,
    notation: Notation,
    width: usize,
    cell: impl Fn(Hole) -> (Style, String),
) -> io::Result<()> {
    let (rows, _) = board.span();
    if board.grid() == Grid::Square {
        column_names(out, board, notation, width)?;
    }
    let margin = board.holes().map(|hole| across(board, hole, width)).min().unwrap_or(0);
    let first = usize::from(notation == Notation::Standard);
    for row in 0..rows {
        write!(out, "{LABEL}{:>3}{LABEL:#} ", row + first)?;
        let mut x = margin;
        for hole in board.row(row) {
            let gap = (across(board, hole, width) - x) as usize;
            let (style, text) = cell(hole);
            write!(out, "{:gap$}{style}{text:>width$}{style:#}", "")?;
            x = across(board, hole, width) + width as i64;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Characters from the left edge. Rows of a triangular grid are shifted by half a hole each.
fn across(board: &Board, hole: Hole, width: usize) -> i64 {
    let place = board.place(hole);
    let (step, column, row) = (width as i64 + 1, place.column as i64, place.row as i64);
    match board.grid() {
        Grid::Square => step * column,
        Grid::Triangular => step * column - step / 2 * row,
    }
}

/// Letters, or the last digits of numbers: a column has room for one character.
fn column_names(
    out: &mut (impl Write + ?Sized),
    board: &Board,
    notation: Notation,
    width: usize,
) -> io::Result<()> {
    let (_, columns) = board.span();
    let letter = |column: usize| char::from(b'a' + column as u8).to_string();
    let names: Vec<_> = match notation {
        Notation::Standard if columns > 26 => return Ok(()),
        Notation::Standard => (0..columns).map(letter).collect(),
        Notation::Course => (0..columns).map(|column| (column % 10).to_string()).collect(),
    };
    let names: Vec<_> = names.iter().map(|name| format!("{name:>width$}")).collect();
    writeln!(out, "    {LABEL}{}{LABEL:#}", names.join(" "))
}

/// The name of a position's only peg, or how many pegs it has.
pub(crate) fn in_words(board: &Board, notation: Notation, position: Position) -> String {
    match position.pegs() {
        1 => {
            let hole = position.holes().next().expect("one peg");
            format!("one peg at {}", notation.hole(board, hole))
        }
        pegs => format!("{pegs} pegs"),
    }
}

/// The number of jumps, and of moves where that is another one.
pub(crate) fn played(jumps: usize, moves: usize) -> String {
    format!("{} in {}", counted(jumps as u64, "jump"), counted(moves as u64, "move"))
}
