//! Runs and groups, the shapes that ranked tiles combine in.

use crate::multiset::Multiset;
use crate::tile::Ranked;

/// A way to read a list of ranked tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Consecutive ranks of one suit, the first tile being of rank `first`.
    Run { first: u8, suit: u8 },
    /// One rank in different suits.
    Group { rank: u8 },
}

/// All ways to read a list of three tiles or more. Jokers alone cannot be read.
pub(crate) fn shapes<T: Ranked>(tiles: &[T]) -> impl Iterator<Item = Shape> + '_ {
    let natural = tiles.iter().copied().find(|tile| !tile.is_joker() && tiles.len() >= 3);
    let run = natural.and_then(T::suit).into_iter().flat_map(|suit| runs(tiles, suit));
    let group = natural.and_then(T::rank).filter(|&rank| is_group(tiles, rank));
    run.chain(group.map(|rank| Shape::Group { rank }))
}

fn runs<T: Ranked>(tiles: &[T], suit: u8) -> impl Iterator<Item = Shape> + '_ {
    let last_first = (T::TOP as usize + 1).saturating_sub(tiles.len()) as u8;
    let fits = move |first: u8| {
        (first..).zip(tiles).all(|(rank, tile)| tile.is_joker() || *tile == T::at(rank, suit))
    };
    (1..=last_first).filter(move |&first| fits(first)).map(move |first| Shape::Run { first, suit })
}

fn is_group<T: Ranked>(tiles: &[T], rank: u8) -> bool {
    let mut seen = Multiset::EMPTY;
    tiles.len() <= usize::from(T::SUITS)
        && tiles.iter().filter(|tile| !tile.is_joker()).all(|&tile| {
            let first = !seen.contains(tile);
            seen.insert(tile);
            first && tile.rank() == Some(rank)
        })
}

impl Shape {
    /// The ranks of all tiles of a list read in this shape, jokers counted as what they stand for.
    pub(crate) fn ranks(self, len: usize) -> impl Iterator<Item = u8> {
        (0..len as u8).map(move |i| match self {
            Self::Run { first, .. } => first + i,
            Self::Group { rank } => rank,
        })
    }
}

/// Every way to put tiles out of `from` in the place of all jokers of a combination.
pub(crate) fn replacements<T: Ranked>(tiles: &[T], from: &Multiset<T>) -> Vec<Vec<T>> {
    let mut ways = Vec::new();
    for shape in shapes(tiles) {
        match shape {
            Shape::Run { first, suit } => {
                let wanted: Vec<T> = (first..)
                    .zip(tiles)
                    .filter(|(_, tile)| tile.is_joker())
                    .map(|(rank, _)| T::at(rank, suit))
                    .collect();
                if wanted.iter().collect::<Multiset<T>>().is_subset(from) {
                    ways.push(wanted);
                }
            }
            Shape::Group { rank } => {
                let missing: Vec<T> = (0..T::SUITS)
                    .map(|suit| T::at(rank, suit))
                    .filter(|tile| !tiles.contains(tile) && from.contains(*tile))
                    .collect();
                let jokers = tiles.iter().filter(|tile| tile.is_joker()).count();
                ways.extend(subsets(&missing, jokers));
            }
        }
    }
    ways
}

/// The ways to choose `size` of some few tiles.
fn subsets<T: Copy>(tiles: &[T], size: usize) -> Vec<Vec<T>> {
    (0_u32..1 << tiles.len())
        .filter(|mask| mask.count_ones() as usize == size)
        .map(|mask| (0..tiles.len()).filter(|i| mask >> i & 1 == 1).map(|i| tiles[i]).collect())
        .collect()
}
