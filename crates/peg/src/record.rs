//! A game as plain text fields: everything needed to continue it.

use crate::board::Board;
use crate::builtin::{name_of, named};
use crate::game::{BadGame, Game, Refused};
use crate::goal::Goal;
use crate::notation::{Notation, short};
use crate::position::Position;
use crate::text::{BoardError, Setup, to_text};

/// A game as plain text fields. Any format that keeps them keeps the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The family of games: [`Record::GAME`].
    pub game: String,
    /// The rules.
    pub rules: Rules,
    /// The start, as [`Setup`] reads it.
    pub start: String,
    /// The moves made, in the notation of the rules.
    pub moves: Vec<String>,
}

/// The rules of a game, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The name of a built-in board, or a board as [`Setup`] reads it.
    pub board: String,
    /// `one peg`, `2 pegs`, `at most 2 pegs`, the hole of the last peg in the standard notation, or a position as [`Setup`] reads it.
    pub goal: String,
    /// `standard` or `course`.
    pub notation: String,
}

/// Where and why a record is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// It is of another family of games.
    #[error("`{0}` is not peg solitaire")]
    Game(String),
    /// The board is neither a name nor the text of a board.
    #[error("board: {0}")]
    Board(BoardError),
    /// The start is not a position of the board.
    #[error("start: {0}")]
    Start(BoardError),
    /// The goal is neither a number of pegs, nor a hole, nor a position of the board.
    #[error("goal: {0}")]
    Goal(BoardError),
    /// There is no such notation.
    #[error("there is no notation `{0}`")]
    Notation(String),
    /// The parts do not fit together.
    #[error("{0}")]
    Rules(#[from] BadGame),
    /// A move cannot be made.
    #[error("move {number}, `{text}`: {why}")]
    Move {
        /// Counted from 1.
        number: usize,
        /// The move as it is written.
        text: String,
        /// Why not.
        why: Refused,
    },
    /// One text has several moves.
    #[error("move {number} is more than one move")]
    ManyMoves {
        /// Counted from 1.
        number: usize,
    },
}

const ONE_PEG: &str = "one peg";
const PEGS: &str = " pegs";
const AT_MOST: &str = "at most ";

impl Record {
    /// The name of the family: `peg`.
    pub const GAME: &str = "peg";

    pub(crate) fn of(game: &Game) -> Self {
        let board = game.board();
        let rules = Rules {
            board: board_text(board),
            goal: goal_text(board, game.goal()),
            notation: notation_name(game.notation()).to_owned(),
        };
        Self {
            game: Self::GAME.to_owned(),
            rules,
            start: to_text(board, game.start()),
            moves: game.moves().map(|made| game.notation().made(board, made)).collect(),
        }
    }

    /// The game before its first move.
    pub(crate) fn begin(&self) -> Result<Game, BadRecord> {
        if self.game != Self::GAME {
            return Err(BadRecord::Game(short(&self.game)));
        }
        let board = match named(&self.rules.board) {
            Some(board) => board,
            None => Setup::parse(&self.rules.board).map_err(BadRecord::Board)?.board,
        };
        let start = Setup::parse_on(&self.start, &board).map_err(BadRecord::Start)?;
        let goal = read_goal(&board, &self.rules.goal).map_err(BadRecord::Goal)?;
        let notation = [Notation::Standard, Notation::Course]
            .into_iter()
            .find(|&notation| notation_name(notation) == self.rules.notation)
            .ok_or_else(|| BadRecord::Notation(short(&self.rules.notation)))?;
        Ok(Game::new(board, start, goal)?.with_notation(notation)?)
    }
}

fn board_text(board: &Board) -> String {
    name_of(board).unwrap_or_else(|| to_text(board, board.full()))
}

fn goal_text(board: &Board, goal: Goal) -> String {
    match goal {
        Goal::OnePeg => ONE_PEG.to_owned(),
        Goal::Pegs(pegs) => format!("{pegs}{PEGS}"),
        Goal::AtMost(pegs) => format!("{AT_MOST}{pegs}{PEGS}"),
        Goal::Exactly(won) if won.pegs() == 1 => {
            won.holes().map(|hole| Notation::Standard.hole(board, hole)).collect()
        }
        Goal::Exactly(won) => to_text(board, won),
    }
}

fn read_goal(board: &Board, text: &str) -> Result<Goal, BoardError> {
    if text == ONE_PEG {
        return Ok(Goal::OnePeg);
    }
    let number = |text: &str| text.strip_suffix(PEGS)?.parse().ok();
    let at_most = text.strip_prefix(AT_MOST).and_then(number).map(Goal::AtMost);
    if let Some(goal) = at_most.or_else(|| number(text).map(Goal::Pegs)) {
        return Ok(goal);
    }
    let hole = Notation::Standard.parse_hole(board, text).map(Position::single);
    hole.or_else(|_| Setup::parse_on(text, board)).map(Goal::Exactly)
}

fn notation_name(notation: Notation) -> &'static str {
    match notation {
        Notation::Standard => "standard",
        Notation::Course => "course",
    }
}
