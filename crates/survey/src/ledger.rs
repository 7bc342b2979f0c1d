//! A file of rows that is only ever added to, and that survives a kill at any moment.
//!
//! The first line is the [`Key`], every other line an entry, all in JSON. Rows stand in the order in which they were
//! finished; a later row of an item takes the place of an earlier one.

mod window;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant};

use search::Limit;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use self::window::Window;
use crate::item_set::ItemSet;
use crate::key::Key;
use crate::work::Limits;

/// Every ledger begins like this.
const TITLE: &[u8] = b"{\"tapis\":\"";
/// No line of a ledger is longer.
const LONGEST: u64 = 1 << 20;
/// How long rows may stay with the operating system before they are on the disk. A kill loses nothing, a power cut
/// this much.
const BETWEEN_SYNCS: Duration = Duration::from_secs(1);

/// A line of a ledger behind the first one.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Entry<R> {
    /// The limits of each item from here on.
    Limits(Limits),
    /// The row of an item.
    Row(u64, R),
    /// An item was stopped after this many nodes.
    Cut(u64, u64),
}

/// Why a ledger cannot be used.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error("this is not a ledger of Tapis; it is left as it is")]
    NotALedger,
    /// The rows were made under another key.
    #[error("this ledger holds other work: {0}; give another file")]
    Key(String),
    /// The rows were made under a larger limit.
    #[error("this ledger holds rows made with {0}; give at least that, or another file")]
    SmallerLimit(String),
    /// Another process has it open.
    #[error("another process is using this ledger")]
    Busy,
    /// A line that cannot be read.
    #[error("line {0} cannot be read")]
    Line(usize),
}

/// A row that was given up.
#[derive(Clone, Copy, Debug)]
struct Open {
    because: Limit,
    under: Limits,
}

/// An open ledger. A line is in the file with its line end, or it is not there: a line cut short by a kill is taken
/// away when the ledger is opened again.
#[derive(Debug)]
pub struct Ledger<R> {
    file: File,
    synced: Instant,
    limits: Limits,
    /// Is the last line about limits about these?
    limits_noted: bool,
    done: ItemSet,
    open: BTreeMap<u64, Open>,
    cut: BTreeMap<u64, u64>,
    gave_up: fn(&R) -> Option<Limit>,
    rows: PhantomData<R>,
}

