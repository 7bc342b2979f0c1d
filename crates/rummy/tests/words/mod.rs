//! A word list small enough to read, for tests of the letter rules.

use rummy::{Letter, Tile, Words};

/// Some words, looked up one by one.
pub(crate) struct Few(Vec<Vec<Letter>>);

impl Few {
    /// These words, separated by blanks.
    pub(crate) fn new(words: &str) -> Self {
        let word = |text: &str| text.bytes().filter_map(Letter::from_ascii).collect();
        Self(words.split_whitespace().map(word).collect())
    }
}

impl Words for Few {
    fn fitting(&self, pattern: &[Letter], found: &mut dyn FnMut(&[Letter]) -> bool) {
        let fits = |word: &&Vec<Letter>| {
            word.len() == pattern.len() && pattern.iter().zip(*word).all(|(p, w)| p.is_joker() || p == w)
        };
        for word in self.0.iter().filter(fits) {
            if !found(word) {
                return;
            }
        }
    }
}
