//! A game that is being played: its session, its time, its help, its place in the store.

use std::ops::Range;
use std::time::Duration;

use session::texts::{Screen as Text, Thing, Word};
use session::{Ending, Envelope, Event, Hint, Refused, Seat, Session, Truth, View};

use crate::context::{Context, disk_fault};
use crate::input::{Effect, Leave};
use crate::jobs::{Found, Kind};
use crate::light::{Mark, Marks};
use crate::statistics::GameResult;
use crate::store::{HelpUsed, Kept, Lock, Over, WordSource};

/// The positions that the light may cost.
const LIGHT_NODES: u64 = 300_000;
/// The positions that a hint or a solution may cost.
const HINT_NODES: u64 = 3_000_000;

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
        running.words_from.clone_from(&kept.words);
        if let Some(mut start) = start {
            let acted = kept.game.moves.iter().map_while(|input| start.act(Seat(0), input).ok());
            running.words = acted.map(|events| in_words(&events, cx)).collect();
        }
        running
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
        if !self.session.undo() {
            let is_shown = moves > 0 && matches!(self.session.view(None), View::Rummy(_));
            cx.say(cx.text(if is_shown { Text::ShownTiles } else { Text::NothingToUndo }));
            return;
        }
        for _ in 1..count {
            self.session.undo();
        }
        self.help.undos += 1;
        cx.message = None;
        self.changed(cx);
    }

    /// Does the action again that was taken back last.
    pub(crate) fn redo(&mut self, cx: &mut Context) {
        let moves = self.moves();
        let count = self.groups.iter().find(|group| group.start == moves).map_or(1, Range::len);
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

    /// Does a game that ended count, or one that did not end after all not count any more?
    fn count(&mut self, cx: &mut Context) {
        let over = match self.session.ending() {
            Some(Ending::Won) => Some(Over::Won),
            Some(Ending::WonBy { seats }) => {
                let won = seats.iter().any(|&seat| self.is_person(seat));
                Some(if won { Over::Won } else { Over::Lost })
            }
            Some(Ending::Stuck) | None => None,
        };
        if over == self.over {
            return;
        }
        self.stop_clock(over.is_some(), cx.now);
        self.over = over;
        if !self.help.branched {
            self.keep_result(cx);
        }
        if over.is_some() {
            cx.store.prune();
        }
    }

    fn stop_clock(&mut self, stop: bool, now: Duration) {
        self.spent = self.time(now);
        self.since = (!stop).then_some(now);
    }

    fn keep_result(&self, cx: &mut Context) {
        let mut results = cx.store.results();
        match self.over {
            Some(over) => results.add(GameResult {
                name: self.name.clone(),
                game: self.session.save().game,
                won: over == Over::Won,
                millis: self.time(cx.now).as_millis() as u64,
                help: self.help,
            }),
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
        let (game, millis) = (self.session.save(), self.time(cx.now).as_millis() as u64);
        let mut kept = Kept::new(game, millis, self.help, self.over);
        kept.words.clone_from(&self.words_from);
        cx.unkept = cx.store.keep(&self.name, &kept).err().map(|error| disk_fault(&error, cx.language));
        if let Some(error) = &cx.unkept {
            cx.say(cx.language.fill(Text::NotSaved, &[error]));
        }
    }

    /// Keeps the game that is left; one in which nothing was done is removed.
    pub(crate) fn leave(&self, cx: &mut Context) {
        if self.moves() == 0 && self.help == HelpUsed::default() {
            // A file that is not there is removed.
            let _ = cx.store.remove(&self.name);
        } else {
            self.keep(cx);
        }
    }

    /// Asks whether the game can still be won, if the light is on and nobody knows.
    pub(crate) fn ask(&mut self, cx: &mut Context) {
        cx.jobs.cancel(Kind::Truth);
        self.marks.fit(self.moves());
        let is_known = !matches!(self.mark(), Mark::Unknown | Mark::Winnable(None));
        if !(cx.settings.light || self.learning) || is_known || self.session.ending() == Some(Ending::Won) {
            return;
        }
        if let Some(task) = self.session.truth() {
            let job = cx.jobs.task(Kind::Truth, LIGHT_NODES, task, Found::Truth);
            cx.start(job);
        }
    }

    /// The answer of the light. Whoever learns hears whether the move keeps the win; one that loses it is taken back.
    pub(crate) fn hear_truth(&mut self, truth: Truth, cx: &mut Context) {
        let moves = self.moves();
        self.marks.fit(moves);
        self.marks.note(moves, truth);
        if !self.learning || self.marks.get(moves) == Mark::Unknown || moves == self.learns_from {
            return;
        }
        match truth {
            Truth::Winnable { moves } => {
                self.learning = false;
                let moves = cx.language.counted(moves, Thing::Move);
                cx.say(cx.language.fill(Text::LearnRight, &[&moves]));
            }
            Truth::Lost => {
                self.undo(cx);
                cx.say(cx.text(Text::LearnWrong));
            }
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

    /// Asks for a hint.
    pub(crate) fn ask_hint(&mut self, seat: Seat, cx: &mut Context) {
        match self.session.hint(seat) {
            Ok(task) => {
                self.help.hints += 1;
                self.keep(cx);
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
            Some(task) => {
                self.help.solutions += 1;
                self.keep(cx);
                let job = cx.jobs.task(Kind::Solution, HINT_NODES, task, Found::Line);
                cx.start(job);
                cx.say(cx.text(Text::Thinking));
            }
            None => cx.say(cx.text(Text::NoSolution)),
        }
    }

    /// The sentence of the light.
    pub(crate) fn light(&self, cx: &Context) -> String {
        if !cx.settings.light || self.session.truth().is_none() {
            return String::new();
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
        Hint::Enter { inputs, left } => {
            let enter = cx.language.fill(Text::HintIs, &[&inputs.join(", ")]);
            match left {
                Some(left) => {
                    let moves = cx.language.counted(*left, Thing::Move);
                    format!("{enter}  ({})", cx.language.fill(Word::WinnableIn, &[&moves]))
                }
                None => enter,
            }
        }
        Hint::Over => cx.text(Text::GameOver).to_owned(),
        Hint::Lost => cx.text(Word::ProvenLost).to_owned(),
    }
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
