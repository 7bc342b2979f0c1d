//! A word to look up, in which `*` stands for any one letter.

use std::str::FromStr;

use crate::alphabet::Alphabet;
use crate::letter::{Letter, LetterSet};
use crate::word::{LONGEST, NotAWord, Word};

/// A sequence of places, each of which takes some letters: one, or with `*` any.
///
/// ```
/// let pattern: lexicon::Pattern = "ca*ton".parse()?;
/// assert!(pattern.fits(&"carton".parse::<lexicon::Word>()?));
/// # Ok::<(), lexicon::NotAWord>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    places: [LetterSet; LONGEST],
    len: u8,
}

impl Pattern {
    /// The pattern of these places; more than [`LONGEST`] fit no word.
    pub fn new(places: impl IntoIterator<Item = LetterSet>) -> Result<Self, NotAWord> {
        let mut pattern = Self { places: [LetterSet::EMPTY; LONGEST], len: 0 };
        places.into_iter().try_for_each(|place| pattern.push(place))?;
        Ok(pattern)
    }

    /// Which letters each place takes.
    pub fn places(&self) -> &[LetterSet] {
        &self.places[..usize::from(self.len)]
    }

    /// Does this word fit?
    pub fn fits(&self, word: &[Letter]) -> bool {
        self.places().len() == word.len()
            && self.places().iter().zip(word).all(|(place, &letter)| place.contains(letter))
    }

    fn push(&mut self, place: LetterSet) -> Result<(), NotAWord> {
        *self.places.get_mut(usize::from(self.len)).ok_or(NotAWord::TooLong)? = place;
        self.len += 1;
        Ok(())
    }

    /// Reads a pattern in an alphabet.
    pub(crate) fn read(alphabet: &Alphabet, text: &str) -> Result<Self, NotAWord> {
        let mut pattern = Self::new([])?;
        for c in text.chars() {
            let mut room = Ok(());
            let plain = if c == '*' {
                room = pattern.push(LetterSet::ALL);
                true
            } else {
                alphabet.fold(c, |letter| room = room.and(pattern.push(LetterSet::only(letter))))
            };
            room?;
            if !plain {
                return Err(NotAWord::NotALetter(c));
            }
        }
        Ok(pattern)
    }
}

impl From<&Word> for Pattern {
    fn from(word: &Word) -> Self {
        Self::new(word.iter().map(|&letter| LetterSet::only(letter))).expect("a pattern is as long as a word")
    }
}

impl FromStr for Pattern {
    type Err = NotAWord;

    /// Reads letters from A to Z, folded as in a word, and `*`. A pattern may be empty; it fits no word.
    fn from_str(text: &str) -> Result<Self, NotAWord> {
        Self::read(&Alphabet::LATIN, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_joker_takes_exactly_one_letter() {
        let fits = |pattern: &str, word: &str| {
            pattern.parse::<Pattern>().unwrap().fits(&word.parse::<Word>().unwrap())
        };
        assert!(fits("*uf", "œuf".trim_start_matches('œ').replace("uf", "auf").as_str()));
        assert!(fits("œ*f", "oeuf"));
        assert!(!fits("c*", "cas"));
        assert!(!fits("", "a"));
    }

    #[test]
    fn a_pattern_is_bounded() {
        assert_eq!("*".repeat(64).parse::<Pattern>().err(), Some(NotAWord::TooLong));
        assert!("*".repeat(63).parse::<Pattern>().is_ok());
        assert_eq!("a?".parse::<Pattern>().err(), Some(NotAWord::NotALetter('?')));
    }
}
