//! A game that is being played: its session, its time, its help, its place in the store.

mod truth;

use std::ops::Range;
use std::time::Duration;

use session::texts::{LineText, Screen as Text, Thing, Word};
use session::{Ending, Envelope, Event, Hint, PlayedTurn, Refused, Seat, Session, View};

use crate::context::{Context, disk_fault};
use crate::input::{Effect, Leave};
use crate::kept::{HelpUsed, Kept, Over, WordSource};
use crate::light::Marks;
use crate::statistics::GameResult;
use crate::store::Lock;

/// A game that is being played.
pub(crate) struct Running {
    pub(crate) session: Box<dyn Session>,
    /// The name of its file.
    name: String,
    /// Nobody else has the file open.
    _lock: Lock,
    /// The time spent on it before `since`.
    spent: Duration,
    /// When the clock was started; it stands still when the game is over.
    since: Option<Duration>,
    pub(crate) help: HelpUsed,
    /// The hint that is shown, which Enter plays.
    pub(crate) hint: Option<Vec<String>>,
    pub(crate) marks: Marks,
    /// The moves in words, those taken back too.
    words: Vec<String>,
    /// Actions of the player that were several moves: from which to which.
    groups: Vec<Range<usize>>,
    over: Option<Over>,
    /// The result that counts.
    counted: Option<Over>,
    /// The moves that it began with here; more than none in a game that goes on from a point of another one.
    begun_with: usize,
    /// The move or turn of that other game.
    branched_after: Option<usize>,
    /// The word list of a game of letters.
    words_from: Option<WordSource>,
    /// Is a move looked for that keeps the win?
    learning: bool,
    /// After how many moves it is looked for.
    learns_from: usize,
}

impl Running {
    /// A new game.
    pub(crate) fn new(session: Box<dyn Session>, (name, lock): (String, Lock), now: Duration) -> Self {
        let help = HelpUsed::default();
        Self {
            session,
            name,
            _lock: lock,
            spent: Duration::ZERO,
            since: Some(now),
            help,
            hint: None,
            marks: Marks::default(),
            words: Vec::new(),
            groups: Vec::new(),
            over: None,
            counted: None,
            begun_with: 0,
            branched_after: None,
            words_from: None,
            learning: false,
            learns_from: 0,
        }
    }

    /// A game that goes on. Its moves are put into words again by `start`, the same game with no moves made.
    pub(crate) fn resumed(
        session: Box<dyn Session>,
        name: (String, Lock),
        kept: &Kept,
        start: Option<Box<dyn Session>>,
        cx: &Context,
    ) -> Self {
        let mut running = Self::new(session, name, cx.now);
        running.spent = Duration::from_millis(kept.millis);
        running.help = kept.help;
        running.over = kept.over;
        let is_stuck = running.session.ending() == Some(Ending::Stuck);
        running.counted = kept.over.or(is_stuck.then_some(Over::Lost));
        running.branched_after = kept.branched_after;
        running.words_from.clone_from(&kept.words);
        if let Some(mut start) = start {
            let moves = kept.game.moves.iter().chain(&kept.undone);
            let acted = moves.map_while(|input| start.act(Seat(0), input).ok());
            running.words = acted.map(|events| in_words(&events, cx)).collect();
        }
        running
    }

    /// A game that goes on from a point of another one, after this many of its moves. It has no result.
    pub(crate) fn branched(self, from: &Self, after: usize) -> Self {
        let turns = from.session.turns();
        let is_before = |turn: &&PlayedTurn| turn.commands.end <= after;
        let branched_after = if turns.is_empty() { after } else { turns.iter().filter(is_before).count() };
        let help = HelpUsed { branched: true, ..HelpUsed::default() };
        let mut marks = from.marks.clone();
        marks.fit(after);
        Self {
            help,
            marks,
            words: from.words.iter().take(after).cloned().collect(),
            begun_with: after,
            branched_after: Some(branched_after),
            words_from: from.words_from.clone(),
            ..self
        }
    }

    /// The name of its file.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Is it played to its end?
    pub(crate) fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// The game with the place of its word list, if it is one of letters.
    pub(crate) fn with_words_from(self, words_from: Option<WordSource>) -> Self {
        Self { words_from, ..self }
    }

    pub(crate) fn words_from(&self) -> Option<&WordSource> {
        self.words_from.as_ref()
    }

    /// The moves made so far.
    pub(crate) fn moves(&self) -> usize {
        match self.session.view(None) {
            View::Patience(view) => view.moves,
            View::Peg(view) => view.moves,
            View::Rummy(_) => self.session.save().moves.len(),
        }
    }

    /// The moves made so far, in words.
    pub(crate) fn words(&self) -> &[String] {
        &self.words[..self.words.len().min(self.moves())]
    }

