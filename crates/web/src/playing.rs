//! One game that is being played: its session, what happened, what is known, its clock.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use session::texts::{Language, ServerText};
use session::{Choices, Ending, Event, Marks, Rummy, Seat, Spot, Truth, View};

use crate::any_game::AnyGame;
use crate::error::{ApiError, Kind};
use crate::games::Viewer;
use crate::refusal::refused;
use crate::store::Row;

/// Longer breaks do not count as time spent on a game.
const LONGEST_BREAK: Duration = Duration::from_secs(300);

/// The help that a player used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct HelpUsed {
    pub(crate) hints: u32,
    pub(crate) undos: u32,
    pub(crate) solutions: u32,
}

/// Things about a game that its moves do not say; kept with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Remarks {
    pub(crate) help: HelpUsed,
    /// The request that begins another game of this kind.
    pub(crate) new: Option<Value>,
    /// The day whose deal it is.
    pub(crate) today: Option<String>,
    /// How hard the deal is, in percent.
    pub(crate) difficulty: Option<u8>,
}

/// Who began a game: what its limits count by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Owner {
    /// The name of the browser.
    pub(crate) browser: String,
    /// The name of the address; empty for games of earlier versions.
    pub(crate) address: String,
}

/// A game that is being played.
#[derive(Clone)]
pub(crate) struct Playing {
    pub(crate) id: String,
    owner: Owner,
    pub(crate) session: AnyGame,
    pub(crate) version: u64,
    /// The events of each move; those of moves taken back are at the end.
    log: Vec<Vec<Event>>,
    pub(crate) marks: Marks,
    pub(crate) remarks: Remarks,
    /// The time spent before `since`.
    spent: Duration,
    since: Instant,
    /// When the turn at hand began, in games with turns.
    turn_since: Instant,
    /// The positions of the certificate that was made for a number of moves.
    pub(crate) certified: Option<(usize, usize)>,
}

impl Playing {
    pub(crate) fn new(id: String, owner: Owner, session: AnyGame, remarks: Remarks) -> Self {
        let mut playing = Self {
            id,
            owner,
            log: session.history(),
            session,
            version: 1,
            marks: Marks::default(),
            remarks,
            spent: Duration::ZERO,
            since: Instant::now(),
            turn_since: Instant::now(),
            certified: None,
        };
        playing.marks.fit(playing.moves());
        playing
    }

    /// The game as it was when it was left.
    pub(crate) fn resumed(mut self, version: u64, millis: u64) -> Self {
        self.version = version;
        self.spent = Duration::from_millis(millis);
        self
    }

    pub(crate) fn is_rummy(&self) -> bool {
        matches!(self.session, AnyGame::Rummy(_))
    }

    /// The number of moves made so far; in rummy, of commands.
    pub(crate) fn moves(&self) -> usize {
        match self.session.view(None) {
            View::Patience(view) => view.moves,
            View::Peg(view) => view.moves,
            View::Rummy(_) => self.session.save().moves.len(),
        }
    }

    /// The events of each move made so far.
    pub(crate) fn log(&self) -> &[Vec<Event>] {
        &self.log[..self.log.len().min(self.moves())]
    }

    /// The seat of the first person.
    pub(crate) fn first_person(&self) -> Seat {
        match self.session.view(None) {
            View::Rummy(view) => {
                Seat(view.players.iter().position(|player| player.machine.is_none()).unwrap_or(0))
            }
            View::Patience(_) | View::Peg(_) => Seat(0),
        }
    }

    /// The seat that a request names, or that of the first person. A machine's seat is not shown.
    pub(crate) fn seat(&self, named: Option<usize>, language: Language) -> Result<Seat, ApiError> {
        let Some(number) = named else { return Ok(self.first_person()) };
        let is_person = match self.session.view(None) {
            View::Rummy(view) => view.players.get(number).is_some_and(|player| player.machine.is_none()),
            View::Patience(_) | View::Peg(_) => number == 0,
        };
        let no_seat = || ApiError::new(Kind::IllegalMove, language.fill(ServerText::NoSeat, &[&number]));
        is_person.then_some(Seat(number)).ok_or_else(no_seat)
    }

