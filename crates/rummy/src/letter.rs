//! The tiles of letter rummy.

use std::fmt;

use lexicon::Alphabet;

use crate::sexp::{Node, ReadError};
use crate::tile::{Tile, numbered_kinds};

/// A letter of an alphabet, by its place there, or the joker.
///
/// A letter by itself is read and written in the alphabet A to Z. In a game the rules know the alphabet:
/// [`Rules::read_tile`](crate::Rules::read_tile) and [`Rules::tile_text`](crate::Rules::tile_text).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(u8);

impl Letter {
    /// The letter from A to Z of an ASCII byte, `*` for the joker; lower case is taken as upper case.
    pub fn from_ascii(byte: u8) -> Option<Self> {
        match byte.to_ascii_uppercase() {
            upper @ b'A'..=b'Z' => Some(Self(upper - b'A')),
            b'*' => Some(Self::JOKER),
            _ => None,
        }
    }

    /// The tile of a letter of the dictionary.
    pub fn from_plain(letter: lexicon::Letter) -> Self {
        Self(letter.index() as u8)
    }

    /// The letter of the dictionary; none for the joker.
    pub fn plain(self) -> Option<lexicon::Letter> {
        lexicon::Letter::from_index(self.0)
    }

    /// The character of this tile in an alphabet, `*` for the joker.
    pub(crate) fn capital(self, alphabet: &Alphabet) -> char {
        self.plain().map_or('*', |letter| alphabet.capital(letter))
    }

    /// Reads a letter of this alphabet, in either case, or `*`.
    pub(crate) fn read_in(alphabet: &Alphabet, node: &Node) -> Result<Self, ReadError> {
        let tile = match node.atom() {
            Some("*") => Some(Self::JOKER),
            Some(text) => alphabet.single(text).map(Self::from_plain),
            None => None,
        };
        tile.ok_or_else(|| {
            let letters = if alphabet.is_latin() {
                "a letter from A to Z".to_owned()
            } else {
                format!("one of the letters {alphabet}")
            };
            node.error(format!("expected {letters} or *, found {node}"))
        })
    }

    /// The letters of a word in this alphabet, folded as its words are, `*` for the joker.
    pub(crate) fn word_in(alphabet: &Alphabet, word: &str) -> Option<Vec<Self>> {
        let mut tiles = Vec::new();
        for (at, part) in word.split('*').enumerate() {
            tiles.extend((at > 0).then_some(Self::JOKER));
            if !part.is_empty() {
                tiles.extend(alphabet.word(part).ok()?.iter().map(|&letter| Self::from_plain(letter)));
            }
        }
        (!tiles.is_empty()).then_some(tiles)
    }
}

impl Tile for Letter {
    numbered_kinds!(33);

    fn read(node: &Node) -> Result<Self, ReadError> {
        Self::read_in(&Alphabet::LATIN, node)
    }

    /// A word, accents and ligatures folded: `ÉLÈVE`, `C*RTON`.
    fn typed(word: &str) -> Option<Vec<Self>> {
        Self::word_in(&Alphabet::LATIN, word)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.capital(&Alphabet::LATIN))
    }
}
