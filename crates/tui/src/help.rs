//! The help of a screen, made of its keys. It is also the list of its commands: arrows and Enter suffice.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use crate::canvas::{BOLD, CURSOR, Canvas, DIM, PLAIN, width};
use crate::command::{Binding, Command, command_of, named};
use crate::context::Context;
use crate::screen::{Next, Screen};

const KEYS: &[Binding] = &[named(KeyCode::Enter, Command::Choose), named(KeyCode::Esc, Command::Cancel)];

/// Keys that are shown at once at least.
const LEAST_KEYS: usize = 5;

/// The help of a screen.
pub(crate) struct Help {
    bindings: Vec<Binding>,
    about: Vec<String>,
    at: usize,
}

impl Help {
    pub(crate) fn new(bindings: Vec<Binding>, about: Vec<String>) -> Self {
        let bindings = bindings.into_iter().filter(|binding| binding.command != Command::Help).collect();
        Self { bindings, about, at: 0 }
    }

    fn frame(&self, area: Rect, cx: &Context) -> Rect {
        let labels = self.bindings.iter().map(|binding| width(cx.text(binding.command.label())) + 12);
        let lines = self.about.iter().map(|line| width(line) + 4);
        let foot = width(cx.text(session::texts::Screen::HelpFoot)) + 4;
        let wide = labels.chain(lines).chain([foot]).max().unwrap_or(0).min(area.width);
        let high = (self.bindings.len() + self.about.len()) as u16 + 3;
        let high = high.min(area.height);
        Rect {
            x: area.x + (area.width - wide) / 2,
            y: area.y + (area.height - high) / 2,
            width: wide,
            height: high,
        }
    }

    /// How many lines of text there is room for above the keys.
    fn about_rows(&self, frame: Rect) -> usize {
        let room = usize::from(frame.height.saturating_sub(3)).saturating_sub(LEAST_KEYS);
        room.min(self.about.len())
    }

    /// How many keys there is room for.
    fn key_rows(&self, frame: Rect) -> usize {
        (usize::from(frame.height.saturating_sub(3)) - self.about_rows(frame)).max(1)
    }

    /// The first key that is shown, so that the chosen one is.
    fn first(&self, frame: Rect) -> usize {
        (self.at + 1).saturating_sub(self.key_rows(frame))
    }

    fn draw_keys(&self, canvas: &mut Canvas<'_>, frame: Rect, cx: &Context) {
        let (top, first, rows) =
            (frame.y + 1 + self.about_rows(frame) as u16, self.first(frame), self.key_rows(frame));
        for (y, (at, binding)) in (top..).zip(self.bindings.iter().enumerate().skip(first).take(rows)) {
            let style = if at == self.at { CURSOR } else { PLAIN };
            let sign = if at == self.at { "▸" } else { " " };
            let name = binding.name(cx.language);
            canvas.text(frame.x + 1, y, &format!("{sign}{name:>7} "), style.patch(BOLD));
            canvas.text(frame.x + 11, y, cx.text(binding.command.label()), style);
        }
        let edge = frame.right().saturating_sub(3);
        if first > 0 {
            canvas.text(edge, top, "↑", BOLD);
        }
        if first + rows < self.bindings.len() {
            canvas.text(edge, top + rows as u16 - 1, "↓", BOLD);
        }
    }
}

impl Screen for Help {
    fn bindings(&self) -> Vec<Binding> {
        KEYS.to_vec()
    }

    fn command(&mut self, command: Command, _: &mut Context) -> Next {
        match (command, self.bindings.get(self.at)) {
            (Command::Choose, Some(binding)) => Next::PopAnd(binding.command),
            _ => Next::Pop,
        }
    }

    fn key(&mut self, key: KeyEvent, _: &mut Context) -> Next {
        match key.code {
            KeyCode::Up => self.at = self.at.saturating_sub(1),
            KeyCode::Down => self.at = (self.at + 1).min(self.bindings.len().saturating_sub(1)),
            _ => return command_of(&self.bindings, key).map_or(Next::Pop, Next::PopAnd),
        }
        Next::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, cx: &mut Context) -> Next {
        let frame = self.frame(cx.area, cx);
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return Next::Stay;
        }
        let top = frame.y + 1 + self.about_rows(frame) as u16;
        let row = mouse.row.checked_sub(top).map(|row| usize::from(row) + self.first(frame));
        let binding = row.and_then(|row| self.bindings.get(row));
        binding.map_or(Next::Pop, |binding| Next::PopAnd(binding.command))
    }

    fn is_overlay(&self) -> bool {
        true
    }

    fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let frame = self.frame(canvas.area, cx);
        canvas.frame(frame);
        for (y, line) in (frame.y + 1..).zip(self.about.iter().take(self.about_rows(frame))) {
            canvas.text(frame.x + 2, y, line, PLAIN);
        }
        self.draw_keys(canvas, frame, cx);
        let foot = cx.text(session::texts::Screen::HelpFoot);
        canvas.text(frame.x + 2, frame.bottom() - 2, foot, DIM);
    }
}
