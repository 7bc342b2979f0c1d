//! The interface of a running game to its front ends.

use std::time::Duration;

use ::rummy::Seat;
use search::Run;
use serde::Serialize;

use crate::choices::Choices;
use crate::envelope::Envelope;
use crate::event::Event;
use crate::refused::Refused;
use crate::task::{Hint, Line, Task, TaskError, Truth};
use crate::turn_review::{PlayedTurn, TurnReview};
use crate::view::View;

/// One running game. Games for one person have one seat, [`Seat(0)`](Seat).
pub trait Session: Send {
    /// The game as it is seen from a seat, or by a spectator.
    fn view(&self, seat: Option<Seat>) -> View;

    /// Whose turn it is; nobody's when the game is over. Games for one person need not say more.
    fn to_move(&self) -> Option<Seat> {
        self.ending().is_none().then_some(Seat(0))
    }

    /// How the game ended, if it is over.
    fn ending(&self) -> Option<Ending>;

    /// The inputs that are accepted from a seat now, in full; in games whose turns are built from steps, the commands that are
    /// accepted as they stand.
    fn legal(&self, seat: Seat) -> Vec<String>;

    /// The things that a seat can do now, as places to point at.
    fn choices(&self, seat: Seat) -> Choices;

    /// Does what a player enters in the game's own notation, or says why not. Others may know of what happened as much
    /// as [`Event::seen_by`] shows.
    fn act(&mut self, seat: Seat, input: &str) -> Result<Vec<Event>, Refused>;

    /// Takes the last move back, with everything that followed by itself; `false` if there is none, or if it showed
    /// something hidden.
    fn undo(&mut self) -> bool;

    /// Makes the move again that was last taken back; `false` if there is none.
    fn redo(&mut self) -> bool;

    /// The moves at the end that a player takes back together: all jumps of one peg in a row.
    fn last_together(&self) -> usize {
        1
    }

    /// The moves taken back that a player makes again together.
    fn next_together(&self) -> usize {
        1
    }

    /// The time that a player has for a turn, if the rules limit it. A session has no clock: whoever keeps the time calls
    /// [`time_over`](Self::time_over).
    fn turn_time(&self) -> Option<Duration> {
        None
    }

    /// Ends the turn of a seat whose time is over, as the game has it; `None` in games without time.
    fn time_over(&mut self, _: Seat) -> Option<Vec<Event>> {
        None
    }

    /// The task of finding a good next move for a seat.
    fn hint(&self, seat: Seat) -> Result<Task<Hint>, Refused>;

    /// Does the lowest score win? Games without scores need not say more.
    fn low_score_wins(&self) -> bool {
        false
    }

    /// The task of finding out whether the game can still be won; none in games against others.
    fn truth(&self) -> Option<Task<Truth>>;

    /// The task of finding a whole way to win; none in games against others.
    fn solution(&self) -> Option<Task<Line>> {
        None
    }

    /// The task of comparing the next decision of a seat, at or after the command `from`, with the best one; none in games
    /// that are won or lost by one person.
    fn turn_review(&self, _seat: Seat, _from: usize) -> Option<Task<Option<TurnReview>>> {
        None
    }

    /// The turns that were played, the one in the making too; none in games of single moves.
    fn turns(&self) -> Vec<PlayedTurn> {
        Vec::new()
    }

    /// The game as it was after this many commands, from where [`redo`](Self::redo) repeats the others; none if there were
    /// fewer, and in games in which every move can be taken back.
    fn earlier(&self, _commands: usize) -> Option<Box<dyn Session>> {
        None
    }

    /// Plays the turn of the machine to move, if one is. Games without machines need not say more.
    fn machine_turn(&mut self, _: &mut Run<'_>) -> Result<MachineTurn, TaskError> {
        Ok(MachineTurn::NotAMachine)
    }

    /// A copy that goes its own way.
    fn boxed(&self) -> Box<dyn Session>;

    /// The events of each move since the start.
    fn history(&self) -> Vec<Vec<Event>>;

    /// The game as it is kept in a file.
    fn save(&self) -> Envelope;

    /// The game in the older format that others read too, where there is one. It leaves out the options and the turn
    /// in the making.
    fn classic(&self) -> Option<String> {
        None
    }
}

/// Whether a machine has played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MachineTurn {
    /// It played.
    Played(Vec<Event>),
    /// A person is to move, or nobody.
    NotAMachine,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "ending", rename_all = "snake_case")]
pub enum Ending {
    /// It is won.
    Won,
    /// It is not won, and nothing can be moved.
    Stuck,
    /// These seats won.
    WonBy {
        /// The seats, counted from 0.
        seats: Vec<usize>,
    },
}

/// Takes a session to the position after some moves, as far as moves can be taken back and made again.
pub fn go_to(session: &mut dyn Session, after: usize) {
    steps(session, |moves| moves.saturating_sub(after), |session| session.undo());
    steps(session, |moves| after.saturating_sub(moves), |session| session.redo());
}

/// Goes on as long as the number of moves leaves something to do. Writing down the moves costs more than a step: they are
/// counted after all steps that are left, not after each.
fn steps(session: &mut dyn Session, left: impl Fn(usize) -> usize, step: impl Fn(&mut dyn Session) -> bool) {
    loop {
        let left = left(session.save().moves.len());
        if (0..left).take_while(|_| step(session)).count() == 0 {
            return;
        }
    }
}

/// Takes back the last move of a player, which may have been entered in parts; `false` if there is none.
pub fn take_back(session: &mut dyn Session) -> bool {
    let parts = session.last_together();
    let is_done = session.undo();
    for _ in 1..parts {
        session.undo();
    }
    is_done
}

/// Makes again what [`take_back`] took back last; `false` if there is nothing.
pub fn make_again(session: &mut dyn Session) -> bool {
    let parts = session.next_together();
    let is_done = session.redo();
    for _ in 1..parts {
        session.redo();
    }
    is_done
}

/// Refuses all seats but the one of a game for one person.
pub(crate) fn only_seat(seat: Seat) -> Result<(), Refused> {
    if seat == Seat(0) { Ok(()) } else { Err(Refused::NoSeat(seat)) }
}
