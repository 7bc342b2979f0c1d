//! Games on the disk: `SQLite`, one thread that writes, everything that waits in one transaction.

use std::fs::File;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rusqlite::{Connection, OptionalExtension, params};
use thiserror::Error;
use tokio::sync::oneshot;

use crate::playing::Owner;

mod file;

/// The most changes of one transaction.
const MOST_TOGETHER: usize = 256;

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) owner: Owner,
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
    pub(crate) address: String,
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

/// The games that a limit counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Those of a browser.
    Browser(String),
    /// Those of an address.
    Address(String),
    /// All of them.
    All,
}

impl Scope {
    /// The condition with its one parameter.
    fn condition(&self) -> (&'static str, &str) {
        match self {
            Self::Browser(name) => ("browser = ?1", name),
            Self::Address(name) => ("address = ?1", name),
            Self::All => ("?1 = ''", ""),
        }
    }
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
    #[error("{name} is damaged: {0}", name = file::NAME)]
    Damaged(String),
    /// The file is of another version of Tapis.
    #[error("its games have version {0}; only version {known} is known", known = file::VERSION)]
    Version(i64),
}

/// The reason why something is neither kept nor read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum NotKept {
    /// The game was removed before.
    #[error("the game was removed")]
    Gone,
    /// The disk is full or faulty, or the storage is closed.
    #[error("{0}")]
    Failed(String),
}

enum Change {
    /// A game that begins.
    Begin(Box<Row>),
    /// A game that is there already; one that was removed stays removed.
    Keep(Box<Row>),
    Remove {
        id: String,
    },
    Daily {
        date: String,
        deal: String,
    },
}

type Answer = oneshot::Sender<Result<(), NotKept>>;

/// The games on the disk.
#[derive(Debug)]
pub(crate) struct Store {
    writer: Mutex<Option<Sender<(Change, Answer)>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    reader: Arc<Reader>,
}

/// The connection that reads, and the lock. Fields are dropped in this order: the lock ends last.
#[derive(Debug)]
struct Reader {
    connection: Mutex<Connection>,
    _lock: File,
}

impl Store {
    /// Opens the games of a folder, which is made if it is not there.
    pub(crate) fn open(folder: &Path) -> Result<Self, StoreError> {
        let lock = file::lock(folder)?;
        let path = folder.join(file::NAME);
        let writer = file::connect(&path)?;
        file::make_tables(&writer)?;
        file::check(&writer)?;
        let reader = Reader { connection: Mutex::new(file::connect(&path)?), _lock: lock };
        let (send, changes) = mpsc::channel();
        let thread = std::thread::Builder::new().name("storage".to_owned());
        let thread = thread.spawn(move || write_all(writer, &changes))?;
        let reader = Arc::new(reader);
        Ok(Self { writer: Mutex::new(Some(send)), thread: Mutex::new(Some(thread)), reader })
    }

    /// Keeps a game that begins: it is on the disk when this returns.
    pub(crate) async fn begin(&self, row: Row) -> Result<(), NotKept> {
        self.change(Change::Begin(Box::new(row))).await
    }

    /// Keeps a change of a game: it is on the disk when this returns.
    pub(crate) async fn keep(&self, row: Row) -> Result<(), NotKept> {
        self.change(Change::Keep(Box::new(row))).await
    }

    /// Removes a game that is there.
    pub(crate) async fn remove(&self, id: &str) -> Result<(), NotKept> {
        self.change(Change::Remove { id: id.to_owned() }).await
    }

    /// Keeps the deal of a day.
    pub(crate) async fn keep_daily(&self, date: &str, deal: String) -> Result<(), NotKept> {
        self.change(Change::Daily { date: date.to_owned(), deal }).await
    }

