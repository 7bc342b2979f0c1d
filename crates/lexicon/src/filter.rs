//! Filters of a walk: all words, those that fit a pattern or begin like one, those made of given letters.

use crate::letter::{Letter, LetterSet};
use crate::pattern::Pattern;
use crate::rack::Rack;

/// The paths that a walk may take.
pub trait Filter {
    /// The letters that may follow the first `length` ones.
    fn next(&self, length: usize) -> LetterSet;
    /// The letters that may follow when this one, itself allowed, makes the length `length`: the answer of `next` after
    /// `enter`. A filter that implements `enter` must implement this too.
    #[inline]
    fn next_after(&self, letter: Letter, length: usize) -> LetterSet {
        let _ = letter;
        self.next(length)
    }
    /// The walk went on by this letter, one that was allowed.
    #[inline]
    fn enter(&mut self, letter: Letter) {
        let _ = letter;
    }
    /// The walk went back over this letter.
    #[inline]
    fn leave(&mut self, letter: Letter) {
        let _ = letter;
    }
    /// Are words of this length wanted?
    fn accepts(&self, length: usize) -> bool;
}

/// Lets every word pass.
#[derive(Clone, Copy, Debug)]
pub struct Everything;

impl Filter for Everything {
    #[inline]
    fn next(&self, _: usize) -> LetterSet {
        LetterSet::ALL
    }

    #[inline]
    fn accepts(&self, _: usize) -> bool {
        true
    }
}

/// Lets the words pass that fit a pattern.
#[derive(Clone, Copy, Debug)]
pub struct Fitting(pub Pattern);

impl Filter for Fitting {
    #[inline]
    fn next(&self, length: usize) -> LetterSet {
        self.0.places().get(length).copied().unwrap_or_default()
    }

    #[inline]
    fn accepts(&self, length: usize) -> bool {
        length == self.0.places().len()
    }
}

/// Lets the words pass whose first letters fit a pattern.
#[derive(Clone, Copy, Debug)]
pub struct Beginning(pub Pattern);

impl Filter for Beginning {
    #[inline]
    fn next(&self, length: usize) -> LetterSet {
        self.0.places().get(length).copied().unwrap_or(LetterSet::ALL)
    }

    #[inline]
    fn accepts(&self, length: usize) -> bool {
        length >= self.0.places().len()
    }
}

/// Lets the words pass that can be made of some of the letters of a rack.
///
/// A letter of the rack is used before a joker. The letters missing for a word do not depend on the order in which jokers
/// are spent, so the walk meets each word exactly once.
#[derive(Clone, Debug)]
pub struct Making {
    /// How many of each letter are left; below zero, how many jokers stand for it.
    left: [i8; Letter::COUNT],
    /// The letters of which there are any left.
    have: LetterSet,
    jokers: u8,
    shortest: usize,
}

impl Making {
    /// Words of `shortest` letters and more.
    pub fn new(rack: &Rack, shortest: usize) -> Self {
        let mut left = [0; Letter::COUNT];
        Letter::all().for_each(|letter| left[letter.index()] = rack.count(letter) as i8);
        Self { left, have: rack.letters(), jokers: rack.jokers(), shortest }
    }
}

impl Filter for Making {
    #[inline]
    fn next(&self, _: usize) -> LetterSet {
        if self.jokers > 0 { LetterSet::ALL } else { self.have }
    }

    #[inline]
    fn next_after(&self, letter: Letter, _: usize) -> LetterSet {
        let left = self.left[letter.index()];
        if self.jokers > u8::from(left <= 0) {
            return LetterSet::ALL;
        }
        let mut have = self.have;
        if left == 1 {
            have.remove(letter);
        }
        have
    }

    #[inline]
    fn enter(&mut self, letter: Letter) {
        let left = &mut self.left[letter.index()];
        *left -= 1;
        if *left < 0 {
            self.jokers -= 1;
        } else if *left == 0 {
            self.have.remove(letter);
        }
    }

    #[inline]
    fn leave(&mut self, letter: Letter) {
        let left = &mut self.left[letter.index()];
        if *left < 0 {
            self.jokers += 1;
        } else {
            self.have.insert(letter);
        }
        *left += 1;
    }

    #[inline]
    fn accepts(&self, length: usize) -> bool {
        length >= self.shortest
    }
}
