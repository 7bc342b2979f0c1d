//! The file with the games: found or made, locked, checked.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use rusqlite::Connection;

use super::StoreError;

/// The file with the games.
pub(super) const NAME: &str = "games.sqlite";
/// The version of the tables.
pub(super) const VERSION: i64 = 3;

pub(super) const TABLES: &str = "
CREATE TABLE game (
    id TEXT PRIMARY KEY,
    browser TEXT NOT NULL,
    version INTEGER NOT NULL,
    family TEXT NOT NULL,
    title TEXT NOT NULL,
    envelope TEXT NOT NULL,
    moves INTEGER NOT NULL,
    millis INTEGER NOT NULL,
    help TEXT NOT NULL,
    outcome TEXT,
    played INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX game_of_browser ON game (browser, played);
CREATE TABLE daily (date TEXT PRIMARY KEY, deal TEXT NOT NULL) STRICT, WITHOUT ROWID;
";

/// The changes from version 1 to version 2: the address that limits count by.
const ADDRESSES: &str = "
ALTER TABLE game ADD COLUMN address TEXT NOT NULL DEFAULT '';
CREATE INDEX game_of_address ON game (address, played);
CREATE INDEX game_played ON game (played);
";

/// The changes from version 2 to version 3: the order in which games began, for those played in the same second.
const ORDER: &str = "
ALTER TABLE game ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
CREATE INDEX game_number ON game (number);
";

/// Locks the file for this server. The lock lies on the file with the games itself, so that nobody can remove the lock and
/// keep the games; `SQLite` does not see it, and a backup can be made while the server runs. Closing the file would end the
/// locks that `SQLite` holds on it: it stays open longer than every connection.
pub(super) fn lock(folder: &Path) -> Result<File, StoreError> {
    make_private_folder(folder)?;
    let file = open_private_file(&folder.join(NAME))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Err(StoreError::InUse),
        Err(TryLockError::Error(error)) => return Err(error.into()),
        Ok(()) => {}
    }
    // The name of a new file is on the disk too.
    File::open(folder)?.sync_all()?;
    Ok(file)
}

/// Opens the file and sees that it will do as is asked.
pub(super) fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(std::time::Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    let synchronous: i64 = connection.pragma_query_value(None, "synchronous", |row| row.get(0))?;
    match (mode.as_str(), synchronous) {
        ("wal", 2) => Ok(connection),
        ("wal", _) => Err(StoreError::Setting("synchronous=FULL")),
        _ => Err(StoreError::Setting("journal_mode=WAL")),
    }
}

/// Ids are the only protection of games, and hidden tiles are in the file: nobody else on the machine may read it.
fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn open_private_file(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Is the file whole, with all its tables?
pub(super) fn check(connection: &Connection) -> Result<(), StoreError> {
    let damaged = |error: rusqlite::Error| StoreError::Damaged(error.to_string());
    let found: String =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(damaged)?;
    if found != "ok" {
        return Err(StoreError::Damaged(found.lines().next().unwrap_or_default().to_owned()));
    }
    connection.prepare("SELECT id, played, number FROM game").map_err(damaged)?;
    connection.prepare("SELECT date, deal FROM daily").map(drop).map_err(damaged)
}

pub(super) fn make_tables(connection: &Connection) -> Result<(), StoreError> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let changes = match version {
        VERSION => return Ok(()),
        0 => format!("{TABLES} {ADDRESSES} {ORDER}"),
        1 => format!("{ADDRESSES} {ORDER}"),
        2 => ORDER.to_owned(),
        other => return Err(StoreError::Version(other)),
    };
    connection.execute_batch(&format!("BEGIN; {changes} PRAGMA user_version = {VERSION}; COMMIT;"))?;
    Ok(())
}
