//! The commands that a player types.

use std::fmt;

use thiserror::Error;

use crate::meld::Meld;
use crate::rules::Rules;
use crate::sexp::Node;
use crate::tile::Tile;

/// One line that a player typed. Combinations are counted from 1, as they are shown. It is written in the form of saved
/// games, which is read again as the same command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<T> {
    /// `(A B C) (D E F)`: the whole new table; ends the turn where nothing is discarded.
    Table(Vec<Meld<T>>),
    /// `+ (A B C)`, or the tiles alone, `9b 9r 9k`, or words, `TEST` and `(TEST)`: new combinations.
    Add(Vec<Meld<T>>),
    /// `2 (A B C) (D E F)`: these in the place of combination 2; none to take it away.
    Replace(usize, Vec<Meld<T>>),
    /// `put TILE 2`: a tile of the hand, or a loose one, into combination 2.
    Put(T, Target),
    /// `move TILE 2 3`: a tile of combination 2 into combination 3.
    Move(T, usize, Target),
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

/// The combination that a tile goes into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The one with this number.
    Meld(usize),
    /// `new`: one of its own.
    New,
}

/// The reason why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// There is nothing in it.
    #[error("nothing was entered")]
    Nothing,
    /// A parenthesis is not closed.
    #[error("this ( is never closed")]
    Unclosed,
    /// A parenthesis was not opened.
    #[error("this ) has no (")]
    Unopened,
    /// It is longer, or has deeper lists, than any command.
    #[error("this is too long for a command")]
    TooLong,
    /// The word is not a command.
    #[error("`{0}` is not a command; `help` lists the commands")]
    Unknown(String),
    /// The command has other parts.
    #[error("`{0}` is not used like this; `help` shows how")]
    Misused(String),
    /// Something else stands in the place of a tile.
    #[error("expected a tile, found {0}")]
    NotATile(String),
    /// Something else stands in the place of a combination.
    #[error("expected a list of tiles, found {0}")]
    NotAMeld(String),
    /// Something else stands in the place of a number.
    #[error("expected the number of a combination, found {0}")]
    NotANumber(String),
}

/// The first words of commands.
const WORDS: [&str; 10] = ["+", "put", "move", "discard", "draw", "take", "pass", "done", "undo", "reset"];

impl<T: Tile> Command<T> {
    /// Reads a line, with the tiles of these rules.
    pub fn read<R: Rules<Tile = T>>(rules: &R, line: &[u8]) -> Result<Self, CommandError> {
        check_parentheses(line)?;
        let nodes = Node::parse(line).map_err(|_| CommandError::TooLong)?;
        let (first, rest) = nodes.split_first().ok_or(CommandError::Nothing)?;
        let Some(word) = first.atom() else { return read_lists(rules, &nodes) };
        match (word, rest) {
            ("+", [_, ..]) => match read_melds(rules, rest)? {
                melds if melds.is_empty() => Err(CommandError::NotAMeld("()".to_owned())),
                melds => Ok(Self::Add(melds)),
            },
            ("put", [tile, to]) => Ok(Self::Put(read_tile(rules, tile)?, read_target(to)?)),
            ("move", [tile, from, to]) => {
                Ok(Self::Move(read_tile(rules, tile)?, read_number(from)?, read_target(to)?))
            }
            ("discard", [tile]) => Ok(Self::Discard(read_tile(rules, tile)?)),
            ("draw", []) => Ok(Self::Draw),
            ("take", []) => Ok(Self::Take),
            ("pass", []) => Ok(Self::Pass),
            ("done", []) => Ok(Self::Done),
            ("undo", []) => Ok(Self::Undo),
            (word, _) if WORDS.contains(&word) => Err(CommandError::Misused(word.to_owned())),
            (digits, _) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                Ok(Self::Replace(read_number(first)?, read_melds(rules, rest)?))
            }
            (word, _) => match read_tiles(rules, &nodes) {
                Ok(tiles) => Ok(Self::Add(vec![tiles])),
                Err(_) if rules.typed_tiles(word).is_none() => Err(CommandError::Unknown(word.to_owned())),
                Err(why) => Err(why),
            },
        }
    }
}