impl<R: Serialize + DeserializeOwned> Ledger<R> {
    /// Opens the ledger of this key, or begins one. Any other file is refused and left as it is.
    pub(crate) fn open(
        path: &Path,
        key: &Key,
        limits: Limits,
        gave_up: fn(&R) -> Option<Limit>,
        is_sound: &dyn Fn(&R) -> bool,
    ) -> Result<Self, LedgerError> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        lock(&file)?;
        let mut ledger = Self {
            file,
            synced: Instant::now(),
            limits,
            limits_noted: false,
            done: ItemSet::default(),
            open: BTreeMap::new(),
            cut: BTreeMap::new(),
            gave_up,
            rows: PhantomData,
        };
        ledger.limits_noted = ledger.read(key, is_sound)? == Some(limits);
        Ok(ledger)
    }

    /// Reads what is there, or begins it; the limits of the last run.
    fn read(&mut self, key: &Key, is_sound: &dyn Fn(&R) -> bool) -> Result<Option<Limits>, LedgerError> {
        let mut lines = Lines::of(&self.file)?;
        let title = serde_json::to_string(key).map_err(io::Error::from)?;
        let Some(first) = lines.next()? else {
            let torn = lines.rest.starts_with(TITLE) && title.as_bytes().starts_with(&lines.rest);
            if !(lines.rest.is_empty() || torn) {
                return Err(LedgerError::NotALedger);
            }
            self.cut_to(0)?;
            self.file.write_all(format!("{title}\n").as_bytes())?;
            return Ok(None);
        };
        check_title(&first, key)?;
        let mut made_with = None;
        while let Some(line) = lines.next()? {
            let entry = serde_json::from_str(&line).map_err(|_| LedgerError::Line(lines.count))?;
            match (&entry, made_with) {
                (Entry::Limits(limits), _) => made_with = Some(*limits),
                (Entry::Row(_, row), _) if !is_sound(row) => return Err(LedgerError::Line(lines.count)),
                (_, None) => return Err(LedgerError::Line(lines.count)),
                (_, Some(under)) => self.note(&entry, under),
            }
        }
        if let Some(made_with) = made_with
            && let Some(smaller) = self.limits.smaller_than(made_with)
        {
            return Err(LedgerError::SmallerLimit(in_words(smaller, made_with)));
        }
        let whole = lines.whole;
        self.cut_to(whole)?;
        Ok(made_with)
    }

    /// Takes away a line that was cut short.
    fn cut_to(&mut self, whole: u64) -> io::Result<()> {
        self.file.set_len(whole)?;
        self.file.seek(SeekFrom::Start(whole)).map(drop)
    }

    fn note(&mut self, entry: &Entry<R>, under: Limits) {
        match entry {
            Entry::Limits(_) => {}
            Entry::Cut(item, nodes) => drop(self.cut.insert(*item, *nodes)),
            Entry::Row(item, row) => {
                self.done.insert(*item);
                self.cut.remove(item);
                match (self.gave_up)(row) {
                    Some(because) => drop(self.open.insert(*item, Open { because, under })),
                    None => drop(self.open.remove(item)),
                }
            }
        }
    }

    /// Adds entries. When this returns, a kill cannot lose them.
    pub(crate) fn append(&mut self, entries: &[Entry<R>]) -> io::Result<()> {
        let limits = (!self.limits_noted).then_some(Entry::Limits(self.limits));
        let mut text = Vec::new();
        for entry in limits.iter().chain(entries) {
            serde_json::to_writer(&mut text, entry)?;
            text.push(b'\n');
        }
        self.file.write_all(&text)?;
        self.limits_noted = true;
        for entry in entries {
            self.note(entry, self.limits);
        }
        if self.synced.elapsed() >= BETWEEN_SYNCS { self.sync() } else { Ok(()) }
    }

    /// Brings everything to the disk.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()?;
        self.synced = Instant::now();
        Ok(())
    }

    /// The items of a range that are still to do: first those never begun, then those that were stopped, the nearly
    /// finished ones last, then those given up that larger limits may decide.
    pub(crate) fn to_do(&self, items: &RangeInclusive<u64>) -> impl Iterator<Item = u64> + Send + use<R> {
        let mut cut: Vec<_> = self.cut.range(items.clone()).map(|(&item, &nodes)| (nodes, item)).collect();
        cut.sort_unstable();
        let again = self
            .open
            .range(items.clone())
            .filter(|(item, open)| !self.cut.contains_key(item) && open.may_change(self.limits));
        let again: Vec<_> = again.map(|(&item, _)| item).collect();
        let begun = self.cut.clone();
        let new = self.done.missing_from(items.clone()).filter(move |item| !begun.contains_key(item));
        new.chain(cut.into_iter().map(|(_, item)| item)).chain(again)
    }

    /// How many items of a range have a row.
    pub fn count(&self, items: &RangeInclusive<u64>) -> u64 {
        self.done.count_in(items)
    }

    /// How many items of a range were stopped half-way, and have no row.
    pub fn stopped(&self, items: &RangeInclusive<u64>) -> u64 {
        self.cut.range(items.clone()).count() as u64
    }

    /// Is this an item that was stopped before, and later?
    pub(crate) fn was_further(&self, item: u64, nodes: u64) -> bool {
        self.cut.get(&item).is_some_and(|before| *before >= nodes)
    }

    /// How many items of a range are still to do: those without a row, and those given up that these limits may decide.
    pub fn left(&self, items: &RangeInclusive<u64>) -> u64 {
        let wanted = (items.end() - items.start()).saturating_add(1);
        let again = self.open.range(items.clone()).filter(|(_, open)| open.may_change(self.limits));
        wanted - self.count(items) + again.count() as u64
    }

    /// Shows the rows of a range in the order of the items.
    pub fn for_each<E: From<io::Error>>(
        &self,
        items: &RangeInclusive<u64>,
        mut show: impl FnMut(u64, R) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut late = BTreeMap::new();
        let mut window = Window::default();
        self.read_rows(items, |item, row| {
            if let Some((item, row)) = window.push(item, row, |_, _| Ok::<_, E>(()))? {
                late.insert(item, row);
            }
            Ok::<_, E>(())
        })?;
        let mut window = Window::default();
        let mut merged = |item: u64, row: R| {
            while let Some(first) = late.first_entry().filter(|first| *first.key() < item) {
                let (item, row) = first.remove_entry();
                show(item, row)?;
            }
            show(item, late.remove(&item).unwrap_or(row))
        };
        self.read_rows(items, |item, row| window.push(item, row, &mut merged).map(drop))?;
        window.drain(&mut merged)?;
        late.into_iter().try_for_each(|(item, row)| show(item, row))
    }

    fn read_rows<E: From<io::Error>>(
        &self,
        items: &RangeInclusive<u64>,
        mut show: impl FnMut(u64, R) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut lines = Lines::of(&self.file).map_err(E::from)?;
        let unreadable = |error: LedgerError| E::from(io::Error::other(error));
        lines.next().map_err(unreadable)?;
        while let Some(line) = lines.next().map_err(unreadable)? {
            let entry = serde_json::from_str(&line).map_err(|error| E::from(error.into()))?;
            if let Entry::Row(item, row) = entry
                && items.contains(&item)
            {
                show(item, row)?;
            }
        }
        Ok(())
    }
}

