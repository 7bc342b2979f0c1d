//! A patience as a session.

use std::sync::{Arc, Mutex, PoisonError};

use ::patience::{
    Acted, Action, Card, Deal, Effort, End, Game, KnownLine, Move, Rank, Record, Solution, SolveError,
    Solver, Start, Suit, Table, Target,
};
use ::rummy::Seat;
use search::Outcome;

use crate::card_move::CardMove;
use crate::choices::{CardChoices, Choices};
use crate::envelope::{Envelope, Field, LoadError};
use crate::event::Event;
use crate::refused::Refused;
use crate::session::{Ending, Session, only_seat};
use crate::task::{Hint, InternalError, Line, Search, Task, Truth};
use crate::tiles::english_cards;
use crate::view::{PatienceView, View};

/// The text of a rules file among the options of a saved game.
const RULES: &str = "rules";
/// The way it is played among the options of a saved game.
const PLAYED: &str = "played";

/// A patience.
#[derive(Clone, Debug)]
pub struct Patience {
    game: Game,
    known: Known,
}

/// The way to win that was found last, by whichever task: hints keep to it as long as the player follows it.
#[derive(Clone, Debug, Default)]
struct Known(Arc<Mutex<Option<KnownLine>>>);

impl Known {
    /// The rest of the line, if the table lies on it.
    fn rest(&self, table: &Table) -> Option<Solution> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).as_ref()?.rest(table)
    }

    fn keep(&self, solution: &Solution) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(KnownLine::new(solution));
    }
}

impl Patience {
    /// A game of a deal, nothing played yet.
    pub fn deal(deal: Deal) -> Self {
        Game::new(deal).into()
    }

    /// The game itself.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Reads a saved game and plays it again.
    pub fn read(text: &str) -> Result<Self, LoadError> {
        Self::load(&Envelope::from_json(text)?)
    }

    pub(crate) fn load(envelope: &Envelope) -> Result<Self, LoadError> {
        envelope.only_options(&[RULES, PLAYED])?;
        envelope.has_none_of(&[Field::Players, Field::Words])?;
        let start = match (envelope.seed, &envelope.start) {
            (Some(seed), None) => Start::Seed(seed),
            (None, Some(text)) => Start::Text(text.clone()),
            _ => return Err(LoadError::Game("a patience has a `seed` or a `start`".to_owned())),
        };
        let options = envelope.option(PLAYED).unwrap_or_default().split_whitespace();
        let record = Record {
            game: envelope.game.clone(),
            rules: envelope.option(RULES).map(str::to_owned),
            options: options.map(str::to_owned).collect(),
            start,
            moves: envelope.moves.clone(),
        };
        Game::replay(&record).map(Self::from).map_err(LoadError::game)
    }

    /// A way to win from here, or the proof that there is none.
    fn solve(&self) -> impl Search<Solution> + use<> {
        let (table, known) = (self.game.table().clone(), self.known.clone());
        move |run| {
            if let Some(rest) = known.rest(&table) {
                return Ok(Outcome::Solved(rest));
            }
            let report = Solver::new().with_effort(Effort::Quick).solve(&table, run);
            match report {
                Ok(report) => {
                    if let Outcome::Solved(solution) = &report.outcome {
                        known.keep(solution);
                    }
                    Ok(report.outcome)
                }
                Err(SolveError::Internal(error)) => Err(InternalError(error.to_string()).into()),
                Err(SolveError::NotSupported(_)) => Ok(Outcome::GaveUp(search::Limit::Incomplete)),
            }
        }
    }
}

impl From<Game> for Patience {
    fn from(game: Game) -> Self {
        Self { game, known: Known::default() }
    }
}

/// A line of a solution as a player enters it: cards by name, which mean one thing.
fn entered(action: Action) -> String {
    let Action::Move(Move { card, to }) = action else { return action.to_string() };
    let line = action.to_string();
    let target = match to {
        Target::Onto(on) => on.ascii().to_string(),
        Target::EmptyColumn | Target::Cell | Target::Foundation => {
            line.split(' ').next_back().unwrap_or_default().to_owned()
        }
    };
    format!("{} {target}", card.ascii())
}

