//! A solution that plays by itself, with pause, steps and speeds.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};
use session::texts::Screen as Text;
use session::{Seat, Session};

use crate::canvas::{BOLD, Canvas, DIM};
use crate::command::{Binding, Command, key, named};
use crate::context::Context;
use crate::game_screen::draw_foot;
use crate::running::in_words;
use crate::screen::{Back, Next, Screen};
use crate::show::show;

const KEYS: &[Binding] = &[
    key(' ', Command::Pause),
    named(KeyCode::Right, Command::Forward),
    named(KeyCode::Left, Command::Backward),
    key('+', Command::Faster),
    key('-', Command::Slower),
    named(KeyCode::Enter, Command::PlayOn),
    named(KeyCode::Esc, Command::Back),
    named(KeyCode::Home, Command::First),
    named(KeyCode::End, Command::Last),
    key('?', Command::Help),
];

/// The time between two moves, from the slowest speed to the fastest.
const SPEEDS: [Duration; 5] = [
    Duration::from_secs(2),
    Duration::from_secs(1),
    Duration::from_millis(500),
    Duration::from_millis(200),
    Duration::from_millis(80),
];

/// A solution that plays by itself.
pub(crate) struct Watch {
    /// A copy of the game: it is not played on by this.
    session: Box<dyn Session>,
    inputs: Vec<String>,
    /// The moves in words.
    words: Vec<String>,
    at: usize,
    speed: usize,
    /// When the last move was made; none while it stands still.
    since: Option<Duration>,
}

impl Watch {
    pub(crate) fn new(session: Box<dyn Session>, inputs: Vec<String>, now: Duration) -> Self {
        Self { session, inputs, words: Vec::new(), at: 0, speed: 2, since: Some(now) }
    }

    fn forward(&mut self, cx: &Context) -> bool {
        let Some(input) = self.inputs.get(self.at) else { return false };
        let Ok(events) = self.session.act(Seat(0), input) else { return false };
        self.words.truncate(self.at);
        self.words.push(in_words(&events, cx));
        self.at += 1;
        true
    }

    fn backward(&mut self) -> bool {
        let can = self.at > 0 && self.session.undo();
        self.at -= usize::from(can);
        can
    }

    /// Goes to a tenth of the way.
    fn jump(&mut self, tenths: usize, cx: &Context) {
        let goal = self.inputs.len() * tenths / 10;
        while self.at < goal && self.forward(cx) {}
        while self.at > goal && self.backward() {}
    }
}

impl Screen for Watch {
    fn bindings(&self) -> Vec<Binding> {
        KEYS.to_vec()
    }

    fn about(&self, cx: &Context) -> Vec<String> {
        vec![cx.text(Text::HelpWatch).to_owned()]
    }

    fn command(&mut self, command: Command, cx: &mut Context) -> Next {
        match command {
            Command::Help => return crate::game_screen::commands(self, cx),
            Command::PlayOn => return Next::PopWith(Back::Act(self.inputs[..self.at].to_vec())),
            Command::Back => return Next::Pop,
            Command::Pause => self.since = if self.since.is_some() { None } else { Some(cx.now) },
            Command::Faster => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Command::Slower => self.speed = self.speed.saturating_sub(1),
            step => {
                self.since = None;
                match step {
                    Command::Forward => drop(self.forward(cx)),
                    Command::Backward => drop(self.backward()),
                    Command::First => self.jump(0, cx),
                    Command::Last => self.jump(10, cx),
                    _ => {}
                }
            }
        }
        Next::Stay
    }

    fn key(&mut self, key: KeyEvent, cx: &mut Context) -> Next {
        if let KeyCode::Char(digit @ '1'..='9') = key.code {
            self.since = None;
            self.jump(digit as usize - '0' as usize, cx);
        }
        Next::Stay
    }

    fn tick(&mut self, cx: &mut Context) -> Next {
        if let Some(since) = self.since
            && cx.now.saturating_sub(since) >= SPEEDS[self.speed]
        {
            self.since = self.forward(cx).then_some(cx.now);
        }
        Next::Stay
    }

    fn is_moving(&self) -> bool {
        self.since.is_some()
    }

    fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        show(canvas, self.session.as_ref(), cx);
        let place = cx.language.fill(Text::WatchPlace, &[&self.at, &self.inputs.len()]);
        let (x, y) = (canvas.area.x + 1, canvas.area.y);
        let end = canvas.text(x, y, &place, BOLD);
        let speed = format!("{}{}", "»".repeat(self.speed + 1), if self.since.is_none() { " ‖" } else { "" });
        canvas.text(end + 2, y, &speed, DIM);
        if let Some(word) = self.at.checked_sub(1).and_then(|last| self.words.get(last)) {
            canvas.wrapped(canvas.area.bottom().saturating_sub(2), word, BOLD);
        }
        draw_foot(canvas, KEYS, cx);
    }
}
