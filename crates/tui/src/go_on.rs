//! The question whether to go on with a game that was begun before.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};
use session::texts::Screen as Text;

use crate::canvas::{BOLD, Canvas, PLAIN};
use crate::command::{Binding, Command, key, named};
use crate::context::Context;
use crate::game_screen::draw_foot;
use crate::kept::Kept;
use crate::new_game::{self, NewGame};
use crate::running::clock;
use crate::screen::{Next, Screen};

const KEYS: &[Binding] =
    &[named(KeyCode::Enter, Command::PlayOn), key('n', Command::Restart), named(KeyCode::Esc, Command::Back)];

/// The question whether to go on with a game.
pub(crate) struct GoOn {
    name: String,
    kept: Kept,
    from_start: NewGame,
}

impl GoOn {
    pub(crate) fn new(name: String, kept: Kept, from_start: NewGame) -> Self {
        Self { name, kept, from_start }
    }
}

impl Screen for GoOn {
    fn bindings(&self) -> Vec<Binding> {
        KEYS.to_vec()
    }

    fn command(&mut self, command: Command, cx: &mut Context) -> Next {
        match command {
            Command::PlayOn => match new_game::resume(self.name.clone(), &self.kept, cx) {
                Ok(screen) => Next::Replace(screen),
                Err(error) => {
                    cx.say(new_game::why_not_opened(&error, &self.kept, cx));
                    Next::Stay
                }
            },
            Command::Restart => Next::Replace(new_game::begin_apart(self.from_start.clone(), cx)),
            _ => Next::Pop,
        }
    }

    fn key(&mut self, _: KeyEvent, _: &mut Context) -> Next {
        Next::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let middle = canvas.area.y + canvas.area.height / 2;
        let moves = self.kept.length(cx.language);
        let time = clock(Duration::from_millis(self.kept.millis));
        canvas.centred(middle.saturating_sub(2), &self.kept.title(cx.language), BOLD);
        canvas.centred(middle, &cx.language.fill(Text::BegunBefore, &[&moves, &time]), PLAIN);
        draw_foot(canvas, KEYS, cx);
    }
}
