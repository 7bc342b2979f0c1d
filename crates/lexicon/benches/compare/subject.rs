//! The forms that are compared.

use std::time::Duration;

use lexicon::{Automaton, Letter, Lexicon, Pattern, Rack, Reading, Tally, Trie, WordList};

use crate::boxed::Boxed;
use crate::clock::timed;
use crate::finite::Finite;

/// The questions to each form.
pub(crate) trait Subject {
    fn name(&self) -> &'static str;
    fn size(&self) -> usize;
    fn ask_word(&self, word: &[Letter]) -> bool;
    fn ask_member(&self, pattern: &Pattern) -> bool;
    fn ask_pattern(&self, pattern: &Pattern) -> usize;
    fn ask_rack(&self, rack: &Rack, shortest: usize) -> Tally;
}

macro_rules! subject {
    ($type:ty, $name:literal, |$this:ident| $size:expr) => {
        impl Subject for $type {
            fn name(&self) -> &'static str {
                $name
            }

            fn size(&self) -> usize {
                let $this = self;
                $size
            }

            fn ask_word(&self, word: &[Letter]) -> bool {
                <$type>::contains(self, word)
            }

            fn ask_member(&self, pattern: &Pattern) -> bool {
                <$type>::member(self, pattern)
            }

            fn ask_pattern(&self, pattern: &Pattern) -> usize {
                <$type>::matches(self, pattern)
            }

            fn ask_rack(&self, rack: &Rack, shortest: usize) -> Tally {
                <$type>::tally(self, rack, shortest)
            }
        }
    };
}

subject!(Automaton, "automaton", |this| Automaton::size(this));
subject!(Trie, "trie", |this| this.memory());
subject!(Finite, "`fst`", |this| Finite::size(this));
subject!(Boxed, "boxed trie", |this| this.nodes() * size_of::<Boxed>());

/// Each form, built from the same words.
pub(crate) fn all(words: &WordList) -> Vec<Box<dyn Subject>> {
    vec![
        Box::new(Automaton::from_list(words).expect("the words are sorted")),
        Box::new(words.iter().collect::<Trie>()),
        Box::new(Finite::new(words)),
        Box::new(Boxed::new(words)),
    ]
}

/// How long the steps from the text to each form take.
pub(crate) fn build_times(list: &[u8], reading: &Reading) -> Vec<(&'static str, Duration)> {
    let (read, (words, _)) = timed(|| WordList::read(list, reading).expect("the list is sound"));
    let (automaton, built) = timed(|| Automaton::from_list(&words).expect("the words are sorted"));
    let bytes = built.to_bytes();
    let (load, _) = timed(|| Automaton::from_bytes(&bytes).expect("the bytes are sound"));
    vec![
        ("reading, folding and sorting the list", read),
        ("automaton, from the sorted words", automaton),
        ("automaton, loading the stored form with all checks", load),
        ("trie, from the sorted words", timed(|| words.iter().collect::<Trie>()).0),
        ("`fst`, from the sorted words", timed(|| Finite::new(&words)).0),
        ("boxed trie, from the sorted words", timed(|| Boxed::new(&words)).0),
    ]
}
