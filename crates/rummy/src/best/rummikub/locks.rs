//! The strict joker rule: which combinations with jokers stay locked, and what it takes to free others.

use super::pool::{Pool, Weights};
use super::reading::substitutes;
use crate::best::BestError;
use crate::meld::{Meld, tiles_of};
use crate::multiset::Multiset;
use crate::rummikub_tile::RummikubTile;
use crate::tile::Tile;

/// The bag has two jokers, with which there are nine ways at most: a joker stays locked, or, in a group of three with two
/// colours missing, is replaced in one of two ways. Only files with more jokers than the bag come near this.
const MOST_VARIANTS: usize = 256;

/// One way to deal with the jokers of the table.
#[derive(Clone, Debug)]
pub(super) struct Variant<'a> {
    /// Combinations that nobody may touch.
    pub(super) locked: Vec<&'a Meld<RummikubTile>>,
    /// Combinations that may be left alone or not.
    pub(super) loose: Vec<&'a Meld<RummikubTile>>,
    /// The tiles of combinations freed from their jokers, and the hand tiles that freed them: all of
    /// these lie on the table afterwards.
    freed: Multiset<RummikubTile>,
    freeing: Multiset<RummikubTile>,
    /// The rest of the hand.
    hand: Multiset<RummikubTile>,
}

impl<'a> Variant<'a> {
    /// Everything may be touched.
    pub(super) fn free(table: &'a [Meld<RummikubTile>], hand: &Multiset<RummikubTile>) -> Self {
        let empty = Multiset::EMPTY;
        Self { locked: Vec::new(), loose: table.iter().collect(), freed: empty, freeing: empty, hand: *hand }
    }

    /// Nothing may be touched.
    pub(super) fn closed(table: &'a [Meld<RummikubTile>], hand: &Multiset<RummikubTile>) -> Self {
        Self { locked: table.iter().collect(), loose: Vec::new(), ..Self::free(table, hand) }
    }

    pub(super) fn pool(&self, weights: &Weights) -> Result<Pool, BestError> {
        let table = tiles_of(self.loose.iter().copied()).union(&self.freed);
        Pool::new(&table, &self.hand, weights)
            .ok_or(BestError::Unsupported("more than 15 tiles of one kind, jokers included"))
    }

    /// The variant in which the loose combinations of these numbers are locked too.
    pub(super) fn leaving(&self, alone: &[usize]) -> Self {
        let mut variant = self.clone();
        let is_alone = |i: &usize| alone.contains(i);
        variant.locked.extend(alone.iter().map(|&i| self.loose[i]));
        variant.loose = (0..self.loose.len()).filter(|i| !is_alone(i)).map(|i| self.loose[i]).collect();
        variant
    }

    /// How many jokers there are besides the locked ones.
    pub(super) fn jokers(&self) -> u8 {
        let loose = self.loose.iter().map(|meld| meld.tiles().count(RummikubTile::JOKER)).sum::<usize>();
        (loose + self.freed.count(RummikubTile::JOKER) + self.hand.count(RummikubTile::JOKER)) as u8
    }

    /// The worth of the tiles that free jokers.
    pub(super) fn freeing_worth(&self, weights: &Weights) -> u32 {
        self.freeing.iter().map(|tile| weights[tile.index()]).sum()
    }

    /// Frees a combination with these tiles of the hand.
    fn freeing(&self, meld: &Meld<RummikubTile>, tiles: &[RummikubTile]) -> Option<Self> {
        let tiles: Multiset<RummikubTile> = tiles.iter().collect();
        tiles.is_subset(&self.hand).then(|| Self {
            freed: self.freed.union(&meld.tiles()).union(&tiles),
            freeing: self.freeing.union(&tiles),
            hand: self.hand.difference(&tiles),
            ..self.clone()
        })
    }

    fn locking(&self, meld: &'a Meld<RummikubTile>) -> Self {
        let mut locked = self.locked.clone();
        locked.push(meld);
        Self { locked, ..self.clone() }
    }
}

/// Every way to deal with the jokers of the table.
pub(super) fn variants<'a>(
    table: &'a [Meld<RummikubTile>],
    hand: &Multiset<RummikubTile>,
) -> Result<Vec<Variant<'a>>, BestError> {
    let (with, without): (Vec<_>, Vec<_>) = table.iter().partition(|meld| meld.has_joker());
    let mut all = vec![Variant { loose: without, ..Variant::free(&[], hand) }];
    for meld in with {
        let ways = substitutes(meld);
        all = all
            .iter()
            .flat_map(|variant| {
                let freed = ways.iter().filter_map(|tiles| variant.freeing(meld, tiles));
                std::iter::once(variant.locking(meld)).chain(freed)
            })
            .collect();
        if all.len() > MOST_VARIANTS {
            return Err(BestError::Unsupported(
                "more ways to replace the jokers on the table than can be searched",
            ));
        }
    }
    Ok(all)
}

/// The tiles of the table that players with these tiles may move, now and later: those outside combinations with a joker.
/// None if a joker of the table can be freed, or a hand holds one.
pub(crate) fn loose_for_good(
    table: &[Meld<RummikubTile>],
    hands: &Multiset<RummikubTile>,
) -> Option<Multiset<RummikubTile>> {
    let variants = variants(table, hands).ok()?;
    let [only] = &variants[..] else { return None };
    (hands.count(RummikubTile::JOKER) == 0).then(|| tiles_of(only.loose.iter().copied()))
}
