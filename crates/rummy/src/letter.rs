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
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(self.ascii()))
    }
}
