//! The tiles of letter rummy.

use std::fmt;

use crate::sexp::{Node, ReadError};
use crate::tile::{Tile, numbered_kinds};

/// A letter from A to Z, or the joker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(u8);

impl Letter {
    /// The letter of an ASCII byte, `*` for the joker; lower case is taken as upper case.
    pub fn from_ascii(byte: u8) -> Option<Self> {
        match byte.to_ascii_uppercase() {
            upper @ b'A'..=b'Z' => Some(Self(upper - b'A')),
            b'*' => Some(Self::JOKER),
            _ => None,
        }
    }

    /// The upper-case ASCII letter, `*` for the joker.
    pub fn ascii(self) -> u8 {
        if self.is_joker() { b'*' } else { b'A' + self.0 }
    }
}

impl Tile for Letter {
    numbered_kinds!(27);

    fn read(node: &Node) -> Result<Self, ReadError> {
        match node.atom().map(str::as_bytes) {
            Some(&[byte]) => Self::from_ascii(byte),
            _ => None,
        }
        .ok_or_else(|| node.error(format!("expected a letter from A to Z or *, found {node}")))
    }

    /// A word, accents and ligatures folded: `ÉLÈVE`, `C*RTON`.
    fn typed(word: &str) -> Option<Vec<Self>> {
        let mut letters = Vec::new();
        for c in word.chars() {
            match c {
                '*' => letters.push(Self::JOKER),
                c => {
                    let folded: lexicon::Word = c.encode_utf8(&mut [0; 4]).parse().ok()?;
                    letters.extend(folded.to_string().bytes().filter_map(Self::from_ascii));
                }
            }
        }
        (!letters.is_empty()).then_some(letters)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(self.ascii()))
    }
}
