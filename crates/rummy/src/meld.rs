//! A combination on the table.

use std::fmt;
use std::ops::Deref;

use crate::multiset::Multiset;
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

    /// Reads a list of tiles.
    pub fn read(node: &Node) -> Result<Self, ReadError> {
        let tiles =
            node.list().ok_or_else(|| node.error(format!("expected a list of tiles, found {node}")))?;
        tiles.iter().map(T::read).collect()
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

impl<T: Tile> fmt::Display for Meld<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", Spaced(&self.0))
    }
}

/// Tiles with blanks between them.
pub(crate) struct Spaced<'a, T>(pub(crate) &'a [T]);

impl<T: Tile> fmt::Display for Spaced<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, tile) in self.0.iter().enumerate() {
            write!(f, "{}{tile}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}
