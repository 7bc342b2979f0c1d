//! The combinations on the table, read as runs and groups.

use super::per_colour::PerColour;
use crate::rummikub_tile::RummikubTile;
use crate::tile::{Ranked, Tile};

/// A combination on the table, read as a run or as a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A run from the number at index `first`; bit `i` of `jokers` is set if its tile `i` is one.
    Run { first: usize, len: usize, colour: usize, jokers: u32 },
    /// A group of the number at this index.
    Group { index: usize, colours: PerColour, jokers: u8 },
}

/// How many tiles a combination gives to one number: natural tiles and jokers, in runs and in groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) run: PerColour,
    pub(super) run_jokers: PerColour,
    pub(super) group: PerColour,
    pub(super) group_jokers: u8,
}

impl Share {
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            run: self.run + other.run,
            run_jokers: self.run_jokers + other.run_jokers,
            group: self.group + other.group,
            group_jokers: self.group_jokers + other.group_jokers,
        }
    }
}

impl Reading {
    /// As a group where that is possible, else as a run.
    pub(super) fn of(tiles: &[RummikubTile]) -> Option<Self> {
        Self::group(tiles).or_else(|| Self::run(tiles))
    }

    pub(super) fn group(tiles: &[RummikubTile]) -> Option<Self> {
        let naturals = tiles.iter().filter_map(|tile| Some((tile.rank()?, usize::from(tile.suit()?))));
        let (number, _) = naturals.clone().next()?;
        let colours = naturals.clone().fold(PerColour::ZERO, |all, (_, colour)| all + PerColour::one(colour));
        let is_group = (3..=4).contains(&tiles.len())
            && naturals.clone().all(|(other, _)| other == number)
            && PerColour::all(1).covers(colours);
        is_group.then(|| Self::Group {
            index: usize::from(number) - 1,
            colours,
            jokers: tiles.len() as u8 - colours.sum(),
        })
    }

    pub(super) fn run(tiles: &[RummikubTile]) -> Option<Self> {
        let (place, natural) = tiles.iter().enumerate().find(|(_, tile)| !tile.is_joker())?;
        let first = usize::from(natural.rank()?).checked_sub(place + 1)?;
        let colour = usize::from(natural.suit()?);
        let mut jokers = 0;
        for (i, tile) in tiles.iter().enumerate() {
            if tile.is_joker() {
                jokers |= 1 << i;
            } else if tile.suit() != natural.suit() || tile.rank().map(usize::from) != Some(first + i + 1) {
                return None;
            }
        }
        let fits = tiles.len() >= 3 && first + tiles.len() <= 13;
        fits.then_some(Self::Run { first, len: tiles.len(), colour, jokers })
    }

    /// The index of its lowest number.
    pub(super) fn first(self) -> usize {
        match self {
            Self::Run { first, .. } => first,
            Self::Group { index, .. } => index,
        }
    }

    /// The index of its highest number.
    pub(super) fn last(self) -> usize {
        match self {
            Self::Run { first, len, .. } => first + len - 1,
            Self::Group { index, .. } => index,
        }
    }

    /// The tiles that it gives to the number at index `at`, which is one of its own.
    pub(super) fn share(self, at: usize) -> Share {
        match self {
            Self::Run { first, colour, jokers, .. } if jokers >> (at - first) & 1 == 1 => {
                Share { run_jokers: PerColour::one(colour), ..Share::default() }
            }
            Self::Run { colour, .. } => Share { run: PerColour::one(colour), ..Share::default() },
            Self::Group { colours, jokers, .. } => {
                Share { group: colours, group_jokers: jokers, ..Share::default() }
            }
        }
    }

    pub(super) fn jokers(self) -> u8 {
        match self {
            Self::Run { jokers, .. } => jokers.count_ones() as u8,
            Self::Group { jokers, .. } => jokers,
        }
    }

    /// The natural tiles with no more jokers than they need, these at the end where there is room.
    pub(super) fn needed(self) -> Self {
        match self {
            Self::Group { index, colours, .. } => {
                Self::Group { index, colours, jokers: 3_u8.saturating_sub(colours.sum()) }
            }
            Self::Run { mut first, mut len, colour, mut jokers } => {
                while len > 3 && jokers >> (len - 1) & 1 == 1 {
                    len -= 1;
                    jokers &= !(1 << len);
                }
                while jokers & 1 == 1 && (len > 3 || first + len < 13) {
                    let moved = len == 3;
                    first += 1;
                    jokers >>= 1;
                    if moved {
                        jokers |= 1 << (len - 1);
                    } else {
                        len -= 1;
                    }
                }
                Self::Run { first, len, colour, jokers }
            }
        }
    }

    /// Every choice of tiles that can take the places of all its jokers.
    fn substitutes(self) -> Vec<Vec<RummikubTile>> {
        match self {
            Self::Run { first, len, colour, jokers } => {
                let places = (0..len).filter(|i| jokers >> i & 1 == 1);
                vec![places.map(|i| RummikubTile::at((first + i) as u8 + 1, colour as u8)).collect()]
            }
            Self::Group { index, colours, jokers } => (PerColour::all(1) - colours)
                .choices()
                .filter(|choice| choice.sum() == jokers)
                .map(|choice| {
                    let chosen = (0..4).filter(|&colour| choice.get(colour) == 1);
                    chosen.map(|colour| RummikubTile::at(index as u8 + 1, colour as u8)).collect()
                })
                .collect(),
        }
    }
}

/// Every choice of natural tiles that can take the places of all jokers of a combination.
pub(super) fn substitutes(tiles: &[RummikubTile]) -> Vec<Vec<RummikubTile>> {
    let readings = [Reading::run(tiles), Reading::group(tiles)];
    readings.into_iter().flatten().flat_map(Reading::substitutes).collect()
}
