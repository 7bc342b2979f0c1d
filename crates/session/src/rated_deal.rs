//! Deals of a patience that are as hard as was asked for.

use std::ops::RangeInclusive;

use ::patience::{Deal, Rater, Rules, Scale};
use search::Run;

use crate::task::TaskError;

/// A deal that can be won, and how hard it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedDeal {
    /// Its number.
    pub seed: u64,
    /// How hard it is among the deals of its game, in percent.
    pub difficulty: u8,
    /// The moves of a solution.
    pub moves: usize,
}

/// The first of these deals that can be won and is as hard as was asked for; of those looked at the nearest, if none is.
/// Deals that the game does not have are passed over.
pub fn rated_deal(
    rules: &Rules,
    scale: &Scale,
    wanted: RangeInclusive<u8>,
    seeds: impl IntoIterator<Item = u64>,
    run: &mut Run<'_>,
) -> Result<Option<RatedDeal>, TaskError> {
    let mut rater = Rater::new();
    let mut nearest: Option<(u8, RatedDeal)> = None;
    for seed in seeds {
        run.ask().map_err(TaskError::Limit)?;
        let Ok(number) = rules.seed_of(seed) else { continue };
        let Ok(rating) = rater.rate(Deal::numbered(rules.clone(), number).table(), run) else { continue };
        let Some(moves) = rating.moves else { continue };
        let difficulty = scale.standing(&rating).difficulty();
        let off = difficulty.abs_diff(difficulty.clamp(*wanted.start(), *wanted.end()));
        if nearest.is_none_or(|(least, _)| off < least) {
            nearest = Some((off, RatedDeal { seed, difficulty, moves }));
        }
        if off == 0 {
            break;
        }
    }
    Ok(nearest.map(|(_, deal)| deal))
}

#[cfg(test)]
mod tests {
    use search::{Budget, Unwatched};

    use super::*;

    fn found(wanted: RangeInclusive<u8>, seeds: RangeInclusive<u64>) -> Option<RatedDeal> {
        let rules = Rules::freecell();
        let scale = Scale::of(&rules).unwrap();
        rated_deal(&rules, &scale, wanted, seeds, &mut Run::new(Budget::default(), &mut Unwatched)).unwrap()
    }

    #[test]
    fn a_deal_is_as_hard_as_was_asked_for() {
        let deal = found(30..=50, 1..=60).unwrap();
        assert!((30..=50).contains(&deal.difficulty) && deal.moves > 40, "{deal:?}");
        let only = found(0..=100, 7..=7).unwrap();
        assert_eq!(only.seed, 7);
        assert_eq!(found(0..=100, 0..=0), None, "deals are counted from 1");
        assert_eq!(found(101..=101, 7..=7).map(|deal| deal.seed), Some(7), "the nearest");
    }
}
