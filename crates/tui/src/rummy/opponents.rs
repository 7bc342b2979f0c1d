//! The turns of machines: thought out on another thread, kept at once, then shown step by step.

use std::time::Duration;

use session::texts::Screen as Text;
use session::{Event, Seat, Session, Tiles, View};

use super::RummyScreen;
use super::steps::{Step, steps};
use crate::context::Context;
use crate::jobs::Kind;
use crate::settings::Turns;

/// The time between the turns of two machines, so that people can follow.
const BETWEEN_TURNS: Duration = Duration::from_millis(600);
/// The time that one step of a machine is shown.
const STEP: Duration = Duration::from_millis(700);

/// The turn of a machine that is being shown. The game itself has it already.
pub(super) struct Repeated {
    mover: Seat,
    /// The steps that are not shown yet, each with the table after it.
    left: std::vec::IntoIter<(Step, Vec<Vec<String>>)>,
    /// When the next one is shown.
    next: Duration,
    events: Vec<Event>,
}

impl RummyScreen {
    /// The next machine thinks, if it is time.
    pub(super) fn start_machine(&mut self, cx: &mut Context) {
        let is_time = self.machine_at.is_some_and(|at| cx.now >= at);
        if is_time && self.repeated.is_none() && !cx.jobs.has(Kind::Machine) {
            self.machine_at = None;
            let job = cx.jobs.machine(self.running.session.as_ref());
            cx.start(job);
        }
    }

    /// A machine has played: its turn is kept, and shown step by step where it changes the table.
    pub(super) fn hear_machine(&mut self, session: Box<dyn Session>, events: Vec<Event>, cx: &mut Context) {
        let mover = self.running.session.to_move();
        self.running.session = session;
        self.running.changed(cx);
        let shown =
            mover.filter(|_| cx.settings.turns == Turns::Steps).map(|mover| (mover, self.steps_of(mover)));
        match shown.filter(|(_, steps)| !steps.is_empty()) {
            Some((mover, steps)) => {
                self.repeated = Some(Repeated { mover, left: steps.into_iter(), next: cx.now, events });
                self.show_next_step(cx);
            }
            None => self.end_machine_turn(&events, cx),
        }
    }

    /// The steps from the table that is seen to the one of the game.
    fn steps_of(&self, mover: Seat) -> Vec<(Step, Vec<Vec<String>>)> {
        let View::Rummy(after) = self.running.session.view(None) else { return Vec::new() };
        let side = self.seen.side_of(mover);
        steps(&self.seen.view.tables[side], &after.tables[side])
    }

    /// Shows the next step of a machine, if it is time; after the last one the game goes on.
    pub(super) fn show_next_step(&mut self, cx: &mut Context) {
        let Some(repeated) = self.repeated.as_mut().filter(|repeated| cx.now >= repeated.next) else {
            return;
        };
        let Some((step, table)) = repeated.left.next() else {
            self.skip_repeated(cx);
            return;
        };
        repeated.next = cx.now + STEP;
        let mover = repeated.mover;
        let side = self.seen.side_of(mover);
        let before = std::mem::replace(&mut self.seen.view.tables[side], table);
        let more = count(&self.seen.view.tables[side]).saturating_sub(count(&before));
        let player = &mut self.seen.view.players[mover.0];
        player.tiles = player.tiles.saturating_sub(more);
        let words = in_words(&step, self.seen.tiles, cx);
        cx.say(format!("{}: {words}", player.name));
    }

    /// Shows the end of the turn at once; says whether one was being shown.
    pub(super) fn skip_repeated(&mut self, cx: &mut Context) -> bool {
        let Some(repeated) = self.repeated.take() else { return false };
        cx.message = None;
        self.end_machine_turn(&repeated.events, cx);
        true
    }

    fn end_machine_turn(&mut self, events: &[Event], cx: &mut Context) {
        self.hear(events, cx);
        self.machine_at = Some(cx.now + BETWEEN_TURNS);
        self.after(cx);
        let mover = self.running.session.to_move();
        if mover.is_none_or(|mover| !self.seen.is_machine(mover)) {
            self.machine_at = None;
        }
    }
}

fn count(table: &[Vec<String>]) -> usize {
    table.iter().map(Vec::len).sum()
}

/// A step in words: `+ (9b 9r 9y)`.
fn in_words(step: &Step, tiles: Tiles, cx: &Context) -> String {
    match step {
        Step::Laid(meld) => format!("+ ({})", tiles.names(meld)),
        Step::Added { tiles: added, to } => format!("{} → ({})", tiles.names(added), tiles.names(to)),
        Step::Lifted(melds) => {
            let melds: Vec<String> = melds.iter().map(|meld| format!("({})", tiles.names(meld))).collect();
            cx.language.fill(Text::StepLifts, &[&melds.join(" ")])
        }
    }
}