    async fn change(&self, change: Change) -> Result<(), NotKept> {
        let (send, answer) = oneshot::channel();
        let stopped = || NotKept::Failed("the storage is closed".to_owned());
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
            let mut query = connection.prepare_cached(
                "SELECT browser, version, envelope, millis, help, address FROM game WHERE id = ?1",
            )?;
            let kept = |row: &rusqlite::Row<'_>| {
                Ok(Kept {
                    browser: row.get(0)?,
                    version: row.get::<_, i64>(1)?.cast_unsigned(),
                    envelope: row.get(2)?,
                    millis: row.get::<_, i64>(3)?.cast_unsigned(),
                    help: row.get(4)?,
                    address: row.get(5)?,
                })
            };
            query.query_row([id], kept).optional()
        })
        .await
    }

    /// The version of a game on the disk, if there is one.
    pub(crate) async fn version(&self, id: &str) -> Result<Option<u64>, NotKept> {
        let id = id.to_owned();
        let version = move |connection: &Connection| {
            let mut query = connection.prepare_cached("SELECT version FROM game WHERE id = ?1")?;
            query.query_row([id], |row| row.get::<_, i64>(0)).optional()
        };
        Ok(self.read(version).await?.map(i64::cast_unsigned))
    }

    /// The games of a browser, the one played last first.
    pub(crate) async fn list(&self, browser: String) -> Result<Vec<Entry>, NotKept> {
        self.read(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT id, title, family, moves, outcome, millis, played FROM game WHERE browser = ?1
                 ORDER BY played DESC, number DESC",
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
    pub(crate) async fn count(&self, scope: Scope) -> Result<usize, NotKept> {
        let count = move |connection: &Connection| {
            let (condition, of) = scope.condition();
            let text = format!("SELECT count(*) FROM game WHERE {condition}");
            connection.prepare_cached(&text)?.query_row([of], |row| row.get::<_, i64>(0))
        };
        Ok(self.read(count).await?.cast_unsigned() as usize)
    }

    /// The game that is given up first: the oldest that is over, else the oldest in which nothing was played.
    pub(crate) async fn oldest_idle(&self, scope: Scope) -> Result<Option<String>, NotKept> {
        self.read(move |connection| {
            let (condition, of) = scope.condition();
            let text = format!(
                "SELECT id FROM game WHERE {condition} AND (outcome IS NOT NULL OR moves = 0)
                 ORDER BY outcome IS NULL, played, number LIMIT 1"
            );
            connection.prepare_cached(&text)?.query_row([of], |row| row.get(0)).optional()
        })
        .await
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
        let work = move || query(&reader.connection.lock().unwrap_or_else(PoisonError::into_inner));
        let read =
            tokio::task::spawn_blocking(work).await.map_err(|error| NotKept::Failed(error.to_string()))?;
        read.map_err(|error| NotKept::Failed(error.to_string()))
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

/// Writes until nobody can send any more.
fn write_all(mut connection: Connection, changes: &Receiver<(Change, Answer)>) {
    while let Ok(first) = changes.recv() {
        let rest = changes.try_iter().take(MOST_TOGETHER - 1);
        let (together, answers): (Vec<Change>, Vec<Answer>) = std::iter::once(first).chain(rest).unzip();
        let failed = |error: rusqlite::Error| vec![Err(NotKept::Failed(error.to_string())); answers.len()];
        let done = write_together(&mut connection, &together).unwrap_or_else(failed);
        for (answer, done) in answers.into_iter().zip(done) {
            // Whoever asked may have left; it is kept all the same.
            let _ = answer.send(done);
        }
    }
}

/// Writes changes in one transaction; they are on the disk when this returns.
fn write_together(
    connection: &mut Connection,
    changes: &[Change],
) -> rusqlite::Result<Vec<Result<(), NotKept>>> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let done = changes.iter().map(|change| write(&transaction, change)).collect::<Result<Vec<_>, _>>()?;
    transaction.commit()?;
    Ok(done)
}

/// Writes a change; says whether its game was there.
fn write(connection: &Connection, change: &Change) -> rusqlite::Result<Result<(), NotKept>> {
    let rows = match change {
        Change::Begin(row) => begin(connection, row)?,
        Change::Keep(row) => keep(connection, row)?,
        Change::Remove { id } => connection.execute("DELETE FROM game WHERE id = ?1", [id])?,
        Change::Daily { date, deal } => {
            let text = "INSERT INTO daily VALUES (?1, ?2) ON CONFLICT DO NOTHING";
            connection.execute(text, [date, deal])?;
            return Ok(Ok(()));
        }
    };
    Ok(if rows > 0 { Ok(()) } else { Err(NotKept::Gone) })
}

/// A number as `SQLite` has them.
fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn begin(connection: &Connection, row: &Row) -> rusqlite::Result<usize> {
    let mut text = connection.prepare_cached(
        "INSERT INTO game (id, browser, address, version, family, title, envelope, moves, millis, help, outcome, played, number)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, (SELECT coalesce(max(number), 0) + 1 FROM game))",
    )?;
    text.execute(params![
        row.id,
        row.owner.browser,
        row.owner.address,
        number(row.version),
        row.family,
        row.title,
        row.envelope,
        number(row.moves as u64),
        number(row.millis),
        row.help,
        row.outcome,
        number(row.played),
    ])
}

fn keep(connection: &Connection, row: &Row) -> rusqlite::Result<usize> {
    let mut text = connection.prepare_cached(
        "UPDATE game SET version = ?2, envelope = ?3, moves = ?4, millis = ?5, help = ?6, outcome = ?7, played = ?8
         WHERE id = ?1",
    )?;
    text.execute(params![
        row.id,
        number(row.version),
        row.envelope,
        number(row.moves as u64),
        number(row.millis),
        row.help,
        row.outcome,
        number(row.played),
    ])
}

#[cfg(test)]
mod tests;
