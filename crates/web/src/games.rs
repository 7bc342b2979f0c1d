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
    pub(crate) is_removed: AtomicBool,
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

/// A change that is shown to the windows of a game.
#[derive(Debug)]
pub(crate) struct Push {
    /// The window that made the change and has its answer.
    pub(crate) by: Option<u64>,
    views: Vec<(Viewer, Utf8Bytes)>,
}

impl Push {
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
        let push = Push { by, views: views.collect() };
        // Nobody may be looking.
        let _ = self.pushes.send(Arc::new(push));
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
    count: AtomicU64,
    most: usize,
}

impl Games {
    pub(crate) fn new(most: usize) -> Self {
        Self { open: Mutex::default(), count: AtomicU64::new(0), most }
    }

    /// The game of this name, if it is in memory.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<OpenGame>> {
        let game = lock(&self.open).get(id).cloned()?;
        game.used.store(self.count.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        Some(game)
    }

    /// Takes a game in; one that is there already stays and is returned.
    pub(crate) fn insert(&self, playing: Playing) -> Arc<OpenGame> {
        let mut open = lock(&self.open);
        if open.len() >= self.most {
            forget_oldest(&mut open);
        }
        let used = self.count.fetch_add(1, Ordering::Relaxed);
        let id = playing.id.clone();
        let game = Arc::clone(open.entry(id).or_insert_with(|| Arc::new(OpenGame::new(playing))));
        game.used.store(used, Ordering::Relaxed);
        game
    }

    /// Forgets a game that was removed; whoever still holds it cannot change it any more.
    pub(crate) fn remove(&self, id: &str) {
        if let Some(game) = lock(&self.open).remove(id) {
            game.is_removed.store(true, Ordering::Release);
        }
    }
}

/// Forgets the games that nobody holds, the one used longest ago first, until a quarter is gone.
fn forget_oldest(open: &mut HashMap<String, Arc<OpenGame>>) {
    let unused = |game: &Arc<OpenGame>| Arc::strong_count(game) == 1;
    let mut idle: Vec<(u64, String)> = open
        .iter()
        .filter(|(_, game)| unused(game))
        .map(|(id, game)| (game.used.load(Ordering::Relaxed), id.clone()))
        .collect();
    idle.sort_unstable();
    let enough = open.len().div_ceil(4);
    for (_, id) in idle.into_iter().take(enough) {
        open.remove(&id);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
