//! A word: one to 63 letters.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use crate::alphabet::Alphabet;
use crate::letter::Letter;

/// The most letters a word may have. Every walk keeps its path in arrays of this length.
pub const LONGEST: usize = 63;

/// A word of one to [`LONGEST`] letters; words are ordered as in a dictionary. It is read from text and written in the
/// alphabet A to Z; [`Alphabet::word`] and [`Alphabet::spelled`] do so in another one.
///
/// ```
/// let word: lexicon::Word = "élève".parse()?;
/// assert_eq!(word.to_string(), "ELEVE");
/// # Ok::<(), lexicon::NotAWord>(())
/// ```
#[derive(Clone, Copy)]
pub struct Word {
    /// The letters from `len` on mean nothing.
    letters: [Letter; LONGEST],
    /// At least 1.
    len: u8,
}

/// The reason why a text is not a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAWord {
    /// There is no letter in it.
    #[error("there is no letter in it")]
    Empty,
    /// It has more than [`LONGEST`] letters.
    #[error("it has more than {LONGEST} letters")]
    TooLong,
    /// A character is not a letter.
    #[error("`{}` is not a letter", .0.escape_debug())]
    NotALetter(char),
}

impl Word {
    /// The word of these letters.
    pub fn new(letters: &[Letter]) -> Result<Self, NotAWord> {
        if letters.is_empty() {
            return Err(NotAWord::Empty);
        }
        let mut word = Self { letters: [Letter::default(); LONGEST], len: letters.len() as u8 };
        word.letters.get_mut(..letters.len()).ok_or(NotAWord::TooLong)?.copy_from_slice(letters);
        Ok(word)
    }

    /// Reads a word of an alphabet, folding what is not a letter of it.
    #[inline]
    pub(crate) fn read(alphabet: &Alphabet, text: &str) -> Result<Self, NotAWord> {
        let mut letters = [Letter::default(); LONGEST];
        let mut len = 0;
        for c in text.chars() {
            let plain = alphabet.fold(c, |letter| {
                if let Some(place) = letters.get_mut(len) {
                    *place = letter;
                }
                len += 1;
            });
            if !plain {
                return Err(NotAWord::NotALetter(c));
            }
            if len > LONGEST {
                return Err(NotAWord::TooLong);
            }
        }
        if len == 0 { Err(NotAWord::Empty) } else { Ok(Self { letters, len: len as u8 }) }
    }
}

impl FromStr for Word {
    type Err = NotAWord;

    /// Reads a word from A to Z, folding accents, cedillas and ligatures.
    fn from_str(text: &str) -> Result<Self, NotAWord> {
        Self::read(&Alphabet::LATIN, text)
    }
}

impl Deref for Word {
    type Target = [Letter];

    fn deref(&self) -> &[Letter] {
        &self.letters[..usize::from(self.len)]
    }
}

impl Borrow<[Letter]> for Word {
    fn borrow(&self) -> &[Letter] {
        self
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Word {}

impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Word {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (**self).cmp(&**other)
    }
}

impl std::hash::Hash for Word {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Spelled(self).fmt(f)
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Spelled(self).fmt(f)
    }
}

/// Letters from A to Z, written as capitals one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Spelled<'a>(pub &'a [Letter]);

impl fmt::Display for Spelled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|letter| letter.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_not_a_word_says_why() {
        assert_eq!("".parse::<Word>(), Err(NotAWord::Empty));
        assert_eq!("\u{301}".parse::<Word>(), Err(NotAWord::Empty));
        assert_eq!("porte-clé".parse::<Word>(), Err(NotAWord::NotALetter('-')));
        assert_eq!("a".repeat(64).parse::<Word>(), Err(NotAWord::TooLong));
        assert_eq!("œ".repeat(32).parse::<Word>(), Err(NotAWord::TooLong));
        assert_eq!("a".repeat(63).parse::<Word>().map(|word| word.len()), Ok(63));
        assert_eq!(Word::new(&[]), Err(NotAWord::Empty));
        assert_eq!(Word::new(&[Letter::default(); 64]), Err(NotAWord::TooLong));
    }

    #[test]
    fn words_are_in_dictionary_order() {
        let word = |text: &str| text.parse::<Word>().unwrap();
        assert!(word("bord") < word("bords"));
        assert!(word("bords") < word("boa").max(word("role")));
        assert_eq!(word("cote"), word("côté"));
    }
}
