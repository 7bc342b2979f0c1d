//! Rummy as a session.

use std::time::Duration;

use ::rummy::{
    Advised, BadRecord, Event as Happened, Game, MachineError, Record, RuleSet, Seat, SeatKind, SeatView,
    Seated, Start, Winner,
};
use search::Run;

use crate::choices::{Choices, TileChoices};
use crate::envelope::{Envelope, Field, LoadError, Player, WordLists, clip, is_invisible};
use crate::event::{Event, took};
use crate::refused::Refused;
use crate::session::{Ending, MachineTurn, Session};
use crate::task::{Hint, InternalError, Task, TaskError, Truth};
use crate::texts::in_english;
use crate::turn_review::{PlayedTurn, TurnReview, next_review, turns};
use crate::view::{DraftView, PlayerView, RummyView, View};

/// No name is longer, in characters.
const LONGEST_NAME: usize = 60;

/// A game of rummy.
#[derive(Clone, Debug)]
pub struct Rummy {
    game: Game,
}

impl Rummy {
    /// A game that was dealt or loaded.
    pub fn new(game: Game) -> Self {
        Self { game }
    }

    /// The game itself.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Reads a saved game and plays it again.
    pub fn read(text: &str, words: &dyn WordLists) -> Result<Self, LoadError> {
        let envelope = Envelope::from_json(text)?;
        match envelope.game.parse() {
            Ok(rules) => Self::load(&envelope, rules, words),
            Err(_) => Err(LoadError::OtherGame { expected: "rummy", found: clip(&envelope.game) }),
        }
    }

    pub(crate) fn load(
        envelope: &Envelope,
        rules: RuleSet,
        words: &dyn WordLists,
    ) -> Result<Self, LoadError> {
        let words = match rules {
            RuleSet::Letters if envelope.words.is_none() => {
                return Err(LoadError::Game("letters: no `words`, the digest of the word list".to_owned()));
            }
            RuleSet::Letters => Some(words.words(envelope.words.as_deref()).map_err(LoadError::Game)?),
            _ => {
                envelope.has_none_of(&[Field::Words])?;
                None
            }
        };
        let start = match (envelope.seed, &envelope.start) {
            (Some(seed), None) => Start::Seed(seed),
            (None, Some(text)) => Start::Text(text.clone()),
            _ => return Err(LoadError::Game("a game of rummy has a `seed` or a `start`".to_owned())),
        };
        let record = Record {
            game: envelope.game.clone(),
            rules: envelope.rules.clone().into_iter().collect(),
            seats: envelope.players.iter().map(seated).collect::<Result<_, _>>()?,
            start,
            words: envelope.words.clone(),
            moves: envelope.moves.clone(),
        };
        Game::replay(&record, words).map(Self::new).map_err(|error: BadRecord| LoadError::game(error))
    }

    /// Takes back the command of a person that ended the game, which showed nothing hidden: a draw and the turn of a machine
    /// stay.
    fn take_back_the_end(&mut self) -> bool {
        let is_open = self.game.is_over() && self.game.moves().last().is_some_and(|end| end != "draw");
        let before = is_open.then(|| self.game.earlier(self.game.moves().len() - 1)).flatten();
        match before.filter(|before| before.mover().kind == SeatKind::Person) {
            Some(before) => self.game = before,
            None => return false,
        }
        true
    }

    fn rules(&self) -> RuleSet {
        self.game.setup().rules
    }

    fn refused(&self, why: ::rummy::Refused) -> Refused {
        Refused::Rummy { rules: self.rules(), why }
    }

    fn name(&self, seat: Seat) -> String {
        self.game.seats()[seat.0].name.clone()
    }

