//! Machine players of Rummikub.
//!
//! A player who places early gives the others tiles to work with, and is left with a few that fit nowhere. So a strong
//! player, after the first placement, draws and holds back until the whole hand can be placed in one turn. Other turns are
//! compared with holding back only when another player may soon be out or the stock comes to its end.

use search::Run;

use super::information_set::InformationSet;
use super::memory::Noticed;
use super::{PlayoutResult, RolloutBudget, Strategy, found_turn};
use crate::best::Objective;
use crate::best::rummikub::{RummikubSolver, values};
use crate::judge::{Best, IllegalTurn};
use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::rummikub::Rummikub;
use crate::rummikub_tile::RummikubTile;
use crate::tile::Tile;
use crate::turn::Turn;

/// As long as the others hold more tiles than this, a strong player holds back without rollouts.
const SAFE: usize = 6;
/// In playouts a player holds back until another one holds no more tiles than this.
const ALARM: usize = 4;
/// A playout ends after this many turns; then the values of the hands decide.
const MOST_TURNS: usize = 20;
/// The samples of a rollout: a playout searches a best placement in each of its turns, so there are few.
const SAMPLES: usize = 3;
/// Every tile counts the same.
const TILES: [u32; RummikubTile::KINDS] = [1; RummikubTile::KINDS];

impl Strategy for Rummikub {
    fn plain_objective(&self) -> Objective {
        Objective::Tiles
    }

    fn candidates(
        &self,
        view: &InformationSet<RummikubTile>,
        run: &mut Run<'_>,
    ) -> Result<Vec<Turn<RummikubTile>>, IllegalTurn> {
        let position = view.position();
        let idle = self.idle_turn(position);
        let Some(tiles) = found_turn(self, position, Objective::Tiles, run)? else { return Ok(vec![idle]) };
        if !position.mover().placed || tiles.placed().len() == position.mover().hand.len() {
            return Ok(vec![tiles.into_turn()]);
        }
        let is_safe = view.smallest_other_hand() > SAFE && position.stock.len() > position.players.len();
        if is_safe {
            return Ok(vec![idle]);
        }
        let value = found_turn(self, position, Objective::Value, run)?;
        let value = value.filter(|value| value.placed() != tiles.placed());
        let best = [Some(tiles), value].into_iter().flatten().map(Best::into_turn);
        // With an empty stock to wait is to pass, and players who wait for each other end the deal with full hands.
        let idle = Some(idle).filter(|_| !position.stock.is_empty());
        Ok(idle.into_iter().chain(best).collect())
    }

    fn rollout_budget(&self) -> RolloutBudget {
        RolloutBudget { samples: SAMPLES, work: usize::MAX, doubt: 0.0 }
    }

    fn play_out(&self, position: Position<RummikubTile>, me: usize, run: &mut Run<'_>) -> PlayoutResult {
        PlayoutResult {
            value: TileSets::of(&position, self.house.opening).play_out(me, run),
            work: MOST_TURNS,
        }
    }

    /// A player who drew could probably place nothing without the tile drawn.
    fn oddity(&self, hand: &[RummikubTile], noticed: &Noticed<RummikubTile>, run: &mut Run<'_>) -> usize {
        let Some(table) = &noticed.idle_on else { return 0 };
        let hand: Multiset<RummikubTile> = hand.iter().skip(1).collect();
        let left = RummikubSolver::default().left_over(table, &hand, &TILES, 0, run);
        usize::from(left.is_some_and(|left| left.len() < hand.len()))
    }
}

/// A position for playouts: sets of tiles without their combinations. Jokers are taken to be free, which makes no
/// difference in most positions.
struct TileSets {
    table: Multiset<RummikubTile>,
    hands: Vec<Multiset<RummikubTile>>,
    placed: Vec<bool>,
    stock: Vec<RummikubTile>,
    turn: usize,
    passes: usize,
    /// The least value of a first placement.
    opening: u8,
}

impl TileSets {
    fn of(position: &Position<RummikubTile>, opening: u8) -> Self {
        Self {
            opening,
            table: crate::meld::tiles_of(position.table()),
            hands: position.players.iter().map(crate::position::Player::tiles).collect(),
            placed: position.players.iter().map(|player| player.placed).collect(),
            stock: position.stock.iter().rev().copied().collect(),
            turn: position.turn,
            passes: position.passes,
        }
    }

    /// Plays on: `me` holds back, the others place all they can.
    fn play_out(mut self, me: usize, run: &mut Run<'_>) -> f64 {
        let mut solver = RummikubSolver::default();
        for _ in 0..MOST_TURNS {
            if let Some(winner) = self.hands.iter().position(Multiset::is_empty) {
                return if winner == me { 1.0 } else { 0.0 };
            }
            if self.passes >= self.hands.len() {
                break;
            }
            self.play_turn(&mut solver, self.turn == me, run);
            self.turn = (self.turn + 1) % self.hands.len();
        }
        self.standing(me)
    }

    fn play_turn(&mut self, solver: &mut RummikubSolver, holds_back: bool, run: &mut Run<'_>) {
        let hand = self.hands[self.turn];
        let left = if self.placed[self.turn] {
            solver.left_over(&self.table, &hand, &TILES, 0, run)
        } else {
            solver.left_over(&Multiset::EMPTY, &hand, &TILES, self.opening, run)
        };
        let left = left.filter(|left| left.len() < hand.len());
        match left {
            Some(left) if left.is_empty() || !holds_back || !self.placed[self.turn] || self.is_alarming() => {
                self.table = self.table.union(&hand.difference(&left));
                self.hands[self.turn] = left;
                self.placed[self.turn] = true;
                self.passes = 0;
            }
            _ => match self.stock.pop() {
                Some(tile) => self.hands[self.turn].insert(tile),
                None => self.passes += 1,
            },
        }
    }

    fn is_alarming(&self) -> bool {
        let others = (0..self.hands.len()).filter(|&player| player != self.turn);
        self.stock.is_empty() || others.map(|player| self.hands[player].len()).min() <= Some(ALARM)
    }

    /// The chance of `me` to win, estimated by the values of the hands, when the playout has no winner.
    fn standing(&self, me: usize) -> f64 {
        let values = values();
        let worth = |hand: &Multiset<RummikubTile>| {
            f64::from(hand.iter().map(|tile| values[tile.index()]).sum::<u32>())
        };
        let others = (0..self.hands.len()).filter(|&player| player != me);
        let least = others.map(|player| worth(&self.hands[player])).fold(f64::INFINITY, f64::min);
        let mine = worth(&self.hands[me]);
        if self.passes >= self.hands.len() {
            return if mine < least { 1.0 } else { 0.0 };
        }
        (least + 1.0) / (least + mine + 2.0)
    }
}
