//! Positions with equally many pegs, and what is known of each.

use crate::known::Known;

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

    /// All slots, in slices of at most so many; some of them are free.
    pub(crate) fn slices(&self, most: usize) -> impl Iterator<Item = &[Entry]> {
        self.parts.iter().flat_map(move |part| part.slots.chunks(most))
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
    /// A power of two of them, or none.
    slots: Vec<Entry>,
    count: usize,
}

impl Part {
    /// Learns something of a position of this part.
    #[inline]
    pub(crate) fn learn(&mut self, (word, known): Entry) {
        if 4 * (self.count + 1) > 3 * self.slots.len() {
            self.grow();
        }
        let last = self.slots.len() - 1;
        let mut slot = mixed(word) as usize & last;
        while self.slots[slot].0 != word {
            if self.slots[slot].0 == FREE {
                self.slots[slot] = (word, known);
                self.count += 1;
                return;
            }
            slot = (slot + 1) & last;
        }
        self.slots[slot].1.learn(known);
    }

    fn find(&self, word: u64, mixed: u64) -> Option<Known> {
        let last = self.slots.len().checked_sub(1)?;
        let mut slot = mixed as usize & last;
        loop {
            match self.slots[slot] {
                (own, known) if own == word => return Some(known),
                (FREE, _) => return None,
                _ => slot = (slot + 1) & last,
            }
        }
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(16);
        let old = std::mem::replace(&mut self.slots, vec![(FREE, Known::NOTHING); size]);
        self.count = 0;
        for entry in old.into_iter().filter(|entry| entry.0 != FREE) {
            self.learn(entry);
        }
    }
}

#[inline]
fn mixed(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

/// By the highest bits; the slot goes by the lowest.
fn part(mixed: u64) -> usize {
    (mixed >> 58) as usize
}
