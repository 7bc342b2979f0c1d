//! The parameters of a survey, kept with its rows.

use std::fs;
use std::io;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::durable::{make_folder, remove_leftovers, write_new, write_whole};
use crate::key::Key;

/// The name of the file of parameters.
const HEADER: &str = "_survey.json";
/// The name of the list of seeds.
const SEEDS: &str = "_seeds.txt";

/// The most chunks of a survey: each is a folder, and all of them are looked at when a survey goes on.
const MOST_CHUNKS: u64 = 1 << 20;

/// The parameters of a survey: everything that its rows and files depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The name of what is surveyed.
    pub game: String,
    /// The digest of rules and options.
    pub digest: String,
    /// The rules and options.
    pub key: Key,
    /// The rules of the game as a text, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The most rows of a chunk.
    pub chunk_rows: NonZero<u64>,
    /// The first and the last item.
    pub items: (u64, u64),
    /// The digest of the seeds, where they are not one range; items are then places in `_seeds.txt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<String>,
}

/// Why a folder cannot hold a survey.
#[derive(Debug, Error)]
pub enum HeaderError {
    /// Reading or writing failed.
    #[error("{1}")]
    Io(PathBuf, io::Error),
    /// It holds another survey, which differs like this.
    #[error("this folder holds another survey: {0}; give another folder")]
    Other(String),
    /// There would be too many folders.
    #[error(
        "{0} chunks are more than the {MOST_CHUNKS} of a survey; take larger ones (--chunk-rows), or fewer deals"
    )]
    TooManyChunks(u64),
    /// It holds something else.
    #[error("{HEADER} cannot be read: {0}; remove it, and the command that made the survey writes it again")]
    Unreadable(serde_json::Error),
}

impl Header {
    /// The items as a range.
    pub fn range(&self) -> RangeInclusive<u64> {
        self.items.0..=self.items.1
    }

    /// The folder of its game in that of the dataset.
    pub fn folder(&self, out: &Path) -> PathBuf {
        out.join(format!("game={}", self.game))
    }

    /// The header in the folder of a game, if there is one.
    pub fn read(game: &Path) -> Result<Option<Self>, HeaderError> {
        let path = game.join(HEADER);
        match fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text).map(Some).map_err(HeaderError::Unreadable),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(HeaderError::Io(path, error)),
        }
    }

    /// Writes it, with the list of seeds where there is one, unless the same is there. Another survey is refused, also one
    /// that another process begins at the same moment; one range may grow.
    pub fn establish(&self, game: &Path, seeds: Option<&str>) -> Result<(), HeaderError> {
        let chunks = self.items.1 / self.chunk_rows - self.items.0 / self.chunk_rows + 1;
        if chunks > MOST_CHUNKS {
            return Err(HeaderError::TooManyChunks(chunks));
        }
        let there = Self::read(game)?;
        if let Some(there) = &there {
            self.must_continue(there)?;
        }
        let cannot = |error| HeaderError::Io(game.join(HEADER), error);
        make_folder(game)
            .and_then(|()| remove_leftovers(game))
            .map_err(|error| HeaderError::Io(game.to_owned(), error))?;
        if there.as_ref() != Some(self) {
            let text = serde_json::to_vec_pretty(self).map_err(io::Error::from).map_err(cannot)?;
            if there.is_some() {
                write_whole(game, HEADER, &text).map_err(cannot)?;
            } else if !write_new(game, HEADER, &text).map_err(cannot)? {
                // Another process was faster.
                return self.establish(game, seeds);
            }
        }
        seeds.map_or(Ok(()), |seeds| keep_seeds(game, seeds))
    }

    /// The list of seeds in the folder of a game.
    pub fn read_seeds(game: &Path) -> Result<String, HeaderError> {
        let path = game.join(SEEDS);
        fs::read_to_string(&path).map_err(|error| HeaderError::Io(path, error))
    }

    fn must_continue(&self, there: &Self) -> Result<(), HeaderError> {
        if let Some(difference) = there.as_key().difference(&self.as_key()) {
            return Err(HeaderError::Other(difference));
        }
        let (first, last) = there.items;
        if self.items.0 > first || self.items.1 < last {
            let (from, to) = self.items;
            let difference = format!("it goes from {first} to {last} there and from {from} to {to} here");
            return Err(HeaderError::Other(difference));
        }
        Ok(())
    }

    /// Everything that must not change.
    fn as_key(&self) -> Key {
        let seeds = self.seeds.as_deref().unwrap_or("one range");
        self.key.clone().with("rows of a chunk", self.chunk_rows).with("seeds", seeds)
    }
}

/// Writes the list of seeds, unless it is there as it should be.
fn keep_seeds(game: &Path, seeds: &str) -> Result<(), HeaderError> {
    let path = game.join(SEEDS);
    if fs::read(&path).is_ok_and(|there| there == seeds.as_bytes()) {
        return Ok(());
    }
    write_whole(game, SEEDS, seeds.as_bytes()).map_err(|error| HeaderError::Io(path, error))
}
