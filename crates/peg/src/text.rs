//! Boards and positions as text: one line per row, `o` for a peg, `.` for an empty hole, blank or `#` for no hole.

use std::fmt::Write;

use crate::board::{Board, Place};
use crate::grid::Grid;
use crate::hole::Hole;
use crate::position::Position;

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// An unknown header line.
    #[error("line {line}: unknown header `{header}`; write `grid: square` or `grid: triangular`")]
    Header {
        /// Counted from 1.
        line: usize,
        /// The line.
        header: String,
    },
    /// A letter without a meaning.
    #[error("line {line}, column {column}: `{found}` is neither `o`, `.`, blank nor `#`")]
    Letter {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// The letter.
        found: char,
    },
    /// More holes than a position can hold.
    #[error("line {line}: more than 128 holes")]
    Overfull {
        /// The line of the 129th hole, counted from 1.
        line: usize,
    },
    /// More holes than a position can hold.
    #[error("{holes} holes; a board has at most 128")]
    TooManyHoles {
        /// The number of holes.
        holes: usize,
    },
    /// The holes lie too far apart.
    #[error("the holes span more than 255 rows or columns")]
    TooWide,
    /// No jump fits on the board.
    #[error("no jump is possible: no three holes in a line")]
    NoJump,
    /// The shape is not that of the given board.
    #[error("the position is not on the board: {why}")]
    OtherShape {
        /// The first difference.
        why: String,
    },
}

/// A board with pegs on it, as read from text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The shape.
    pub board: Board,
    /// The pegs.
    pub position: Position,
}

impl Setup {
    /// Reads a board and the pegs on it.
    pub fn parse(text: &str) -> Result<Self, BoardError> {
        let (grid, cells) = read(text)?;
        let cells = if grid == Grid::Triangular { slanted(cells) } else { cells };
        let board = Board::new(grid, cells.iter().map(|c| c.place))?;
        // Sorted like the holes of the board.
        let pegs = cells.iter().enumerate().filter(|(_, cell)| cell.peg);
        let position = pegs.fold(Position::EMPTY, |p, (i, _)| p.with(Hole::new(i)));
        Ok(Self { board, position })
    }

    /// Reads a position on a known board; the shape must be the same, the header may be missing.
    pub fn parse_on(text: &str, board: &Board) -> Result<Position, BoardError> {
        let headless = !text.trim_start().starts_with("grid");
        let header = if headless && board.grid() == Grid::Triangular { "grid: triangular\n" } else { "" };
        let setup = Self::parse(&format!("{header}{text}"))?;
        if setup.board.grid() != board.grid() {
            return Err(BoardError::OtherShape { why: "another grid".to_owned() });
        }
        if setup.board != *board {
            let why = format!("another shape of {} holes", setup.board.len());
            return Err(BoardError::OtherShape { why });
        }
        Ok(setup.position)
    }
}

/// The text of a position, which [`Setup::parse`] reads back.
pub fn to_text(board: &Board, position: Position) -> String {
    let mut text = String::new();
    if board.grid() == Grid::Triangular {
        text.push_str("grid: triangular\n");
    }
    for row in 0..board.span().0 {
        let mut column = 0;
        for hole in board.row(row) {
            let skipped = board.place(hole).column - column;
            let _ = write!(text, "{:skipped$}{}", "", if position.has(hole) { 'o' } else { '.' });
            column += skipped + 1;
        }
        text.push('\n');
    }
    text
}

#[derive(Clone, Copy)]
struct Cell {
    place: Place,
    peg: bool,
}

fn read(text: &str) -> Result<(Grid, Vec<Cell>), BoardError> {
    let mut grid = None;
    let mut cells = Vec::new();
    for (row, line) in text.lines().map(str::trim_end).enumerate() {
        if cells.is_empty() && (line.contains(':') || line.starts_with("grid")) {
            let twice = grid.is_some();
            grid = Some(header(line).filter(|_| !twice).ok_or_else(|| unknown_header(row, line))?);
            continue;
        }
        for (column, letter) in line.chars().enumerate() {
            let peg = match letter {
                'o' => true,
                '.' => false,
                ' ' | '#' => continue,
                found => return Err(BoardError::Letter { line: row + 1, column: column + 1, found }),
            };
            if cells.len() == Hole::MOST {
                return Err(BoardError::Overfull { line: row + 1 });
            }
            cells.push(Cell { place: Place { row, column }, peg });
        }
    }
    Ok((grid.unwrap_or(Grid::Square), cells))
}

fn header(line: &str) -> Option<Grid> {
    match line.split_once(':')? {
        ("grid", grid) => match grid.trim() {
            "square" => Some(Grid::Square),
            "triangular" => Some(Grid::Triangular),
            _ => None,
        },
        _ => None,
    }
}

fn unknown_header(row: usize, line: &str) -> BoardError {
    BoardError::Header { line: row + 1, header: line.chars().take(40).collect() }
}

/// A triangular board may also be drawn as it looks, with a blank between the holes of a row:
/// then the cells are brought into slanted columns.
fn slanted(cells: Vec<Cell>) -> Vec<Cell> {
    let spaced = |a: &Cell, b: &Cell| a.place.row == b.place.row && a.place.column + 2 == b.place.column;
    let parity = |c: &Cell| (c.place.row + c.place.column) % 2;
    let drawn = cells.windows(2).any(|w| spaced(&w[0], &w[1]))
        && cells.windows(2).all(|w| parity(&w[0]) == parity(&w[1]));
    if !drawn {
        return cells;
    }
    let slant = |c: Cell| {
        let column = usize::midpoint(c.place.row, c.place.column);
        Cell { place: Place { row: c.place.row, column }, ..c }
    };
    cells.into_iter().map(slant).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_triangle_is_the_slanted_one() {
        let drawn = Setup::parse("grid: triangular\n    o\n   o .\n  o o o\n").unwrap();
        let slanted = Setup::parse("grid: triangular\no\no.\nooo\n").unwrap();
        assert_eq!(drawn, slanted);
    }

    #[test]
    fn text_round_trips() {
        for text in ["  ooo\n  o.o\nooooo\n", "grid: triangular\no\n.o\nooo\n"] {
            let setup = Setup::parse(text).unwrap();
            assert_eq!(to_text(&setup.board, setup.position), text);
        }
    }
}
