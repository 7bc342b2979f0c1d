//! A list that grows without ever copying what it holds.

/// A list kept in chunks of equal size. Growing takes one more chunk and moves nothing, so that
/// [`bytes`](Self::bytes) is exact at any moment.
#[derive(Debug)]
pub(crate) struct ChunkedVec<T> {
    /// The chunks after the one that holds the last item are empty, and wait to be filled again.
    chunks: Vec<Vec<T>>,
    len: usize,
}

/// How many items a chunk holds: some KiB of states, so that little is left unused at the end of a list.
pub(crate) const CHUNK: usize = 1 << 9;

impl<T> Default for ChunkedVec<T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }
}

impl<T: Copy> ChunkedVec<T> {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.chunks.len() * CHUNK * size_of::<T>()
    }

    /// Bytes in use after `more` items came in.
    pub(crate) fn bytes_with(&self, more: usize) -> usize {
        (self.len + more).div_ceil(CHUNK).max(self.chunks.len()) * CHUNK * size_of::<T>()
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        if self.len == self.chunks.len() * CHUNK {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        self.chunks[self.len / CHUNK].push(item);
        self.len += 1;
    }

    #[inline]
    pub(crate) fn get(&self, at: usize) -> T {
        self.chunks[at / CHUNK][at % CHUNK]
    }

    pub(crate) fn set(&mut self, at: usize, item: T) {
        self.chunks[at / CHUNK][at % CHUNK] = item;
    }

    /// The items from `at` to the end of their chunk.
    pub(crate) fn chunk_from(&self, at: usize) -> &[T] {
        self.chunks.get(at / CHUNK).map_or(&[], |chunk| &chunk[at % CHUNK..])
    }

    /// Forgets the items from `len` on. Their memory is kept.
    pub(crate) fn truncate(&mut self, len: usize) {
        for (at, chunk) in self.chunks.iter_mut().enumerate().skip(len / CHUNK) {
            chunk.truncate(len.saturating_sub(at * CHUNK));
        }
        self.len = len;
    }

    /// Gives back the memory of all items but a few, and forgets all.
    pub(crate) fn release(&mut self) {
        self.truncate(0);
        self.chunks.truncate(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stay_where_they_are() {
        let mut list = ChunkedVec::default();
        assert_eq!((list.len(), list.chunk_from(0)), (0, &[][..]));
        (0..10_000_u32).for_each(|item| list.push(item));
        assert_eq!((list.len(), list.get(9_999), list.get(4_096)), (10_000, 9_999, 4_096));
        assert_eq!(list.bytes(), list.bytes_with(240));
        assert!(list.bytes() < list.bytes_with(241));
        let bytes = list.bytes();
        for len in [8_193, 8_192, 4_096, 1, 0] {
            list.truncate(len);
            assert_eq!((list.len(), list.bytes()), (len, bytes));
            assert_eq!(list.chunk_from(0).len(), len.min(CHUNK));
        }
        list.push(7);
        list.set(0, 8);
        assert_eq!(list.chunk_from(0), [8]);
        (1..2_000_u32).for_each(|item| list.push(item));
        assert_eq!((list.get(0), list.get(1_999), list.len()), (8, 1_999, 2_000));
        list.release();
        assert_eq!((list.len(), list.bytes()), (0, CHUNK * size_of::<u32>()));
    }
}
