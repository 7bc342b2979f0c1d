//! Games that begin or go on, with their screens.

use patience::{Rules, Scale};
use search::Budget;
use session::texts::Screen as Text;
use session::{Envelope, LoadError, Patience, Peg, Rummy, Session, View, go_to, rated_deal};

use crate::context::Context;
use crate::game_screen;
use crate::go_on::GoOn;
use crate::jobs::{Found, Kind};
use crate::kept::{HelpUsed, Kept, WordSource};
use crate::patience::PatienceScreen;
use crate::peg::PegScreen;
use crate::peg_table::with_late_table;
use crate::rummy::RummyScreen;
use crate::running::{Running, at_start, is_same_start};
use crate::screen::{Next, Screen};
use crate::store::Lock;
use crate::words_from::WordsFrom;

/// A game of any family.
#[derive(Clone, Debug)]
pub enum NewGame {
    /// A patience.
    Patience(Patience),
    /// Peg solitaire.
    Peg(Peg),
    /// Rummy.
    Rummy(Box<Rummy>),
}

/// How many deals are rated at most until one is as hard as was asked for.
const MOST_RATED: usize = 400;
/// How far a deal may be from the difficulty that was asked for.
const NEAR: u8 = 3;

impl NewGame {
    /// The game of an envelope.
    pub(crate) fn load(
        envelope: &Envelope,
        words: Option<&WordSource>,
        cx: &Context,
    ) -> Result<Self, LoadError> {
        let text = envelope.to_json();
        if envelope.game == Peg::GAME {
            return Ok(Self::Peg(Peg::read(&text)?));
        }
        if envelope.game.parse::<rummy::RuleSet>().is_ok() {
            return Ok(Self::Rummy(Box::new(Rummy::read(
                &text,
                &WordsFrom { lists: cx.resources.words.as_ref(), source: words },
            )?)));
        }
        Ok(Self::Patience(Patience::read(&text)?))
    }

    /// A kept game, with the moves that can be made again where they fit.
    fn load_kept(kept: &Kept, cx: &Context) -> Result<Self, LoadError> {
        let mut whole = kept.game.clone();
        whole.moves.extend(kept.undone.iter().cloned());
        let words = kept.words.as_ref();
        if let Ok(mut game) = Self::load(&whole, words, cx) {
            go_to(game.session_mut(), kept.game.moves.len());
            if game.session().save().moves == kept.game.moves {
                return Ok(game);
            }
        }
        Self::load(&kept.game, words, cx)
    }

    fn session_mut(&mut self) -> &mut dyn Session {
        match self {
            Self::Patience(game) => game,
            Self::Peg(game) => game,
            Self::Rummy(game) => game.as_mut(),
        }
    }

    pub(crate) fn session(&self) -> Box<dyn Session> {
        match self {
            Self::Patience(game) => game.boxed(),
            Self::Peg(game) => game.boxed(),
            Self::Rummy(game) => game.boxed(),
        }
    }

    /// The game as a session; what another thread can find out about it is under way.
    fn prepared(self, cx: &mut Context) -> Box<dyn Session> {
        match self {
            Self::Peg(game) => Box::new(with_late_table(game, cx)),
            other => other.session(),
        }
    }
}

/// The screen of a game, or, where the same game was begun before, the question whether to go on with it; a sentence, if
/// another process has the game open.
pub(crate) fn open(game: NewGame, cx: &mut Context) -> Result<Box<dyn Screen>, String> {
    let envelope = game.session().save();
    let name = name_for(&envelope, cx);
    match cx.store.get(&name) {
        // A file of the state folder goes on with its clock and the help that was used.
        Some(kept) if kept.game.moves == envelope.moves => match resume(name.clone(), &kept, cx) {
            Err(why @ NotOpened::Elsewhere) if !kept.game.moves.is_empty() => {
                Err(why_not_opened(&why, &kept, cx))
            }
            resumed => Ok(resumed.unwrap_or_else(|_| begin(game, name, cx))),
        },
        Some(kept) if kept.over.is_none() => Ok(Box::new(GoOn::new(name, kept, game))),
        _ => Ok(begin(game, name, cx)),
    }
}

/// The screen of a game whose deal nobody chose, or the question whether to go on with the last one of its kind.
pub(crate) fn open_any(game: NewGame, cx: &mut Context) -> Result<Box<dyn Screen>, String> {
    let kind = Kept::new(game.session().save(), 0, HelpUsed::default(), None).kind();
    let is_begun = |kept: &Kept| {
        kept.over.is_none()
            && kept.branched_after.is_none()
            && !kept.game.moves.is_empty()
            && kept.kind() == kind
    };
    match cx.store.list().into_iter().find(|entry| is_begun(&entry.kept)) {
        Some(entry) => Ok(Box::new(GoOn::new(entry.name, entry.kept, game))),
        None => open(game, cx),
    }
}

/// The screen of a game in the place of the one on top.
pub(crate) fn replace_by(game: NewGame, cx: &mut Context) -> Next {
    match open(game, cx) {
        Ok(screen) => Next::Replace(screen),
        Err(why) => {
            cx.say(why);
            Next::Stay
        }
    }
}

