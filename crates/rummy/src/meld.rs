//! A combination on the table.

use std::ops::Deref;

use crate::multiset::Multiset;
use crate::rules::Rules;
use crate::sexp::{Node, ReadError};
use crate::tile::Tile;

/// An ordered list of tiles. The order says what a joker of a run or of a word stands for. The rule set decides whether
/// the list is a valid combination.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Meld<T>(Vec<T>);

impl<T: Tile> Meld<T> {
    /// The tiles without their order.
    pub fn tiles(&self) -> Multiset<T> {
        self.0.iter().collect()
    }

    /// Is there a joker in it?
    pub fn has_joker(&self) -> bool {
        self.0.iter().any(|tile| tile.is_joker())
    }

    /// Reads a list of tiles of these rules.
    pub fn read<R: Rules<Tile = T>>(rules: &R, node: &Node) -> Result<Self, ReadError> {
        let tiles =
            node.list().ok_or_else(|| node.error(format!("expected a list of tiles, found {node}")))?;
        tiles.iter().map(|tile| rules.read_tile(tile)).collect()
    }
}

/// All tiles of some melds.
pub fn tiles_of<'a, T: Tile>(melds: impl IntoIterator<Item = &'a Meld<T>>) -> Multiset<T> {
    melds.into_iter().flat_map(|meld| meld.0.iter()).collect()
}

impl<T> From<Vec<T>> for Meld<T> {
    fn from(tiles: Vec<T>) -> Self {
        Self(tiles)
    }
}

impl<T> FromIterator<T> for Meld<T> {
    fn from_iter<I: IntoIterator<Item = T>>(tiles: I) -> Self {
        Self(tiles.into_iter().collect())
    }
}

impl<T> Deref for Meld<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}
