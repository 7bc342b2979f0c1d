//! A line of play as CSV: one row per position.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use peg::{Board, Place, Position};

use crate::atomic_file;
use crate::exit::Fault;

/// Writes one row per position: its number, the seconds since the start, and all cells row by row,
/// `x` peg, `0` empty, blank no hole. The file is written whole or not at all.
pub(crate) fn save(path: &Path, board: &Board, line: &[(Position, Duration)]) -> Result<(), Fault> {
    atomic_file::write(path, |out| {
        for (number, (position, time)) in line.iter().enumerate() {
            row(out, board, number, *position, *time)?;
        }
        Ok(())
    })
}

/// Writes the rows that stand until there are better ones. A pipe or a device takes rows once, so that it gets none yet.
pub(crate) fn save_first(path: &Path, board: &Board, line: &[(Position, Duration)]) -> Result<(), Fault> {
    match path.metadata() {
        Ok(place) if !place.is_file() && !place.is_dir() => Ok(()),
        _ => save(path, board, line),
    }
}

fn row(
    out: &mut dyn Write,
    board: &Board,
    number: usize,
    position: Position,
    time: Duration,
) -> io::Result<()> {
    let (rows, columns) = board.span();
    write!(out, "{number},{:.3}", time.as_secs_f64())?;
    for row in 0..rows {
        for column in 0..columns {
            let cell = match board.hole_at(Place { row, column }) {
                Some(hole) if position.has(hole) => "x",
                Some(_) => "0",
                None => "",
            };
            write!(out, ",{cell}")?;
        }
    }
    writeln!(out)
}
