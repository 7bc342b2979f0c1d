//! The log of a game of rummy: the turns of everybody in words.

use session::{Event, Seat};

use super::RummyScreen;
use crate::context::Context;
use crate::running::in_words;

/// How many lines of what happened are remembered.
const MOST_LINES: usize = 100;

impl RummyScreen {
    /// Makes the log of the turns that were played.
    pub(super) fn read_log(&mut self, cx: &Context) {
        self.log.clear();
        for turn in self.running.session.turns() {
            self.hear(&turn.events, cx);
        }
    }

    /// Notes what happened. Where several people look, nobody's drawn tiles are in it.
    pub(super) fn hear(&mut self, events: &[Event], cx: &Context) {
        let viewer = (self.seen.people() == 1).then_some(self.seen.seat);
        self.log.extend(logged(events, viewer, cx));
        let surplus = self.log.len().saturating_sub(MOST_LINES);
        self.log.drain(..surplus);
    }
}

/// Events in words, one per line, as somebody sees them.
pub(super) fn logged(events: &[Event], viewer: Option<Seat>, cx: &Context) -> Vec<String> {
    let draws = events.iter().any(|event| matches!(event, Event::Drew { .. }));
    let is_logged = |event: &&Event| match event {
        Event::Arranged { .. } | Event::TookBack => false,
        // The line about the tile that was drawn says it already.
        Event::Played { took: "stock", placed, discard: None, .. } => !(draws && placed.is_empty()),
        _ => true,
    };
    let words = events.iter().filter(is_logged).map(|event| in_words(&[event.seen_by(viewer)], cx));
    words.flat_map(|words| words.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}
