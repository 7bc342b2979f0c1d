//! Files to write: whole, or not at all.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::exit::Fault;

/// Writes a file next to its place, then moves it there; the old file stays if anything fails. Links are
/// followed and the mode is kept; devices and pipes are written in place.
pub(crate) fn write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Fault> {
    try_write(path, fill).map_err(|error| Fault::cannot_write(path, &error))
}

/// Like [`write`], with the plain error.
pub(crate) fn try_write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let Ok(stands) = fs::metadata(path) else { return replace(&end_of_links(path), None, fill) };
    let file = OpenOptions::new().write(true).open(path)?;
    if stands.is_file() {
        return replace(&fs::canonicalize(path)?, Some(stands.permissions()), fill);
    }
    let mut file: BufWriter<File> = BufWriter::new(file);
    fill(&mut file)?;
    file.flush()
}

/// Where a path leads that has no file yet: a link may point to nothing.
fn end_of_links(path: &Path) -> PathBuf {
    match fs::read_link(path) {
        Ok(target) => path.parent().unwrap_or(Path::new("")).join(target),
        Err(_) => path.to_owned(),
    }
}

fn replace(
    path: &Path,
    mode: Option<Permissions>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A folder that is not there is named by the system; the error of a temporary file names that file, which means
    // nothing to anybody.
    fs::metadata(folder)?;
    let file = temporary(folder).map_err(|error| io::Error::from(error.kind()))?;
    let mut file = BufWriter::new(file);
    fill(&mut file)?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    if let Some(mode) = mode {
        file.as_file().set_permissions(mode)?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A temporary file with the mode of any new file: a result is not private.
#[cfg(unix)]
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    tempfile::Builder::new().permissions(Permissions::from_mode(0o666)).tempfile_in(folder)
}

#[cfg(not(unix))]
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    NamedTempFile::new_in(folder)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn put(path: &Path, text: &str) -> io::Result<()> {
        try_write(path, |out| out.write_all(text.as_bytes()))
    }

    #[test]
    fn links_are_followed_and_modes_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        symlink(&file, &link).unwrap();
        put(&link, "one").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        put(&link, "two").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn what_cannot_be_filled_leaves_what_stood_there() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        put(&file, "one").unwrap();
        let failed = try_write(&file, |out| {
            out.write_all(b"tw")?;
            Err(io::Error::other("no more"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "one");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no leftovers");
    }

    #[test]
    fn devices_are_written_in_place() {
        put(Path::new("/dev/null"), "nothing").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert!(put(Path::new("/dev/full"), "too much").is_err());
    }
}
