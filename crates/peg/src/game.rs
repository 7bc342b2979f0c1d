//! A game in progress: start, goal, the moves made, and those taken back.

use std::sync::Arc;

use crate::board::{Board, Jump};
use crate::goal::Goal;
use crate::line::Move;
use crate::notation::{Notation, NotationError};
use crate::position::Position;
use crate::problem::OwnedProblem;
use crate::record::{BadRecord, Record};
use crate::referee::{Foul, Solution, Verdict, check, replay_on};

/// A game in progress. It owns its board, so that it can be kept anywhere and sent to other threads.
///
/// ```
/// use peg::{End, Game, Goal, Setup};
///
/// let setup = Setup::parse("o.oo\n").expect("a board");
/// let mut game = Game::new(setup.board, setup.position, Goal::OnePeg).expect("pegs in its holes");
/// game.act("d1-b1").expect("a jump");
/// assert_eq!(game.is_over(), None);
/// game.act("a1-c1").expect("a jump");
/// assert_eq!(game.is_over(), Some(End::Won));
/// assert!(game.undo() && game.redo() && !game.redo());
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    board: Arc<Board>,
    start: Position,
    goal: Goal,
    notation: Notation,
    /// The moves made, then those taken back, which can be made again.
    history: Vec<Played>,
    /// The number of moves made.
    cursor: usize,
}

/// A move that was made.
#[derive(Clone, Debug)]
struct Played {
    made: Move,
    /// The position after each of its jumps.
    positions: Vec<Position>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The position is won.
    Won,
    /// It is not won, and nothing can jump.
    Stuck,
}

/// Why a game cannot be begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// The start has pegs where the board has no holes.
    #[error("the start has pegs outside the board")]
    Start,
    /// The goal has pegs where the board has no holes.
    #[error("the goal has pegs outside the board")]
    Goal,
    /// The notation is not for this grid.
    #[error("the course notation is for square grids without listed jumps")]
    Notation,
}

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The text has no move in it.
    #[error("there is no move")]
    Nothing,
    /// The text is not a move.
    #[error("{0}")]
    Notation(NotationError),
    /// A jump cannot be made.
    #[error("jump {jump}: {why}")]
    Illegal {
        /// Which jump of the text, counted from 1.
        jump: usize,
        /// Why not.
        why: Foul,
    },
}

impl Game {
    /// Begins a game, to be written in the standard notation.
    pub fn new(board: impl Into<Arc<Board>>, start: Position, goal: Goal) -> Result<Self, BadGame> {
        let board = board.into();
        let outside = |position: Position| position.bits() & !board.full().bits() != 0;
        match goal {
            _ if outside(start) => Err(BadGame::Start),
            Goal::Exactly(won) if outside(won) => Err(BadGame::Goal),
            _ => {
                let notation = Notation::Standard;
                Ok(Self { board, start, goal, notation, history: Vec::new(), cursor: 0 })
            }
        }
    }

    /// The game, written in this notation from now on.
    pub fn with_notation(self, notation: Notation) -> Result<Self, BadGame> {
        if notation.suits(&self.board) { Ok(Self { notation, ..self }) } else { Err(BadGame::Notation) }
    }

    /// The board it is played on.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position it began with.
    pub fn start(&self) -> Position {
        self.start
    }

    /// The goal.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The notation of its moves.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// The position now.
    pub fn position(&self) -> Position {
        self.positions().next_back().unwrap_or(self.start)
    }

    /// All positions from the start to the one now, one for each jump.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = Position> {
        let played = self.history[..self.cursor].iter().flat_map(|played| played.positions.iter().copied());
        std::iter::once(self.start).chain(played)
    }

    /// The moves made.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &Move> {
        self.history[..self.cursor].iter().map(|played| &played.made)
    }

    /// The jumps that can be made now.
    pub fn legal(&self) -> impl Iterator<Item = Jump> {
        self.board.legal_jumps(self.position())
    }

    /// Makes the moves of a text in the game's notation, all or none of them, and returns their number. In the course
    /// notation jumps by the same peg in a row are one move.
    pub fn act(&mut self, text: &str) -> Result<usize, Refused> {
        let line = self.read(text)?;
        let replay = check(&self.board, self.position(), self.goal, &line);
        if let Verdict::Illegal { jump, why } = replay.verdict {
            return Err(Refused::Illegal { jump, why });
        }
        self.history.truncate(self.cursor);
        let mut after = replay.positions.into_iter().skip(1);
        for made in line {
            let positions = after.by_ref().take(made.hops().count()).collect();
            self.history.push(Played { made, positions });
        }
        let moves = self.history.len() - self.cursor;
        self.cursor = self.history.len();
        Ok(moves)
    }

    /// The moves of a text, at least one. Whether they can be made is not checked.
    fn read(&self, text: &str) -> Result<Vec<Move>, Refused> {
        let line = self.notation.parse_line(&self.board, text);
        let line = line.map_err(|error| Refused::Notation(error.why))?;
        let line = match self.notation {
            Notation::Standard => line,
            Notation::Course => Move::joined(line),
        };
        if line.is_empty() { Err(Refused::Nothing) } else { Ok(line) }
    }

    /// Takes the last move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let can = self.cursor > 0;
        self.cursor -= usize::from(can);
        can
    }

    /// Makes the move that was taken back last; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let can = self.cursor < self.history.len();
        self.cursor += usize::from(can);
        can
    }

    /// The number of moves at the end that one peg made in a row, as when a sweep is entered jump by jump.
    pub fn last_sweep(&self) -> usize {
        let made = &self.history[..self.cursor];
        let continued = made.windows(2).rev().take_while(|pair| pair[0].made.is_continued_by(&pair[1].made));
        if made.is_empty() { 0 } else { 1 + continued.count() }
    }

    /// The number of moves taken back that one peg makes in a row, beginning with the one that [`redo`](Self::redo) makes.
    pub fn next_sweep(&self) -> usize {
        let undone = &self.history[self.cursor..];
        let continued = undone.windows(2).take_while(|pair| pair[0].made.is_continued_by(&pair[1].made));
        if undone.is_empty() { 0 } else { 1 + continued.count() }
    }

    /// How the game ended, if it is over.
    pub fn is_over(&self) -> Option<End> {
        if self.goal.is_met(self.position()) {
            return Some(End::Won);
        }
        self.legal().next().is_none().then_some(End::Stuck)
    }

    /// The solution that was played, if the game is won.
    pub fn solution(&self) -> Option<Solution> {
        let line: Vec<_> = self.moves().cloned().collect();
        replay_on(&self.board, self.start, self.goal, &line).ok()
    }

    /// The problem from the position now to the goal, to be solved elsewhere.
    pub fn snapshot(&self) -> OwnedProblem {
        OwnedProblem { board: Arc::clone(&self.board), start: self.position(), goal: self.goal }
    }

    /// The game as text, as far as it is played: moves that were taken back are left out.
    pub fn record(&self) -> Record {
        Record::of(self)
    }

    /// The game of a record, played again move by move.
    pub fn replay(record: &Record) -> Result<Self, BadRecord> {
        let mut game = record.begin()?;
        for (number, text) in (1..).zip(&record.moves) {
            let bad = |why| BadRecord::Move { number, text: text.chars().take(40).collect(), why };
            match game.act(text) {
                Ok(1) => {}
                Ok(_) => return Err(BadRecord::ManyMoves { number }),
                Err(why) => return Err(bad(why)),
            }
        }
        Ok(game)
    }
}
