//! The tokens of the save files: atoms and parenthesised lists, each with its place.

use std::fmt;

use thiserror::Error;

/// Lists nest at most this deep; a save file needs four levels.
const DEEPEST: usize = 16;
/// A text has at most this many atoms and parentheses; a save file of a thousand tiles needs about half of them.
const MOST_TOKENS: usize = 16_384;

/// A line and a column, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// An error in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {why}")]
pub struct ReadError {
    /// The place.
    pub place: Place,
    /// The reason.
    pub why: String,
}

/// An atom or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Where it begins.
    pub place: Place,
    shape: Shape,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    Atom(String),
    List(Vec<Node>),
}

impl Node {
    /// The nodes of a text, in order.
    pub fn parse(bytes: &[u8]) -> Result<Vec<Self>, ReadError> {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                return Err(ReadError { place: end_of(&good), why: "this is not UTF-8 text".to_owned() });
            }
        };
        let mut open: Vec<(Place, Vec<Self>)> = Vec::new();
        let mut top = Vec::new();
        for (number, (place, token)) in tokens(text).enumerate() {
            if number == MOST_TOKENS {
                let why = format!("more than {number} words and parentheses: too long for a game");
                return Err(ReadError { place, why });
            }
            let node = match token {
                "(" if open.len() == DEEPEST => {
                    return Err(ReadError {
                        place,
                        why: format!("lists are nested more than {DEEPEST} deep"),
                    });
                }
                "(" => {
                    open.push((place, Vec::new()));
                    continue;
                }
                ")" => {
                    let why = || ReadError { place, why: "this ) has no (".to_owned() };
                    let (place, nodes) = open.pop().ok_or_else(why)?;
                    Self { place, shape: Shape::List(nodes) }
                }
                atom => Self { place, shape: Shape::Atom(atom.to_owned()) },
            };
            open.last_mut().map_or(&mut top, |(_, nodes)| nodes).push(node);
        }
        match open.pop() {
            Some((place, _)) => Err(ReadError { place, why: "this ( is never closed".to_owned() }),
            None => Ok(top),
        }
    }

    /// The text of an atom.
    pub fn atom(&self) -> Option<&str> {
        match &self.shape {
            Shape::Atom(text) => Some(text),
            Shape::List(_) => None,
        }
    }

    /// The nodes of a list.
    pub fn list(&self) -> Option<&[Self]> {
        match &self.shape {
            Shape::Atom(_) => None,
            Shape::List(nodes) => Some(nodes),
        }
    }

    /// An error at this place.
    pub fn error(&self, why: impl Into<String>) -> ReadError {
        ReadError { place: self.place, why: why.into() }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shape {
            Shape::Atom(text) => f.write_str(text),
            Shape::List(nodes) => {
                f.write_str("(")?;
                for (i, node) in nodes.iter().enumerate() {
                    write!(f, "{}{node}", if i == 0 { "" } else { " " })?;
                }
                f.write_str(")")
            }
        }
    }
}

/// The place just after a text.
pub(crate) fn end_of(text: &str) -> Place {
    let last = text.rsplit('\n').next().unwrap_or_default();
    Place { line: text.matches('\n').count() + 1, column: last.chars().count() + 1 }
}

/// Parentheses and atoms with their places.
fn tokens(text: &str) -> impl Iterator<Item = (Place, &str)> {
    text.split('\n').enumerate().flat_map(|(line, row)| {
        let mut rest = row.char_indices().enumerate().peekable();
        std::iter::from_fn(move || {
            let (column, (from, first)) = rest.find(|(_, (_, c))| !c.is_whitespace())?;
            let mut to = from + first.len_utf8();
            if !is_paren(first) {
                while let Some((_, (at, c))) = rest.next_if(|(_, (_, c))| !c.is_whitespace() && !is_paren(*c))
                {
                    to = at + c.len_utf8();
                }
            }
            Some((Place { line: line + 1, column: column + 1 }, &row[from..to]))
        })
    })
}

fn is_paren(c: char) -> bool {
    matches!(c, '(' | ')')
}
