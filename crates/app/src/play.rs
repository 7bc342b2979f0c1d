//! Playing in lines: one loop for every game, at a terminal or in a pipe.

mod by_game;
mod console;
mod files;
mod language;
mod patience;
mod peg;
mod reply;
mod rummy;
mod think;
mod wrapped;

use std::io::Write;
use std::time::{Duration, Instant};

use search::{Budget, Limit, Run};
use session::texts::{Language, LineText, in_english};
use session::{
    Ending, Event, HandOrder, MachineTurn, Refused, Seat, Session, TaskError, View, make_again, take_back,
};

pub(crate) use self::console::Console;
pub(crate) use self::files::{Files, is_same, not_loaded};
pub(crate) use self::language::LanguageArgs;
use self::language::{reason, stopped};
use crate::exit::{Exit, Fault};
use crate::interrupt;
use crate::limits::LimitArgs;

/// A game that is played in lines.
pub(crate) struct Play<'a> {
    session: &'a mut dyn Session,
    limits: LimitArgs,
    files: Files<'a>,
    json: bool,
    language: Language,
    /// The order in which hands are shown.
    order: HandOrder,
    started: Instant,
    /// When the player to move was shown the table.
    turn_began: Instant,
    /// The time of each move, for games that count their moves.
    times: Vec<Duration>,
    /// Events since the player to move last looked, in words.
    news: Vec<String>,
}

/// The effect of a line.
enum Flow {
    GoOn,
    /// The turn is over: whoever is next has not seen the table yet.
    Next,
    Quit,
}

impl<'a> Play<'a> {
    /// A game to be played within these limits of thinking; with `json` every line is answered by a JSON object.
    pub(crate) fn new(session: &'a mut dyn Session, limits: LimitArgs, files: Files<'a>, json: bool) -> Self {
        Self {
            session,
            limits,
            files,
            json,
            language: Language::default(),
            order: HandOrder::default(),
            started: Instant::now(),
            turn_began: Instant::now(),
            times: Vec::new(),
            news: Vec::new(),
        }
    }

    /// The game, played in this language.
    pub(crate) fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// Says something before the first turn.
    pub(crate) fn announce(&mut self, line: String) {
        self.news.push(line);
    }

    /// The time of each move from the beginning of play, for games that count their moves.
    pub(crate) fn times(&self) -> &[Duration] {
        &self.times
    }

    /// Plays until the game is over or everybody leaves.
    pub(crate) fn run(&mut self, console: &mut Console<impl Write>) -> Result<Exit, Fault> {
        interrupt::listen();
        // A game that cannot be kept is better not begun.
        self.try_keep().into_iter().try_for_each(Err)?;
        if console.is_watched() && !self.json {
            self.announce(self.say(LineText::HelpListsCommands));
        }
        let mut shown = None;
        loop {
            if let Some(limit) = self.play_machines()? {
                let why = self.language.fill(LineText::GaveUp, &[&reason(self.language, limit)]);
                return self.leave(console, &why);
            }
            if self.session.ending().is_some_and(|ending| ending != Ending::Stuck) {
                return self.end(console);
            }
            if let Flow::Quit = self.take_line(console, &mut shown)? {
                return self.quit(console);
            }
        }
    }

    /// Takes a line of the player to move, who is shown the table first, unless it was the last thing `shown`.
    fn take_line(
        &mut self,
        console: &mut Console<impl Write>,
        shown: &mut Option<Seat>,
    ) -> Result<Flow, Fault> {
        // A game that is stuck is nobody's turn, and can be taken back.
        let seat = self.session.to_move().or(*shown).unwrap_or(Seat(0));
        if *shown != Some(seat) {
            if let Flow::Quit = self.hand_over(console, seat)? {
                return Ok(Flow::Quit);
            }
            *shown = Some(seat);
            self.turn_began = Instant::now();
        }
        let Some(line) = console.ask(&self.prompt(console, seat))? else { return Ok(Flow::Quit) };
        let flow = if self.end_late_turn(seat) { Flow::Next } else { self.obey(console, seat, &line)? };
        if let Flow::Next = flow {
            *shown = None;
        }
        Ok(flow)
    }

