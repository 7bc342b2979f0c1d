//! The tiles of the mahjong-style variant.

use std::fmt;

use crate::sexp::{Node, ReadError};
use crate::tile::{Tile, numbered_kinds};

/// A mahjong tile: `1B` to `9B` bamboos, `1C` to `9C` characters, `1D` to `9D` dots, the winds `E S W N`, the
/// dragons `R G P`, the flowers and seasons `F1` to `F8`. Its number counts them in this order. The
/// engine needs a joker `*`, but there is none in the bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MahjongTile(u8);

const SUITS: [char; 3] = ['B', 'C', 'D'];
const HONOURS: [char; 7] = ['E', 'S', 'W', 'N', 'R', 'G', 'P'];
const FIRST_HONOUR: u8 = 27;
const FIRST_FLOWER: u8 = 34;

impl MahjongTile {
    /// Reads `7B`, `E`, `F3`, `*`.
    pub fn from_text(text: &str) -> Option<Self> {
        (0..Self::KINDS).filter_map(Self::from_index).find(|tile| tile.to_string().eq_ignore_ascii_case(text))
    }

    /// The number of a tile in a suit, from 1 to 9.
    pub fn number(self) -> Option<u8> {
        (self.0 < FIRST_HONOUR).then_some(self.0 % 9 + 1)
    }

    /// The next tile of the suit; none after the nine.
    pub fn next(self) -> Option<Self> {
        self.number().filter(|&number| number < 9).map(|_| Self(self.0 + 1))
    }

    /// Is it a wind or a dragon?
    pub fn is_honour(self) -> bool {
        (FIRST_HONOUR..FIRST_FLOWER).contains(&self.0)
    }

    /// Is it a flower or a season?
    pub fn is_flower(self) -> bool {
        self.0 >= FIRST_FLOWER && !self.is_joker()
    }
}

impl Tile for MahjongTile {
    numbered_kinds!(43);

    fn read(node: &Node) -> Result<Self, ReadError> {
        node.atom()
            .and_then(Self::from_text)
            .ok_or_else(|| node.error(format!("expected a tile such as 7B, E or F3, found {node}")))
    }

    /// The French letters that differ: `7R` a dot (rond), `O` the west wind, `V` the green and `B` the white dragon.
    fn typed(word: &str) -> Option<Vec<Self>> {
        let upper = word.to_ascii_uppercase();
        let english = match upper.as_str() {
            "O" => "W".to_owned(),
            "V" => "G".to_owned(),
            "B" => "P".to_owned(),
            dot => format!("{}D", dot.strip_suffix('R').filter(|number| !number.is_empty())?),
        };
        Self::from_text(&english).map(|tile| vec![tile])
    }
}

impl fmt::Display for MahjongTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => write!(f, "{number}{}", SUITS[usize::from(self.0 / 9)]),
            None if self.is_honour() => write!(f, "{}", HONOURS[usize::from(self.0 - FIRST_HONOUR)]),
            None if self.is_flower() => write!(f, "F{}", self.0 - FIRST_FLOWER + 1),
            None => f.write_str("*"),
        }
    }
}
