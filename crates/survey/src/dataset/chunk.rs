//! The chunks of a survey, and where they lie.

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Items that are kept together in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The first item divided by the size of a chunk.
    pub number: u64,
    /// Its items, one at least.
    pub items: RangeInclusive<u64>,
}

impl Chunk {
    /// The chunk of these items, where they lie in one.
    pub fn of(items: RangeInclusive<u64>, size: NonZero<u64>) -> Option<Self> {
        let number = *items.start() / size;
        (!items.is_empty() && *items.end() / size == number).then_some(Self { number, items })
    }

    /// Its items among these, and all of theirs that lie in it.
    pub(crate) fn whole(&self, items: &RangeInclusive<u64>, size: NonZero<u64>) -> RangeInclusive<u64> {
        let first = self.number * size.get();
        first.max(*items.start())..=first.saturating_add(size.get() - 1).min(*items.end())
    }

    /// How many items it has.
    pub fn count(&self) -> u64 {
        self.items.end() - self.items.start() + 1
    }

    /// Its folder in that of the game.
    pub fn folder(&self, game: &Path) -> PathBuf {
        game.join(format!("chunk={:06}", self.number))
    }

    /// The name of its file.
    pub fn file(&self) -> String {
        format!("part-{}-{}.parquet", self.items.start(), self.items.end())
    }
}

/// All chunks of some items, ascending.
#[derive(Clone, Debug)]
pub struct Chunks {
    items: RangeInclusive<u64>,
    size: NonZero<u64>,
    next: Option<u64>,
}

impl Chunks {
    /// The chunks of these items.
    pub fn new(items: RangeInclusive<u64>, size: NonZero<u64>) -> Self {
        let next = (!items.is_empty()).then_some(*items.start());
        Self { items, size, next }
    }
}

impl Iterator for Chunks {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        let first = self.next?;
        let number = first / self.size;
        let last_of_all = *self.items.end();
        let last = (number * self.size.get()).saturating_add(self.size.get() - 1).min(last_of_all);
        self.next = (last < last_of_all).then(|| last + 1);
        Some(Chunk { number, items: first..=last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_cover_all_items_once_and_their_place_follows_from_the_items() {
        let size = NonZero::new(10).unwrap();
        let chunks: Vec<_> = Chunks::new(7..=30, size).map(|chunk| (chunk.number, chunk.items)).collect();
        assert_eq!(chunks, [(0, 7..=9), (1, 10..=19), (2, 20..=29), (3, 30..=30)]);
        for (number, items) in chunks {
            assert_eq!(Chunk::of(items.clone(), size), Some(Chunk { number, items }));
        }
        assert_eq!(Chunk::of(9..=10, size), None);
        let chunk = Chunk::of(20..=29, size).unwrap();
        assert_eq!(chunk.folder(Path::new("a")), Path::new("a/chunk=000002"));
        assert_eq!((chunk.file().as_str(), chunk.count()), ("part-20-29.parquet", 10));
        assert_eq!(Chunks::new(u64::MAX - 1..=u64::MAX, size).map(|chunk| chunk.count()).sum::<u64>(), 2);
    }
}
