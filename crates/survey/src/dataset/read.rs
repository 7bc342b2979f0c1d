//! Reading a dataset, one chunk after another.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use parquet::errors::ParquetError;
use thiserror::Error;

use super::header::{Header, HeaderError};
use super::manifest::{Found, Manifest, Totals, find_chunk};
use super::part::{PartRows, open_part, read_columns};

/// Why a dataset cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A file or folder cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file holds something else.
    #[error("{}: {why}", path.display())]
    Damaged {
        /// Which one.
        path: PathBuf,
        /// The fault, in words.
        why: String,
    },
}

impl ReadError {
    /// Why, without the path.
    pub(crate) fn why(&self) -> String {
        match self {
            Self::Io { error, .. } => error.to_string(),
            Self::Damaged { why, .. } => why.clone(),
        }
    }

    fn damaged(path: &Path, why: &impl ToString) -> Self {
        Self::Damaged { path: path.to_owned(), why: why.to_string() }
    }
}

/// The complete chunks of one game.
#[derive(Clone, Debug)]
pub struct GameRows {
    name: String,
    folder: PathBuf,
    header: Option<Header>,
    /// Ascending by their numbers.
    chunks: Vec<(PathBuf, Manifest)>,
    /// Folders with the fault of each.
    damaged: Vec<(PathBuf, String)>,
}

/// The games of a dataset, by name. The folder may also be that of one game.
pub fn open(dataset: &Path) -> Result<Vec<GameRows>, ReadError> {
    let named = |path: &Path| {
        let name = path.file_name()?.to_str()?.strip_prefix("game=")?;
        Some(name.to_owned())
    };
    if let Some(name) = named(&fs::canonicalize(dataset).unwrap_or_else(|_| dataset.to_owned())) {
        return Ok(vec![GameRows::open(name, dataset)?]);
    }
    let folders = folders_of(dataset)?;
    let games = folders.iter().filter_map(|folder| Some((named(folder)?, folder)));
    let games = games.map(|(name, folder)| GameRows::open(name, folder)).collect::<Result<Vec<_>, _>>()?;
    if games.is_empty() {
        Err(ReadError::damaged(dataset, &"this folder holds no survey"))
    } else {
        Ok(games)
    }
}

/// The folders in a folder, by name.
fn folders_of(folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let cannot = |error| ReadError::Io { path: folder.to_owned(), error };
    let entries = fs::read_dir(folder).map_err(cannot)?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = paths.collect::<io::Result<Vec<_>>>().map_err(cannot)?;
    paths.retain(|path| path.is_dir());
    paths.sort_unstable();
    Ok(paths)
}

impl GameRows {
    fn open(name: String, folder: &Path) -> Result<Self, ReadError> {
        let header = Header::read(folder).map_err(|error| match error {
            HeaderError::Io(path, error) => ReadError::Io { path, error },
            error => ReadError::damaged(folder, &error),
        })?;
        let (mut chunks, mut damaged) = (Vec::new(), Vec::new());
        for chunk in folders_of(folder)? {
            let cannot = |error| ReadError::Io { path: chunk.clone(), error };
            match find_chunk(&chunk).map_err(cannot)? {
                Found::Complete(manifest) => chunks.push((chunk, manifest)),
                Found::Damaged(fault) => damaged.push((chunk, fault)),
                Found::Unfinished => {}
            }
        }
        chunks.sort_by_key(|(_, manifest)| manifest.items);
        Ok(Self { name, folder: folder.to_owned(), header, chunks, damaged })
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The parameters of the survey; chunks of `tapis survey batch` alone have none.
    pub fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// The complete chunks: their folders and manifests, ascending.
    pub fn chunks(&self) -> &[(PathBuf, Manifest)] {
        &self.chunks
    }

    /// Chunks that were complete once: their folders, and the fault of each.
    pub fn damaged(&self) -> &[(PathBuf, String)] {
        &self.damaged
    }

    /// Pairs of chunks that share items, by the names of their folders.
    pub fn overlaps(&self) -> impl Iterator<Item = (String, String)> {
        let pairs = self.chunks.windows(2).filter(|pair| pair[0].1.items.1 >= pair[1].1.items.0);
        pairs.map(|pair| (name_of(&pair[0].0), name_of(&pair[1].0)))
    }

    /// The sums over all rows, as the manifests have them.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        self.chunks.iter().for_each(|(_, manifest)| totals.add(&manifest.totals));
        totals
    }

    /// How many rows are wanted and not there.
    pub fn still_to_do(&self) -> u64 {
        let wanted = self.header.as_ref().map(|header| header.items.1 - header.items.0 + 1);
        wanted.map_or(0, |wanted| wanted.saturating_sub(self.totals().rows))
    }

    /// The columns of the rows, if there are any.
    pub fn schema(&self) -> Result<Option<SchemaRef>, ReadError> {
        let Some((folder, manifest)) = self.chunks.first() else { return Ok(None) };
        Ok(Some(open_whole(folder, manifest)?.schema().clone()))
    }

    /// Shows the rows, batch by batch in the order of the items, with all columns or those named. `choose` may leave row
    /// groups of a file out. Ends early where `show` answers false.
    pub fn for_each_batch<E: From<ReadError>>(
        &self,
        names: Option<&[&str]>,
        choose: impl Fn(PartRows) -> PartRows,
        mut show: impl FnMut(&RecordBatch) -> Result<bool, E>,
    ) -> Result<(), E> {
        for (folder, manifest) in &self.chunks {
            for batch in batches(folder, manifest, names, &choose)? {
                if !show(&batch?)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Shows the rows of one chunk.
    pub(crate) fn chunk_batches(
        folder: &Path,
        manifest: &Manifest,
        mut show: impl FnMut(&RecordBatch),
    ) -> Result<(), ReadError> {
        batches(folder, manifest, None, &|part| part)?.try_for_each(|batch| {
            show(&batch?);
            Ok(())
        })
    }
}

/// The name of the folder of a chunk.
pub(crate) fn name_of(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Opens the file of a chunk if it is the one that was written: the library panics on some that are damaged.
fn open_whole(folder: &Path, manifest: &Manifest) -> Result<PartRows, ReadError> {
    let path = folder.join(&manifest.file);
    if !manifest.is_of_file(folder) {
        return Err(ReadError::damaged(&path, &"this is not the file that was written"));
    }
    open_part(&path).map_err(|error: ParquetError| ReadError::damaged(&path, &error))
}

/// The rows of a chunk, batch by batch.
fn batches(
    folder: &Path,
    manifest: &Manifest,
    names: Option<&[&str]>,
    choose: &dyn Fn(PartRows) -> PartRows,
) -> Result<impl Iterator<Item = Result<RecordBatch, ReadError>> + use<>, ReadError> {
    let path = folder.join(&manifest.file);
    let part = choose(open_whole(folder, manifest)?);
    let rows = match names {
        Some(names) => read_columns(part, names),
        None => part.build(),
    };
    let rows = rows.map_err(|error| ReadError::damaged(&path, &error))?;
    Ok(rows.map(move |batch| batch.map_err(|error: ArrowError| ReadError::damaged(&path, &error))))
}
