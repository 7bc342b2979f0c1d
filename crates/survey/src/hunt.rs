//! The hunt for deals that cannot be won: quick searches over a range, proofs for what they leave.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use patience::{Closure, Deal, DealRange, Effort, Foundations, Rules, Seed, SolveError, Solver, prove};
use search::{Budget, Outcome, Run, Stats};
use thiserror::Error;

use crate::chunk::{Chunk, Find, Verdict};
use crate::ledger::{Ledger, LedgerError};

/// Deals between two lines of the ledger.
const CHUNK: u32 = 1000;

/// A hunt over a range of deals.
pub struct Hunt<'h> {
    /// The deals.
    pub deals: DealRange,
    /// The most that one deal may take.
    pub budget: Budget,
    /// How many threads share the deals.
    pub threads: usize,
    /// Is shown each certificate; an error ends the hunt.
    pub certify: &'h (dyn Fn(Seed, &Closure) -> std::io::Result<()> + Sync),
    /// Is shown what is done, now and then.
    pub progress: &'h (dyn Fn(&Tally) + Sync),
    /// Is asked often whether to break the hunt off.
    pub stop: &'h (dyn Fn() -> bool + Sync),
}

/// What a hunt has come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Deals that can be won.
    pub solved: u64,
    /// The others, by number.
    pub finds: Vec<Find>,
    /// Was everything looked at?
    pub is_complete: bool,
}

impl Tally {
    /// Deals looked at.
    pub fn done(&self) -> u64 {
        self.solved + self.finds.len() as u64
    }

    fn add(&mut self, chunk: &Chunk) {
        self.solved += u64::from(chunk.solved);
        self.finds.extend(&chunk.finds);
        self.finds.sort_by_key(|find| find.seed);
    }
}

/// Why a hunt cannot go on.
#[derive(Debug, Error)]
pub enum HuntError {
    /// The ledger cannot be used.
    #[error("the ledger: {0}")]
    Ledger(#[from] LedgerError),
    /// A certificate cannot be written.
    #[error("the certificate of deal {0}: {1}")]
    Certificate(u32, std::io::Error),
    /// A solver has nothing to report.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// What the threads share.
struct State {
    ledger: Ledger,
    tally: Tally,
    error: Option<HuntError>,
}

impl Hunt<'_> {
    /// Goes on where the ledger ends, until all deals are done or it is broken off. A stretch of deals is
    /// noted in the ledger when all of it is done; one that was cut short is begun anew.
    pub fn run(&self, ledger: &Path) -> Result<Tally, HuntError> {
        let (ledger, lines) = Ledger::open(ledger, &self.title())?;
        let mut tally = Tally::default();
        let mut done = BTreeSet::new();
        for (at, line) in lines.iter().enumerate() {
            let chunk: Chunk = line.parse().map_err(|_| LedgerError::Line(at + 2))?;
            if done.insert((chunk.first, chunk.last)) {
                tally.add(&chunk);
            }
        }
        let todo: Vec<_> = self.chunks().filter(|chunk| !done.contains(chunk)).collect();
        let state = Mutex::new(State { ledger, tally, error: None });
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        std::thread::scope(|scope| {
            for _ in 0..self.threads.min(todo.len()) {
                scope.spawn(|| self.work(&todo, &next, &failed, &state));
            }
        });
        let state = state.into_inner().expect("no thread panics while it holds the state");
        if let Some(error) = state.error {
            return Err(error);
        }
        let DealRange { first, last, .. } = &self.deals;
        let is_complete = state.tally.done() == u64::from(last.number() - first.number()) + 1;
        Ok(Tally { is_complete, ..state.tally })
    }

    /// A ledger belongs to one range of one game.
    fn title(&self) -> String {
        let DealRange { rules, first, last } = &self.deals;
        format!("tapis hunt 1 {} {}..{}", rules.name(), first.number(), last.number())
    }

    fn chunks(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let (first, last) = (self.deals.first.number(), self.deals.last.number());
        (first..=last)
            .step_by(CHUNK as usize)
            .map(move |from| (from, last.min(from.saturating_add(CHUNK - 1))))
    }

    fn work(&self, todo: &[(u32, u32)], next: &AtomicUsize, failed: &AtomicBool, state: &Mutex<State>) {
        let mut hunter = Hunter::new(self, failed);
        while let Some(&(first, last)) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = hunter.chunk(first, last);
            let mut state = state.lock().expect("no thread panics while it holds the state");
            match result.and_then(|chunk| state.note(chunk)) {
                Ok(ControlFlow::Continue(())) => (self.progress)(&state.tally),
                Ok(ControlFlow::Break(())) => return,
                Err(error) => {
                    failed.store(true, Ordering::Relaxed);
                    state.error = Some(error);
                }
            }
        }
    }
}

impl State {
    /// Notes a stretch that is done; where there is none, the hunt is over.
    fn note(&mut self, chunk: Option<Chunk>) -> Result<ControlFlow<()>, HuntError> {
        let Some(chunk) = chunk else { return Ok(ControlFlow::Break(())) };
        self.ledger.append(&chunk.to_string()).map_err(LedgerError::Io)?;
        self.tally.add(&chunk);
        Ok(ControlFlow::Continue(()))
    }
}

/// One thread of a hunt, with solvers of its own.
struct Hunter<'h> {
    hunt: &'h Hunt<'h>,
    failed: &'h AtomicBool,
    quick: Solver,
    thorough: Solver,
    free: Rules,
}

