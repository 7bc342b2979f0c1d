//! The solver of any game: a portfolio of guided searches, then an exhaustive one.

use search::{Budget, Limit, Outcome, Stats, Watch};

use crate::action::Action;
use crate::moves::Move;
use crate::rules::{Extras, Foundations, Play};
use crate::solve::free::{self, Widths};
use crate::solve::in_full::FullSolver;
use crate::solve::laws::Laws;
use crate::solve::layers::{End, Layers, Plan};
use crate::solve::midnight_oil::MidnightOilSolver;
use crate::solve::packed::{Packed, Step};
use crate::solve::portfolio::{Attempt, forgetful, portfolio};
use crate::solve::report::Report;
use crate::solve::seahaven::SeahavenSolver;
use crate::solve::shortest::{Hunt, Shortest, knots};
use crate::solve::team::{Team, Tried};
use crate::table::Table;

/// How much of the game is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Effort {
    /// Guided searches first, an exhaustive one where they find nothing.
    #[default]
    Quick,
    /// The guided searches alone, which prove nothing.
    Guided,
    /// The exhaustive search alone.
    Exhaustive,
    /// One guided search that drops states with so many fewer cards put up than the best one seen.
    Forgetful(u32),
}

/// Solves tables of any rules. It keeps its tables from one deal to the next, and shares nothing with
/// other solvers: use one a thread.
///
/// ```
/// use patience::{DealName, Solver};
/// use search::{Outcome, Unwatched};
///
/// let deal: DealName = "FreeCell.123".parse()?;
/// let report = Solver::new().solve(&deal.deal(), &mut Unwatched);
/// assert!(matches!(report.outcome, Outcome::Solved(line) if line.len() > 20));
/// # Ok::<(), patience::NoDeal>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    budget: Budget,
    threads: usize,
    effort: Effort,
    attempts: Option<Vec<Attempt>>,
    midnight_oil: MidnightOilSolver,
    full: FullSolver,
    seahaven: SeahavenSolver,
    team: Team,
    layers: Layers,
    /// The laws of the last table: deals of one game share them.
    laws: Option<(Play, usize, Laws)>,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver with one gibibyte, one thread and no limit of nodes.
    pub fn new() -> Self {
        Self {
            budget: Budget::default(),
            threads: 1,
            effort: Effort::default(),
            attempts: None,
            midnight_oil: MidnightOilSolver::new(),
            full: FullSolver::new(),
            seahaven: SeahavenSolver::new(),
            team: Team::default(),
            layers: Layers::default(),
            laws: None,
        }
    }

    /// The same with this budget for each deal.
    #[must_use]
    pub fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// The same on this many threads. The answer does not depend on them.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The same with this effort.
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Self {
        Self { effort, ..self }
    }

    /// The same with a portfolio of one's own instead of that of the game.
    #[must_use]
    pub fn with_attempts(self, attempts: Vec<Attempt>) -> Self {
        Self { attempts: Some(attempts), ..self }
    }

    /// Looks for a line that wins from this table, or for the proof that there is none.
    pub fn solve(&mut self, table: &Table, watch: &mut dyn Watch) -> Report {
        let mut stats = Stats::default();
        if table.extras() != Extras::NONE || table.rules().foundations == Foundations::OneWay {
            // The packed state knows nothing beside moves; saying more would be a guess.
            return Report { outcome: Outcome::GaveUp(Limit::Incomplete), stats, strategy: "none" };
        }
        let laws = self.laws(table);
        let mut start = Packed::of(table);
        start.normalise(&laws);
        if start.is_won() {
            let line = if laws.choice { free::spelled_out(table, &[], &laws) } else { Vec::new() };
            return Report { outcome: Outcome::Solved(line), stats, strategy: "nothing to do" };
        }
        if laws.choice {
            return self.solve_free(table, &start, &laws, watch);
        }
        if let Some(report) = self.decide(table, watch) {
            return report;
        }
        if self.effort != Effort::Exhaustive {
            let (outcome, strategy) = self.guess(table, &start, &laws, &mut stats, watch);
            if self.effort != Effort::Quick || outcome != Outcome::GaveUp(Limit::Incomplete) {
                return Report { outcome, stats, strategy };
            }
        }
        let outcome = self.exhaust(table, &start, &laws, &mut stats, watch);
        Report { outcome, stats, strategy: "exhaustive" }
    }

    /// Solves a game in which putting up is a choice.
    fn solve_free(&mut self, table: &Table, start: &Packed, laws: &Laws, watch: &mut dyn Watch) -> Report {
        let forced = self.solve_forced(table, laws, watch);
        let mut stats = forced.stats;
        match forced.outcome {
            Outcome::Solved(line) => {
                let line = replayed(table, free::spelled_out_moves(table, &line));
                let outcome = line.map_or(Outcome::GaveUp(Limit::Incomplete), Outcome::Solved);
                return Report { outcome, ..forced };
            }
            Outcome::GaveUp(Limit::Incomplete) => {}
            _ => return forced,
        }
        let widths = match self.effort {
            Effort::Exhaustive => Widths::Whole,
            Effort::Guided | Effort::Forgetful(_) => Widths::Beams,
            Effort::Quick => Widths::Both,
        };
        let plan = Plan { laws, beam: None, bound: None, threads: self.threads };
        let found = free::search(&mut self.layers, start, plan, widths, self.budget, &mut stats, watch);
        let outcome = found.map_or_else(
            |none| none,
            |line| {
                let line = replayed(table, free::spelled_out(table, &line, laws));
                line.map_or(Outcome::GaveUp(Limit::Incomplete), Outcome::Solved)
            },
        );
        Report { outcome, stats, strategy: "free foundations" }
    }

    /// Tries the same table with forced foundations: by guesses only, unless its verdict holds for both.
    /// `Limit::Incomplete` says that nothing is decided yet.
    fn solve_forced(&mut self, table: &Table, laws: &Laws, watch: &mut dyn Watch) -> Report {
        let effort = self.effort;
        if !free::is_decided_by_forced(laws) {
            if effort == Effort::Exhaustive {
                let outcome = Outcome::GaveUp(Limit::Incomplete);
                return Report { outcome, stats: Stats::default(), strategy: "none" };
            }
            self.effort = if effort == Effort::Quick { Effort::Guided } else { effort };
        }
        let report = self.solve(&free::forced(table), watch);
        self.effort = effort;
        report
    }

    /// Like [`solve`](Self::solve), with whatever the rules allow beside moves.
    pub fn solve_in_full(&mut self, table: &Table, watch: &mut dyn Watch) -> Report<Action> {
        if FullSolver::accepts(table.rules()) {
            self.full.solve(table, self.budget, watch)
        } else {
            self.solve(table, watch).into_actions()
        }
    }

    /// Looks for a line with the fewest moves. Guided searches and beams find short ones, a search by
    /// layers up to growing lengths proves that there is none shorter.
    pub fn shortest(&mut self, table: &Table, watch: &mut dyn Watch) -> Shortest {
        let mut report = self.solve(table, watch);
        let laws = self.laws(table);
        let mut start = Packed::of(table);
        start.normalise(&laws);
        if laws.choice {
            // Every card needs a move up, and each in a knot one more; the search by layers counts no moves up.
            let at_least = knots(&start) + 4 * 13 - Packed::of(table).up().count_ones();
            return Shortest { report, at_least };
        }
        let mut at_least = if start.is_won() { 0 } else { knots(&start).max(1) };
        if !matches!(report.outcome, Outcome::Solved(_)) {
            return Shortest { report, at_least };
        }
        let mut hunt = Hunt { laws: &laws, start: &start, budget: self.budget, threads: self.threads };
        let spelled =
            |line: &[Step]| if laws.choice { free::spelled_out(table, line, &laws) } else { moves(line) };
        hunt.run(&mut self.layers, &mut report, &mut at_least, watch, |line| replayed(table, spelled(line)));
        Shortest { report, at_least }
    }

    fn laws(&mut self, table: &Table) -> Laws {
        let (play, columns) = (table.rules(), table.columns().len());
        match &self.laws {
            Some((known_play, known_columns, laws)) if (*known_play, *known_columns) == (play, columns) => {
                laws.clone()
            }
            _ => self.laws.insert((play, columns, Laws::of(table))).2.clone(),
        }
    }

    /// Asks the engine that decides games of these rules, if there is one and proofs are wanted.
    fn decide(&mut self, table: &Table, watch: &mut dyn Watch) -> Option<Report> {
        let play = table.rules();
        let report = match self.effort {
            Effort::Guided | Effort::Forgetful(_) => return None,
            _ if MidnightOilSolver::accepts(play) => self.midnight_oil.solve(table, self.budget, watch),
            _ if SeahavenSolver::accepts(play) => self.seahaven.solve(table, self.budget, watch),
            _ => return None,
        };
        match report.outcome {
            Outcome::Solved(line) => {
                let outcome = Outcome::Solved(replayed(table, line)?);
                Some(Report { outcome, ..report })
            }
            _ => Some(report),
        }
    }

    /// Tries the portfolio. `Limit::Incomplete` says that all of it was tried.
    fn guess(
        &mut self,
        table: &Table,
        start: &Packed,
        laws: &Laws,
        stats: &mut Stats,
        watch: &mut dyn Watch,
    ) -> (Outcome<Vec<Move>>, &'static str) {
        let own = match self.effort {
            Effort::Forgetful(distance) => Some(vec![forgetful(laws, distance)]),
            _ => self.attempts.clone(),
        };
        let attempts = own.as_deref().unwrap_or_else(|| portfolio(laws));
        let Tried { line, limit, name } =
            self.team.attempt(start, laws, attempts, self.budget, self.threads, stats, watch);
        let line = line.and_then(|line| replayed(table, moves(&line)));
        (line.map_or(Outcome::GaveUp(limit), Outcome::Solved), name)
    }

    fn exhaust(
        &mut self,
        table: &Table,
        start: &Packed,
        laws: &Laws,
        stats: &mut Stats,
        watch: &mut dyn Watch,
    ) -> Outcome<Vec<Move>> {
        let plan = Plan { laws, beam: None, bound: None, threads: self.threads };
        let budget = self.budget.with_nodes(self.budget.nodes - stats.nodes);
        match self.layers.run(start, plan, budget, stats, watch) {
            End::Won(line) => {
                replayed(table, moves(&line)).map_or(Outcome::GaveUp(Limit::Incomplete), Outcome::Solved)
            }
            End::Exhausted => Outcome::Unsolvable(()),
            End::Narrowed => Outcome::GaveUp(Limit::Incomplete),
            End::Limit(limit) => Outcome::GaveUp(limit),
        }
    }
}

