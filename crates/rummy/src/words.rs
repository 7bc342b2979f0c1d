//! The dictionary, as the rules of letter rummy need it.

use std::ops::ControlFlow;
use std::sync::Arc;

use lexicon::{Alphabet, Automaton, LetterSet, Lexicon, Pattern};

use crate::letter::Letter;
use crate::letter_bag::LetterBag;

/// A dictionary, as far as the rules need one.
pub trait Words {
    /// Calls `found` with each word that fits `pattern`, in which a joker stands for any one letter, until `found` returns
    /// `false`. The words have no jokers.
    fn fitting(&self, pattern: &[Letter], found: &mut dyn FnMut(&[Letter]) -> bool);

    /// Does any word fit?
    fn has(&self, pattern: &[Letter]) -> bool {
        let mut any = false;
        self.fitting(pattern, &mut |_| {
            any = true;
            false
        });
        any
    }

    /// The letters that the words are written in.
    fn alphabet(&self) -> &Alphabet {
        &Alphabet::LATIN
    }

    /// The bag that these words are usually played with.
    fn usual_bag(&self) -> LetterBag {
        LetterBag::USUAL
    }
}

impl<W: Words + ?Sized> Words for &W {
    fn fitting(&self, pattern: &[Letter], found: &mut dyn FnMut(&[Letter]) -> bool) {
        (**self).fitting(pattern, found);
    }

    fn has(&self, pattern: &[Letter]) -> bool {
        (**self).has(pattern)
    }

    fn alphabet(&self) -> &Alphabet {
        (**self).alphabet()
    }

    fn usual_bag(&self) -> LetterBag {
        (**self).usual_bag()
    }
}

impl<W: Words + ?Sized> Words for Arc<W> {
    fn fitting(&self, pattern: &[Letter], found: &mut dyn FnMut(&[Letter]) -> bool) {
        (**self).fitting(pattern, found);
    }

    fn has(&self, pattern: &[Letter]) -> bool {
        (**self).has(pattern)
    }

    fn alphabet(&self) -> &Alphabet {
        (**self).alphabet()
    }

    fn usual_bag(&self) -> LetterBag {
        (**self).usual_bag()
    }
}

impl Words for Automaton {
    fn fitting(&self, pattern: &[Letter], found: &mut dyn FnMut(&[Letter]) -> bool) {
        let Some(pattern) = places(pattern) else { return };
        let mut word = Vec::new();
        let visit = |letters: &[lexicon::Letter]| {
            word.clear();
            word.extend(letters.iter().map(|&letter| Letter::from_plain(letter)));
            if found(&word) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let _ = self.matching(&pattern).try_for_each(visit);
    }

    fn has(&self, pattern: &[Letter]) -> bool {
        places(pattern).is_some_and(|pattern| self.member(&pattern))
    }

    fn alphabet(&self) -> &Alphabet {
        self.alphabet()
    }

    fn usual_bag(&self) -> LetterBag {
        LetterBag::of(self)
    }
}

/// The pattern in the dictionary's own form; none if it is longer than any word.
fn places(pattern: &[Letter]) -> Option<Pattern> {
    let place = |&letter: &Letter| letter.plain().map_or(LetterSet::ALL, LetterSet::only);
    Pattern::new(pattern.iter().map(place)).ok()
}
