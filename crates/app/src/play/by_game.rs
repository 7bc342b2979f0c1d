//! The parts of playing that depend on the game.

use std::io::Write;

use session::{Seat, View};

use super::{Console, Play, patience, peg, rummy};
use crate::limits::counted;

impl Play<'_> {
    /// The name of the player of a seat, where there are several.
    pub(super) fn name(&self, seat: Seat) -> Option<String> {
        match self.session.view(None) {
            View::Rummy(view) => view.players.get(seat.0).map(|player| player.name.clone()),
            View::Patience(_) | View::Peg(_) => None,
        }
    }

    /// The words before a player's line. Where there is one player only, nobody needs them in a pipe.
    pub(super) fn prompt(&self, console: &Console<impl Write>, seat: Seat) -> String {
        match self.name(seat) {
            _ if self.json => String::new(),
            Some(name) => format!("{name}> "),
            None if console.is_watched() => "> ".to_owned(),
            None => String::new(),
        }
    }

    pub(super) fn help(&self) -> &'static str {
        match self.session.view(None) {
            View::Patience(_) => patience::HELP,
            View::Peg(_) => peg::HELP,
            View::Rummy(_) => rummy::HELP,
        }
    }

    pub(super) fn moves(&self, seat: Seat) -> String {
        match self.session.view(Some(seat)) {
            View::Peg(view) => peg::jumps(&view),
            View::Patience(_) | View::Rummy(_) => match self.session.legal(seat) {
                legal if legal.is_empty() => "nothing can be done".to_owned(),
                legal => legal.join("  "),
            },
        }
    }

    /// Is there more than one person at the table, so that hands must be hidden from each other?
    pub(super) fn is_shared(&self) -> bool {
        match self.session.view(None) {
            View::Rummy(view) => view.players.iter().filter(|player| player.machine.is_none()).count() > 1,
            View::Patience(_) | View::Peg(_) => false,
        }
    }

    pub(super) fn counted_moves(&self, moves: usize) -> String {
        let noun = match self.session.view(None) {
            View::Peg(_) => "jump",
            View::Patience(_) | View::Rummy(_) => "move",
        };
        counted(moves as u64, noun)
    }
}
