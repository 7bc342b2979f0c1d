//! A running game of any rule set, with its players and its history.

mod advice;
mod advised;
mod event;
mod legal;
mod record;
mod refused;
mod setup;
mod table;
mod time_over;

use std::fmt;
use std::mem;
use std::sync::Arc;

use search::{Limit, Run};

pub use self::advice::{Advice, Advised};
pub use self::event::Event;
pub use self::legal::Legal;
pub use self::record::{BadRecord, Record, Start};
pub use self::refused::{MachineError, Refused};
pub use self::setup::{NoRuleSet, RuleSet, SeatKind, Seated, Setup, StartError};
pub use self::table::{DraftView, TakenView};
use self::table::{Entered, MatchTable, Table};
use crate::ai::AiRules;
use crate::best::letters::Vocabulary;
use crate::refusal::{Refusal, Together};
use crate::rules::canasta::Canasta;
use crate::rules::letters::Letters;
use crate::rules::mahjong::Mahjong;
use crate::rules::rami::Rami;
use crate::rules::rummikub::Rummikub;
use crate::rules::{FirstPlacement, JokerRule, Rules, TurnRules, Winner};
use crate::rummy_match::{End, Match};
use crate::save::Save;
use crate::seat::{Seat, SeatView};

/// A running game. It owns everything it needs, can move between threads, and can be replayed from its [`Record`].
///
/// ```
/// use rummy::{Game, RuleSet, Seat, Seated, Setup};
/// use search::{Budget, Run, Unwatched};
///
/// let seats = Seated::from_names(&["Ana".to_owned(), "ai:normal".to_owned()])?;
/// let mut game = Game::deal(Setup::new(RuleSet::Rummikub), None, seats, 7)?;
/// let events = game.act(Seat(0), "draw")?;
/// assert_eq!(events.len(), 2);
/// let mut watch = Unwatched;
/// game.machine_turn(&mut Run::new(Budget::UNLIMITED, &mut watch))?;
/// let again = Game::replay(&game.record(), None)?;
/// assert_eq!(again.classic(), game.classic());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Game {
    setup: Setup,
    seats: Vec<Seated>,
    start: Start,
    words: Option<Arc<Vocabulary>>,
    table: Box<dyn Table>,
    /// The commands since the start that were not taken back.
    moves: Vec<String>,
    /// The commands that were taken back, the last one first.
    undone: Vec<String>,
}

impl Clone for Game {
    fn clone(&self) -> Self {
        Self {
            setup: self.setup,
            seats: self.seats.clone(),
            start: self.start.clone(),
            words: self.words.clone(),
            table: self.table.boxed(),
            moves: self.moves.clone(),
            undone: self.undone.clone(),
        }
    }
}

impl fmt::Debug for Game {
    /// Shows only what everybody may know.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("setup", &self.setup)
            .field("view", &self.view(None))
            .finish_non_exhaustive()
    }
}

/// Starting and saving.
impl Game {
    /// Deals. Letter rummy needs words.
    pub fn deal(
        setup: Setup,
        words: Option<Arc<Vocabulary>>,
        seats: Vec<Seated>,
        seed: u64,
    ) -> Result<Self, StartError> {
        let (table, _) =
            opened(setup, words.as_ref(), &Opening { seats: Some(&seats), start: Origin::Seed(seed) })?;
        Ok(Self::at(setup, words, seats, Start::Seed(seed), table))
    }

    /// Continues a saved game in the classic format. Names such as `ai:strong` are machines. The second value lists where
    /// the tiles do not add up to the bag.
    pub fn load(
        setup: Setup,
        words: Option<Arc<Vocabulary>>,
        text: &[u8],
    ) -> Result<(Self, Vec<String>), StartError> {
        Self::load_with(setup, words, None, text)
    }

    fn load_with(
        setup: Setup,
        words: Option<Arc<Vocabulary>>,
        seats: Option<&[Seated]>,
        text: &[u8],
    ) -> Result<(Self, Vec<String>), StartError> {
        let opening = Opening { seats, start: Origin::Text(text) };
        let (table, opened) = opened(setup, words.as_ref(), &opening)?;
        let start = Start::Text(String::from_utf8_lossy(text).into_owned());
        Ok((Self::at(setup, words, opened.seats, start, table), opened.warnings))
    }