    /// Ends a turn whose time is over; the line that came too late is not looked at.
    fn end_late_turn(&mut self, seat: Seat) -> bool {
        let Some(time) = self.session.turn_time().filter(|&time| self.turn_began.elapsed() > time) else {
            return false;
        };
        let Some(events) = self.session.time_over(seat) else { return false };
        let name = self.name(seat).unwrap_or_default();
        self.news.push(self.language.fill(LineText::TimeOver, &[&name, &time.as_secs()]));
        self.hear(&events);
        self.keep();
        true
    }

    /// Leaves a game that everybody has left.
    fn quit(&mut self, console: &mut Console<impl Write>) -> Result<Exit, Fault> {
        if interrupt::asked() {
            self.leave(console, stopped(self.language))
        } else {
            self.keep_at_last(Exit::No)
        }
    }

    /// Leaves a game that cannot go on. Nobody's hand is shown.
    fn leave(&mut self, console: &mut Console<impl Write>, why: &str) -> Result<Exit, Fault> {
        self.reply(console, None, Some(why))?;
        console.flush()?;
        self.keep_at_last(interrupt::exit().unwrap_or(Exit::No))
    }

    /// Lets machines play, and deals again between two deals; the limit that stopped a machine, if one did.
    fn play_machines(&mut self) -> Result<Option<Limit>, Fault> {
        loop {
            if let View::Rummy(view) = self.session.view(None)
                && view.deal_over
            {
                let seat = self.session.to_move().unwrap_or(Seat(0));
                self.session.act(seat, "deal").map_err(Fault::software)?;
                self.keep();
            }
            let mut watch = self.limits.supervisor();
            let budget = Budget { nodes: self.limits.nodes.unwrap_or(u64::MAX), ..Budget::UNLIMITED };
            match self.session.machine_turn(&mut Run::new(budget, &mut watch)) {
                Ok(MachineTurn::NotAMachine) => return Ok(None),
                Ok(MachineTurn::Played(events)) => {
                    self.hear(&events);
                    self.keep();
                }
                Err(TaskError::Limit(limit)) => return Ok(Some(limit)),
                Err(TaskError::Internal(error)) => return Err(Fault::software(error)),
            }
        }
    }

    /// Turns the screen over to the player of a seat.
    fn hand_over(&mut self, console: &mut Console<impl Write>, seat: Seat) -> Result<Flow, Fault> {
        if let Some(name) = self.name(seat).filter(|_| self.is_shared() && !self.json)
            && !console.hand_over(&self.language.fill(LineText::PressEnter, &[&name]))?
        {
            return Ok(Flow::Quit);
        }
        self.answer(console, seat, None)?;
        Ok(Flow::GoOn)
    }

    /// Does what a player says.
    fn obey(&mut self, console: &mut Console<impl Write>, seat: Seat, line: &str) -> Result<Flow, Fault> {
        let command = in_english(line);
        let answer = match &*command {
            "quit" | "q" | "exit" => return Ok(Flow::Quit),
            "" | "show" => None,
            "help" | "h" | "?" => Some(self.help()),
            "undo" | "u" | "redo" | "restart" | "reset" => self.go_back(&command),
            "moves" | "m" => Some(self.moves(seat)),
            "hint" => Some(self.hint(seat)?),
            "ask" => Some(self.ask()?),
            "save" => Some(self.say(LineText::NameAFile)),
            command => match command.split_once(' ') {
                Some(("save", path)) => Some(self.save_to(path.trim())),
                Some(("sort", order)) => self.sort(order),
                _ if command == "sort" => self.sort(""),
                _ => return self.act_all(console, seat, line),
            },
        };
        self.answer(console, seat, answer.as_deref())?;
        Ok(Flow::GoOn)
    }

    /// Takes moves back, or makes one again. The answer says so where no such move is left.
    fn go_back(&mut self, command: &str) -> Option<String> {
        let (is_done, otherwise) = match command {
            "redo" => (make_again(self.session), LineText::NothingToRedo),
            _ => (take_back(self.session), LineText::NothingToUndo),
        };
        if matches!(command, "restart" | "reset") {
            while self.session.undo() {}
        }
        self.keep();
        (!is_done && command != "restart").then(|| self.say(otherwise))
    }

