//! Comparing turns by rollouts: the hidden tiles are sampled, and each turn is played out on each sample.
//!
//! All candidates get the same samples (common random numbers), so that they share their luck. Candidates that are clearly
//! worse than the best one are dropped.

use search::Run;

use super::information_set::InformationSet;
use super::memory::Noticed;
use super::rng::SeededRng;
use super::{PlayoutResult, RolloutBudget, RolloutStrategy};
use crate::judge::{IllegalTurn, judge};
use crate::position::Position;
use crate::rules::TurnShape;
use crate::turn::{Take, Turn};

/// The draws for one sample: the least odd of them is taken.
const TRIES: usize = 3;
/// Candidates are dropped after every 4 samples: with fewer a standard error means nothing.
const ROUND: usize = 4;
/// Candidates are dropped that are behind by this many standard errors.
const CLEARLY: f64 = 2.0;

/// The candidate that does best on average; the first one among equals. When a limit of the run is reached, it is the best
/// one so far. The random numbers follow from what the player sees, so they cannot tell anything of the hidden tiles.
pub(super) fn best_by_rollouts<R: RolloutStrategy>(
    rules: &R,
    view: &InformationSet<R::Tile>,
    noticed: &[Noticed<R::Tile>],
    run: &mut Run<'_>,
) -> Result<Turn<R::Tile>, IllegalTurn> {
    let rng = &mut SeededRng::new(view.digest());
    let mut turns = rules.candidates(view, run)?;
    if turns.len() < 2 {
        return Ok(turns.pop().unwrap_or_else(|| rules.idle_turn(view.position())));
    }
    let RolloutBudget { samples, work: mut left, doubt } = rules.rollout_budget();
    let mut comparison = Comparison::new(turns.len());
    for sample in 1..=samples {
        let world = likely(rules, view, noticed, rng, run);
        let endings: Vec<PlayoutResult> =
            comparison.open.iter().map(|&at| try_turn(rules, view, &world, &turns[at], run)).collect();
        // Playouts after a limit was reached mean nothing.
        if run.spend(1).is_err() {
            break;
        }
        left = left.saturating_sub(comparison.note(&endings));
        if sample % ROUND == 0 {
            comparison.drop_the_worse();
        }
        if left == 0 || comparison.open.len() == 1 {
            break;
        }
    }
    Ok(turns.swap_remove(comparison.choice(doubt)))
}

/// Plays a turn and all that follows on one sample. If the turn draws, the tile is seen before the turn goes on.
fn try_turn<R: RolloutStrategy>(
    rules: &R,
    view: &InformationSet<R::Tile>,
    world: &Position<R::Tile>,
    turn: &Turn<R::Tile>,
    run: &mut Run<'_>,
) -> PlayoutResult {
    let goes_on = matches!(rules.turn_rules().shape, TurnShape::TakeAndDiscard { .. });
    let after = if goes_on && turn.take == Take::Stock && !view.has_drawn() {
        Some(rules.draw_and_play(world.clone(), run))
    } else {
        judge(rules, world, turn).ok().map(|verdict| verdict.after)
    };
    after.map_or(PlayoutResult { value: 0.0, work: 1 }, |after| rules.play_out(after, view.me(), run))
}

/// The values of the candidates on each sample.
struct Comparison {
    values: Vec<Vec<f64>>,
    /// The candidates that are still tried, in order.
    open: Vec<usize>,
}

impl Comparison {
    fn new(candidates: usize) -> Self {
        Self { values: vec![Vec::new(); candidates], open: (0..candidates).collect() }
    }

    /// Notes the results on one sample, one for each open candidate. Returns their work.
    fn note(&mut self, endings: &[PlayoutResult]) -> usize {
        for (&at, ending) in self.open.iter().zip(endings) {
            self.values[at].push(ending.value);
        }
        endings.iter().map(|ending| ending.work).sum()
    }

