//! A position as a coloured picture.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use peg::{Board, Grid, Hole, Notation, Position};

const LABEL: Style = Style::new().dimmed();
const PEG: Style = AnsiColor::Yellow.on_default().bold();
const EMPTY: Style = Style::new().dimmed();

/// Draws the board with row numbers and, on square grids, column letters.
pub(crate) fn draw(out: &mut (impl Write + ?Sized), board: &Board, position: Position) -> io::Result<()> {
    draw_marked(out, board, position, |_| None)
}

/// Draws the board; holes may get a style and a sign of their own.
pub(crate) fn draw_marked(
    out: &mut (impl Write + ?Sized),
    board: &Board,
    position: Position,
    mark: impl Fn(Hole) -> Option<(Style, char)>,
) -> io::Result<()> {
    let (rows, _) = board.span();
    if board.grid() == Grid::Square {
        column_letters(out, board)?;
    }
    let margin = board.holes().map(|hole| across(board, hole)).min().unwrap_or(0);
    for row in 0..rows {
        write!(out, "{LABEL}{:>3}{LABEL:#} ", row + 1)?;
        let mut x = margin;
        for hole in board.row(row) {
            let gap = (across(board, hole) - x) as usize;
            let plain = if position.has(hole) { (PEG, 'o') } else { (EMPTY, '.') };
            let (style, sign) = mark(hole).unwrap_or(plain);
            write!(out, "{:gap$}{style}{sign}{style:#}", "")?;
            x = across(board, hole) + 1;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Characters from the left edge. Rows of a triangular grid are shifted by half a hole each.
fn across(board: &Board, hole: Hole) -> i64 {
    let place = board.place(hole);
    match board.grid() {
        Grid::Square => 2 * place.column as i64,
        Grid::Triangular => 2 * place.column as i64 - place.row as i64,
    }
}

fn column_letters(out: &mut (impl Write + ?Sized), board: &Board) -> io::Result<()> {
    let (_, columns) = board.span();
    if columns > 26 {
        return Ok(());
    }
    let letters: Vec<_> = (b'a'..=b'z').take(columns).map(|letter| char::from(letter).to_string()).collect();
    writeln!(out, "    {LABEL}{}{LABEL:#}", letters.join(" "))
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
    let many = |number: usize, thing: &str| format!("{number} {thing}{}", if number == 1 { "" } else { "s" });
    format!("{} in {}", many(jumps, "jump"), many(moves, "move"))
}
