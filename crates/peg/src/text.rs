//! Boards and positions as text: one line per row, `o` for a peg, `.` for an empty hole, blank or `#` for no hole.
//!
//! Other ways to write a position are read too, and distinguished by their letters. A list of jumps may follow the rows.

use std::fmt::Write;

use crate::board::{Board, Place};
use crate::csv;
use crate::grid::Grid;
use crate::hole::Hole;
use crate::listed_jumps::{self, JumpList};
use crate::matrix;
use crate::notation::NotationError;
use crate::position::Position;

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// There is no text.
    #[error("the file is empty")]
    Empty,
    /// An unknown header line.
    #[error(
        "line {line}: unknown header `{header}`; write `grid: square` or `grid: triangular`, or with `, drawn` or `, slanted` after it"
    )]
    Header {
        /// Counted from 1.
        line: usize,
        /// The line.
        header: String,
    },
    /// A letter without a meaning.
    #[error(
        "line {line}, column {column}: `{found}` is neither `o`, `.`, blank nor `#` (nor `X` and `O`, nor `x` and `0`)"
    )]
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
    /// The list of jumps is empty.
    #[error("no jump is listed")]
    NoListedJump,
    /// A word of the list is not a jump.
    #[error(
        "line {line}: `{found}` is not a jump; list jumps like a1-b1-c1: from, over, to, three different holes"
    )]
    ListedJump {
        /// Counted from 1.
        line: usize,
        /// The word.
        found: String,
    },
    /// A listed jump has a hole that the board has not.
    #[error("line {line}: {why}")]
    ListedHole {
        /// Counted from 1.
        line: usize,
        /// The hole.
        why: NotationError,
    },
    /// More jumps than a board may have.
    #[error("line {line}: more than 4096 jumps")]
    TooManyJumps {
        /// The line where they are too many, counted from 1.
        line: usize,
    },
    /// Letters of two ways to write pegs in one text.
    #[error(
        "line {line}, column {column}: `{second}` in a text with `{first}`: write `o` and `.`, or `X` and `O`, or `x` and `0`"
    )]
    Mixed {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// A letter of one way.
        first: char,
        /// A letter of the other.
        second: char,
    },
    /// A triangular board that is a different one as a drawing and in slanted columns.
    #[error(
        "the board can be read as a drawing or in slanted columns; write `grid: triangular, drawn` or `grid: triangular, slanted`"
    )]
    TwoReadings,
    /// The text is not a matrix of 0, 1 and 2.
    #[error("the matrix is not one of 0 (empty), 1 (peg) and 2 (no hole): {why}")]
    Matrix {
        /// The first fault.
        why: String,
    },
    /// The matrix in Caml is cut off.
    #[error("the matrix ends too early: a `|]` is missing")]
    MatrixEnd,
    /// The number of pegs before a matrix is not that of the matrix.
    #[error("the matrix has {has} peg{}, and {says} stands before it", if *has == 1 { "" } else { "s" })]
    PegCount {
        /// The number of pegs in the matrix.
        has: u32,
        /// The number before it.
        says: u32,
    },
    /// Rows of CSV that belong to no known board.
    #[error("line {line}: {cells} cells of CSV are not the cells of this board")]
    Csv {
        /// Counted from 1.
        line: usize,
        /// The number of cells.
        cells: usize,
    },
    /// A number with bits where the board has no holes.
    #[error("the number has bits beyond the {holes} holes of the board")]
    Number {
        /// The number of holes.
        holes: usize,
    },
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
    /// Reads a board and the pegs on it. A matrix of 0, 1 and 2, and CSV of a built-in board, are read too.
    pub fn parse(text: &str) -> Result<Self, BoardError> {
        if text.trim().is_empty() {
            return Err(BoardError::Empty);
        }
        let (text, list) = listed_jumps::split(text);
        if let Some(cells) = matrix::read(text) {
            return Self::of_cells(Grid::Square, cells?, list);
        }
        if let Some(row) = csv::last_row(text) {
            return row.on_some_board();
        }
        let (grid, reading, cells) = read(text)?;
        let cells = if grid == Grid::Triangular { slanted(reading, cells)? } else { cells };
        Self::of_cells(grid, cells, list)
    }

    fn of_cells(grid: Grid, mut cells: Vec<Cell>, list: Option<JumpList<'_>>) -> Result<Self, BoardError> {
        cells.sort_unstable_by_key(|cell| cell.place);
        let places = cells.iter().map(|c| c.place);
        let board = match list {
            Some(list) => Board::with_listed_jumps(grid, places, |shape| list.jumps(shape))?,
            None => Board::new(grid, places)?,
        };
        // Sorted like the holes of the board.
        let pegs = cells.iter().enumerate().filter(|(_, cell)| cell.peg);
        let position = pegs.fold(Position::EMPTY, |p, (i, _)| p.with(Hole::new(i)));
        Ok(Self { board, position })
    }

    /// Reads a position on a known board; the shape must be the same, the header and the list of jumps may be missing.
    pub fn parse_on(text: &str, board: &Board) -> Result<Position, BoardError> {
        if text.trim().is_empty() {
            return Err(BoardError::Empty);
        }
        if let Some(row) = csv::last_row(text) {
            return row.on(board);
        }
        let (rows, list) = listed_jumps::split(text);
        let is_letters = matrix::read(rows).is_none() && !text.trim_start().starts_with("grid");
        let header = if is_letters && board.grid() == Grid::Triangular { header_of(board) } else { "" };
        let setup = match list {
            Some(_) => Self::parse(&format!("{header}{text}"))?,
            None => Self::parse(&format!("{header}{rows}\n{}", listed_jumps::written(board)))?,
        };
        let why = if setup.board.grid() != board.grid() {
            "another grid".to_owned()
        } else if !setup.board.has_places_of(board) {
            format!("another shape of {} holes", setup.board.len())
        } else if setup.board != *board {
            "other jumps".to_owned()
        } else {
            return Ok(setup.position);
        };
        Err(BoardError::OtherShape { why })
    }
}

