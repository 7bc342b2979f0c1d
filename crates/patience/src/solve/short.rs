//! Short lines within a budget: beams of growing width, then beams with weights that are varied.

use search::{Outcome, Run};

use crate::lengths::{Counting, Lengths};
use crate::rules::Foundations;
use crate::solution::Solution;
use crate::solve::error::SolveError;
use crate::solve::free_foundations::spelled_out;
use crate::solve::guided::{Guided, GuidedEnd, GuidedOptions, Problem, Steps};
use crate::solve::packed::PackedMove;
use crate::solve::portfolio::short_line_weights;
use crate::solve::report::{Report, vouch, vouch_as_found};
use crate::solve::weights::Weights;
use crate::table::Table;

/// The width of the first beam.
const FIRST_WIDTH: usize = 16;
/// Beams of the next round are this many times as wide.
const GROWTH: usize = 4;
/// The round from which on beams do not get wider.
const LAST_GROWTH: usize = 5;

/// The search for a shorter line than the one at hand.
pub(crate) struct ShortSearch<'h> {
    pub(crate) table: &'h Table,
    /// The game with forced foundations.
    pub(crate) problem: Problem<'h>,
    /// The length that is made short.
    pub(crate) counting: Counting,
}

impl ShortSearch<'_> {
    /// Shortens the line of the report by one beam after another, until the run ends or a beam leaves nothing out. Beams
    /// of each width take the weights in turn. From the greatest width on the weights are varied: what one beam passes
    /// over another may keep, which gains more than still wider beams.
    pub(crate) fn run(
        &self,
        search: &mut Guided,
        report: &mut Report,
        run: &mut Run<'_>,
    ) -> Result<(), SolveError> {
        let known = short_line_weights(self.problem.masks, self.counting);
        'rounds: for round in 0.. {
            let Some(width) = self.width(round, known.len(), report, run) else { break };
            for (turn, weights) in known.iter().enumerate() {
                let seed = if round > LAST_GROWTH { round * known.len() + turn } else { 0 };
                let beam = (width, weights.varied(seed as u64));
                let Some(length) = self.length(report).filter(|&length| length > 1) else { break 'rounds };
                let Some(spent) = self.beam(search, beam, length, report, run)? else { break 'rounds };
                if spent < width as u64 {
                    // No layer was cut: a wider beam would see the same states.
                    break 'rounds;
                }
            }
        }
        report.stats = *run.stats();
        Ok(())
    }

    /// The width of the beams of a round, unless there is nothing to shorten or too little left to spend. Where the nodes
    /// are limited, the last beams are as wide as they allow.
    fn width(&self, round: usize, beams: usize, report: &Report, run: &Run<'_>) -> Option<usize> {
        let length = self.length(report).filter(|&length| length > 1)?;
        let most = usize::try_from(run.nodes_left() / (length * beams) as u64).unwrap_or(usize::MAX);
        let width = FIRST_WIDTH * GROWTH.pow(round.min(LAST_GROWTH) as u32);
        let is_last = most / GROWTH < width && round < LAST_GROWTH;
        Some(if is_last { most } else { most.min(width) }).filter(|&width| width >= FIRST_WIDTH)
    }

    /// Looks for a line below this length by one beam of a width, with these weights. Says how many states it expanded,
    /// unless the run has ended.
    pub(crate) fn beam(
        &self,
        search: &mut Guided,
        (width, weights): (usize, Weights),
        length: usize,
        report: &mut Report,
        run: &mut Run<'_>,
    ) -> Result<Option<u64>, SolveError> {
        let options = self.options(width, weights, length - 1);
        let before = run.stats().nodes;
        match run.part(run.budget(), |run| search.run(self.problem, &options, run)) {
            Ok(GuidedEnd::Won(line)) => self.improve(report, &line)?,
            Ok(GuidedEnd::Nothing) => {}
            Err(_) => return Ok(None),
        }
        Ok(Some(run.stats().nodes - before))
    }

    fn options(&self, width: usize, weights: Weights, longest: usize) -> GuidedOptions {
        GuidedOptions {
            width: Some(width),
            steps: if self.counting == Counting::Runs { Steps::AnyRuns } else { Steps::SingleCards },
            longest: Some(u16::try_from(longest).unwrap_or(u16::MAX)),
            ..GuidedOptions::best_first(weights)
        }
    }

    /// Takes another line, after the referee has replayed it, if it is shorter.
    fn improve(&self, report: &mut Report, line: &[PackedMove]) -> Result<(), SolveError> {
        let line = if self.table.rules().foundations == Foundations::Forced {
            line.iter().map(|step| step.to_move().into()).collect()
        } else {
            spelled_out(self.table, line, self.problem.masks)
        };
        let straight = vouch(self.table, line.clone())?;
        // A detour of single cards that is cut may be a part of a run, whose cards then go one by one.
        let found = vouch_as_found(self.table, line)?;
        let shorter = if self.steps(&found) < self.steps(&straight) { found } else { straight };
        let length = self.steps(&shorter);
        if self.length(report).is_none_or(|known| length < known) {
            report.outcome = Outcome::Solved(shorter);
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

#[cfg(test)]
mod tests {
    use search::{Budget, Unwatched};

    use super::*;
    use crate::deal::Deal;
    use crate::solve::packed::Packed;
    use crate::solve::rule_masks::RuleMasks;

    /// Whatever the single moves of a run are, a player makes it in one move.
    #[test]
    fn the_runs_of_a_line_are_the_steps_of_its_beam() {
        let mut search = Guided::default();
        for seed in 301_001..301_041 {
            let deal: Deal = format!("fc.{seed}").parse().unwrap();
            let masks = RuleMasks::of(deal.table());
            let mut start = Packed::of(deal.table());
            start.normalise(&masks);
            let problem = Problem { start: &start, masks: &masks };
            let short = ShortSearch { table: deal.table(), problem, counting: Counting::Runs };
            let options = short.options(200, short_line_weights(&masks, Counting::Runs)[0], usize::MAX);
            let mut watch = Unwatched;
            let mut run = Run::new(Budget::default(), &mut watch);
            let GuidedEnd::Won(line) = search.run(problem, &options, &mut run).unwrap() else {
                panic!("{deal} is won by this beam")
            };
            let line = line.iter().map(|step| step.to_move().into()).collect();
            let runs = short.steps(&vouch_as_found(deal.table(), line).unwrap());
            assert!(runs <= run.stats().depth as usize + 1, "{deal}: {runs} runs");
        }
    }
}