impl<'h> Hunter<'h> {
    fn new(hunt: &'h Hunt<'h>, failed: &'h AtomicBool) -> Self {
        Self {
            hunt,
            failed,
            quick: Solver::new().with_effort(Effort::Guided),
            thorough: Solver::new(),
            free: hunt.deals.rules.clone().with_foundations(Foundations::Free),
        }
    }

    fn is_over(&self) -> bool {
        self.failed.load(Ordering::Relaxed) || (self.hunt.stop)()
    }

    /// A watcher that breaks a search off when the hunt is over.
    fn watch(&self) -> impl FnMut(&Stats) -> ControlFlow<search::Stop> + use<'h> {
        let (failed, stop) = (self.failed, self.hunt.stop);
        move |_: &Stats| {
            if failed.load(Ordering::Relaxed) || stop() {
                ControlFlow::Break(search::Stop::Cancelled)
            } else {
                ControlFlow::Continue(())
            }
        }
    }

    /// Looks at all deals of a stretch; none if the hunt is broken off.
    fn chunk(&mut self, first: u32, last: u32) -> Result<Option<Chunk>, HuntError> {
        let mut chunk = Chunk { first, last, solved: 0, finds: Vec::new() };
        let rules = &self.hunt.deals.rules;
        let range = DealRange::of(rules.clone(), &format!("{first}..{last}")).expect("a part of the range");
        for seed in range.seeds() {
            if self.is_over() {
                return Ok(None);
            }
            let mut watch = self.watch();
            let mut run = Run::new(self.hunt.budget, &mut watch);
            match self.quick.solve(&rules.deal(seed), &mut run)?.outcome {
                Outcome::Solved(_) => chunk.solved += 1,
                _ => match self.decide(seed)? {
                    Find { forced: Verdict::Solved, .. } => chunk.solved += 1,
                    find => chunk.finds.push(find),
                },
            }
        }
        // A search that was broken off may stand in the chunk as given up.
        Ok((!self.is_over()).then_some(chunk))
    }

    /// Decides a deal that was not solved quickly, with forced and with free foundations.
    fn decide(&mut self, seed: Seed) -> Result<Find, HuntError> {
        let forced = self.verdict(&self.hunt.deals.rules, seed)?;
        let mut find = Find { seed: seed.number(), forced, free: forced, certified: None };
        if forced != Verdict::Solved {
            find.free = self.verdict(&self.free.clone(), seed)?;
        }
        if forced == Verdict::Impossible {
            find.certified = self.certify(seed)?;
        }
        Ok(find)
    }

    fn verdict(&mut self, rules: &Rules, seed: Seed) -> Result<Verdict, HuntError> {
        let mut watch = self.watch();
        let mut run = Run::new(self.hunt.budget, &mut watch);
        Ok(match self.thorough.solve(&rules.deal(seed), &mut run)?.outcome {
            Outcome::Solved(_) => Verdict::Solved,
            Outcome::Unsolvable(()) => Verdict::Impossible,
            Outcome::GaveUp(_) => Verdict::GaveUp,
        })
    }

    fn certify(&self, seed: Seed) -> Result<Option<u64>, HuntError> {
        let deal = Deal::numbered(self.hunt.deals.rules.clone(), seed);
        let proof = prove(&deal, &mut Run::new(self.hunt.budget, &mut self.watch()))?;
        let Outcome::Unsolvable(closure) = proof else { return Ok(None) };
        (self.hunt.certify)(seed, &closure).map_err(|error| HuntError::Certificate(seed.number(), error))?;
        Ok(Some(closure.len() as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hunt<'h>(deals: &str, stop: &'h (dyn Fn() -> bool + Sync)) -> Hunt<'h> {
        let budget = Budget::default().with_nodes(200_000);
        Hunt {
            deals: deals.parse().unwrap(),
            budget,
            threads: 2,
            certify: &|_, _| Ok(()),
            progress: &|_| {},
            stop,
        }
    }

    #[test]
    fn a_hunt_that_is_broken_off_goes_on_to_the_same_end() {
        let dir = tempfile::tempdir().unwrap();
        let whole = hunt("fc.1..4500", &|| false).run(&dir.path().join("whole")).unwrap();
        assert_eq!((whole.done(), whole.is_complete), (4500, true));
        let path = dir.path().join("parts");
        for _ in 0..40 {
            let asked = AtomicUsize::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) > 2200;
            let parts = hunt("fc.1..4500", &stop).run(&path).unwrap();
            // What a kill may leave behind: half a line.
            let mut text = std::fs::read_to_string(&path).unwrap();
            text.push_str("4001..4500 solved 4");
            std::fs::write(&path, text).unwrap();
            if parts.is_complete {
                assert_eq!(parts, whole);
                return;
            }
        }
        panic!("the hunt does not come to an end");
    }

    #[test]
    fn finds_are_the_impossible_deals() {
        let dir = tempfile::tempdir().unwrap();
        let tally = hunt("st.1..100", &|| false).run(&dir.path().join("ledger")).unwrap();
        let seeds: Vec<_> = tally.finds.iter().map(|find| find.seed).collect();
        assert!(seeds.contains(&35) && seeds.contains(&91) && !seeds.contains(&1), "{seeds:?}");
        let proven = |find: &Find| find.forced == Verdict::Impossible && find.certified.is_some();
        assert!(tally.finds.iter().all(proven));
    }
}
