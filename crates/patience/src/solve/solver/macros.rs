//! Trying macro-moves.

use search::{Limit, Outcome, Run};

use super::{Solver, moves, up_to};
use crate::moves::Move;
use crate::solve::macro_search::{MacroAttempt, MacroSearch};
use crate::solve::packed::Packed;
use crate::solve::rule_masks::RuleMasks;

impl Solver {
    /// Searches by macro-moves, which finds a line or nothing; then another search may try.
    pub(super) fn try_macros(
        &mut self,
        MacroAttempt { stuck, nodes, .. }: MacroAttempt,
        start: &Packed,
        masks: &RuleMasks,
        run: &mut Run<'_>,
    ) -> Outcome<Vec<Move>> {
        if !MacroSearch::accepts(masks) {
            return Outcome::GaveUp(Limit::Incomplete);
        }
        let search = &mut self.macro_search;
        let outcome = up_to(nodes, run, |run| match search.run(start, masks, stuck, run) {
            Ok(Some(line)) => Outcome::Solved(moves(&line)),
            Ok(None) => Outcome::GaveUp(Limit::Incomplete),
            Err(limit) => Outcome::GaveUp(limit),
        });
        *search = MacroSearch::default();
        outcome
    }
}
