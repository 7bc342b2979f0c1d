//! Machine players where combinations may only be added to.
//!
//! A plain player places the tiles that count most and discards the one that would cost most. A strong one compares a few
//! turns by rollouts: placing the tiles that count most or holding them back, taking the pile or drawing, and discarding
//! one of the tiles that are least worth keeping.

use search::{Budget, Run};

use super::information_set::InformationSet;
use super::memory::Noticed;
use super::quick_playout::QuickPlayout;
use super::rollouts::best_by_rollouts;
use super::{PlayoutResult, RolloutBudget, RolloutStrategy, Strategy, spent};
use crate::apply::Taken;
use crate::best::cards::{Discard, Melding, PlacingOptions, discards};
use crate::best::{Objective, best_of};
use crate::judge::{Best, IllegalTurn};
use crate::meld::tiles_of;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::canasta::Canasta;
use crate::rules::mahjong::Mahjong;
use crate::rules::rami::Rami;
use crate::turn::{Take, Turn};

/// The budget of a search for turns that begin in one way. Machines play thousands of turns in an arena, so it is a small
/// part of the usual budget.
const ONE_WAY: Budget = Budget { nodes: 1500, memory: 1 << 20 };
/// The budget of a search for turns that draw or take the pile.
const BOTH_WAYS: Budget = Budget { nodes: 2 * ONE_WAY.nodes, memory: 1 << 20 };
/// The discards that are compared for each placement.
const DISCARDS: usize = 3;
/// The affinity of a tile with two neighbours in the hand: a player who holds them does not discard it.
const CLOSE: i32 = 4;

fn options(has_drawn: bool, discard: Discard) -> PlacingOptions {
    PlacingOptions { objective: Objective::Points, has_drawn, discard }
}

/// The best turn with these options; if nothing can be placed, a turn that only discards.
fn turn_of<R: Melding>(
    rules: &R,
    position: &Position<R::Tile>,
    options: PlacingOptions,
    run: &mut Run<'_>,
) -> Turn<R::Tile> {
    let budget = if options.has_drawn { ONE_WAY } else { BOTH_WAYS };
    let found = run.part(budget, |run| rules.best_placing(position, options, run));
    best_of(found).map_or_else(|| rules.discard_only(position, options), Best::into_turn)
}

/// The turns to compare: a player who has not drawn takes the pile or draws, one who has drawn places or holds back.
fn candidates<R: Melding>(
    rules: &R,
    view: &InformationSet<R::Tile>,
    run: &mut Run<'_>,
) -> Vec<Turn<R::Tile>> {
    let position = view.position();
    let options = options(view.has_drawn(), Discard::LeastMissed);
    let idle = rules.discard_only(position, options);
    let take = if view.has_drawn() { Take::Stock } else { Take::Pile };
    let placing = best_of(run.part(ONE_WAY, |run| rules.best_after(position, take, options, run)));
    let mut turns = placing.map_or_else(Vec::new, |best| with_discards(rules, position, best.into_turn()));
    if view.has_drawn() {
        turns.extend(with_discards(rules, position, idle));
    } else {
        turns.push(idle);
    }
    turns
}

/// A turn, and its copies with other discards.
fn with_discards<R: Melding>(
    rules: &R,
    position: &Position<R::Tile>,
    turn: Turn<R::Tile>,
) -> Vec<Turn<R::Tile>> {
    let (Some(first), Ok(taken)) = (turn.discard, Taken::of(rules, position, turn.take)) else {
        return vec![turn];
    };
    let mut left = position.mover().tiles();
    left.extend(taken.tiles);
    let placed = tiles_of(&turn.table).difference(&tiles_of(position.table()));
    let left = left.difference(&placed);
    let others = discards(rules, position, &turn.table, &left, Discard::LeastMissed);
    let others = others.into_iter().filter(|&tile| tile != first && !rules.is_precious(tile));
    let tiles = std::iter::once(first).chain(others).take(DISCARDS);
    tiles.map(|tile| Turn { discard: Some(tile), ..turn.clone() }).collect()
}

/// The number of spurned tiles that go well with a hand.
fn oddity<R: Melding>(rules: &R, hand: &[R::Tile], noticed: &Noticed<R::Tile>) -> usize {
    let hand: Multiset<R::Tile> = hand.iter().collect();
    noticed.spurned.iter().filter(|&&tile| rules.affinity(tile, &hand) >= CLOSE).count()
}

/// The three rule sets are played alike; they differ in [`Melding`] and in the limits of their rollouts.
macro_rules! play_by_melding {
    ($($rules:ty: $effort:expr),*) => {$(
        impl Strategy for $rules {
            fn plain_turn(
                &self,
                position: &Position<Self::Tile>,
                run: &mut Run<'_>,
            ) -> Result<Turn<Self::Tile>, IllegalTurn> {
                Ok(turn_of(self, position, options(false, Discard::Dearest), run))
            }

            fn drawn_turn(
                &self,
                position: &Position<Self::Tile>,
                run: &mut Run<'_>,
            ) -> Result<Turn<Self::Tile>, IllegalTurn> {
                Ok(turn_of(self, position, options(true, Discard::Dearest), run))
            }

            fn idle_turn(&self, position: &Position<Self::Tile>) -> Turn<Self::Tile> {
                self.discard_only(position, options(false, Discard::LeastMissed))
            }

            fn strong_turn(
                &self,
                view: &InformationSet<Self::Tile>,
                noticed: &[Noticed<Self::Tile>],
                run: &mut Run<'_>,
            ) -> Result<Turn<Self::Tile>, IllegalTurn> {
                best_by_rollouts(self, view, noticed, run)
            }
        }

        impl RolloutStrategy for $rules {
            fn candidates(
                &self,
                view: &InformationSet<Self::Tile>,
                run: &mut Run<'_>,
            ) -> Result<Vec<Turn<Self::Tile>>, IllegalTurn> {
                Ok(candidates(self, view, run))
            }

            fn rollout_budget(&self) -> RolloutBudget {
                $effort
            }

            fn draw_and_play(
                &self,
                position: Position<Self::Tile>,
                _run: &mut Run<'_>,
            ) -> Position<Self::Tile> {
                QuickPlayout::new(self, position).after_draw()
            }

            fn play_out(&self, position: Position<Self::Tile>, me: usize, run: &mut Run<'_>) -> PlayoutResult {
                spent(QuickPlayout::new(self, position).play_out(me), run)
            }

            fn oddity(
                &self,
                hand: &[Self::Tile],
                noticed: &Noticed<Self::Tile>,
                _run: &mut Run<'_>,
            ) -> usize {
                oddity(self, hand, noticed)
            }
        }
    )*};
}

play_by_melding!(
    Rami: RolloutBudget { samples: 20, work: 1500, doubt: 1.0 },
    Canasta: RolloutBudget { samples: 16, work: 2000, doubt: 0.0 },
    Mahjong: RolloutBudget { samples: 32, work: 5000, doubt: 1.0 }
);
