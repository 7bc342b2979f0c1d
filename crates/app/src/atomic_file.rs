//! Files to write: whole, or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::exit::Fault;

/// Writes a file next to its place, then moves it there; the old file stays if anything fails. Links are
/// followed and the mode is kept; devices and pipes are written in place.
pub(crate) fn write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Fault> {
    try_write(path, fill).map_err(|error| Fault::cannot_write(path, &error))
}

/// Like [`write`], with the plain error.
pub(crate) fn try_write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let stands = match fs::metadata(path) {
        Ok(stands) => stands,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return replace(&end_of_links(path), None, fill);
        }
        Err(error) => return Err(error),
    };
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
    remove_leftovers(folder);
    let file = temporary(folder).map_err(|error| io::Error::from(error.kind()))?;
    // Says that somebody writes this file. Where there are no locks, only its age does.
    let _ = file.as_file().try_lock();
    let mut file = BufWriter::new(file);
    fill(&mut file)?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    if let Some(mode) = mode {
        file.as_file().set_permissions(mode)?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// How the names of temporary files begin and end.
const PREFIX: &str = ".tapis-";
const SUFFIX: &str = ".part";
/// A temporary file that is younger may belong to a run that has not locked it yet.
const YOUNG: Duration = Duration::from_secs(10);

/// A temporary file with the mode of any new file: a result is not private.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Removes the temporary files of runs that were killed, once per folder and run. What cannot be removed stays: it
/// harms nobody.
fn remove_leftovers(folder: &Path) {
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let is_new = SEEN.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned());
    let Some(entries) = is_new.then(|| fs::read_dir(folder).ok()).flatten() else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if is_temporary(&path) && is_abandoned(&path) {
            let _ = fs::remove_file(path);
        }
    }
}

fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// Does no run write this file any more?
fn is_abandoned(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    let changed = file.metadata().and_then(|about| about.modified());
    let is_old = changed.is_ok_and(|at| at.elapsed().is_ok_and(|age| age >= YOUNG));
    is_old && file.try_lock().is_ok()
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
    fn a_link_to_itself_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        symlink(&link, &link).unwrap();
        assert!(put(&link, "one").is_err());
        assert!(link.is_symlink());
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
    fn leftovers_of_killed_runs_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let with_age = |name: &str, seconds| {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(std::time::SystemTime::now() - Duration::from_secs(seconds)).unwrap();
            file
        };
        for (name, seconds) in [(".tapis-dead.part", 60), (".tapis-young.part", 0), ("mine.part", 60)] {
            drop(with_age(name, seconds));
        }
        let written_now = with_age(".tapis-locked.part", 60);
        written_now.try_lock().unwrap();
        put(&folder.path().join("file"), "one").unwrap();
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [".tapis-locked.part", ".tapis-young.part", "file", "mine.part"]);
    }

    #[test]
    fn devices_are_written_in_place() {
        put(Path::new("/dev/null"), "nothing").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert!(put(Path::new("/dev/full"), "too much").is_err());
    }
}
