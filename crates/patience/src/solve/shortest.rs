//! Lines with the fewest moves, and how many are needed at least.

use search::{Limit, Outcome, Run};

use crate::action::Action;
use crate::solve::breadth_first::{BreadthFirst, Ending, Measure, Plan};
use crate::solve::error::SolveError;
use crate::solve::packed::{FLOOR, Packed, PackedMove, cards};
use crate::solve::portfolio::portfolio;
use crate::solve::report::{Report, vouch};
use crate::solve::rule_masks::{CLUBS, RuleMasks, bit};
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

/// A lower bound on the moves to a win, without those to the foundations: a card over a lower one of its suit cannot
/// go up before that one, so it must move away first. One move takes one card.
pub(crate) fn moves_lower_bound(state: &Packed) -> u32 {
    let mut bound = 0;
    for top in cards(state.tops()) {
        let mut all = 0;
        let mut card = top;
        while card != FLOOR {
            all |= bit(card);
            card = state.beneath(card);
        }
        card = top;
        while card != FLOOR {
            all ^= bit(card);
            bound += u32::from(all & (CLUBS << (card & 3)) & (bit(card) - 1) != 0);
            card = state.beneath(card);
        }
    }
    bound
}

/// The widths of the beams that look for a short line first.
const WIDTHS: [usize; 3] = [100, 1_000, 10_000];

/// The search for a shorter line than the one at hand.
pub(crate) struct ShortestSearch<'h> {
    pub(crate) table: &'h Table,
    pub(crate) masks: &'h RuleMasks,
    pub(crate) start: &'h Packed,
}

impl ShortestSearch<'_> {
    /// Shortens the line, raises the lower bound, until they meet or the budget is spent.
    pub(crate) fn run(
        &self,
        layers: &mut BreadthFirst,
        shortest: &mut Shortest,
        run: &mut Run<'_>,
    ) -> Result<(), SolveError> {
        let found = self.beams(layers, shortest, run);
        let searched_on =
            found.and_then(|may_go_on| if may_go_on { self.layers(layers, shortest, run) } else { Ok(()) });
        shortest.report.stats = *run.stats();
        searched_on
    }

    /// Looks for shorter lines among the best states. May the search go on after that?
    fn beams(
        &self,
        layers: &mut BreadthFirst,
        shortest: &mut Shortest,
        run: &mut Run<'_>,
    ) -> Result<bool, SolveError> {
        let weights = portfolio(self.masks)[0].options.weights;
        let measure = |state: &Packed| weights.cost(state, self.masks).saturating_add(1 << 20) as u32;
        for width in WIDTHS {
            let Some(length) = shortest.length() else { return Ok(false) };
            let bound = Some((length.saturating_sub(1), &moves_lower_bound as Measure<'_>));
            let plan = Plan { masks: self.masks, beam: Some((width, &measure)), bound };
            match layers.run(self.start, plan, run) {
                Ok(Ending::Won(line)) => self.improve(shortest, &line, "beam")?,
                Ok(Ending::Exhausted | Ending::Narrowed) | Err(Limit::Memory | Limit::Incomplete) => {}
                Err(Limit::Time | Limit::Cancelled | Limit::Nodes) => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Searches everything up to growing lengths.
    fn layers(
        &self,
        layers: &mut BreadthFirst,
        shortest: &mut Shortest,
        run: &mut Run<'_>,
    ) -> Result<(), SolveError> {
        while shortest.length().is_some_and(|length| shortest.at_least < length) {
            let plan =
                Plan { masks: self.masks, beam: None, bound: Some((shortest.at_least, &moves_lower_bound)) };
            match layers.run(self.start, plan, run) {
                Ok(Ending::Won(line)) => return self.improve(shortest, &line, "breadth-first"),
                Ok(Ending::Exhausted) => shortest.at_least += 1,
                Ok(Ending::Narrowed) | Err(_) => break,
            }
        }
        Ok(())
    }

    fn improve(
        &self,
        shortest: &mut Shortest,
        line: &[PackedMove],
        strategy: &'static str,
    ) -> Result<(), SolveError> {
        let line = line.iter().map(|step| step.to_move().into()).collect();
        shortest.improve(self.table, line, strategy)
    }
}
