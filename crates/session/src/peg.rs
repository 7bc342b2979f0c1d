//! Peg solitaire as a session.

use std::fmt;
use std::sync::Arc;

use ::peg::{End, Game, Move, OwnedProblem, Position, Record, Rules, Solution};
use ::rummy::Seat;
use search::Outcome;

use crate::choices::{Choices, JumpChoice};
use crate::envelope::{Envelope, Field, LoadError, clip};
use crate::event::Event;
use crate::refused::Refused;
use crate::session::{Ending, Session, only_seat};
use crate::task::{Hint, InternalError, Line, Search, Task, Truth};
use crate::view::{JumpView, PegView, View};

/// Knows at once of positions whether they can be won.
pub trait Solvable: Send + Sync {
    /// Can this position be won, if that is known?
    fn is_solvable(&self, position: Position) -> Option<bool>;

    /// A way to win from a position, if one is known.
    fn solution(&self, problem: &OwnedProblem) -> Result<Option<Solution>, InternalError>;
}

/// A game of peg solitaire.
#[derive(Clone)]
pub struct Peg {
    game: Game,
    known: Option<Arc<dyn Solvable>>,
}

impl fmt::Debug for Peg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Peg").field(&self.game).finish()
    }
}

impl Peg {
    /// The name of the family in saved games.
    pub const GAME: &str = Record::GAME;

    /// A game, of whose positions nothing is known beforehand.
    pub fn new(game: Game) -> Self {
        Self { game, known: None }
    }

    /// The game with a table of positions that can be won.
    #[must_use]
    pub fn knowing(self, known: Arc<dyn Solvable>) -> Self {
        Self { known: Some(known), ..self }
    }

    /// The game itself.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Reads a saved game and plays it again.
    pub fn read(text: &str) -> Result<Self, LoadError> {
        let envelope = Envelope::from_json(text)?;
        if envelope.game != Self::GAME {
            return Err(LoadError::OtherGame { expected: "peg solitaire", found: clip(&envelope.game) });
        }
        Self::load(&envelope)
    }

    pub(crate) fn load(envelope: &Envelope) -> Result<Self, LoadError> {
        envelope.only_options(&["board", "goal", "notation"])?;
        envelope.has_none_of(&[Field::Seed, Field::Players, Field::Words])?;
        let option = |key: &str| {
            envelope.option(key).map(str::to_owned).ok_or_else(|| LoadError::Game(format!("peg: no `{key}`")))
        };
        let record = Record {
            game: envelope.game.clone(),
            rules: Rules { board: option("board")?, goal: option("goal")?, notation: option("notation")? },
            start: envelope.start.clone().ok_or_else(|| LoadError::Game("peg: no `start`".to_owned()))?,
            moves: envelope.moves.clone(),
        };
        Game::replay(&record).map(Self::new).map_err(LoadError::game)
    }

    fn is_solvable(&self, position: Position) -> Option<bool> {
        self.known.as_ref().and_then(|known| known.is_solvable(position))
    }

    /// A way to win from here, or the proof that there is none.
    fn solve(&self) -> impl Search<Solution> + use<> {
        let (problem, known) = (self.game.snapshot(), self.known.clone());
        move |run| {
            if let Some(known) = &known {
                match known.is_solvable(problem.start) {
                    Some(false) => return Ok(Outcome::Unsolvable(())),
                    _ => {
                        if let Some(solution) = known.solution(&problem)? {
                            return Ok(Outcome::Solved(solution));
                        }
                    }
                }
            }
            let solved = problem.solve(run).map_err(|error| InternalError(error.to_string()))?;
            Ok(match solved {
                Outcome::Solved(solution) => Outcome::Solved(solution),
                Outcome::Unsolvable(_) => Outcome::Unsolvable(()),
                Outcome::GaveUp(limit) => Outcome::GaveUp(limit),
            })
        }
    }
}