/// The text of a position, which [`Setup::parse`] reads back.
pub fn to_text(board: &Board, position: Position) -> String {
    let rows = rows(board, |hole| if position.has(hole) { 'o' } else { '.' });
    format!("{}{rows}{}", header_of(board), listed_jumps::written(board))
}

/// The text of a position, with `#` in the place of blanks within a row.
pub(crate) fn to_marked_text(board: &Board, position: Position) -> String {
    let rows = rows(board, |hole| if position.has(hole) { 'o' } else { '.' });
    format!("{}{}{}", header_of(board), rows.replace(' ', "#"), listed_jumps::written(board))
}

/// One line per row, with a letter for each hole.
pub(crate) fn rows(board: &Board, letter: impl Fn(Hole) -> char) -> String {
    let mut text = String::new();
    for row in 0..board.span().0 {
        let mut column = 0;
        for hole in board.row(row) {
            let skipped = board.place(hole).column - column;
            let _ = write!(text, "{:skipped$}{}", "", letter(hole));
            column += skipped + 1;
        }
        text.push('\n');
    }
    text
}

/// The header line of a board in slanted columns; it names them where the holes could be a drawing.
pub(crate) fn header_of(board: &Board) -> &'static str {
    let parity = |hole| (board.place(hole).row + board.place(hole).column) % 2;
    let like_a_drawing = board.holes().all(|hole| parity(hole) == parity(Hole::new(0)));
    match board.grid() {
        Grid::Square => "",
        Grid::Triangular if like_a_drawing => "grid: triangular, slanted\n",
        Grid::Triangular => "grid: triangular\n",
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Cell {
    pub(crate) place: Place,
    pub(crate) peg: bool,
}

/// How the columns of a triangular board are to be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Unsaid,
    Drawn,
    Slanted,
}

fn read(text: &str) -> Result<(Grid, Reading, Vec<Cell>), BoardError> {
    let mut grid = None;
    let mut cells = Vec::new();
    let mut style = None;
    for (row, line) in text.lines().map(str::trim_end).enumerate() {
        if cells.is_empty() && (line.contains(':') || line.to_ascii_lowercase().starts_with("grid")) {
            let twice = grid.is_some();
            grid = Some(header(line).filter(|_| !twice).ok_or_else(|| unknown_header(row, line))?);
            continue;
        }
        for (column, letter) in line.chars().enumerate() {
            let Some((own, peg)) = style_of(letter) else {
                match letter {
                    ' ' | '#' => continue,
                    found => return Err(BoardError::Letter { line: row + 1, column: column + 1, found }),
                }
            };
            let (first, known) = *style.get_or_insert((letter, own));
            if known != own {
                return Err(BoardError::Mixed { line: row + 1, column: column + 1, first, second: letter });
            }
            if cells.len() == Hole::MOST {
                return Err(BoardError::Overfull { line: row + 1 });
            }
            cells.push(Cell { place: Place { row, column }, peg });
        }
    }
    let (grid, reading) = grid.unwrap_or((Grid::Square, Reading::Unsaid));
    Ok((grid, reading, cells))
}

/// The way to write pegs that a letter belongs to, and whether it is a peg.
fn style_of(letter: char) -> Option<(u8, bool)> {
    Some(match letter {
        'o' => (0, true),
        '.' => (0, false),
        'X' => (1, true),
        'O' => (1, false),
        'x' => (2, true),
        '0' => (2, false),
        _ => return None,
    })
}

