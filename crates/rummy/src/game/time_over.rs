//! The end of a turn whose time is over.

use super::{Event, Game, Refused, Seat};

impl Game {
    /// The seconds that a player has for a turn, if the rules limit them. The game has no clock: whoever keeps the time
    /// calls [`Game::time_over`].
    pub fn turn_seconds(&self) -> Option<u16> {
        Some(self.setup.house.turn_seconds).filter(|&seconds| seconds > 0)
    }

    /// Ends the turn of the player to move, whose time is over: everything laid in this turn is taken back, and a tile is
    /// drawn. Where a turn ends with a discard, the drawn tile is discarded, or the first one that may be.
    pub fn time_over(&mut self, seat: Seat) -> Result<Vec<Event>, Refused> {
        self.check_under_way()?;
        if seat != self.to_move() {
            return Err(Refused::NotYourTurn(self.mover().name.clone()));
        }
        let mut events = Vec::new();
        while let Ok(took_back) = self.undo() {
            events.extend(took_back);
        }
        self.undone.clear();
        if !self.has_drawn() {
            events.extend(self.enter("draw").or_else(|_| self.enter("pass"))?);
        }
        if self.end().is_none() && self.to_move() == seat {
            events.extend(self.discard_something(seat)?);
        }
        Ok(events)
    }

    fn discard_something(&mut self, seat: Seat) -> Result<Vec<Event>, Refused> {
        let view = self.view(Some(seat));
        let mut refused = Refused::NotYourTurn(self.mover().name.clone());
        for tile in view.drawn.iter().rev().chain(&view.hand) {
            match self.enter(&format!("discard {tile}")) {
                Ok(events) => return Ok(events),
                Err(why) => refused = why,
            }
        }
        Err(refused)
    }
}
