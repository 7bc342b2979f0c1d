//! Tiles without order: how many there are of each kind.

use std::fmt;
use std::marker::PhantomData;

use crate::tile::Tile;

/// The most kinds of tile a rule set may have: the counts of a multiset fill one cache line.
pub const MOST_KINDS: usize = 64;

/// A multiset of tiles, as one count for each kind: packed, for speed. [`OrderedMultiset`](crate::OrderedMultiset) is the
/// general one, for any ordered type and any count.
///
/// Counts stop at 255, far above any bag, so nothing overflows.
///
/// ```
/// use rummy::{Letter, Multiset};
///
/// let letters = |word: &str| word.bytes().filter_map(Letter::from_ascii).collect::<Multiset<Letter>>();
/// let rest = letters("FACILE").difference(&letters("ICE"));
/// assert_eq!(rest, letters("FLA"));
/// assert!(rest.is_subset(&letters("FLAN")));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Multiset<T> {
    counts: [u8; MOST_KINDS],
    kind: PhantomData<T>,
}

impl<T: Tile> Multiset<T> {
    /// No tile at all.
    pub const EMPTY: Self = Self { counts: [0; MOST_KINDS], kind: PhantomData };

    /// How often `tile` is in here.
    pub fn count(&self, tile: T) -> usize {
        usize::from(self.counts[tile.index()])
    }

    /// Is `tile` in here at least once?
    pub fn contains(&self, tile: T) -> bool {
        self.count(tile) > 0
    }

    /// How many tiles there are, counted with their multiplicity.
    pub fn len(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }

    /// Is there no tile?
    pub fn is_empty(&self) -> bool {
        self.counts == [0; MOST_KINDS]
    }

    /// Puts one `tile` in.
    pub fn insert(&mut self, tile: T) {
        self.insert_many(tile, 1);
    }

    /// Puts `times` of the same `tile` in.
    pub fn insert_many(&mut self, tile: T, times: u8) {
        let count = &mut self.counts[tile.index()];
        *count = count.saturating_add(times);
    }

    /// Takes one `tile` out; `false` if there was none.
    pub fn remove(&mut self, tile: T) -> bool {
        let count = &mut self.counts[tile.index()];
        let had = *count > 0;
        *count = count.saturating_sub(1);
        had
    }

    /// Everything of both: counts add up.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.merge(other, u8::saturating_add)
    }

    /// The tiles that remain when `other` is taken away, as far as it is there.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.merge(other, u8::saturating_sub)
    }

    /// The tiles that both have.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.merge(other, u8::min)
    }

    /// Is every tile of this, with its multiplicity, in `other`?
    pub fn is_subset(&self, other: &Self) -> bool {
        self.counts.iter().zip(&other.counts).all(|(mine, theirs)| mine <= theirs)
    }

    /// The kinds that are in here with their counts, in the order of the tiles.
    pub fn kinds(&self) -> impl Iterator<Item = (T, usize)> + '_ {
        T::all().filter_map(|tile| Some((tile, self.count(tile))).filter(|&(_, count)| count > 0))
    }

    /// Every tile as often as it is in here, in the order of the tiles.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.kinds().flat_map(|(tile, count)| std::iter::repeat_n(tile, count))
    }

    fn merge(&self, other: &Self, of: impl Fn(u8, u8) -> u8) -> Self {
        let mut all = *self;
        for (mine, &theirs) in all.counts.iter_mut().zip(&other.counts) {
            *mine = of(*mine, theirs);
        }
        all
    }
}

impl<T: Tile> Default for Multiset<T> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: Tile> Extend<T> for Multiset<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, tiles: I) {
        tiles.into_iter().for_each(|tile| self.insert(tile));
    }
}

impl<T: Tile> FromIterator<T> for Multiset<T> {
    fn from_iter<I: IntoIterator<Item = T>>(tiles: I) -> Self {
        let mut all = Self::EMPTY;
        all.extend(tiles);
        all
    }
}

impl<'a, T: Tile> FromIterator<&'a T> for Multiset<T> {
    fn from_iter<I: IntoIterator<Item = &'a T>>(tiles: I) -> Self {
        tiles.into_iter().copied().collect()
    }
}

impl<T: Tile> fmt::Debug for Multiset<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