fn moves(line: &[Step]) -> Vec<Move> {
    line.iter().map(|step| step.to_move()).collect()
}

/// The line, if the referee lets it pass and says that the game is won.
fn replayed(table: &Table, line: Vec<Move>) -> Option<Vec<Move>> {
    let mut table = table.clone();
    table.normalise();
    let legal = line.iter().all(|&played| table.try_play(played).is_ok());
    debug_assert!(legal && table.is_won(), "the referee refuses a line of the solver");
    (legal && table.is_won()).then_some(line)
}

#[cfg(test)]
mod tests {
    use search::Unwatched;

    use super::*;
    use crate::deal::DealName;
    use crate::solve::guided::{Leash, Manner};
    use crate::solve::small_games::{Dice, Truth, any_table, freed, truth};

    fn deal(name: &str) -> Table {
        name.parse::<DealName>().unwrap().deal()
    }

    #[test]
    fn small_games_have_the_true_verdict() {
        let mut dice = Dice::new(3);
        let mut solver = Solver::new();
        for game in 0..3000 {
            let table = any_table(&mut dice, 4 + game % 15);
            let outcome = solver.solve(&table, &mut Unwatched).outcome;
            match truth(&table, 3000) {
                Truth::Shortest(moves) => {
                    assert!(matches!(&outcome, Outcome::Solved(line) if line.len() >= moves), "{table:?}");
                }
                Truth::Impossible => assert_eq!(outcome, Outcome::Unsolvable(()), "{table:?}"),
                Truth::Unknown => {}
            }
        }
    }

