//! Where results go: standard output, locked and buffered once, without colour where none is wanted.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use anstream::AutoStream;
use serde::Serialize;

use crate::exit::Fault;

/// Standard output. Colour is dropped unless a terminal wants it (`NO_COLOR` is respected).
pub(crate) fn stdout() -> impl Write {
    BufWriter::new(AutoStream::auto(io::stdout()).lock())
}

/// One JSON value on a line of its own.
pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Writes a file whole or not at all: beside its place first, then moved there.
pub(crate) fn whole_file(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let fault = |error: &io::Error| Fault::cannot_write(path, error);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = tempfile::Builder::new();
    let mut file = usual_permissions(&mut beside).tempfile_in(folder).map_err(|error| fault(&error))?;
    file.write_all(bytes).map_err(|error| fault(&error))?;
    file.persist(path).map_err(|error| fault(&error.error))?;
    Ok(())
}

/// As for any new file, where a temporary one would be for its owner alone.
#[cfg(unix)]
fn usual_permissions<'b, 'p, 's>(
    builder: &'b mut tempfile::Builder<'p, 's>,
) -> &'b mut tempfile::Builder<'p, 's> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    builder.permissions(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual_permissions<'b, 'p, 's>(
    builder: &'b mut tempfile::Builder<'p, 's>,
) -> &'b mut tempfile::Builder<'p, 's> {
    builder
}