    fn at(
        setup: Setup,
        words: Option<Arc<Vocabulary>>,
        seats: Vec<Seated>,
        start: Start,
        table: Box<dyn Table>,
    ) -> Self {
        let words = words.filter(|_| setup.rules == RuleSet::Letters);
        Self { setup, seats, start, words, table, moves: Vec::new(), undone: Vec::new() }
    }

    /// The record of the game, without the commands that were taken back.
    pub fn record(&self) -> Record {
        Record {
            game: self.setup.rules.name().to_owned(),
            rules: self.setup.options(),
            seats: self.seats.clone(),
            start: self.start.clone(),
            words: self.words.as_ref().map(|words| words.digest().to_owned()),
            moves: self.moves.clone(),
        }
    }

    /// Replays a record. Machines do not think again: their turns are in the record.
    pub fn replay(record: &Record, words: Option<Arc<Vocabulary>>) -> Result<Self, BadRecord> {
        Self::replay_seen(record, words, |_| {})
    }

    /// The events of each command since the start, in the order of the record.
    pub fn history(&self) -> Vec<Vec<Event>> {
        let mut history = Vec::with_capacity(self.moves.len());
        let words = self.words.clone();
        Self::replay_seen(&self.record(), words, |events| history.push(events))
            .expect("the game was played like this");
        history
    }

    fn replay_seen(
        record: &Record,
        words: Option<Arc<Vocabulary>>,
        mut seen: impl FnMut(Vec<Event>),
    ) -> Result<Self, BadRecord> {
        let mut setup = Setup::new(record.game.parse()?);
        for (key, value) in &record.rules {
            let unknown = || BadRecord::Option { key: key.clone(), value: value.clone() };
            setup = setup.with_option(key, value).ok_or_else(unknown)?;
        }
        if let (Some(expected), Some(words)) = (&record.words, &words)
            && words.digest() != expected
        {
            let (expected, found) = (expected.clone(), words.digest().to_owned());
            return Err(BadRecord::OtherWords { expected, found });
        }
        let mut game = match &record.start {
            Start::Seed(seed) => Self::deal(setup, words, record.seats.clone(), *seed)?,
            Start::Text(text) => Self::load_with(setup, words, Some(&record.seats), text.as_bytes())?.0,
        };
        for (number, text) in (1..).zip(&record.moves) {
            let bad = |why| BadRecord::Move { number, text: text.clone(), why };
            seen(game.enter(text).map_err(bad)?);
        }
        Ok(game)
    }

    /// The game as it was after this many commands, from where [`redo`](Self::redo) repeats the others, those of machines
    /// too; none if there were fewer.
    pub fn earlier(&self, commands: usize) -> Option<Self> {
        let mut record = self.record();
        if commands > record.moves.len() {
            return None;
        }
        let later = record.moves.split_off(commands);
        let mut game = Self::replay(&record, self.words.clone()).expect("the game was played like this");
        game.undone = later.into_iter().rev().collect();
        Some(game)
    }

    /// The position at the beginning of the turn as a saved game in the classic format, which holds neither the options of
    /// the rules nor the turn in the making.
    pub fn classic(&self) -> String {
        self.table.classic()
    }
}

/// Playing.
impl Game {
    /// Carries out a command from a seat: a step of the turn in the making (see [`Command`](crate::Command)), `draw`,
    /// `take`, `discard TILE`, `done`, `pass`, `undo`, `reset`, `redo`, and, between two deals, `deal`. [`Event::seen_by`] hides
    /// what other seats may not know of an event.
    pub fn act(&mut self, seat: Seat, text: &str) -> Result<Vec<Event>, Refused> {
        let seated = self.seats.get(seat.0).ok_or(Refused::NoSeat(seat))?;
        if text.trim() == "deal" {
            return self.next_deal();
        }
        self.check_under_way()?;
        if seat != self.to_move() {
            return Err(Refused::NotYourTurn(self.seats[self.to_move().0].name.clone()));
        }
        if seated.kind != SeatKind::Person {
            return Err(Refused::Machine(seated.name.clone()));
        }
        match text.trim() {
            "undo" => self.undo(),
            "reset" => self.reset(),
            "redo" => self.redo(),
            text => {
                let events = self.enter(text)?;
                self.undone.clear();
                Ok(events)
            }
        }
    }