impl Session for Peg {
    fn view(&self, _: Option<Seat>) -> View {
        let position = self.game.position();
        let (board, notation) = (self.game.board(), self.game.notation());
        let jump = |jump: ::peg::Jump| JumpView {
            jump: notation.jump(board, jump),
            solvable: self.is_solvable(position.play(jump)),
        };
        View::Peg(PegView {
            text: ::peg::to_text(board, position),
            pegs: position.pegs(),
            jumps: self.game.legal().map(jump).collect(),
            solvable: self.is_solvable(position),
            moves: self.game.moves().len(),
            ending: self.ending(),
        })
    }

    fn ending(&self) -> Option<Ending> {
        self.game.is_over().map(|end| match end {
            End::Won => Ending::Won,
            End::Stuck => Ending::Stuck,
        })
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        if only_seat(seat).is_err() || self.ending().is_some() {
            return Vec::new();
        }
        self.game.legal().map(|jump| self.game.notation().jump(self.game.board(), jump)).collect()
    }

    fn choices(&self, seat: Seat) -> Choices {
        let (board, position) = (self.game.board(), self.game.position());
        let choice = |jump: ::peg::Jump| JumpChoice {
            input: self.game.notation().jump(board, jump),
            from: board.place(jump.from),
            over: board.place(jump.over),
            to: board.place(jump.to),
            solvable: self.is_solvable(position.play(jump)),
        };
        let can_play = only_seat(seat).is_ok() && self.ending().is_none();
        Choices::Jumps(self.game.legal().filter(|_| can_play).map(choice).collect())
    }

    fn act(&mut self, seat: Seat, input: &str) -> Result<Vec<Event>, Refused> {
        only_seat(seat)?;
        let made = self.game.act(input).map_err(Refused::Peg)?;
        let before = self.game.moves().len() - made;
        let text = |made: &Move| self.game.notation().made(self.game.board(), made);
        let texts: Vec<String> = self.game.moves().skip(before).map(text).collect();
        Ok(vec![Event::Jumped { text: texts.join(" "), pegs: self.game.position().pegs() }])
    }

    fn undo(&mut self) -> bool {
        self.game.undo()
    }

    fn redo(&mut self) -> bool {
        self.game.redo()
    }

    fn last_together(&self) -> usize {
        self.game.last_sweep()
    }

    fn next_together(&self) -> usize {
        self.game.next_sweep()
    }

    fn hint(&self, seat: Seat) -> Result<Task<Hint>, Refused> {
        only_seat(seat)?;
        if self.ending().is_some() {
            return Ok(Task::over());
        }
        let (board, notation) = (self.game.snapshot().board, self.game.notation());
        Ok(Task::first_step(self.solve(), move |solution| {
            let jumps = solution.jumps();
            let first = jumps.first().map(|&jump| notation.jump(&board, jump));
            Hint::Enter { inputs: first.into_iter().collect(), left: Some(jumps.len()), kept_back: 0 }
        }))
    }

    fn truth(&self) -> Option<Task<Truth>> {
        Some(Task::winnable(self.solve(), |solution| solution.jumps().len()))
    }

    fn solution(&self) -> Option<Task<Line>> {
        let (board, notation) = (self.game.snapshot().board, self.game.notation());
        Some(Task::whole_line(self.solve(), move |solution| {
            solution.jumps().iter().map(|&jump| notation.jump(&board, jump)).collect()
        }))
    }

    fn boxed(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn history(&self) -> Vec<Vec<Event>> {
        let event = |(made, after): (&Move, Position)| {
            let text = self.game.notation().made(self.game.board(), made);
            vec![Event::Jumped { text, pegs: after.pegs() }]
        };
        self.game.moves().zip(self.game.positions().skip(1)).map(event).collect()
    }

    fn save(&self) -> Envelope {
        let Record { game, rules, start, moves } = self.game.record();
        let mut envelope = Envelope::new(&game, moves);
        let Rules { board, goal, notation } = rules;
        envelope.rules = [("board", board), ("goal", goal), ("notation", notation)]
            .map(|(key, value)| (key.to_owned(), value))
            .into();
        envelope.start = Some(start);
        envelope
    }
}