    /// Putting up is a choice, and cards come back: the search with its safe lifts against the plain truth.
    #[test]
    fn small_free_games_have_the_true_verdict() {
        let mut dice = Dice::new(9);
        let mut solver = Solver::new();
        let mut seen = [0; 3];
        for game in 0..1200 {
            let table = freed(&any_table(&mut dice, 4 + game % 8));
            let effort = if game % 2 == 0 { Effort::Quick } else { Effort::Exhaustive };
            solver = solver.with_effort(effort);
            let outcome = solver.solve(&table, &mut Unwatched).outcome;
            match truth(&table, 2000) {
                Truth::Shortest(moves) => {
                    assert!(matches!(&outcome, Outcome::Solved(line) if line.len() >= moves), "{table:?}");
                    let at_least = solver.shortest(&table, &mut Unwatched).at_least;
                    assert!(at_least as usize <= moves, "{table:?}");
                    seen[0] += 1;
                }
                Truth::Impossible => {
                    assert_eq!(outcome, Outcome::Unsolvable(()), "{table:?}");
                    seen[1] += 1;
                }
                Truth::Unknown => seen[2] += 1,
            }
        }
        assert!(seen[0] > 150 && seen[1] > 150, "{seen:?}");
    }

    /// Windows deal 1941 is won only by keeping a card down or bringing one back.
    #[test]
    fn a_free_choice_wins_what_force_loses() {
        let rules = crate::rules::Rules::named("ms").unwrap();
        let table = rules.deal(rules.seed("1941").unwrap());
        assert_eq!(Solver::new().solve(&table, &mut Unwatched).outcome, Outcome::Unsolvable(()));
        assert!(matches!(Solver::new().solve(&freed(&table), &mut Unwatched).outcome, Outcome::Solved(_)));
    }

