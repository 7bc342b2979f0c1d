//! The solver of any game: a portfolio of guided searches, then an exhaustive one.

mod loose;
mod relax;
mod shorten;
#[cfg(test)]
mod tests;

use search::{Budget, Limit, Outcome, Run};

use self::loose::search_loose;
use crate::action::Action;
use crate::moves::Move;
use crate::rules::{Extras, Play};
use crate::solve::best_first::{BestFirst, BestFirstAttempt};
use crate::solve::breadth_first::{BreadthFirst, Ending};
use crate::solve::deadlock::is_deadlocked;
use crate::solve::error::{NotSupported, SolveError};
use crate::solve::free_foundations::{self, Passes};
use crate::solve::guided::Problem;
use crate::solve::loose::{LooseAttempt, LooseMode, LooseSearch};
use crate::solve::midnight_oil::MidnightOilSolver;
use crate::solve::midnight_oil_xpat2::Xpat2Solver;
use crate::solve::packed::{Packed, PackedMove};
use crate::solve::portfolio::{Attempt, LOOSE, MOST_RELAXED, Stage, forgetful, portfolio};
use crate::solve::race::{Race, RaceEnd, Raced};
use crate::solve::relaxation::Relaxation;
use crate::solve::report::{Finding, Report};
use crate::solve::rule_masks::RuleMasks;
use crate::solve::seahaven::SeahavenSolver;
use crate::table::Table;

/// How much of the game is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Effort {
    /// Guided searches first, an exhaustive one where they decide nothing.
    #[default]
    Quick,
    /// The guided searches alone: they find lines, and prove small games lost.
    Guided,
    /// The exhaustive search alone.
    Exhaustive,
    /// One guided search that drops states this many cards behind the best one seen, by cards put up.
    Forgetful(u32),
}

/// Solves tables of any rules. It keeps its memory from one deal to the next, and shares nothing with
/// other solvers: use one per thread.
///
/// ```
/// use patience::{Deal, Solver};
/// use search::{Budget, Outcome, Run, Unwatched};
///
/// let deal: Deal = "FreeCell.123".parse()?;
/// let mut watch = Unwatched;
/// let report = Solver::new().solve(deal.table(), &mut Run::new(Budget::default(), &mut watch))?;
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.len() > 20));
/// # Ok::<(), patience::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    effort: Effort,
    own: Option<OwnSearch>,
    midnight_oil: MidnightOilSolver,
    full: Xpat2Solver,
    seahaven: SeahavenSolver,
    race: Race,
    best_first: BestFirst,
    breadth_first: BreadthFirst,
    relaxation: Relaxation,
    /// The masks of the last table: deals of one game share them.
    masks: Option<(Play, usize, RuleMasks)>,
}

impl Solver {
    /// A solver that searches quickly first.
    pub fn new() -> Self {
        Self::default()
    }

    /// The solver with this effort.
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Self {
        Self { effort, ..self }
    }

    /// The solver with a portfolio of one's own instead of that of the game.
    #[must_use]
    pub fn with_attempts(self, attempts: Vec<Attempt>) -> Self {
        Self { own: Some(OwnSearch::Guided(attempts)), ..self }
    }

    /// The solver with one best-first search instead of the portfolio of the game.
    #[must_use]
    pub fn with_best_first(self, attempt: BestFirstAttempt) -> Self {
        Self { own: Some(OwnSearch::BestFirst(attempt)), ..self }
    }

    /// Looks for a line that wins from this table, or for the proof that there is none, with everything that its
    /// rules allow. The answer does not depend on the threads of the run.
    pub fn solve(&mut self, table: &Table, run: &mut Run<'_>) -> Result<Report, SolveError> {
        run.part(Budget::UNLIMITED, |run| {
            let finding = self.search(table, run)?;
            if finding.outcome == Outcome::GaveUp(Limit::Memory) {
                // Who shares memory out has to know that a larger share might decide, whichever engine gave up.
                run.no_room();
            }
            finding.report(table, *run.stats())
        })
    }

    /// Searches with a run that has spent nothing yet.
    fn search(&mut self, table: &Table, run: &mut Run<'_>) -> Result<Finding, NotSupported> {
        if Xpat2Solver::accepts(table.rules()) {
            return Ok(Finding { outcome: self.full.decide(table, run), strategy: Xpat2Solver::NAME });
        }
        if table.extras_in_reach() != Extras::NONE {
            return Err(NotSupported::SearchWithExtras);
        }
        let masks = self.masks(table);
        let mut start = Packed::of(table);
        start.normalise(&masks);
        if masks.choice {
            return Ok(self.search_free(table, &start, &masks, run));
        }
        let (outcome, strategy) = self.search_forced(table, &start, &masks, self.effort, run);
        Ok(Finding { outcome: outcome.map(|line| line.into_iter().map(Action::from).collect()), strategy })
    }