    /// Takes back the last step of the turn in the making. A tile that was drawn has been seen: it stays in the hand, also
    /// when the steps before it are taken back.
    pub fn undo(&mut self) -> Result<Vec<Event>, Refused> {
        self.check_under_way()?;
        self.table.undo()?;
        self.undone.extend(self.moves.pop());
        Ok(vec![Event::TookBack { seat: self.to_move() }])
    }

    /// Takes back every step of the turn in the making.
    pub fn reset(&mut self) -> Result<Vec<Event>, Refused> {
        let events = self.undo()?;
        while self.undo().is_ok() {}
        Ok(events)
    }

    /// Repeats the step that was last taken back.
    pub fn redo(&mut self) -> Result<Vec<Event>, Refused> {
        // A new deal forgets the commands that were taken back, but not those that follow it in a repeated game.
        let mut undone = mem::take(&mut self.undone);
        let text = undone.pop().ok_or(Refused::NothingToRedo)?;
        let entered = self.enter(&text);
        undone.extend(entered.is_err().then_some(text));
        self.undone = undone;
        entered
    }

    /// Adds the scores of a deal that is over and deals again.
    pub fn next_deal(&mut self) -> Result<Vec<Event>, Refused> {
        self.enter("deal")
    }

    /// Plays the turn of the machine to move. Its commands are recorded like those of persons.
    ///
    /// A machine whose run reaches a limit plays the best turn that it has found. One that is cancelled plays nothing; if
    /// it has drawn, its turn goes on from there next time.
    pub fn machine_turn(&mut self, run: &mut Run<'_>) -> Result<Vec<Event>, MachineError> {
        self.check_under_way().map_err(|_| MachineError::Over)?;
        let mut events = Vec::new();
        loop {
            let lines = self.table.think(run)?;
            if let Err(limit @ Limit::Cancelled) = run.ask() {
                return Err(MachineError::Stopped(limit));
            }
            let goes_on = lines == ["draw"] && self.table.draws_first();
            for line in &lines {
                let entered = self.enter(line);
                events.extend(entered.map_err(|why| self.table.illegal(&lines, refusal(why)))?);
            }
            if !goes_on {
                return Ok(events);
            }
        }
    }

    /// The work of finding a hint for the mover.
    pub fn advice(&self, seat: Seat) -> Result<Advice, Refused> {
        self.check_under_way()?;
        if seat != self.to_move() {
            return Err(Refused::NotYourTurn(self.seats[self.to_move().0].name.clone()));
        }
        Ok(self.table.advice())
    }

    /// Carries out a command of the player to move, or `deal`, and records it.
    fn enter(&mut self, text: &str) -> Result<Vec<Event>, Refused> {
        let Entered { command, mut events } =
            if text.trim() == "deal" { self.deal_again()? } else { self.enter_step(text)? };
        // A draw cannot be taken back: it is recorded before the steps that can.
        let later = if command == "draw" { self.table.steps() } else { 0 };
        self.moves.insert(self.moves.len() - later, command);
        if let Some(end) = self.end() {
            let out = if let End::Out(player) = end { Some(Seat(player)) } else { None };
            events.push(Event::DealOver { out, scores: self.scores() });
        }
        if self.is_over() {
            events.push(Event::GameOver { winners: self.winners() });
        }
        Ok(events)
    }

    fn enter_step(&mut self, text: &str) -> Result<Entered, Refused> {
        self.check_under_way()?;
        self.table.enter(text)
    }

    fn deal_again(&mut self) -> Result<Entered, Refused> {
        match (self.is_over(), self.end()) {
            (true, _) => Err(Refused::GameOver),
            (false, None) => Err(Refused::StillPlaying),
            (false, Some(_)) => {
                self.table.next_deal()?;
                self.undone.clear();
                let events = vec![Event::Dealt { deal: self.deal_number() }];
                Ok(Entered { command: "deal".to_owned(), events })
            }
        }
    }

