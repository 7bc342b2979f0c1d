//! Games on the disk: `SQLite`, one thread that writes, everything that waits in one transaction.

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rusqlite::{Connection, OptionalExtension, params};
use thiserror::Error;
use tokio::sync::oneshot;

/// The file with the games.
const FILE: &str = "games.sqlite";
/// The file that says that a server uses the folder.
const LOCK: &str = "serve.lock";
/// The most changes of one transaction.
const MOST_TOGETHER: usize = 256;
/// The version of the tables.
const VERSION: i64 = 1;

const TABLES: &str = "
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

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) browser: String,
    pub(crate) version: u64,
    pub(crate) family: &'static str,
    pub(crate) title: String,
    pub(crate) envelope: String,
    pub(crate) moves: usize,
    pub(crate) millis: u64,
    /// The help that was used, as JSON.
    pub(crate) help: String,
    /// `won` or `lost`, if it is over.
    pub(crate) outcome: Option<&'static str>,
    /// When it was last played, in seconds since 1970.
    pub(crate) played: u64,
}

/// A game as it is read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) browser: String,
    pub(crate) version: u64,
    pub(crate) envelope: String,
    pub(crate) millis: u64,
    pub(crate) help: String,
}

/// A game in the list of a browser.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) family: String,
    pub(crate) moves: u64,
    pub(crate) over: Option<String>,
    pub(crate) elapsed: u64,
    pub(crate) played: u64,
}

/// The reason why the storage cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be made or synchronised.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// Another server uses the folder.
    #[error("another server uses it")]
    InUse,
    /// `SQLite` refused something.
    #[error("{0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The file does not do as it was asked.
    #[error("the setting {0} was not taken")]
    Setting(&'static str),
    /// The file is damaged.
    #[error("{FILE} is damaged: {0}")]
    Damaged(String),
    /// The file is of another version of Tapis.
    #[error("its games have version {0}; only version {VERSION} is known")]
    Version(i64),
}

/// The reason why something is not kept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub(crate) struct NotKept(String);

enum Change {
    Keep(Box<Row>),
    Remove { id: String },
    Daily { date: String, deal: String },
}

type Answer = oneshot::Sender<Result<(), NotKept>>;

/// The games on the disk.
#[derive(Debug)]
pub(crate) struct Store {
    writer: Mutex<Option<Sender<(Change, Answer)>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    reader: Arc<Mutex<Connection>>,
    _lock: File,
}