/// The screen of the game of a file of the store, or a sentence that says why it is not opened.
pub(crate) fn go_on(name: String, cx: &mut Context) -> Result<Box<dyn Screen>, String> {
    let kept = cx.store.get(&name).ok_or_else(|| cx.language.fill(Text::CannotOpen, &[&name]))?;
    resume(name, &kept, cx).map_err(|why| why_not_opened(&why, &kept, cx))
}

/// The screen of a game from its start.
pub(crate) fn begin(game: NewGame, name: String, cx: &mut Context) -> Box<dyn Screen> {
    let locked = match cx.store.lock(&name) {
        Some(lock) => (name, lock),
        None => unused(&name, cx),
    };
    begin_as(game, locked, cx)
}

/// The screen of a game from its start, while the one that was begun before keeps its file.
pub(crate) fn begin_apart(game: NewGame, cx: &mut Context) -> Box<dyn Screen> {
    let locked = unused(&base_name(&game.session().save()), cx);
    begin_as(game, locked, cx)
}

fn begin_as(game: NewGame, locked: (String, Lock), cx: &mut Context) -> Box<dyn Screen> {
    let now = cx.now;
    let is_letters = matches!(&game, NewGame::Rummy(game) if game.game().words().is_some());
    let words = is_letters.then(|| cx.resources.words.source()).flatten();
    cx.message = None;
    let running = Running::new(game.prepared(cx), locked, now).with_words_from(words);
    running.keep(cx);
    screen(running, cx)
}

/// Another game that goes on from a point of this one, which stays as it is.
pub(crate) fn branch(running: &mut Running, after: usize, cx: &mut Context) -> Next {
    if after == running.session.save().moves.len() {
        return Next::Stay;
    }
    match branched(running, after, cx) {
        Ok(branch) => {
            let screen = screen(branch, cx);
            cx.say(cx.text(Text::Branched));
            Next::Replace(screen)
        }
        Err(next) => next,
    }
}

/// Another game that goes on before the move that lost the win, in which a move is looked for that keeps it.
pub(crate) fn learn(running: &mut Running, after: usize, cx: &mut Context) -> Next {
    running.note_help(HelpUsed::add_hint, cx);
    match branched(running, after, cx) {
        Ok(mut branch) => {
            branch.learn_from(after, cx);
            Next::Replace(screen(branch, cx))
        }
        Err(next) => next,
    }
}

/// Another game of the same start, which has a result of its own. A game for several is known by now and has none.
pub(crate) fn play_again(running: &mut Running, cx: &mut Context) -> Next {
    if matches!(running.session.view(None), View::Rummy(_)) {
        return branch(running, 0, cx);
    }
    let start = at_start(&running.session.save());
    match NewGame::load(&start, None, cx) {
        Ok(game) => game_screen::question(running, cx).unwrap_or_else(|| {
            cx.jobs.cancel_all();
            let locked = unused(&base_name(&start), cx);
            let screen = begin_as(game, locked, cx);
            cx.say(cx.text(Text::PlayedAgain));
            Next::Replace(screen)
        }),
        Err(error) => {
            cx.say(error.to_string());
            Next::Stay
        }
    }
}

/// The game that goes on from a point of another one, which is left; or the question whether to leave that one.
fn branched(running: &mut Running, after: usize, cx: &mut Context) -> Result<Running, Next> {
    let mut envelope = running.session.save();
    envelope.moves.truncate(after);
    let game = NewGame::load(&envelope, running.words_from(), cx).map_err(|error| {
        cx.say(error.to_string());
        Next::Stay
    })?;
    if let Some(question) = game_screen::question(running, cx) {
        return Err(question);
    }
    cx.jobs.cancel_all();
    let name = unused(&base_name(&envelope), cx);
    let branch = Running::new(game.prepared(cx), name, cx.now).branched(running, after);
    branch.keep(cx);
    Ok(branch)
}

/// The name of the file of the first game of a start, the second one, and so on.
fn numbered(base: &str, number: u64) -> String {
    if number == 1 { base.to_owned() } else { format!("{base}-{number}") }
}

/// A name like this one that no file has, for a game that another process has open.
fn unused(name: &str, cx: &Context) -> (String, Lock) {
    let results = cx.store.results();
    let is_new = |name: &String| cx.store.is_free(name) && !results.has(name);
    let names = (1..).map(|number| numbered(name, number)).filter(is_new);
    let mut locked = names.filter_map(|name| cx.store.lock(&name).map(|lock| (name, lock)));
    locked.next().expect("numbers do not end")
}

/// Why a game does not go on.
pub(crate) enum NotOpened {
    /// Another process has it open.
    Elsewhere,
    /// It cannot be played again.
    Unreadable(LoadError),
}

impl From<LoadError> for NotOpened {
    fn from(error: LoadError) -> Self {
        Self::Unreadable(error)
    }
}

