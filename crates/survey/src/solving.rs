//! Solving the deals of a range.

use cpu_time::ThreadTime;
use patience::{Effort, Rules, Shortest, SolveError, Solver};
use search::{Limit, Outcome, Run};
use serde::{Deserialize, Serialize};

use crate::key::Key;
use crate::rules_key::of_rules;
use crate::verdict::Verdict;
use crate::work::Work;

/// How deals are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Any line that wins.
    Any(Effort),
    /// A line with the fewest moves.
    Shortest,
}

/// Solves the deals of a game; its items are the numbers of the deals.
#[derive(Clone, Debug)]
pub struct Solving {
    /// The game.
    pub rules: Rules,
    /// How they are solved.
    pub way: Way,
}

/// The row of one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solved {
    /// The verdict.
    pub verdict: Verdict,
    /// The length of the line that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
    /// No line has fewer moves, where the fewest were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
    /// Positions that were searched.
    pub nodes: u64,
    /// Processor time in microseconds.
    pub cpu_us: u64,
}

impl Work for Solving {
    type Row = Solved;
    type Worker = Solver;
    type Error = SolveError;

    fn key(&self) -> Key {
        let way = match self.way {
            Way::Any(Effort::Quick) => "quick".to_owned(),
            Way::Any(Effort::Guided) => "guided".to_owned(),
            Way::Any(Effort::Exhaustive) => "exhaustive".to_owned(),
            Way::Any(Effort::Forgetful(distance)) => format!("forget {distance}"),
            Way::Shortest => "shortest".to_owned(),
        };
        of_rules(Key::new("solve"), &self.rules).with("search", way)
    }

    fn worker(&self) -> Solver {
        match self.way {
            Way::Any(effort) => Solver::new().with_effort(effort),
            Way::Shortest => Solver::new(),
        }
    }

    fn row(&self, solver: &mut Solver, item: u64, run: &mut Run<'_>) -> Result<Option<Solved>, SolveError> {
        let seed = self.rules.seed(&item.to_string()).expect("items are numbers of deals");
        let table = self.rules.deal(seed);
        let started = ThreadTime::now();
        let (report, at_least) = match self.way {
            Way::Any(_) => (solver.solve(&table, run)?, None),
            Way::Shortest => {
                let Shortest { report, at_least } = solver.shortest(&table, run)?;
                (report, Some(at_least))
            }
        };
        let cpu_us = started.elapsed().as_micros() as u64;
        let moves = if let Outcome::Solved(line) = &report.outcome { Some(line.len()) } else { None };
        let verdict = Verdict::from(&report.outcome);
        let at_least = at_least.filter(|_| moves.is_some());
        let row = Solved { verdict, moves, at_least, nodes: report.stats.nodes, cpu_us };
        Ok((verdict.limit() != Some(Limit::Cancelled) && run.ask() != Err(Limit::Cancelled)).then_some(row))
    }

    fn gave_up(row: &Solved) -> Option<Limit> {
        let is_short = row.moves.zip(row.at_least).is_none_or(|(moves, least)| moves <= least as usize);
        row.verdict.limit().or((!is_short).then_some(Limit::Incomplete))
    }
}
