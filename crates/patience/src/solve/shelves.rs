//! A list that grows without ever copying what it holds.

/// A list kept on shelves of equal size. Growing takes one more shelf and moves nothing, so that its
/// memory is what it says at any moment.
#[derive(Debug)]
pub(crate) struct Shelves<T> {
    shelves: Vec<Vec<T>>,
}

/// How many items a shelf holds.
pub(crate) const SHELF: usize = 1 << 9;

impl<T> Default for Shelves<T> {
    fn default() -> Self {
        Self { shelves: Vec::new() }
    }
}

impl<T: Copy> Shelves<T> {
    pub(crate) fn len(&self) -> usize {
        self.shelves.last().map_or(0, |last| (self.shelves.len() - 1) * SHELF + last.len())
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.shelves.len() * SHELF * size_of::<T>()
    }

    /// Bytes in use after `more` items came in.
    pub(crate) fn bytes_with(&self, more: usize) -> usize {
        (self.len() + more).div_ceil(SHELF).max(self.shelves.len()) * SHELF * size_of::<T>()
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        if self.shelves.last().is_none_or(|last| last.len() == SHELF) {
            self.shelves.push(Vec::with_capacity(SHELF));
        }
        self.shelves.last_mut().expect("a shelf with room was just put there").push(item);
    }

    #[inline]
    pub(crate) fn get(&self, at: usize) -> T {
        self.shelves[at / SHELF][at % SHELF]
    }

    pub(crate) fn set(&mut self, at: usize, item: T) {
        self.shelves[at / SHELF][at % SHELF] = item;
    }

    /// The items from `at` to the end of their shelf.
    pub(crate) fn stretch(&self, at: usize) -> &[T] {
        self.shelves.get(at / SHELF).map_or(&[], |shelf| &shelf[at % SHELF..])
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.shelves.truncate(len.div_ceil(SHELF));
        if let Some(last) = self.shelves.last_mut() {
            last.truncate(len - (len - 1) / SHELF * SHELF);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.shelves.truncate(1);
        self.shelves.iter_mut().for_each(Vec::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stay_where_they_are() {
        let mut list = Shelves::default();
        assert_eq!((list.len(), list.stretch(0)), (0, &[][..]));
        (0..10_000_u32).for_each(|item| list.push(item));
        assert_eq!((list.len(), list.get(9_999), list.get(4_096)), (10_000, 9_999, 4_096));
        assert_eq!(list.bytes(), list.bytes_with(240));
        assert!(list.bytes() < list.bytes_with(241));
        for len in [8_193, 8_192, 4_096, 1, 0] {
            list.truncate(len);
            assert_eq!(list.len(), len);
        }
        list.push(7);
        list.set(0, 8);
        assert_eq!(list.stretch(0), [8]);
        list.clear();
        assert_eq!(list.len(), 0);
    }
}
