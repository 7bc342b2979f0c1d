//! The lock of a game that one process has open.

use std::fs::{self, File, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// A game that this process has open. The file of the lock is there as long as the lock is held.
#[derive(Debug)]
pub(crate) struct Lock {
    /// None where nothing can be kept, so that there is nothing to lock.
    held: Option<(PathBuf, File)>,
}

impl Lock {
    /// Takes the lock; none if another process holds it.
    pub(super) fn take(path: PathBuf) -> Option<Self> {
        loop {
            let Ok(file) = File::create(&path) else { return Some(Self { held: None }) };
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return None,
                Err(TryLockError::Error(_)) => return Some(Self { held: None }),
                Ok(()) if is_at(&file, &path) => return Some(Self { held: Some((path, file)) }),
                // The process that held it removed the file after it was opened here.
                Ok(()) => {}
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some((path, file)) = &self.held
            && is_at(file, path)
        {
            // A file that stays is removed at the next start.
            let _ = fs::remove_file(path);
        }
    }
}

/// Is this file the one at the path?
fn is_at(file: &File, path: &Path) -> bool {
    let id = |facts: fs::Metadata| (facts.dev(), facts.ino());
    matches!((file.metadata().map(id), fs::metadata(path).map(id)), (Ok(open), Ok(there)) if open == there)
}
