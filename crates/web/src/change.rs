//! Changes of a game: done on a copy, kept on the disk, then shown.

use std::sync::Arc;

use axum::http::StatusCode;
use serde::Deserialize;
use session::Event;
use session::texts::{Language, ServerText};

use crate::error::{ApiError, Kind};
use crate::games::{OpenGame, Viewer};
use crate::playing::Playing;
use crate::server::{Shared, not_kept};
use crate::spoken::spoken;
use crate::state::{Changed, State};
use crate::store::Row;
use crate::wording::Wording;
use crate::{machines, turn_clock};

/// A change that a client asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move in the notation of the game.
    Act(String),
    /// Takes the last move back.
    Undo,
    /// Makes a move again.
    Redo,
    /// Takes all moves back.
    Restart,
    /// Goes to the position after some moves.
    GoTo(usize),
    /// Puts up every card that can go up.
    Finish,
}

/// The version that a client knows, in bodies that say nothing else.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct VersionOnly {
    pub(crate) version: Option<u64>,
}

/// Who asks for a change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker {
    pub(crate) client: crate::client::Address,
    pub(crate) viewer: Viewer,
    /// The window, if it is one.
    pub(crate) window: Option<u64>,
}

/// Events, and a sentence for the ear where the events do not say it.
type Done = (Vec<Event>, Option<String>);

/// Does a change. It is on the disk when this returns, and whoever else looks at the game sees it.
pub(crate) async fn change(
    app: &Shared,
    game: &Arc<OpenGame>,
    asker: Asker,
    version: Option<u64>,
    action: Action,
) -> Result<Changed, ApiError> {
    let (app, game) = (Arc::clone(app), Arc::clone(game));
    // A client that leaves half-way must not leave the memory and the disk different.
    let work = tokio::spawn(async move { changed(&app, &game, asker, version, action).await });
    work.await.unwrap_or_else(|error| Err(ApiError::internal(asker.viewer.language, error)))
}

async fn changed(
    app: &Shared,
    game: &Arc<OpenGame>,
    asker: Asker,
    version: Option<u64>,
    action: Action,
) -> Result<Changed, ApiError> {
    let Asker { viewer, window, client } = asker;
    let mut playing = game.lock().await;
    if version.is_some_and(|known| known != playing.version) {
        return Err(conflict(&playing, viewer));
    }
    let mut next = playing.clone();
    let turn_end = next.turn_end();
    next.stop_watch();
    let (events, say) = do_action(&mut next, action, asker, app.config.limits.moves)?;
    next.version += 1;
    keep(app, next.row(), viewer.language).await?;
    *playing = next;
    game.publish(&playing, &events, window);
    let changed = Changed::of(&playing, &events, viewer);
    if playing.turn_end() != turn_end {
        turn_clock::start(app, game, &playing, client);
    }
    drop(playing);
    machines::wake(app, game, client);
    Ok(changed.saying(say))
}

/// Keeps a game on the disk, unless it was removed.
pub(crate) async fn keep(app: &Shared, row: Row, language: Language) -> Result<(), ApiError> {
    app.store.keep(row).await.map_err(|error| not_kept(&error, language, ServerText::NotKept))
}

/// Keeps the help that was used. Help is given also where the disk is full: the next move that is kept keeps the counter.
pub(crate) async fn keep_help(app: &Shared, row: Row, language: Language) -> Result<(), ApiError> {
    match keep(app, row, language).await {
        Err(error) if error.status != StatusCode::NOT_FOUND => Ok(()),
        done => done,
    }
}

fn conflict(playing: &Playing, viewer: Viewer) -> ApiError {
    let mut error = ApiError::text(Kind::Conflict, viewer.language, ServerText::OldVersion);
    let state = serde_json::to_value(State::of(playing, viewer)).expect("strings and numbers can be written");
    error.state = Some(Box::new(state));
    error
}

fn do_action(next: &mut Playing, action: Action, asker: Asker, most: usize) -> Result<Done, ApiError> {
    let Viewer { language, seat } = asker.viewer;
    let last = |game: &Playing| {
        let words = Wording::of(&game.session, asker.viewer);
        game.log().last().map(|events| spoken(events, &words)).unwrap_or_default()
    };
    match action {
        Action::Act(input) => {
            let events = next.act(seat, &input, language)?;
            if next.moves() > most {
                let message = language.fill(ServerText::TooManyMoves, &[&most]);
                return Err(ApiError::new(Kind::NotPossible, message));
            }
            Ok((events, None))
        }
        Action::Undo => {
            let last = last(next);
            next.undo(language)?;
            Ok((Vec::new(), Some(language.fill(ServerText::SaidUndo, &[&last]))))
        }
        Action::Redo => {
            next.redo(language)?;
            Ok((Vec::new(), Some(language.fill(ServerText::SaidRedo, &[&last(next)]))))
        }
        Action::Restart => {
            refuse_rummy(next, language)?;
            next.go_to(0);
            Ok((Vec::new(), Some(language.text(ServerText::SaidRestart).to_owned())))
        }
        Action::GoTo(after) => go_to(next, after, language),
        Action::Finish => finish(next, language),
    }
}

fn refuse_rummy(playing: &Playing, language: Language) -> Result<(), ApiError> {
    if playing.is_rummy() {
        return Err(ApiError::text(Kind::NotPossible, language, ServerText::NotInRummy));
    }
    Ok(())
}

fn go_to(next: &mut Playing, after: usize, language: Language) -> Result<Done, ApiError> {
    refuse_rummy(next, language)?;
    let before = next.moves();
    next.go_to(after);
    let reached = next.moves();
    if reached != after {
        return Err(no_such_move(before.max(reached), language));
    }
    Ok((Vec::new(), Some(language.fill(ServerText::SaidGoTo, &[&after, &before.max(after)]))))
}

/// The game does not have this many moves.
pub(crate) fn no_such_move(moves: usize, language: Language) -> ApiError {
    ApiError::new(Kind::NotPossible, language.fill(ServerText::NoSuchMove, &[&moves]))
}

fn finish(next: &mut Playing, language: Language) -> Result<Done, ApiError> {
    let mut events = Vec::new();
    while let Some(input) = next.next_up() {
        events.extend(next.act(session::Seat(0), &input, language)?);
    }
    if events.is_empty() {
        return Err(ApiError::text(Kind::NotPossible, language, ServerText::NothingGoesUp));
    }
    Ok((events, None))
}