    /// Searches a game in which putting up is a choice. The forced game is tried first: by guesses only, unless its
    /// verdict holds for both.
    fn search_free(
        &mut self,
        table: &Table,
        start: &Packed,
        masks: &RuleMasks,
        run: &mut Run<'_>,
    ) -> Finding {
        if start.is_won() {
            let outcome = Outcome::Solved(free_foundations::spelled_out(table, &[], masks));
            return Finding { outcome, strategy: WON };
        }
        let holds_for_both = free_foundations::is_decided_by_forced(masks);
        let (effort, passes) = match self.effort {
            Effort::Exhaustive => (None, Passes::Exhaustive),
            Effort::Quick => (Some(Effort::Guided), Passes::Both),
            less => (Some(less), Passes::Beams),
        };
        if passes != Passes::Beams
            && let Some(strategy) = self.is_lost_at_sight(FEW_RELAXED, start, masks, run)
        {
            return Finding { outcome: Outcome::Unsolvable(()), strategy };
        }
        if let Some(effort) = if holds_for_both { Some(self.effort) } else { effort } {
            let (outcome, strategy) = self.search_as_forced(table, holds_for_both, effort, run);
            if !is_open(&outcome) || (holds_for_both && passes != Passes::Beams) {
                return Finding {
                    outcome: outcome.map(|line| free_foundations::spelled_out_moves(table, &line)),
                    strategy,
                };
            }
        }
        if passes != Passes::Beams
            && let Some(strategy) = self.is_lost_at_sight(MOST_RELAXED, start, masks, run)
        {
            return Finding { outcome: Outcome::Unsolvable(()), strategy };
        }
        self.release_guided();
        let outcome = free_foundations::search(&mut self.breadth_first, start, masks, passes, run);
        let outcome = outcome.map(|line| free_foundations::spelled_out(table, &line, masks));
        Finding { outcome, strategy: "free foundations" }
    }

