//! Simple ways to play Rummikub, with names: the pool that stronger players are measured against.

use std::fmt;

use super::information_set::InformationSet;
use crate::best::Objective;
use crate::rummikub_tile::RummikubTile;

/// A late opener makes the first placement when the stock holds no more tiles than this.
const LATE_STOCK: usize = 20;
/// A late opener also makes it when another player holds no more tiles than this.
const LATE_HAND: usize = 6;

/// A way to play Rummikub that follows one rule. All of them go out when they can, and place what they can when the stock
/// is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FixedPolicy {
    /// Places the most tiles in every turn.
    GreedyTiles,
    /// Places the highest value in every turn.
    GreedyValue,
    /// Makes the first placement as soon as possible, then draws until the whole hand can be placed.
    HoldBack,
    /// Makes the first placement late: with few tiles in the stock or in another hand. Then it places the most tiles.
    LateOpener,
}

impl FixedPolicy {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::GreedyTiles, Self::GreedyValue, Self::HoldBack, Self::LateOpener];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GreedyTiles => "greedy-tiles",
            Self::GreedyValue => "greedy-value",
            Self::HoldBack => "hold-back",
            Self::LateOpener => "late-opener",
        }
    }

    /// The measure of the best turn.
    pub(super) fn objective(self) -> Objective {
        if self == Self::GreedyValue { Objective::Value } else { Objective::Tiles }
    }

    /// Does the player place tiles in this turn, if some of the hand must stay?
    pub(super) fn places_part_of_the_hand(self, view: &InformationSet<RummikubTile>) -> bool {
        let position = view.position();
        let stock = position.stock.len();
        let has_opened = position.mover().placed;
        match self {
            Self::GreedyTiles | Self::GreedyValue => true,
            Self::HoldBack => !has_opened || stock == 0,
            Self::LateOpener => has_opened || stock <= LATE_STOCK || view.smallest_other_hand() <= LATE_HAND,
        }
    }
}

impl fmt::Display for FixedPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
