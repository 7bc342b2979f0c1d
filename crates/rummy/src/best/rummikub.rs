//! The best turn of Rummikub, exactly.
//!
//! [`number_dp`], a dynamic programme over the numbers, finds the least value that must stay in the hand;
//! [`least_loss_first`], a uniform-cost search, does so where the programme has too many states. [`fewest_changes`] finds
//! a best answer that changes as few combinations as possible, and [`lay_out`] puts it on the table. Where jokers are
//! locked, [`locks`] says which of them can be freed.

mod least_loss_first;
mod groups;
mod per_colour;
mod lay_out;
mod locks;
mod transitions;
mod pool;
mod reading;
mod runs;
mod solver;
mod number_dp;
mod fewest_changes;

use search::{Budget, Run};

pub(crate) use self::locks::loose_for_good;
pub(crate) use self::pool::Weights;
use self::solver::Placement;
pub(crate) use self::solver::RummikubSolver;
use super::{BestError, BestTurn, Found, Objective, found};
use crate::judge::{Best, IllegalTurn};
use crate::position::Position;
use crate::rules::rummikub::Rummikub;
use crate::rummikub_tile::RummikubTile;
use crate::tile::Tile;
use crate::turn::Turn;

impl BestTurn for Rummikub {
    fn usual_budget(&self) -> Budget {
        Budget::UNLIMITED
    }

    /// A turn scores nothing in this game: the value left in the hand counts in the end. So the objectives value and points
    /// are the same.
    fn best_turn(
        &self,
        position: &Position<RummikubTile>,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Found<RummikubTile>, BestError> {
        let values = values();
        let weights = match objective {
            Objective::Tiles => [1; RummikubTile::KINDS],
            Objective::Value | Objective::Points => values,
        };
        self.best_by_weights(position, &weights, run)
    }
}

impl Rummikub {
    /// Finds the turn that places the tiles of the highest weight.
    pub(crate) fn best_by_weights(
        self,
        position: &Position<RummikubTile>,
        weights: &Weights,
        run: &mut Run<'_>,
    ) -> Result<Found<RummikubTile>, BestError> {
        let hand = position.mover().tiles();
        let mut solver = RummikubSolver::default();
        let placing = if position.mover().placed {
            solver.place(position.table(), &hand, weights, self.jokers, run)?
        } else {
            // An opening of 0 accepts any first placement, but not an empty one; every combination is worth more than 1.
            let opening = self.house.opening.max(1);
            solver.open(position.table(), &hand, weights, opening, run)?
        };
        let judged = |placement: Placement| {
            let turn = Turn::place(placement.table);
            Best::judged(&self, position, turn.clone(), |_| placement.gain as i32)
                .map_err(|refusal| IllegalTurn::new(&self, position, &turn, refusal))
        };
        Ok(found(placing.placement.map(judged).transpose()?, placing.limit))
    }
}

/// The numbers on the tiles, 30 for a joker.
pub(crate) fn values() -> Weights {
    std::array::from_fn(|kind| {
        RummikubTile::from_index(kind).and_then(RummikubTile::number).map_or(30, u32::from)
    })
}
