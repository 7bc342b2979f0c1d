//! Lines with the fewest moves, and how many are needed at least.

use search::{Limit, Outcome, Run};

use crate::action::Action;
use crate::lengths::Counting;
use crate::solve::breadth_first::{BreadthFirst, Ending, Measure, Plan};
use crate::solve::error::SolveError;
use crate::solve::guided::{Guided, Problem};
use crate::solve::lower_bound::moves_lower_bound;
use crate::solve::portfolio::short_line_weights;
use crate::solve::report::{Report, vouch};
use crate::solve::short::ShortSearch;
use crate::solve::state_space::Tables;
use crate::table::Table;

/// The shortest line found, and what is known about shorter ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The shortest line found, or why there is none.
    pub report: Report,
    /// No line has fewer moves. The line of the report is proven shortest if it has exactly this many.
    pub at_least: u32,
}

impl Shortest {
    /// Is the line proven to be a shortest one?
    pub fn is_proven(&self) -> bool {
        self.length().is_some_and(|length| length <= self.at_least)
    }

    /// Takes another line, after the referee has replayed it, if it is shorter.
    pub(crate) fn improve(
        &mut self,
        table: &Table,
        line: Vec<Action>,
        strategy: &'static str,
    ) -> Result<(), SolveError> {
        let solution = vouch(table, line)?;
        if self.length().is_none_or(|length| (solution.len() as u32) < length) {
            self.report.outcome = Outcome::Solved(solution);
            self.report.strategy = strategy;
        }
        Ok(())
    }

    /// How many moves the line has, if there is one.
    pub(crate) fn length(&self) -> Option<u32> {
        if let Outcome::Solved(solution) = &self.report.outcome { Some(solution.len() as u32) } else { None }
    }
}

/// The states of the first beam, and of the first search for a higher lower bound.
const FIRST_NODES: u64 = 20_000;
/// Each round may expand this many times as many states as the one before it.
const GROWTH: u64 = 3;
/// After this many beams in a row that find nothing shorter only the lower bound is raised.
const BEAMS_IN_VAIN: u32 = 2;

/// The search for a shorter line than the one at hand, with forced foundations.
pub(crate) struct ShortestSearch<'h> {
    pub(crate) table: &'h Table,
    pub(crate) problem: Problem<'h>,
}

impl ShortestSearch<'_> {
    /// Shortens the line and raises the lower bound in turn, until they meet or the budget is spent.
    pub(crate) fn run(
        &self,
        beams: &mut Guided,
        layers: &mut BreadthFirst,
        shortest: &mut Shortest,
        run: &mut Run<'_>,
    ) -> Result<(), SolveError> {
        let (mut nodes, mut in_vain) = (FIRST_NODES, 0);
        while let Some(length) = shortest.length().filter(|&length| shortest.at_least < length) {
            if in_vain < BEAMS_IN_VAIN && !self.shorten(beams, nodes, length, shortest, run)? {
                break;
            }
            in_vain = if shortest.length() < Some(length) { 0 } else { in_vain + 1 };
            let share = if in_vain < BEAMS_IN_VAIN { nodes } else { u64::MAX };
            let ended = run.part(run.budget().with_nodes(share), |run| self.raise(layers, shortest, run))?;
            if ended.is_some_and(|limit| limit != Limit::Nodes) || run.nodes_left() == 0 {
                break;
            }
            nodes = nodes.saturating_mul(GROWTH);
        }
        shortest.report.stats = *run.stats();
        Ok(())
    }

    /// Looks for a line below this length by a beam of about this many states. May the search go on after that?
    fn shorten(
        &self,
        beams: &mut Guided,
        nodes: u64,
        length: u32,
        shortest: &mut Shortest,
        run: &mut Run<'_>,
    ) -> Result<bool, SolveError> {
        let width = (nodes / u64::from(length)).max(1) as usize;
        let search = ShortSearch { table: self.table, problem: self.problem, counting: Counting::Moves };
        let weights = short_line_weights(self.problem.masks, Counting::Moves)[0];
        let spent = search.beam(beams, (width, weights), length as usize, &mut shortest.report, run)?;
        Ok(spent.is_some() || run.ask().is_ok() && run.nodes_left() > 0)
    }

    /// Searches everything up to growing lengths, until a line is found or a limit ends it.
    fn raise(
        &self,
        layers: &mut BreadthFirst,
        shortest: &mut Shortest,
        run: &mut Run<'_>,
    ) -> Result<Option<Limit>, SolveError> {
        while shortest.length().is_some_and(|length| shortest.at_least < length) {
            let bound = Some((shortest.at_least, &moves_lower_bound as Measure<'_>));
            let Problem { start, masks } = self.problem;
            match layers.run(start, &Tables { masks }, Plan { bound, ..Plan::default() }, run) {
                Ok(Ending::Won(line)) => {
                    let line = line.iter().map(|step| step.to_move().into()).collect();
                    shortest.improve(self.table, line, "breadth-first")?;
                    return Ok(None);
                }
                Ok(Ending::Exhausted) => shortest.at_least += 1,
                Ok(Ending::Narrowed) => return Ok(Some(Limit::Incomplete)),
                Err(limit) => return Ok(Some(limit)),
            }
        }
        Ok(None)
    }
}
