//! Games that begin or go on, with their screens.

use patience::{Rules, Scale};
use search::Budget;
use session::texts::Screen as Text;
use session::{Envelope, LoadError, Patience, Peg, Rummy, Session, rated_deal};

use crate::context::Context;
use crate::go_on::GoOn;
use crate::jobs::{Found, Kind};
use crate::patience::PatienceScreen;
use crate::peg::PegScreen;
use crate::peg_table::with_late_table;
use crate::rummy::RummyScreen;
use crate::running::{Running, at_start, is_same_start};
use crate::screen::{Next, Screen};
use crate::store::{Kept, Lock, WordSource};
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

/// The screen of a game, or, where the same game was begun before, the question whether to go on with it.
pub(crate) fn open(game: NewGame, cx: &mut Context) -> Box<dyn Screen> {
    let envelope = game.session().save();
    let name = name_for(&envelope, cx);
    match cx.store.get(&name) {
        // A file of the state folder goes on with its clock and the help that was used.
        Some(kept) if kept.game.moves == envelope.moves => {
            resume(name.clone(), &kept, cx).unwrap_or_else(|_| begin(game, name, cx))
        }
        Some(kept) if kept.over.is_none() => Box::new(GoOn::new(name, kept, game)),
        _ => begin(game, name, cx),
    }
}

/// The screen of a game from its start.
pub(crate) fn begin(game: NewGame, name: String, cx: &mut Context) -> Box<dyn Screen> {
    let now = cx.now;
    let locked = match cx.store.lock(&name) {
        Some(lock) => (name, lock),
        None => unused(&name, cx),
    };
    let is_letters = matches!(&game, NewGame::Rummy(game) if game.game().words().is_some());
    let words = is_letters.then(|| cx.resources.words.source()).flatten();
    let running = Running::new(game.prepared(cx), locked, now).with_words_from(words);
    cx.message = None;
    running.keep(cx);
    screen(running, cx)
}

/// Another game that goes on from a point of this one, which stays as it is.
pub(crate) fn branch(running: &mut Running, after: usize, cx: &mut Context) -> Next {
    let mut envelope = running.session.save();
    if after == envelope.moves.len() {
        return Next::Stay;
    }
    envelope.moves.truncate(after);
    let game = match NewGame::load(&envelope, running.words_from(), cx) {
        Ok(game) => game,
        Err(error) => {
            cx.say(error.to_string());
            return Next::Stay;
        }
    };
    running.leave(cx);
    cx.jobs.cancel_all();
    let name = unused(&base_name(&envelope), cx);
    let words = running.words_from().cloned();
    let mut branch = Running::new(game.prepared(cx), name, cx.now).with_words_from(words);
    branch.help.branched = true;
    branch.keep(cx);
    let screen = screen(branch, cx);
    cx.say(cx.text(Text::Branched));
    Next::Replace(screen)
}

/// A name like this one that no file has, for a game that another process has open.
fn unused(name: &str, cx: &Context) -> (String, Lock) {
    let results = cx.store.results();
    let is_new = |name: &String| cx.store.is_free(name) && !results.has(name);
    let names = (2..).map(|number| format!("{name}-{number}")).filter(is_new);
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
    let game = NewGame::load(&kept.game, kept.words.as_ref(), cx)?;
    let start = NewGame::load(&at_start(&kept.game), kept.words.as_ref(), cx)?.session();
    cx.message = None;
    let running = Running::resumed(game.prepared(cx), (name, lock), kept, Some(start), cx);
    Ok(screen(running, cx))
}

fn screen(running: Running, cx: &mut Context) -> Box<dyn Screen> {
    match running.session.view(None) {
        session::View::Patience(_) => Box::new(PatienceScreen::new(running)),
        session::View::Peg(_) => Box::new(PegScreen::new(running)),
        session::View::Rummy(_) => Box::new(RummyScreen::new(running, cx)),
    }
}

/// The beginning of the names of the files of a game.
fn base_name(envelope: &Envelope) -> String {
    let seed = envelope.seed.map_or(String::new(), |seed| format!("-{seed}"));
    format!("{}{seed}", envelope.game.to_lowercase())
}

/// The name of the file of a game: one for each start.
fn name_for(envelope: &Envelope, cx: &Context) -> String {
    let base = base_name(envelope);
    let names = (1..).map(|number| if number == 1 { base.clone() } else { format!("{base}-{number}") });
    // A game that is over keeps its file and its result when the same one is played again.
    let is_it = |kept: Kept| {
        let is_open = kept.over.is_none() || !envelope.moves.is_empty() && kept.game.moves == envelope.moves;
        is_same_start(&kept.game, envelope) && is_open
    };
    let results = cx.store.results();
    let is_new = |name: &String| cx.store.is_free(name) && !results.has(name);
    let is_free = |name: &String| cx.store.get(name).map_or_else(|| is_new(name), is_it);
    names.into_iter().find(is_free).expect("numbers do not end")
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
            running.leave(cx);
            if cx.unkept.is_some() {
                return Next::Stay;
            }
            cx.jobs.cancel_all();
            Next::Replace(open(game, cx))
        }
        Err(error) => {
            cx.say(error.to_string());
            Next::Stay
        }
    }
}

/// Looks for a deal of the difficulty that was asked for, on another thread.
fn by_difficulty(envelope: &Envelope, percent: &str, cx: &mut Context) -> Next {
    let wanted = percent.parse::<u8>().ok().filter(|&percent| percent <= 100);
    let rules = Rules::named(&envelope.game).filter(|_| envelope.rules.is_empty());
    if !wanted.zip(rules).is_some_and(|(wanted, rules)| look_for_difficulty(rules, wanted, cx)) {
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