    fn mean(&self, at: usize) -> f64 {
        self.values[at].iter().sum::<f64>() / self.values[at].len().max(1) as f64
    }

    /// The best open candidate, the first one among equals.
    fn best(&self) -> usize {
        let mut best = self.open[0];
        for &at in &self.open[1..] {
            if self.mean(at) > self.mean(best) {
                best = at;
            }
        }
        best
    }

    /// The mean lead of one candidate over another, and its standard error.
    fn lead(&self, one: usize, other: usize) -> (f64, f64) {
        let leads = self.values[one].iter().zip(&self.values[other]).map(|(one, other)| one - other);
        let count = leads.clone().count().max(1) as f64;
        let mean = leads.clone().sum::<f64>() / count;
        let squares = leads.map(|lead| (lead - mean).powi(2)).sum::<f64>();
        (mean, (squares / (count - 1.0).max(1.0) / count).sqrt())
    }

    fn drop_the_worse(&mut self) {
        let best = self.best();
        let mut open = std::mem::take(&mut self.open);
        open.retain(|&at| {
            let (lead, error) = self.lead(best, at);
            lead <= CLEARLY * error
        });
        self.open = open;
    }

    /// The best candidate; but the first one, if it is still open and the best one leads by less than `doubt` standard
    /// errors.
    fn choice(&self, doubt: f64) -> usize {
        let best = self.best();
        let (lead, error) = self.lead(best, 0);
        if self.open[0] == 0 && lead < doubt * error { 0 } else { best }
    }
}

/// A sample that fits what the others did: the best of a few.
fn likely<R: RolloutStrategy>(
    rules: &R,
    view: &InformationSet<R::Tile>,
    noticed: &[Noticed<R::Tile>],
    rng: &mut SeededRng,
    run: &mut Run<'_>,
) -> Position<R::Tile> {
    let mut world = view.sample(rules, rng);
    let mut odd = oddity(rules, view, noticed, &world, run);
    for _ in 1..TRIES {
        if odd == 0 {
            break;
        }
        let other = view.sample(rules, rng);
        let other_odd = oddity(rules, view, noticed, &other, run);
        if other_odd <= odd {
            (world, odd) = (other, other_odd);
        }
    }
    world
}

/// How much of what the others did would be odd if they held these tiles.
fn oddity<R: RolloutStrategy>(
    rules: &R,
    view: &InformationSet<R::Tile>,
    noticed: &[Noticed<R::Tile>],
    world: &Position<R::Tile>,
    run: &mut Run<'_>,
) -> usize {
    let others = noticed.iter().zip(&world.players).enumerate().filter(|&(player, _)| player != view.me());
    others.map(|(_, (noticed, player))| rules.oddity(&player.hand, noticed, run)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(values: &[&[f64]]) -> Comparison {
        let mut comparison = Comparison::new(values.len());
        comparison.values = values.iter().map(|values| values.to_vec()).collect();
        comparison
    }

    #[test]
    fn what_is_clearly_worse_is_dropped() {
        let mut comparison =
            comparison(&[&[0.5, 0.6, 0.5, 0.6], &[0.6, 0.6, 0.6, 0.5], &[0.1, 0.2, 0.1, 0.1]]);
        comparison.drop_the_worse();
        assert_eq!(comparison.open, [0, 1]);
    }

    #[test]
    fn the_first_is_chosen_unless_another_is_ahead_by_more_than_chance() {
        let close = comparison(&[&[0.5, 0.6, 0.5, 0.6], &[0.7, 0.5, 0.6, 0.5]]);
        assert_eq!((close.choice(0.0), close.choice(1.0)), (1, 0));
        let ahead = comparison(&[&[0.5, 0.6, 0.5, 0.6], &[0.7, 0.7, 0.6, 0.8]]);
        assert_eq!(ahead.choice(1.0), 1);
        let even = comparison(&[&[0.5, 0.5], &[0.5, 0.5]]);
        assert_eq!((even.choice(0.0), even.choice(1.0)), (0, 0));
    }
}
