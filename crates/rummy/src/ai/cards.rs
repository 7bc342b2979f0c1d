//! How machines play where combinations are only added to.
//!
//! A plain player places what counts most and throws away what would cost most. A strong one throws away
//! what it misses least: it keeps what may still become a combination, and gives nothing to the others that
//! they collect.

use search::Budget;

use super::Machine;
use super::view::View;
use crate::best::Objective;
use crate::best::cards::{Discard, Manner, Melding};
use crate::position::Position;
use crate::rules::canasta::Canasta;
use crate::rules::mahjong::Mahjong;
use crate::rules::rami::Rami;
use crate::turn::Turn;

/// The best turn in this manner; one without placing if there is none.
fn turn_of<R: Melding>(rules: &R, position: &Position<R::Tile>, manner: Manner) -> Turn<R::Tile> {
    let best = rules.best_placing(position, manner).ok().flatten();
    best.map_or_else(|| rules.discard_only(position, manner), |best| best.turn)
}

/// What a turn may cost.
const BUDGET: Budget = Budget { nodes: 1500, memory: 1 << 20 };

fn manner(has_drawn: bool, discard: Discard) -> Manner {
    Manner { objective: Objective::Points, has_drawn, discard, budget: BUDGET }
}

/// The three card-like rule sets play alike; what differs is in [`Melding`].
macro_rules! play_by_melding {
    ($($rules:ty),*) => {$(
        impl Machine for $rules {
            fn plain_turn(&self, position: &Position<Self::Tile>) -> Turn<Self::Tile> {
                turn_of(self, position, manner(false, Discard::Dearest))
            }

            fn drawn_turn(&self, position: &Position<Self::Tile>) -> Turn<Self::Tile> {
                turn_of(self, position, manner(true, Discard::Dearest))
            }

            fn idle_turn(&self, position: &Position<Self::Tile>) -> Turn<Self::Tile> {
                self.discard_only(position, manner(false, Discard::LeastMissed))
            }

            fn candidates(&self, view: &View<Self::Tile>) -> Vec<Turn<Self::Tile>> {
                vec![turn_of(self, view.position(), manner(view.has_drawn(), Discard::LeastMissed))]
            }
        }
    )*};
}

play_by_melding!(Rami, Canasta, Mahjong);
