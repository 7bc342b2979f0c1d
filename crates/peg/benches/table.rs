//! The rows of the speed table, one per run: `cargo bench -p peg --bench table -- ROW`.
//!
//! Prints CPU milliseconds, wall milliseconds, the most memory held in MiB, and the answer, which is checked.

use std::process::ExitCode;
use std::time::Instant;

use cpu_time::ProcessTime;
use peg::{Board, Certificate, Goal, Hole, Longest, Problem, Solutions};
use search::{Budget, Outcome, Run, Unwatched};

fn main() -> ExitCode {
    let row = std::env::args().nth(1).unwrap_or_default();
    let threads = std::env::args().nth(2).and_then(|word| word.parse().ok()).unwrap_or(1);
    let mut clock = Clock::start();
    let Some(answer) = run(&row, threads, &mut clock) else {
        eprintln!("rows: {}", ROWS.map(|row| row.0).join(" "));
        // `cargo test --benches` calls without a row.
        return if row.starts_with('-') || row.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    };
    let [cpu, wall] = clock.milliseconds();
    println!("{row}\t{cpu:.3}\t{wall:.3}\t{}\t{answer}", peak());
    ExitCode::SUCCESS
}

/// The time of a row. A row that has to prepare something starts it again.
struct Clock {
    cpu: ProcessTime,
    wall: Instant,
}

impl Clock {
    fn start() -> Self {
        Self { cpu: ProcessTime::now(), wall: Instant::now() }
    }

    /// CPU time and wall time.
    fn milliseconds(&self) -> [f64; 2] {
        [self.cpu.elapsed(), self.wall.elapsed()].map(|time| time.as_secs_f64() * 1e3)
    }
}

type Row = fn(usize, &mut Clock) -> String;

const ROWS: [(&str, Row); 18] = [
    ("first", |threads, _| first(threads)),
    ("vacancies", |threads, _| solve_all("english", false, threads)),
    ("complements", |threads, _| solve_all("english", true, threads)),
    ("french", |threads, _| solve_all("french", false, threads)),
    ("winnable", |threads, _| count(threads, |p, run| sum(&peg::winnable(p, run).expect("counted"), true))),
    ("reachable", |threads, _| reachable("english", threads)),
    ("solutions", |threads, _| count(threads, |p, run| peg::solutions(p, run).expect("counted").to_string())),
    ("fewest", |threads, _| count(threads, |p, run| fewest(p, run).to_string())),
    ("fewest-all", |threads, _| fewest_of_all(threads)),
    ("solvability", |threads, _| solvability(threads)),
    ("french-reachable", |threads, _| reachable("french", threads)),
    ("prove", |threads, _| format!("{} positions", certificate(threads).positions())),
    ("verify", verify),
    ("list", |threads, _| list("triangle15", usize::MAX, threads)),
    ("list-wiegleb", |threads, _| list("wiegleb", 10_000, threads)),
    ("chance", |threads, _| count(threads, chance)),
    ("minimal", |threads, _| count(threads, minimal)),
    ("longest", |threads, _| count(threads, longest)),
];

fn run(row: &str, threads: usize, clock: &mut Clock) -> Option<String> {
    ROWS.iter().find(|(name, _)| *name == row).map(|(_, run)| run(threads, clock))
}

