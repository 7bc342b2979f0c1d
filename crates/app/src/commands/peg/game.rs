//! Which board, which start, which goal: what every peg command asks for.

use std::path::Path;

use clap::ValueEnum;
use peg::{Board, Goal, Hole, Notation, Position, Problem, Setup, Verdict};

use crate::exit::Fault;
use crate::input;

/// The options that describe a game.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Game")]
pub(crate) struct GameArgs {
    /// A built-in board, or a file with one [default: english, or the board of --from]
    #[arg(long, value_name = "NAME|FILE")]
    board: Option<String>,
    /// A problem of the catalogue: its board, start and finish; `tapis peg problems` lists them
    #[arg(long, value_name = "NAME", conflicts_with_all = ["board", "vacate", "from", "bits", "finish"])]
    problem: Option<String>,
    /// Start with every hole filled but this one [default: the customary hole]
    #[arg(long, value_name = "HOLE", conflicts_with = "from")]
    vacate: Option<String>,
    /// Start from the position in this file (- for standard input)
    ///
    /// The file is a picture (o and ., X and O, or x and 0), a matrix of 0, 1 and 2 in plain digits or in Caml, or CSV
    /// as --csv writes it, of which the last row counts. The first index of a matrix grows to the right and the second
    /// downwards, so that a printed matrix is the transposed picture.
    #[arg(long, value_name = "FILE")]
    from: Option<String>,
    /// Start from the position of this number: bit 0 is the first hole of the top row, and so on row by row
    ///
    /// Decimal, or hexadecimal with 0x, or binary with 0b. `tapis peg show` prints the number of a position.
    #[arg(long, value_name = "NUMBER", value_parser = parse_bits, conflicts_with_all = ["from", "vacate"])]
    bits: Option<u128>,
    /// Then add pegs in these holes, as in --add d4,e4
    #[arg(long, value_name = "HOLES")]
    add: Option<String>,
    /// Then remove the pegs of these holes
    #[arg(long, value_name = "HOLES")]
    remove: Option<String>,
    /// Play these moves first, as in --play "d2-d4 b3-d3"
    #[arg(long, value_name = "MOVES")]
    play: Option<String>,
    /// Finish with one peg in this hole, or with the position in this file [default: one peg anywhere]
    #[arg(long, value_name = "HOLE|FILE", group = "finish")]
    to: Option<String>,
    /// Finish with exactly this many pegs, anywhere
    #[arg(long, value_name = "N", group = "finish")]
    pegs: Option<u32>,
    /// Finish as soon as at most this many pegs are left, anywhere
    #[arg(long, value_name = "N", group = "finish")]
    until_pegs: Option<u32>,
    /// How holes and moves are read and written
    #[arg(long, value_enum, default_value_t)]
    notation: NotationArg,
}

/// `--notation`.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
pub(super) enum NotationArg {
    /// d2-d4
    #[default]
    Standard,
    /// (3,1) b
    Course,
}

/// A game: where it is played, from what, to what.
pub(crate) struct Game {
    pub(crate) name: String,
    pub(crate) board: Board,
    pub(crate) start: Position,
    pub(crate) goal: Goal,
    pub(crate) notation: Notation,
}

impl Game {
    /// The problem it poses.
    pub(crate) fn problem(&self) -> Problem<'_> {
        Problem { board: &self.board, start: self.start, goal: self.goal }
    }
}

impl GameArgs {
    /// The options of a game on a board, with an empty hole and a goal where these are named.
    pub(crate) fn on(board: Option<String>, vacate: Option<String>, to: Option<String>) -> Self {
        let (from, play, bits, add, remove) = (None, None, None, None, None);
        let (pegs, until_pegs, notation) = (None, None, NotationArg::default());
        let problem = None;
        Self { board, problem, vacate, from, bits, add, remove, play, to, pegs, until_pegs, notation }
    }

    /// The same options with holes and moves in this notation.
    pub(super) fn in_notation(self, notation: NotationArg) -> Self {
        Self { notation, ..self }
    }

    /// Reads what the options name.
    pub(crate) fn game(&self) -> Result<Game, Fault> {
        let (name, board, mut start) = self.board_and_start()?;
        let notation = self.notation();
        if !notation.suits(&board) {
            return Err(Fault::usage(peg::NotationError::SquareOnly));
        }
        if let Some(hole) = &self.vacate {
            let hole =
                notation.parse_hole(&board, hole).map_err(|why| Fault::usage(format!("--vacate: {why}")))?;
            start = board.full().without(hole);
        }
        if let Some(bits) = self.bits {
            start = peg::from_number(&board, bits).map_err(|why| Fault::usage(format!("--bits: {why}")))?;
        }
        start = self.changed(&board, start)?;
        if let Some(moves) = &self.play {
            start = played(&board, start, notation, moves)?;
        }
        let goal = self.goal(&board)?;
        Ok(Game { name, board, start, goal, notation })
    }

    /// The start with pegs added and removed.
    fn changed(&self, board: &Board, mut start: Position) -> Result<Position, Fault> {
        for hole in holes("--add", self.add.as_deref(), self.notation(), board)? {
            if start.has(hole) {
                let name = self.notation().hole(board, hole);
                return Err(Fault::usage(format!("--add: {name} has a peg")));
            }
            start = start.with(hole);
        }
        for hole in holes("--remove", self.remove.as_deref(), self.notation(), board)? {
            if !start.has(hole) {
                let name = self.notation().hole(board, hole);
                return Err(Fault::usage(format!("--remove: {name} is empty")));
            }
            start = start.without(hole);
        }
        Ok(start)
    }

