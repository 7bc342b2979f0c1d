//! Figures that are known of the classic boards, from the files under `data`.

use peg::{Board, Classes, Goal, Hole, Notation, Position, Problem, Symmetry};
use search::{Budget, Outcome, Run, Unwatched};

fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(' ').collect())
}

fn numbers(text: &str) -> impl Iterator<Item = Vec<u64>> + '_ {
    rows(text).map(|row| row.iter().map(|word| word.parse().unwrap()).collect())
}

fn on_two_threads<T>(work: impl FnOnce(&mut Run<'_>) -> T) -> T {
    work(&mut Run::new(Budget::default(), &mut Unwatched).with_threads(2))
}

fn hole(board: &Board, name: &str) -> Hole {
    Notation::Standard.parse_hole(board, name).unwrap()
}

fn problem<'a>(board: &'a Board, vacancy: &str, finish: Option<&str>) -> Problem<'a> {
    let goal = finish.map_or(Goal::OnePeg, |name| Goal::hole(hole(board, name)));
    Problem { board, start: board.full().without(hole(board, vacancy)), goal }
}

/// How many orbits of these pairs (or single holes, paired with themselves) there are.
fn orbits(board: &Board, pairs: &[(Hole, Hole)]) -> usize {
    let image = |s: &Symmetry, (a, b): (Hole, Hole)| (s.hole(a), s.hole(b));
    let first = |pair: &&(Hole, Hole)| board.symmetries().iter().all(|s| image(s, **pair) >= **pair);
    pairs.iter().filter(first).count()
}

#[test]
fn geometry() {
    for row in rows(include_str!("data/geometry.txt")) {
        let board = peg::named(row[0]).unwrap();
        let classes = Classes::of(&board);
        let class_after = |vacancy| classes.class(board.full().without(vacancy));
        let class_of = |finish| classes.class(Position::single(finish));
        let all: Vec<_> = board.holes().flat_map(|a| board.holes().map(move |b| (a, b))).collect();
        let pairs: Vec<_> = all.into_iter().filter(|&(a, b)| class_after(a) == class_of(b)).collect();
        let vacancies = board.holes().filter(|&a| pairs.iter().any(|pair| pair.0 == a)).count();
        let singles: Vec<_> = board.holes().map(|hole| (hole, hole)).collect();
        let found = [
            board.len(),
            board.jumps().len(),
            board.symmetries().len(),
            classes.rules().len(),
            orbits(&board, &singles),
            vacancies,
            pairs.len(),
            pairs.iter().filter(|(a, b)| a == b).count(),
            orbits(&board, &pairs),
        ];
        let known: Vec<usize> = row[1..].iter().map(|word| word.parse().unwrap()).collect();
        assert_eq!(found[..], known[..], "{}", row[0]);
    }
}

#[test]
fn levels_of_the_central_game() {
    let board = peg::named("english").unwrap();
    let levels = on_two_threads(|run| peg::reachable(problem(&board, "d4", None), run)).unwrap();
    let known: Vec<_> = numbers(include_str!("data/english-d4-levels.txt")).collect();
    assert_eq!(levels.len(), known.len());
    for (level, known) in levels.iter().zip(known) {
        let found = [u64::from(level.pegs), level.positions, level.up_to_symmetry, level.dead_ends];
        assert_eq!(found[..], known[..]);
    }
    assert_eq!(levels.iter().map(|level| level.dead_ends).sum::<u64>(), 162_352);
}

#[test]
fn winnable_positions_of_the_central_game() {
    let board = peg::named("english").unwrap();
    let levels = on_two_threads(|run| peg::winnable(problem(&board, "d4", Some("d4")), run)).unwrap();
    let known: Vec<_> = numbers(include_str!("data/english-d4-d4-winnable.txt")).collect();
    assert_eq!(levels.len(), known.len());
    for (level, known) in levels.iter().zip(known) {
        assert_eq!([u64::from(level.pegs), level.positions, level.up_to_symmetry][..], known[..]);
    }
}

/// Problems with more winnable positions than this would take too long here; the bench checks them.
const SMALL: u64 = 1_000_000;
/// The fewest moves are found sooner.
const MIDDLING: u64 = 3_100_000;

