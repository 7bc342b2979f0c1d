//! Making the chunks of a survey.

use std::fs;
use std::io;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use parquet::errors::ParquetError;
use thiserror::Error;

use super::chunk::{Chunk, Chunks};
use super::durable::sync_folder;
use super::header::HeaderError;
use super::manifest::{Found, Manifest, Totals, find_chunk, write_chunk};
use super::part::encode;
use crate::column;
use crate::key::Key;
use crate::rows::each_in_order;
use crate::tabular::Tabular;
use crate::work::Plan;

/// The part of a survey that one of several processes works on: of N processes each takes every Nth chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: NonZero<u64>,
}

impl Shard {
    /// All chunks.
    pub const WHOLE: Self = Self { index: 0, of: NonZero::<u64>::MIN };

    /// Shard `number`, counted from 1, of `of`.
    pub fn new(number: u64, of: NonZero<u64>) -> Option<Self> {
        (1..=of.get()).contains(&number).then(|| Self { index: number - 1, of })
    }

    /// Is this chunk one of the shard?
    pub fn has(self, chunk: &Chunk) -> bool {
        chunk.number % self.of == self.index
    }
}

/// Where the chunks of a survey go.
#[derive(Clone, Copy, Debug)]
pub struct Survey<'s> {
    /// The folder of the game.
    pub game: &'s Path,
    /// The most rows of a chunk.
    pub chunk_rows: NonZero<u64>,
    /// The chunks to work on.
    pub shard: Shard,
}

/// How far a survey, or a shard of it, has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surveyed {
    /// The sums over all rows that exist.
    pub totals: Totals,
    /// The rows that were there before.
    pub before: u64,
    /// The rows wanted.
    pub wanted: u64,
}

impl Surveyed {
    /// Are all rows there?
    pub fn is_complete(&self) -> bool {
        self.totals.rows == self.wanted
    }
}

/// Why a survey cannot go on.
#[derive(Debug, Error)]
pub enum SurveyError<E> {
    /// The folder cannot hold it.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// Reading or writing failed.
    #[error("{}: {error}", path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The rows cannot be written as a Parquet file.
    #[error("{0}")]
    Parquet(#[from] ParquetError),
    /// The work cannot go on.
    #[error("{0}")]
    Work(E),
}

/// Makes every chunk that is not complete. `progress` is called for each row; rows of a chunk that is not complete are
/// counted while the work goes on, and not in the end.
pub fn survey<W: Tabular>(
    work: &W,
    plan: &Plan<'_>,
    place: &Survey<'_>,
    mut progress: impl FnMut(&Surveyed),
) -> Result<Surveyed, SurveyError<W::Error>> {
    let key = work.key();
    let (mut kept, to_do) = place.look(plan, &key)?;
    let mut shown = kept.clone();
    progress(&shown);
    let items: Vec<_> = to_do.iter().map(|chunk| chunk.items.clone()).collect();
    let mut filling = Filling::new(work, &key, place, to_do);
    each_in_order(work, plan, items.into_iter().flatten(), SurveyError::Work, |item, row| {
        let Some(row) = row else {
            filling.is_spoilt = true;
            return Ok(());
        };
        shown.totals.count(W::verdict(&row), W::nodes(&row));
        progress(&shown);
        filling.push(item, row, &mut kept.totals)
    })?;
    Ok(kept)
}

impl Survey<'_> {
    /// The chunks of the shard.
    fn chunks(&self, plan: &Plan<'_>) -> impl Iterator<Item = Chunk> + use<> {
        let shard = self.shard;
        Chunks::new(plan.items.clone(), self.chunk_rows).filter(move |chunk| shard.has(chunk))
    }

    /// The totals of the complete chunks, and the chunks that are still to do. Where the work is stopped, those that
    /// nobody looked at are still to do.
    fn look<E>(&self, plan: &Plan<'_>, key: &Key) -> Result<(Surveyed, Vec<Chunk>), SurveyError<E>> {
        let mut kept = Surveyed { totals: Totals::default(), before: 0, wanted: 0 };
        let mut to_do = Vec::new();
        for chunk in self.chunks(plan) {
            kept.wanted += chunk.count();
            let complete = if (plan.stop)() { Ok(None) } else { self.complete(&chunk, key) };
            match complete.map_err(|error| self.cannot(&chunk, error))? {
                Some(manifest) => kept.totals.add(&manifest.totals),
                None => to_do.push(chunk),
            }
        }
        kept.before = kept.totals.rows;
        Ok((kept, to_do))
    }

