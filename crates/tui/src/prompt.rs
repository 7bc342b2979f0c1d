//! One line that the player types, at the foot of the screen.

use crossterm::event::{KeyCode, KeyEvent};
use session::texts::Screen as Text;

use crate::canvas::{BOLD, CURSOR, Canvas, PLAIN, width};
use crate::command::{Binding, Command, named};
use crate::context::Context;
use crate::screen::{Back, Next, Purpose, Screen};

const KEYS: &[Binding] = &[named(KeyCode::Enter, Command::Choose), named(KeyCode::Esc, Command::Cancel)];
/// The room of an answer next to its question.
const LEAST_ROOM: u16 = 12;
/// No line that makes sense is longer, in characters.
const LONGEST: usize = 200;

/// One line that the player types.
pub(crate) struct Prompt {
    purpose: Purpose,
    question: Text,
    line: String,
}

impl Prompt {
    pub(crate) fn new(purpose: Purpose, question: Text) -> Self {
        Self { purpose, question, line: String::new() }
    }
}

impl Screen for Prompt {
    fn bindings(&self) -> Vec<Binding> {
        KEYS.to_vec()
    }

    fn command(&mut self, command: Command, _: &mut Context) -> Next {
        match command {
            Command::Choose => Next::PopWith(Back::Typed(self.purpose, self.line.trim().to_owned())),
            _ => Next::Pop,
        }
    }

    fn key(&mut self, key: KeyEvent, _: &mut Context) -> Next {
        match key.code {
            KeyCode::Char(letter) if self.line.chars().count() < LONGEST => self.line.push(letter),
            KeyCode::Backspace if self.line.is_empty() => return Next::Pop,
            KeyCode::Backspace => drop(self.line.pop()),
            _ => {}
        }
        Next::Stay
    }

    fn is_overlay(&self) -> bool {
        true
    }

    fn shows_clock(&self) -> bool {
        true
    }

    fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let (x, y) = (canvas.area.x + 1, canvas.area.bottom().saturating_sub(2));
        canvas.text(x, y, &" ".repeat(canvas.area.width.into()), PLAIN);
        let question = cx.text(self.question);
        // A question that leaves no room for the answer stands above it.
        let is_long = width(question) + LEAST_ROOM > canvas.area.width;
        if is_long {
            canvas.wrapped(y.saturating_sub(1), question, BOLD);
        }
        let end = if is_long { x } else { canvas.text(x, y, question, BOLD) + 1 };
        let room = usize::from(canvas.area.right().saturating_sub(end + 2));
        let skipped = usize::from(width(&self.line)).saturating_sub(room);
        let shown: String = self.line.chars().skip(skipped).collect();
        let end = canvas.text(end, y, &shown, PLAIN);
        canvas.text(end, y, " ", CURSOR);
    }
}