#[test]
fn solutions_fewest_moves_and_winnable_positions_of_problems() {
    for row in rows(include_str!("data/problems.txt")) {
        let (solutions, moves, winnable) = (row[3], row[4], row[5].parse::<u64>().unwrap());
        if winnable > MIDDLING {
            continue;
        }
        let board = peg::named(row[0]).unwrap();
        let problem = problem(&board, row[1], Some(row[2]));
        let line = on_two_threads(|run| peg::fewest_moves(problem, run)).unwrap().unwrap();
        let replay = peg::check(&board, problem.start, problem.goal, &line.moves());
        assert_eq!(replay.verdict, peg::Verdict::Won);
        assert_eq!(line.moves().len().to_string(), moves, "{row:?}");
        if winnable > SMALL {
            continue;
        }
        assert_eq!(
            on_two_threads(|run| peg::solutions(problem, run)).unwrap().to_string(),
            solutions,
            "{row:?}"
        );
        let levels = on_two_threads(|run| peg::winnable(problem, run)).unwrap();
        assert_eq!(levels.iter().map(|level| level.positions).sum::<u64>(), winnable, "{row:?}");
    }
}

#[test]
fn all_solvable_positions_of_the_english_board() {
    let board = peg::named("english").unwrap();
    let mut sums = vec![0; board.len()];
    for orbit in peg::class_orbits(&board, Goal::OnePeg) {
        let table =
            on_two_threads(|run| peg::Solvability::build(&board, Goal::OnePeg, orbit.won, run)).unwrap();
        for (pegs, count) in table.counts() {
            sums[pegs as usize] += count * orbit.classes as u64;
        }
        assert_eq!(table.is_solvable(orbit.won), Some(true));
    }
    for row in numbers(include_str!("data/english-solvable.txt")) {
        assert_eq!(sums[row[0] as usize], row[1], "{} pegs", row[0]);
    }
}

#[test]
fn where_games_can_finish() {
    for row in rows(include_str!("data/starts.txt")) {
        let board = peg::named(row[0]).unwrap();
        let solvable = |name: &String| match on_two_threads(|run| {
            peg::solve(problem(&board, row[1], Some(name)), run).unwrap()
        }) {
            Outcome::Solved(_) => true,
            Outcome::Unsolvable(_) => false,
            Outcome::GaveUp(limit) => panic!("{row:?} {name}: {limit}"),
        };
        let names = board.holes().map(|hole| Notation::Standard.hole(&board, hole));
        let finishes: Vec<_> = names.filter(solvable).collect();
        let known: Vec<_> = row[3].split(',').filter(|name| *name != "-").collect();
        assert_eq!(finishes, known, "{row:?}");
    }
}

#[test]
fn reachable_positions_and_the_shortest_game_of_the_triangle() {
    for row in rows(include_str!("data/starts.txt")).filter(|row| row[0] == "triangle15") {
        let board = peg::named(row[0]).unwrap();
        let problem = problem(&board, row[1], None);
        let levels = on_two_threads(|run| peg::reachable(problem, run)).unwrap();
        assert_eq!(levels.iter().map(|level| level.positions).sum::<u64>().to_string(), row[2]);
        let dead = levels.iter().find(|level| level.dead_ends > 0).unwrap();
        assert_eq!((problem.start.pegs() - dead.pegs).to_string(), row[4], "{row:?}");
    }
}

#[test]
fn vacancies_of_the_larger_boards() {
    for (name, solvable, complements) in [("english", 33, 33), ("french", 16, 0), ("wiegleb", 45, 40)] {
        let board = peg::named(name).unwrap();
        let count = |complement: bool| {
            let goal = |hole| if complement { Goal::hole(hole) } else { Goal::OnePeg };
            let solved = |hole: &Hole| {
                let problem =
                    Problem { board: &board, start: board.full().without(*hole), goal: goal(*hole) };
                let budget = Budget::default().with_nodes(100_000);
                let answer = peg::solve(problem, &mut Run::new(budget, &mut Unwatched)).unwrap();
                if let Outcome::Unsolvable(reason) = &answer {
                    assert!(reason.holds(problem));
                }
                matches!(answer, Outcome::Solved(_))
            };
            board.holes().filter(solved).count()
        };
        assert_eq!(count(false), solvable, "{name}");
        assert!(count(true) >= complements, "{name}");
    }
}

#[test]
fn what_no_single_argument_excludes_on_the_diamond() {
    let board = peg::named("diamond").unwrap();
    for (one, other) in [("e1", "e3"), ("d2", "f5"), ("e4", "b6"), ("e4", "e9")] {
        // Pegs and holes exchanged, a game runs from its end to its beginning.
        for problem in [problem(&board, one, Some(other)), problem(&board, other, Some(one))] {
            let budget = Budget::default().with_nodes(2_000_000);
            let answer = peg::solve(problem, &mut Run::new(budget, &mut Unwatched)).unwrap();
            let Outcome::Unsolvable(reason) = answer else { panic!("{one} {other}: {answer:?}") };
            assert!(reason.holds(problem));
        }
    }
}