/// Why a game does not go on, in words.
pub(crate) fn why_not_opened(why: &NotOpened, kept: &Kept, cx: &Context) -> String {
    match why {
        NotOpened::Elsewhere => cx.text(Text::OpenElsewhere).to_owned(),
        NotOpened::Unreadable(_) if kept.game.words.is_some() => cx.text(Text::NoWordList).to_owned(),
        NotOpened::Unreadable(error) => cx.language.fill(Text::CannotOpen, &[error]),
    }
}

/// The screen of a game that goes on.
pub(crate) fn resume(name: String, kept: &Kept, cx: &mut Context) -> Result<Box<dyn Screen>, NotOpened> {
    let lock = cx.store.lock(&name).ok_or(NotOpened::Elsewhere)?;
    let game = NewGame::load_kept(kept, cx)?;
    let start = NewGame::load(&at_start(&kept.game), kept.words.as_ref(), cx)?.session();
    cx.message = None;
    let running = Running::resumed(game.prepared(cx), (name, lock), kept, Some(start), cx);
    Ok(screen(running, cx))
}

fn screen(running: Running, cx: &mut Context) -> Box<dyn Screen> {
    match running.session.view(None) {
        View::Patience(_) => Box::new(PatienceScreen::new(running)),
        View::Peg(_) => Box::new(PegScreen::new(running)),
        View::Rummy(_) => Box::new(RummyScreen::new(running, cx)),
    }
}

/// The beginning of the names of the files of a game.
fn base_name(envelope: &Envelope) -> String {
    let seed = envelope.seed.map_or(String::new(), |seed| format!("-{seed}"));
    format!("{}{seed}", envelope.game.to_lowercase())
}

/// The name of the file of a game: the newest game of this start that goes on, or a new one. A game that is over keeps
/// its file and its result when the same one is played again, and branches are gone on with from the menu only.
fn name_for(envelope: &Envelope, cx: &Context) -> String {
    let base = base_name(envelope);
    let name = |number| numbered(&base, number);
    let is_it = |kept: Kept| {
        let is_open = kept.over.is_none() && kept.branched_after.is_none();
        let is_there = !envelope.moves.is_empty() && kept.game.moves == envelope.moves;
        is_same_start(&kept.game, envelope) && (is_open || is_there)
    };
    let results = cx.store.results();
    let is_new = |name: &String| cx.store.is_free(name) && !results.has(name);
    let mut new = 1;
    while !is_new(&name(new)) {
        new += 1;
    }
    let begun = (1..new).rev().map(name).find(|name| cx.store.get(name).is_some_and(is_it));
    begun.unwrap_or_else(|| name(new))
}

/// Deals again by what the player typed: a number, a difficulty such as `60%`, or nothing for any deal.
pub(crate) fn typed_deal(running: &mut Running, line: &str, cx: &mut Context) -> Next {
    let envelope = running.session.save();
    if let Some(percent) = line.strip_suffix('%') {
        return by_difficulty(&envelope, percent.trim(), cx);
    }
    let seed = if line.is_empty() { Some(cx.random()) } else { line.parse().ok() };
    let Some(seed) = seed else {
        cx.say(cx.language.fill(Text::NotADeal, &[&line]));
        return Next::Stay;
    };
    let mut next = at_start(&envelope);
    (next.seed, next.start) = (Some(seed), None);
    match NewGame::load(&next, None, cx) {
        Ok(game) => {
            if let Some(question) = game_screen::question(running, cx) {
                return question;
            }
            cx.jobs.cancel_all();
            replace_by(game, cx)
        }
        Err(error) => {
            cx.say(error.to_string());
            Next::Stay
        }
    }
}

/// Looks for a deal of the difficulty that was asked for, on another thread.
fn by_difficulty(envelope: &Envelope, percent: &str, cx: &mut Context) -> Next {
    let Some(wanted) = percent.parse::<u8>().ok().filter(|&percent| percent <= 100) else {
        cx.say(cx.language.fill(Text::NotADifficulty, &[&percent]));
        return Next::Stay;
    };
    let rules = Rules::named(&envelope.game).filter(|_| envelope.rules.is_empty());
    if !rules.is_some_and(|rules| look_for_difficulty(rules, wanted, cx)) {
        cx.say(cx.text(Text::NoDifficulty));
    }
    Next::Stay
}

/// Looks for a deal of a game of this difficulty on another thread; `false` if its deals are not rated.
pub(crate) fn look_for_difficulty(rules: Rules, wanted: u8, cx: &mut Context) -> bool {
    let Some(scale) = Scale::of(&rules) else { return false };
    let first = cx.random();
    let job = cx.jobs.start(Kind::Deal, Budget::UNLIMITED, move |run| {
        let range = wanted.saturating_sub(NEAR)..=wanted.saturating_add(NEAR);
        let found = rated_deal(&rules, &scale, range, (first..).take(MOST_RATED), run)?;
        Ok(Found::Deal(found.map_or(first, |deal| deal.seed)))
    });
    cx.start(job);
    cx.say(cx.text(Text::Thinking));
    true
}
