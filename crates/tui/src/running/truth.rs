//! The knowledge about a game that is being played: the light, hints, solutions, and learning from a lost win.

use session::texts::{LineText, Screen as Text, Thing, Word};
use session::{Ending, Seat, Truth};

use super::{Running, refuse};
use crate::context::Context;
use crate::jobs::{Found, Kind};
use crate::kept::HelpUsed;
use crate::light::Mark;

/// The positions that the light may cost.
const LIGHT_NODES: u64 = 300_000;
/// The positions that a hint or a solution may cost.
const HINT_NODES: u64 = 3_000_000;

impl Running {
    /// Asks whether the game can still be won, if the light is on and nobody knows.
    pub(crate) fn ask(&mut self, cx: &mut Context) {
        cx.jobs.cancel(Kind::Truth);
        self.marks.fit(self.moves());
        let is_known = !matches!(self.mark(), Mark::Unknown | Mark::Winnable(None));
        if is_known {
            self.judge_lesson(cx);
        }
        if !(cx.settings.light || self.learning) || is_known || self.session.ending() == Some(Ending::Won) {
            return;
        }
        if let Some(task) = self.session.truth() {
            let job = cx.jobs.task(Kind::Truth, LIGHT_NODES, task, Found::Truth);
            cx.start(job);
        }
    }

    /// The answer of the light.
    pub(crate) fn hear_truth(&mut self, truth: Truth, cx: &mut Context) {
        let moves = self.moves();
        self.marks.fit(moves);
        self.marks.note(moves, truth);
        if truth == Truth::Lost && moves == 0 && cx.message.is_none() {
            cx.say(cx.text(Text::LostFromStart));
        }
        self.judge_lesson(cx);
    }

    /// Does somebody look for a move that keeps the win? The moves themselves do not show it then.
    pub(crate) fn is_learning(&self) -> bool {
        self.learning
    }

    /// Whoever learns hears whether the move keeps the win; one that loses it is taken back.
    fn judge_lesson(&mut self, cx: &mut Context) {
        if !self.learning || self.moves() <= self.learns_from {
            return;
        }
        match self.mark() {
            Mark::Winnable(Some(moves)) => {
                self.learning = false;
                let moves = cx.language.counted(moves, Thing::Move);
                cx.say(cx.language.fill(Text::LearnRight, &[&moves]));
            }
            Mark::Lost => {
                self.undo(cx);
                cx.say(cx.text(Text::LearnWrong));
            }
            Mark::Winnable(None) | Mark::Unknown => {}
        }
    }

    /// Goes back to a position from which the win was lost, and looks for a move that keeps it.
    pub(crate) fn learn_from(&mut self, after: usize, cx: &mut Context) {
        self.go_to(after, cx);
        (self.learning, self.learns_from) = (true, after);
        cx.say(cx.text(Text::LearnNow));
    }

    /// The mark of the position now.
    pub(crate) fn mark(&self) -> Mark {
        self.marks.get(self.moves())
    }

    /// Notes help that is about to be shown: it is on the disk before it is on the screen.
    pub(crate) fn note_help(&mut self, add: fn(&mut HelpUsed), cx: &mut Context) {
        if self.over.is_none() {
            add(&mut self.help);
            self.keep(cx);
        }
    }

    /// Goes back to the last position that is known to be winnable, which is help.
    pub(crate) fn go_to_last_winnable(&mut self, cx: &mut Context) {
        if self.over.is_some() {
            cx.say(cx.text(Text::GameOver));
            return;
        }
        match self.marks.last_winnable() {
            Some(after) if after == self.moves() => cx.say(cx.text(Text::StillWinnable)),
            Some(after) => {
                self.help.add_hint();
                self.help.add_undo();
                self.go_to(after, cx);
            }
            None => cx.say(cx.text(Text::NoneWinnable)),
        }
    }

    /// Asks for a hint.
    pub(crate) fn ask_hint(&mut self, seat: Seat, cx: &mut Context) {
        match self.session.hint(seat) {
            Ok(task) => {
                let job = cx.jobs.task(Kind::Hint, HINT_NODES, task, Found::Hint);
                cx.start(job);
                cx.say(cx.text(Text::Thinking));
            }
            Err(why) => refuse(&why, cx),
        }
    }

    /// Asks for the whole solution.
    pub(crate) fn ask_solution(&mut self, cx: &mut Context) {
        match self.session.solution() {
            Some(_) if self.session.ending() == Some(Ending::Won) => cx.say(cx.text(Text::GameOver)),
            Some(task) => {
                let job = cx.jobs.task(Kind::Solution, HINT_NODES, task, Found::Line);
                cx.start(job);
                cx.say(cx.text(Text::Thinking));
            }
            None => cx.say(cx.text(Text::NoSolution)),
        }
    }

    /// The sentence of the light; nothing while it is off.
    pub(crate) fn light(&self, cx: &Context) -> String {
        let is_on = cx.settings.light && self.session.truth().is_some();
        if is_on { self.truth_words(cx) } else { String::new() }
    }

    /// Whether the game can be won, as far as that is known.
    pub(crate) fn truth_words(&self, cx: &Context) -> String {
        if self.session.truth().is_none() {
            return cx.text(LineText::NobodyKnows).to_owned();
        }
        match (self.session.ending(), self.mark()) {
            (Some(Ending::Won), _) => format!("✓ {}", cx.text(Word::Won)),
            (_, Mark::Winnable(Some(moves))) => {
                let moves = cx.language.counted(moves, Thing::Move);
                format!("✓ {}", cx.language.fill(Word::WinnableIn, &[&moves]))
            }
            (_, Mark::Lost) => match self.marks.losing_move() {
                Some(number) => format!("✗ {}", cx.language.fill(Text::LostSince, &[&number])),
                None => format!("✗ {}", cx.text(Word::ProvenLost)),
            },
            _ if cx.jobs.has(Kind::Truth) => format!("? {}", cx.text(Text::Searching)),
            (_, Mark::Winnable(None)) => format!("✓ {}", cx.text(Text::Winnable)),
            (_, Mark::Unknown) => format!("? {}", cx.text(Word::Unknown)),
        }
    }
}