    /// Sorts the hands from now on. Where that is not possible, the answer says so.
    fn sort(&mut self, order: &str) -> Option<String> {
        self.order = match (self.session.view(None), order.trim()) {
            (View::Patience(_) | View::Peg(_), _) => return Some(self.say(LineText::NoHand)),
            (View::Rummy(_), "colour" | "color") => HandOrder::Colour,
            (View::Rummy(_), "number") => HandOrder::Number,
            (View::Rummy(_), _) => return Some(self.say(LineText::SortHow)),
        };
        None
    }

    /// A text in the language of the game.
    fn say(&self, text: LineText) -> String {
        self.language.text(text).to_owned()
    }

    /// Plays what a player enters, which may be several steps as a hint has them, in any language.
    fn act_all(&mut self, console: &mut Console<impl Write>, seat: Seat, line: &str) -> Result<Flow, Fault> {
        let [then, puis] = Language::ALL.map(|language| language.text(LineText::Then));
        for step in line.replace(puis, then).split(then) {
            match self.act(console, seat, step.trim())? {
                Flow::GoOn => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::GoOn)
    }

    /// Plays a step; the next player is shown the table when the turn is over.
    fn act(&mut self, console: &mut Console<impl Write>, seat: Seat, step: &str) -> Result<Flow, Fault> {
        match self.session.act(seat, step) {
            Ok(events) if is_turn(&events) => {
                self.keep();
                self.show_drawn(console, seat, &events)?;
                self.hear(&events);
                return Ok(Flow::Next);
            }
            Ok(events) => {
                self.news.extend(drawn_by(seat, &events, self.language));
                self.keep();
                if self.session.ending().is_none_or(|ending| ending == Ending::Stuck) {
                    self.answer(console, seat, None)?;
                }
            }
            Err(Refused::Internal(error)) => return Err(Fault::software(error)),
            Err(why) => self.answer(console, seat, Some(&why.words(self.language)))?,
        }
        Ok(Flow::GoOn)
    }

    /// Shows a player whose turn is over what came from the stock, before anybody else looks.
    fn show_drawn(
        &mut self,
        console: &mut Console<impl Write>,
        seat: Seat,
        events: &[Event],
    ) -> Result<(), Fault> {
        let drawn: Vec<String> = drawn_by(seat, events, self.language).collect();
        if drawn.is_empty() {
            return Ok(());
        }
        if self.json {
            self.answer(console, seat, Some(&drawn.join("; ")))?;
        } else {
            drawn.iter().try_for_each(|line| console.say(line))?;
            if self.is_shared() {
                console.pause(self.language.text(LineText::GoOn))?;
            }
        }
        Ok(())
    }

    /// Notes what everybody may know of a turn.
    fn hear(&mut self, events: &[Event]) {
        let heard = events.iter().filter(|event| {
            matches!(
                event,
                Event::Played { .. } | Event::Dealt { .. } | Event::DealOver { .. } | Event::GameOver { .. }
            )
        });
        self.news.extend(heard.map(|event| event.seen_by(None).words(self.language)));
    }

    /// Shows the end of the game: the last table, and who won where several play.
    fn end(&mut self, console: &mut Console<impl Write>) -> Result<Exit, Fault> {
        self.reply(console, None, None)?;
        console.flush()?;
        self.keep_at_last(Exit::Yes)
    }
}

/// The tiles that came into the hand of a seat, in words.
fn drawn_by(seat: Seat, events: &[Event], language: Language) -> impl Iterator<Item = String> {
    let own =
        events.iter().filter(move |event| matches!(event, Event::Drew { seat: by, .. } if *by == seat.0));
    own.map(move |event| event.words(language))
}

/// Did a turn or a deal end?
fn is_turn(events: &[Event]) -> bool {
    let ends = |event: &Event| {
        matches!(event, Event::Played { .. } | Event::DealOver { .. } | Event::GameOver { .. })
    };
    events.iter().any(ends)
}
