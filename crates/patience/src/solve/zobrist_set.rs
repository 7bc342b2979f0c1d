//! A visited set of 128-bit Zobrist keys that knows its memory to the byte.

use search::zeroed_table;

/// An open-addressing set of 128-bit keys. A slot of 0 is empty; the key 0 is kept as 1.
///
/// Taking a key for the state itself errs only if two different states share one. Zobrist keys are exclusive
/// ors of independent random numbers, so `n` states collide with a chance below `n²/2¹²⁹`: for the
/// 4 billion states that a search can number, less than 10⁻¹⁹.
///
/// A large table grows by one part in `GROWTH` of its size. Little is left unused of one that grows by a quarter, and
/// little time is lost in one that grows by half: new memory has to be cleared.
#[derive(Debug, Default)]
pub(crate) struct ZobristSet<const GROWTH: usize = 4> {
    slots: Vec<u128>,
    held: usize,
    /// Where the keys of a small table wait while it grows.
    moving: Vec<u128>,
}

impl<const GROWTH: usize> ZobristSet<GROWTH> {
    const SMALLEST: usize = 256;
    /// Tables of this many slots, 4 MiB, and more grow by less than they hold.
    const LARGE: usize = 1 << 18;
    /// The memory of tables of up to this many slots, 256 KiB, serves the next search: most searches are small, and
    /// fresh memory costs more than to clear what is used of the old.
    const KEPT: usize = 1 << 14;

    /// How many keys are held.
    pub(crate) fn len(&self) -> usize {
        self.held
    }

    /// All keys that are held.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u128> {
        self.slots.iter().copied().filter(|&key| key != 0)
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        (self.slots.capacity() + self.moving.capacity()) * size_of::<u128>()
    }

    /// Bytes in use after making room for `more` keys, and while making it.
    pub(crate) fn bytes_with(&self, more: usize) -> (usize, usize) {
        let capacity = self.capacity_for(more);
        let grown = capacity * size_of::<u128>();
        if capacity <= self.slots.capacity() {
            (self.bytes(), self.bytes())
        } else if capacity <= Self::KEPT {
            (2 * grown, 2 * grown)
        } else {
            (grown, grown + self.bytes())
        }
    }

    /// Forgets all keys and gives large tables back.
    pub(crate) fn clear(&mut self) {
        if self.slots.capacity() > Self::KEPT {
            self.slots = Vec::new();
        }
        self.slots.truncate(Self::SMALLEST);
        self.slots.fill(0);
        self.held = 0;
    }

    /// Makes room, so that the next `more` insertions take no memory.
    #[inline]
    pub(crate) fn make_room(&mut self, more: usize) {
        let capacity = self.capacity_for(more);
        if capacity != self.slots.len() {
            self.grow(capacity);
        }
    }

    #[cold]
    fn grow(&mut self, capacity: usize) {
        if capacity > Self::KEPT {
            self.moving = Vec::new();
            let old = std::mem::replace(&mut self.slots, zeroed_table(capacity));
            self.insert_all(&old);
            return;
        }
        let mut moving = std::mem::take(&mut self.moving);
        moving.clear();
        moving.reserve_exact(self.held);
        moving.extend(self.slots.iter().filter(|&&key| key != 0));
        self.slots.clear();
        self.slots.resize(capacity, 0);
        self.insert_all(&moving);
        self.moving = moving;
    }

    /// Fills a new table with the keys of an old one.
    fn insert_all(&mut self, old: &[u128]) {
        for &key in old.iter().filter(|&&key| key != 0) {
            let free = self.slot(key);
            self.slots[free] = key;
        }
    }

    /// Brings the place of a key close to the processor, before it is asked for.
    #[inline]
    pub(crate) fn prefetch(&self, key: u128) {
        search::prefetch(&self.slots, self.home(key.max(1)));
    }

    /// Adds a key, and says whether it was new. Room was made before.
    #[inline]
    pub(crate) fn insert(&mut self, key: u128) -> bool {
        let key = key.max(1);
        let at = self.slot(key);
        let new = self.slots[at] == 0;
        self.slots[at] = key;
        self.held += usize::from(new);
        new
    }

    /// Of a large table at most five slots of six are taken. When it grows, the keys keep their order, so that the copy
    /// walks through both tables. Of a small one at most half are taken.
    #[inline]
    fn capacity_for(&self, more: usize) -> usize {
        let keys = self.held + more;
        let mut capacity = self.slots.len();
        while keys * 2 > capacity && (capacity < Self::LARGE || keys * 6 > capacity * 5) {
            let growth = if capacity < Self::LARGE { capacity } else { capacity / GROWTH };
            capacity = (capacity + growth).max(Self::SMALLEST);
        }
        capacity
    }

    /// The slot where the search for a key begins.
    #[inline]
    fn home(&self, key: u128) -> usize {
        ((u128::from(key as u64) * self.slots.len() as u128) >> 64) as usize
    }

    /// The slot that holds the key, or the free one where it belongs.
    #[inline]
    fn slot(&self, key: u128) -> usize {
        let size = self.slots.len();
        let mut at = self.home(key);
        while self.slots[at] != 0 && self.slots[at] != key {
            at += 1;
            if at == size {
                at = 0;
            }
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_new_once() {
        let mut set = ZobristSet::<4>::default();
        let keys = (0..5000_u128).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834));
        for key in keys.clone() {
            set.make_room(1);
            assert_eq!(set.bytes_with(0), (set.bytes(), set.bytes()));
            assert!(set.insert(key));
        }
        assert!(keys.clone().all(|key| !set.insert(key)));
        assert_eq!(set.len(), 5000);
        set.clear();
        set.make_room(5000);
        assert!(keys.clone().all(|key| set.insert(key)));
    }
}
