//! Playing in lines: one loop for every game, at a terminal or in a pipe.

mod console;
mod patience;
mod peg;
mod rummy;

use std::fs;
use std::io::{self, Write};
use std::mem;
use std::path::Path;
use std::time::{Duration, Instant};

use search::{Budget, Limit, Run};
use session::{
    Ending, Event, Hint, LoadError, MachineTurn, PatienceView, PegView, Refused, Seat, Session, TaskError,
    Truth, View,
};

pub(crate) use self::console::Console;
use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, counted, reason};
use crate::{atomic_file, interrupt, output};

/// How many positions a hint or the question whether a game can be won may cost, if nothing is said. Machines at a
/// rummy table know by themselves when to stop.
const THINKING_NODES: u64 = 2_000_000;

/// The word between the steps of a hint; a player may enter them in this form.
const STEPS: &str = ", then ";

/// A game that is played in lines.
pub(crate) struct Play<'a> {
    session: &'a mut dyn Session,
    limits: LimitArgs,
    files: Files<'a>,
    json: bool,
    started: Instant,
    /// The time of each move, for games that count their moves.
    times: Vec<Duration>,
    /// Events since the player to move last looked, in words.
    news: Vec<String>,
}

/// The files in which a game is kept after every move.
#[derive(Clone, Copy)]
pub(crate) struct Files<'a> {
    /// The game with its whole history.
    save: Option<&'a Path>,
    /// The position in the classic format.
    classic: Option<&'a Path>,
}

impl<'a> Files<'a> {
    /// These files, for a game that comes from a file or is new. Neither takes the place of another game.
    pub(crate) fn new(
        save: Option<&'a Path>,
        classic: Option<&'a Path>,
        loaded: Option<&Path>,
    ) -> Result<Self, Fault> {
        if let (Some(save), Some(classic)) = (save, classic)
            && is_same(save, classic)
        {
            return Err(Fault::usage("--save and --classic name the same file"));
        }
        let is_another = |path: &&Path| stands(path) && !loaded.is_some_and(|loaded| is_same(loaded, path));
        // The classic file of a game that goes on is usually there from the last time.
        let classic_of_new = classic.filter(|_| loaded.is_none());
        match save.into_iter().chain(classic_of_new).find(is_another) {
            Some(path) => Err(Fault::usage(format!(
                "{} is there already; go on with it by --load, or remove it",
                path.display()
            ))),
            None => Ok(Self { save, classic }),
        }
    }

    fn contains(self, path: &Path) -> bool {
        self.save.into_iter().chain(self.classic).any(|own| is_same(own, path))
    }
}

/// Is there a file with something in it?
fn stands(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0)
}

/// Do two paths lead to one file, or to one that is not there yet?
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        fs::canonicalize(path).or_else(|_| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")))?;
            Ok::<_, io::Error>(folder.join(path.file_name().unwrap_or_default()))
        })
    };
    one == other || matches!((whole(one), whole(other)), (Ok(one), Ok(other)) if one == other)
}

