//! Short lines and shortest ones, made from the first line that is found.

use search::{Budget, Outcome, Run};

use super::Solver;
use crate::action::Action;
use crate::card::Card;
use crate::lengths::Counting;
use crate::moves::Move;
use crate::rules::Extras;
use crate::solve::error::SolveError;
use crate::solve::free_foundations;
use crate::solve::guided::Problem;
use crate::solve::lower_bound::moves_lower_bound;
use crate::solve::midnight_oil_xpat2::{self, Xpat2Solver};
use crate::solve::packed::Packed;
use crate::solve::report::{Finding, Report};
use crate::solve::rule_masks::RuleMasks;
use crate::solve::short::ShortSearch;
use crate::solve::shortest::{Shortest, ShortestSearch};
use crate::table::Table;

impl Solver {
    /// Looks for a short line, counted this way, with all that the run may spend: beams of growing width shorten the
    /// first line that is found. The answer does not depend on the threads of the run.
    ///
    /// A run without a limit goes on until the memory ends.
    pub fn short(
        &mut self,
        table: &Table,
        counting: Counting,
        run: &mut Run<'_>,
    ) -> Result<Report, SolveError> {
        run.part(Budget::UNLIMITED, |run| {
            let mut report = self.search(table, run)?.report(table, *run.stats())?;
            if table.extras_in_reach() == Extras::NONE {
                self.shorten(table, counting, &mut report, run)?;
            }
            Ok(report)
        })
    }

    /// Shortens a line by beams of the game with forced foundations: each line of that game is one of the free game too.
    fn shorten(
        &mut self,
        table: &Table,
        counting: Counting,
        report: &mut Report,
        run: &mut Run<'_>,
    ) -> Result<(), SolveError> {
        let forced = free_foundations::forced(table);
        let masks = self.masks(&forced);
        let mut start = Packed::of(&forced);
        start.normalise(&masks);
        let problem = Problem { start: &start, masks: &masks };
        ShortSearch { table, problem, counting }.run(self.race.first(), report, run)
    }

    /// Looks for a line with the fewest moves. Guided searches and beams find short ones; a
    /// breadth-first search up to growing lengths proves that there is none shorter.
    pub fn shortest(&mut self, table: &Table, run: &mut Run<'_>) -> Result<Shortest, SolveError> {
        run.part(Budget::UNLIMITED, |run| {
            let report = self.search(table, run)?.report(table, *run.stats())?;
            let masks = self.masks(table);
            let mut start = Packed::of(table);
            let not_up = Card::COUNT as u32 - start.up().count_ones();
            start.normalise(&masks);
            let mut shortest = Shortest { report, at_least: 0 };
            if Xpat2Solver::accepts(table.rules()) {
                midnight_oil_xpat2::shorten(table, &mut shortest, run)?;
            } else if masks.choice {
                // Every card needs a move up, which the lower bound leaves out.
                shortest.at_least = moves_lower_bound(&start) + not_up;
                self.shorten_free(table, &start, &masks, &mut shortest, run)?;
            } else if !start.is_won() {
                shortest.at_least = moves_lower_bound(&start).max(1);
                self.shorten_forced(table, Problem { start: &start, masks: &masks }, &mut shortest, run)?;
            }
            Ok(shortest)
        })
    }

    /// Shortens a line of a game in which putting up is a choice: by beams, and by the shortest line of the forced game.
    fn shorten_free(
        &mut self,
        table: &Table,
        start: &Packed,
        masks: &RuleMasks,
        shortest: &mut Shortest,
        run: &mut Run<'_>,
    ) -> Result<(), SolveError> {
        if start.is_won() || !matches!(shortest.report.outcome, Outcome::Solved(_)) {
            return Ok(());
        }
        free_foundations::beams(&mut self.breadth_first, start, masks, run, |line| {
            shortest.improve(table, free_foundations::spelled_out(table, line, masks), "beam")
        })?;
        let forced = self.shortest_forced(&free_foundations::forced(table), run)?;
        if let Outcome::Solved(solution) = &forced.report.outcome {
            let line = free_foundations::spelled_out_moves(table, &only_moves(solution.actions()));
            shortest.improve(table, line, forced.report.strategy)?;
        }
        if free_foundations::is_decided_by_forced(masks) {
            // No card is ever better kept down, so the lines of both games are equally long but for the cards put up.
            let up = Packed::of(table).up().count_ones();
            shortest.at_least = shortest.at_least.max(forced.at_least + Card::COUNT as u32 - up);
        }
        shortest.report.stats = *run.stats();
        Ok(())
    }

    /// Looks for a shortest line of a game with forced foundations.
    fn shortest_forced(&mut self, table: &Table, run: &mut Run<'_>) -> Result<Shortest, SolveError> {
        let masks = self.masks(table);
        let mut start = Packed::of(table);
        start.normalise(&masks);
        let (outcome, strategy) = self.search_forced(table, &start, &masks, self.effort, run);
        let outcome = outcome.map(|line| line.into_iter().map(Action::from).collect());
        let report = Finding { outcome, strategy }.report(table, *run.stats())?;
        let mut shortest = Shortest { report, at_least: 0 };
        if !start.is_won() {
            shortest.at_least = moves_lower_bound(&start).max(1);
            self.shorten_forced(table, Problem { start: &start, masks: &masks }, &mut shortest, run)?;
        }
        Ok(shortest)
    }

    /// Looks for the fewest moves of a game with forced foundations.
    fn shorten_forced(
        &mut self,
        table: &Table,
        problem: Problem<'_>,
        shortest: &mut Shortest,
        run: &mut Run<'_>,
    ) -> Result<(), SolveError> {
        let search = ShortestSearch { table, problem };
        search.run(self.race.first(), &mut self.breadth_first, shortest, run)
    }
}

/// The moves of a line that has no redeals and rotations.
fn only_moves(line: &[Action]) -> Vec<Move> {
    let played = |action: &Action| if let Action::Move(played) = *action { Some(played) } else { None };
    line.iter().filter_map(played).collect()
}
