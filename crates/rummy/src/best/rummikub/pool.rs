//! The tiles a turn is made of: those that must lie on the table afterwards and those that may.

use super::per_colour::PerColour;
use crate::multiset::Multiset;
use crate::rummikub_tile::RummikubTile;
use crate::tile::{Ranked, Tile};

/// How many numbers there are.
pub(super) const NUMBERS: usize = 13;

/// The worth of placing a tile of the hand, for each kind of tile.
pub(crate) type Weights = [u32; RummikubTile::KINDS];

/// The tiles of the table and of the hand by number, and the worth of the hand tiles. Hand tiles that fit into no
/// combination of all these tiles are left out.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    table: [PerColour; NUMBERS],
    hand: [PerColour; NUMBERS],
    table_jokers: u8,
    hand_jokers: u8,
    weights: Weights,
    is_mirrored: bool,
}

impl Pool {
    /// None if there are more tiles of a kind than can be counted; the bag has two.
    pub(super) fn new(
        table: &Multiset<RummikubTile>,
        hand: &Multiset<RummikubTile>,
        weights: &Weights,
    ) -> Option<Self> {
        // The most that four bits count, so that two counts fit into a byte: see `Runs::bits`.
        const MOST: usize = 15;
        let jokers = table.count(RummikubTile::JOKER) + hand.count(RummikubTile::JOKER);
        let is_small = |tile: RummikubTile| table.count(tile) + hand.count(tile) + jokers <= MOST;
        RummikubTile::all().filter(|tile| !tile.is_joker()).all(is_small).then(|| Self {
            table: by_number(table),
            hand: placeable(&by_number(table), &by_number(hand), jokers),
            table_jokers: table.count(RummikubTile::JOKER) as u8,
            hand_jokers: hand.count(RummikubTile::JOKER) as u8,
            weights: *weights,
            is_mirrored: false,
        })
    }

    /// These tiles with the numbers counted down from 13: a run is a run from either end.
    pub(super) fn mirrored(&self) -> Self {
        let mut mirrored = self.clone();
        mirrored.table.reverse();
        mirrored.hand.reverse();
        mirrored.is_mirrored = !self.is_mirrored;
        mirrored
    }

    /// All tiles of the number at this index; none beyond the last.
    pub(super) fn all(&self, index: usize) -> PerColour {
        if index < NUMBERS { self.table[index] + self.hand[index] } else { PerColour::ZERO }
    }

    /// The hand tiles of the number at this index.
    pub(super) fn hand(&self, index: usize) -> PerColour {
        self.hand[index]
    }

    /// The worth of these hand tiles of a number.
    pub(super) fn worth(&self, index: usize, tiles: PerColour) -> u32 {
        let number = if self.is_mirrored { NUMBERS - index } else { index + 1 } as u8;
        (0..4)
            .map(|colour| {
                u32::from(tiles.get(colour)) * self.weights[RummikubTile::at(number, colour as u8).index()]
            })
            .sum()
    }

    pub(super) fn jokers(&self) -> u8 {
        self.table_jokers + self.hand_jokers
    }

    pub(super) fn table_jokers(&self) -> u8 {
        self.table_jokers
    }

    /// The worth of this many jokers of the hand.
    pub(super) fn worth_of_jokers(&self, jokers: u8) -> u32 {
        u32::from(jokers) * self.weights[RummikubTile::JOKER.index()]
    }

    /// The worth of all hand tiles that fit anywhere.
    pub(super) fn worth_of_hand(&self) -> u32 {
        let numbers = (0..NUMBERS).map(|index| self.worth(index, self.hand[index])).sum::<u32>();
        numbers + self.worth_of_jokers(self.hand_jokers)
    }

    /// The most tiles of one kind.
    pub(super) fn copies(&self) -> u8 {
        (0..NUMBERS).flat_map(|index| self.all(index).counts()).max().unwrap_or(0)
    }
}

/// The hand tiles that fit into some combination of all tiles.
fn placeable(
    table: &[PerColour; NUMBERS],
    hand: &[PerColour; NUMBERS],
    jokers: usize,
) -> [PerColour; NUMBERS] {
    let is_there = |index: usize, colour: usize| (table[index] + hand[index]).get(colour) > 0;
    let fits_group = |index: usize| (0..4).filter(|&colour| is_there(index, colour)).count() + jokers >= 3;
    let fits_run = |index: usize, colour: usize| {
        let firsts = index.saturating_sub(2)..=index.min(NUMBERS - 3);
        firsts
            .into_iter()
            .any(|first| (first..first + 3).filter(|&other| is_there(other, colour)).count() + jokers >= 3)
    };
    std::array::from_fn(|index| {
        let counts = hand[index].counts();
        PerColour::new(std::array::from_fn(|colour| {
            let is_placeable = counts[colour] > 0 && (fits_group(index) || fits_run(index, colour));
            if is_placeable { counts[colour] } else { 0 }
        }))
    })
}

fn by_number(tiles: &Multiset<RummikubTile>) -> [PerColour; NUMBERS] {
    std::array::from_fn(|index| {
        PerColour::new(std::array::from_fn(|colour| {
            tiles.count(RummikubTile::at(index as u8 + 1, colour as u8)) as u8
        }))
    })
}