    #[test]
    fn small_games_have_the_true_length() {
        let mut dice = Dice::new(5);
        let mut solver = Solver::new();
        let mut lengths = [0; 30];
        for game in 0..2000 {
            let table = any_table(&mut dice, 4 + game % 15);
            if let Truth::Shortest(moves) = truth(&table, 3000) {
                let shortest = solver.shortest(&table, &mut Unwatched);
                let Outcome::Solved(line) = &shortest.report.outcome else { panic!("{table:?}") };
                assert!(shortest.is_proven(), "{table:?}");
                assert_eq!(line.len(), moves, "{table:?}");
                lengths[moves.min(29)] += 1;
            }
        }
        assert!(lengths[5..].iter().sum::<usize>() > 100, "{lengths:?}");
    }

    #[test]
    fn guided_searches_find_lines_that_the_referee_accepts() {
        let mut solver = Solver::new().with_budget(Budget::default().with_nodes(5_000));
        for game in ["fc", "fc3", "fc8", "bd", "st", "eo", "sr", "bg"] {
            let solves = |seed: &u32| {
                let report = solver.solve(&deal(&format!("{game}.{seed}")), &mut Unwatched);
                matches!(report.outcome, Outcome::Solved(_))
            };
            let solved = (1..=40).filter(solves).count();
            assert!(solved >= 10, "{game}: {solved} of 40");
        }
    }

    #[test]
    fn the_answer_does_not_depend_on_the_threads() {
        for (name, nodes) in [("fc.29", 50_000), ("bd.3", 4_000), ("fc0.5", 100_000), ("bg.7", 3_000)] {
            let budget = Budget::default().with_nodes(nodes);
            let answers = [1, 2, 5].map(|threads| {
                let mut solver = Solver::new().with_budget(budget).with_threads(threads);
                let report = solver.solve(&deal(name), &mut Unwatched);
                (report.outcome, report.stats.nodes, report.strategy)
            });
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{name}: {answers:?}");
        }
    }

