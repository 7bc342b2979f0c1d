//! The end of a game of two: the stock is empty, so every unseen tile is in the other hand.
//!
//! Where no joker can move any more, the tiles of the two hands are all that matters: the rest lies on the table. The
//! search tries every placement of the player to move, and passing, to the end of the game. Its value is the difference of
//! the points that are left, and a win counts more than any difference.
//!
//! With many tiles in the hands the search is too long. Then a rule decides. Who has fewer points passes: if the other one
//! passes too, that wins, and whoever places gives the other tiles to work with. Who has more points places, if possible so
//! that the other one cannot go out and then has more points.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use search::{Budget, Run};

use super::unseen;
use crate::ai::best_found;
use crate::ai::information_set::InformationSet;
use crate::best::rummikub::{RummikubSolver, loose_for_good, values};
use crate::judge::{Best, IllegalTurn};
use crate::meld::{Meld, tiles_of};
use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::JokerRule;
use crate::rules::rummikub::Rummikub;
use crate::rummikub_tile::RummikubTile;
use crate::tile::Tile;
use crate::turn::Turn;

/// The most placements that are tried.
const MOST_PLACEMENTS: usize = 2500;
/// The limit of the whole search, in states of the solver: about 20 ms.
const BUDGET: Budget = Budget { nodes: 25_000, ..Budget::UNLIMITED };
/// The value of a win, more than the points of all tiles.
const WIN: i32 = 10_000;
/// The rule compares the placements of the dearest quarter of the hand, of the dearest half, and so on.
const PARTS: usize = 4;

/// The turn of a player who has placed before, in a game of two with an empty stock; none in other games, or if nothing can
/// be placed.
pub(super) fn turn(
    rules: Rummikub,
    view: &InformationSet<RummikubTile>,
    run: &mut Run<'_>,
) -> Result<Option<Turn<RummikubTile>>, IllegalTurn> {
    let position = view.position();
    let theirs = unseen(rules, view);
    if position.players.len() != 2 || theirs.len() != view.hidden() {
        return Ok(None);
    }
    match exact_turn(rules, view, &theirs, run)? {
        Some(turn) => Ok(Some(turn)),
        None => turn_by_rule(rules, position, &theirs, run),
    }
}

/// The best turn; none if it is not known exactly, because of jokers, a player who has not placed yet, or the limit.
fn exact_turn(
    rules: Rummikub,
    view: &InformationSet<RummikubTile>,
    theirs: &Multiset<RummikubTile>,
    run: &mut Run<'_>,
) -> Result<Option<Turn<RummikubTile>>, IllegalTurn> {
    let position = view.position();
    let Some(mut endgame) = Endgame::of(rules, position, theirs) else { return Ok(None) };
    let placed = run.part(BUDGET, |run| endgame.best_placement(position.passes > 0, run));
    let Some(placed) = placed else { return Ok(None) };
    if placed.is_empty() {
        return Ok(Some(Turn::draw(position)));
    }
    let tiles: Vec<RummikubTile> = placed.iter().collect();
    let best = placing_from(rules, position, &tiles, run)?;
    Ok(best.filter(|best| *best.placed() == placed).map(Best::into_turn))
}

/// The placement of the highest value from these tiles of the hand.
fn placing_from(
    rules: Rummikub,
    position: &Position<RummikubTile>,
    tiles: &[RummikubTile],
    run: &mut Run<'_>,
) -> Result<Option<Best<RummikubTile>>, IllegalTurn> {
    let mut reduced = position.clone();
    reduced.players[position.turn].hand = tiles.to_vec();
    best_found(rules.best_by_weights(&reduced, &values(), run))
}

/// The turn of a player who does not know the end.
fn turn_by_rule(
    rules: Rummikub,
    position: &Position<RummikubTile>,
    theirs: &Multiset<RummikubTile>,
    run: &mut Run<'_>,
) -> Result<Option<Turn<RummikubTile>>, IllegalTurn> {
    let mine = position.mover().tiles();
    if worth(&mine) < worth(theirs) {
        return Ok(Some(Turn::draw(position)));
    }
    let mut tiles = position.mover().hand.clone();
    tiles.sort_by_key(|&tile| Reverse(values()[tile.index()]));
    let mut solver = RummikubSolver::default();
    let mut choice = None;
    for part in 1..=PARTS {
        let dearest = &tiles[..(tiles.len() * part).div_ceil(PARTS)];
        let Some(best) = placing_from(rules, position, dearest, run)? else { continue };
        let left = worth(&mine.difference(best.placed()));
        let loose = tiles_of(best.turn().table.iter().filter(|meld| !meld.has_joker()));
        let gives_win = solver.fits_whole(&loose, theirs, run) == Some(true);
        let rank = (!gives_win, left < worth(theirs), Reverse(if gives_win { left } else { 0 }));
        if choice.as_ref().is_none_or(|(found, _)| rank > *found) {
            choice = Some((rank, best));
        }
    }
    Ok(choice.map(|(_, best)| best.into_turn()))
}

