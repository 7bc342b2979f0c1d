//! A file of lines that is only ever added to, and that survives a kill at any moment.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use thiserror::Error;

/// Longer lines are no lines of a ledger.
const LONGEST: usize = 1 << 20;

/// An open ledger. A line is either in the file with its line end, or not there: a line cut short by a kill is
/// taken away when the ledger is opened again.
#[derive(Debug)]
pub struct Ledger {
    file: File,
}

/// Why a ledger cannot be used.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is about something else.
    #[error("the file is about `{found}`, not about `{expected}`")]
    Title {
        /// What it is about.
        found: String,
        /// What it should be about.
        expected: String,
    },
    /// Somebody else is writing it.
    #[error("another process is writing it")]
    Busy,
    /// A line that cannot be read.
    #[error("line {0} cannot be read")]
    Line(usize),
}

impl Ledger {
    /// Opens a ledger with this title, or begins one; gives back the lines that are there.
    pub fn open(path: &Path, title: &str) -> Result<(Self, Vec<String>), LedgerError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LedgerError::Busy),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let (mut lines, whole) = read_lines(&file)?;
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        let mut ledger = Self { file };
        if lines.is_empty() {
            ledger.append(title)?;
        } else {
            let found = lines.remove(0);
            if found != title {
                let found = found.chars().take(80).collect();
                return Err(LedgerError::Title { found, expected: title.to_owned() });
            }
        }
        Ok((ledger, lines))
    }

    /// Adds a line; when this returns, the line is on the disk.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        debug_assert!(!line.contains('\n'), "one line at a time");
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.file.sync_data()
    }
}

/// The whole lines of a file, and how many bytes they take.
fn read_lines(file: &File) -> Result<(Vec<String>, u64), LedgerError> {
    let mut reader = BufReader::new(file);
    let (mut lines, mut whole) = (Vec::new(), 0);
    loop {
        let mut line = Vec::new();
        let length = reader.by_ref().take(LONGEST as u64).read_until(b'\n', &mut line)?;
        if line.pop() != Some(b'\n') {
            return if length == LONGEST {
                Err(LedgerError::Line(lines.len() + 1))
            } else {
                Ok((lines, whole))
            };
        }
        whole += length as u64;
        lines.push(String::from_utf8(line).map_err(|_| LedgerError::Line(lines.len() + 1))?);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_and_cut_ones_go() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("ledger");
        {
            let (mut ledger, lines) = Ledger::open(&path, "title").unwrap();
            assert!(lines.is_empty());
            ledger.append("one").unwrap();
            ledger.append("two").unwrap();
        }
        let whole = std::fs::read(&path).unwrap();
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let (mut ledger, lines) = Ledger::open(&path, "title").unwrap();
            let expected = String::from_utf8_lossy(&whole[..cut]).matches('\n').count().saturating_sub(1);
            assert_eq!(lines.len(), expected, "cut at {cut}");
            ledger.append("three").unwrap();
            drop(ledger);
            assert_eq!(Ledger::open(&path, "title").unwrap().1.last().map(String::as_str), Some("three"));
        }
    }

    #[test]
    fn another_title_and_another_writer_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("ledger");
        let (open, _) = Ledger::open(&path, "title").unwrap();
        assert!(matches!(Ledger::open(&path, "title"), Err(LedgerError::Busy)));
        drop(open);
        assert!(matches!(Ledger::open(&path, "other"), Err(LedgerError::Title { .. })));
    }
}
