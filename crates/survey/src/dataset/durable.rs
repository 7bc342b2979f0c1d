//! Files that are whole and on the disk, or not there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// How the names of temporary files begin: readers of datasets pass over such names.
const PREFIX: &str = ".tapis-";

/// Writes a file. When this returns, neither a kill nor a power cut can lose it; before, there is none of this name, or
/// the one that stood there.
pub(crate) fn write_whole(folder: &Path, name: &str, contents: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The error of a temporary file names that file, which means nothing to anybody.
    let mut file = builder.tempfile_in(folder).map_err(|error| plain(&error))?;
    // Says that somebody writes this file.
    let _ = file.as_file().try_lock();
    file.write_all(contents).map_err(|error| plain(&error))?;
    file.as_file().sync_all()?;
    file.persist(folder.join(name)).map_err(|error| error.error)?;
    sync_folder(folder)
}

/// The error without the name of a temporary file.
fn plain(error: &io::Error) -> io::Error {
    error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
}

/// Makes a folder with those above it.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    folder.parent().filter(|above| !above.as_os_str().is_empty()).map_or(Ok(()), sync_folder)
}

/// Brings the names in a folder to the disk.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Other systems cannot open a folder, and need not.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Removes every file of a folder besides this one and those that somebody writes just now.
pub(crate) fn remove_others(folder: &Path, keep: &str) -> io::Result<()> {
    let mut is_changed = false;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name != keep && !(name.starts_with(PREFIX) && is_being_written(&entry.path())) {
            fs::remove_file(entry.path())?;
            is_changed = true;
        }
    }
    if is_changed { sync_folder(folder) } else { Ok(()) }
}

fn is_being_written(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock().is_err())
}
