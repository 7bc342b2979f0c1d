//! The file that `-o` names, `-` being standard output.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use crate::exit::Fault;
use crate::{atomic_file, output};

/// Writes the file, or to standard output.
pub(super) fn write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Fault> {
    if !is_stream(path) {
        return atomic_file::write(path, fill);
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    fill(&mut out)?;
    out.flush()?;
    Ok(())
}

/// Prints the answer of a command: to standard error where standard output is the file.
pub(super) fn answer(path: &Path, json: bool, answer: &(impl Serialize + Display)) -> io::Result<()> {
    if !is_stream(path) {
        return output::answer(json, answer);
    }
    let mut err = anstream::stderr().lock();
    if json { output::json_line(&mut err, answer) } else { writeln!(err, "{answer}") }
}

fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}