    fn notation(&self) -> Notation {
        match self.notation {
            NotationArg::Standard => Notation::Standard,
            NotationArg::Course => Notation::Course,
        }
    }

    fn board_and_start(&self) -> Result<(String, Board, Position), Fault> {
        if let Some(name) = &self.problem {
            let peg::NamedProblem { name, board, start, .. } = named_problem(name)?;
            return Ok((name, board, start));
        }
        let Some(name) = &self.board else {
            return self.board_of_start();
        };
        let (board, laid) = match peg::named(name) {
            Some(board) => {
                let start = board.full().without(board.customary_vacancy());
                (board, start)
            }
            None => board_file(name)?,
        };
        let start = match &self.from {
            Some(path) => {
                let text = read(path)?;
                Setup::parse_on(&text, &board).map_err(|why| Fault::data(format!("{path}: {why}")))?
            }
            None => laid,
        };
        Ok((name.clone(), board, start))
    }

    fn board_of_start(&self) -> Result<(String, Board, Position), Fault> {
        let Some(path) = &self.from else {
            let board = peg::named("english").expect("a built-in board");
            let start = board.full().without(board.customary_vacancy());
            return Ok(("english".to_owned(), board, start));
        };
        let setup = Setup::parse(&read(path)?).map_err(|why| Fault::data(format!("{path}: {why}")))?;
        Ok((peg::name_of(&setup.board).unwrap_or_else(|| path.clone()), setup.board, setup.position))
    }

    fn goal(&self, board: &Board) -> Result<Goal, Fault> {
        let Some(to) = &self.to else {
            if let Some(name) = &self.problem {
                return named_problem(name).map(|problem| problem.goal);
            }
            let by_number = self.pegs.map(Goal::Pegs).or(self.until_pegs.map(Goal::AtMost));
            return Ok(by_number.filter(|goal| *goal != Goal::Pegs(1)).unwrap_or(Goal::OnePeg));
        };
        match self.notation().parse_hole(board, to) {
            Ok(hole) => Ok(Goal::hole(hole)),
            Err(why) if !Path::new(to).exists() => {
                Err(Fault::usage(format!("--to: {why}, and there is no file of this name")))
            }
            Err(_) => {
                let position = Setup::parse_on(&read(to)?, board);
                position.map(Goal::Exactly).map_err(|why| Fault::data(format!("{to}: {why}")))
            }
        }
    }
}

/// The problem of the catalogue with this name, in any case.
fn named_problem(name: &str) -> Result<peg::NamedProblem, Fault> {
    let found = peg::catalogue().into_iter().find(|problem| problem.name.eq_ignore_ascii_case(name.trim()));
    found.ok_or_else(|| Fault::usage(format!("no problem `{name}`; see `tapis peg problems`")))
}

/// The holes of a list, separated by commas or blanks.
fn holes(option: &str, list: Option<&str>, notation: Notation, board: &Board) -> Result<Vec<Hole>, Fault> {
    let text = list.unwrap_or_default();
    // The holes of the course have a comma of their own.
    let names: Vec<_> = match notation {
        Notation::Standard => text.split([',', ' ']).collect(),
        Notation::Course => {
            text.split_inclusive(')').map(|name| name.trim_start_matches([',', ' '])).collect()
        }
    };
    let names = names.into_iter().filter(|name| !name.is_empty());
    let hole =
        |name| notation.parse_hole(board, name).map_err(|why| Fault::usage(format!("{option}: {why}")));
    names.map(hole).collect()
}

/// Reads the number of a position.
fn parse_bits(text: &str) -> Result<u128, String> {
    let lower = text.to_ascii_lowercase();
    let number = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
        (Some(digits), _) => u128::from_str_radix(digits, 16),
        (_, Some(digits)) => u128::from_str_radix(digits, 2),
        _ => lower.parse(),
    };
    number.map_err(|_| "expected a number such as 8589869055, 0x1ff, or 0b1011".to_owned())
}

fn played(board: &Board, start: Position, notation: Notation, moves: &str) -> Result<Position, Fault> {
    let line =
        notation.parse_line(board, moves).map_err(|error| Fault::usage(format!("--play: {}", error.why)))?;
    let replay = peg::check(board, start, Goal::OnePeg, &line);
    if let Verdict::Illegal { jump, why } = replay.verdict {
        return Err(Fault::usage(format!("--play: jump {jump}: {why}")));
    }
    Ok(*replay.positions.last().expect("a replay holds the start"))
}

/// The built-in boards; those of a family have their number of holes in their names.
const BUILT_IN: &str = "english, french, wiegleb, asymmetric, diamond, triangleN from triangle6 to triangle120, \
                        hexagonN from hexagon7 to hexagon127, diamondN from diamond5 to diamond113";

fn board_file(path: &str) -> Result<(Board, Position), Fault> {
    if !Path::new(path).exists() {
        return Err(Fault::usage(format!("no board `{path}`: neither a file nor one of {BUILT_IN}")));
    }
    let setup = Setup::parse(&read(path)?).map_err(|why| Fault::data(format!("{path}: {why}")))?;
    Ok((setup.board, setup.position))
}

/// The text of a file, or of standard input.
pub(crate) fn read(path: &str) -> Result<String, Fault> {
    input::text(Path::new(path))
}
