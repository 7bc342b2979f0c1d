//! The manifest of a chunk: which rows exist, and what they add up to.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::chunk::Chunk;
use super::durable::{remove_others, sync_folder, write_whole};
use crate::key::Key;

/// The name of a manifest: readers of datasets pass over names that begin like this.
pub(crate) const MANIFEST: &str = "_manifest.json";

/// Sums over rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// How many rows there are.
    pub rows: u64,
    /// How many rows there are of each verdict.
    pub verdicts: BTreeMap<String, u64>,
    /// Positions that were searched.
    pub nodes: u64,
}

impl Totals {
    /// Counts a row.
    pub fn count(&mut self, verdict: &str, nodes: u64) {
        self.rows += 1;
        self.nodes += nodes;
        match self.verdicts.get_mut(verdict) {
            Some(rows) => *rows += 1,
            None => drop(self.verdicts.insert(verdict.to_owned(), 1)),
        }
    }

    /// Adds other totals.
    pub fn add(&mut self, other: &Self) {
        self.rows += other.rows;
        self.nodes += other.nodes;
        for (verdict, rows) in &other.verdicts {
            *self.verdicts.entry(verdict.clone()).or_default() += rows;
        }
    }

    /// How many rows have this verdict.
    pub fn of(&self, verdict: &str) -> u64 {
        self.verdicts.get(verdict).copied().unwrap_or(0)
    }
}

/// The manifest of a complete chunk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the program that made the rows.
    pub version: String,
    /// The digest of rules and options.
    pub digest: String,
    /// The first and the last item.
    pub items: (u64, u64),
    /// The file of its rows.
    pub file: String,
    /// The length of the file.
    pub bytes: u64,
    /// The BLAKE3 hash of the file.
    pub blake3: String,
    /// The sums over its rows.
    pub totals: Totals,
}

impl Manifest {
    /// The manifest of a chunk with this file.
    pub(crate) fn new(chunk: &Chunk, key: &Key, file: &[u8], totals: Totals) -> Self {
        Self {
            version: key.version().to_owned(),
            digest: key.digest(),
            items: (*chunk.items.start(), *chunk.items.end()),
            file: chunk.file(),
            bytes: file.len() as u64,
            blake3: blake3::hash(file).to_hex().to_string(),
            totals,
        }
    }

    /// Is this the manifest of all rows of a chunk under this key?
    pub(crate) fn is_of(&self, chunk: &Chunk, key: &Key) -> bool {
        self.items == (*chunk.items.start(), *chunk.items.end())
            && self.totals.rows == chunk.count()
            && self.digest == key.digest()
            && self.version == key.version()
    }

    /// Is the file in this folder the one that was written, byte for byte?
    pub(crate) fn is_of_file(&self, folder: &Path) -> bool {
        let mut hasher = blake3::Hasher::new();
        let read =
            fs::File::open(folder.join(&self.file)).and_then(|file| hasher.update_reader(file).map(drop));
        read.is_ok() && hasher.finalize().to_hex().as_str() == self.blake3
    }
}

/// The folder of a chunk as it is found.
#[derive(Debug)]
pub(crate) enum Found {
    /// All rows are there, as far as the length of the file says.
    Complete(Manifest),
    /// Nobody has finished it yet.
    Unfinished,
    /// It was finished, and something happened to it since.
    Damaged(String),
}

/// Writes the file of a chunk, then its manifest. An earlier, shorter chunk is removed first, its manifest before its
/// rows, so that no row is there twice and no manifest is without its file.
pub(crate) fn write_chunk(folder: &Path, manifest: &Manifest, file: &[u8]) -> io::Result<()> {
    match fs::remove_file(folder.join(MANIFEST)) {
        Ok(()) => sync_folder(folder)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    remove_others(folder, &manifest.file)?;
    write_whole(folder, &manifest.file, file)?;
    write_whole(folder, MANIFEST, &serde_json::to_vec_pretty(manifest)?)
}

/// Reads the manifest in the folder of a chunk, and looks for its file.
pub(crate) fn find_chunk(folder: &Path) -> io::Result<Found> {
    let text = match fs::read(folder.join(MANIFEST)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Unfinished),
        Err(error) => return Err(error),
    };
    let Ok(manifest) = serde_json::from_slice::<Manifest>(&text) else {
        return Ok(Found::Damaged(format!("{MANIFEST} cannot be read")));
    };
    Ok(match fs::metadata(folder.join(&manifest.file)) {
        Ok(file) if file.len() == manifest.bytes => Found::Complete(manifest),
        Ok(file) => Found::Damaged(format!(
            "{} has {} bytes, and {} were written",
            manifest.file,
            file.len(),
            manifest.bytes
        )),
        Err(error) => Found::Damaged(format!("{}: {error}", manifest.file)),
    })
}
