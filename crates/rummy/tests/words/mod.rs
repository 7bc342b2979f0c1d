//! A word list small enough to read, for tests of the letter rules.

use rummy::{Letter, Tile, Words};

/// Some words, looked up one by one.
#[derive(Clone)]
pub(crate) struct Few {
    all: Vec<Vec<Letter>>,
    by_length: Vec<Vec<Vec<Letter>>>,
}

impl Few {
    /// These words, separated by blanks.
    pub(crate) fn new(words: &str) -> Self {
        let word = |text: &str| text.bytes().filter_map(Letter::from_ascii).collect();
        let all: Vec<Vec<Letter>> = words.split_whitespace().map(word).collect();
        let mut by_length = vec![Vec::new(); 32];
        for word in &all {
            by_length[word.len()].push(word.clone());
        }
        Self { all, by_length }
    }
}

#[allow(dead_code, reason = "not every test lists the words")]
impl Few {
    /// All words.
    pub(crate) fn list(&self) -> &[Vec<Letter>] {
        &self.all
    }
}

impl Words for Few {
    fn fitting(&self, pattern: &[Letter], found: &mut dyn FnMut(&[Letter]) -> bool) {
        let fits = |word: &&Vec<Letter>| pattern.iter().zip(*word).all(|(p, w)| p.is_joker() || p == w);
        for word in self.by_length.get(pattern.len()).into_iter().flatten().filter(fits) {
            if !found(word) {
                return;
            }
        }
    }
}