/// The points of tiles that are left.
fn worth(tiles: &Multiset<RummikubTile>) -> i32 {
    let values = values();
    tiles.iter().map(|tile| values[tile.index()] as i32).sum()
}

/// Two hands, that of the player to move first.
type Hands = [Multiset<RummikubTile>; 2];

/// The search.
struct Endgame {
    start: Hands,
    /// The tiles of both hands and of the combinations that may be changed.
    all: Multiset<RummikubTile>,
    solver: RummikubSolver,
    tried: usize,
    /// The values of positions for the player to move; the flag says that the other player has just passed.
    known: FxHashMap<(Hands, bool), i32>,
}

impl Endgame {
    fn of(
        rules: Rummikub,
        position: &Position<RummikubTile>,
        theirs: &Multiset<RummikubTile>,
    ) -> Option<Self> {
        let start = [position.mover().tiles(), *theirs];
        let loose = loose_for_good(position.table(), &start[0].union(theirs))?;
        let has_jokers = position.table().iter().any(Meld::has_joker);
        let is_known = position.players.iter().all(|player| player.placed)
            && (rules.jokers == JokerRule::Strict || !has_jokers);
        is_known.then(|| Self::new(start, &loose))
    }

    fn new(start: Hands, table: &Multiset<RummikubTile>) -> Self {
        let all = table.union(&start[0]).union(&start[1]);
        let (solver, known) = (RummikubSolver::default(), FxHashMap::default());
        Self { start, all, solver, tried: 0, known }
    }

    /// The tiles to place, none of them to pass; `None` if a limit was reached.
    fn best_placement(&mut self, has_passed: bool, run: &mut Run<'_>) -> Option<Multiset<RummikubTile>> {
        let hands = self.start;
        let mut best = (self.value_of_pass(hands, has_passed, run)?, Multiset::EMPTY);
        for placed in self.placements(hands, run)? {
            let value = self.value_after(hands, &placed, run)?;
            if value > best.0 {
                best = (value, placed);
            }
        }
        Some(best.1)
    }

    /// The value for the player to move. The depth is at most twice the number of tiles in the hands.
    fn value(&mut self, hands: Hands, has_passed: bool, run: &mut Run<'_>) -> Option<i32> {
        if let Some(&value) = self.known.get(&(hands, has_passed)) {
            return Some(value);
        }
        // Nothing is better than to go out now: the other hand never grows.
        let most = WIN + worth(&hands[1]);
        let mut best = self.value_of_pass(hands, has_passed, run)?;
        for placed in self.placements(hands, run)? {
            best = best.max(self.value_after(hands, &placed, run)?);
            if best == most {
                break;
            }
        }
        self.known.insert((hands, has_passed), best);
        Some(best)
    }

    fn value_of_pass(&mut self, [mine, theirs]: Hands, has_passed: bool, run: &mut Run<'_>) -> Option<i32> {
        if has_passed {
            let lead = worth(&theirs) - worth(&mine);
            return Some(lead + WIN * lead.signum());
        }
        self.value([theirs, mine], true, run).map(|value| -value)
    }

    fn value_after(
        &mut self,
        [mine, theirs]: Hands,
        placed: &Multiset<RummikubTile>,
        run: &mut Run<'_>,
    ) -> Option<i32> {
        let left = mine.difference(placed);
        if left.is_empty() {
            return Some(WIN + worth(&theirs));
        }
        self.value([theirs, left], false, run).map(|value| -value)
    }

    /// Every set of tiles that the player to move can place, those of the highest value first.
    fn placements(
        &mut self,
        [mine, theirs]: Hands,
        run: &mut Run<'_>,
    ) -> Option<Vec<Multiset<RummikubTile>>> {
        let table = self.all.difference(&mine).difference(&theirs);
        let mut sets = vec![Multiset::EMPTY];
        for (tile, count) in RummikubSolver::placeable(&table, &mine)?.kinds() {
            let smaller = sets.len();
            for more in 1..=count {
                for at in 0..smaller {
                    let mut set = sets[at];
                    set.insert_many(tile, more as u8);
                    sets.push(set);
                }
            }
            if self.tried + sets.len() > MOST_PLACEMENTS {
                return None;
            }
        }
        self.tried += sets.len();
        let mut fitting = Vec::new();
        for set in sets.into_iter().skip(1) {
            if self.solver.fits_whole(&table, &set, run)? {
                fitting.push(set);
            }
        }
        fitting.sort_by_key(|set| std::cmp::Reverse(worth(set)));
        Some(fitting)
    }
}

#[cfg(test)]
mod tests;