impl Store {
    /// Opens the games of a folder, which is made if it is not there.
    pub(crate) fn open(folder: &Path) -> Result<Self, StoreError> {
        make_private_folder(folder)?;
        let lock = File::create(folder.join(LOCK))?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse),
            Err(TryLockError::Error(error)) => return Err(error.into()),
            Ok(()) => {}
        }
        let path = folder.join(FILE);
        make_private_file(&path)?;
        let writer = connect(&path)?;
        make_tables(&writer)?;
        check(&writer)?;
        // The name of a new file is on the disk too.
        File::open(folder)?.sync_all()?;
        let reader = Arc::new(Mutex::new(connect(&path)?));
        let (send, changes) = mpsc::channel();
        let thread = std::thread::Builder::new().name("storage".to_owned());
        let thread = thread.spawn(move || write_all(writer, &changes))?;
        Ok(Self { writer: Mutex::new(Some(send)), thread: Mutex::new(Some(thread)), reader, _lock: lock })
    }

    /// Keeps a game: it is on the disk when this returns.
    pub(crate) async fn keep(&self, row: Row) -> Result<(), NotKept> {
        self.change(Change::Keep(Box::new(row))).await
    }

    /// Removes a game.
    pub(crate) async fn remove(&self, id: &str) -> Result<(), NotKept> {
        self.change(Change::Remove { id: id.to_owned() }).await
    }

    /// Keeps the deal of a day.
    pub(crate) async fn keep_daily(&self, date: &str, deal: String) -> Result<(), NotKept> {
        self.change(Change::Daily { date: date.to_owned(), deal }).await
    }

    async fn change(&self, change: Change) -> Result<(), NotKept> {
        let (send, answer) = oneshot::channel();
        let stopped = || NotKept("the storage is closed".to_owned());
        {
            let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            writer.as_ref().ok_or_else(stopped)?.send((change, send)).map_err(|_| stopped())?;
        }
        answer.await.map_err(|_| stopped())?
    }

    /// The game of this name, if there is one.
    pub(crate) async fn get(&self, id: &str) -> Result<Option<Kept>, NotKept> {
        let id = id.to_owned();
        self.read(move |connection| {
            let mut query = connection
                .prepare_cached("SELECT browser, version, envelope, millis, help FROM game WHERE id = ?1")?;
            let kept = |row: &rusqlite::Row<'_>| {
                Ok(Kept {
                    browser: row.get(0)?,
                    version: row.get::<_, i64>(1)?.cast_unsigned(),
                    envelope: row.get(2)?,
                    millis: row.get::<_, i64>(3)?.cast_unsigned(),
                    help: row.get(4)?,
                })
            };
            query.query_row([id], kept).optional()
        })
        .await
    }

    /// The games of a browser, the one played last first.
    pub(crate) async fn list(&self, browser: String) -> Result<Vec<Entry>, NotKept> {
        self.read(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT id, title, family, moves, outcome, millis, played FROM game WHERE browser = ?1
                 ORDER BY played DESC, id",
            )?;
            let entry = |row: &rusqlite::Row<'_>| {
                Ok(Entry {
                    id: row.get(0)?,
                    title: row.get(1)?,
                    family: row.get(2)?,
                    moves: row.get::<_, i64>(3)?.cast_unsigned(),
                    over: row.get(4)?,
                    elapsed: row.get::<_, i64>(5)?.cast_unsigned(),
                    played: row.get::<_, i64>(6)?.cast_unsigned(),
                })
            };
            query.query_map([browser], entry)?.collect()
        })
        .await
    }

    /// How many games there are.
    pub(crate) async fn count(&self) -> Result<usize, NotKept> {
        let count = |connection: &Connection| {
            connection.query_row("SELECT count(*) FROM game", [], |row| row.get::<_, i64>(0))
        };
        Ok(self.read(count).await?.cast_unsigned() as usize)
    }

    /// The deal of a day, if it was found before.
    pub(crate) async fn daily(&self, date: &str) -> Result<Option<String>, NotKept> {
        let date = date.to_owned();
        self.read(move |connection| {
            connection
                .query_row("SELECT deal FROM daily WHERE date = ?1", [date], |row| row.get(0))
                .optional()
        })
        .await
    }

    /// Reads on a thread that may wait.
    async fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, NotKept> {
        let reader = Arc::clone(&self.reader);
        let work = move || query(&reader.lock().unwrap_or_else(PoisonError::into_inner));
        let read = tokio::task::spawn_blocking(work).await.map_err(|error| NotKept(error.to_string()))?;
        read.map_err(|error| NotKept(error.to_string()))
    }

    /// Writes everything that waits and closes the file.
    pub(crate) fn close(&self) {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            // The thread has no panic of its own.
            let _ = thread.join();
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.close();
    }
}

