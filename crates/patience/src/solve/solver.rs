//! The solver of any game: a portfolio of guided searches, then an exhaustive one.

use search::{Budget, Limit, Outcome, Run};

use crate::action::Action;
use crate::card::Card;
use crate::moves::Move;
use crate::rules::{Extras, Play};
use crate::solve::breadth_first::{BreadthFirst, Ending, Plan};
use crate::solve::error::{NotSupported, SolveError};
use crate::solve::free_foundations::{self, Passes};
use crate::solve::guided::Problem;
use crate::solve::midnight_oil::MidnightOilSolver;
use crate::solve::midnight_oil_xpat2::{self, Xpat2Solver};
use crate::solve::packed::{Packed, PackedMove};
use crate::solve::portfolio::{Attempt, forgetful, portfolio};
use crate::solve::race::{Race, RaceEnd, Raced};
use crate::solve::report::{Finding, Report};
use crate::solve::rule_masks::RuleMasks;
use crate::solve::seahaven::SeahavenSolver;
use crate::solve::shortest::{Shortest, ShortestSearch, moves_lower_bound};
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
    attempts: Option<Vec<Attempt>>,
    midnight_oil: MidnightOilSolver,
    full: Xpat2Solver,
    seahaven: SeahavenSolver,
    race: Race,
    breadth_first: BreadthFirst,
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
        Self { attempts: Some(attempts), ..self }
    }

    /// Looks for a line that wins from this table, or for the proof that there is none, with everything that its
    /// rules allow. The answer does not depend on the threads of the run.
    pub fn solve(&mut self, table: &Table, run: &mut Run<'_>) -> Result<Report, SolveError> {
        run.part(Budget::UNLIMITED, |run| self.search(table, run)?.report(table, *run.stats()))
    }

    /// Looks for a line with the fewest moves. Guided searches and beams find short ones; a
    /// breadth-first search up to growing lengths proves that there is none shorter.
    pub fn shortest(&mut self, table: &Table, run: &mut Run<'_>) -> Result<Shortest, SolveError> {
        run.part(Budget::UNLIMITED, |run| {
            let report = self.search(table, run)?.report(table, *run.stats())?;
            let masks = self.masks(table);
            let mut start = Packed::of(table);
            let not_up = Card::COUNT as u32 - start.up().count_ones();
            start.normalise(&masks);
            let mut shortest = Shortest { report, at_least: 0 };
            if Xpat2Solver::accepts(table.rules()) {
                midnight_oil_xpat2::shorten(table, &mut shortest, run)?;
            } else if masks.choice {
                // Every card needs a move up, which the lower bound leaves out.
                shortest.at_least = moves_lower_bound(&start) + not_up;
                self.shorten_free(table, &start, &masks, &mut shortest, run)?;
            } else if !start.is_won() {
                shortest.at_least = moves_lower_bound(&start).max(1);
                ShortestSearch { table, masks: &masks, start: &start }.run(
                    &mut self.breadth_first,
                    &mut shortest,
                    run,
                )?;
            }
            Ok(shortest)
        })
    }

    /// Shortens a line of a game in which putting up is a choice: by beams, and by the shortest line of the forced game.
    fn shorten_free(
        &mut self,
        table: &Table,
        start: &Packed,
        masks: &RuleMasks,
        shortest: &mut Shortest,
        run: &mut Run<'_>,
    ) -> Result<(), SolveError> {
        if start.is_won() || !matches!(shortest.report.outcome, Outcome::Solved(_)) {
            return Ok(());
        }
        free_foundations::beams(&mut self.breadth_first, start, masks, run, |line| {
            shortest.improve(table, free_foundations::spelled_out(table, line, masks), "beam")
        })?;
        let forced = self.shortest_forced(&free_foundations::forced(table), run)?;
        if let Outcome::Solved(solution) = &forced.report.outcome {
            let line = free_foundations::spelled_out_moves(table, &only_moves(solution.actions()));
            shortest.improve(table, line, forced.report.strategy)?;
        }
        if free_foundations::is_decided_by_forced(masks) {
            // No card is ever better kept down, so the lines of both games are equally long but for the cards put up.
            let up = Packed::of(table).up().count_ones();
            shortest.at_least = shortest.at_least.max(forced.at_least + Card::COUNT as u32 - up);
        }
        shortest.report.stats = *run.stats();
        Ok(())
    }

    /// Looks for a shortest line of a game with forced foundations.
    fn shortest_forced(&mut self, table: &Table, run: &mut Run<'_>) -> Result<Shortest, SolveError> {
        let masks = self.masks(table);
        let mut start = Packed::of(table);
        start.normalise(&masks);
        let (outcome, strategy) = self.search_forced(table, &start, &masks, self.effort, run);
        let outcome = outcome.map(|line| line.into_iter().map(Action::from).collect());
        let report = Finding { outcome, strategy }.report(table, *run.stats())?;
        let mut shortest = Shortest { report, at_least: 0 };
        if !start.is_won() {
            shortest.at_least = moves_lower_bound(&start).max(1);
            let search = ShortestSearch { table, masks: &masks, start: &start };
            search.run(&mut self.breadth_first, &mut shortest, run)?;
        }
        Ok(shortest)
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
        if let Some(effort) = if holds_for_both { Some(self.effort) } else { effort } {
            let (outcome, strategy) = self.search_as_forced(table, effort, run);
            if !is_open(&outcome) || (holds_for_both && passes != Passes::Beams) {
                return Finding {
                    outcome: outcome.map(|line| free_foundations::spelled_out_moves(table, &line)),
                    strategy,
                };
            }
        }
        self.race.release();
        let outcome = free_foundations::search(&mut self.breadth_first, start, masks, passes, run);
        let outcome = outcome.map(|line| free_foundations::spelled_out(table, &line, masks));
        Finding { outcome, strategy: "free foundations" }
    }

    /// Searches the same table with forced foundations.
    fn search_as_forced(&mut self, table: &Table, effort: Effort, run: &mut Run<'_>) -> Searched {
        let table = free_foundations::forced(table);
        let masks = self.masks(&table);
        let mut start = Packed::of(&table);
        start.normalise(&masks);
        self.search_forced(&table, &start, &masks, effort, run)
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
        if let Effort::Quick | Effort::Exhaustive = effort
            && let Some(decided) = self.decide(table, run)
        {
            return decided;
        }
        if effort != Effort::Exhaustive {
            let (outcome, strategy) = self.guess(start, masks, effort, run);
            if effort != Effort::Quick || !is_open(&outcome) {
                return (outcome, strategy);
            }
        }
        (self.exhaust(start, masks, run), "exhaustive")
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

    /// Tries the portfolio.
    fn guess(&mut self, start: &Packed, masks: &RuleMasks, effort: Effort, run: &mut Run<'_>) -> Searched {
        let own = match effort {
            Effort::Forgetful(distance) => Some(vec![forgetful(masks, distance)]),
            _ => self.attempts.clone(),
        };
        let attempts = own.as_deref().unwrap_or_else(|| portfolio(masks));
        let Raced { end, name } = self.race.run(Problem { start, masks }, attempts, run);
        let outcome = match end {
            RaceEnd::Won(line) => Outcome::Solved(moves(&line)),
            RaceEnd::Nothing { out_of_memory: true } => Outcome::GaveUp(Limit::Memory),
            RaceEnd::Nothing { out_of_memory: false } => Outcome::GaveUp(Limit::Incomplete),
            RaceEnd::Limit(limit) => Outcome::GaveUp(limit),
        };
        (outcome, name)
    }

    fn exhaust(&mut self, start: &Packed, masks: &RuleMasks, run: &mut Run<'_>) -> Outcome<Vec<Move>> {
        // The memory of the guided searches is not counted here.
        self.race.release();
        let plan = Plan { masks, beam: None, bound: None };
        match self.breadth_first.run(start, plan, run) {
            Ok(Ending::Won(line)) => Outcome::Solved(moves(&line)),
            Ok(Ending::Exhausted) => Outcome::Unsolvable(()),
            Ok(Ending::Narrowed) => Outcome::GaveUp(Limit::Incomplete),
            Err(limit) => Outcome::GaveUp(limit),
        }
    }
}

