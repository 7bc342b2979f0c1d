//! Playing in lines: one loop for every game, at a terminal or in a pipe.

mod console;
mod patience;
mod peg;
mod rummy;

use std::io::Write;
use std::path::Path;

use search::{Budget, Run};
use session::{Ending, Event, Hint, MachineTurn, Refused, Seat, Session, TaskError, Truth, View};

pub(crate) use self::console::Console;
use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, counted};
use crate::{interrupt, output, whole};

/// How many positions a hint or the question whether a game can be won may cost, if nothing is said.
const THINKING_NODES: u64 = 2_000_000;

/// A game that is played in lines.
pub(crate) struct Play<'a> {
    /// The game.
    pub(crate) session: Box<dyn Session>,
    /// The limits of thinking.
    pub(crate) limits: &'a LimitArgs,
    /// Where the game is kept after every move.
    pub(crate) save: Option<&'a Path>,
    /// Is every line answered by a JSON object?
    pub(crate) json: bool,
    /// Events since the player to move last looked, in words.
    pub(crate) news: Vec<String>,
}

/// The effect of a line.
enum Flow {
    GoOn,
    Quit,
}

impl Play<'_> {
    /// Plays until the game is over or everybody leaves.
    pub(crate) fn run(mut self, console: &mut Console<impl Write>) -> Result<Exit, Fault> {
        interrupt::listen();
        let mut shown = None;
        self.keep();
        loop {
            self.play_machines()?;
            if self.session.ending().is_some_and(|ending| ending != Ending::Stuck) {
                return self.end(console);
            }
            if interrupt::asked() {
                break;
            }
            // A game that is stuck is nobody's turn, and can be taken back.
            let seat = self.session.to_move().or(shown).unwrap_or(Seat(0));
            if shown != Some(seat) {
                self.hand_over(console, seat)?;
                shown = Some(seat);
            }
            let Some(line) = console.ask(&self.prompt(seat))? else { break };
            if let Flow::Quit = self.obey(console, seat, &line)? {
                break;
            }
        }
        self.keep();
        Ok(interrupt::exit().unwrap_or(Exit::No))
    }

    /// Lets machines play, and deals again between two deals.
    fn play_machines(&mut self) -> Result<(), Fault> {
        while !interrupt::asked() {
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
                Ok(MachineTurn::NotAMachine) | Err(TaskError::Limit(_)) => return Ok(()),
                Ok(MachineTurn::Played(events)) => {
                    self.hear(&events, None);
                    self.keep();
                }
                Err(TaskError::Internal(error)) => return Err(Fault::software(error)),
            }
        }
        Ok(())
    }

    /// Turns the screen over to the player of a seat.
    fn hand_over(&mut self, console: &mut Console<impl Write>, seat: Seat) -> Result<(), Fault> {
        if let Some(name) = self.name(seat) {
            console.hand_over(&name)?;
        }
        self.tell_news(console)?;
        self.answer(console, seat, None)
    }

    /// Does what a player says.
    fn obey(&mut self, console: &mut Console<impl Write>, seat: Seat, line: &str) -> Result<Flow, Fault> {
        let answer = match line {
            "quit" | "q" => return Ok(Flow::Quit),
            "" | "show" => None,
            "help" => Some(self.help().to_owned()),
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
                let goes_on = self.session.to_move().is_none_or(|next| next == seat) && !is_turn(&events);
                if goes_on && self.session.ending().is_none_or(|ending| ending == Ending::Stuck) {
                    self.tell_news(console)?;
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
        let told = events.iter().filter(|event| match event {
            Event::Arranged { .. } | Event::TookBack | Event::Moved { .. } | Event::Jumped { .. } => false,
            // A person who draws is told; of others the turn says so.
            Event::Drew { seat, .. } => viewer == Some(Seat(*seat)),
            _ => true,
        });
        self.news.extend(told.map(|event| event.seen_by(viewer).to_string()));
    }

    fn hint(&self, seat: Seat) -> Result<String, Fault> {
        let task = match self.session.hint(seat) {
            Ok(task) => task,
            Err(why) => return Ok(why.to_string()),
        };
        Ok(match self.think(|run| task.run(run))? {
            Some(Hint::Enter { inputs, left: None }) => format!("hint: {}", inputs.join(", then ")),
            Some(Hint::Enter { inputs, left: Some(left) }) => {
                format!("hint: {}; won in {left}", inputs.join(", then "))
            }
            Some(Hint::Over) => "the game is over".to_owned(),
            Some(Hint::Lost) => "no hint: this cannot be won; undo takes a move back".to_owned(),
            Some(Hint::Nothing) | None => "no hint found".to_owned(),
        })
    }

    fn ask(&self) -> Result<String, Fault> {
        let Some(task) = self.session.truth() else { return Ok("that depends on the others".to_owned()) };
        Ok(match self.think(|run| task.run(run))? {
            Some(Truth::Winnable { moves }) => {
                format!("still solvable, in {}", counted(moves as u64, "move"))
            }
            Some(Truth::Lost) => "not solvable".to_owned(),
            Some(Truth::Unknown) | None => "not known".to_owned(),
        })
    }

    /// Thinks within the limits; nothing where a limit came first.
    fn think<T>(&self, work: impl FnOnce(&mut Run<'_>) -> Result<T, TaskError>) -> Result<Option<T>, Fault> {
        let budget = self.limits.budget().with_nodes(self.limits.nodes.unwrap_or(THINKING_NODES));
        let mut watch = self.limits.supervisor();
        let mut run = Run::new(budget, &mut watch).with_threads(self.limits.threads());
        match work(&mut run) {
            Ok(answer) => Ok(Some(answer)),
            Err(TaskError::Limit(_)) => Ok(None),
            Err(TaskError::Internal(error)) => Err(Fault::software(error)),
        }
    }

    fn save_to(&self, path: &str) -> String {
        match self.write(Path::new(path)) {
            Ok(()) => format!("saved in {path}"),
            Err(fault) => fault.to_string(),
        }
    }

    /// Keeps the game where that is wanted. A game that cannot be kept goes on, and its players are told.
    fn keep(&mut self) {
        if let Some(Err(fault)) = self.save.map(|path| self.write(path)) {
            self.news.push(format!("not saved: {fault}"));
        }
    }

    /// Tells what happened since the player last looked.
    fn tell_news(&mut self, console: &mut Console<impl Write>) -> Result<(), Fault> {
        for line in std::mem::take(&mut self.news) {
            console.say(&line)?;
        }
        Ok(())
    }

    fn write(&self, path: &Path) -> Result<(), Fault> {
        let text = self.session.save().to_json();
        whole::write(path, |out| out.write_all(text.as_bytes()))
    }

    /// The end of the game.
    fn end(&mut self, console: &mut Console<impl Write>) -> Result<Exit, Fault> {
        self.tell_news(console)?;
        if !matches!(self.session.ending(), Some(Ending::WonBy { .. })) {
            self.answer(console, Seat(0), None)?;
        }
        self.keep();
        self.tell_news(console)?;
        console.flush()?;
        Ok(Exit::Yes)
    }
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

    fn prompt(&self, seat: Seat) -> String {
        format!("{}> ", self.name(seat).unwrap_or_default())
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

    /// Answers a line: in words, or with the table where there is nothing to say.
    fn answer(
        &self,
        console: &mut Console<impl Write>,
        seat: Seat,
        answer: Option<&str>,
    ) -> Result<(), Fault> {
        let view = self.session.view(Some(seat));
        if self.json {
            let plain = answer.map(|answer| anstream::adapter::strip_str(answer).to_string());
            return Ok(output::json_line(console.out(), &Answer { view: &view, answer: plain })?);
        }
        match (answer, view) {
            (Some(answer), _) => console.say(answer)?,
            (None, View::Patience(view)) => patience::show(console.out(), &view)?,
            (None, View::Peg(view)) => peg::show(console.out(), &view)?,
            (None, View::Rummy(view)) => rummy::show(console.out(), &view)?,
        }
        Ok(())
    }
}

/// An answer for machines.
#[derive(serde::Serialize)]
struct Answer<'v> {
    #[serde(flatten)]
    view: &'v View,
    answer: Option<String>,
}
