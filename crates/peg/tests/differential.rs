//! The crate against a plain search without bits, symmetry or pruning, on random small boards.

mod plain;

use std::collections::HashMap;

use peg::{Board, Goal, LevelCount, Position, Problem, Reason, Solution, Solutions, Verdict};
use plain::{Pegs, Plain, Random, is_met, lay, random_board, random_listed_board, random_position};
use search::{Budget, Outcome, Run, Unwatched};

const BOARDS: usize = 400;
const LISTED_BOARDS: usize = 200;

fn on_two_threads<T>(work: impl FnOnce(&mut Run<'_>) -> T) -> T {
    work(&mut Run::new(Budget::default(), &mut Unwatched).with_threads(2))
}

/// The referee's word, asked for once more.
fn assert_won(problem: Problem<'_>, solution: &Solution) {
    let replay = peg::check(problem.board, problem.start, problem.goal, &solution.moves());
    assert_eq!(replay.verdict, Verdict::Won);
    assert_eq!((&replay.positions[..], &replay.jumps[..]), (solution.positions(), solution.jumps()));
    assert_eq!((solution.problem().start, solution.problem().goal), (problem.start, problem.goal));
    assert!(problem.goal.is_met(solution.end()));
}

/// Random problems: to one peg, to a position that can be reached, to any position.
fn problems(seed: u64, mut visit: impl FnMut(Problem<'_>, &Plain, &Pegs)) {
    let mut random = Random(seed);
    for round in 0..BOARDS + LISTED_BOARDS {
        let board =
            if round < BOARDS { random_board(&mut random, 14) } else { random_listed_board(&mut random, 14) };
        let start = random_position(&mut random, &board);
        let plain = Plain::new(&board);
        let pegs = lay(&board, start);
        let goal = match round % 5 {
            0 => Goal::OnePeg,
            1 => Goal::Exactly(wander(&mut random, &board, start)),
            2 => Goal::Pegs(random.below(6) as u32),
            3 => Goal::AtMost(random.below(8) as u32),
            _ => Goal::Exactly(likely(&mut random, &board, start)),
        };
        visit(Problem { board: &board, start, goal }, &plain, &pegs);
    }
}

/// A position that parities do not exclude, if one comes up soon.
fn likely(random: &mut Random, board: &Board, start: Position) -> Position {
    let classes = peg::Classes::of(board);
    let class = classes.class(start);
    let mut goal = random_position(random, board);
    for _ in 0..300 {
        if goal.pegs() < start.pegs() && classes.class(goal) == class {
            break;
        }
        goal = board.holes().filter(|_| random.below(2) > 0).fold(Position::EMPTY, Position::with);
    }
    goal
}

fn wander(random: &mut Random, board: &Board, mut position: Position) -> Position {
    for _ in 0..random.below(board.len()) {
        let jumps: Vec<_> = board.legal_jumps(position).collect();
        if !jumps.is_empty() {
            position = position.play(jumps[random.below(jumps.len())]);
        }
    }
    position
}

#[test]
fn verdicts() {
    let (mut solved, mut by_class, mut by_pagoda, mut exhausted) = (0, 0, 0, 0);
    problems(1, |problem, plain, pegs| {
        let solvable = plain.reachable(pegs).iter().flatten().any(|pegs| is_met(pegs, problem.goal));
        match on_two_threads(|run| peg::solve(problem, run)).unwrap() {
            Outcome::Solved(solution) => {
                assert!(solvable);
                assert_won(problem, &solution);
                solved += 1;
            }
            Outcome::Unsolvable(reason) => {
                assert!(!solvable, "{reason:?}");
                assert!(reason.holds(problem));
                match reason {
                    Reason::Argument(proof) if proof.pagodas.is_empty() => by_class += 1,
                    Reason::Argument(_) => by_pagoda += 1,
                    Reason::Exhausted => exhausted += 1,
                    Reason::TooFewPegs => {}
                }
            }
            Outcome::GaveUp(limit) => panic!("{limit}"),
        }
    });
    let seen = [solved, by_class, by_pagoda, exhausted];
    assert!(seen.into_iter().all(|times| times > 5), "every kind of answer is met: {seen:?}");
}

#[test]
fn reachable_positions_dead_ends_and_orbits() {
    problems(2, |problem, plain, pegs| {
        let found = on_two_threads(|run| peg::reachable(problem, run)).unwrap();
        let levels = plain.reachable(pegs);
        assert_eq!(
            found.len(),
            levels.len().min(problem.start.pegs() as usize).max(usize::from(!found.is_empty()))
        );
        let keeping: Vec<_> = problem
            .board
            .symmetries()
            .iter()
            .filter(|s| s.position(problem.start) == problem.start)
            .collect();
        for (count, level) in found.iter().zip(&levels) {
            let positions: Vec<_> = level.iter().map(|pegs| position(problem.board, pegs)).collect();
            // Canonical: the least of its images.
            let canonical = positions.iter().filter(|&&p| keeping.iter().all(|s| s.position(p) >= p)).count();
            let dead = level.iter().filter(|pegs| plain.next(pegs).is_empty()).count();
            assert_eq!(count.positions, level.len() as u64);
            assert_eq!(count.up_to_symmetry, canonical as u64);
            assert_eq!(count.dead_ends, dead as u64);
        }
    });
}

fn position(board: &Board, pegs: &Pegs) -> Position {
    board.holes().filter(|hole| pegs[hole.index()]).fold(Position::EMPTY, Position::with)
}

#[test]
fn solutions_winnable_positions_and_the_list_of_solutions() {
    problems(3, |problem, plain, pegs| {
        let mut known = HashMap::new();
        let number = plain.solutions(pegs, problem.goal, &mut known);
        assert_eq!(on_two_threads(|run| peg::solutions(problem, run)).unwrap(), number);
        let reached = plain.reachable(pegs);
        let levels = on_two_threads(|run| peg::winnable(problem, run)).unwrap();
        // A game ends when its goal is met.
        let fewest = problem.goal.pegs().min(problem.start.pegs()) as usize;
        let wins = |pegs: &&Pegs| {
            let is_in_play = pegs.iter().filter(|&&peg| peg).count() >= fewest;
            is_in_play && plain.solutions(pegs, problem.goal, &mut HashMap::new()) > 0
        };
        if number < 500 {
            let winnable = reached.iter().flatten().filter(wins).count() as u64;
            assert_eq!(levels.iter().map(|level| level.positions).sum::<u64>(), winnable);
        }
        let lines = listed(problem, Budget::default(), 2000);
        assert_eq!(lines.len() as u128, number.min(2000));
        assert_listed_without_tables(problem, &lines);
        for pair in lines.windows(2) {
            assert!(pair[0].jumps() < pair[1].jumps(), "the order is that of the jumps");
        }
        if let Some(middle) = lines.get(lines.len() / 2) {
            let mut resumed = on_two_threads(|run| Solutions::new(problem, run)).unwrap();
            assert!(resumed.resume_after(middle));
            let next = on_two_threads(|run| resumed.next(run)).unwrap();
            assert_eq!(next.as_ref(), lines.get(lines.len() / 2 + 1));
        }
    });
}

/// Without tables the list begins with any solution, and goes around to where it began; so it does after any of them.
fn assert_listed_without_tables(problem: Problem<'_>, lines: &[Solution]) {
    if lines.len() >= 2000 {
        return;
    }
    let budget = Budget::default().with_memory(NO_TABLES);
    let around = listed(problem, budget, 2000);
    let first = around.first().and_then(|first| lines.iter().position(|line| line == first)).unwrap_or(0);
    let rotated: Vec<_> = lines[first..].iter().chain(&lines[..first]).cloned().collect();
    assert_eq!(around, rotated);
    for at in [0, lines.len() / 3, lines.len() / 2] {
        let Some(line) = around.get(at) else { continue };
        let mut watch = Unwatched;
        let mut run = Run::new(budget, &mut watch).with_threads(2);
        let mut resumed = Solutions::new(problem, &mut run).unwrap();
        assert!(resumed.resume_after(line));
        assert!(std::iter::from_fn(|| resumed.next(&mut run).unwrap()).eq(around[at + 1..].iter().cloned()));
    }
}

/// Too little for tables of any board, enough for the searches that do without.
const NO_TABLES: usize = 50_000;

/// The first solutions.
fn listed(problem: Problem<'_>, budget: Budget, most: usize) -> Vec<Solution> {
    let mut watch = Unwatched;
    let mut run = Run::new(budget, &mut watch).with_threads(2);
    let mut solutions = Solutions::new(problem, &mut run).unwrap();
    std::iter::from_fn(|| solutions.next(&mut run).unwrap()).take(most).collect()
}

#[test]
fn fewest_moves() {
    problems(4, |problem, plain, pegs| {
        let moves = plain.moves(pegs, None, problem.goal, &mut HashMap::new());
        let line = on_two_threads(|run| peg::fewest_moves(problem, run)).unwrap();
        assert_eq!(line.as_ref().map(|line| line.moves().len()), moves);
        if let Some(line) = line {
            assert_won(problem, &line);
        }
    });
}

#[test]
fn longest_sweeps_and_finishes() {
    problems(5, |problem, _, _| {
        let all = listed(problem, Budget::default(), 3000);
        if all.len() == 3000 {
            return;
        }
        let lengths = |line: &Solution| -> Vec<usize> {
            line.moves().iter().map(|made| made.holes().len() - 1).collect()
        };
        let sweep = all.iter().map(|line| lengths(line).into_iter().max().unwrap_or(0)).max();
        let finish = all.iter().map(|line| lengths(line).last().copied().unwrap_or(0)).max();
        for (which, known) in [(peg::Longest::Sweep, sweep), (peg::Longest::Finish, finish)] {
            let found = on_two_threads(|run| peg::longest(problem, which, run)).unwrap();
            assert_eq!(found.as_ref().map(|found| found.0), known);
            if let Some((_, line)) = found {
                assert!(all.contains(&line));
            }
        }
    });
}

#[test]
fn tables_of_solvable_positions() {
    let mut random = Random(6);
    for round in 0..30 {
        let board =
            if round < 20 { random_board(&mut random, 11) } else { random_listed_board(&mut random, 10) };
        let plain = Plain::new(&board);
        let orbits = peg::class_orbits(&board, Goal::OnePeg);
        let tables: Vec<_> = orbits
            .iter()
            .map(|orbit| {
                on_two_threads(|run| peg::Solvability::build(&board, Goal::OnePeg, orbit.won, run)).unwrap()
            })
            .collect();
        for bits in 0..1_u128 << board.len() {
            let position = Position::from_bits(bits);
            let known = tables.iter().find_map(|table| table.is_solvable(position)).unwrap_or(false);
            let shown = tables.iter().find_map(|table| table.solution(&board, position).unwrap());
            assert_eq!(shown.is_some(), known);
            if let Some(shown) = shown {
                assert_eq!(shown.problem().start, position);
            }
            let solvable = plain.solutions(&lay(&board, position), Goal::OnePeg, &mut HashMap::new()) > 0;
            assert_eq!(known, solvable, "{}", peg::to_text(&board, position));
        }
    }
}

#[test]
fn counts_do_not_change_under_symmetry_and_duality() {
    let board = peg::named("triangle15").unwrap();
    let count = |problem| -> Vec<LevelCount> { on_two_threads(|run| peg::winnable(problem, run)).unwrap() };
    let least = |hole: &peg::Hole| board.symmetries().iter().all(|s| s.hole(*hole) >= *hole);
    for from in board.holes().filter(least) {
        for to in board.holes().step_by(3) {
            let problem = Problem { board: &board, start: board.full().without(from), goal: Goal::hole(to) };
            let solutions = |problem| on_two_threads(|run| peg::solutions(problem, run)).unwrap();
            let here = solutions(problem);
            let levels = count(problem);
            for s in board.symmetries() {
                let image = Problem {
                    board: &board,
                    start: board.full().without(s.hole(from)),
                    goal: Goal::hole(s.hole(to)),
                };
                assert_eq!(solutions(image), here);
                assert_eq!(count(image), levels);
            }
            // Pegs and holes exchanged, the game runs backwards from `to` to `from`.
            let dual = Problem { board: &board, start: board.full().without(to), goal: Goal::hole(from) };
            assert_eq!(solutions(dual), here);
        }
    }
}

#[test]
fn classes_never_change() {
    problems(7, |problem, _, _| {
        let classes = peg::Classes::of(problem.board);
        let mut position = problem.start;
        while let Some(jump) = problem.board.legal_jumps(position).last() {
            position = position.play(jump);
            assert_eq!(classes.class(position), classes.class(problem.start));
        }
    });
}

#[test]
fn answers_do_not_depend_on_threads() {
    let board = peg::named("wiegleb").unwrap();
    for vacancy in board.holes().step_by(7) {
        let problem =
            Problem { board: &board, start: board.full().without(vacancy), goal: Goal::hole(vacancy) };
        let answer = |threads| {
            let budget = Budget::default().with_nodes(300_000);
            peg::solve(problem, &mut Run::new(budget, &mut Unwatched).with_threads(threads))
        };
        assert_eq!(answer(1), answer(3));
    }
}

#[test]
fn mirrored_problems_of_even_and_odd_boards() {
    for name in ["triangle10", "triangle15", "hexagon19"] {
        let board = peg::named(name).unwrap();
        let plain = Plain::new(&board);
        let least = |hole: &peg::Hole| board.symmetries().iter().all(|s| s.hole(*hole) >= *hole);
        for hole in board.holes().filter(least) {
            let problem =
                Problem { board: &board, start: board.full().without(hole), goal: Goal::hole(hole) };
            let number = plain.solutions(&lay(&board, problem.start), problem.goal, &mut HashMap::new());
            assert_eq!(on_two_threads(|run| peg::solutions(problem, run)).unwrap(), number, "{name}");
        }
    }
}
