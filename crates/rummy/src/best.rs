//! The best turn of a rule set.

pub(crate) mod cards;
pub(crate) mod letters;
pub(crate) mod rummikub;

use search::{Budget, Limit, Outcome, Run};
use thiserror::Error;

use crate::judge::{Best, IllegalTurn};
use crate::position::Position;
use crate::rules::Rules;
use crate::tile::Tile;

/// The measure by which a turn is the best one.
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

/// The best turn that a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<T: Tile> {
    /// It is proven that no turn is better.
    Proven(Best<T>),
    /// A better turn may exist: this limit ended the search.
    Unproven(Best<T>, Limit),
}

impl<T: Tile> Answer<T> {
    /// The turn.
    pub fn best(&self) -> &Best<T> {
        match self {
            Self::Proven(best) | Self::Unproven(best, _) => best,
        }
    }

    /// The turn, without the proof.
    pub fn into_best(self) -> Best<T> {
        match self {
            Self::Proven(best) | Self::Unproven(best, _) => best,
        }
    }

    /// Is it proven that no turn is better?
    pub fn is_proven(&self) -> bool {
        matches!(self, Self::Proven(_))
    }
}

/// It is proven that the player to move can place nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NothingToPlace;

/// How a search for the best turn ended.
pub type Found<T> = Outcome<Answer<T>, NothingToPlace>;

/// The turn of a search that may have found one; `limit` says what ended the search early, if anything did.
pub(crate) fn found<T: Tile>(best: Option<Best<T>>, limit: Option<Limit>) -> Found<T> {
    match (best, limit) {
        (Some(best), None) => Outcome::Solved(Answer::Proven(best)),
        (Some(best), Some(limit)) => Outcome::Solved(Answer::Unproven(best, limit)),
        (None, None) => Outcome::Unsolvable(NothingToPlace),
        (None, Some(limit)) => Outcome::GaveUp(limit),
    }
}

/// The turn that was found, if any.
pub(crate) fn best_of<T: Tile>(found: Found<T>) -> Option<Best<T>> {
    if let Outcome::Solved(answer) = found { Some(answer.into_best()) } else { None }
}

/// Why a search has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BestError {
    /// The search cannot represent the position; this never happens with the tiles of the bag.
    #[error("positions with {0} are not supported")]
    Unsupported(&'static str),
    /// The judge refuses the turn of the search: an error of the program.
    #[error(transparent)]
    Illegal(#[from] IllegalTurn),
}

/// Rule sets whose best turn can be found.
pub trait BestTurn: Rules {
    /// The usual budget of a search.
    fn usual_budget(&self) -> Budget;

    /// Finds the best turn of the player to move within the limits of `run`. Among equally good turns, Rummikub prefers
    /// those that change few combinations.
    fn best_turn(
        &self,
        position: &Position<Self::Tile>,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Found<Self::Tile>, BestError>;
}
