//! The manifest of a chunk: which rows exist, and what they add up to.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::chunk::Chunk;
use super::durable::{remove_others, write_whole};
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
}

/// Writes the file of a chunk, then its manifest. Files of an earlier, shorter chunk are removed first, so that no row
/// is there twice.
pub(crate) fn write_chunk(folder: &Path, manifest: &Manifest, file: &[u8]) -> io::Result<()> {
    remove_others(folder, &manifest.file)?;
    write_whole(folder, &manifest.file, file)?;
    write_whole(folder, MANIFEST, &serde_json::to_vec_pretty(manifest)?)
}

/// The manifest in a folder, if it is whole and its file is there.
pub(crate) fn read_manifest(folder: &Path) -> io::Result<Option<Manifest>> {
    let text = match fs::read(folder.join(MANIFEST)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let Ok(manifest) = serde_json::from_slice::<Manifest>(&text) else { return Ok(None) };
    let is_there = fs::metadata(folder.join(&manifest.file)).is_ok_and(|file| file.len() == manifest.bytes);
    Ok(is_there.then_some(manifest))
}
