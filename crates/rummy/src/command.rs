//! The commands that a player types.

use crate::meld::Meld;
use crate::rules::Rules;
use crate::sexp::{Node, Place, ReadError};
use crate::tile::Tile;

/// One line that a player typed. Combinations are counted from 1, as they are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<T> {
    /// `(A B C) (D E F)`: the whole new table; ends the turn.
    Table(Vec<Meld<T>>),
    /// `+ (A B C)`: new combinations.
    Add(Vec<Meld<T>>),
    /// `2 (A B C) (D E F)`: these in the place of combination 2; none to take it away.
    Replace(usize, Vec<Meld<T>>),
    /// `put TILE 2`: a tile of the hand into combination 2.
    Put(T, usize),
    /// `move TILE 2 3`: a tile of combination 2 into combination 3.
    Move(T, usize, usize),
    /// `draw`: a tile from the stock.
    Draw,
    /// `take`: from the discard pile.
    Take,
    /// `pass`: nothing at all.
    Pass,
    /// `discard TILE`: ends the turn.
    Discard(T),
    /// `done`: ends the turn.
    Done,
    /// `undo`: takes back the last change of this turn.
    Undo,
}

impl<T: Tile> Command<T> {
    /// Reads a line, with the tiles of these rules.
    pub fn read<R: Rules<Tile = T>>(rules: &R, line: &[u8]) -> Result<Self, ReadError> {
        let nodes = Node::parse(line)?;
        let Some((first, rest)) = nodes.split_first() else {
            return Err(ReadError { place: Place { line: 1, column: 1 }, why: "nothing was entered".into() });
        };
        let Some(word) = first.atom() else { return Ok(Self::Table(read_melds(rules, &nodes)?)) };
        match (word, rest) {
            ("+", [_, ..]) => Ok(Self::Add(read_melds(rules, rest)?)),
            ("put", [tile, to]) => Ok(Self::Put(rules.read_tile(tile)?, read_count(to)?)),
            ("move", [tile, from, to]) => {
                Ok(Self::Move(rules.read_tile(tile)?, read_count(from)?, read_count(to)?))
            }
            ("discard", [tile]) => Ok(Self::Discard(rules.read_tile(tile)?)),
            ("draw", []) => Ok(Self::Draw),
            ("take", []) => Ok(Self::Take),
            ("pass", []) => Ok(Self::Pass),
            ("done", []) => Ok(Self::Done),
            ("undo", []) => Ok(Self::Undo),
            (digits, _) if digits.starts_with(|c: char| c.is_ascii_digit()) => {
                Ok(Self::Replace(read_count(first)?, read_melds(rules, rest)?))
            }
            ("+" | "put" | "move" | "discard" | "draw" | "take" | "pass" | "done" | "undo", _) => {
                Err(first.error(format!("`{word}` is not used like this; `help` shows how")))
            }
            _ => Err(first.error(format!("`{word}` is not a command; `help` lists the commands"))),
        }
    }
}

fn read_melds<R: Rules>(rules: &R, nodes: &[Node]) -> Result<Vec<Meld<R::Tile>>, ReadError> {
    nodes.iter().map(|node| Meld::read(rules, node)).collect()
}

/// The number of a combination, from 1.
fn read_count(node: &Node) -> Result<usize, ReadError> {
    let number = node.atom().and_then(|text| text.parse().ok()).filter(|&number| number > 0);
    number.ok_or_else(|| node.error(format!("expected the number of a combination, found {node}")))
}
