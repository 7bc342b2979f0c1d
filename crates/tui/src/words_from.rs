//! Word lists of games of letters: the one at hand, and those of kept games.

use std::sync::Arc;

use rummy::Vocabulary;
use session::{NoWords, WordLists};

use crate::kept::WordSource;

/// Word lists that can be found again.
pub trait Dictionaries: WordLists {
    /// The place of the words at hand, if they come from a file.
    fn source(&self) -> Option<WordSource>;

    /// The words of a file; an error in words if it cannot be read.
    fn words_of(&self, source: &WordSource) -> Result<Arc<Vocabulary>, String>;
}

impl Dictionaries for NoWords {
    fn source(&self) -> Option<WordSource> {
        None
    }

    fn words_of(&self, _: &WordSource) -> Result<Arc<Vocabulary>, String> {
        self.words(None)
    }
}

/// The words of a kept game: those of the file it was played with, or, where that file has changed, those at hand.
pub(crate) struct WordsFrom<'w> {
    pub(crate) lists: &'w (dyn Dictionaries + Send + Sync),
    pub(crate) source: Option<&'w WordSource>,
}

impl WordLists for WordsFrom<'_> {
    fn words(&self, digest: Option<&str>) -> Result<Arc<Vocabulary>, String> {
        let own = self.source.and_then(|source| self.lists.words_of(source).ok());
        let is_it = |words: &Arc<Vocabulary>| digest.is_none_or(|digest| words.digest() == digest);
        own.filter(is_it).map_or_else(|| self.lists.words(digest), Ok)
    }
}