    fn check_under_way(&self) -> Result<(), Refused> {
        match self.end() {
            None => Ok(()),
            Some(_) if self.is_over() => Err(Refused::GameOver),
            Some(_) => Err(Refused::DealOver),
        }
    }
}

/// Views.
impl Game {
    /// The rules and their options.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The players, in the order of play.
    pub fn seats(&self) -> &[Seated] {
        &self.seats
    }

    /// The words of letter rummy.
    pub fn words(&self) -> Option<&Arc<Vocabulary>> {
        self.words.as_ref()
    }

    /// How the game began.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The seed of the deals; none if the game was loaded without it.
    pub fn seed(&self) -> Option<u64> {
        self.table.seed()
    }

    /// The commands since the start that were not taken back.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The seat to move.
    pub fn to_move(&self) -> Seat {
        self.table.turn()
    }

    /// The player to move.
    pub fn mover(&self) -> &Seated {
        &self.seats[self.to_move().0]
    }

    /// Has the mover drawn from the stock in this turn already?
    pub fn has_drawn(&self) -> bool {
        self.table.has_drawn()
    }

    /// Does a turn begin by taking a tile, and then go on?
    pub fn draws_first(&self) -> bool {
        self.table.draws_first()
    }

    /// The view of a seat, or of a spectator. The turn in the making is not part of it.
    pub fn view(&self, seat: Option<Seat>) -> SeatView<String> {
        self.table.view(seat)
    }

    /// The turn in the making, for the mover alone.
    pub fn draft(&self, seat: Seat) -> Option<DraftView> {
        (seat == self.to_move() && self.end().is_none()).then(|| self.table.draft())
    }

    /// The tiles that came last from the stock into the hand of a seat, for the mover alone.
    pub fn fresh(&self, seat: Seat) -> Vec<String> {
        if seat == self.to_move() && self.end().is_none() { self.table.fresh(seat) } else { Vec::new() }
    }

    /// The tiles taken in the turn in the making, as a seat or a spectator knows of them: all know of a draw, the mover
    /// alone of a pile that can still be put back.
    pub fn taken(&self, seat: Option<Seat>) -> Option<TakenView> {
        if self.end().is_some() {
            return None;
        }
        self.table.taken(seat == Some(self.to_move()))
    }

    /// The steps that a seat can take now.
    pub fn legal(&self, seat: Seat) -> Legal {
        if self.end().is_some() {
            let commands = if self.is_over() { Vec::new() } else { vec!["deal".to_owned()] };
            return Legal { commands, ..Legal::default() };
        }
        if seat != self.to_move() || self.mover().kind != SeatKind::Person {
            return Legal::default();
        }
        let mut legal = self.table.legal();
        legal.commands.extend((!self.undone.is_empty()).then(|| "redo".to_owned()));
        legal
    }

    /// The combinations of the turn in the making that are not valid, by their numbers from 1; for the mover alone.
    pub fn broken(&self, seat: Seat) -> Vec<usize> {
        self.draft(seat).map_or(Vec::new(), |_| self.table.broken())
    }

    /// The demands on the first placement of a seat, for the mover alone; none once it is made.
    pub fn first_placement(&self, seat: Seat) -> Option<FirstPlacement> {
        self.draft(seat).and_then(|_| self.table.first_placement())
    }

    /// The rules of a turn.
    pub fn turn_rules(&self) -> TurnRules {
        self.table.turn_rules()
    }

    /// How the deal ended, once it has.
    pub fn end(&self) -> Option<End> {
        self.table.end()
    }

    /// Is the game over: the last deal played, or the target of the rules reached?
    pub fn is_over(&self) -> bool {
        let is_last = u64::from(self.deal_number()) + 1 >= u64::from(self.setup.deals.get());
        self.end().is_some() && (is_last || self.table.is_decided())
    }

    /// The score of each player as it would be if the deal ended here.
    pub fn scores(&self) -> Vec<i32> {
        self.table.scores()
    }

    /// The score that wins.
    pub fn winner(&self) -> Winner {
        self.table.winner()
    }

