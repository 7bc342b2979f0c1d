//! A visited set for searches that may err: small, and cleared at no cost.

/// Slots hold the upper 48 bits of a key and the number of the search that put it there.
///
/// Two keys with equal upper bits are taken for one. That may lose a state, so only searches that never
/// claim to be exhaustive use it.
#[derive(Debug)]
pub(crate) struct LossySet {
    slots: Vec<u64>,
    /// The slots in use are the first `1 << bits`.
    bits: u32,
    held: usize,
    search: u64,
}

/// The bits of a slot that hold the number of a search.
const SEARCH: u64 = 0xffff;
const FEWEST_BITS: u32 = 10;
/// A table that is half full becomes four times as large.
const GROWTH: u32 = 2;

impl Default for LossySet {
    fn default() -> Self {
        Self { slots: vec![0; 1 << FEWEST_BITS], bits: FEWEST_BITS, held: 0, search: 1 }
    }
}

impl LossySet {
    /// Forgets all keys. Large tables of earlier searches are kept but not touched.
    pub(crate) fn clear(&mut self) {
        self.bits = FEWEST_BITS;
        self.held = 0;
        self.next_search();
    }

    fn next_search(&mut self) {
        self.search += 1;
        if self.search > SEARCH {
            self.slots.fill(0);
            self.search = 1;
        }
    }

    /// How many keys are held.
    pub(crate) fn len(&self) -> usize {
        self.held
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }

    /// Bytes needed in addition, for a while, if `more` keys come.
    pub(crate) fn bytes_more(&self, more: usize) -> usize {
        let is_full = 2 * (self.held + more) > 1 << self.bits;
        let grown = (1 << (self.bits + GROWTH)) * size_of::<u64>();
        if is_full && grown > self.bytes() { grown + self.held * size_of::<u64>() } else { 0 }
    }

    /// Adds a key, and says whether it was new.
    #[inline]
    pub(crate) fn insert(&mut self, key: u64) -> bool {
        let at = self.find(key);
        if self.slots[at] & SEARCH == self.search {
            return false;
        }
        self.slots[at] = key & !SEARCH | self.search;
        self.held += 1;
        if self.held * 2 > 1 << self.bits {
            self.grow();
        }
        true
    }

    /// The slot that holds the key, or the one that would.
    #[inline]
    fn find(&self, key: u64) -> usize {
        let wanted = key & !SEARCH | self.search;
        let mask = (1 << self.bits) - 1;
        let mut at = (key >> (64 - self.bits)) as usize;
        loop {
            let slot = self.slots[at];
            if slot == wanted || slot & SEARCH != self.search {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let search = self.search;
        let held: Vec<_> =
            self.slots[..1 << self.bits].iter().copied().filter(|slot| slot & SEARCH == search).collect();
        self.bits += GROWTH;
        self.slots.resize(self.slots.len().max(1 << self.bits), 0);
        self.next_search();
        for slot in held {
            let at = self.find(slot);
            self.slots[at] = slot & !SEARCH | self.search;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_new_once_per_search() {
        let mut set = LossySet::default();
        let keys = (1..20_000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for _ in 0..3 {
            assert!(keys.clone().all(|key| set.insert(key)));
            assert!(keys.clone().all(|key| !set.insert(key)));
            assert_eq!(set.len(), 19_999);
            set.clear();
        }
    }

    #[test]
    fn countless_searches_stay_apart() {
        let mut set = LossySet::default();
        for _ in 0..70_000 {
            set.clear();
            assert!(set.insert(u64::MAX));
            assert!(!set.insert(u64::MAX));
        }
    }
}