    /// Is a machine to move?
    pub(crate) fn waits_for_machine(&self) -> bool {
        match self.session.view(None) {
            View::Rummy(view) => {
                let mover = view.players.get(view.turn);
                view.ending.is_none() && !view.deal_over && mover.is_some_and(|mover| mover.machine.is_some())
            }
            View::Patience(_) | View::Peg(_) => false,
        }
    }

    /// Does what a player enters.
    pub(crate) fn act(
        &mut self,
        seat: Seat,
        input: &str,
        language: Language,
    ) -> Result<Vec<Event>, ApiError> {
        if let Choices::Tiles(choices) = self.session.choices(seat)
            && input.trim() == "help"
        {
            let commands = choices.commands.join(", ");
            return Err(ApiError::new(Kind::NotPossible, language.fill(ServerText::Commands, &[&commands])));
        }
        let before = self.moves();
        let refuse = |session: &AnyGame, why| refused(session, &why, input, Viewer { language, seat });
        let events = match self.session.act(seat, input) {
            Ok(events) => events,
            Err(why) => return Err(refuse(&self.session, why)),
        };
        self.note(before, &events);
        Ok(events)
    }

    /// Takes over the game after a machine's turn.
    pub(crate) fn machine_played(&mut self, session: AnyGame, events: &[Event]) {
        let before = self.moves();
        self.session = session;
        self.note(before, events);
    }

    /// The moment at which the turn of a person ends by itself, where the rules limit its time.
    pub(crate) fn turn_end(&self) -> Option<Instant> {
        let time = self.session.turn_time()?;
        let View::Rummy(view) = self.session.view(None) else { return None };
        let is_under_way = view.ending.is_none() && !view.deal_over && !self.waits_for_machine();
        is_under_way.then(|| self.turn_since.checked_add(time)).flatten()
    }

    /// Ends the turn of the person whose time is over.
    pub(crate) fn time_over(&mut self) -> Option<Vec<Event>> {
        let before = self.moves();
        let seat = self.session.to_move()?;
        let events = self.session.time_over(seat)?;
        self.note(before, &events);
        Some(events)
    }

    /// Writes down what happened since there were this many moves.
    fn note(&mut self, before: usize, events: &[Event]) {
        let after = self.moves();
        if events.iter().any(|event| matches!(event, Event::Played { .. } | Event::Dealt { .. })) {
            self.turn_since = Instant::now();
        }
        if after == before + 1 {
            self.log.truncate(before);
            self.log.push(events.to_vec());
        } else if after >= before {
            self.log = self.session.history();
        }
        // Moves that were taken back and are now replaced are unknown again.
        self.marks.fit(before.min(after));
        self.marks.fit(after);
    }

    /// Goes to the position after some moves.
    pub(crate) fn go_to(&mut self, after: usize) {
        let before = self.moves();
        session::go_to(&mut *self.session, after);
        if self.moves() < before {
            self.remarks.help.undos += 1;
        }
        self.marks.fit(self.moves());
    }

    /// The input of the next card that can go to its foundation.
    pub(crate) fn next_up(&self) -> Option<String> {
        let Choices::Cards(choices) = self.session.choices(Seat(0)) else { return None };
        let up = choices.moves.into_iter().find(|choice| matches!(choice.to, Spot::Foundation(_)));
        up.map(|choice| choice.input)
    }

    pub(crate) fn undo(&mut self, language: Language) -> Result<(), ApiError> {
        if !session::take_back(&mut *self.session) {
            return Err(ApiError::text(Kind::NotPossible, language, ServerText::NothingToUndo));
        }
        self.remarks.help.undos += 1;
        self.marks.fit(self.moves());
        Ok(())
    }

    pub(crate) fn redo(&mut self, language: Language) -> Result<(), ApiError> {
        if !session::make_again(&mut *self.session) {
            return Err(ApiError::text(Kind::NotPossible, language, ServerText::NothingToRedo));
        }
        if self.log.len() < self.moves() {
            self.log = self.session.history();
        }
        self.marks.fit(self.moves());
        Ok(())
    }

    /// A copy at the position after some moves.
    pub(crate) fn at(&self, after: usize) -> Option<AnyGame> {
        // Rummy takes back nothing that was seen, but it can be played again.
        if let AnyGame::Rummy(game) = &self.session {
            let earlier = game.game().earlier(after)?;
            return Some(AnyGame::Rummy(Box::new(Rummy::new(earlier))));
        }
        let mut copy = self.session.clone();
        session::go_to(&mut *copy, after);
        (copy.save().moves.len() == after).then_some(copy)
    }

