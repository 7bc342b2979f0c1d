//! The letters at hand: a multiset of letters, and jokers.

use std::str::FromStr;

use crate::alphabet::Alphabet;
use crate::letter::{Letter, LetterSet};
use crate::word::NotAWord;

/// Letters with their multiplicity, and jokers that stand for any letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rack {
    counts: [u8; Letter::COUNT],
    jokers: u8,
}

impl Rack {
    /// Adds a letter. Counts stop at 127 of a letter: no word is that long.
    pub fn add(&mut self, letter: Letter) {
        let count = &mut self.counts[letter.index()];
        *count = (*count + 1).min(MOST);
    }

    /// Adds a joker. Their count stops at 127.
    pub fn add_joker(&mut self) {
        self.jokers = (self.jokers + 1).min(MOST);
    }

    /// How many there are of this letter.
    pub fn count(&self, letter: Letter) -> u8 {
        self.counts[letter.index()]
    }

    /// How many jokers there are.
    pub fn jokers(&self) -> u8 {
        self.jokers
    }

    /// The letters of which there is at least one.
    pub fn letters(&self) -> LetterSet {
        Letter::all().filter(|&letter| self.count(letter) > 0).collect()
    }

    /// Can this word be made of some of the letters?
    pub fn makes(&self, word: &[Letter]) -> bool {
        let mut needed = [0_usize; Letter::COUNT];
        for letter in word {
            needed[letter.index()] += 1;
        }
        let missing: usize =
            needed.iter().zip(self.counts).map(|(&n, have)| n.saturating_sub(usize::from(have))).sum();
        missing <= usize::from(self.jokers)
    }

    /// Reads letters of an alphabet.
    pub(crate) fn read(alphabet: &Alphabet, text: &str) -> Result<Self, NotAWord> {
        let mut rack = Self::default();
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            if c == '*' {
                rack.add_joker();
            } else if !alphabet.fold(c, |letter| rack.add(letter)) {
                return Err(NotAWord::NotALetter(c));
            }
        }
        Ok(rack)
    }
}

/// Keeps every count within an `i8`, which the walk takes below zero by jokers.
const MOST: u8 = 127;

impl FromStr for Rack {
    type Err = NotAWord;

    /// Reads letters from A to Z in any order, folded as in a word, and `*` for jokers; blanks are skipped.
    fn from_str(text: &str) -> Result<Self, NotAWord> {
        Self::read(&Alphabet::LATIN, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::Word;

    #[test]
    fn jokers_stand_for_what_is_missing() {
        let rack: Rack = "s é l *".parse().unwrap();
        let makes = |word: &str| rack.makes(&word.parse::<Word>().unwrap());
        assert!(makes("sel") && makes("sels") && !makes("elle") && makes("lei"));
        assert!(!makes("selles"));
    }

    #[test]
    fn counts_do_not_overflow() {
        let rack: Rack = ("a".repeat(1000) + &"*".repeat(1000)).parse().unwrap();
        assert_eq!((rack.count(Letter::default()), rack.jokers()), (127, 127));
    }
}
