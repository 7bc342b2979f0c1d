//! The games in memory: opened when somebody asks for them, forgotten when nobody does.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use session::texts::Language;
use session::{Event, Seat};
use tokio::sync::broadcast;

use crate::playing::Playing;
use crate::state;

/// Messages that a slow window may be behind before it gets the whole state instead.
const MOST_BEHIND: usize = 32;

/// A game in memory.
#[derive(Debug)]
pub(crate) struct OpenGame {
    pub(crate) id: String,
    playing: tokio::sync::Mutex<Playing>,
    /// Who looks: the messages are made once for each view.
    audience: Mutex<HashMap<Viewer, usize>>,
    pushes: broadcast::Sender<Arc<Push>>,
    /// When it was last asked for, in the count of the server.
    used: AtomicU64,
    /// Is a machine thinking about its turn?
    pub(crate) is_thinking: AtomicBool,
    /// Was it removed?
    is_removed: AtomicBool,
}

impl std::fmt::Debug for Playing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Playing").field("version", &self.version).finish_non_exhaustive()
    }
}

/// A way to look at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Viewer {
    pub(crate) language: Language,
    pub(crate) seat: Seat,
}

/// News for the windows of a game.
#[derive(Debug)]
pub(crate) enum Push {
    /// The game has changed.
    Changed(Shown),
    /// The game was removed.
    Removed,
}

/// A change as it is shown to the windows of a game.
#[derive(Debug)]
pub(crate) struct Shown {
    /// The window that made the change and has its answer.
    pub(crate) by: Option<u64>,
    views: Vec<(Viewer, Utf8Bytes)>,
}

impl Shown {
    /// The message for a way to look.
    pub(crate) fn text(&self, viewer: Viewer) -> Option<Utf8Bytes> {
        self.views.iter().find(|(other, _)| *other == viewer).map(|(_, text)| text.clone())
    }
}

/// A window that is counted as long as it looks.
#[derive(Debug)]
pub(crate) struct Looking {
    game: Arc<OpenGame>,
    viewer: Viewer,
    pub(crate) pushes: broadcast::Receiver<Arc<Push>>,
}

impl Drop for Looking {
    fn drop(&mut self) {
        let mut audience = lock(&self.game.audience);
        if let Some(count) = audience.get_mut(&self.viewer) {
            *count -= 1;
            if *count == 0 {
                audience.remove(&self.viewer);
            }
        }
    }
}

impl OpenGame {
    pub(crate) fn new(playing: Playing) -> Self {
        Self {
            id: playing.id.clone(),
            playing: tokio::sync::Mutex::new(playing),
            audience: Mutex::default(),
            pushes: broadcast::Sender::new(MOST_BEHIND),
            used: AtomicU64::new(0),
            is_thinking: AtomicBool::new(false),
            is_removed: AtomicBool::new(false),
        }
    }

    /// The game itself. Nobody else changes or reads it as long as this is held.
    pub(crate) async fn lock(&self) -> tokio::sync::MutexGuard<'_, Playing> {
        self.playing.lock().await
    }

    /// Begins to look.
    pub(crate) fn look(self: &Arc<Self>, viewer: Viewer) -> Looking {
        *lock(&self.audience).entry(viewer).or_default() += 1;
        Looking { game: Arc::clone(self), viewer, pushes: self.pushes.subscribe() }
    }

    /// Does anybody look?
    pub(crate) fn is_watched(&self) -> bool {
        self.pushes.receiver_count() > 0
    }

    /// Shows a change to everybody who looks.
    pub(crate) fn publish(&self, playing: &Playing, events: &[Event], by: Option<u64>) {
        let viewers: Vec<Viewer> = lock(&self.audience).keys().copied().collect();
        let views = viewers.into_iter().map(|viewer| {
            let text = state::push(playing, events, viewer, false);
            (viewer, Utf8Bytes::from(text))
        });
        let push = Push::Changed(Shown { by, views: views.collect() });
        // Nobody may be looking.
        let _ = self.pushes.send(Arc::new(push));
    }

    /// Was it removed? Whoever begins to look asks afterwards: a removal before that is not shown.
    pub(crate) fn is_removed(&self) -> bool {
        self.is_removed.load(Ordering::Acquire)
    }

    fn note_removal(&self) {
        self.is_removed.store(true, Ordering::Release);
        // Nobody may be looking.
        let _ = self.pushes.send(Arc::new(Push::Removed));
    }

    /// Follows the changes without looking at them.
    pub(crate) fn follow(&self) -> broadcast::Receiver<Arc<Push>> {
        self.pushes.subscribe()
    }
}