impl Open {
    /// May the row come out otherwise under these limits?
    fn may_change(self, limits: Limits) -> bool {
        match self.because {
            Limit::Nodes => self.under.nodes < limits.nodes.or(Some(u64::MAX)),
            Limit::Memory => self.under.memory < limits.memory,
            Limit::Time => self.under.time_ms < limits.time_ms.or(Some(u64::MAX)),
            Limit::Cancelled | Limit::Incomplete => self.under.smaller_than(limits).is_some(),
        }
    }
}

fn lock(file: &File) -> Result<(), LedgerError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(LedgerError::Busy),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

fn check_title(line: &str, key: &Key) -> Result<(), LedgerError> {
    let found: Key = serde_json::from_str(line).map_err(|_| LedgerError::NotALedger)?;
    found.difference(key).map_or(Ok(()), |difference| Err(LedgerError::Key(difference)))
}

/// A limit that rows were made with, as it is given on the command line.
fn in_words(limit: Limit, Limits { nodes, memory, time_ms }: Limits) -> String {
    let given = |option: &str, value: Option<String>| {
        value.map_or_else(|| format!("no {option}"), |value| format!("{option} {value}"))
    };
    match limit {
        Limit::Nodes => given("--nodes", nodes.map(|nodes| nodes.to_string())),
        Limit::Memory => given("--memory", Some(memory.to_string())),
        _ => given("--time", time_ms.map(|time| format!("{time}ms"))),
    }
}

/// The whole lines of a file, one after another.
struct Lines {
    reader: BufReader<File>,
    /// Lines so far.
    count: usize,
    /// Their bytes.
    whole: u64,
    /// Behind the last line: a line without its end.
    rest: Vec<u8>,
}

impl Lines {
    fn of(file: &File) -> io::Result<Self> {
        let mut file = file.try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Self { reader: BufReader::with_capacity(1 << 16, file), count: 0, whole: 0, rest: Vec::new() })
    }

    fn next(&mut self) -> Result<Option<String>, LedgerError> {
        let mut line = Vec::new();
        let length = self.reader.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        if line.pop_if(|last| *last == b'\n').is_none() {
            let too_long = length as u64 == LONGEST;
            self.rest = line;
            return if too_long { Err(self.bad()) } else { Ok(None) };
        }
        self.count += 1;
        self.whole += length as u64;
        String::from_utf8(line).map(Some).map_err(|_| self.bad())
    }

    /// A line that cannot be read; in place of the first one it is another file.
    fn bad(&self) -> LedgerError {
        if self.count <= 1 { LedgerError::NotALedger } else { LedgerError::Line(self.count) }
    }
}
