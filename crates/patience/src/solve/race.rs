//! Trying the searches of a portfolio, one after another or several at once.

use std::sync::atomic::{AtomicU64, Ordering};

use search::{Budget, Limit, Run, Stats};

use crate::solve::guided::{Found, Guided, GuidedEnd, Problem};
use crate::solve::packed::PackedMove;
use crate::solve::portfolio::Attempt;

/// How a race went.
pub(crate) struct Raced {
    pub(crate) end: RaceEnd,
    /// The name of the last attempt that counted.
    pub(crate) name: &'static str,
}

/// How a race ended.
pub(crate) enum RaceEnd {
    /// With a line.
    Won(Vec<PackedMove>),
    /// All attempts found nothing; some may have run out of memory.
    Nothing { out_of_memory: bool },
    /// By a limit of the whole run.
    Limit(Limit),
}

/// The result of an attempt, and whether it spent all nodes that were left.
struct AttemptResult {
    found: Found,
    spent_all: bool,
}

/// Guided searches with their memory, one for each thread.
#[derive(Debug, Default)]
pub(crate) struct Race {
    searches: Vec<Guided>,
}

impl Race {
    /// Tries the attempts in order until one decides. With several threads the later ones start early, but the
    /// first in order that decides counts, and the budget is spent as if they had run one after another.
    pub(crate) fn run(&mut self, problem: Problem<'_>, attempts: &[Attempt], run: &mut Run<'_>) -> Raced {
        let mut name = "none";
        let mut out_of_memory = false;
        let mut rest = attempts;
        // The first attempt solves most deals: no thread is worth starting before it has failed.
        let mut at_once = 1;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(at_once.min(rest.len()));
            let results = match self.run_some(problem, now, run) {
                Ok(results) => results,
                Err(limit) => return Raced { end: RaceEnd::Limit(limit), name: now[0].name },
            };
            for (attempt, result) in now.iter().zip(results) {
                name = attempt.name;
                out_of_memory |= result.found == Err(Limit::Memory);
                if let Some(end) = result.end() {
                    return Raced { end, name };
                }
            }
            (rest, at_once) = (later, run.threads());
        }
        Raced { end: RaceEnd::Nothing { out_of_memory }, name }
    }

    fn run_some(
        &mut self,
        problem: Problem<'_>,
        attempts: &[Attempt],
        run: &mut Run<'_>,
    ) -> Result<Vec<AttemptResult>, Limit> {
        self.searches.resize_with(self.searches.len().max(attempts.len()), Guided::default);
        match attempts {
            [attempt] => Ok(vec![self.run_alone(problem, attempt, run)]),
            _ => self.run_together(problem, attempts, run),
        }
    }

    fn run_alone(&mut self, problem: Problem<'_>, attempt: &Attempt, run: &mut Run<'_>) -> AttemptResult {
        let left = run.nodes_left();
        let (found, spent) = attempt.run(&mut self.searches[0], problem, run.budget(), run);
        AttemptResult { found, spent_all: spent.nodes >= left }
    }

    /// Runs attempts on threads of their own, up to the first in order that decides. Each has its share of the
    /// memory.
    fn run_together(
        &mut self,
        problem: Problem<'_>,
        attempts: &[Attempt],
        run: &mut Run<'_>,
    ) -> Result<Vec<AttemptResult>, Limit> {
        let budget = Budget { nodes: run.nodes_left(), memory: run.budget().memory / attempts.len() };
        let spent_by_all = AtomicU64::new(0);
        let work = |(search, attempt): (&mut Guided, &Attempt), run: &mut Run<'_>| {
            let (found, spent) = attempt.run(search, problem, budget, run);
            spent_by_all.fetch_add(spent.nodes, Ordering::Relaxed);
            (found, spent)
        };
        let items: Vec<_> = self.searches.iter_mut().zip(attempts).collect();
        match run.race(items, work, |(found, _)| decides(found)) {
            Ok(raced) => Ok(self.settle(problem, attempts, raced, run)),
            Err(limit) => {
                let left = run.nodes_left();
                run.stats_mut().nodes += spent_by_all.into_inner().min(left);
                Err(limit)
            }
        }
    }
}

impl Race {
    /// One of the searches.
    pub(crate) fn first(&mut self) -> &mut Guided {
        self.searches.resize_with(self.searches.len().max(1), Guided::default);
        &mut self.searches[0]
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.searches.iter().map(Guided::bytes).sum()
    }

    /// Gives back all memory.
    pub(crate) fn release(&mut self) {
        self.searches.clear();
    }

    /// Pays for attempts that ran together, up to the first that decides. One whose share of the memory was too
    /// little runs again with all of it, so that its result does not depend on the others.
    fn settle(
        &mut self,
        problem: Problem<'_>,
        attempts: &[Attempt],
        raced: Vec<(Found, Stats)>,
        run: &mut Run<'_>,
    ) -> Vec<AttemptResult> {
        let mut results = Vec::with_capacity(raced.len());
        for (attempt, (found, spent)) in attempts.iter().zip(raced) {
            let result = if found == Err(Limit::Memory) {
                self.searches = vec![Guided::default()];
                self.run_alone(problem, attempt, run)
            } else {
                pay(run, found, &spent)
            };
            let is_last = decides(&result.found);
            results.push(result);
            if is_last {
                break;
            }
        }
        results
    }
}

/// Is this the end of a race?
fn decides(found: &Found) -> bool {
    matches!(found, Ok(GuidedEnd::Won(_)))
}

/// Pays for an attempt that ran together with others as if it had run after those before it.
fn pay(run: &mut Run<'_>, found: Found, spent: &Stats) -> AttemptResult {
    let left = run.nodes_left();
    let stats = run.stats_mut();
    *stats = stats.with_part(&Stats { nodes: spent.nodes.min(left), ..*spent });
    AttemptResult { found, spent_all: spent.nodes >= left }
}

impl AttemptResult {
    /// How this ends the race, if it does.
    fn end(self) -> Option<RaceEnd> {
        match self.found {
            Err(limit @ (Limit::Time | Limit::Cancelled)) => Some(RaceEnd::Limit(limit)),
            _ if self.spent_all => Some(RaceEnd::Limit(Limit::Nodes)),
            Ok(GuidedEnd::Won(line)) => Some(RaceEnd::Won(line)),
            Ok(GuidedEnd::Nothing) | Err(_) => None,
        }
    }
}

impl Attempt {
    /// Runs the attempt as a part of a run, within this budget and its own, and says what it spent.
    fn run(
        &self,
        search: &mut Guided,
        problem: Problem<'_>,
        budget: Budget,
        run: &mut Run<'_>,
    ) -> (Found, Stats) {
        run.part(budget.with_nodes(budget.nodes.min(self.nodes)), |run| {
            let found = search.run(problem, &self.options, run);
            (found, *run.stats())
        })
    }
}
