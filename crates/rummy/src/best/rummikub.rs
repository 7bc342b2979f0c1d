//! The best turn of Rummikub, exactly.
//!
//! [`sweep`] finds what must be left in the hand at least, [`dive`] does so where there is too much to
//! sweep over, [`tidy`] finds an answer that changes as little as possible, and [`lay`] puts it on the
//! table. Where jokers are locked, [`locks`] says which of them can be freed.

mod dive;
mod groups;
mod lanes;
mod lay;
mod locks;
mod plan;
mod pool;
mod reading;
mod runs;
mod solver;
mod sweep;
mod tidy;

use search::Limit;

pub use self::pool::Weights;
pub use self::solver::{Placement, RummikubSolver};
use super::{Best, BestTurn, Objective};
use crate::piece::Piece;
use crate::position::Position;
use crate::rules::rummikub::Rummikub;
use crate::tile::Tile;
use crate::turn::Turn;

/// What a first placement must be worth. The judge has its own figure.
pub(crate) const OPENING: u8 = 30;

impl BestTurn for Rummikub {
    /// Always proven best. In this game a turn scores nothing; what counts in the end is the value left in
    /// the hand, so the points of a turn are taken to be the value placed.
    fn best_turn(
        &self,
        position: &Position<Piece>,
        objective: Objective,
    ) -> Result<Option<Best<Piece>>, Limit> {
        let values = values();
        let weights = match objective {
            Objective::Tiles => [1; Piece::KINDS],
            Objective::Value | Objective::Points => values,
        };
        let hand = position.mover().tiles();
        let mut solver = RummikubSolver::default();
        let found = if position.mover().placed {
            solver.place(position.table(), &hand, &weights, self.jokers)
        } else {
            solver.open(position.table(), &hand, &weights, OPENING)
        };
        Ok(found?.map(|placement| {
            let value = placement.placed.iter().map(|tile| values[tile.index()] as i32).sum();
            Best {
                turn: Turn::place(placement.table),
                placed: placement.placed,
                value,
                points: value,
                is_optimal: true,
            }
        }))
    }
}

/// The numbers on the tiles, 30 for a joker.
pub(crate) fn values() -> Weights {
    std::array::from_fn(|kind| Piece::from_index(kind).and_then(Piece::number).map_or(30, u32::from))
}
