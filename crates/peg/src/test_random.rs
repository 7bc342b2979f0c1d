//! Random numbers for tests: the same on every run. Integration tests include this file too.

/// A xorshift generator; the seed must not be 0.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A random word.
    pub(crate) fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A random number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.word() >> 11) as usize % bound
    }
}
