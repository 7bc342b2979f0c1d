//! Files that are whole and on the disk, or not there.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use serde::Serialize;
use session::{LoadError, MOST_BYTES};
use tempfile::NamedTempFile;

use super::LOCK;
use super::lock::Lock;

/// How the names of temporary files begin.
const PREFIX: &str = ".tapis-";

/// The text of a regular file; none where there is none. Anything else, such as a pipe, is not opened: that could wait forever.
pub(super) fn read_text(path: &Path) -> Result<Option<String>, LoadError> {
    if !fs::metadata(path).is_ok_and(|facts| facts.is_file()) {
        return Ok(None);
    }
    let mut text = String::new();
    let file = File::open(path).map_err(|error| LoadError::Game(error.to_string()))?;
    let read = file.take(MOST_BYTES as u64 + 1).read_to_string(&mut text);
    match read.map_err(|error| LoadError::Game(error.to_string()))? {
        bytes if bytes > MOST_BYTES => Err(LoadError::TooLarge),
        _ => Ok(Some(text)),
    }
}

/// Writes a file next to its place, brings it to the disk, moves it there, and brings that to the disk too.
pub(super) fn write(path: &Path, what: &impl Serialize) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = NamedTempFile::with_prefix_in(PREFIX, folder)?;
    // Says that somebody writes this file.
    let _ = file.as_file().try_lock();
    serde_json::to_writer(&mut file, what)?;
    file.write_all(b"\n")?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()
}

/// Removes temporary files that nobody writes, and locks that nobody holds. One that cannot be removed stays.
pub(super) fn remove_left_over(folder: &Path) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_file = fs::symlink_metadata(&path).is_ok_and(|facts| facts.is_file());
        if is_file && name.starts_with(PREFIX) && !is_being_written(&path) {
            let _ = fs::remove_file(&path);
        } else if is_file && path.extension().is_some_and(|extension| extension == LOCK) {
            // A lock that is had is dropped, and its file goes with it.
            drop(Lock::take(path));
        }
    }
}

fn is_being_written(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock().is_err())
}