/// A saved game that cannot be gone on with, and the command that can where there is one.
pub(crate) fn not_loaded(path: &Path, text: &str, error: &LoadError) -> Fault {
    let instead = match error {
        LoadError::OtherGame { .. } => "; `tapis play --load` goes on with it",
        LoadError::Json(_) if text.trim_start().starts_with('(') => {
            "; `tapis rummy play RULES --load` reads the classic format"
        }
        _ => "",
    };
    Fault::data(format!("{}: {error}{instead}", path.display()))
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
        let (times, news) = (Vec::new(), Vec::new());
        Self { session, limits, files, json, started: Instant::now(), times, news }
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
            self.announce("`help` lists the commands".to_owned());
        }
        let mut shown = None;
        loop {
            if let Some(limit) = self.play_machines()? {
                return self.leave(console, &format!("the machine gave up: {}", reason(limit)));
            }
            if self.session.ending().is_some_and(|ending| ending != Ending::Stuck) {
                return self.end(console);
            }
            // A game that is stuck is nobody's turn, and can be taken back.
            let seat = self.session.to_move().or(shown).unwrap_or(Seat(0));
            if shown != Some(seat) {
                if let Flow::Quit = self.hand_over(console, seat)? {
                    break;
                }
                shown = Some(seat);
            }
            let Some(line) = console.ask(&self.prompt(console, seat))? else { break };
            match self.obey(console, seat, &line)? {
                Flow::GoOn => {}
                Flow::Next => shown = None,
                Flow::Quit => break,
            }
        }
        if interrupt::asked() {
            return self.leave(console, interrupt::reason());
        }
        self.keep_at_last(Exit::No)
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
            && !console.hand_over(&name)?
        {
            return Ok(Flow::Quit);
        }
        self.answer(console, seat, None)?;
        Ok(Flow::GoOn)
    }

    /// Does what a player says.
    fn obey(&mut self, console: &mut Console<impl Write>, seat: Seat, line: &str) -> Result<Flow, Fault> {
        let answer = match line {
            "quit" | "q" | "exit" => return Ok(Flow::Quit),
            "" | "show" => None,
            "help" | "h" | "?" => Some(self.help().to_owned()),
            "undo" | "u" => (!self.session.undo()).then(|| "there is nothing to take back".to_owned()),
            "redo" => (!self.session.redo()).then(|| "there is nothing to redo".to_owned()),
            "restart" => {
                while self.session.undo() {}
                None
            }
            "moves" | "m" => Some(self.moves(seat)),
            "hint" => Some(self.hint(seat)?),
            "ask" => Some(self.ask()?),
            "save" => Some("name a file: save FILE".to_owned()),
            line => match line.strip_prefix("save ") {
                Some(path) => Some(self.save_to(path.trim())),
                None => return self.act_all(console, seat, line),
            },
        };
        if matches!(line, "undo" | "u" | "redo" | "restart") {
            self.keep();
        }
        self.answer(console, seat, answer.as_deref())?;
        Ok(Flow::GoOn)
    }

    /// Plays what a player enters, which may be several steps as a hint has them.
    fn act_all(&mut self, console: &mut Console<impl Write>, seat: Seat, line: &str) -> Result<Flow, Fault> {
        for step in line.split(STEPS) {
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
                self.news.extend(drawn_by(seat, &events));
                self.keep();
                if self.session.ending().is_none_or(|ending| ending == Ending::Stuck) {
                    self.answer(console, seat, None)?;
                }
            }
            Err(Refused::Internal(error)) => return Err(Fault::software(error)),
            Err(why) => self.answer(console, seat, Some(&why.to_string()))?,
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
        let drawn: Vec<String> = drawn_by(seat, events).collect();
        if drawn.is_empty() {
            return Ok(());
        }
        if self.json {
            self.answer(console, seat, Some(&drawn.join("; ")))?;
        } else {
            drawn.iter().try_for_each(|line| console.say(line))?;
            if self.is_shared() {
                console.pause()?;
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
        self.news.extend(heard.map(|event| event.seen_by(None).to_string()));
    }

    fn hint(&self, seat: Seat) -> Result<String, Fault> {
        let task = match self.session.hint(seat) {
            Ok(task) => task,
            Err(why) => return Ok(why.to_string()),
        };
        Ok(match self.think(|run| task.run(run))? {
            Ok(Hint::Enter { inputs, left: None }) => format!("hint: {}", inputs.join(STEPS)),
            Ok(Hint::Enter { inputs, left: Some(left) }) => {
                format!("hint: {}; won in {}", inputs.join(STEPS), self.counted_moves(left))
            }
            Ok(Hint::Over) => "the game is over".to_owned(),
            Ok(Hint::Lost) => "no hint: this cannot be won".to_owned(),
            Err(limit) => format!("no hint found: {}", reason(limit)),
        })
    }

    fn ask(&self) -> Result<String, Fault> {
        let Some(task) = self.session.truth() else {
            return Ok("nobody knows: it depends on the tiles of the others".to_owned());
        };
        Ok(match self.think(|run| task.run(run))? {
            Ok(Truth::Winnable { moves }) => format!("still solvable, in {}", self.counted_moves(moves)),
            Ok(Truth::Lost) => "not solvable: this cannot be won".to_owned(),
            Err(limit) => format!("not known: {}", reason(limit)),
        })
    }

    /// Thinks within the limits; the limit that came first, if one did.
    fn think<T>(
        &self,
        work: impl FnOnce(&mut Run<'_>) -> Result<T, TaskError>,
    ) -> Result<Result<T, Limit>, Fault> {
        let budget = self.limits.budget().with_nodes(self.thinking_nodes());
        let mut watch = self.limits.supervisor();
        let mut run = Run::new(budget, &mut watch).with_threads(self.limits.threads());
        match work(&mut run) {
            Ok(answer) => Ok(Ok(answer)),
            Err(TaskError::Limit(limit)) => Ok(Err(limit)),
            Err(TaskError::Internal(error)) => Err(Fault::software(error)),
        }
    }

    fn save_to(&self, path: &str) -> String {
        if stands(Path::new(path)) && !self.files.contains(Path::new(path)) {
            return format!("{path} is there already; choose another name");
        }
        match write(Path::new(path), &self.session.save().to_json()) {
            Ok(()) => format!("saved in {path}"),
            Err(fault) => fault.to_string(),
        }
    }

    /// Notes the time, and keeps the game where that is wanted. A game that cannot be kept goes on, and its players hear
    /// of it.
    fn keep(&mut self) {
        if let View::Patience(PatienceView { moves, .. }) | View::Peg(PegView { moves, .. }) =
            self.session.view(None)
        {
            self.times.resize(moves, self.started.elapsed());
        }
        for fault in self.try_keep() {
            self.news.push(format!("not saved: {fault}"));
        }
    }

    /// Keeps the game when everybody leaves; a game that is not kept then is an error.
    fn keep_at_last(&self, exit: Exit) -> Result<Exit, Fault> {
        self.try_keep().into_iter().try_for_each(Err)?;
        Ok(exit)
    }

    /// Keeps the game where that is wanted; what could not be written.
    fn try_keep(&self) -> Vec<Fault> {
        let save = self.files.save.map(|path| write(path, &self.session.save().to_json()));
        let classic = self.files.classic.zip(self.session.classic());
        let classic = classic.map(|(path, text)| write(path, &text));
        [save, classic].into_iter().flatten().filter_map(Result::err).collect()
    }

    /// Shows the end of the game: the last table, and who won where several play.
    fn end(&mut self, console: &mut Console<impl Write>) -> Result<Exit, Fault> {
        self.reply(console, None, None)?;
        console.flush()?;
        self.keep_at_last(Exit::Yes)
    }

    /// Tells what happened since the player last looked.
    fn tell_news(&mut self, console: &mut Console<impl Write>) -> Result<(), Fault> {
        for line in mem::take(&mut self.news) {
            console.say(&line)?;
        }
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> Result<(), Fault> {
    atomic_file::write(path, |out| out.write_all(text.as_bytes()))
}

/// The tiles that came into the hand of a seat, in words.
fn drawn_by(seat: Seat, events: &[Event]) -> impl Iterator<Item = String> {
    let own =
        events.iter().filter(move |event| matches!(event, Event::Drew { seat: by, .. } if *by == seat.0));
    own.map(ToString::to_string)
}

/// Did a turn or a deal end?
fn is_turn(events: &[Event]) -> bool {
    let ends = |event: &Event| {
        matches!(event, Event::Played { .. } | Event::DealOver { .. } | Event::GameOver { .. })
    };
    events.iter().any(ends)
}

/// The parts that depend on the game.
impl Play<'_> {
    /// The name of the player of a seat, where there are several.
    fn name(&self, seat: Seat) -> Option<String> {
        match self.session.view(None) {
            View::Rummy(view) => view.players.get(seat.0).map(|player| player.name.clone()),
            View::Patience(_) | View::Peg(_) => None,
        }
    }

    /// The words before a player's line. Where there is one player only, nobody needs them in a pipe.
    fn prompt(&self, console: &Console<impl Write>, seat: Seat) -> String {
        match self.name(seat) {
            _ if self.json => String::new(),
            Some(name) => format!("{name}> "),
            None if console.is_watched() => "> ".to_owned(),
            None => String::new(),
        }
    }

    /// How many positions thinking may cost.
    fn thinking_nodes(&self) -> u64 {
        let usual = match self.session.view(None) {
            View::Patience(_) | View::Peg(_) => THINKING_NODES,
            View::Rummy(_) => u64::MAX,
        };
        self.limits.nodes.unwrap_or(usual)
    }

    fn help(&self) -> &'static str {
        match self.session.view(None) {
            View::Patience(_) => patience::HELP,
            View::Peg(_) => peg::HELP,
            View::Rummy(_) => rummy::HELP,
        }
    }

    fn moves(&self, seat: Seat) -> String {
        match self.session.view(Some(seat)) {
            View::Peg(view) => peg::jumps(&view),
            View::Patience(_) | View::Rummy(_) => match self.session.legal(seat) {
                legal if legal.is_empty() => "nothing can be done".to_owned(),
                legal => legal.join("  "),
            },
        }
    }

    /// Is there more than one person at the table, so that hands must be hidden from each other?
    fn is_shared(&self) -> bool {
        match self.session.view(None) {
            View::Rummy(view) => view.players.iter().filter(|player| player.machine.is_none()).count() > 1,
            View::Patience(_) | View::Peg(_) => false,
        }
    }

    fn counted_moves(&self, moves: usize) -> String {
        let noun = match self.session.view(None) {
            View::Peg(_) => "jump",
            View::Patience(_) | View::Rummy(_) => "move",
        };
        counted(moves as u64, noun)
    }

    /// Answers a line of a player.
    fn answer(
        &mut self,
        console: &mut Console<impl Write>,
        seat: Seat,
        answer: Option<&str>,
    ) -> Result<(), Fault> {
        self.reply(console, Some(seat), answer)
    }

    /// Tells the news and answers: in words, or with the table where there is nothing to say. Nobody's seat sees what
    /// all may see.
    fn reply(
        &mut self,
        console: &mut Console<impl Write>,
        seat: Option<Seat>,
        answer: Option<&str>,
    ) -> Result<(), Fault> {
        let view = self.session.view(seat);
        if self.json {
            let plain = answer.map(|answer| anstream::adapter::strip_str(answer).to_string());
            let reply = Reply { view: &view, news: mem::take(&mut self.news), answer: plain };
            return Ok(output::json_line(console.out(), &reply)?);
        }
        self.tell_news(console)?;
        match (answer, view) {
            (Some(answer), _) => console.say(answer)?,
            (None, View::Patience(view)) => patience::show(console.out(), &view)?,
            (None, View::Peg(view)) => peg::show(console.out(), &view)?,
            (None, View::Rummy(view)) => rummy::show(console.out(), &view)?,
        }
        Ok(())
    }
}

/// The answer to a line, for machines.
#[derive(serde::Serialize)]
struct Reply<'v> {
    #[serde(flatten)]
    view: &'v View,
    /// The events since the last answer, in words.
    news: Vec<String>,
    answer: Option<String>,
}
