//! The question whether to leave a game that could not be kept.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use session::texts::{Language, Screen as Text};

use crate::canvas::{BAD, BOLD, Canvas, PLAIN, wrap};
use crate::command::{Binding, Command, key, named};
use crate::context::Context;
use crate::game_screen::draw_foot;
use crate::input::Leave;
use crate::screen::{Next, Screen};

/// The keys: the letter of "yes" in the language of the player leaves.
fn keys(language: Language) -> [Binding; 2] {
    let yes = match language {
        Language::English => 'y',
        Language::French => 'o',
    };
    [key(yes, Command::LeaveAnyway), named(KeyCode::Esc, Command::StayHere)]
}

/// The question whether to leave a game that could not be kept.
pub(crate) struct Unkept {
    why: String,
    /// How the program is left; none to go back to the menu.
    leave: Option<Leave>,
    language: Language,
}

impl Unkept {
    pub(crate) fn new(why: &str, leave: Option<Leave>, language: Language) -> Self {
        Self { why: why.to_owned(), leave, language }
    }
}

impl Screen for Unkept {
    fn bindings(&self) -> Vec<Binding> {
        keys(self.language).to_vec()
    }

    fn command(&mut self, command: Command, _: &mut Context) -> Next {
        match (command, self.leave.take()) {
            (Command::LeaveAnyway, Some(leave)) => Next::QuitAnyway(leave),
            (Command::LeaveAnyway, None) => Next::PopAnd(Command::LeaveAnyway),
            _ => Next::Pop,
        }
    }

    fn key(&mut self, _: KeyEvent, _: &mut Context) -> Next {
        Next::Stay
    }

    fn is_overlay(&self) -> bool {
        true
    }

    fn asks_to_leave(&self) -> bool {
        true
    }

    fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let wide = canvas.area.width.min(60);
        let lines = wrap(&cx.language.fill(Text::NotSaved, &[&self.why]), wide.saturating_sub(4));
        let high = lines.len() as u16 + 4;
        let area = canvas.area;
        let frame = Rect {
            x: area.x + (area.width - wide) / 2,
            y: area.y + area.height.saturating_sub(high) / 2,
            width: wide,
            height: high,
        };
        canvas.frame(frame);
        for (row, line) in lines.iter().enumerate() {
            canvas.text(frame.x + 2, frame.y + 1 + row as u16, line, BAD);
        }
        canvas.text(frame.x + 2, frame.bottom() - 2, cx.text(Text::LeaveUnkept), BOLD);
        let bottom = area.bottom().saturating_sub(1);
        canvas.text(area.x, bottom, &" ".repeat(area.width.into()), PLAIN);
        draw_foot(canvas, &keys(cx.language), cx);
    }
}
