//! Which board, which start, which goal: what every peg command asks for.

use std::path::Path;

use clap::ValueEnum;
use peg::{Board, Goal, Notation, Position, Problem, Setup, Verdict};

use crate::exit::Fault;
use crate::input;

/// The options that describe a game.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Game")]
pub(crate) struct GameArgs {
    /// A built-in board, or a file with one [default: english, or the board of --from]
    #[arg(long, value_name = "NAME|FILE")]
    board: Option<String>,
    /// Start with every hole filled but this one [default: the customary hole]
    #[arg(long, value_name = "HOLE", conflicts_with = "from")]
    vacate: Option<String>,
    /// Start from the position in this file (- for standard input)
    #[arg(long, value_name = "FILE")]
    from: Option<String>,
    /// Play these moves first, as in --play "d2-d4 b3-d3"
    #[arg(long, value_name = "MOVES")]
    play: Option<String>,
    /// Finish with one peg in this hole, or with the position in this file [default: one peg anywhere]
    #[arg(long, value_name = "HOLE|FILE")]
    to: Option<String>,
    /// How holes and moves are read and written
    #[arg(long, value_enum, default_value_t)]
    notation: NotationArg,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default)]
enum NotationArg {
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
        Self { board, vacate, from: None, play: None, to, notation: NotationArg::default() }
    }

    /// Reads what the options name.
    pub(crate) fn game(&self) -> Result<Game, Fault> {
        let (name, board, mut start) = self.board_and_start()?;
        let notation = self.notation();
        if notation == Notation::Course && board.grid() != peg::Grid::Square {
            return Err(Fault::usage("the course notation is for square grids"));
        }
        if let Some(hole) = &self.vacate {
            let hole =
                notation.parse_hole(&board, hole).map_err(|why| Fault::usage(format!("--vacate: {why}")))?;
            start = board.full().without(hole);
        }
        if let Some(moves) = &self.play {
            start = played(&board, start, notation, moves)?;
        }
        let goal = self.goal(&board)?;
        Ok(Game { name, board, start, goal, notation })
    }

    fn notation(&self) -> Notation {
        match self.notation {
            NotationArg::Standard => Notation::Standard,
            NotationArg::Course => Notation::Course,
        }
    }

    fn board_and_start(&self) -> Result<(String, Board, Position), Fault> {
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
        let Some(to) = &self.to else { return Ok(Goal::OnePeg) };
        match self.notation().parse_hole(board, to) {
            Ok(hole) => Ok(Goal::hole(hole)),
            Err(why) if !Path::new(to).exists() => Err(Fault::usage(format!("--to: {why}"))),
            Err(_) => {
                let position = Setup::parse_on(&read(to)?, board);
                position.map(Goal::Exactly).map_err(|why| Fault::data(format!("{to}: {why}")))
            }
        }
    }
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

fn board_file(path: &str) -> Result<(Board, Position), Fault> {
    if !Path::new(path).exists() {
        let names = peg::names().join(", ");
        return Err(Fault::usage(format!("no board `{path}`: neither a file nor one of {names}")));
    }
    let setup = Setup::parse(&read(path)?).map_err(|why| Fault::data(format!("{path}: {why}")))?;
    Ok((setup.board, setup.position))
}

/// The text of a file, or of standard input.
pub(crate) fn read(path: &str) -> Result<String, Fault> {
    input::text(Path::new(path))
}
