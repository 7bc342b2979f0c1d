//! Deciding a table by its relaxed game.

use search::{Limit, Outcome, Run};

use super::{Solver, up_to};
use crate::moves::Move;
use crate::solve::packed::Packed;
use crate::solve::relaxation::{Relaxation, Relaxed};
use crate::solve::rule_masks::RuleMasks;

/// The states searched between two looks at the limits.
const BLOCK: u64 = 1 << 14;

impl Solver {
    /// Searches the relaxed game, as far as these states go. It proves that a game is lost, or nothing; then another
    /// search may try.
    pub(super) fn relax(
        &mut self,
        states: u64,
        start: &Packed,
        masks: &RuleMasks,
        run: &mut Run<'_>,
    ) -> Outcome<Vec<Move>> {
        if !Relaxation::accepts(masks) {
            return Outcome::GaveUp(Limit::Incomplete);
        }
        let relaxation = &mut self.relaxation;
        let outcome = up_to(states, run, |run| match answer(relaxation, start, run) {
            Ok(Relaxed::Lost) => Outcome::Unsolvable(()),
            Ok(Relaxed::Winnable | Relaxed::Unknown) => Outcome::GaveUp(Limit::Incomplete),
            Err(limit) => Outcome::GaveUp(limit),
        });
        relaxation.release();
        outcome
    }
}

/// The answer about a table, unless a limit comes first.
fn answer(relaxation: &mut Relaxation, start: &Packed, run: &mut Run<'_>) -> Result<Relaxed, Limit> {
    relaxation.begin(start);
    loop {
        let before = relaxation.len();
        let more = BLOCK.min(run.nodes_left()) as usize;
        run.hold(relaxation.bytes_with(more))?;
        let answer = relaxation.ask(start, before + more);
        run.stats_mut().stored = relaxation.len() as u64;
        run.spend((relaxation.len() - before) as u64)?;
        if answer != Relaxed::Unknown {
            return Ok(answer);
        }
    }
}
