//! Machine players of Rummikub.
//!
//! A player who places early gives the others tiles to work with, and is left with a few that fit nowhere; one who holds
//! back until the whole hand can be placed wins more deals, but is left with many points in the others. So a strong player
//! compares holding back with placing in every turn ([`holding`]). In a game of two, holding back wins nearly all deals against
//! players who do not hold back. The other deals are decided after the stock is empty, when all tiles are known
//! ([`endgame`]).

mod endgame;
mod holding;

use search::Run;

use super::information_set::InformationSet;
use super::memory::Noticed;
use super::{FixedPolicy, Strategy, best_found, found_turn};
use crate::best::Objective;
use crate::best::rummikub::{Weights, values};
use crate::judge::{Best, IllegalTurn};
use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::rummikub::Rummikub;
use crate::rummikub_tile::RummikubTile;
use crate::tile::Tile;
use crate::turn::Turn;

/// The weight of any tile for a strong player who places, besides its value: the points that are left count, and so does
/// the number of tiles.
const TILE: u32 = 20;

impl Strategy for Rummikub {
    fn plain_objective(&self) -> Objective {
        Objective::Tiles
    }

    fn has_fixed_policies(&self) -> bool {
        true
    }

    fn fixed_turn(
        &self,
        policy: FixedPolicy,
        view: &InformationSet<RummikubTile>,
        run: &mut Run<'_>,
    ) -> Result<Turn<RummikubTile>, IllegalTurn> {
        let position = view.position();
        let best = found_turn(self, position, policy.objective(), run)?;
        let is_played =
            |best: &Best<RummikubTile>| is_whole(best, position) || policy.places_part_of_the_hand(view);
        Ok(best.filter(is_played).map_or_else(|| self.idle_turn(position), Best::into_turn))
    }

    fn strong_turn(
        &self,
        view: &InformationSet<RummikubTile>,
        noticed: &[Noticed<RummikubTile>],
        run: &mut Run<'_>,
    ) -> Result<Turn<RummikubTile>, IllegalTurn> {
        let position = view.position();
        let Some(best) = best_found(self.best_by_weights(position, &weights(), run))? else {
            return Ok(self.idle_turn(position));
        };
        if !position.mover().placed || is_whole(&best, position) {
            return Ok(best.into_turn());
        }
        if position.stock.is_empty() {
            let exact = endgame::turn(*self, view, run)?;
            return Ok(exact.unwrap_or_else(|| best.into_turn()));
        }
        if position.players.len() == 2 {
            return Ok(self.idle_turn(position));
        }
        let left = position.mover().tiles().difference(best.placed());
        let holds_back = holding::advantage(*self, view, noticed, &left, run) > 0.0;
        Ok(if holds_back { self.idle_turn(position) } else { best.into_turn() })
    }
}

/// Does the turn place the whole hand?
fn is_whole(best: &Best<RummikubTile>, position: &Position<RummikubTile>) -> bool {
    best.placed().len() == position.mover().hand.len()
}

fn weights() -> Weights {
    values().map(|value| TILE + value)
}

/// The tiles that the player has not seen.
fn unseen(rules: Rummikub, view: &InformationSet<RummikubTile>) -> Multiset<RummikubTile> {
    let mut unseen = view.unseen(&rules);
    if !has_jokers(rules, view) {
        while unseen.remove(RummikubTile::JOKER) {}
    }
    unseen
}

/// Is the game played with jokers? Where more tiles of the bag are missing than are hidden, the jokers were taken out.
fn has_jokers(rules: Rummikub, view: &InformationSet<RummikubTile>) -> bool {
    rules.bag().count(RummikubTile::JOKER) > 0 && view.unseen(&rules).len() <= view.hidden()
}
