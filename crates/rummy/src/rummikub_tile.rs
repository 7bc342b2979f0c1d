//! The tiles of Rummikub.

use std::fmt;

use crate::sexp::{Node, ReadError};
use crate::tile::{Ranked, Tile, numbered_kinds};

/// The colour of a Rummikub tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// `bleu`
    Blue,
    /// `rouge`
    Red,
    /// `jaune`
    Yellow,
    /// `noir`
    Black,
}

impl Colour {
    /// The four colours.
    pub const ALL: [Self; 4] = [Self::Blue, Self::Red, Self::Yellow, Self::Black];

    /// The word of the save files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Blue => "bleu",
            Self::Red => "rouge",
            Self::Yellow => "jaune",
            Self::Black => "noir",
        }
    }

    /// The colour of a letter or a word in English or French: no letter means two colours.
    pub fn typed(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "b" | "blue" | "bleu" => Some(Self::Blue),
            "r" | "red" | "rouge" => Some(Self::Red),
            "y" | "j" | "yellow" | "jaune" => Some(Self::Yellow),
            "k" | "n" | "black" | "noir" => Some(Self::Black),
            _ => None,
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.word() == word)
    }
}

/// A numbered tile, or the joker. Its number is `13 * colour + number - 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RummikubTile(u8);

impl RummikubTile {
    /// The tile of this number, from 1 to 13, and colour.
    pub fn new(number: u8, colour: Colour) -> Option<Self> {
        (1..=13).contains(&number).then(|| Self(13 * colour as u8 + number - 1))
    }

    /// The number; none for the joker.
    pub fn number(self) -> Option<u8> {
        self.rank()
    }

    /// The colour; none for the joker.
    pub fn colour(self) -> Option<Colour> {
        self.suit().map(|suit| Colour::ALL[usize::from(suit)])
    }
}

impl Tile for RummikubTile {
    numbered_kinds!(53);

    fn read(node: &Node) -> Result<Self, ReadError> {
        if node.atom() == Some("*") {
            return Ok(Self::JOKER);
        }
        let wrong = || node.error(format!("expected a tile such as (12 rouge) or *, found {node}"));
        let Some([number, colour]) = node.list() else { return Err(wrong()) };
        let (Some(digits), Some(word)) = (number.atom(), colour.atom()) else { return Err(wrong()) };
        let colour = Colour::from_word(word).ok_or_else(|| {
            colour.error(format!("expected a colour (bleu, rouge, jaune or noir), found {word}"))
        })?;
        let tile = digits.parse().ok().and_then(|number| Self::new(number, colour));
        tile.ok_or_else(|| number.error(format!("expected a number from 1 to 13, found {digits}")))
    }

    /// `9b`, `12red`.
    fn typed(word: &str) -> Option<Vec<Self>> {
        let (number, colour) = word.split_at_checked(word.find(|c: char| !c.is_ascii_digit())?)?;
        Self::new(number.parse().ok()?, Colour::typed(colour)?).map(|tile| vec![tile])
    }
}

impl Ranked for RummikubTile {
    const SUITS: u8 = 4;
    const TOP: u8 = 13;

    fn at(rank: u8, suit: u8) -> Self {
        debug_assert!((1..=13).contains(&rank) && suit < 4);
        Self(13 * suit + rank - 1)
    }

    fn rank(self) -> Option<u8> {
        (!self.is_joker()).then_some(self.0 % 13 + 1)
    }

    fn suit(self) -> Option<u8> {
        (!self.is_joker()).then_some(self.0 / 13)
    }
}

impl fmt::Display for RummikubTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.number(), self.colour()) {
            (Some(number), Some(colour)) => write!(f, "({number} {})", colour.word()),
            _ => f.write_str("*"),
        }
    }
}