    /// The reason why a table is lost whatever is played, where its cards lock each other in or its relaxed game of at most
    /// this many states is lost.
    fn is_lost_at_sight(
        &mut self,
        states: u64,
        start: &Packed,
        masks: &RuleMasks,
        run: &mut Run<'_>,
    ) -> Option<&'static str> {
        if is_deadlocked(start, masks) {
            return Some(DEADLOCK);
        }
        let is_lost = matches!(self.relax(states, start, masks, run), Outcome::Unsolvable(()));
        is_lost.then_some(RELAXED)
    }

    /// Searches the same table with forced foundations. Where its verdict does not hold for both games, one that is lost
    /// says nothing.
    fn search_as_forced(
        &mut self,
        table: &Table,
        holds_for_both: bool,
        effort: Effort,
        run: &mut Run<'_>,
    ) -> Searched {
        let table = free_foundations::forced(table);
        let masks = self.masks(&table);
        let mut start = Packed::of(&table);
        start.normalise(&masks);
        match self.search_forced(&table, &start, &masks, effort, run) {
            (Outcome::Unsolvable(()), strategy) if !holds_for_both => {
                (Outcome::GaveUp(Limit::Incomplete), strategy)
            }
            searched => searched,
        }
    }

    /// Searches a game with forced foundations.
    fn search_forced(
        &mut self,
        table: &Table,
        start: &Packed,
        masks: &RuleMasks,
        effort: Effort,
        run: &mut Run<'_>,
    ) -> Searched {
        if start.is_won() {
            return (Outcome::Solved(Vec::new()), WON);
        }
        self.best_first.give_up();
        if let Effort::Quick | Effort::Exhaustive = effort
            && let Some(decided) = self.decide(table, run)
        {
            return decided;
        }
        if effort == Effort::Quick && is_deadlocked(start, masks) {
            return (Outcome::Unsolvable(()), DEADLOCK);
        }
        if effort != Effort::Exhaustive {
            let (outcome, strategy) = self.try_stages(start, masks, effort, run);
            if effort != Effort::Quick || !is_open(&outcome) || LooseSearch::accepts(masks) {
                return (outcome, strategy);
            }
        }
        if LooseSearch::accepts(masks) {
            return (search_loose(ALL_LOOSE, start, masks, run), LOOSE);
        }
        (self.exhaust_rest(start, masks, run), EXHAUSTIVE)
    }

    fn masks(&mut self, table: &Table) -> RuleMasks {
        let (play, columns) = (table.rules(), table.columns().len());
        match &self.masks {
            Some((known_play, known_columns, masks)) if (*known_play, *known_columns) == (play, columns) => {
                masks.clone()
            }
            _ => self.masks.insert((play, columns, RuleMasks::of(table))).2.clone(),
        }
    }

    /// Asks the engine that decides games of these rules, if there is one.
    fn decide(&mut self, table: &Table, run: &mut Run<'_>) -> Option<Searched> {
        let play = table.rules();
        if MidnightOilSolver::accepts(play) {
            Some((self.midnight_oil.decide(table, run), MidnightOilSolver::NAME))
        } else if SeahavenSolver::accepts(play) {
            Some((self.seahaven.decide(table, run), SeahavenSolver::NAME))
        } else {
            None
        }
    }

    /// Tries the portfolio of the game, or one's own, until a stage of it decides.
    fn try_stages(
        &mut self,
        start: &Packed,
        masks: &RuleMasks,
        effort: Effort,
        run: &mut Run<'_>,
    ) -> Searched {
        let own = match effort {
            Effort::Forgetful(distance) => Some(OwnSearch::Guided(vec![forgetful(masks, distance)])),
            _ => self.own.clone(),
        };
        match own {
            Some(OwnSearch::Guided(attempts)) => return self.guess(start, masks, &attempts, run),
            Some(OwnSearch::BestFirst(attempt)) => return self.try_best_first(&attempt, start, masks, run),
            None => {}
        }
        let mut searched = (Outcome::GaveUp(Limit::Incomplete), "none");
        let mut out_of_memory = false;
        for stage in portfolio(masks) {
            self.make_room(run);
            searched = match *stage {
                Stage::Relaxed(_) | Stage::Further(..) if effort == Effort::Guided => {
                    continue;
                }
                Stage::Guided(attempts) => {
                    self.beside_stopped(run, |solver, run| solver.guess(start, masks, attempts, run))
                }
                Stage::BestFirst(attempt) => self.try_best_first(attempt, start, masks, run),
                Stage::Further(attempt, nodes) if self.best_first.is_stopped() => {
                    self.try_further(attempt, nodes, start, masks, run)
                }
                Stage::Further(..) => continue,
                Stage::Relaxed(states) => (self.relax(states, start, masks, run), RELAXED),
                Stage::Loose(attempt) => (search_loose(attempt, start, masks, run), attempt.name),
            };
            if !is_open(&searched.0) {
                return searched;
            }
            out_of_memory |= searched.0 == Outcome::GaveUp(Limit::Memory);
        }
        if out_of_memory { (Outcome::GaveUp(Limit::Memory), searched.1) } else { searched }
    }

    /// Gives back the memory of the searches before, if it is much: the next one may hold as much as the run allows. A
    /// best-first search that stopped is kept if it leaves half of the memory to others.
    fn make_room(&mut self, run: &mut Run<'_>) {
        let memory = run.budget().memory;
        if self.best_first.is_stopped() && self.best_first.bytes() > memory / 2 {
            run.no_room();
            self.best_first.give_up();
        }
        let is_kept = self.best_first.is_stopped();
        let kept = if is_kept { 0 } else { self.best_first.bytes() };
        if self.race.bytes() + self.breadth_first.bytes() + kept > memory / 16 {
            self.race.release();
            self.breadth_first = BreadthFirst::default();
            if !is_kept {
                self.best_first = BestFirst::default();
            }
        }
    }

    /// Does a part of the search in the memory that a best-first search that stopped leaves.
    fn beside_stopped<T>(&mut self, run: &mut Run<'_>, work: impl FnOnce(&mut Self, &mut Run<'_>) -> T) -> T {
        let held = if self.best_first.is_stopped() { self.best_first.bytes() } else { 0 };
        let budget = run.budget();
        run.part(budget.with_memory(budget.memory.saturating_sub(held)), |run| {
            let done = work(self, run);
            run.stats_mut().memory += held;
            done
        })
    }

    /// Tries guided searches.
    fn guess(
        &mut self,
        start: &Packed,
        masks: &RuleMasks,
        attempts: &[Attempt],
        run: &mut Run<'_>,
    ) -> Searched {
        let Raced { end, name } = self.race.run(Problem { start, masks }, attempts, run);
        let outcome = match end {
            RaceEnd::Won(line) => Outcome::Solved(moves(&line)),
            RaceEnd::Nothing { out_of_memory: true } => Outcome::GaveUp(Limit::Memory),
            RaceEnd::Nothing { out_of_memory: false } => Outcome::GaveUp(Limit::Incomplete),
            RaceEnd::Limit(limit) => Outcome::GaveUp(limit),
        };
        (outcome, name)
    }

    /// Tries a best-first search.
    fn try_best_first(
        &mut self,
        attempt: &BestFirstAttempt,
        start: &Packed,
        masks: &RuleMasks,
        run: &mut Run<'_>,
    ) -> Searched {
        let search = &mut self.best_first;
        let problem = Problem { start, masks };
        let outcome = up_to(attempt.nodes, run, |run| outcome_of(search.run(problem, &attempt.weights, run)));
        (outcome, attempt.name)
    }

    /// Goes on with the best-first search that stopped.
    fn try_further(
        &mut self,
        attempt: &BestFirstAttempt,
        nodes: u64,
        start: &Packed,
        masks: &RuleMasks,
        run: &mut Run<'_>,
    ) -> Searched {
        self.race.release();
        let search = &mut self.best_first;
        let problem = Problem { start, masks };
        let outcome = up_to(nodes, run, |run| outcome_of(search.go_on(problem, &attempt.weights, run)));
        (outcome, attempt.name)
    }

    /// Gives back the memory of the guided searches.
    fn release_guided(&mut self) {
        self.race.release();
        self.best_first = BestFirst::default();
    }

    /// Searches everything, or what a best-first search that stopped has left.
    fn exhaust_rest(&mut self, start: &Packed, masks: &RuleMasks, run: &mut Run<'_>) -> Outcome<Vec<Move>> {
        self.race.release();
        let Self { best_first, breadth_first, .. } = self;
        if best_first.is_stopped()
            && let Ok(handed_over) = best_first.hand_over(breadth_first, run)
        {
            let budget = run.budget();
            let memory = budget.memory.saturating_sub(handed_over.bytes());
            return run.part(budget.with_memory(memory), |run| {
                let line_to = |number| handed_over.line_to(number);
                let ended = outcome_of(breadth_first.go_on(start, masks, line_to, run));
                run.stats_mut().memory += handed_over.bytes();
                ended
            });
        }
        // The memory of the guided searches is not counted here.
        self.release_guided();
        self.exhaust(start, masks, run)
    }

    fn exhaust(&mut self, start: &Packed, masks: &RuleMasks, run: &mut Run<'_>) -> Outcome<Vec<Move>> {
        outcome_of(self.breadth_first.run_whole(start, masks, run))
    }
}

