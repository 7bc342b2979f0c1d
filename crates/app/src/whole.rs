//! Files to write: whole, or not at all.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::exit::Fault;

/// Writes a file beside its place, then moves it there; what stood there before stays if anything fails.
pub(crate) fn write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Fault> {
    try_write(path, fill).map_err(|error| Fault::cannot_write(path, &error))
}

/// The same, with the plain error.
pub(crate) fn try_write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The name of the temporary file, which its error tells, means nothing to anybody.
    let file = NamedTempFile::new_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    let mut file = BufWriter::new(file);
    fill(&mut file)?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    readable_by_all(&file)?;
    file.persist(path)?;
    Ok(())
}

/// A temporary file is private; a result is a file like any other.
#[cfg(unix)]
fn readable_by_all(file: &NamedTempFile) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all(_: &NamedTempFile) -> io::Result<()> {
    Ok(())
}
