//! The parts of playing that depend on the game.

use std::io::Write;

use session::texts::{Help, LineText, Thing};
use session::{Seat, View};

use super::{Console, Play, peg, rummy};

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

    pub(super) fn help(&self) -> String {
        match self.session.view(None) {
            View::Patience(_) => self.language.text(Help::Patience).to_owned(),
            View::Peg(_) => self.language.text(Help::Peg).to_owned(),
            View::Rummy(view) => rummy::help(&view, self.language),
        }
    }

    pub(super) fn moves(&self, seat: Seat) -> String {
        match self.session.view(Some(seat)) {
            View::Peg(view) => peg::jumps(&view, self.language),
            View::Patience(_) => self.listed(&self.session.legal(seat)),
            View::Rummy(view) => {
                let tiles = view.tiles(self.language);
                let legal = self.session.legal(seat);
                self.listed(&legal.iter().map(|command| tiles.line(command)).collect::<Vec<_>>())
            }
        }
    }

    fn listed(&self, legal: &[String]) -> String {
        if legal.is_empty() { self.say(LineText::NothingPossible) } else { legal.join("  ") }
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
            View::Peg(_) => Thing::Jump,
            View::Patience(_) | View::Rummy(_) => Thing::Move,
        };
        self.language.counted(moves, noun)
    }
}
