//! A line of play as CSV: one row a position.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use peg::{Board, Place, Position};
use tempfile::NamedTempFile;

use crate::exit::Fault;

/// Writes one row a position: its number, the seconds since the start, and all cells row by row,
/// `x` peg, `0` empty, blank no hole. The file is written whole or not at all.
pub(crate) fn save(path: &Path, board: &Board, line: &[(Position, Duration)]) -> Result<(), Fault> {
    whole(path, |out| {
        for (number, (position, time)) in line.iter().enumerate() {
            row(out, board, number, *position, *time)?;
        }
        Ok(())
    })
}

fn row(
    out: &mut impl Write,
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

/// Writes a file beside its place, then moves it there.
pub(crate) fn whole(
    path: &Path,
    write: impl FnOnce(&mut io::BufWriter<&mut NamedTempFile>) -> io::Result<()>,
) -> Result<(), Fault> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let fault = |error: &io::Error| Fault::cannot_write(path, error);
    let mut file = NamedTempFile::new_in(folder).map_err(|error| fault(&error))?;
    let mut out = io::BufWriter::with_capacity(1 << 20, &mut file);
    write(&mut out).and_then(|()| out.flush()).map_err(|error| fault(&error))?;
    drop(out);
    file.persist(path).map_err(|error| fault(&error.error))?;
    Ok(())
}
