//! Trying the searches of a portfolio, one after another or several at once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use search::{Budget, Limit, Stats, Stop, Watch};

use crate::solve::guided::{Guess, Guided};
use crate::solve::laws::Laws;
use crate::solve::packed::{Packed, Step};
use crate::solve::portfolio::Attempt;

/// How trying went: a line, or why there is none, and the name of the last attempt that counted.
pub(crate) struct Tried {
    pub(crate) line: Option<Vec<Step>>,
    /// `Limit::Incomplete` if all was tried within the budget.
    pub(crate) limit: Limit,
    pub(crate) name: &'static str,
}

/// Guided searches with their tables, one for each thread.
#[derive(Debug, Default)]
pub(crate) struct Team {
    members: Vec<Guided>,
}

impl Team {
    /// Tries the attempts in order until one finds a line. With several threads the later ones start
    /// early, but the first in order that finds a line counts, and the budget is reckoned as if they
    /// had run one after another.
    #[expect(clippy::too_many_arguments, reason = "the same as any search, and two numbers")]
    pub(crate) fn attempt(
        &mut self,
        start: &Packed,
        laws: &Laws,
        attempts: &[Attempt],
        budget: Budget,
        threads: usize,
        stats: &mut Stats,
        watch: &mut dyn Watch,
    ) -> Tried {
        let mut tried = Tried { line: None, limit: Limit::Incomplete, name: "none" };
        let mut rest = attempts;
        // The first attempt solves most deals: no thread is worth starting before it failed.
        let mut wave = 1;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(wave.min(rest.len()));
            let guesses =
                self.wave(start, laws, now, budget.with_nodes(budget.nodes - stats.nodes), stats, watch);
            for (attempt, (guess, spent)) in now.iter().zip(guesses) {
                tried.name = attempt.name;
                let left = budget.nodes - stats.nodes;
                stats.nodes += spent.nodes.min(left);
                stats.stored = spent.stored;
                stats.depth = spent.depth;
                stats.best = stats.best.max(spent.best);
                stats.memory = stats.memory.max(spent.memory);
                match guess {
                    Guess::Limit(limit @ (Limit::Time | Limit::Cancelled)) => {
                        return Tried { limit, ..tried };
                    }
                    _ if spent.nodes >= left => return Tried { limit: Limit::Nodes, ..tried },
                    Guess::Won(line) => return Tried { line: Some(line), ..tried },
                    Guess::Limit(_) => {}
                }
            }
            rest = later;
            wave = threads;
        }
        tried
    }

    /// Runs some attempts, all at once. The first runs here and is watched; the others stop when it
    /// found a line or was stopped.
    fn wave(
        &mut self,
        start: &Packed,
        laws: &Laws,
        attempts: &[Attempt],
        budget: Budget,
        stats: &Stats,
        watch: &mut dyn Watch,
    ) -> Vec<(Guess, Stats)> {
        self.members.resize_with(self.members.len().max(attempts.len()), Guided::default);
        let budget = budget.with_memory(budget.memory / attempts.len());
        let limit = |attempt: &Attempt| budget.with_nodes(budget.nodes.min(attempt.nodes));
        if let ([attempt], [member, ..]) = (attempts, &mut self.members[..]) {
            let mut spent = Stats::default();
            let mut watched = |own: &Stats| watch.tick(&Stats { nodes: stats.nodes + own.nodes, ..*own });
            let guess = member.run(start, laws, &attempt.manner, limit(attempt), &mut spent, &mut watched);
            return vec![(guess, spent)];
        }
        let stop = AtomicBool::new(false);
        let (first, others) =
            self.members.split_first_mut().expect("there is an attempt, so there is a member");
        thread::scope(|scope| {
            let mut handles = Vec::new();
            for (member, attempt) in others.iter_mut().zip(&attempts[1..]) {
                let stop = &stop;
                handles.push(scope.spawn(move || {
                    let mut spent = Stats::default();
                    let mut ask = |_: &Stats| asked(stop);
                    let guess =
                        member.run(start, laws, &attempt.manner, limit(attempt), &mut spent, &mut ask);
                    (guess, spent)
                }));
            }
            let mut spent = Stats::default();
            let mut watched = |own: &Stats| watch.tick(&Stats { nodes: stats.nodes + own.nodes, ..*own });
            let guess =
                first.run(start, laws, &attempts[0].manner, limit(&attempts[0]), &mut spent, &mut watched);
            let mut guesses = vec![(guess, spent)];
            for handle in handles {
                let decided = guesses.iter().any(|(guess, _)| ends_the_wave(guess));
                stop.fetch_or(decided, Ordering::Relaxed);
                while !handle.is_finished() {
                    if watched(&spent).is_break() {
                        stop.store(true, Ordering::Relaxed);
                    }
                    thread::sleep(Duration::from_millis(1));
                }
                guesses.push(handle.join().unwrap_or((Guess::Limit(Limit::Cancelled), Stats::default())));
            }
            guesses
        })
    }
}

fn ends_the_wave(guess: &Guess) -> bool {
    matches!(guess, Guess::Won(_) | Guess::Limit(Limit::Time | Limit::Cancelled))
}

fn asked(stop: &AtomicBool) -> ControlFlow<Stop> {
    if stop.load(Ordering::Relaxed) { ControlFlow::Break(Stop::Cancelled) } else { ControlFlow::Continue(()) }
}
