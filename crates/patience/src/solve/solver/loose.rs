//! The search over loose cards, within a limit of its own.

use search::{Limit, Outcome, Run};

use super::{outcome_of, up_to};
use crate::moves::Move;
use crate::solve::loose::{LooseAttempt, LooseSearch};
use crate::solve::packed::Packed;
use crate::solve::rule_masks::RuleMasks;

/// Searches as far as this attempt goes, if the rules allow it; then another search may try.
pub(super) fn search_loose(
    LooseAttempt { mode, nodes, .. }: LooseAttempt,
    start: &Packed,
    masks: &RuleMasks,
    run: &mut Run<'_>,
) -> Outcome<Vec<Move>> {
    if !LooseSearch::accepts(masks) {
        return Outcome::GaveUp(Limit::Incomplete);
    }
    up_to(nodes, run, |run| outcome_of(LooseSearch::default().run(start, masks, mode, run)))
}
