//! `tapis peg draw`: pictures to print.

use std::path::PathBuf;

use clap::ValueEnum;
use peg::{Board, CountError, Goal, Move, Position, Problem, Solution};
use search::{Limit, Outcome, Run};

use super::game::{Game, GameArgs};
use super::solve::GAVE_UP;
use super::svg::{Drawing, PAGE, Svg, size};
use super::{line_file, result_file};
use crate::exit::{Exit, Fault};
use crate::limits::{self, LimitArgs, counted};

const EXAMPLES: &str = "\
Examples:
  tapis peg draw --vacate d4 -o start.svg
  tapis peg solve --shortest --to d4 | tapis peg draw --line - -o solution.svg
  tapis peg draw --sheet 12 --difficulty easy --seed 7 -o class.svg";

/// Draw a position, a line of play or a sheet of problems as SVG
///
/// Rows and columns are named on the edges, and the holes of a goal stand in a frame.
///
/// A line of play becomes numbered pictures, one before each move with the move in red. A sheet has problems for a
/// class on the board that is named; their solutions are on the last page. The pages are A4, one below the other.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Draw this line of play (- for standard input): a picture before each move, and the last position
    #[arg(long, value_name = "FILE", conflicts_with = "sheet")]
    line: Option<String>,
    /// Draw a sheet of this many problems
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=200))]
    sheet: Option<u64>,
    /// How hard the problems of the sheet are
    #[arg(long, value_enum, default_value_t, requires = "sheet")]
    difficulty: Difficulty,
    /// The seed of the sheet: the same one gives the same problems
    #[arg(long, value_name = "N", default_value = "1", requires = "sheet")]
    seed: u64,
    /// Where the picture goes (- for standard output)
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The chance of a win by random play, in halvings.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
enum Difficulty {
    /// A random game in 8 wins, or more
    #[default]
    Easy,
    /// A random game in 8 to 64 wins
    Medium,
    /// A random game in 64 wins, or fewer
    Hard,
}

impl Difficulty {
    /// Is a problem with this chance of its kind?
    fn has(self, chance: f64) -> bool {
        match self {
            Self::Easy => chance >= 1.0 / 8.0,
            Self::Medium => (1.0 / 64.0..1.0 / 8.0).contains(&chance),
            Self::Hard => chance < 1.0 / 64.0,
        }
    }