/// The strategy where there is nothing to do.
const WON: &str = "nothing to do";

/// The outcome of a game with forced foundations, and the strategy that found it.
type Searched = (Outcome<Vec<Move>>, &'static str);

/// May another search still decide, within the same run? One may do with the memory that is too little for another.
fn is_open<S>(outcome: &Outcome<S>) -> bool {
    matches!(outcome, Outcome::GaveUp(Limit::Incomplete | Limit::Memory))
}

/// The moves of a line that has no redeals and rotations.
fn only_moves(line: &[Action]) -> Vec<Move> {
    let played = |action: &Action| if let Action::Move(played) = *action { Some(played) } else { None };
    line.iter().filter_map(played).collect()
}

fn moves(line: &[PackedMove]) -> Vec<Move> {
    line.iter().map(|step| step.to_move()).collect()
}

#[cfg(test)]
mod tests {
    use search::{Stats, Unwatched};

    use super::*;
    use crate::deal::Deal;
    use crate::dice::Dice;
    use crate::rules::{Foundations, Rules};
    use crate::solve::guided::{GuidedOptions, ProgressLimit};
    use crate::solve::small_games::{Truth, any_table, freed, truth, with_foundations};
    use crate::solve::weights::Weights;

    fn deal(name: &str) -> Table {
        name.parse::<Deal>().unwrap().table().clone()
    }

    fn solve_within(solver: &mut Solver, table: &Table, budget: Budget) -> Report {
        solver.solve(table, &mut Run::new(budget, &mut Unwatched)).unwrap()
    }

    fn solve(solver: &mut Solver, table: &Table) -> Report {
        solve_within(solver, table, Budget::default())
    }

    fn shortest(solver: &mut Solver, table: &Table) -> Shortest {
        solver.shortest(table, &mut Run::new(Budget::default(), &mut Unwatched)).unwrap()
    }

    /// A panic in a search that runs next to others is the caller's, with its message: no verdict, no hanging.
    #[test]
    #[should_panic(expected = "overflow")]
    fn a_panic_among_the_attempts_is_a_panic_of_the_caller() {
        let room = [[0; 3]; 5];
        let plain =
            Weights { left: 1, breaks: 1, over_lower: 1, over_suit: 1, over_next: 1, base: 1, room, step: 1 };
        let attempt =
            |weights, nodes| Attempt { name: "test", options: GuidedOptions::best_first(weights), nodes };
        let broken = attempt(Weights { left: i32::MAX, ..plain }, u64::MAX);
        // The first attempt runs alone, the others together.
        let attempts = vec![attempt(plain, 1), broken, broken];
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::default(), &mut watch).with_threads(2);
        let mut solver = Solver::new().with_attempts(attempts).with_effort(Effort::Quick);
        let _ = solver.solve(&deal("FreeCell.123"), &mut run);
    }

    #[test]
    fn small_games_have_the_true_verdict() {
        let mut dice = Dice::new(3);
        let mut solver = Solver::new();
        for game in 0..3000 {
            let table = any_table(&mut dice, 4 + game % 15);
            let outcome = solve(&mut solver, &table).outcome;
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
        choices_have_the_true_verdict(9, Foundations::Free);
    }

    /// Putting up is a choice, and cards stay.
    #[test]
    fn small_one_way_games_have_the_true_verdict() {
        choices_have_the_true_verdict(10, Foundations::OneWay);
    }

    fn choices_have_the_true_verdict(seed: u64, foundations: Foundations) {
        let mut dice = Dice::new(seed);
        let mut solver = Solver::new();
        let mut seen = [0; 3];
        for game in 0..1200 {
            let table = with_foundations(&any_table(&mut dice, 4 + game % 8), foundations);
            let effort = if game % 2 == 0 { Effort::Quick } else { Effort::Exhaustive };
            solver = solver.with_effort(effort);
            let outcome = solve(&mut solver, &table).outcome;
            match truth(&table, 2000) {
                Truth::Shortest(moves) => {
                    assert!(matches!(&outcome, Outcome::Solved(line) if line.len() >= moves), "{table:?}");
                    let at_least = shortest(&mut solver, &table).at_least;
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
        let rules = Rules::named("ms").unwrap();
        let table = rules.deal(rules.seed("1941").unwrap());
        assert_eq!(solve(&mut Solver::new(), &table).outcome, Outcome::Unsolvable(()));
        assert!(matches!(solve(&mut Solver::new(), &freed(&table)).outcome, Outcome::Solved(_)));
    }

    /// Rules that no search plays by are refused, not given up.
    #[test]
    fn extras_are_searched_or_refused() {
        let extras = Extras { redeals: 1, fan: 3, rotations: 1 };
        let dealt = |game: &str| {
            let rules = Rules::named(game).unwrap().with_foundations(Foundations::OneWay).with_extras(extras);
            rules.deal(rules.seed("9").unwrap())
        };
        let xpat2 = shortest(&mut Solver::new(), &dealt("mo"));
        let Outcome::Solved(solution) = &xpat2.report.outcome else { panic!("a redeal wins this") };
        assert!(solution.actions().contains(&Action::Redeal) && xpat2.at_least as usize <= solution.len());
        let refused = Solver::new().solve(&dealt("fc"), &mut Run::new(Budget::default(), &mut Unwatched));
        assert_eq!(refused, Err(SolveError::NotSupported(NotSupported::SearchWithExtras)));
    }

    /// The search for the fewest moves finds the known 83, with putting up counted, where a plain search needs more.
    #[test]
    fn a_short_line_of_the_free_game_is_looked_for() {
        let table = freed(&deal("fc.5"));
        let plain = solve(&mut Solver::new(), &table).outcome;
        let mut run_watch = Unwatched;
        let mut run = Run::new(Budget::default().with_nodes(1_000_000), &mut run_watch);
        let short = Solver::new().shortest(&table, &mut run).unwrap();
        let (Outcome::Solved(plain), Outcome::Solved(line)) = (&plain, &short.report.outcome) else {
            panic!("fc.5 can be won")
        };
        assert!(line.len() <= 83 && plain.len() > line.len(), "{} {}", plain.len(), line.len());
        assert!(short.at_least as usize <= line.len());
    }

    #[test]
    fn small_games_have_the_true_length() {
        let mut dice = Dice::new(5);
        let mut solver = Solver::new();
        let mut lengths = [0; 30];
        for game in 0..2000 {
            let table = any_table(&mut dice, 4 + game % 15);
            if let Truth::Shortest(moves) = truth(&table, 3000) {
                let shortest = shortest(&mut solver, &table);
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
        let mut solver = Solver::new();
        let budget = Budget::default().with_nodes(5_000);
        for game in ["fc", "fc3", "fc8", "bd", "st", "eo", "sr", "bg"] {
            let solves = |seed: &u32| {
                let report = solve_within(&mut solver, &deal(&format!("{game}.{seed}")), budget);
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
                let mut watch = Unwatched;
                let mut run = Run::new(budget, &mut watch).with_threads(threads);
                let report = Solver::new().solve(&deal(name), &mut run).unwrap();
                (report.outcome, report.stats.nodes, report.strategy)
            });
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{name}: {answers:?}");
        }
    }

    /// The first search for FreeCell, held like this.
    fn attempt(width: Option<usize>, progress: Option<ProgressLimit>) -> Attempt {
        let GuidedOptions { weights, .. } = portfolio(&RuleMasks::of(&deal("fc.1")))[0].options;
        Attempt {
            name: "tried",
            options: GuidedOptions { weights, width, forget: None, progress },
            nodes: 20_000,
        }
    }

    #[test]
    fn a_search_without_progress_is_given_up() {
        let solver =
            |progress| Solver::new().with_effort(Effort::Guided).with_attempts(vec![attempt(None, progress)]);
        let mut free = solver(None);
        let mut held = solver(Some(ProgressLimit { at_start: 5, per_gain: 100 }));
        let mut given_up = 0;
        for seed in 1..=200 {
            let table = deal(&format!("fc.{seed}"));
            let (free, held) = (solve(&mut free, &table), solve(&mut held, &table));
            if held.outcome == Outcome::GaveUp(Limit::Incomplete) {
                given_up += 1;
                assert!((7..200).contains(&held.stats.nodes), "{seed}: {}", held.stats.nodes);
            } else {
                assert_eq!((held.outcome, held.stats.nodes), (free.outcome, free.stats.nodes), "{seed}");
            }
        }
        assert!((40..120).contains(&given_up), "{given_up}");
    }

    /// Of the states that a beam leaves behind only the links are kept.
    #[test]
    fn beams_win_in_little_memory() {
        let attempts = vec![attempt(Some(200), None)];
        let mut solver = Solver::new().with_effort(Effort::Guided).with_attempts(attempts);
        let reports: Vec<_> = (1..=40).map(|seed| solve(&mut solver, &deal(&format!("fc.{seed}")))).collect();
        let solved = reports.iter().filter(|report| matches!(report.outcome, Outcome::Solved(_))).count();
        assert!(solved > 30, "{solved}");
        let most = reports.iter().map(|report| report.stats.nodes).max().unwrap() as usize;
        assert!(most > 5_000 && reports[39].stats.memory < most * 150, "{most} {}", reports[39].stats.memory);
    }

    #[test]
    fn limits_are_kept() {
        let report = solve_within(&mut Solver::new(), &deal("fc.1"), Budget::default().with_nodes(20));
        assert_eq!((report.outcome, report.stats.nodes), (Outcome::GaveUp(Limit::Nodes), 20));
        let memory = 20 << 20;
        let budget = Budget::default().with_memory(memory);
        let mut solver = Solver::new().with_effort(Effort::Exhaustive);
        let report = solve_within(&mut solver, &deal("fc.1"), budget);
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
            let report = solver.solve(&deal("fc2.5"), &mut Run::new(Budget::default(), &mut stop)).unwrap();
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
            match solve(&mut solver, &table).outcome {
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