    fn event(&self, happened: Happened) -> Event {
        match happened {
            Happened::Drew { seat, count, tiles, bonus } => {
                Event::Drew { rules: self.rules(), name: self.name(seat), seat: seat.0, count, tiles, bonus }
            }
            Happened::Arranged { seat } => Event::Arranged { name: self.name(seat) },
            Happened::TookBack { .. } => Event::TookBack,
            Happened::Played { seat, take, placed, points, discard } => Event::Played {
                rules: self.rules(),
                name: self.name(seat),
                seat: seat.0,
                took: took(take),
                placed,
                points,
                discard,
            },
            Happened::DealOver { out, scores } => {
                let names = self.game.seats().iter().map(|seated| seated.name.clone());
                Event::DealOver { out: out.map(|seat| self.name(seat)), scores: names.zip(scores).collect() }
            }
            Happened::GameOver { winners } => {
                Event::GameOver { winners: winners.into_iter().map(|seat| self.name(seat)).collect() }
            }
            Happened::Dealt { deal } => Event::Dealt { deal: deal.saturating_add(1) },
        }
    }

    pub(crate) fn events(&self, happened: Vec<Happened>) -> Vec<Event> {
        happened.into_iter().map(|happened| self.event(happened)).collect()
    }
}

fn seated(player: &Player) -> Result<Seated, LoadError> {
    let is_plain = |name: &str| name.chars().count() <= LONGEST_NAME && !name.chars().any(is_invisible);
    if !is_plain(&player.name) {
        return Err(LoadError::Game(format!("`{}` cannot be a name", clip(&player.name))));
    }
    let kind = match &player.machine {
        None => SeatKind::Person,
        Some(level) => {
            let level =
                level.parse().map_err(|_| LoadError::Game(format!("there is no level `{}`", clip(level))));
            SeatKind::Machine(level?)
        }
    };
    Ok(Seated { name: player.name.clone(), kind })
}

fn machine(seated: &Seated) -> Option<String> {
    match seated.kind {
        SeatKind::Person => None,
        SeatKind::Machine(level) => Some(level.to_string()),
    }
}

fn draft_view(::rummy::DraftView { take, table, hand, loose }: ::rummy::DraftView) -> DraftView {
    DraftView { took: took(take), table, hand, loose }
}

impl From<MachineError> for TaskError {
    fn from(error: MachineError) -> Self {
        match error {
            MachineError::Stopped(limit) => Self::Limit(limit),
            other => Self::Internal(InternalError(other.to_string())),
        }
    }
}

/// The players as a seat or a spectator sees them, tiles taken in this turn counted.
impl Rummy {
    fn players(&self, seat: Option<Seat>, seen: &SeatView<String>) -> Vec<PlayerView> {
        let places = seen.players.iter().zip(self.game.seats()).zip(self.scores(seen));
        let mut players: Vec<PlayerView> = places
            .map(|((seen, seated), score)| PlayerView {
                name: seen.name.clone(),
                machine: machine(seated),
                score,
                placed: seen.placed,
                tiles: seen.tiles,
                bonus: seen.bonus.clone(),
            })
            .collect();
        let mover = &mut players[seen.turn.0];
        if let Some(taken) = self.game.taken(seat) {
            mover.tiles += taken.tiles;
            mover.bonus.extend(taken.bonus);
        }
        if let Some(draft) = seat.and_then(|seat| self.game.draft(seat)) {
            mover.tiles = draft.hand.len();
        }
        players
    }

    /// The scores; a deal that is over counts.
    fn scores(&self, seen: &SeatView<String>) -> Vec<i32> {
        match self.game.end() {
            Some(_) => self.game.scores(),
            None => seen.players.iter().map(|player| player.score).collect(),
        }
    }
}

impl Session for Rummy {
    fn view(&self, seat: Option<Seat>) -> View {
        let mut seen = self.game.view(seat);
        let players = self.players(seat, &seen);
        if let Some(taken) = self.game.taken(seat) {
            seen.stock -= taken.from_stock;
            seen.pile.truncate(seen.pile.len() - taken.from_pile);
        }
        let draft = seat.and_then(|seat| self.game.draft(seat)).map(draft_view);
        let melds = |table: &Vec<::rummy::Meld<String>>| table.iter().map(|meld| meld.to_vec()).collect();
        View::Rummy(RummyView {
            rules: self.rules().name().to_owned(),
            fresh: seat.map_or_else(Vec::new, |seat| self.game.fresh(seat)),
            seat: seat.map(|seat| seat.0),
            players,
            tables: seen.tables.iter().map(melds).collect(),
            hand: seen.hand,
            drawn: seen.drawn,
            stock: seen.stock,
            pile: seen.pile,
            turn: seen.turn.0,
            has_drawn: seen.has_drawn,
            draft,
            deal: self.game.deal_number().saturating_add(1),
            deal_over: self.game.end().is_some() && !self.game.is_over(),
            ending: self.ending(),
        })
    }

