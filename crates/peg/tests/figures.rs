//! Fewest pegs, statistics, minimal solutions and certificates against a plain search, on random small boards.

mod plain;

use std::collections::{BTreeSet, HashMap};

use peg::{Board, Certificate, Goal, Position, Problem, Solution, Solutions};
use plain::{Pegs, Plain, Random, is_met, lay, random_board, random_listed_board, random_position};
use search::{Budget, Outcome, Run, Unwatched};

fn with_run<T>(work: impl FnOnce(&mut Run<'_>) -> T) -> T {
    work(&mut Run::new(Budget::default(), &mut Unwatched).with_threads(2))
}

/// Random boards with a position each; one in seven has listed jumps.
fn boards(seed: u64, number: usize, holes: usize, mut visit: impl FnMut(&Board, Position, &Plain, &Pegs)) {
    let mut random = Random(seed);
    for round in 0..number + number / 6 {
        let board = if round < number {
            random_board(&mut random, holes)
        } else {
            random_listed_board(&mut random, holes.min(11))
        };
        let start = random_position(&mut random, &board);
        visit(&board, start, &Plain::new(&board), &lay(&board, start));
    }
}

fn left(pegs: &Pegs) -> usize {
    pegs.iter().filter(|&&peg| peg).count()
}

#[test]
fn fewest_pegs() {
    let mut more_than_one = 0;
    boards(11, 1000, 14, |board, start, plain, pegs| {
        let fewest = plain.reachable(pegs).iter().flatten().map(left).min();
        let Outcome::Solved(found) = with_run(|run| peg::fewest_pegs(board, start, run)).unwrap() else {
            panic!("not decided")
        };
        assert_eq!(Some(found.solution.end().pegs() as usize), fewest);
        assert_eq!(found.undecided, None);
        assert_eq!(found.reason.is_some(), fewest > Some(1));
        if let Some(reason) = found.reason {
            let fewer = fewest.unwrap() as u32 - 1;
            let goal = if fewer == 1 { Goal::OnePeg } else { Goal::Pegs(fewer) };
            assert!(reason.holds(Problem { board, start, goal }));
            more_than_one += 1;
        }
    });
    assert!(more_than_one > 100);
}

/// The number of games from here, and the chance of a win.
fn play(plain: &Plain, pegs: &Pegs, goal: Goal, known: &mut HashMap<Pegs, (u128, f64)>) -> (u128, f64) {
    if let Some(&known) = known.get(pegs) {
        return known;
    }
    let after: Vec<_> = plain.next(pegs).iter().map(|(_, next)| play(plain, next, goal, known)).collect();
    let games = after.iter().map(|next| next.0).sum::<u128>().max(1);
    let mean = after.iter().map(|next| next.1).sum::<f64>() / after.len().max(1) as f64;
    let chance = if is_met(pegs, goal) { 1.0 } else { mean };
    known.insert(pegs.clone(), (games, chance));
    (games, chance)
}

#[test]
fn games_and_chances() {
    let mut won = 0;
    boards(12, 1500, 18, |board, start, plain, pegs| {
        for goal in [Goal::OnePeg, Goal::Pegs(3), Goal::hole(peg::Hole::new(0))] {
            let (games, chance) = play(plain, pegs, goal, &mut HashMap::new());
            let found = with_run(|run| peg::play_statistics(Problem { board, start, goal }, run)).unwrap();
            assert_eq!(found.games, games);
            assert!((found.chance - chance).abs() < 1e-12);
            won += usize::from(chance > 0.0);
        }
    });
    assert!(won > 200, "{won}");
}

#[test]
fn shortest_games_to_a_dead_end() {
    boards(13, 1000, 14, |board, start, plain, pegs| {
        let levels = plain.reachable(pegs);
        let is_dead =
            |level: &std::collections::HashSet<Pegs>| level.iter().any(|p| plain.next(p).is_empty());
        let shortest = levels.iter().position(is_dead);
        let problem = Problem { board, start, goal: Goal::OnePeg };
        let line = with_run(|run| peg::shortest_dead_end(problem, run)).unwrap();
        assert_eq!(Some(line.len()), shortest);
        let end = line.iter().try_fold(start, |position, &jump| position.try_play(jump)).unwrap();
        assert_eq!(board.legal_jumps(end).count(), 0);
    });
}

#[test]
fn positions_by_the_fewest_moves() {
    boards(14, 400, 11, |board, start, plain, pegs| {
        let mut counts: Vec<u64> = Vec::new();
        for reached in plain.reachable(pegs).iter().flatten() {
            let won =
                board.holes().filter(|hole| reached[hole.index()]).fold(Position::EMPTY, Position::with);
            let moves = plain.moves(pegs, None, Goal::Exactly(won), &mut HashMap::new()).unwrap();
            counts.resize(counts.len().max(moves + 1), 0);
            counts[moves] += 1;
        }
        let problem = Problem { board, start, goal: Goal::OnePeg };
        assert_eq!(with_run(|run| peg::positions_by_moves(problem, run)).unwrap(), counts);
    });
}

/// The moves of a solution as a set that no symmetry of the problem and no order changes.
fn class(problem: Problem<'_>, solution: &Solution) -> Vec<Vec<usize>> {
    let group = problem.board.symmetries().iter().filter(|s| {
        let keeps_goal = match problem.goal {
            Goal::Exactly(won) => s.position(won) == won,
            _ => true,
        };
        s.position(problem.start) == problem.start && keeps_goal
    });
    let image = |s: &peg::Symmetry| {
        let moves = solution.moves();
        let image = |hole| s.hole(hole).index();
        let holes = |made: &peg::Move| {
            let hops =
                made.hops().flat_map(|hop| [hop.from, hop.over.expect("the referee knows it"), hop.to]);
            hops.map(image).collect()
        };
        let mut moves: Vec<Vec<usize>> = moves.iter().map(holes).collect();
        moves.sort();
        moves
    };
    group.map(image).min().unwrap()
}

#[test]
fn minimal_solutions() {
    let mut classes = 0;
    boards(15, 3000, 18, |board, start, plain, pegs| {
        let problem = Problem { board, start, goal: Goal::OnePeg };
        let all = with_run(|run| {
            let mut solutions = Solutions::new(problem, run).unwrap();
            std::iter::from_fn(|| solutions.next(run).unwrap()).take(3001).collect::<Vec<_>>()
        });
        if all.len() > 3000 {
            return;
        }
        assert_eq!(all.len() as u128, plain.solutions(pegs, problem.goal, &mut HashMap::new()));
        let found = with_run(|run| peg::minimal_solutions(problem, 10_000, run)).unwrap();
        let fewest = all.iter().map(|solution| solution.moves().len()).min();
        assert_eq!(found.as_ref().map(|found| found.moves), fewest);
        let Some(found) = found else { return };
        let best: Vec<_> = all.iter().filter(|s| Some(s.moves().len()) == fewest).collect();
        assert_eq!(found.sequences, best.len() as u128);
        let of =
            |solutions: &[&Solution]| solutions.iter().map(|s| class(problem, s)).collect::<BTreeSet<_>>();
        let shown = found.classes.unwrap();
        assert_eq!(of(&shown.iter().collect::<Vec<_>>()), of(&best));
        assert_eq!(shown.len(), of(&best).len());
        classes += shown.len();
    });
    assert!(classes > 50, "{classes}");
}

#[test]
fn certificates_of_all_kinds() {
    let mut kinds: HashMap<&str, usize> = HashMap::new();
    boards(16, 3000, 14, |board, start, plain, pegs| {
        let reached = plain.reachable(pegs);
        for goal in [Goal::OnePeg, Goal::hole(peg::Hole::new(1)), Goal::Pegs(2)] {
            let problem = Problem { board, start, goal };
            let solvable = reached.iter().flatten().any(|pegs| is_met(pegs, goal));
            match with_run(|run| peg::prove(problem, run)).unwrap() {
                Outcome::Solved(_) => assert!(solvable),
                Outcome::Unsolvable(certificate) => {
                    assert!(!solvable);
                    let mut file = Vec::new();
                    certificate.write(&mut file).unwrap();
                    let read = Certificate::read(&String::from_utf8(file).unwrap()).unwrap();
                    assert_eq!(read, certificate);
                    let verified = with_run(|run| read.verify(run));
                    assert_eq!(verified.map(|v| v.positions), Ok(certificate.positions()));
                    *kinds.entry(certificate.kind()).or_default() += 1;
                }
                Outcome::GaveUp(limit) => panic!("{limit}"),
            }
        }
    });
    assert!(["pegs", "argument", "start"].iter().all(|kind| kinds[kind] > 10), "{kinds:?}");
}
