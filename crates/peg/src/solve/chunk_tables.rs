//! Symmetries as look-up tables: the image of each value of each chunk of bits.

/// Bits of a chunk. The tables of the English board, seven symmetries of six chunks each, take 21 KiB: they fit the
/// first-level cache.
pub(crate) const CHUNK: usize = 6;

/// The image of each value of a chunk of bits.
pub(crate) type ChunkTable = [u64; 1 << CHUNK];

/// The tables of a map of bits: `images` are the images of the single bits, lowest first.
pub(crate) fn chunk_tables(images: &[u64]) -> impl Iterator<Item = ChunkTable> {
    images.chunks(CHUNK).map(|images| {
        std::array::from_fn(|value| {
            let set = images.iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1);
            set.fold(0, |word, (_, image)| word | image)
        })
    })
}
