//! Looking back on a game of rummy: each decision of the player, and what a strong machine would have done.

use crossterm::event::{KeyCode, KeyEvent};
use session::texts::Screen as Text;
use session::{Seat, Session, TaskError, Tiles, TurnReview};

use super::tile::commands;
use crate::canvas::{BOLD, CURSOR, Canvas, DIM, GOOD, PLAIN};
use crate::command::{Binding, Command, named};
use crate::context::Context;
use crate::game_screen::draw_foot;
use crate::jobs::{Found, Kind};
use crate::screen::{Next, Screen};

const KEYS: &[Binding] = &[named(KeyCode::Esc, Command::Back)];
/// Lines of one decision.
const LINES: u16 = 2;

/// A look back on a game of rummy.
pub(crate) struct RummyReview {
    session: Box<dyn Session>,
    tiles: Tiles,
    seat: Seat,
    turns: Vec<TurnReview>,
    at: usize,
    is_whole: bool,
}

impl RummyReview {
    pub(crate) fn new(session: Box<dyn Session>, tiles: Tiles, seat: Seat) -> Self {
        Self { session, tiles, seat, turns: Vec::new(), at: 0, is_whole: false }
    }

    /// Asks about the next decision.
    fn ask(&self, cx: &mut Context) {
        let from = self.turns.last().map_or(0, |turn| turn.at + 1);
        if let Some(task) = self.session.turn_review(self.seat, from) {
            let job = cx.jobs.task(Kind::Review, u64::MAX, task, |turn| Found::Turn(turn.map(Box::new)));
            cx.start(job);
        }
    }
}

impl Screen for RummyReview {
    fn bindings(&self) -> Vec<Binding> {
        KEYS.to_vec()
    }

    fn enter(&mut self, cx: &mut Context) -> Next {
        cx.message = None;
        self.ask(cx);
        Next::Stay
    }

    fn command(&mut self, _: Command, cx: &mut Context) -> Next {
        cx.jobs.cancel(Kind::Review);
        Next::Pop
    }

    fn key(&mut self, key: KeyEvent, _: &mut Context) -> Next {
        match key.code {
            KeyCode::Up => self.at = self.at.saturating_sub(1),
            KeyCode::Down => self.at = (self.at + 1).min(self.turns.len().saturating_sub(1)),
            _ => {}
        }
        Next::Stay
    }

    fn answer(&mut self, _: Kind, found: Result<Found, TaskError>, cx: &mut Context) -> Next {
        match found {
            Ok(Found::Turn(Some(turn))) => {
                self.turns.push(*turn);
                self.ask(cx);
            }
            Ok(_) => self.is_whole = true,
            Err(error) => cx.no_answer(&error),
        }
        Next::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let area = canvas.area;
        let end = canvas.text(area.x + 1, area.y, cx.text(Text::RummyReviewTitle), BOLD);
        if !self.is_whole {
            canvas.text(end + 2, area.y, cx.text(Text::Thinking), DIM);
        }
        let rows = usize::from(area.height.saturating_sub(4) / LINES).max(1);
        let first = (self.at + 1).saturating_sub(rows);
        for (row, (number, turn)) in self.turns.iter().enumerate().skip(first).take(rows).enumerate() {
            let y = area.y + 2 + row as u16 * LINES;
            let style = if number == self.at { CURSOR } else { PLAIN };
            let sign = if number == self.at { "▸" } else { " " };
            canvas.text(
                area.x + 1,
                y,
                &format!("{sign}{:>3}  {}", number + 1, commands(self.tiles, &turn.played)),
                style,
            );
            let (sign, style) = if turn.played == turn.best { ("✓", GOOD) } else { ("∙", DIM) };
            canvas.text(
                area.x + 1,
                y + 1,
                &format!("    {sign} {}", commands(self.tiles, &turn.best)),
                style,
            );
        }
        draw_foot(canvas, KEYS, cx);
    }
}
