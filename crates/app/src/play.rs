//! Playing in lines: one loop for every game, at a terminal or in a pipe.

mod console;
mod patience;
mod peg;
mod rummy;

use std::fs;
use std::io::Write;
use std::mem;
use std::path::Path;
use std::time::{Duration, Instant};

use search::{Budget, Limit, Run};
use session::{
    Ending, Event, Hint, MachineTurn, PatienceView, PegView, Refused, Seat, Session, TaskError, Truth, View,
};

pub(crate) use self::console::Console;
use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, counted, reason};
use crate::{atomic_file, interrupt, output};

/// How many positions a hint or the question whether a game can be won may cost, if nothing is said. Machines at a
/// rummy table know by themselves when to stop.
const THINKING_NODES: u64 = 2_000_000;

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
    /// These files; a new game does not take the place of another one.
    pub(crate) fn new(
        save: Option<&'a Path>,
        classic: Option<&'a Path>,
        is_new_game: bool,
    ) -> Result<Self, Fault> {
        let stands = |path: &&Path| fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0);
        match save.into_iter().chain(classic).find(stands) {
            Some(path) if is_new_game => Err(Fault::usage(format!(
                "{} is there already; go on with it by --load, or remove it",
                path.display()
            ))),
            _ => Ok(Self { save, classic }),
        }
    }
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

    /// The time of each move from the beginning of play, for games that count their moves.
    pub(crate) fn times(&self) -> &[Duration] {
        &self.times
    }

    /// Plays until the game is over or everybody leaves.
    pub(crate) fn run(&mut self, console: &mut Console<impl Write>) -> Result<Exit, Fault> {
        interrupt::listen();
        let mut shown = None;
        self.keep();
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
                self.hand_over(console, seat)?;
                shown = Some(seat);
            }
            let Some(line) = console.ask(&self.prompt(console, seat))? else { break };
            match self.obey(console, seat, &line)? {
                Flow::GoOn => {}
                Flow::Next => shown = None,
                Flow::Quit => break,
            }
        }
        self.keep();
        Ok(interrupt::exit().unwrap_or(Exit::No))
    }

    /// Leaves a game that cannot go on.
    fn leave(&mut self, console: &mut Console<impl Write>, why: &str) -> Result<Exit, Fault> {
        self.keep();
        self.answer(console, Seat(0), Some(why))?;
        console.flush()?;
        Ok(interrupt::exit().unwrap_or(Exit::No))
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
                    self.hear(&events, None);
                    self.keep();
                }
                Err(TaskError::Limit(limit)) => return Ok(Some(limit)),
                Err(TaskError::Internal(error)) => return Err(Fault::software(error)),
            }
        }
    }

    /// Turns the screen over to the player of a seat.
    fn hand_over(&mut self, console: &mut Console<impl Write>, seat: Seat) -> Result<(), Fault> {
        if let Some(name) = self.name(seat).filter(|_| !self.json) {
            console.hand_over(&name)?;
        }
        self.answer(console, seat, None)
    }

    /// Does what a player says.
    fn obey(&mut self, console: &mut Console<impl Write>, seat: Seat, line: &str) -> Result<Flow, Fault> {
        let answer = match line {
            "quit" | "q" => return Ok(Flow::Quit),
            "" | "show" => None,
            "help" | "h" | "?" => Some(self.help().to_owned()),
            "undo" | "u" => (!self.session.undo()).then(|| "there is nothing to take back".to_owned()),
            "redo" => (!self.session.redo()).then(|| "there is nothing to do again".to_owned()),
            "restart" => {
                while self.session.undo() {}
                None
            }
            "moves" | "m" => Some(self.moves(seat)),
            "hint" => Some(self.hint(seat)?),
            "ask" => Some(self.ask()?),
            line => match line.strip_prefix("save ") {
                Some(path) => Some(self.save_to(path.trim())),
                None => return self.act(console, seat, line),
            },
        };
        if matches!(line, "undo" | "u" | "redo" | "restart") {
            self.keep();
        }
        self.answer(console, seat, answer.as_deref())?;
        Ok(Flow::GoOn)
    }

    /// Plays what a player enters; the next player is shown the table when the turn is over.
    fn act(&mut self, console: &mut Console<impl Write>, seat: Seat, line: &str) -> Result<Flow, Fault> {
        match self.session.act(seat, line) {
            Ok(events) => {
                self.hear(&events, Some(seat));
                self.keep();
                if is_turn(&events) {
                    return Ok(Flow::Next);
                }
                if self.session.ending().is_none_or(|ending| ending == Ending::Stuck) {
                    self.answer(console, seat, None)?;
                }
            }
            Err(Refused::Internal(error)) => return Err(Fault::software(error)),
            Err(why) => self.answer(console, seat, Some(&why.to_string()))?,
        }
        Ok(Flow::GoOn)
    }

    /// Notes what happened, as much of it as the viewer may know.
    fn hear(&mut self, events: &[Event], viewer: Option<Seat>) {
        let heard = events.iter().filter(|event| match event {
            Event::Arranged { .. } | Event::TookBack | Event::Moved { .. } | Event::Jumped { .. } => false,
            // A person who draws hears of it; the others hear of the turn.
            Event::Drew { seat, .. } => viewer == Some(Seat(*seat)),
            _ => true,
        });
        self.news.extend(heard.map(|event| event.seen_by(viewer).to_string()));
    }

    fn hint(&self, seat: Seat) -> Result<String, Fault> {
        let task = match self.session.hint(seat) {
            Ok(task) => task,
            Err(why) => return Ok(why.to_string()),
        };
        Ok(match self.think(|run| task.run(run))? {
            Ok(Hint::Enter { inputs, left: None }) => format!("hint: {}", inputs.join(", then ")),
            Ok(Hint::Enter { inputs, left: Some(left) }) => {
                format!("hint: {}; won in {left}", inputs.join(", then "))
            }
            Ok(Hint::Over) => "the game is over".to_owned(),
            Ok(Hint::Lost) => "no hint: this cannot be won; undo takes a move back".to_owned(),
            Ok(Hint::Nothing) => "no hint found".to_owned(),
            Err(limit) => format!("no hint found: {}", reason(limit)),
        })
    }

    fn ask(&self) -> Result<String, Fault> {
        let Some(task) = self.session.truth() else { return Ok("that depends on the others".to_owned()) };
        Ok(match self.think(|run| task.run(run))? {
            Ok(Truth::Winnable { moves }) => {
                format!("still solvable, in {}", counted(moves as u64, "move"))
            }
            Ok(Truth::Lost) => "no longer solvable".to_owned(),
            Ok(Truth::Unknown) => "not known".to_owned(),
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
        let save = self.files.save.map(|path| write(path, &self.session.save().to_json()));
        let classic = self.files.classic.zip(self.session.classic());
        let classic = classic.map(|(path, text)| write(path, &text));
        for fault in [save, classic].into_iter().flatten().filter_map(Result::err) {
            self.news.push(format!("not saved: {fault}"));
        }
    }

    /// Shows the end of the game.
    fn end(&mut self, console: &mut Console<impl Write>) -> Result<Exit, Fault> {
        self.keep();
        let is_told = matches!(self.session.ending(), Some(Ending::WonBy { .. })) && !self.json;
        if is_told {
            self.tell_news(console)?;
        } else {
            self.answer(console, Seat(0), None)?;
        }
        console.flush()?;
        Ok(Exit::Yes)
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

    /// Tells the news and answers a line: in words, or with the table where there is nothing to say.
    fn answer(
        &mut self,
        console: &mut Console<impl Write>,
        seat: Seat,
        answer: Option<&str>,
    ) -> Result<(), Fault> {
        let view = self.session.view(Some(seat));
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