impl<T: Tile> Command<T> {
    /// The command in the form of saved games.
    pub fn text<R: Rules<Tile = T>>(&self, rules: &R) -> String {
        let melds = |melds: &[Meld<T>]| {
            let texts: Vec<String> = melds.iter().map(|meld| rules.meld_text(meld)).collect();
            texts.join(" ")
        };
        match self {
            Self::Table(table) if table.is_empty() => "()".to_owned(),
            Self::Table(table) => melds(table),
            Self::Add(new) => format!("+ {}", melds(new)),
            Self::Replace(at, new) if new.is_empty() => at.to_string(),
            Self::Replace(at, new) => format!("{at} {}", melds(new)),
            Self::Put(tile, to) => format!("put {} {to}", rules.tile_text(*tile)),
            Self::Move(tile, from, to) => format!("move {} {from} {to}", rules.tile_text(*tile)),
            Self::Discard(tile) => format!("discard {}", rules.tile_text(*tile)),
            Self::Draw => "draw".to_owned(),
            Self::Take => "take".to_owned(),
            Self::Pass => "pass".to_owned(),
            Self::Done => "done".to_owned(),
            Self::Undo => "undo".to_owned(),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Meld(number) => write!(f, "{number}"),
            Self::New => f.write_str("new"),
        }
    }
}

/// Refuses parentheses that do not match.
fn check_parentheses(line: &[u8]) -> Result<(), CommandError> {
    let mut open = 0_usize;
    for byte in line {
        match byte {
            b'(' => open += 1,
            b')' => open = open.checked_sub(1).ok_or(CommandError::Unopened)?,
            _ => {}
        }
    }
    if open == 0 { Ok(()) } else { Err(CommandError::Unclosed) }
}

/// Lists alone are the whole table, unless each is a word in one piece, as a table is never written: `(TEST)`.
fn read_lists<R: Rules>(rules: &R, nodes: &[Node]) -> Result<Command<R::Tile>, CommandError> {
    let melds = read_melds(rules, nodes)?;
    let is_word = |node: &Node| matches!(node.list(), Some([only]) if stands_for_several(rules, only));
    Ok(if nodes.iter().all(is_word) { Command::Add(melds) } else { Command::Table(melds) })
}

fn stands_for_several<R: Rules>(rules: &R, node: &Node) -> bool {
    node.atom().and_then(|word| rules.typed_tiles(word)).is_some_and(|tiles| tiles.len() > 1)
}

fn read_melds<R: Rules>(rules: &R, nodes: &[Node]) -> Result<Vec<Meld<R::Tile>>, CommandError> {
    // After `+` or a number, tiles without parentheses are one combination.
    if nodes.first().is_some_and(|first| first.atom().is_some()) {
        return Ok(vec![read_tiles(rules, nodes)?]);
    }
    let list =
        |node: &Node| read_tiles(rules, node.list().ok_or_else(|| CommandError::NotAMeld(node.to_string()))?);
    let melds: Result<Vec<Meld<R::Tile>>, _> = nodes.iter().map(list).collect();
    melds.map(|melds| melds.into_iter().filter(|meld| !meld.is_empty()).collect())
}

fn read_tiles<R: Rules>(rules: &R, nodes: &[Node]) -> Result<Meld<R::Tile>, CommandError> {
    let tiles: Result<Vec<Vec<R::Tile>>, _> = nodes.iter().map(|node| some_tiles(rules, node)).collect();
    Ok(tiles?.concat().into())
}

/// The tiles of a node: a tile of a saved game, or what a player may write instead.
fn some_tiles<R: Rules>(rules: &R, node: &Node) -> Result<Vec<R::Tile>, CommandError> {
    if let Ok(tile) = rules.read_tile(node) {
        return Ok(vec![tile]);
    }
    let word = match (node.atom(), node.list()) {
        (Some(word), _) => Some(word.to_owned()),
        (None, Some([one, two])) => one.atom().zip(two.atom()).map(|(one, two)| format!("{one}{two}")),
        _ => None,
    };
    word.and_then(|word| rules.typed_tiles(&word)).ok_or_else(|| CommandError::NotATile(node.to_string()))
}

fn read_tile<R: Rules>(rules: &R, node: &Node) -> Result<R::Tile, CommandError> {
    match some_tiles(rules, node)?.as_slice() {
        [tile] => Ok(*tile),
        _ => Err(CommandError::NotATile(node.to_string())),
    }
}

fn read_target(node: &Node) -> Result<Target, CommandError> {
    if node.atom() == Some("new") { Ok(Target::New) } else { read_number(node).map(Target::Meld) }
}

/// The number of a combination, from 1.
fn read_number(node: &Node) -> Result<usize, CommandError> {
    let number = node.atom().and_then(|text| text.parse().ok()).filter(|&number| number > 0);
    number.ok_or_else(|| CommandError::NotANumber(node.to_string()))
}
