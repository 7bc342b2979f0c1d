//! Short lines within a budget: beams of growing width.

use search::{Outcome, Run};

use crate::lengths::{Counting, Lengths};
use crate::rules::Foundations;
use crate::solution::Solution;
use crate::solve::error::SolveError;
use crate::solve::free_foundations::spelled_out;
use crate::solve::guided::{Guided, GuidedEnd, GuidedOptions, Problem};
use crate::solve::packed::PackedMove;
use crate::solve::portfolio::short_line_weights;
use crate::solve::report::{Report, vouch};
use crate::table::Table;

/// The width of the first beam.
const FIRST_WIDTH: usize = 16;
/// Each beam is this many times as wide as the one before it.
const GROWTH: usize = 4;

/// The search for a shorter line than the one at hand.
pub(crate) struct ShortSearch<'h> {
    pub(crate) table: &'h Table,
    /// The game with forced foundations.
    pub(crate) problem: Problem<'h>,
    /// The length that is made short.
    pub(crate) counting: Counting,
}

impl ShortSearch<'_> {
    /// Shortens the line of the report by one beam after another, until the run ends or a beam leaves nothing out.
    ///
    /// Where the nodes are limited, the last beam is as wide as they allow.
    pub(crate) fn run(
        &self,
        search: &mut Guided,
        report: &mut Report,
        run: &mut Run<'_>,
    ) -> Result<(), SolveError> {
        let mut width = FIRST_WIDTH;
        while let Some(length) = self.length(report).filter(|&length| length > 1) {
            let most = usize::try_from(run.nodes_left() / length as u64).unwrap_or(usize::MAX);
            if most < width {
                break;
            }
            if most / GROWTH < width {
                width = most;
            }
            let Some(spent) = self.beam(search, width, length, report, run)? else { break };
            if spent < width as u64 {
                // No layer was cut: a wider beam would see the same states.
                break;
            }
            width = width.saturating_mul(GROWTH);
        }
        report.stats = *run.stats();
        Ok(())
    }

    /// Looks for a line below this length by one beam. Says how many states it expanded, unless the run has ended.
    pub(crate) fn beam(
        &self,
        search: &mut Guided,
        width: usize,
        length: usize,
        report: &mut Report,
        run: &mut Run<'_>,
    ) -> Result<Option<u64>, SolveError> {
        let options = self.options(width, length - 1);
        let before = run.stats().nodes;
        match run.part(run.budget(), |run| search.run(self.problem, &options, run)) {
            Ok(GuidedEnd::Won(line)) => self.improve(report, &line)?,
            Ok(GuidedEnd::Exhausted | GuidedEnd::Nothing) => {}
            Err(_) => return Ok(None),
        }
        Ok(Some(run.stats().nodes - before))
    }

    fn options(&self, width: usize, longest: usize) -> GuidedOptions {
        GuidedOptions {
            width: Some(width),
            single_cards: self.counting != Counting::Runs,
            longest: Some(u16::try_from(longest).unwrap_or(u16::MAX)),
            ..GuidedOptions::best_first(short_line_weights(self.problem.masks, self.counting))
        }
    }

    /// Takes another line, after the referee has replayed it, if it is shorter.
    fn improve(&self, report: &mut Report, line: &[PackedMove]) -> Result<(), SolveError> {
        let line = if self.table.rules().foundations == Foundations::Forced {
            line.iter().map(|step| step.to_move().into()).collect()
        } else {
            spelled_out(self.table, line, self.problem.masks)
        };
        let solution = vouch(self.table, line)?;
        let length = self.steps(&solution);
        if self.length(report).is_none_or(|known| length < known) {
            report.outcome = Outcome::Solved(solution);
            report.strategy = "beam";
        }
        Ok(())
    }

    fn length(&self, report: &Report) -> Option<usize> {
        match &report.outcome {
            Outcome::Solved(solution) => Some(self.steps(solution)),
            _ => None,
        }
    }

    /// The length in steps of a beam. Every card goes up once, so the cards that move are few where the moves are.
    fn steps(&self, solution: &Solution) -> usize {
        let lengths = Lengths::of(solution);
        if self.counting == Counting::Runs { lengths.runs } else { lengths.moves }
    }
}
