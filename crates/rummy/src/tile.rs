//! The properties of a tile that the engine needs.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::multiset::MOST_KINDS;
use crate::sexp::{Node, ReadError};

/// A kind of tile: a letter, a numbered tile, a card. Two tiles of one kind are the same tile to the
/// game. `Display` writes the form of the save files, which [`Tile::read`] reads, where the rules know no other one: see
/// [`Rules::tile_text`](crate::Rules::tile_text).
pub trait Tile: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync + 'static {
    /// How many kinds there are; at most [`MOST_KINDS`], and the joker is the last one.
    const KINDS: usize;

    /// The joker.
    const JOKER: Self;

    /// The number of this kind, below [`Tile::KINDS`].
    fn index(self) -> usize;

    /// The kind of this number, if there is one.
    fn from_index(index: usize) -> Option<Self>;

    /// Reads a tile as `Display` writes it.
    fn read(node: &Node) -> Result<Self, ReadError>;

    /// The tiles that a player means by a word besides the form of the save files: a short name such as `9b`, or, where
    /// tiles are letters, a whole word. None if it means no tile.
    fn typed(word: &str) -> Option<Vec<Self>> {
        let _ = word;
        None
    }

    /// Is it the joker?
    fn is_joker(self) -> bool {
        self == Self::JOKER
    }

    /// Every kind, in order.
    fn all() -> impl Iterator<Item = Self> {
        const { assert!(Self::KINDS <= MOST_KINDS) };
        (0..Self::KINDS).filter_map(Self::from_index)
    }
}

/// The items of [`Tile`] that number the kinds, for a tile that is a newtype of its number.
macro_rules! numbered_kinds {
    ($kinds:literal) => {
        const KINDS: usize = $kinds;
        const JOKER: Self = Self($kinds - 1);

        fn index(self) -> usize {
            usize::from(self.0)
        }

        fn from_index(index: usize) -> Option<Self> {
            (index < Self::KINDS).then_some(Self(index as u8))
        }
    };
}

pub(crate) use numbered_kinds;

/// A tile with a rank and a suit, such as a numbered tile with its colour or a playing card.
pub trait Ranked: Tile {
    /// How many suits there are.
    const SUITS: u8;

    /// The highest rank a run may reach. Where the lowest card may also follow the highest one, this is
    /// one more than the number of ranks.
    const TOP: u8;

    /// The tile of this rank, from 1 to [`Ranked::TOP`], in this suit.
    fn at(rank: u8, suit: u8) -> Self;

    /// The rank, from 1; none for the joker.
    fn rank(self) -> Option<u8>;

    /// The suit, from 0; none for the joker.
    fn suit(self) -> Option<u8>;
}
