//! How machines play where combinations are only added to.
//!
//! A plain player places what counts most and throws away what would cost most. A strong one weighs a few
//! turns by playing them out: to place what counts most or to hold it back, to take the pile or to draw, and,
//! of what it misses least, what to throw away.

use search::{Budget, Run};

use super::information_set::InformationSet;
use super::memory::Noticed;
use super::quick_playout::QuickPlayout;
use super::{AiRules, PlayoutResult, RolloutBudget, spent};
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

/// What a search for turns that begin in one way may cost, …
const ONE_WAY: Budget = Budget { nodes: 1500, memory: 1 << 20 };
/// … and for turns that draw or take the pile.
const BOTH_WAYS: Budget = Budget { nodes: 2 * ONE_WAY.nodes, memory: 1 << 20 };
/// So many tiles to throw away are weighed against each other.
const DISCARDS: usize = 3;
/// A tile with this bond is thrown away by nobody.
const CLOSE: i32 = 4;

fn options(has_drawn: bool, discard: Discard) -> PlacingOptions {
    PlacingOptions { objective: Objective::Points, has_drawn, discard }
}

/// The best turn in this options; one without placing if there is none.
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

/// The turns worth weighing: who has not drawn takes the pile or draws, who has drawn places or holds back.
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

/// A turn, and the same with other tiles thrown away.
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

/// Tiles that go well with what was spurned.
fn oddity<R: Melding>(rules: &R, hand: &[R::Tile], noticed: &Noticed<R::Tile>) -> usize {
    let hand: Multiset<R::Tile> = hand.iter().collect();
    noticed.spurned.iter().filter(|&&tile| rules.affinity(tile, &hand) >= CLOSE).count()
}

/// The three card-like rule sets play alike; what differs is in [`Melding`], and how much they weigh.
macro_rules! play_by_melding {
    ($($rules:ty: $effort:expr),*) => {$(
        impl AiRules for $rules {
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