    fn to_move(&self) -> Option<Seat> {
        (!self.game.is_over()).then(|| self.game.to_move())
    }

    fn ending(&self) -> Option<Ending> {
        let seats = || self.game.winners().into_iter().map(|seat| seat.0).collect();
        self.game.is_over().then(|| Ending::WonBy { seats: seats() })
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        if seat.0 < self.game.seats().len() { self.game.legal(seat).commands } else { Vec::new() }
    }

    fn choices(&self, seat: Seat) -> Choices {
        let is_seat = seat.0 < self.game.seats().len();
        Choices::Tiles(if is_seat { TileChoices::of(&self.game, seat) } else { TileChoices::default() })
    }

    fn act(&mut self, seat: Seat, input: &str) -> Result<Vec<Event>, Refused> {
        let happened = self.game.act(seat, &in_english(input)).map_err(|why| self.refused(why))?;
        Ok(self.events(happened))
    }

    fn turn_time(&self) -> Option<Duration> {
        self.game.turn_seconds().map(|seconds| Duration::from_secs(seconds.into()))
    }

    fn time_over(&mut self, seat: Seat) -> Option<Vec<Event>> {
        let happened = self.game.time_over(seat).ok()?;
        Some(self.events(happened))
    }

    fn undo(&mut self) -> bool {
        self.game.undo().is_ok() || self.take_back_the_end()
    }

    fn redo(&mut self) -> bool {
        self.game.redo().is_ok()
    }

    fn turns(&self) -> Vec<PlayedTurn> {
        turns(self)
    }

    fn earlier(&self, commands: usize) -> Option<Box<dyn Session>> {
        Some(Box::new(Self::new(self.game.earlier(commands)?)))
    }

    fn hint(&self, seat: Seat) -> Result<Task<Hint>, Refused> {
        let advice = self.game.advice(seat).map_err(|why| self.refused(why))?;
        Ok(Task::new(move |run| {
            let Advised { commands, kept_back } = advice.find(run)?;
            Ok(Hint::Enter { inputs: commands, left: None, kept_back })
        }))
    }

    fn truth(&self) -> Option<Task<Truth>> {
        None
    }

    fn low_score_wins(&self) -> bool {
        self.game.winner() == Winner::Lowest
    }

    fn turn_review(&self, seat: Seat, from: usize) -> Option<Task<Option<TurnReview>>> {
        (seat.0 < self.game.seats().len()).then(|| next_review(&self.game, seat, from))
    }

    fn machine_turn(&mut self, run: &mut Run<'_>) -> Result<MachineTurn, TaskError> {
        let plays = self.game.end().is_none() && self.game.mover().kind != SeatKind::Person;
        if !plays {
            return Ok(MachineTurn::NotAMachine);
        }
        let happened = self.game.machine_turn(run)?;
        Ok(MachineTurn::Played(self.events(happened)))
    }

    fn classic(&self) -> Option<String> {
        Some(self.game.classic())
    }

    fn boxed(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn history(&self) -> Vec<Vec<Event>> {
        self.game.history().into_iter().map(|happened| self.events(happened)).collect()
    }

    fn save(&self) -> Envelope {
        let Record { game, rules, seats, start, words, moves } = self.game.record();
        let mut envelope = Envelope::new(&game, moves);
        envelope.rules = rules.into_iter().collect();
        envelope.players = seats
            .iter()
            .map(|seated| Player { name: seated.name.clone(), machine: machine(seated) })
            .collect();
        match start {
            Start::Seed(seed) => envelope.seed = Some(seed),
            Start::Text(text) => envelope.start = Some(text),
        }
        envelope.words = words;
        envelope
    }
}
