//! How a strong player of letter rummy thinks.
//!
//! Almost every turn can place the whole hand, so the game is decided by who gets one turn more: the deal
//! ends when somebody empties the hand and the stock is empty. How many tiles go down decides how many are
//! drawn, and so who comes last. A strong player thinks the rest of the game through in numbers of tiles, the
//! others placing all they have, and keeps tiles back where that gains a turn. Which tiles these are, with which
//! word to open, and whether to keep to that plan at all is weighed by playing out: see [`forecast`].

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
use super::{AiRules, PlayoutResult, RolloutBudget, found_turn, spent};
use crate::best::Objective;
use crate::best::letters::{LengthEstimate, LettersSolver, Vocabulary};
use crate::judge::{Best, IllegalTurn};
use crate::letter::Letter;
use crate::position::Position;
use crate::rules::letters::Letters;
use crate::turn::Turn;
use crate::words::Words;

/// The letters that most words hold, the rarest first; others are rarer still.
const EASY: &[u8] = b"CMOULNTRAISE";
/// The shortest word that opens, and the shortest of all.
const OPENING: usize = 6;
const SHORTEST: usize = 3;
/// So many words to open with are weighed against each other.
const OPENINGS: usize = 3;

impl<W: Words + Borrow<Vocabulary> + Clone> AiRules for Letters<W> {
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
            let wanted = wanted(position, &best);
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

    /// Somebody who drew had no word to open with, or none at all, the tile drawn excepted.
    fn oddity(&self, hand: &[Letter], noticed: &Noticed<Letter>, _run: &mut Run<'_>) -> usize {
        let least = match (noticed.is_waiting, &noticed.idle_on) {
            (true, _) => OPENING,
            (false, Some(_)) => SHORTEST,
            (false, None) => return 0,
        };
        let hand = hand.get(1..).unwrap_or_default();
        let longest = LengthEstimate::empty(self.words.borrow().solver()).place(hand, &mut 0);
        usize::from(longest >= least)
    }
}

/// The turn that scores most, as far as can be found with what is left of the budget of a turn.
fn best_within<W: Words + Borrow<Vocabulary>>(
    rules: &Letters<W>,
    position: &Position<Letter>,
    run: &mut Run<'_>,
) -> Result<Option<Best<Letter>>, IllegalTurn> {
    if run.nodes_left() == 0 { Ok(None) } else { found_turn(rules, position, Objective::Points, run) }
}

/// How easily a tile is placed: the more, the easier.
fn ease(tile: Letter) -> usize {
    let place = EASY.iter().position(|&easy| easy == tile.ascii());
    place.map_or(0, |place| place + 1)
}

/// The first placements with a word of this length that leave the easiest letters in the hand, these first.
fn openings<W: Words + Borrow<Vocabulary>>(
    rules: &Letters<W>,
    position: &Position<Letter>,
    length: usize,
) -> Vec<Turn<Letter>> {
    let mut found = rules.words.borrow().solver().openings(rules, position, length);
    found.sort_by_key(|best| best.placed().iter().map(ease).sum::<usize>());
    found.truncate(OPENINGS);
    found.into_iter().map(Best::into_turn).collect()
}

/// The best turns that place all of the hand but so many tiles. Easy letters are kept, which words always need; or,
/// the other way round, the hard ones.
fn keeping<W: Words + Borrow<Vocabulary>>(
    rules: &Letters<W>,
    position: &Position<Letter>,
    kept: usize,
    run: &mut Run<'_>,
) -> Result<Vec<Turn<Letter>>, IllegalTurn> {
    let mut hand = position.mover().hand.clone();
    hand.sort_by_key(|&tile| ease(tile));
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

/// How many tiles should go down, where `best` scores the most.
fn wanted(position: &Position<Letter>, best: &Best<Letter>) -> usize {
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
        (OPENING..placed).map(|length| (length, 2 * length as i32)).collect()
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
