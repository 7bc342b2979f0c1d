use search::{Stats, Unwatched};

use super::*;
use crate::deal::Deal;
use crate::dice::Dice;
use crate::lengths::{Counting, Lengths};
use crate::rules::{Foundations, Rules};
use crate::solve::guided::{GuidedOptions, ProgressLimit};
use crate::solve::portfolio::first_attempt;
use crate::solve::shortest::Shortest;
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

/// A guided search that has nothing left to expand proves nothing.
#[test]
fn a_guided_search_never_says_impossible() {
    let mut dice = Dice::new(13);
    let weights = first_attempt(&RuleMasks::of(&deal("fc.1"))).options.weights;
    let attempt = Attempt { name: "tried", options: GuidedOptions::best_first(weights), nodes: u64::MAX };
    let mut solver = Solver::new().with_effort(Effort::Guided).with_attempts(vec![attempt]);
    let mut lost = 0;
    for game in 0..1500 {
        let table = any_table(&mut dice, 4 + game % 15);
        if truth(&table, 3000) == Truth::Impossible {
            assert_eq!(solve(&mut solver, &table).outcome, Outcome::GaveUp(Limit::Incomplete), "{table:?}");
            lost += 1;
        }
    }
    assert!(lost > 300, "{lost}");
}

/// A forced game that is proven lost says nothing about the free one.
#[test]
fn a_proof_of_the_forced_game_is_not_one_of_the_free_game() {
    let rules = Rules::named("ms").unwrap();
    let table = rules.deal(rules.seed("1941").unwrap());
    let outcome = |table| solve(&mut Solver::new().with_effort(Effort::Guided), table).outcome;
    assert_ne!(outcome(&freed(&table)), Outcome::Unsolvable(()));
}

fn short(table: &Table, counting: Counting, nodes: u64, threads: usize) -> Report {
    let mut watch = Unwatched;
    let mut run = Run::new(Budget::default().with_nodes(nodes), &mut watch).with_threads(threads);
    Solver::new().short(table, counting, &mut run).unwrap()
}

fn length(report: &Report, counting: Counting) -> usize {
    let Outcome::Solved(solution) = &report.outcome else { panic!("these deals can be won") };
    counting.of(Lengths::of(solution))
}

/// More nodes make shorter lines, each count makes its own length short, and threads change nothing.
#[test]
fn short_lines_get_shorter_with_the_nodes() {
    for (game, counting) in
        [("fc", Counting::Moves), ("fc", Counting::Runs), ("bd", Counting::Moves), ("eo", Counting::Cards)]
    {
        let mut sums = [0; 3];
        for seed in [2, 5, 7] {
            let table = deal(&format!("{game}.{seed}"));
            for (sum, nodes) in sums.iter_mut().zip([600, 6_000, 40_000]) {
                let report = short(&table, counting, nodes, 1);
                assert!(report.stats.nodes <= nodes);
                *sum += length(&report, counting);
                assert!(nodes > 6_000 || short(&table, counting, nodes, 3) == report);
            }
        }
        assert!(sums[0] > sums[1] && sums[1] >= sums[2], "{game} {sums:?}");
    }
}

#[test]
fn short_lines_are_not_shorter_than_the_shortest() {
    let mut dice = Dice::new(6);
    let mut shortened = 0;
    for game in 0..600 {
        let foundations = [Foundations::Forced, Foundations::Free, Foundations::OneWay][game % 3];
        let table = with_foundations(&any_table(&mut dice, 4 + game % 10), foundations);
        let report = short(&table, Counting::Moves, 20_000, 1);
        match truth(&table, 2000) {
            Truth::Shortest(moves) => {
                let Outcome::Solved(line) = &report.outcome else { panic!("{table:?}") };
                assert!(line.len() >= moves, "{table:?}");
                shortened += usize::from(line.len() == moves);
            }
            Truth::Impossible => assert_eq!(report.outcome, Outcome::Unsolvable(()), "{table:?}"),
            Truth::Unknown => {}
        }
    }
    assert!(shortened > 150, "{shortened}");
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

/// A lost table that is seen to be lost costs no search, whichever way cards get to the foundations.
#[test]
fn tables_that_are_lost_at_sight_are_not_searched() {
    for (name, strategy) in [("bd.218", "deadlock"), ("bd.1865", "relaxed game")] {
        for foundations in [Foundations::Forced, Foundations::OneWay] {
            let table = with_foundations(&deal(name), foundations);
            for effort in [Effort::Quick, Effort::Exhaustive] {
                if (effort, foundations) == (Effort::Exhaustive, Foundations::Forced) {
                    continue;
                }
                let report = solve(&mut Solver::new().with_effort(effort), &table);
                assert_eq!((report.outcome, report.strategy), (Outcome::Unsolvable(()), strategy), "{name}");
                assert!(report.stats.nodes < 100_000, "{}", report.stats.nodes);
            }
        }
    }
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
    let GuidedOptions { weights, .. } = first_attempt(&RuleMasks::of(&deal("fc.1"))).options;
    Attempt {
        name: "tried",
        options: GuidedOptions { width, progress, ..GuidedOptions::best_first(weights) },
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
    let memory = 64 << 20;
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
        let report = solver.solve(&deal("fc1.20019"), &mut Run::new(Budget::default(), &mut stop)).unwrap();
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
