//! Machine players of letter rummy.
//!
//! Almost every turn can place the whole hand, so the deal is decided by who gets one turn more: it ends when somebody
//! empties the hand and the stock is empty. The number of tiles placed decides how many are drawn, and so who has the last
//! turn. A strong player searches the rest of the deal in [numbers of tiles](tile_counts), the others placing all they
//! have, and keeps tiles back where that gains a turn. Rollouts compare which tiles to keep, which word to open with, and
//! whether to keep tiles back at all: see [`forecast`].

mod forecast;
mod locks;
mod tile_counts;

use std::borrow::Borrow;

use search::Run;

use self::forecast::Forecast;
use self::locks::with_other_locks;
use self::tile_counts::{MOST_KEPT, TileCountSearch, TileCounts};
use super::information_set::InformationSet;
use super::memory::Noticed;
use super::rollouts::best_by_rollouts;
use super::{PlayoutResult, RolloutBudget, RolloutStrategy, Strategy, found_turn, spent};
use crate::best::Objective;
use crate::best::letters::{LengthEstimate, LettersSolver, Vocabulary};
use crate::judge::{Best, IllegalTurn};
use crate::letter::Letter;
use crate::position::Position;
use crate::rules::letters::Letters;
use crate::turn::Turn;
use crate::words::Words;

/// The number of letters that count as frequent. In a French list of 320,000 words, the twelve most frequent ones are 86 %
/// of all letters. The others are treated alike.
const FREQUENT: usize = 12;
/// The shortest word. The judge has its own figure.
const SHORTEST: usize = 3;
/// The first placements that are compared.
const OPENINGS: usize = 3;

impl<W: Words + Borrow<Vocabulary> + Clone> Strategy for Letters<W> {
    fn strong_turn(
        &self,
        view: &InformationSet<Letter>,
        noticed: &[Noticed<Letter>],
        run: &mut Run<'_>,
    ) -> Result<Turn<Letter>, IllegalTurn> {
        best_by_rollouts(self, view, noticed, run)
    }
}

impl<W: Words + Borrow<Vocabulary> + Clone> RolloutStrategy for Letters<W> {
    fn candidates(
        &self,
        view: &InformationSet<Letter>,
        run: &mut Run<'_>,
    ) -> Result<Vec<Turn<Letter>>, IllegalTurn> {
        let position = view.position();
        run.part(LettersSolver::BUDGET, |run| {
            let Some(best) = best_within(self, position, run)? else {
                return Ok(vec![self.idle_turn(position)]);
            };
            let wanted = wanted(self, position, &best);
            let mut turns = if !position.mover().placed {
                openings(self, position, wanted)
            } else if wanted < best.placed().len() {
                keeping(self, position, best.placed().len() - wanted, run)?
            } else {
                Vec::new()
            };
            if !turns.contains(best.turn()) {
                turns.push(best.into_turn());
            }
            let others = with_other_locks(self, position, &turns[0]);
            turns.extend(others);
            Ok(turns)
        })
    }

    fn rollout_budget(&self) -> RolloutBudget {
        RolloutBudget { samples: 24, work: 2500, doubt: 0.0 }
    }

    fn play_out(&self, position: Position<Letter>, me: usize, run: &mut Run<'_>) -> PlayoutResult {
        let forecast = Forecast::of(self, &position, me);
        spent(forecast.map_or(PlayoutResult { value: 0.5, work: 1 }, Forecast::ending), run)
    }

    /// A player who drew had no word to open with, or no word at all, without the tile drawn.
    fn oddity(&self, hand: &[Letter], noticed: &Noticed<Letter>, _run: &mut Run<'_>) -> usize {
        let least = match (noticed.is_waiting, noticed.idle_turns) {
            (true, _) => self.opening(),
            (false, 0) => return 0,
            (false, _) => SHORTEST,
        };
        let hand = hand.get(1..).unwrap_or_default();
        let longest = LengthEstimate::empty(self.words.borrow().solver()).place(hand, &mut 0);
        usize::from(longest >= least)
    }
}

/// The turn that scores most, found with what is left of the budget of a turn.
fn best_within<W: Words + Borrow<Vocabulary>>(
    rules: &Letters<W>,
    position: &Position<Letter>,
    run: &mut Run<'_>,
) -> Result<Option<Best<Letter>>, IllegalTurn> {
    if run.nodes_left() == 0 { Ok(None) } else { found_turn(rules, position, Objective::Points, run) }
}

/// How easily a tile is placed with the words of the solver: from [`FREQUENT`] for the most frequent letter down to 0 for
/// all rare letters, and for the joker, which is best placed soon.
fn ease(solver: &LettersSolver, tile: Letter) -> usize {
    let rank = solver.letter_rank(tile);
    rank.map_or(0, |rank| (rank + 1).saturating_sub(solver.letters().saturating_sub(FREQUENT)))
}

/// The first placements with a word of this length that leave the most frequent letters in the hand, the best first.
fn openings<W: Words + Borrow<Vocabulary>>(
    rules: &Letters<W>,
    position: &Position<Letter>,
    length: usize,
) -> Vec<Turn<Letter>> {
    let solver = rules.words.borrow().solver();
    let mut found = solver.openings(rules, position, length);
    found.sort_by_key(|best| best.placed().iter().map(|tile| ease(solver, tile)).sum::<usize>());
    found.truncate(OPENINGS);
    found.into_iter().map(Best::into_turn).collect()
}

/// The best turns that place all of the hand but `kept` tiles: they keep the most frequent letters, which words always
/// need, or the rarest ones.
fn keeping<W: Words + Borrow<Vocabulary>>(
    rules: &Letters<W>,
    position: &Position<Letter>,
    kept: usize,
    run: &mut Run<'_>,
) -> Result<Vec<Turn<Letter>>, IllegalTurn> {
    let mut hand = position.mover().hand.clone();
    let solver = rules.words.borrow().solver();
    hand.sort_by_key(|&tile| ease(solver, tile));
    let last = hand.len() - kept;
    let mut turns = Vec::new();
    for rest in [&hand[..last], &hand[kept..]] {
        let mut reduced = position.clone();
        reduced.players[position.turn].hand = rest.to_vec();
        let best = best_within(rules, &reduced, run)?;
        turns.extend(best.filter(|best| best.placed().len() == rest.len()).map(Best::into_turn));
    }
    Ok(turns)
}

/// The number of tiles to place, where `best` is the turn that scores the most.
fn wanted<W: Words>(rules: &Letters<W>, position: &Position<Letter>, best: &Best<Letter>) -> usize {
    let (placed, hand) = (best.placed().len(), position.mover().hand.len());
    let me = position.turn;
    let mut search = TileCountSearch::default();
    let Some(start) = TileCounts::of(position) else { return placed };
    let value = |search: &mut TileCountSearch, placed: usize, points: i32| {
        let mut next = start;
        next.place(placed);
        points + search.value(&next, me)
    };
    let mut choice = (value(&mut search, placed, best.points()), placed);
    let others: Vec<(usize, i32)> = if !position.mover().placed {
        (rules.opening()..placed).map(|length| (length, 2 * length as i32)).collect()
    } else if placed == hand {
        let longest = best.points() - 2 * placed as i32;
        (1..hand).rev().take(MOST_KEPT).map(|placed| (placed, placed as i32 + longest)).collect()
    } else {
        Vec::new()
    };
    for (placed, points) in others {
        let found = value(&mut search, placed, points);
        if found > choice.0 {
            choice = (found, placed);
        }
    }
    choice.1
}
