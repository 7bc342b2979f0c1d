//! A list that grows without ever copying what it holds.

/// A list kept in chunks of equal size. Growing takes one more chunk and moves nothing, so that
/// [`bytes`](Self::bytes) is exact at any moment.
#[derive(Debug)]
pub(crate) struct ChunkedVec<T> {
    chunks: Vec<Vec<T>>,
}

/// How many items a chunk holds: some KiB of states, so that little is left unused at the end of a list.
pub(crate) const CHUNK: usize = 1 << 9;

impl<T> Default for ChunkedVec<T> {
    fn default() -> Self {
        Self { chunks: Vec::new() }
    }
}

impl<T: Copy> ChunkedVec<T> {
    pub(crate) fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.chunks.len() * CHUNK * size_of::<T>()
    }

    /// Bytes in use after `more` items came in.
    pub(crate) fn bytes_with(&self, more: usize) -> usize {
        (self.len() + more).div_ceil(CHUNK).max(self.chunks.len()) * CHUNK * size_of::<T>()
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        if self.chunks.last().is_none_or(|last| last.len() == CHUNK) {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        self.chunks.last_mut().expect("a chunk with room was just added").push(item);
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

    pub(crate) fn truncate(&mut self, len: usize) {
        self.chunks.truncate(len.div_ceil(CHUNK));
        if let Some(last) = self.chunks.last_mut() {
            last.truncate(len - (len - 1) / CHUNK * CHUNK);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.chunks.truncate(1);
        self.chunks.iter_mut().for_each(Vec::clear);
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
        for len in [8_193, 8_192, 4_096, 1, 0] {
            list.truncate(len);
            assert_eq!(list.len(), len);
        }
        list.push(7);
        list.set(0, 8);
        assert_eq!(list.chunk_from(0), [8]);
        list.clear();
        assert_eq!(list.len(), 0);
    }
}
