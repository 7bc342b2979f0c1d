//! Where results go: standard output, locked and buffered once, without colour where none is wanted.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use anstream::AutoStream;
use serde::Serialize;

/// Standard output. Colour is dropped unless a terminal wants it (`NO_COLOR` is respected).
pub(crate) fn stdout() -> impl Write {
    BufWriter::new(AutoStream::auto(io::stdout()).lock())
}

/// One JSON value on a line of its own.
pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// An answer that is one sentence for people and one JSON value for machines.
pub(crate) fn answer(json: bool, answer: &(impl Serialize + Display)) -> io::Result<()> {
    let mut out = stdout();
    if json {
        json_line(&mut out, answer)?;
    } else {
        writeln!(out, "{answer}")?;
    }
    out.flush()
}