    /// The time spent on it.
    pub(crate) fn time(&self, now: Duration) -> Duration {
        self.spent + self.since.map_or(Duration::ZERO, |since| now.saturating_sub(since))
    }

    /// Plays what a player enters; the events, or a sentence at the foot of the screen.
    pub(crate) fn act(&mut self, seat: Seat, input: &str, cx: &mut Context) -> Option<Vec<Event>> {
        match self.session.act(seat, input) {
            Ok(events) => {
                cx.message = None;
                let before = self.moves().saturating_sub(1);
                self.words.truncate(before);
                self.groups.retain(|group| group.end <= before);
                self.words.push(in_words(&events, cx));
                self.changed(cx);
                Some(events)
            }
            Err(why) => {
                refuse(&why, cx);
                None
            }
        }
    }

    /// Plays several inputs as one action, which is taken back as one.
    pub(crate) fn act_all(&mut self, inputs: &[String], cx: &mut Context) {
        let before = self.moves();
        for input in inputs {
            if self.act(Seat(0), input, cx).is_none() {
                break;
            }
        }
        let made = self.moves().saturating_sub(before);
        if made > 1 {
            self.groups.push(before..before + made);
        }
    }

    /// Takes back one action of the player, with everything that followed by itself.
    pub(crate) fn undo(&mut self, cx: &mut Context) {
        let moves = self.moves();
        let count = self.groups.iter().find(|group| group.end == moves).map_or(1, Range::len);
        let count = count.max(self.session.last_together());
        if !self.session.undo() {
            self.say_nothing_to_undo(cx);
            return;
        }
        for _ in 1..count {
            self.session.undo();
        }
        self.help.add_undo();
        cx.message = None;
        self.changed(cx);
    }

    fn say_nothing_to_undo(&self, cx: &mut Context) {
        let is_shown = self.moves() > 0 && matches!(self.session.view(None), View::Rummy(_));
        cx.say(cx.text(if is_shown { Text::ShownTiles } else { Text::NothingToUndo }));
    }

    /// Does the action again that was taken back last.
    pub(crate) fn redo(&mut self, cx: &mut Context) {
        let moves = self.moves();
        let count = self.groups.iter().find(|group| group.start == moves).map_or(1, Range::len);
        let count = count.max(self.session.next_together());
        if self.session.redo() {
            for _ in 1..count {
                self.session.redo();
            }
            cx.message = None;
            self.changed(cx);
        } else {
            cx.say(cx.text(Text::NothingToRedo));
        }
    }

    /// Takes back all moves, which can be made again; that counts as one move taken back.
    pub(crate) fn restart(&mut self, cx: &mut Context) {
        let before = self.moves();
        go_to(self.session.as_mut(), 0);
        if self.moves() == before {
            self.say_nothing_to_undo(cx);
            return;
        }
        self.help.add_undo();
        cx.message = None;
        self.changed(cx);
    }

    /// Goes to the position after some moves, as far as moves can be taken back and made again.
    pub(crate) fn go_to(&mut self, after: usize, cx: &mut Context) {
        go_to(self.session.as_mut(), after);
        cx.message = None;
        self.changed(cx);
    }

    /// Keeps the game, counts it if it is over, and asks whether it can be won.
    pub(crate) fn changed(&mut self, cx: &mut Context) {
        self.marks.fit(self.moves());
        self.count(cx);
        self.keep(cx);
        self.ask(cx);
    }

    /// Does a game that ended count, or one that did not end after all not count any more? A game in which nothing can be
    /// moved counts as lost until a move is taken back, and can be gone on with.
    fn count(&mut self, cx: &mut Context) {
        let ending = self.session.ending();
        let is_stuck = ending == Some(Ending::Stuck);
        let result = match ending {
            Some(Ending::Won) => Some(Over::Won),
            Some(Ending::WonBy { seats }) => {
                let won = seats.iter().any(|&seat| self.is_person(seat));
                Some(if won { Over::Won } else { Over::Lost })
            }
            Some(Ending::Stuck) => Some(Over::Lost),
            None => None,
        };
        if result == self.counted {
            return;
        }
        (self.counted, self.over) = (result, result.filter(|_| !is_stuck));
        self.stop_clock(result.is_some(), cx.now);
        if !self.help.branched {
            self.keep_result(cx);
        }
        if self.over.is_some() {
            cx.store.prune();
        }
    }

    fn stop_clock(&mut self, stop: bool, now: Duration) {
        self.spent = self.time(now);
        self.since = (!stop).then_some(now);
    }