fn header(line: &str) -> Option<(Grid, Reading)> {
    let line = line.to_ascii_lowercase();
    let ("grid", grid) = line.split_once(':')? else { return None };
    let words: Vec<_> = grid.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    match words[..] {
        ["square"] => Some((Grid::Square, Reading::Unsaid)),
        ["triangular"] => Some((Grid::Triangular, Reading::Unsaid)),
        ["triangular", "drawn"] => Some((Grid::Triangular, Reading::Drawn)),
        ["triangular", "slanted"] => Some((Grid::Triangular, Reading::Slanted)),
        _ => None,
    }
}

fn unknown_header(row: usize, line: &str) -> BoardError {
    BoardError::Header { line: row + 1, header: line.chars().take(40).collect() }
}

/// A triangular board may also be drawn as it looks, with a blank between the holes of a row: then the cells are brought
/// into slanted columns.
///
/// In a drawing the row and the column of a cell are both even or both odd, or always one of each. A text like that is a
/// drawing if neighbours in a row have one blank between them and this makes jumps; where it does not, or where no two
/// holes of a row are neighbours, it must say what it is, unless only one reading is a board.
fn slanted(reading: Reading, cells: Vec<Cell>) -> Result<Vec<Cell>, BoardError> {
    let parity = |c: &Cell| (c.place.row + c.place.column) % 2;
    let may_be_drawn = cells.windows(2).all(|w| parity(&w[0]) == parity(&w[1]));
    if !may_be_drawn || cells.is_empty() || reading == Reading::Slanted {
        return Ok(cells);
    }
    let slant = |c: &Cell| {
        let column = usize::midpoint(c.place.row, c.place.column);
        Cell { place: Place { row: c.place.row, column }, ..*c }
    };
    let drawn: Vec<_> = cells.iter().map(slant).collect();
    if reading == Reading::Drawn {
        return Ok(drawn);
    }
    let spaced = |a: &Cell, b: &Cell| a.place.row == b.place.row && a.place.column + 2 == b.place.column;
    let has_neighbours = cells.windows(2).any(|w| spaced(&w[0], &w[1]));
    // A jump in slanted columns is one of the drawing too.
    match (jumps_of(&cells), jumps_of(&drawn)) {
        (as_slanted, as_drawn) if as_slanted == as_drawn && !has_neighbours => Ok(cells),
        (_, 0) => Ok(cells),
        (0, _) => Ok(drawn),
        (as_slanted, as_drawn) if as_drawn > as_slanted && has_neighbours => Ok(drawn),
        _ => Err(BoardError::TwoReadings),
    }
}

fn jumps_of(cells: &[Cell]) -> usize {
    let board = Board::new(Grid::Triangular, cells.iter().map(|cell| cell.place));
    board.map_or(0, |board| board.jumps().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_triangle_is_the_slanted_one() {
        let drawn = Setup::parse("grid: triangular\n    o\n   o .\n  o o o\n").unwrap();
        let slanted = Setup::parse("Grid: Triangular\no\no.\nooo\n").unwrap();
        assert_eq!(drawn, slanted);
    }

    #[test]
    fn text_round_trips() {
        for text in ["  ooo\n  o.o\nooooo\n", "grid: triangular\no\n.o\nooo\n"] {
            let setup = Setup::parse(text).unwrap();
            assert_eq!(to_text(&setup.board, setup.position), text);
        }
    }

    /// A drawing of two lines that meet is, in slanted columns, one line and two single holes.
    #[test]
    fn a_sparse_triangular_board_must_say_how_it_is_read() {
        let holes = "o\n o\n  o\n o\no\n";
        let read = |header: &str| Setup::parse(&format!("grid: triangular{header}\n{holes}"));
        assert_eq!(read(""), Err(BoardError::TwoReadings));
        assert_eq!(read(", drawn").unwrap().board.jumps().len(), 4);
        let slanted = read(", slanted").unwrap();
        assert_eq!(slanted.board.jumps().len(), 2);
        let text = to_text(&slanted.board, slanted.position);
        assert_eq!(Setup::parse(&text), Ok(slanted));
    }

    #[test]
    fn an_empty_text_is_no_board() {
        let triangle = Setup::parse("grid: triangular\no\no.\nooo\n").unwrap().board;
        for text in ["", " \n\n"] {
            assert_eq!(Setup::parse(text), Err(BoardError::Empty));
            assert_eq!(Setup::parse_on(text, &triangle), Err(BoardError::Empty));
        }
    }

    #[test]
    fn pegs_are_written_in_one_way() {
        let ours = Setup::parse("oo.o\no.oo\n").unwrap();
        for text in ["XXOX\nXOXX\n", "xx0x\nx0xx\n"] {
            assert_eq!(Setup::parse(text).as_ref(), Ok(&ours));
        }
        assert_eq!(
            Setup::parse("oOo\n"),
            Err(BoardError::Mixed { line: 1, column: 2, first: 'o', second: 'O' })
        );
    }
}