/// The games in memory.
#[derive(Debug)]
pub(crate) struct Games {
    open: Mutex<HashMap<String, Arc<OpenGame>>>,
    /// The games that left the memory so far; changed only while `open` is held.
    departures: AtomicU64,
    count: AtomicU64,
    most: usize,
}

/// A state of the memory: no game has left it since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment(u64);

impl Games {
    pub(crate) fn new(most: usize) -> Self {
        Self { open: Mutex::default(), departures: AtomicU64::new(0), count: AtomicU64::new(0), most }
    }

    /// The game of this name, if it is in memory.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<OpenGame>> {
        let game = lock(&self.open).get(id).cloned()?;
        game.used.store(self.count.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        Some(game)
    }

    /// The state of the memory now; asked before a game is read from the disk.
    pub(crate) fn moment(&self) -> Moment {
        Moment(self.departures.load(Ordering::Acquire))
    }

    /// Takes in a game that was read from the disk after `moment`; one that is there already stays and is returned. Gives the
    /// game back if others left the memory since: it may be one of them, removed or changed in the meantime.
    pub(crate) fn insert(&self, playing: Playing, moment: Moment) -> Result<Arc<OpenGame>, Box<Playing>> {
        let mut open = lock(&self.open);
        if moment != self.moment() {
            return Err(Box::new(playing));
        }
        if open.len() >= self.most && !open.contains_key(&playing.id) {
            self.departures.fetch_add(forget_oldest(&mut open), Ordering::Release);
        }
        let used = self.count.fetch_add(1, Ordering::Relaxed);
        let id = playing.id.clone();
        let game = Arc::clone(open.entry(id).or_insert_with(|| Arc::new(OpenGame::new(playing))));
        game.used.store(used, Ordering::Relaxed);
        Ok(game)
    }

    /// Forgets a game that was removed from the disk; whoever still holds it cannot change it any more. A game that is being
    /// read at the same time is not taken in afterwards.
    pub(crate) fn remove(&self, id: &str) {
        let mut open = lock(&self.open);
        self.departures.fetch_add(1, Ordering::Release);
        if let Some(game) = open.remove(id) {
            game.note_removal();
        }
    }
}

/// Forgets the games that nobody holds, the one used longest ago first, until a quarter is gone; their number.
fn forget_oldest(open: &mut HashMap<String, Arc<OpenGame>>) -> u64 {
    let unused = |game: &Arc<OpenGame>| Arc::strong_count(game) == 1;
    let mut idle: Vec<(u64, String)> = open
        .iter()
        .filter(|(_, game)| unused(game))
        .map(|(id, game)| (game.used.load(Ordering::Relaxed), id.clone()))
        .collect();
    idle.sort_unstable();
    let enough = open.len().div_ceil(4);
    let before = open.len();
    for (_, id) in idle.into_iter().take(enough) {
        open.remove(&id);
    }
    (before - open.len()) as u64
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use session::Patience;

    use super::*;
    use crate::any_game::AnyGame;
    use crate::playing::{Owner, Remarks};

    fn playing(id: &str) -> Playing {
        let session = AnyGame::Patience(Patience::deal("fc.1".parse().unwrap()));
        Playing::new(id.to_owned(), Owner::default(), session, Remarks::default())
    }

    /// A game that is removed while it is read from the disk is not taken in.
    #[test]
    fn a_removal_while_a_game_is_read_keeps_it_out() {
        let games = Games::new(10);
        let moment = games.moment();
        games.remove("a");
        assert!(games.insert(playing("a"), moment).is_err());
        assert!(games.get("a").is_none());
        let open = games.insert(playing("a"), games.moment()).unwrap();
        assert!(Arc::ptr_eq(&open, &games.insert(playing("a"), games.moment()).unwrap()));
        games.remove("a");
        assert!(open.is_removed() && games.get("a").is_none());
    }

    /// A game that left the memory while it was read may have changed in between.
    #[test]
    fn a_game_that_was_forgotten_is_read_again() {
        let games = Games::new(1);
        let moment = games.moment();
        for id in ["a", "b"] {
            games.insert(playing(id), games.moment()).unwrap();
        }
        assert!(games.insert(playing("a"), moment).is_err());
    }
}