    /// The winners if the game ends here.
    pub fn winners(&self) -> Vec<Seat> {
        self.table.winners().into_iter().map(Seat).collect()
    }

    /// Which deal this is, counted from 0.
    pub fn deal_number(&self) -> u32 {
        self.table.deal_number()
    }
}

/// The judge's reason for refusing a command of a machine.
fn refusal(why: Refused) -> Refusal {
    match why {
        Refused::Turn(refusal) | Refused::Take(refusal) => refusal,
        other => Refusal::Table(Together::Other(other.to_string())),
    }
}

/// The beginning of a game, before its rules are known.
struct Opening<'a> {
    /// The players; those of a saved game may follow from their names.
    seats: Option<&'a [Seated]>,
    start: Origin<'a>,
}

enum Origin<'a> {
    Seed(u64),
    Text(&'a [u8]),
}

/// A game that was opened, without its table.
struct Opened {
    seats: Vec<Seated>,
    warnings: Vec<String>,
}

/// Opens a game under the rules of the setup: the one place where rule sets are distinguished.
fn opened(
    setup: Setup,
    words: Option<&Arc<Vocabulary>>,
    opening: &Opening<'_>,
) -> Result<(Box<dyn Table>, Opened), StartError> {
    if setup.jokers != JokerRule::default() && !setup.rules.has_joker_rule() {
        return Err(StartError::JokerRule(setup.rules));
    }
    // The players of a saved game are not known yet: there may be as many as the rules allow.
    setup.house.check(opening.seats.map_or(usize::MAX, <[Seated]>::len))?;
    let jokers = setup.jokers;
    match setup.rules {
        RuleSet::Letters => {
            let words = Arc::clone(words.ok_or(StartError::NoWords)?);
            opening.open(setup, Letters { words, jokers, bag: setup.bag, house: setup.house.letters })
        }
        RuleSet::Rummikub => opening.open(setup, Rummikub { jokers, house: setup.house.rummikub }),
        RuleSet::Rami => opening.open(setup, Rami { house: setup.house.rami }),
        RuleSet::Canasta => opening.open(setup, Canasta { house: setup.house.canasta }),
        RuleSet::Mahjong => opening.open(setup, Mahjong),
    }
}

impl Opening<'_> {
    fn open<R: AiRules + Send + 'static>(
        &self,
        setup: Setup,
        rules: R,
    ) -> Result<(Box<dyn Table>, Opened), StartError> {
        let (game, opened) = match self.start {
            Origin::Seed(seed) => self.dealt(setup, rules, seed)?,
            Origin::Text(text) => self.loaded(setup, rules, text)?,
        };
        for seated in &opened.seats {
            if let SeatKind::Machine(level) = seated.kind {
                game.rules().check_level(level)?;
            }
        }
        Ok((Box::new(MatchTable::new(game, &opened.seats)), opened))
    }

    fn dealt<R: Rules>(&self, setup: Setup, rules: R, seed: u64) -> Result<(Match<R>, Opened), StartError> {
        let seats = self.seats.unwrap_or_default().to_vec();
        let names: Vec<String> = seats.iter().map(|seated| seated.name.clone()).collect();
        let game = Match::from_deal(rules, &names, seed, setup.first_deal)?;
        let game = if setup.no_jokers { game.without_jokers() } else { game };
        Ok((game, Opened { seats, warnings: Vec::new() }))
    }

    fn loaded<R: Rules>(
        &self,
        setup: Setup,
        rules: R,
        text: &[u8],
    ) -> Result<(Match<R>, Opened), StartError> {
        let loaded = Save::read(&rules, text)?;
        let names = loaded.save.position.players.iter().map(|player| player.name.as_str());
        let seats = match self.seats {
            None => names.map(Seated::from_name).collect::<Result<Vec<_>, _>>()?,
            Some(seats) if seats.iter().map(|seated| seated.name.as_str()).eq(names) => seats.to_vec(),
            Some(_) => return Err(StartError::OtherPlayers),
        };
        let game = Match::resume(rules, loaded.save).later_without_jokers(setup.no_jokers);
        Ok((game, Opened { seats, warnings: loaded.warnings }))
    }
}