fn on_threads<T>(threads: usize, work: impl FnOnce(&mut Run<'_>) -> T) -> T {
    work(&mut Run::new(Budget::UNLIMITED, &mut Unwatched).with_threads(threads))
}

fn board(name: &str) -> Board {
    peg::named(name).expect("a built-in board")
}

fn centre(board: &Board) -> Hole {
    board.customary_vacancy()
}

/// A hundred times the first solution of the central game.
fn first(threads: usize) -> String {
    let board = board("english");
    let problem = Problem {
        board: &board,
        start: board.full().without(centre(&board)),
        goal: Goal::hole(centre(&board)),
    };
    let solved = (0..100)
        .filter(|_| matches!(on_threads(threads, |run| peg::solve(problem, run)), Ok(Outcome::Solved(_))));
    format!("{} solved", solved.count())
}

fn solve_all(name: &str, complement: bool, threads: usize) -> String {
    let board = board(name);
    let (mut solved, mut impossible) = (0, 0);
    for hole in board.holes() {
        let goal = if complement { Goal::hole(hole) } else { Goal::OnePeg };
        let problem = Problem { board: &board, start: board.full().without(hole), goal };
        match on_threads(threads, |run| peg::solve(problem, run)).expect("the referee agrees") {
            Outcome::Solved(_) => solved += 1,
            Outcome::Unsolvable(_) => impossible += 1,
            Outcome::GaveUp(_) => (),
        }
    }
    format!("{solved} solved, {impossible} impossible")
}

fn count(threads: usize, work: impl FnOnce(Problem<'_>, &mut Run<'_>) -> String) -> String {
    let board = board("english");
    let problem = Problem {
        board: &board,
        start: board.full().without(centre(&board)),
        goal: Goal::hole(centre(&board)),
    };
    on_threads(threads, |run| work(problem, run))
}

fn reachable(name: &str, threads: usize) -> String {
    let board = board(name);
    let problem = Problem { board: &board, start: board.full().without(centre(&board)), goal: Goal::OnePeg };
    let levels = on_threads(threads, |run| peg::reachable(problem, run)).expect("counted");
    format!("{}, {} up to symmetry", sum(&levels, false), sum(&levels, true))
}

fn fewest(problem: Problem<'_>, run: &mut Run<'_>) -> usize {
    let solution = peg::fewest_moves(problem, run).expect("within limits").expect("solvable");
    solution.moves().len()
}

/// The English problems from one vacancy to one peg: 21 up to symmetry.
fn fewest_of_all(threads: usize) -> String {
    let board = board("english");
    let classes = peg::Classes::of(&board);
    let mut seen: Vec<(Hole, Hole)> = Vec::new();
    let mut total = 0;
    for (from, to) in board.holes().flat_map(|from| board.holes().map(move |to| (from, to))) {
        let start = board.full().without(from);
        let image = |s: &peg::Symmetry| (s.hole(from), s.hole(to));
        let known = board.symmetries().iter().any(|s| seen.contains(&image(s)));
        if known || classes.class(start) != classes.class(peg::Position::single(to)) {
            continue;
        }
        seen.push((from, to));
        let problem = Problem { board: &board, start, goal: Goal::hole(to) };
        total += on_threads(threads, |run| fewest(problem, run));
    }
    format!("{} problems, {total} moves together", seen.len())
}

/// All positions of the English board that can be reduced to one peg.
fn solvability(threads: usize) -> String {
    let board = board("english");
    let mut total = 0;
    for orbit in peg::class_orbits(&board, Goal::OnePeg) {
        let table = on_threads(threads, |run| peg::Solvability::build(&board, Goal::OnePeg, orbit.won, run));
        let counts = table.expect("within limits").counts();
        total += orbit.classes as u64 * counts.iter().map(|level| level.1).sum::<u64>();
    }
    total.to_string()
}

/// A proof of a problem that neither parity nor a pagoda function decides.
fn certificate(threads: usize) -> Certificate {
    let board = board("hexagon19");
    let [start, to] = [0, 2].map(Hole::new);
    let problem = Problem { board: &board, start: board.full().without(start), goal: Goal::hole(to) };
    match on_threads(threads, |run| peg::prove(problem, run)) {
        Ok(Outcome::Unsolvable(certificate)) => certificate,
        _ => panic!("it has no solution"),
    }
}

fn verify(threads: usize, clock: &mut Clock) -> String {
    let certificate = certificate(threads);
    *clock = Clock::start();
    let held = (0..10).filter(|_| on_threads(threads, |run| certificate.verify(run)).is_ok());
    format!("{} times", held.count())
}

/// The first solutions from the customary vacancy to one peg anywhere, each replayed by the referee.
fn list(name: &str, most: usize, threads: usize) -> String {
    let board = board(name);
    let problem = Problem { board: &board, start: board.full().without(centre(&board)), goal: Goal::OnePeg };
    // Where tables need more than the usual memory, the list does without.
    let mut watch = Unwatched;
    let mut run = Run::new(Budget::default(), &mut watch).with_threads(threads);
    let mut solutions = Solutions::new(problem, &mut run).expect("within limits");
    let listed = std::iter::from_fn(|| solutions.next(&mut run).expect("within limits"));
    format!("{} solutions", listed.take(most).count())
}

fn chance(problem: Problem<'_>, run: &mut Run<'_>) -> String {
    let found = peg::play_statistics(problem, run).expect("within limits");
    format!("{} games, chance {:.6e}", found.games, found.chance)
}

fn minimal(problem: Problem<'_>, run: &mut Run<'_>) -> String {
    let found = peg::minimal_solutions(problem, 1_000_000, run).expect("within limits").expect("solvable");
    let classes = found.classes.map_or(0, |classes| classes.len());
    format!("{} sequences, {classes} classes", found.sequences)
}

fn longest(problem: Problem<'_>, run: &mut Run<'_>) -> String {
    let (length, _) = peg::longest(problem, Longest::Sweep, run).expect("within limits").expect("solvable");
    format!("{length} jumps")
}

fn sum(levels: &[peg::LevelCount], up_to_symmetry: bool) -> String {
    let count = |level: &peg::LevelCount| if up_to_symmetry { level.up_to_symmetry } else { level.positions };
    levels.iter().map(count).sum::<u64>().to_string()
}

/// The most memory that this process held, in MiB, where the system knows it.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) / 1024
}
