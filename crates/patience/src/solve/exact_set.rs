//! A visited set of exact keys.

use search::zeroed_table;

/// The size of the smallest table as a power of two: 32 KiB, which fits the first cache of the processor.
const LEAST: u32 = 12;
/// Tables up to this power of two, 8 MiB, are kept for the next search when they are outgrown.
const KEPT: u32 = 20;

/// Shorter keys count as if they had this many bits, so that the deals of one game share generations although
/// their keys differ in length.
const LEAST_BITS: u32 = 40;

/// A set of exact keys in open addressing. Each search stamps its keys with its own generation, so
/// that the next one finds the table empty without clearing it; it starts in the least table and
/// moves to larger ones as it grows.
#[derive(Debug, Default)]
pub(crate) struct ExactSet {
    /// Tables of 2^LEAST slots and up, empty where not yet needed.
    levels: Vec<Vec<u64>>,
    level: usize,
    /// The generation, above the bits of a key.
    generation: u64,
    key_bits: u32,
    stored: usize,
}

/// The result of inserting a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Met {
    /// It is new, and is kept now.
    First,
    /// It was there.
    Again,
}

/// The table would outgrow its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl ExactSet {
    /// Forgets everything, and takes keys of this many bits from now on.
    pub(crate) fn start(&mut self, key_bits: u32, memory: usize) -> Result<(), Full> {
        let key_bits = key_bits.max(LEAST_BITS);
        debug_assert!(key_bits < 60, "room for generations");
        if self.memory() > memory {
            self.levels.clear();
        }
        let last = self.generation.checked_shr(self.key_bits).unwrap_or(0);
        if key_bits != self.key_bits || last + 1 >= 1 << (64 - key_bits) {
            self.levels.iter_mut().for_each(|level| level.fill(0));
            self.generation = 0;
        }
        self.key_bits = key_bits;
        self.generation += 1 << key_bits;
        self.level = 0;
        self.stored = 0;
        if self.levels.is_empty() {
            if memory < size_of::<u64>() << LEAST {
                return Err(Full);
            }
            self.levels.push(vec![0; 1 << LEAST]);
        }
        Ok(())
    }

    /// Bytes held.
    pub(crate) fn memory(&self) -> usize {
        self.levels.iter().map(Vec::len).sum::<usize>() * size_of::<u64>()
    }

    /// Keys held.
    pub(crate) fn stored(&self) -> usize {
        self.stored
    }

    /// Keeps a key, if the table stays within `memory` bytes.
    #[inline]
    pub(crate) fn insert(&mut self, key: u64, memory: usize) -> Result<Met, Full> {
        let slots = &mut self.levels[self.level];
        if place(slots, key | self.generation, self.generation) == Met::Again {
            return Ok(Met::Again);
        }
        self.stored += 1;
        if self.stored * 2 > slots.len() {
            self.grow(memory)?;
        }
        Ok(Met::First)
    }

    #[cold]
    fn grow(&mut self, memory: usize) -> Result<(), Full> {
        let next = self.level + 1;
        let size = 1 << (LEAST as usize + next);
        if self.levels.len() == next {
            self.levels.push(Vec::new());
        }
        if self.levels[next].is_empty() {
            if self.memory() + size * size_of::<u64>() > memory {
                return Err(Full);
            }
            self.levels[next] = zeroed_table(size);
        }
        let (old, new) = self.levels.split_at_mut(next);
        for &slot in old[self.level].iter().filter(|&&slot| slot >= self.generation) {
            place(&mut new[0], slot, self.generation);
        }
        if LEAST as usize + self.level >= KEPT as usize {
            self.levels[self.level] = Vec::new();
        }
        self.level = next;
        Ok(())
    }
}

/// Puts `entry` where it belongs. Generations rise, so whatever is below `generation` is an empty slot.
#[inline]
fn place(slots: &mut [u64], entry: u64, generation: u64) -> Met {
    let last = slots.len() - 1;
    let hash = entry.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut at = (hash >> 20) as usize & last;
    loop {
        let slot = &mut slots[at & last];
        if *slot < generation {
            *slot = entry;
            return Met::First;
        }
        if *slot == entry {
            return Met::Again;
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_first_once_in_each_search() {
        let mut set = ExactSet::default();
        for key_bits in [20, 56, 20] {
            for _ in 0..300 {
                set.start(key_bits, usize::MAX).unwrap();
                for key in (0..100).chain(0..100).map(|n: u64| n * n * 77) {
                    set.insert(key, usize::MAX).unwrap();
                }
                assert_eq!(set.stored(), 100);
            }
        }
    }

    #[test]
    fn it_grows_and_keeps_within_its_memory() {
        let mut set = ExactSet::default();
        let memory = 1 << 20;
        set.start(40, memory).unwrap();
        let full = (0..1 << 20).find(|&key| set.insert(key, memory) == Err(Full));
        assert!(set.memory() <= memory && full > Some(30_000), "{full:?}");
        assert!((0..30_000).all(|key| set.insert(key, memory) == Ok(Met::Again)));
        set.start(40, 1 << 16).unwrap();
        assert!(set.memory() <= 1 << 16);
        assert_eq!(set.insert(5, 1 << 16), Ok(Met::First));
        assert_eq!(set.start(40, 1 << 10), Err(Full));
    }
}
