//! The states that a best-first search has met and not yet expanded, the cheapest first and of these the latest.

use search::prefetch;

/// Costs from here on share one list; with the weights in use they hardly ever get that high.
const COSTS: usize = 4096;
const NONE: u32 = u32::MAX;

/// A bucket queue that holds its items: one list for each cost. The place of an item that was taken serves the next one,
/// so that a search that expands nearly everything it meets needs little memory, and that near the processor.
#[derive(Debug)]
pub(crate) struct OpenStates<T> {
    slots: Vec<Slot<T>>,
    /// For each cost the place of the one that came last.
    heads: Box<[u32; COSTS]>,
    /// The place that was left last.
    spare: u32,
    /// No item has a lower cost, and none ever had a higher one.
    lowest: usize,
    highest: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot<T> {
    item: T,
    /// The place of the one that came before it at the same cost, or was left before it.
    older: u32,
}

impl<T> Default for OpenStates<T> {
    fn default() -> Self {
        Self { slots: Vec::new(), heads: Box::new([NONE; COSTS]), spare: NONE, lowest: COSTS, highest: 0 }
    }
}

impl<T: Copy> OpenStates<T> {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        if self.lowest <= self.highest {
            self.heads[self.lowest..=self.highest].fill(NONE);
        }
        (self.spare, self.lowest, self.highest) = (NONE, COSTS, 0);
    }

    /// Adds an item. Costs below zero count as zero.
    #[inline]
    pub(crate) fn push(&mut self, item: T, cost: i32) {
        let cost = cost.clamp(0, COSTS as i32 - 1) as usize;
        let older = self.heads[cost];
        let slot = Slot { item, older };
        if self.spare == NONE {
            self.heads[cost] = self.slots.len() as u32;
            self.slots.push(slot);
        } else {
            self.heads[cost] = self.spare;
            self.spare = std::mem::replace(&mut self.slots[self.spare as usize], slot).older;
        }
        self.lowest = self.lowest.min(cost);
        self.highest = self.highest.max(cost);
    }

    /// Takes the latest of the cheapest.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        while self.lowest <= self.highest {
            let at = self.heads[self.lowest];
            if at != NONE {
                let slot = &mut self.slots[at as usize];
                let older = std::mem::replace(&mut slot.older, self.spare);
                let item = slot.item;
                (self.spare, self.heads[self.lowest]) = (at, older);
                // It is the next one unless a cheaper one comes in, and larger than a cache line.
                prefetch(&self.slots, older as usize);
                prefetch(&self.slots, (older as usize).wrapping_add(1));
                return Some(item);
            }
            self.lowest += 1;
        }
        None
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.iter().count()
    }

    /// All items, the cheapest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = T> {
        let slot = |at: u32| (at != NONE).then(|| self.slots[at as usize]);
        let heads = self.heads.iter().take(self.highest + 1).skip(self.lowest);
        heads.flat_map(move |&head| {
            std::iter::successors(slot(head), move |taken| slot(taken.older)).map(|slot| slot.item)
        })
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot<T>>()
    }

    /// The most bytes in use while this many come in: a list that is full doubles, and both are there while it is copied.
    pub(crate) fn bytes_with(&self, more: usize) -> usize {
        let (len, capacity) = (self.slots.len(), self.slots.capacity());
        let grown = if len + more > capacity { (len + more).max(2 * capacity) } else { 0 };
        self.bytes() + grown * size_of::<Slot<T>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_come_first_and_of_these_the_latest() {
        let mut open = OpenStates::default();
        for round in 0..3 {
            for (item, cost) in [(1, 70), (2, -5), (3, 70), (4, 9_999), (5, 71), (6, 5_000)] {
                open.push(item, cost);
            }
            let taken: Vec<i32> = (0..4).filter_map(|_| open.pop()).collect();
            assert_eq!(taken, [2, 3, 1, 5], "round {round}");
            open.push(7, 0);
            assert_eq!((open.len(), open.iter().collect::<Vec<_>>()), (3, vec![7, 6, 4]));
            assert_eq!(open.pop(), Some(7));
            if round == 0 {
                let rest: Vec<i32> = std::iter::from_fn(|| open.pop()).collect();
                assert_eq!(rest, [6, 4]);
            }
            open.clear();
            assert_eq!(open.pop(), None);
        }
    }

    #[test]
    fn places_that_were_left_serve_again() {
        let mut open = OpenStates::default();
        (0..100).for_each(|item| open.push(item, item));
        let bytes = open.bytes();
        for item in 100..4_000 {
            assert_eq!(open.pop(), Some(item - 100));
            open.push(item, item);
        }
        assert_eq!((open.bytes(), open.slots.len()), (bytes, 100));
    }
}
