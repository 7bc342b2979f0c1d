//! Rows of CSV: the number of a position, the seconds, then its cells row by row, `x` peg, `0` empty, blank no hole.

use crate::board::{Board, Place};
use crate::builtin::{named, names};
use crate::hole::Hole;
use crate::position::Position;
use crate::text::{BoardError, Setup};

/// The cells of one row.
pub(crate) struct Row {
    line: usize,
    cells: Vec<Option<bool>>,
}

/// The last row, if the text is CSV.
pub(crate) fn last_row(text: &str) -> Option<Row> {
    let rows = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut rows = rows.map(|(number, line)| row(number + 1, line));
    let first = rows.next()??;
    rows.try_fold(first, |_, row| row)
}

fn row(line: usize, text: &str) -> Option<Row> {
    let mut fields = text.trim_end_matches('\r').split(',');
    let is_number = |field: Option<&str>| field.is_some_and(|field| field.parse::<f64>().is_ok());
    if !is_number(fields.next()) || !is_number(fields.next()) {
        return None;
    }
    let cell = |field: &str| match field {
        "x" | "X" => Some(Some(true)),
        "0" => Some(Some(false)),
        "" => Some(None),
        _ => None,
    };
    let cells: Option<Vec<_>> = fields.map(cell).collect();
    cells.filter(|cells| !cells.is_empty()).map(|cells| Row { line, cells })
}

impl Row {
    /// The position, on this board.
    pub(crate) fn on(&self, board: &Board) -> Result<Position, BoardError> {
        let (rows, columns) = board.span();
        let holes = (0..rows * columns)
            .map(|cell| board.hole_at(Place { row: cell / columns, column: cell % columns }));
        let holes: Vec<Option<Hole>> = holes.collect();
        let fits = holes.len() == self.cells.len()
            && holes.iter().zip(&self.cells).all(|(hole, cell)| hole.is_some() == cell.is_some());
        if !fits {
            return Err(BoardError::Csv { line: self.line, cells: self.cells.len() });
        }
        let pegs = holes.into_iter().zip(&self.cells).filter(|(_, cell)| **cell == Some(true));
        Ok(pegs.filter_map(|(hole, _)| hole).fold(Position::EMPTY, Position::with))
    }

    /// The position, on the built-in board that has these cells.
    pub(crate) fn on_some_board(&self) -> Result<Setup, BoardError> {
        let boards = names().into_iter().filter_map(|name| named(&name));
        let mut setups = boards.filter_map(|board| Some(Setup { position: self.on(&board).ok()?, board }));
        setups.next().ok_or(BoardError::Csv { line: self.line, cells: self.cells.len() })
    }
}
