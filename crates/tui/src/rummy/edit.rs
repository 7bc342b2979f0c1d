//! The turn in the making: tiles are marked, laid, put and discarded.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use session::texts::Screen as Text;

use super::RummyScreen;
use super::layout::Handle;
use crate::context::Context;
use crate::direction::{Direction, cycle};

impl RummyScreen {
    pub(super) fn fit_cursor(&mut self, area: Rect) {
        let layout = self.seen.layout(area);
        if self.cursor.is_none_or(|cursor| layout.place(cursor).is_none()) {
            let last = self.seen.hand.len().checked_sub(1);
            let was = if let Some(Handle::Hand(at)) = self.cursor { at } else { 0 };
            self.cursor = Some(last.map_or(Handle::New, |last| Handle::Hand(was.min(last))));
        }
    }

    /// Moves the cursor by an arrow, Tab or Shift-Tab.
    pub(super) fn steer(&mut self, code: KeyCode, cx: &Context) {
        let layout = self.seen.layout(cx.area);
        let handles: Vec<Handle> = layout.pieces.iter().map(|piece| piece.handle).collect();
        let from = self.cursor.and_then(|cursor| layout.place(cursor));
        let next = match (code, Direction::of(code), from) {
            (_, Some(direction), Some(from)) => direction.nearest(&layout.places(), from),
            (KeyCode::Tab, ..) => cycle(&handles, self.cursor, true),
            (KeyCode::BackTab, ..) => cycle(&handles, self.cursor, false),
            _ => None,
        };
        self.cursor = next.or(self.cursor);
    }

    /// Marks the tile under the cursor, or takes its mark off.
    pub(super) fn mark_under_cursor(&mut self) {
        if let Some(cursor) = self.cursor.filter(|&cursor| self.seen.tile(cursor).is_some()) {
            self.mark(cursor);
        }
    }

    fn mark(&mut self, handle: Handle) {
        match self.marked.iter().position(|&other| other == handle) {
            Some(at) => drop(self.marked.remove(at)),
            // A tile of the table is moved alone.
            None if matches!(handle, Handle::Hand(_)) => {
                self.marked.retain(|other| matches!(other, Handle::Hand(_)));
                self.marked.push(handle);
            }
            None => self.marked = vec![handle],
        }
    }

    /// Enter or a click on something: marks a tile, or puts the marked ones there.
    pub(super) fn choose(&mut self, handle: Handle, cx: &mut Context) {
        match (handle, self.marked.is_empty()) {
            (Handle::New, _) => self.lay(cx),
            (Handle::End(meld) | Handle::Tile(meld, _), false) if !self.marked.contains(&handle) => {
                self.put(meld + 1, cx);
            }
            (Handle::End(_), _) => {}
            (Handle::Hand(_), _) if matches!(self.marked[..], [Handle::Tile(..)]) => self.take_back(cx),
            (tile, _) => self.mark(tile),
        }
    }

    /// Lays the marked tiles as a new combination.
    pub(super) fn lay(&mut self, cx: &mut Context) {
        let inputs = match self.marked.as_slice() {
            [] => {
                cx.say(cx.text(Text::MarkFirst));
                return;
            }
            [Handle::Tile(meld, _)] => {
                let tile = self.seen.tile(self.marked[0]).unwrap_or_default();
                vec![format!("move {tile} {} new", meld + 1)]
            }
            marked => {
                let tiles: Vec<String> = marked.iter().filter_map(|&handle| self.seen.tile(handle)).collect();
                vec![format!("+ ({})", tiles.join(" "))]
            }
        };
        self.enter_all(&inputs, cx);
    }

    /// Takes the marked tile out of its combination: into the hand, if it came from there in this turn.
    pub(super) fn take_back(&mut self, cx: &mut Context) {
        let [Handle::Tile(meld, marked)] = self.marked[..] else {
            cx.say(cx.text(Text::MarkOnTable));
            return;
        };
        let tiles = (0..).map_while(|at| Some((at, self.seen.tile(Handle::Tile(meld, at))?)));
        let rest: Vec<String> = tiles.filter(|&(at, _)| at != marked).map(|(_, tile)| tile).collect();
        let input = match rest[..] {
            [] => format!("{}", meld + 1),
            _ => format!("{} ({})", meld + 1, rest.join(" ")),
        };
        self.enter_all(&[input], cx);
    }

    /// Puts the marked tiles into a combination.
    pub(super) fn put(&mut self, number: usize, cx: &mut Context) {
        let input = |handle: &Handle| {
            let tile = self.seen.tile(*handle)?;
            Some(match handle {
                Handle::Tile(from, _) => format!("move {tile} {} {number}", from + 1),
                _ => format!("put {tile} {number}"),
            })
        };
        let inputs: Vec<String> = self.marked.iter().filter_map(input).collect();
        if inputs.is_empty() {
            cx.say(cx.text(Text::MarkFirst));
        } else {
            self.enter_all(&inputs, cx);
        }
    }

    /// Ends the turn: done, or a pass where nothing else is possible.
    pub(super) fn finish_turn(&mut self, cx: &mut Context) {
        let passes = self.seen.choices.commands.iter().any(|command| command == "pass");
        self.enter_all(&[if passes { "pass" } else { "done" }.to_owned()], cx);
    }

    pub(super) fn discard(&mut self, cx: &mut Context) {
        match self.marked.as_slice() {
            [handle] => {
                let tile = self.seen.tile(*handle).unwrap_or_default();
                self.enter_all(&[format!("discard {tile}")], cx);
            }
            _ => cx.say(cx.text(Text::MarkOne)),
        }
    }
}
