//! Positions with equally many pegs, and what is known of each.

use search::{Limit, Run};

use crate::solve::move_count::Known;

/// A position and what is known of it.
pub(crate) type Entry = (u64, Known);

/// A hash table in parts, so that each can be filled by one thread.
pub(crate) struct Store {
    pub(crate) parts: Vec<Part>,
}

/// How many parts there are.
pub(crate) const PARTS: usize = 64;

impl Store {
    pub(crate) fn new() -> Self {
        Self { parts: (0..PARTS).map(|_| Part { slots: Vec::new(), count: 0 }).collect() }
    }

    /// How many positions there are.
    pub(crate) fn count(&self) -> usize {
        self.parts.iter().map(|part| part.count).sum()
    }

    /// What the tables take.
    pub(crate) fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.slots.len() * size_of::<Entry>()).sum()
    }

    /// The same when so many more positions have come to each part, all of them new.
    pub(crate) fn bytes_with(&self, more: impl Fn(usize) -> usize) -> usize {
        let sizes = self.parts.iter().enumerate().map(|(number, part)| part.size_with(more(number)));
        sizes.sum::<usize>() * size_of::<Entry>()
    }

    /// What is known of a position.
    pub(crate) fn find(&self, word: u64) -> Option<Known> {
        let mixed = mixed(word);
        self.parts[part(mixed)].find(word, mixed)
    }

    /// Learns something of a position.
    pub(crate) fn learn(&mut self, entry: Entry) {
        self.parts[part_of(entry.0)].learn(entry);
    }

    /// All positions.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.parts.iter().flat_map(|part| part.slots.iter().copied()).filter(|entry| entry.0 != FREE)
    }

    /// About so many positions; which, does not depend on the order in which they came.
    pub(crate) fn sample(&self, about: usize) -> Vec<u64> {
        let step = (self.count() / about).max(1) as u64;
        self.entries().map(|entry| entry.0).filter(|&word| mixed(word).is_multiple_of(step)).collect()
    }

    /// Keeps only the positions of which this is true.
    pub(crate) fn retain(
        &mut self,
        run: &mut Run<'_>,
        keeps: impl Fn(u64) -> bool + Sync,
    ) -> Result<(), Limit> {
        let parts = self.parts.iter_mut().collect();
        let kept = run.share_out(parts, |part: &mut Part, _| {
            part.slots.retain(|entry| entry.0 != FREE && keeps(entry.0));
            part.rebuild(part.slots.len());
        });
        kept.map(drop)
    }

    /// All slots, in runs of about so many, none of more than twice that; some of them are free.
    pub(crate) fn runs(&self, size: usize) -> Vec<Vec<&[Entry]>> {
        let mut runs = Vec::new();
        let (mut run, mut length) = (Vec::new(), 0);
        for slice in self.parts.iter().flat_map(|part| part.slots.chunks(size)) {
            run.push(slice);
            length += slice.len();
            if length >= size {
                runs.push(std::mem::take(&mut run));
                length = 0;
            }
        }
        runs.extend((!run.is_empty()).then_some(run));
        runs
    }
}

/// The part where a position is kept.
#[inline]
pub(crate) fn part_of(word: u64) -> usize {
    part(mixed(word))
}

/// A slot without a position: no board has so many holes.
pub(crate) const FREE: u64 = u64::MAX;

pub(crate) struct Part {
    slots: Vec<Entry>,
    count: usize,
}

impl Part {
    /// Learns something of a position of this part.
    #[inline]
    pub(crate) fn learn(&mut self, (word, known): Entry) {
        if self.size_with(1) > self.slots.len() {
            self.rebuild(self.count + 1);
        }
        let mut slot = slot(mixed(word), self.slots.len());
        while self.slots[slot].0 != word {
            if self.slots[slot].0 == FREE {
                self.slots[slot] = (word, known);
                self.count += 1;
                return;
            }
            slot = self.next(slot);
        }
        self.slots[slot].1.learn(known);
    }

    fn find(&self, word: u64, mixed: u64) -> Option<Known> {
        if self.slots.is_empty() {
            return None;
        }
        let mut slot = slot(mixed, self.slots.len());
        loop {
            match self.slots[slot] {
                (own, known) if own == word => return Some(known),
                (FREE, _) => return None,
                _ => slot = self.next(slot),
            }
        }
    }

    fn next(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    /// How many slots there are when so many more positions have come: a quarter of them is always free.
    #[inline]
    fn size_with(&self, more: usize) -> usize {
        let mut size = self.slots.len();
        while 4 * (self.count + more) > 3 * size {
            size = (size + size / 2).max(16);
        }
        size
    }

    /// Puts all positions into another table, with room for so many. They come in order of their slots: without the
    /// room from the beginning they would all crowd at its low end.
    fn rebuild(&mut self, room: usize) {
        let old = std::mem::take(&mut self.slots);
        self.count = 0;
        self.slots = vec![(FREE, Known::NOTHING); self.size_with(room)];
        for entry in old.into_iter().filter(|entry| entry.0 != FREE) {
            self.learn(entry);
        }
    }
}

/// Where a position is looked for first: by the lowest bits.
#[inline]
fn slot(mixed: u64, size: usize) -> usize {
    (((mixed & u64::from(u32::MAX)) * size as u64) >> 32) as usize
}

#[inline]
fn mixed(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

/// By the highest bits.
fn part(mixed: u64) -> usize {
    (mixed >> 58) as usize
}
