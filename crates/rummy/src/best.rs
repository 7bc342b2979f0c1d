//! The best turn of a rule set.

pub(crate) mod cards;
pub(crate) mod letters;
pub(crate) mod rummikub;

use search::Limit;

use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::Rules;
use crate::turn::Turn;

/// What makes a turn the best one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The most tiles placed.
    #[default]
    Tiles,
    /// The highest value placed: the numbers on the tiles, 30 for a joker.
    Value,
    /// The most points by the rules.
    Points,
}

/// A turn that is best for an objective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best<T: crate::tile::Tile> {
    /// The turn. The judge has still to be asked.
    pub turn: Turn<T>,
    /// The hand tiles placed.
    pub placed: Multiset<T>,
    /// Their value.
    pub value: i32,
    /// The points of the turn.
    pub points: i32,
    /// Is it proven that no turn is better?
    pub is_optimal: bool,
}

/// Rule sets whose best turn can be found.
pub trait BestTurn: Rules {
    /// The best turn of the player to move, ties being broken by the fewest changed combinations. None if
    /// nothing can be placed; [`Limit`] if the position is beyond what can be searched.
    fn best_turn(
        &self,
        position: &Position<Self::Tile>,
        objective: Objective,
    ) -> Result<Option<Best<Self::Tile>>, Limit>;
}
