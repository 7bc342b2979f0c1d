//! The dictionary, as the rules of letter rummy need it.

use std::ops::ControlFlow;
use std::sync::Arc;

use lexicon::{Automaton, LetterSet, Lexicon, Pattern};

use crate::letter::Letter;
use crate::tile::Tile;

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
}

impl<W: Words + ?Sized> Words for &W {
    fn fitting(&self, pattern: &[Letter], found: &mut dyn FnMut(&[Letter]) -> bool) {
        (**self).fitting(pattern, found);
    }

    fn has(&self, pattern: &[Letter]) -> bool {
        (**self).has(pattern)
    }
}

impl<W: Words + ?Sized> Words for Arc<W> {
    fn fitting(&self, pattern: &[Letter], found: &mut dyn FnMut(&[Letter]) -> bool) {
        (**self).fitting(pattern, found);
    }

    fn has(&self, pattern: &[Letter]) -> bool {
        (**self).has(pattern)
    }
}

impl Words for Automaton {
    fn fitting(&self, pattern: &[Letter], found: &mut dyn FnMut(&[Letter]) -> bool) {
        let Some(pattern) = places(pattern) else { return };
        let mut word = Vec::new();
        let visit = |letters: &[lexicon::Letter]| {
            word.clear();
            word.extend(letters.iter().filter_map(|letter| Letter::from_index(letter.index())));
            if found(&word) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let _ = self.matching(&pattern).try_for_each(visit);
    }

    fn has(&self, pattern: &[Letter]) -> bool {
        places(pattern).is_some_and(|pattern| self.member(&pattern))
    }
}

/// The pattern in the dictionary's own form; none if it is longer than any word.
fn places(pattern: &[Letter]) -> Option<Pattern> {
    let place = |&letter: &Letter| {
        lexicon::Letter::from_index(letter.index() as u8).map_or(LetterSet::ALL, LetterSet::only)
    };
    Pattern::new(pattern.iter().map(place)).ok()
}
