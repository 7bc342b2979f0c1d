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

/// The answer of a command: one JSON value for machines, or a text for people.
pub(crate) fn print(
    json: bool,
    value: &impl Serialize,
    text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = stdout();
    if json {
        json_line(&mut out, value)?;
    } else {
        text(&mut out)?;
    }
    out.flush()
}

/// An answer whose text is one sentence.
pub(crate) fn answer(json: bool, answer: &(impl Serialize + Display)) -> io::Result<()> {
    print(json, answer, |out| writeln!(out, "{answer}"))
}