/// Searches as a part of the run, as far as these nodes go; another search may try after that.
fn up_to(
    nodes: u64,
    run: &mut Run<'_>,
    search: impl FnOnce(&mut Run<'_>) -> Outcome<Vec<Move>>,
) -> Outcome<Vec<Move>> {
    let is_all = run.nodes_left() <= nodes;
    match run.part(run.budget().with_nodes(nodes), search) {
        Outcome::GaveUp(Limit::Nodes) if !is_all => Outcome::GaveUp(Limit::Incomplete),
        outcome => outcome,
    }
}

/// The verdict on a game by the ending of a search of all its states.
fn outcome_of(ending: Result<Ending, Limit>) -> Outcome<Vec<Move>> {
    match ending {
        Ok(Ending::Won(line)) => Outcome::Solved(moves(&line)),
        Ok(Ending::Exhausted) => Outcome::Unsolvable(()),
        Ok(Ending::Narrowed) => Outcome::GaveUp(Limit::Incomplete),
        Err(limit) => Outcome::GaveUp(limit),
    }
}

/// A search of one's own instead of the portfolio.
#[derive(Clone, Debug)]
enum OwnSearch {
    Guided(Vec<Attempt>),
    BestFirst(BestFirstAttempt),
}

/// The exhaustive search of games where cards go onto cards of any suit, and nowhere else.
const ALL_LOOSE: LooseAttempt = LooseAttempt { name: LOOSE, mode: LooseMode::BestFirst, nodes: u64::MAX };
/// The strategy where there is nothing to do.
const WON: &str = "nothing to do";
/// The states of a relaxed game that cost less than guided searches.
const FEW_RELAXED: u64 = 10_000;
/// The strategy that sees that cards lock each other in.
const DEADLOCK: &str = "deadlock";
/// The strategy that searches the relaxed game.
const RELAXED: &str = "relaxed game";
/// The strategy that searches everything.
const EXHAUSTIVE: &str = "exhaustive";

/// The outcome of a game with forced foundations, and the strategy that found it.
type Searched = (Outcome<Vec<Move>>, &'static str);

/// May another search still decide, within the same run? One may do with the memory that is too little for another.
fn is_open<S>(outcome: &Outcome<S>) -> bool {
    matches!(outcome, Outcome::GaveUp(Limit::Incomplete | Limit::Memory))
}

fn moves(line: &[PackedMove]) -> Vec<Move> {
    line.iter().map(|step| step.to_move()).collect()
}
