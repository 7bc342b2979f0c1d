//! Files that are whole and on the disk, or not there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// How the names of temporary files begin: readers of datasets pass over such names.
const PREFIX: &str = ".tapis-";

/// Writes a file. When this returns, neither a kill nor a power cut can lose it; before, there is none of this name, or
/// the one that stood there.
pub(crate) fn write_whole(folder: &Path, name: &str, contents: &[u8]) -> io::Result<()> {
    filled(folder, contents)?.persist(folder.join(name)).map_err(|error| error.error)?;
    sync_folder(folder)
}

/// Writes a file in the same way, unless there is one of this name. Says whether it did.
pub(crate) fn write_new(folder: &Path, name: &str, contents: &[u8]) -> io::Result<bool> {
    match filled(folder, contents)?.persist_noclobber(folder.join(name)) {
        Ok(_) => sync_folder(folder).map(|()| true),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

/// A temporary file with these contents, on the disk.
fn filled(folder: &Path, contents: &[u8]) -> io::Result<NamedTempFile> {
    // The error of a temporary file names that file, which means nothing to anybody.
    let mut file = temporary(folder).map_err(|error| plain(&error))?;
    file.write_all(contents).map_err(|error| plain(&error))?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// A temporary file that nobody removes: its lock says that somebody writes it.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(folder)?;
        // Some file systems have no locks, and then nobody removes anything.
        let _ = file.as_file().lock();
        // Somebody may have removed it before it was locked.
        if file.path().try_exists()? {
            return Ok(file);
        }
    }
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
    remove_files(folder, |name| name != keep)
}

/// Removes the temporary files of programs that were killed.
pub(crate) fn remove_leftovers(folder: &Path) -> io::Result<()> {
    remove_files(folder, |name| name.starts_with(PREFIX))
}

/// Removes files by their names, but not those that somebody writes just now.
fn remove_files(folder: &Path, is_unwanted: impl Fn(&str) -> bool) -> io::Result<()> {
    let mut is_changed = false;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if is_unwanted(&name) {
            is_changed |= remove(&entry.path(), name.starts_with(PREFIX))?;
        }
    }
    if is_changed { sync_folder(folder) } else { Ok(()) }
}

/// Removes a file, unless it is a temporary one that somebody writes. Says whether it did.
fn remove(path: &Path, is_temporary: bool) -> io::Result<bool> {
    let removed = File::open(path).and_then(|file| {
        // The lock is held until the file is gone: who made it sees that, and makes another one.
        if is_temporary && file.try_lock().is_err() {
            return Ok(false);
        }
        fs::remove_file(path).map(|()| true)
    });
    match removed {
        // Another process was faster.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        removed => removed,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn leftovers_go_and_files_at_work_stay() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        write_whole(folder, "kept", b"1").unwrap();
        fs::write(folder.join(".tapis-left"), "half").unwrap();
        let written = temporary(folder).unwrap();
        remove_leftovers(folder).unwrap();
        let own = written.path().file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(names(folder), [own.as_str(), "kept"]);
        remove_others(folder, "other").unwrap();
        assert_eq!(names(folder), [own.as_str()]);
    }

    /// Shards begin at the same moment: one tidies up while another writes.
    #[test]
    fn no_file_is_lost_to_somebody_who_tidies_up() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let is_done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    remove_leftovers(folder).unwrap();
                }
            });
            for number in 0..300 {
                write_whole(folder, &format!("{number}"), b"1").unwrap();
            }
            is_done.store(true, Ordering::Relaxed);
        });
        assert_eq!(names(folder).len(), 300);
    }
}
