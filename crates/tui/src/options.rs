//! The choices before a game begins: one per line, changed with the arrows.

mod choice;
mod patience;
mod peg;
mod rummy;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use session::TaskError;
use session::texts::Screen as Text;

use self::choice::Choices;
pub(crate) use self::patience::PatienceOptions;
pub(crate) use self::peg::PegOptions;
pub(crate) use self::rummy::RummyOptions;
use crate::canvas::{BOLD, CURSOR, Canvas, DIM, PLAIN};
use crate::command::{Binding, Command, named};
use crate::context::Context;
use crate::game_screen::{commands, draw_foot};
use crate::jobs::{Found, Kind};
use crate::new_game::{self, NewGame};
use crate::screen::{Next, Screen};

const KEYS: &[Binding] = &[
    named(KeyCode::Enter, Command::Begin),
    named(KeyCode::Right, Command::NextValue),
    named(KeyCode::Left, Command::LastValue),
    named(KeyCode::Esc, Command::Back),
    crate::command::key('?', Command::Help),
];

/// Lines above the choices.
const ABOVE: u16 = 2;
/// The column of the values.
const VALUES: u16 = 30;

/// A game of a family that has not begun.
pub(crate) trait Family {
    fn title(&self, cx: &Context) -> String;

    /// The choices there are, given those that were made.
    fn choices(&self, made: &Choices, cx: &Context) -> Choices;

    /// The game that was chosen; none if it is still looked for, on another thread.
    fn begin(&self, made: &Choices, cx: &mut Context) -> Result<Option<NewGame>, String>;

    /// The deal that was looked for.
    fn found(&self, _seed: u64) -> Option<NewGame> {
        None
    }
}

/// The choices before a game begins.
pub(crate) struct Options {
    family: Box<dyn Family>,
    choices: Choices,
    at: usize,
    /// The game that was left for these choices.
    left: Option<String>,
}

impl Options {
    pub(crate) fn new(family: impl Family + 'static, cx: &Context) -> Self {
        let choices = family.choices(&Choices::default(), cx);
        Self { family: Box::new(family), choices, at: 0, left: None }
    }

    /// The choices in the place of a game, which goes on if no other one is begun.
    pub(crate) fn in_place_of(self, name: &str) -> Self {
        Self { left: Some(name.to_owned()), ..self }
    }

    /// Goes back to the game that was left, or to the menu.
    fn go_back(&mut self, cx: &mut Context) -> Next {
        cx.jobs.cancel(Kind::Deal);
        let left = self.left.take().and_then(|name| new_game::go_on(name, cx).ok());
        left.map_or(Next::Pop, Next::Replace)
    }

    /// Makes the choices again after one was changed: others may depend on it.
    fn refit(&mut self, cx: &Context) {
        self.choices = self.family.choices(&self.choices, cx);
        self.at = self.at.min(self.choices.len().saturating_sub(1));
    }

    fn change(&mut self, forward: bool, cx: &Context) {
        self.choices.change(self.at, forward);
        self.refit(cx);
    }

    fn begin(&mut self, cx: &mut Context) -> Next {
        match self.family.begin(&self.choices, cx) {
            Ok(Some(game)) => new_game::replace_by(game, cx),
            Ok(None) => Next::Stay,
            Err(why) => {
                cx.say(why);
                Next::Stay
            }
        }
    }
}

impl Screen for Options {
    fn bindings(&self) -> Vec<Binding> {
        KEYS.to_vec()
    }

    fn about(&self, cx: &Context) -> Vec<String> {
        vec![cx.text(Text::HelpOptions).to_owned()]
    }

    fn command(&mut self, command: Command, cx: &mut Context) -> Next {
        match command {
            Command::Begin => return self.begin(cx),
            Command::NextValue => self.change(true, cx),
            Command::LastValue => self.change(false, cx),
            Command::Help => return commands(self, cx),
            _ => return self.go_back(cx),
        }
        Next::Stay
    }

    fn key(&mut self, key: KeyEvent, cx: &mut Context) -> Next {
        let last = self.choices.len().saturating_sub(1);
        match key.code {
            KeyCode::Up => self.at = self.at.saturating_sub(1),
            KeyCode::Down => self.at = (self.at + 1).min(last),
            KeyCode::Char(letter @ '0'..='9') => self.choices.type_digit(self.at, Some(letter)),
            KeyCode::Backspace => self.choices.type_digit(self.at, None),
            KeyCode::Char(' ') => self.change(true, cx),
            _ => {}
        }
        Next::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, cx: &mut Context) -> Next {
        let is_down = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        let row = mouse.row.checked_sub(cx.area.y + ABOVE).filter(|_| is_down).map(usize::from);
        match row {
            Some(row) if row < self.choices.len() => {
                self.at = row;
                self.change(mouse.column >= cx.area.x + VALUES + 2, cx);
            }
            Some(row) if row == self.choices.len() + 1 => return self.begin(cx),
            _ => {}
        }
        Next::Stay
    }

    fn answer(&mut self, _: Kind, found: Result<Found, TaskError>, cx: &mut Context) -> Next {
        match found {
            Ok(Found::Deal(seed)) => match self.family.found(seed) {
                Some(game) => return new_game::replace_by(game, cx),
                None => cx.say(cx.text(Text::NoDifficulty)),
            },
            Ok(_) => {}
            Err(error) => cx.no_answer(&error),
        }
        Next::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let area = canvas.area;
        canvas.text(area.x + 1, area.y, &self.family.title(cx), BOLD);
        for (row, (label, value)) in self.choices.shown().enumerate() {
            let y = area.y + ABOVE + row as u16;
            let is_chosen = row == self.at;
            let end = canvas.text(area.x + 1, y, if is_chosen { "▸ " } else { "  " }, BOLD);
            canvas.text(end, y, cx.text(label), PLAIN);
            let value = if is_chosen { format!("‹ {value} ›") } else { format!("  {value}") };
            canvas.text(area.x + VALUES, y, &value, if is_chosen { CURSOR } else { DIM });
        }
        let begin = format!("[ {} ]", cx.text(Command::Begin.label()));
        canvas.text(area.x + 3, area.y + ABOVE + self.choices.len() as u16 + 1, &begin, BOLD);
        draw_foot(canvas, KEYS, cx);
    }
}
