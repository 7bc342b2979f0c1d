//! Lines with the fewest moves, and how many are needed at least.

use search::{Budget, Limit, Outcome, Stats, Watch};

use crate::moves::Move;
use crate::solve::laws::{CLUBS, Laws, bit};
use crate::solve::layers::{End, Layers, Measure, Plan};
use crate::solve::packed::{FLOOR, Packed, Step, cards};
use crate::solve::portfolio::portfolio;
use crate::solve::report::Report;

/// The shortest line found, and what is known about shorter ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The shortest line found, or why there is none.
    pub report: Report,
    /// No line has fewer moves. The line of the report is proven shortest if it has just so many.
    pub at_least: u32,
}

impl Shortest {
    /// Is the line proven to be a shortest one?
    pub fn is_proven(&self) -> bool {
        matches!(&self.report.outcome, Outcome::Solved(line) if line.len() as u32 <= self.at_least)
    }
}

/// Moves that are needed at least: a card over a lower one of its suit cannot go up before that one, so
/// it must move away first. One move takes one card.
pub(crate) fn knots(state: &Packed) -> u32 {
    let mut knots = 0;
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
            knots += u32::from(all & (CLUBS << (card & 3)) & (bit(card) - 1) != 0);
            card = state.beneath(card);
        }
    }
    knots
}

/// The widths of the beams that look for a short line first.
const WIDTHS: [usize; 3] = [100, 1_000, 10_000];

/// The hunt for a shorter line than the one at hand.
pub(crate) struct Hunt<'h> {
    pub(crate) laws: &'h Laws,
    pub(crate) start: &'h Packed,
    pub(crate) budget: Budget,
    pub(crate) threads: usize,
}

impl Hunt<'_> {
    /// Shortens the line of the report, raises the lower bound, until they meet or the budget is spent.
    pub(crate) fn run(
        &mut self,
        layers: &mut Layers,
        report: &mut Report,
        at_least: &mut u32,
        watch: &mut dyn Watch,
        replayed: impl Fn(&[Step]) -> Option<Vec<Move>>,
    ) {
        for width in WIDTHS {
            let weights = portfolio(self.laws)[0].manner.weights;
            let measure = |state: &Packed| weights.cost(state, self.laws).saturating_add(1 << 20) as u32;
            let bound = length(report).map(|length| (length.saturating_sub(1), &knots as Measure<'_>));
            let plan = Plan { laws: self.laws, beam: Some((width, &measure)), bound, threads: self.threads };
            match self.search(layers, plan, &mut report.stats, watch) {
                End::Won(line) => improve(report, replayed(&line), "beam"),
                End::Limit(Limit::Time | Limit::Cancelled | Limit::Nodes) => return,
                _ => {}
            }
        }
        while length(report).is_some_and(|length| *at_least < length) {
            let plan =
                Plan { laws: self.laws, beam: None, bound: Some((*at_least, &knots)), threads: self.threads };
            match self.search(layers, plan, &mut report.stats, watch) {
                End::Won(line) => return improve(report, replayed(&line), "layers"),
                End::Exhausted => *at_least += 1,
                _ => return,
            }
        }
    }

    fn search(&self, layers: &mut Layers, plan: Plan<'_>, stats: &mut Stats, watch: &mut dyn Watch) -> End {
        let left = self.budget.nodes.saturating_sub(stats.nodes);
        layers.run(self.start, plan, self.budget.with_nodes(left), stats, watch)
    }
}

fn length(report: &Report) -> Option<u32> {
    match &report.outcome {
        Outcome::Solved(line) => Some(line.len() as u32),
        _ => None,
    }
}

fn improve(report: &mut Report, line: Option<Vec<Move>>, strategy: &'static str) {
    if let Some(line) = line {
        report.outcome = Outcome::Solved(line);
        report.strategy = strategy;
    }
}