    /// The manifest of a chunk, if all its rows are there. The file is read: one that was damaged is made again.
    pub fn complete(&self, chunk: &Chunk, key: &Key) -> io::Result<Option<Manifest>> {
        let folder = chunk.folder(self.game);
        let Found::Complete(manifest) = find_chunk(&folder)? else { return Ok(None) };
        Ok(Some(manifest).filter(|manifest| manifest.is_of(chunk, key) && manifest.is_of_file(&folder)))
    }

    /// The items that lie in the folder of a chunk under this key, whichever they are.
    pub fn items_there(&self, chunk: &Chunk, key: &Key) -> io::Result<Option<RangeInclusive<u64>>> {
        let Found::Complete(manifest) = find_chunk(&chunk.folder(self.game))? else { return Ok(None) };
        let (first, last) = manifest.items;
        // A damaged manifest may say anything.
        let there = Chunk::of(first..=last, self.chunk_rows).filter(|there| there.number == chunk.number);
        let Some(there) = there else { return Ok(None) };
        Ok(self.complete(&there, key)?.map(|_| there.items))
    }

    fn cannot<E>(&self, chunk: &Chunk, error: io::Error) -> SurveyError<E> {
        SurveyError::Io { path: chunk.folder(self.game), error }
    }
}

/// The chunk that is being filled, and those after it.
struct Filling<'f, W: Tabular> {
    work: &'f W,
    key: &'f Key,
    place: &'f Survey<'f>,
    chunks: std::vec::IntoIter<Chunk>,
    rows: Vec<(u64, W::Row)>,
    /// Was an item stopped? Then no further chunk is complete.
    is_spoilt: bool,
}

impl<'f, W: Tabular> Filling<'f, W> {
    fn new(work: &'f W, key: &'f Key, place: &'f Survey<'f>, chunks: Vec<Chunk>) -> Self {
        Self { work, key, place, chunks: chunks.into_iter(), rows: Vec::new(), is_spoilt: false }
    }

    /// Adds the next row; the last one of a chunk brings the chunk to the disk and adds up its rows.
    fn push(&mut self, item: u64, row: W::Row, kept: &mut Totals) -> Result<(), SurveyError<W::Error>> {
        if self.is_spoilt {
            return Ok(());
        }
        self.rows.push((item, row));
        let is_last = self.chunks.as_slice().first().is_some_and(|chunk| *chunk.items.end() == item);
        if is_last && let Some(chunk) = self.chunks.next() {
            let manifest = write_rows(self.work, self.key, self.place, &chunk, &self.rows)?;
            kept.add(&manifest.totals);
            self.rows.clear();
        }
        Ok(())
    }
}

/// Brings all rows of a chunk to the disk.
pub(crate) fn write_rows<W: Tabular>(
    work: &W,
    key: &Key,
    place: &Survey<'_>,
    chunk: &Chunk,
    rows: &[(u64, W::Row)],
) -> Result<Manifest, SurveyError<W::Error>> {
    let cells: Vec<_> = rows.iter().map(|(item, row)| work.cells(*item, row)).collect();
    let file = encode(&column::batch(work.columns(), &cells), key)?;
    let mut totals = Totals::default();
    for (_, row) in rows {
        totals.count(W::verdict(row), W::nodes(row));
    }
    let manifest = Manifest::new(chunk, key, &file, totals);
    let folder = chunk.folder(place.game);
    // Another process may have made the same chunk in the meantime. A complete chunk is never touched.
    if place.complete(chunk, key).map_err(|error| place.cannot(chunk, error))?.as_ref() == Some(&manifest) {
        return Ok(manifest);
    }
    let written = fs::create_dir_all(&folder).and_then(|()| write_chunk(&folder, &manifest, &file));
    written.and_then(|()| sync_folder(place.game)).map_err(|error| place.cannot(chunk, error))?;
    Ok(manifest)
}
