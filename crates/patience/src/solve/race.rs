//! Trying the searches of a portfolio, one after another or several at once.

use std::sync::atomic::{AtomicU64, Ordering};

use search::{Budget, Limit, Run, Stats};

use crate::solve::guided::Guided;
use crate::solve::packed::{Packed, PackedMove};
use crate::solve::portfolio::Attempt;
use crate::solve::rule_masks::RuleMasks;

/// How trying went.
pub(crate) struct Raced {
    pub(crate) end: RaceEnd,
    /// The name of the last attempt that counted.
    pub(crate) name: &'static str,
}

/// How trying ended.
pub(crate) enum RaceEnd {
    /// With a line.
    Won(Vec<PackedMove>),
    /// All was tried, and nothing found; some attempts may have run out of memory.
    Nothing { out_of_memory: bool },
    /// By a limit of the whole run.
    Limit(Limit),
}

/// What an attempt came to, and whether it spent all that was left.
struct AttemptResult {
    line: Result<Option<Vec<PackedMove>>, Limit>,
    spent_all: bool,
}

/// Guided searches with their tables, one for each thread.
#[derive(Debug, Default)]
pub(crate) struct Race {
    members: Vec<Guided>,
}

impl Race {
    /// Tries the attempts in order until one finds a line. With several threads the later ones start
    /// early, but the first in order that finds a line counts, and the budget is reckoned as if they
    /// had run one after another.
    pub(crate) fn attempt(
        &mut self,
        start: &Packed,
        masks: &RuleMasks,
        attempts: &[Attempt],
        run: &mut Run<'_>,
    ) -> Raced {
        let task = Task { start, masks };
        let mut name = "none";
        let mut out_of_memory = false;
        let mut rest = attempts;
        // The first attempt solves most deals: no thread is worth starting before it failed.
        let mut wave = 1;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(wave.min(rest.len()));
            let guesses = match self.wave(task, now, run) {
                Ok(guesses) => guesses,
                Err(limit) => return Raced { end: RaceEnd::Limit(limit), name: now[0].name },
            };
            for (attempt, guess) in now.iter().zip(guesses) {
                name = attempt.name;
                out_of_memory |= guess.line == Err(Limit::Memory);
                if let Some(end) = guess.end() {
                    return Raced { end, name };
                }
            }
            rest = later;
            wave = run.threads();
        }
        Raced { end: RaceEnd::Nothing { out_of_memory }, name }
    }

    /// Runs some attempts, all at once, up to the first in order that finds a line.
    fn wave(
        &mut self,
        task: Task<'_>,
        attempts: &[Attempt],
        run: &mut Run<'_>,
    ) -> Result<Vec<AttemptResult>, Limit> {
        self.members.resize_with(self.members.len().max(attempts.len()), Guided::default);
        if let ([attempt], [member, ..]) = (attempts, &mut self.members[..]) {
            let left = run.nodes_left();
            let (line, spent) = task.run(member, attempt, run.budget(), run);
            return Ok(vec![AttemptResult { line, spent_all: spent.nodes >= left }]);
        }
        let memory = run.budget().memory / attempts.len();
        let most = Budget { nodes: run.nodes_left(), memory };
        let spent = AtomicU64::new(0);
        let work = |(member, attempt): (&mut Guided, &Attempt), run: &mut Run<'_>| {
            let (line, stats) = task.run(member, attempt, most, run);
            spent.fetch_add(stats.nodes, Ordering::Relaxed);
            (line, stats)
        };
        let items: Vec<_> = self.members.iter_mut().zip(attempts).collect();
        let raced = run.race(items, work, |(line, _)| matches!(line, Ok(Some(_))));
        let left = run.nodes_left();
        match raced {
            Ok(raced) => {
                Ok(raced.into_iter().map(|(line, spent)| AttemptResult::paid_by(run, line, &spent)).collect())
            }
            Err(limit) => {
                run.stats_mut().nodes += spent.into_inner().min(left);
                Err(limit)
            }
        }
    }
}

impl AttemptResult {
    /// Pays for an attempt that ran beside others as if it had run after those before it.
    fn paid_by(run: &mut Run<'_>, line: Result<Option<Vec<PackedMove>>, Limit>, spent: &Stats) -> Self {
        let left = run.nodes_left();
        let stats = run.stats_mut();
        *stats = stats.with_part(&Stats { nodes: spent.nodes.min(left), ..*spent });
        Self { line, spent_all: spent.nodes >= left }
    }

    /// How this ends all trying, if it does.
    fn end(self) -> Option<RaceEnd> {
        match self.line {
            Err(limit @ (Limit::Time | Limit::Cancelled)) => Some(RaceEnd::Limit(limit)),
            _ if self.spent_all => Some(RaceEnd::Limit(Limit::Nodes)),
            Ok(Some(line)) => Some(RaceEnd::Won(line)),
            Ok(None) | Err(_) => None,
        }
    }
}

/// What all attempts try to win.
#[derive(Clone, Copy)]
struct Task<'t> {
    start: &'t Packed,
    masks: &'t RuleMasks,
}

impl Task<'_> {
    /// Runs one attempt as a part of the run, within this budget and its own.
    fn run(
        self,
        member: &mut Guided,
        attempt: &Attempt,
        most: Budget,
        run: &mut Run<'_>,
    ) -> (Result<Option<Vec<PackedMove>>, Limit>, Stats) {
        run.part(most.with_nodes(most.nodes.min(attempt.nodes)), |run| {
            let line = member.run(self.start, self.masks, &attempt.options, run);
            (line, *run.stats())
        })
    }
}