    /// The first search for FreeCell, held like this.
    fn attempt(width: Option<usize>, leash: Option<Leash>) -> Attempt {
        let Manner { weights, .. } = portfolio(&Laws::of(&deal("fc.1")))[0].manner;
        Attempt { name: "tried", manner: Manner { weights, width, forget: None, leash }, nodes: 20_000 }
    }

    #[test]
    fn a_leash_gives_up_where_there_is_no_progress() {
        let solver =
            |leash| Solver::new().with_effort(Effort::Guided).with_attempts(vec![attempt(None, leash)]);
        let mut free = solver(None);
        let mut held = solver(Some(Leash { first: 5, pace: 100 }));
        let mut given_up = 0;
        for seed in 1..=200 {
            let table = deal(&format!("fc.{seed}"));
            let (free, held) = (free.solve(&table, &mut Unwatched), held.solve(&table, &mut Unwatched));
            if held.outcome == Outcome::GaveUp(Limit::Incomplete) {
                given_up += 1;
                assert!((7..200).contains(&held.stats.nodes), "{seed}: {}", held.stats.nodes);
            } else {
                assert_eq!((held.outcome, held.stats.nodes), (free.outcome, free.stats.nodes), "{seed}");
            }
        }
        assert!((40..120).contains(&given_up), "{given_up}");
    }

    /// Of what a beam leaves behind only the way is kept.
    #[test]
    fn beams_win_in_little_memory() {
        let attempts = vec![attempt(Some(200), None)];
        let mut solver = Solver::new().with_effort(Effort::Guided).with_attempts(attempts);
        let reports: Vec<_> =
            (1..=40).map(|seed| solver.solve(&deal(&format!("fc.{seed}")), &mut Unwatched)).collect();
        let solved = reports.iter().filter(|report| matches!(report.outcome, Outcome::Solved(_))).count();
        assert!(solved > 30, "{solved}");
        let most = reports.iter().map(|report| report.stats.nodes).max().unwrap() as usize;
        assert!(most > 5_000 && reports[39].stats.memory < most * 150, "{most} {}", reports[39].stats.memory);
    }

    #[test]
    fn limits_are_kept() {
        let mut solver = Solver::new().with_budget(Budget::default().with_nodes(20));
        let report = solver.solve(&deal("fc.1"), &mut Unwatched);
        assert_eq!((report.outcome, report.stats.nodes), (Outcome::GaveUp(Limit::Nodes), 20));
        let memory = 20 << 20;
        let budget = Budget::default().with_memory(memory);
        let mut solver = Solver::new().with_budget(budget).with_effort(Effort::Exhaustive);
        let report = solver.solve(&deal("fc.1"), &mut Unwatched);
        assert_eq!(report.outcome, Outcome::GaveUp(Limit::Memory));
        assert!((memory / 2..memory * 11 / 10).contains(&report.stats.memory), "{}", report.stats.memory);
    }

    #[test]
    fn a_watcher_may_stop_it() {
        let mut stop = |stats: &Stats| {
            if stats.nodes > 1_000 {
                std::ops::ControlFlow::Break(search::Stop::Time)
            } else {
                std::ops::ControlFlow::Continue(())
            }
        };
        for effort in [Effort::Quick, Effort::Exhaustive] {
            let mut solver = Solver::new().with_effort(effort);
            let report = solver.solve(&deal("fc2.5"), &mut stop);
            assert_eq!(report.outcome, Outcome::GaveUp(Limit::Time));
        }
    }

    #[test]
    fn forgetting_never_proves_anything() {
        let mut dice = Dice::new(4);
        let mut solver = Solver::new().with_effort(Effort::Forgetful(0));
        let mut forgot = 0;
        for game in 0..300 {
            let table = any_table(&mut dice, 4 + game % 12);
            match solver.solve(&table, &mut Unwatched).outcome {
                Outcome::Solved(_) => {}
                outcome => {
                    assert_eq!(outcome, Outcome::GaveUp(Limit::Incomplete));
                    forgot += 1;
                }
            }
        }
        assert!(forgot > 20, "{forgot}");
    }
}