    fn keep_result(&self, cx: &mut Context) {
        let mut results = cx.store.results();
        match self.counted {
            Some(result) => results.add(GameResult::new(&self.name, &self.kept(cx.now), result)),
            None => results.withdraw(&self.name),
        }
        if let Err(error) = cx.store.keep_results(&results) {
            cx.say(cx.language.fill(Text::NotSaved, &[&disk_fault(&error, cx.language)]));
        }
    }

    fn is_person(&self, seat: usize) -> bool {
        match self.session.view(None) {
            View::Rummy(view) => view.players.get(seat).is_some_and(|player| player.machine.is_none()),
            View::Patience(_) | View::Peg(_) => true,
        }
    }

    /// Writes the game to the disk.
    pub(crate) fn keep(&self, cx: &mut Context) {
        cx.unkept =
            cx.store.keep(&self.name, &self.kept(cx.now)).err().map(|error| disk_fault(&error, cx.language));
        if let Some(error) = &cx.unkept {
            cx.say(cx.language.fill(Text::NotSaved, &[error]));
        }
    }

    /// The game as it is kept.
    fn kept(&self, now: Duration) -> Kept {
        let mut kept = Kept::new(self.session.save(), millis(self.time(now)), self.help, self.over);
        kept.undone = undone(self.session.as_ref());
        kept.turns = matches!(self.session.view(None), View::Rummy(_)).then(|| self.session.turns().len());
        kept.branched_after = self.branched_after;
        kept.words.clone_from(&self.words_from);
        kept
    }

    /// Where it is kept, in words.
    pub(crate) fn place_words(&self, cx: &Context) -> String {
        match &cx.unkept {
            Some(why) => cx.language.fill(Text::NotSaved, &[why]),
            None => cx.language.fill(LineText::SavedIn, &[&cx.store.path(&self.name).display()]),
        }
    }

    /// Writes the time spent to the disk, if the clock runs.
    pub(crate) fn keep_time(&self, cx: &mut Context) {
        if self.since.is_some() {
            self.keep(cx);
        }
    }

    /// Was nothing done in this game?
    fn is_untouched(&self) -> bool {
        let no_help = HelpUsed { branched: self.help.branched, ..HelpUsed::default() };
        self.help == no_help && self.moves() == self.begun_with && undone(self.session.as_ref()).is_empty()
    }

    /// Keeps the game that is left; one in which nothing was done is removed.
    pub(crate) fn leave(&self, cx: &mut Context) {
        if self.is_untouched() {
            // A file that is not there is removed, and nothing is lost with it.
            let _ = cx.store.remove(&self.name);
            cx.unkept = None;
        } else {
            self.keep(cx);
        }
    }
}

pub(crate) use session::go_to;

/// Says why something is not done; a fault of the program ends it.
pub(crate) fn refuse(why: &Refused, cx: &mut Context) {
    match why {
        Refused::Internal(fault) => cx.effects.push(Effect::Leave(Leave::Fault(fault.to_string()))),
        why => cx.say(refusal(why, cx)),
    }
}

/// Why something is not done, in one sentence.
pub(crate) fn refusal(why: &Refused, cx: &Context) -> String {
    why.words(cx.language)
}

/// Events in words.
pub(crate) fn in_words(events: &[Event], cx: &Context) -> String {
    events.iter().map(|event| event.short(cx.language)).collect::<Vec<_>>().join("; ")
}

/// A hint in words.
pub(crate) fn hint_words(hint: &Hint, cx: &Context) -> String {
    match hint {
        Hint::Enter { inputs, left, .. } => {
            let enter = cx.language.fill(Text::HintIs, &[&inputs.join(", ")]);
            let winnable = left.map(|left| {
                let moves = cx.language.counted(left, Thing::Move);
                cx.language.fill(Word::WinnableIn, &[&moves])
            });
            match winnable.or_else(|| hint.reason(cx.language)) {
                Some(more) => format!("{enter}  ({more})"),
                None => enter,
            }
        }
        Hint::Over => cx.text(Text::GameOver).to_owned(),
        Hint::Lost => cx.text(Word::ProvenLost).to_owned(),
    }
}

/// The moves that were taken back and can be made again.
fn undone(session: &dyn Session) -> Vec<String> {
    let made = session.save().moves;
    let mut copy = session.boxed();
    while copy.redo() {}
    copy.save().moves.split_off(made.len())
}

/// A time in milliseconds.
fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Minutes and seconds.
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// Is it the same game, however far it was played?
pub(crate) fn is_same_start(one: &Envelope, other: &Envelope) -> bool {
    at_start(one) == at_start(other)
}

/// The game with no moves made.
pub(crate) fn at_start(game: &Envelope) -> Envelope {
    let mut start = game.clone();
    start.moves.clear();
    start
}
