//! A hash table of positions with equally many pegs, each with its number of moves.

use search::{Limit, Run};

use crate::solve::move_count::MoveCount;

/// A position and its number of moves.
pub(crate) type Entry = (u64, MoveCount);

/// A hash table in shards, each of which can be filled by one thread.
pub(crate) struct ShardedTable {
    pub(crate) shards: Vec<Shard>,
}

/// The number of shards: the highest six bits of the hash choose one.
pub(crate) const SHARDS: usize = 64;

impl ShardedTable {
    pub(crate) fn new() -> Self {
        Self { shards: (0..SHARDS).map(|_| Shard { slots: Vec::new(), count: 0 }).collect() }
    }

    /// The number of positions.
    pub(crate) fn count(&self) -> usize {
        self.shards.iter().map(|shard| shard.count).sum()
    }

    /// The memory of the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.shards.iter().map(|shard| shard.slots.len() * size_of::<Entry>()).sum()
    }

    /// The memory of the tables after `more` new positions have come to each shard.
    pub(crate) fn bytes_with(&self, more: impl Fn(usize) -> usize) -> usize {
        let sizes = self.shards.iter().enumerate().map(|(number, shard)| shard.size_with(more(number)));
        sizes.sum::<usize>() * size_of::<Entry>()
    }

    /// The number of moves of a position.
    pub(crate) fn find(&self, word: u64) -> Option<MoveCount> {
        let hash = hash(word);
        self.shards[shard(hash)].find(word, hash)
    }

    /// Adds a position; if it is there already, the better number of moves counts.
    pub(crate) fn insert(&mut self, entry: Entry) {
        self.shards[shard_of(entry.0)].insert(entry);
    }

    /// All positions.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.shards.iter().flat_map(|shard| shard.slots.iter().copied()).filter(|entry| entry.0 != EMPTY)
    }

    /// About this many positions. The choice does not depend on the order in which they came.
    pub(crate) fn sample(&self, about: usize) -> Vec<u64> {
        let step = (self.count() / about).max(1) as u64;
        self.entries().map(|entry| entry.0).filter(|&word| hash(word).is_multiple_of(step)).collect()
    }

    /// Keeps only the positions of which this is true.
    pub(crate) fn retain(
        &mut self,
        run: &mut Run<'_>,
        keeps: impl Fn(u64) -> bool + Sync,
    ) -> Result<(), Limit> {
        let shards = self.shards.iter_mut().collect();
        let kept = run.share_out(shards, |shard: &mut Shard, _| {
            shard.slots.retain(|entry| entry.0 != EMPTY && keeps(entry.0));
            shard.rebuild(shard.slots.len());
        });
        kept.map(drop)
    }

    /// All slots, in tasks of about `size`, none of more than twice that; some slots are empty.
    pub(crate) fn tasks(&self, size: usize) -> Vec<Vec<&[Entry]>> {
        let mut tasks = Vec::new();
        let (mut task, mut length) = (Vec::new(), 0);
        for slice in self.shards.iter().flat_map(|shard| shard.slots.chunks(size)) {
            task.push(slice);
            length += slice.len();
            if length >= size {
                tasks.push(std::mem::take(&mut task));
                length = 0;
            }
        }
        tasks.extend((!task.is_empty()).then_some(task));
        tasks
    }
}

/// The shard of a position.
#[inline]
pub(crate) fn shard_of(word: u64) -> usize {
    shard(hash(word))
}

/// A slot without a position: boards here have fewer than 64 holes.
pub(crate) const EMPTY: u64 = u64::MAX;

pub(crate) struct Shard {
    slots: Vec<Entry>,
    count: usize,
}

impl Shard {
    /// Adds a position of this shard; if it is there already, the better number of moves counts.
    #[inline]
    pub(crate) fn insert(&mut self, (word, known): Entry) {
        if self.size_with(1) > self.slots.len() {
            self.rebuild(self.count + 1);
        }
        let mut slot = slot(hash(word), self.slots.len());
        while self.slots[slot].0 != word {
            if self.slots[slot].0 == EMPTY {
                self.slots[slot] = (word, known);
                self.count += 1;
                return;
            }
            slot = self.next(slot);
        }
        self.slots[slot].1.merge(known);
    }

    fn find(&self, word: u64, hash: u64) -> Option<MoveCount> {
        if self.slots.is_empty() {
            return None;
        }
        let mut slot = slot(hash, self.slots.len());
        loop {
            match self.slots[slot] {
                (own, known) if own == word => return Some(known),
                (EMPTY, _) => return None,
                _ => slot = self.next(slot),
            }
        }
    }

    fn next(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    /// The number of slots after `more` positions have come: a quarter of them is always empty.
    #[inline]
    fn size_with(&self, more: usize) -> usize {
        let mut size = self.slots.len();
        while 4 * (self.count + more) > 3 * size {
            size = (size + size / 2).max(16);
        }
        size
    }

    /// Moves all positions into another table for this many. They come in the order of their slots: if the table grew
    /// meanwhile, they would crowd at its low end.
    fn rebuild(&mut self, room: usize) {
        let old = std::mem::take(&mut self.slots);
        self.count = 0;
        self.slots = vec![(EMPTY, MoveCount::UNKNOWN); self.size_with(room)];
        for entry in old.into_iter().filter(|entry| entry.0 != EMPTY) {
            self.insert(entry);
        }
    }
}

/// The first slot of a position, by the lowest bits of the hash.
#[inline]
fn slot(hash: u64, size: usize) -> usize {
    (((hash & u64::from(u32::MAX)) * size as u64) >> 32) as usize
}

/// Fibonacci hashing: the multiplier is 2^64 divided by the golden ratio.
#[inline]
fn hash(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

/// The shard, by the highest bits of the hash.
fn shard(hash: u64) -> usize {
    (hash >> 58) as usize
}
