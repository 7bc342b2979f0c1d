//! The best turn of Rummikub, exactly.
//!
//! [`sweep`] finds what must be left in the hand at least, [`dive`] does so where there is too much to
//! sweep over, [`tidy`] finds an answer that changes as little as possible, and [`lay`] puts it on the
//! table. Where jokers are locked, [`locks`] says which of them can be freed.

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

pub use self::pool::Weights;
pub use self::solver::{BestPlacement, Placement, RummikubSolver};
use super::{BestError, BestTurn, Found, Objective, found};
use crate::judge::{Best, IllegalTurn};
use crate::position::Position;
use crate::rules::rummikub::Rummikub;
use crate::rummikub_tile::RummikubTile;
use crate::tile::Tile;
use crate::turn::Turn;

/// What a first placement must be worth. The judge has its own figure.
pub(crate) const OPENING: u8 = 30;

impl BestTurn for Rummikub {
    fn usual_budget(&self) -> Budget {
        Budget::UNLIMITED
    }

    /// In this game a turn scores nothing; what counts in the end is the value left in the hand, so the points of a
    /// turn are taken to be the value placed.
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
        let hand = position.mover().tiles();
        let mut solver = RummikubSolver::default();
        let placing = if position.mover().placed {
            solver.place(position.table(), &hand, &weights, self.jokers, run)?
        } else {
            solver.open(position.table(), &hand, &weights, OPENING, run)?
        };
        let judged = |placement: Placement| {
            let turn = Turn::place(placement.table);
            let value = |tile: RummikubTile| values[tile.index()] as i32;
            Best::judged(self, position, turn.clone(), value, |_, value| value)
                .map_err(|refusal| IllegalTurn::new(position, &turn, refusal))
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