    /// The jumps of its problems, from and to.
    fn jumps(self) -> (usize, usize) {
        match self {
            Self::Easy => (3, 6),
            Self::Medium => (5, 10),
            Self::Hard => (8, 14),
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let game = args.game.game()?;
    let picture = match (&args.line, args.sheet) {
        (Some(path), _) => line(&game, path)?,
        (None, Some(number)) => match problems(args, &game, number as usize)? {
            Outcome::Solved(solutions) => sheet(args, &game, &solutions),
            Outcome::Unsolvable(found) => return Err(too_few(found, number)),
            Outcome::GaveUp(limit) => {
                result_file::answer(&args.output, false, &format!("{GAVE_UP} {}", limits::reason(limit)))?;
                return Ok(limits::gave_up(limit));
            }
        },
        (None, None) => position(&game),
    };
    result_file::write(&args.output, |file| file.write_all(picture.as_bytes()))?;
    Ok(Exit::Yes)
}

fn position(game: &Game) -> String {
    const CELL: f64 = 40.0;
    let (columns, rows) = size(&game.board);
    let mut svg = Svg::new((columns + 1.0) * CELL, (rows + 1.0) * CELL);
    let Game { board, notation, start, .. } = game;
    let drawing = Drawing { board, notation: *notation, position: *start, goal: goal(game), mark: &[] };
    svg.position((CELL / 2.0, CELL / 2.0), CELL, &drawing);
    svg.finish()
}

/// The holes of the goal, where it is one position.
fn goal(game: &Game) -> Position {
    if let Goal::Exactly(won) = game.goal { won } else { Position::EMPTY }
}

/// The positions before each move of a line, and the last one.
fn line(game: &Game, path: &str) -> Result<String, Fault> {
    let line = line_file::one(game, path)?;
    let replay = peg::check(&game.board, game.start, game.goal, &line);
    if let peg::Verdict::Illegal { jump, why } = replay.verdict {
        return Err(Fault::data(format!("{path}: jump {jump}: {why}")));
    }
    let moves = peg::moves(&replay.jumps);
    let goal = goal(game);
    let mut pictures = Vec::new();
    let mut before = 0;
    for (number, made) in (1..).zip(&moves) {
        let title = format!("{number}. {}", game.notation.made(&game.board, made));
        let position = replay.positions[before];
        pictures.push(Picture { title, position, goal, mark: Some(made.clone()) });
        before += made.hops().count();
    }
    pictures.push(Picture { title: "end".to_owned(), position: replay.positions[before], goal, mark: None });
    let mut pages = Pages::new();
    pages.pictures("", game, &pictures);
    Ok(pages.finish())
}

/// One picture of a page.
struct Picture {
    title: String,
    position: Position,
    /// The holes of the goal.
    goal: Position,
    mark: Option<Move>,
}

/// Pages of A4, one below the other.
struct Pages {
    svg: Svg,
    number: usize,
}

/// The margin of a page, and the height of a line of text, in points.
const MARGIN: f64 = 36.0;
const LINE: f64 = 18.0;

impl Pages {
    fn new() -> Self {
        Self { svg: Svg::new(PAGE.0, 0.0), number: 0 }
    }

    /// Begins a page and returns where its contents begin.
    fn begin(&mut self, title: &str) -> f64 {
        let top = PAGE.1 * self.number as f64 + MARGIN;
        self.number += 1;
        self.svg.text((MARGIN, top), 14.0, title);
        top + LINE
    }

    /// Adds pictures in a grid, on as many pages as they need.
    fn pictures(&mut self, title: &str, game: &Game, pictures: &[Picture]) {
        let Game { board, notation, .. } = game;
        let (columns, rows) = size(board);
        let across = (24.0 / columns).floor().clamp(1.0, 4.0);
        let cell = (PAGE.0 - 2.0 * MARGIN) / (across * (columns + 1.0));
        let (width, height) = ((columns + 1.0) * cell, (rows + 1.0) * cell + LINE);
        let down = ((PAGE.1 - 2.0 * MARGIN - LINE) / height).floor().max(1.0);
        for page in pictures.chunks((across * down) as usize) {
            let top = self.begin(title);
            for (number, picture) in page.iter().enumerate() {
                let (row, column) = (number / across as usize, number % across as usize);
                let (x, y) = (MARGIN + column as f64 * width, top + row as f64 * height);
                self.svg.text((x, y + LINE / 2.0), 9.0, &picture.title);
                let mark = picture.mark.as_ref().map_or(&[][..], Move::holes);
                let Picture { position, goal, .. } = *picture;
                let drawing = Drawing { board, notation: *notation, position, goal, mark };
                self.svg.position((x, y + LINE), cell, &drawing);
            }
        }
    }

    /// Adds lines of text, on as many pages as they need.
    fn lines(&mut self, title: &str, lines: &[String]) {
        let fit = ((PAGE.1 - 2.0 * MARGIN - LINE) / LINE) as usize;
        for page in lines.chunks(fit) {
            let top = self.begin(title);
            for (row, line) in page.iter().enumerate() {
                self.svg.text((MARGIN, top + LINE * (row + 1) as f64), 9.0, line);
            }
        }
    }

    fn finish(mut self) -> String {
        self.svg.grow(PAGE.1 * self.number as f64);
        self.svg.finish()
    }
}

/// Problems that differ, and their solutions on the last pages.
fn sheet(args: &Args, game: &Game, solutions: &[Solution]) -> String {
    let (mut questions, mut answers) = (Vec::new(), Vec::new());
    for (number, solution) in (1..).zip(solutions) {
        let end = solution.end().holes().next().map(|hole| game.notation.hole(&game.board, hole));
        let title = format!("{number}. last peg: {}", end.unwrap_or_default());
        let (position, goal) = (solution.positions()[0], solution.end());
        questions.push(Picture { title, position, goal, mark: None });
        let moves = solution.moves();
        let names: Vec<_> = moves.iter().map(|made| game.notation.made(&game.board, made)).collect();
        answers.push(format!("{number}. {}", names.join(" ")));
    }
    let mut pages = Pages::new();
    pages.pictures(&format!("Leave one peg: {}, seed {}", game.name, args.seed), game, &questions);
    pages.lines("Solutions", &answers);
    pages.finish()
}

/// There are not enough problems of the wanted difficulty.
fn too_few(found: u64, number: u64) -> Fault {
    Fault::usage(format!("this board has only {}, of {number} asked for", counted(found, "such problem")))
}

/// Problems of the wanted difficulty that no symmetry makes equal, each with its solution; where there are too few, their
/// number.
fn problems(args: &Args, game: &Game, number: usize) -> Result<Outcome<Vec<Solution>, u64>, Fault> {
    let mut watch = args.limits.supervisor();
    let mut run = Run::new(args.limits.budget(), &mut watch).with_threads(args.limits.threads());
    let board = &game.board;
    let (least, most) = args.difficulty.jumps();
    let mut found: Vec<Solution> = Vec::new();
    let mut without_memory = 0;
    for attempt in 0..ATTEMPTS_PER_PROBLEM * number as u64 {
        let seed = args.seed.wrapping_mul(ATTEMPTS_PER_SEED).wrapping_add(attempt);
        let last = board.holes().nth(seed as usize % board.len()).expect("a hole of the board");
        let jumps = least + attempt as usize % (most - least + 1);
        let Some(start) = peg::problem_backwards(board, last, jumps, seed) else { continue };
        if found.iter().any(|other| are_images(board, other.positions()[0], start)) {
            continue;
        }
        let problem = Problem { board, start, goal: Goal::hole(last) };
        match graded(args.difficulty, problem, &mut run)? {
            Outcome::Solved(solution) => found.push(solution),
            Outcome::Unsolvable(()) => {}
            Outcome::GaveUp(Limit::Memory) if without_memory < MOST_WITHOUT_MEMORY => without_memory += 1,
            Outcome::GaveUp(limit) => return Ok(Outcome::GaveUp(limit)),
        }
        if found.len() == number {
            return Ok(Outcome::Solved(found));
        }
    }
    // Problems that could not be graded may have been the missing ones.
    let found = found.len() as u64;
    Ok(if without_memory > 0 { Outcome::GaveUp(Limit::Memory) } else { Outcome::Unsolvable(found) })
}

/// Positions made for each problem that is wanted, before the search is given up.
const ATTEMPTS_PER_PROBLEM: u64 = 500;
/// More than a sheet ever makes, so that the problems of two seeds differ.
const ATTEMPTS_PER_SEED: u64 = 1 << 20;
/// Positions that may need more memory than there is, before the search is given up.
const MOST_WITHOUT_MEMORY: u64 = 100;

/// The solution of a problem of this difficulty.
fn graded(
    difficulty: Difficulty,
    problem: Problem<'_>,
    run: &mut Run<'_>,
) -> Result<Outcome<Solution>, Fault> {
    match peg::play_statistics(problem, run) {
        Ok(statistics) if difficulty.has(statistics.chance) => Ok(match peg::solve(problem, run)? {
            Outcome::Solved(solution) => Outcome::Solved(solution),
            Outcome::Unsolvable(_) => Outcome::Unsolvable(()),
            Outcome::GaveUp(limit) => Outcome::GaveUp(limit),
        }),
        // Of another difficulty, or of one that cannot be counted.
        Ok(_) | Err(CountError::Overflow) => Ok(Outcome::Unsolvable(())),
        Err(CountError::Internal(error)) => Err(error.into()),
        Err(CountError::Limit(limit)) => Ok(Outcome::GaveUp(limit)),
        Err(_) => Ok(Outcome::GaveUp(Limit::Memory)),
    }
}

/// Does a symmetry carry the one position to the other?
fn are_images(board: &Board, one: Position, other: Position) -> bool {
    board.symmetries().iter().any(|symmetry| symmetry.position(one) == other)
}