fn moved(acted: &Acted) -> Event {
    let went_up = acted.went_up.iter().map(Card::to_string).collect();
    Event::Moved { card_move: CardMove::of(acted), went_up }
}

impl Session for Patience {
    fn view(&self, _: Option<Seat>) -> View {
        let table = self.game.table();
        let column = |column: &::patience::Column| column.iter().map(Card::to_string).collect();
        let foundation =
            |(suit, height): (Suit, u8)| Rank::new(height).map(|rank| Card::new(rank, suit).to_string());
        View::Patience(PatienceView {
            deal: self.game.deal().to_string(),
            columns: table.columns().iter().map(column).collect(),
            cells: self.game.cells().iter().map(|cell| cell.map(|card| card.to_string())).collect(),
            foundations: Suit::ALL.into_iter().zip(table.foundations()).map(foundation).collect(),
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
        if only_seat(seat).is_err() {
            return Vec::new();
        }
        self.game.legal().into_iter().map(|played| played.text).collect()
    }

    fn choices(&self, seat: Seat) -> Choices {
        let is_seat = only_seat(seat).is_ok();
        Choices::Cards(if is_seat { CardChoices::of(&self.game) } else { CardChoices::default() })
    }

    fn act(&mut self, seat: Seat, input: &str) -> Result<Vec<Event>, Refused> {
        only_seat(seat)?;
        let acted = self.game.act(&english_cards(input)).map_err(Refused::Patience)?;
        Ok(vec![moved(&acted)])
    }

    fn undo(&mut self) -> bool {
        self.game.undo()
    }

    fn redo(&mut self) -> bool {
        self.game.redo()
    }

    fn hint(&self, seat: Seat) -> Result<Task<Hint>, Refused> {
        only_seat(seat)?;
        if self.ending().is_some() {
            return Ok(Task::over());
        }
        Ok(Task::first_step(self.solve(), |solution| Hint::Enter {
            inputs: solution.actions().first().map(|&action| entered(action)).into_iter().collect(),
            left: Some(solution.len()),
            kept_back: 0,
        }))
    }

    fn truth(&self) -> Option<Task<Truth>> {
        Some(Task::winnable(self.solve(), Solution::len))
    }

    fn solution(&self) -> Option<Task<Line>> {
        Some(Task::whole_line(self.solve(), |solution| {
            solution.actions().iter().map(|&action| entered(action)).collect()
        }))
    }

    fn boxed(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn history(&self) -> Vec<Vec<Event>> {
        self.game.moves().map(|acted| vec![moved(acted)]).collect()
    }

    fn save(&self) -> Envelope {
        let Record { game, rules, options, start, moves } = self.game.record();
        let mut envelope = Envelope::new(&game, moves);
        envelope.rules.extend(rules.map(|text| (RULES.to_owned(), text)));
        if !options.is_empty() {
            envelope.rules.insert(PLAYED.to_owned(), options.join(" "));
        }
        match start {
            Start::Seed(seed) => envelope.seed = Some(seed),
            Start::Text(text) => envelope.start = Some(text),
        }
        envelope
    }
}

#[cfg(test)]
mod tests {
    use search::{Budget, Run, Unwatched};

    use super::*;

    fn hint(session: &dyn Session) -> Hint {
        session.hint(Seat(0)).unwrap().run(&mut Run::new(Budget::default(), &mut Unwatched)).unwrap()
    }

    /// Hints keep to one line, across taking back and doing again.
    #[test]
    fn hints_that_are_followed_win() {
        for deal in ["fc.2", "fc.11", "st.2", "bd.7"] {
            let mut session = Patience::deal(deal.parse().unwrap());
            let mut before = None;
            while session.ending() != Some(Ending::Won) {
                let Hint::Enter { inputs, left: Some(left), .. } = hint(&session) else {
                    panic!("{deal}: lost")
                };
                assert!(before.is_none_or(|before| left + 1 == before), "{deal}: {before:?} {left}");
                before = Some(left);
                session.act(Seat(0), &inputs[0]).unwrap();
                assert!(session.undo());
                assert_eq!(hint(&session), Hint::Enter { inputs, left: Some(left), kept_back: 0 });
                assert!(session.redo());
            }
            assert_eq!(before, Some(1), "{deal}");
        }
    }
}