    /// Notes whether the position after some moves can be won.
    pub(crate) fn hear(&mut self, after: usize, truth: Truth) {
        self.marks.fit(self.moves());
        if after <= self.moves() {
            self.marks.note(after, truth);
        }
    }

    /// The time spent on it.
    pub(crate) fn elapsed(&self) -> Duration {
        let since = self.since.elapsed().min(LONGEST_BREAK);
        if self.session.ending().is_some_and(|ending| ending != Ending::Stuck) {
            self.spent
        } else {
            self.spent + since
        }
    }

    /// Counts the time up to now, before something changes.
    pub(crate) fn stop_watch(&mut self) {
        self.spent = self.elapsed();
        self.since = Instant::now();
    }

    /// `won` or `lost`, if it is over.
    pub(crate) fn outcome(&self) -> Option<&'static str> {
        match self.session.ending()? {
            Ending::Won => Some("won"),
            Ending::Stuck => None,
            Ending::WonBy { seats } => {
                let won = seats.iter().any(|&seat| self.seat(Some(seat), Language::English).is_ok());
                Some(if won { "won" } else { "lost" })
            }
        }
    }

    /// The name of the game: `FreeCell.123456`, `english`, `rummikub`; nothing for a board of one's own.
    pub(crate) fn name(&self) -> String {
        match &self.session {
            AnyGame::Patience(game) => match game.game().deal().seed() {
                Some(seed) => format!("{}.{}", game.game().deal().rules().name(), seed.number()),
                None => game.game().deal().rules().name().to_owned(),
            },
            AnyGame::Peg(game) => peg::name_of(game.game().board()).unwrap_or_default(),
            AnyGame::Rummy(game) => game.game().setup().rules.name().to_owned(),
        }
    }

    /// The game as it is kept.
    pub(crate) fn row(&self) -> Row {
        let envelope = self.session.save();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Row {
            id: self.id.clone(),
            owner: self.owner.clone(),
            version: self.version,
            family: self.session.family(),
            title: self.name(),
            moves: envelope.moves.len(),
            envelope: serde_json::to_string(&envelope).expect("strings and numbers can be written"),
            millis: self.elapsed().as_millis() as u64,
            help: serde_json::to_string(&self.remarks).expect("strings and numbers can be written"),
            outcome: self.outcome(),
            played: now.as_secs(),
        }
    }
}

#[cfg(test)]
mod tests {
    use session::{Patience, Peg};

    use super::*;

    fn patience(deal: &str) -> Playing {
        let session = AnyGame::Patience(Patience::deal(deal.parse().unwrap()));
        Playing::new("id".to_owned(), Owner::default(), session, Remarks::default())
    }

    #[test]
    fn the_log_follows_moves_taken_back_and_made_again() {
        let mut game = patience("fc.123");
        let act = |game: &mut Playing, input: &str| game.act(Seat(0), input, Language::English).unwrap();
        act(&mut game, "1a");
        act(&mut game, "2b");
        assert_eq!(game.log().len(), 2);
        game.undo(Language::English).unwrap();
        assert_eq!(game.log().len(), 1);
        game.redo(Language::English).unwrap();
        assert_eq!(game.log(), game.session.history());
        game.go_to(0);
        act(&mut game, "3a");
        assert_eq!(game.log(), game.session.history());
        assert_eq!(game.remarks.help.undos, 2);
    }

    /// An input of several jumps is several moves.
    #[test]
    fn each_jump_of_an_input_has_its_event() {
        let board = peg::named("english").unwrap();
        let start = board.full().without(board.customary_vacancy());
        let game = peg::Game::new(board, start, peg::Goal::OnePeg).unwrap();
        let mut game =
            Playing::new("id".to_owned(), Owner::default(), AnyGame::Peg(Peg::new(game)), Remarks::default());
        game.act(Seat(0), "d2-d4 f3-d3", Language::English).unwrap();
        assert_eq!((game.moves(), game.log().len()), (2, 2));
        game.undo(Language::English).unwrap();
        assert_eq!(game.log()[0][0].to_string(), "d2-d4: 31 pegs left");
    }
}