/// Opens the file and sees that it will do as is asked.
fn connect(path: &Path) -> Result<Connection, StoreError> {
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

fn make_private_file(path: &Path) -> std::io::Result<()> {
    let mut options = File::options();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Is the file whole, with all its tables?
fn check(connection: &Connection) -> Result<(), StoreError> {
    let damaged = |error: rusqlite::Error| StoreError::Damaged(error.to_string());
    let found: String =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(damaged)?;
    if found != "ok" {
        return Err(StoreError::Damaged(found.lines().next().unwrap_or_default().to_owned()));
    }
    connection.prepare("SELECT id, played FROM game").map_err(damaged)?;
    connection.prepare("SELECT date, deal FROM daily").map(drop).map_err(damaged)
}

fn make_tables(connection: &Connection) -> Result<(), StoreError> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    match version {
        VERSION => Ok(()),
        0 => {
            connection.execute_batch(&format!("BEGIN; {TABLES} PRAGMA user_version = {VERSION}; COMMIT;"))?;
            Ok(())
        }
        other => Err(StoreError::Version(other)),
    }
}

/// Writes until nobody can send any more.
fn write_all(mut connection: Connection, changes: &Receiver<(Change, Answer)>) {
    while let Ok(first) = changes.recv() {
        let rest = changes.try_iter().take(MOST_TOGETHER - 1);
        let (together, answers): (Vec<Change>, Vec<Answer>) = std::iter::once(first).chain(rest).unzip();
        let done = write_together(&mut connection, &together).map_err(|error| NotKept(error.to_string()));
        for answer in answers {
            // Whoever asked may have left; it is kept all the same.
            let _ = answer.send(done.clone());
        }
    }
}

/// Writes changes in one transaction; they are on the disk when this returns.
fn write_together(connection: &mut Connection, changes: &[Change]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    for change in changes {
        write(&transaction, change)?;
    }
    transaction.commit()
}

fn write(connection: &Connection, change: &Change) -> rusqlite::Result<()> {
    match change {
        Change::Keep(row) => keep(connection, row),
        Change::Remove { id } => connection.execute("DELETE FROM game WHERE id = ?1", [id]).map(drop),
        Change::Daily { date, deal } => {
            let text = "INSERT INTO daily VALUES (?1, ?2) ON CONFLICT DO NOTHING";
            connection.execute(text, [date, deal]).map(drop)
        }
    }
}

fn keep(connection: &Connection, row: &Row) -> rusqlite::Result<()> {
    let mut text = connection.prepare_cached(
        "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
         ON CONFLICT DO UPDATE SET version = ?3, envelope = ?6, moves = ?7, millis = ?8, help = ?9, outcome = ?10,
         played = ?11",
    )?;
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    text.execute(params![
        row.id,
        row.browser,
        number(row.version),
        row.family,
        row.title,
        row.envelope,
        number(row.moves as u64),
        number(row.millis),
        row.help,
        row.outcome,
        number(row.played),
    ])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, version: u64) -> Row {
        Row {
            id: id.to_owned(),
            browser: "b".to_owned(),
            version,
            family: "patience",
            title: "FreeCell.1".to_owned(),
            envelope: format!("envelope {version}"),
            moves: 3,
            millis: 1234,
            help: "{}".to_owned(),
            outcome: None,
            played: version,
        }
    }

    #[tokio::test]
    async fn games_are_kept_listed_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.get("a").await.unwrap(), None);
        for (id, version) in [("a", 1), ("b", 2), ("a", 3)] {
            store.keep(row(id, version)).await.unwrap();
        }
        assert_eq!(store.get("a").await.unwrap().unwrap().envelope, "envelope 3");
        let ids = |entries: Vec<Entry>| entries.into_iter().map(|entry| entry.id).collect::<Vec<_>>();
        assert_eq!(ids(store.list("b".to_owned()).await.unwrap()), ["a", "b"]);
        assert!(store.list("other".to_owned()).await.unwrap().is_empty());
        store.remove("a").await.unwrap();
        assert_eq!((store.count().await, store.get("a").await), (Ok(1), Ok(None)));
        store.keep_daily("2026-11-17", "x".to_owned()).await.unwrap();
        assert_eq!(store.daily("2026-11-17").await, Ok(Some("x".to_owned())));
    }

    #[tokio::test]
    async fn games_are_there_after_closing() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        assert!(matches!(Store::open(folder.path()), Err(StoreError::InUse)));
        store.keep(row("a", 1)).await.unwrap();
        drop(store);
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.get("a").await.unwrap().unwrap().version, 1);
    }

    /// The transaction of many changes answers each of them.
    #[tokio::test]
    async fn changes_that_wait_are_written_together() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(folder.path()).unwrap());
        let keeps = (0..500).map(|number| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.keep(row(&number.to_string(), number)).await })
        });
        for keep in keeps.collect::<Vec<_>>() {
            assert_eq!(keep.await.unwrap(), Ok(()));
        }
        assert_eq!(store.count().await, Ok(500));
    }

    #[test]
    fn games_of_a_later_version_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let connection = Connection::open(folder.path().join(FILE)).unwrap();
        connection.pragma_update(None, "user_version", 9).unwrap();
        drop(connection);
        assert!(matches!(Store::open(folder.path()), Err(StoreError::Version(9))));
    }
}
