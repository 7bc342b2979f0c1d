//! The WebSocket of a window: requests and answers, the changes of others, the light.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code};
use serde::Serialize;
use serde_json::{Value, json};
use session::Mark;
use session::texts::ServerText;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, Id, JoinSet};
use tokio_tungstenite::tungstenite::{self, error::ProtocolError};

use crate::change::{Asker, change, no_such_move};
use crate::error::{ApiError, Kind};
use crate::games::{Looking, OpenGame, Push};
use crate::message::{Message, Request};
use crate::server::{Shared, closed};
use crate::sockets::Connected;
use crate::state::{State, push, truth_view};
use crate::tile_names::{TileName, tile_names};
use crate::{ask, machines, review};

/// A window that takes longer to receive a message is gone.
const SEND_TIME: Duration = Duration::from_secs(15);
/// The time that a window has to close.
const CLOSE_TIME: Duration = Duration::from_secs(1);
/// The time between two signs of life that are asked for.
const BETWEEN_PINGS: Duration = Duration::from_secs(30);
/// Pings without an answer after which a window is gone.
const MOST_SILENCE: u32 = 3;
/// The code that a window is closed with when its game is removed: one of those that applications choose.
const GAME_REMOVED: u16 = 4404;
/// Parts of answers that may wait for a window.
const MOST_PARTS: usize = 64;

/// The socket of a window.
pub(crate) struct Live {
    app: Shared,
    game: Arc<OpenGame>,
    asker: Asker,
    /// Work that goes on for this window; dropped with it, which stops the work.
    work: JoinSet<String>,
    /// The work by the number of its request.
    running: HashMap<u64, AbortHandle>,
    parts: (mpsc::Sender<String>, mpsc::Receiver<String>),
    has_light: bool,
    /// The work of the light, which a change makes obsolete.
    light: Option<AbortHandle>,
}

/// Why a window is closed.
struct Closed(u16, &'static str);

impl Live {
    pub(crate) fn new(app: Shared, game: Arc<OpenGame>, asker: Asker) -> Self {
        Self {
            app,
            game,
            asker,
            work: JoinSet::new(),
            running: HashMap::new(),
            parts: mpsc::channel(MOST_PARTS),
            has_light: false,
            light: None,
        }
    }

    /// Serves the window until it closes or the server stops.
    pub(crate) async fn serve(mut self, mut socket: WebSocket, connected: Connected, known: Option<u64>) {
        let mut looking = self.game.look(self.asker.viewer);
        let first = self.first(known).await;
        if send(&mut socket, Frame::Text(first.into())).await.is_err() {
            return;
        }
        machines::wake(&self.app, &self.game, self.asker.client);
        if let Err(Closed(code, reason)) = self.listen(&mut socket, &mut looking).await {
            close(&mut socket, CloseFrame { code, reason: Utf8Bytes::from_static(reason) }).await;
        }
        drop(connected);
    }

    /// The first message: the state, or only its version where the window knows it.
    async fn first(&self, known: Option<u64>) -> String {
        let playing = self.game.lock().await;
        if known == Some(playing.version) {
            return json!({"push": "ready", "version": playing.version}).to_string();
        }
        push(&playing, &[], self.asker.viewer, true)
    }

    async fn listen(&mut self, socket: &mut WebSocket, looking: &mut Looking) -> Result<(), Closed> {
        // A game that was removed before the window looked is not shown as removed again.
        if self.game.is_removed() {
            return Err(removed(socket).await);
        }
        let mut closing = self.app.closing.subscribe();
        let mut pings = tokio::time::interval(BETWEEN_PINGS);
        let mut silence = 0;
        loop {
            tokio::select! {
                () = closed(&mut closing) => {
                    send(socket, Frame::Text(json!({"push": "closing"}).to_string().into())).await?;
                    return Err(Closed(close_code::AWAY, "the server stops"));
                }
                frame = socket.recv() => {
                    silence = 0;
                    if self.receive(frame, socket).await?.is_break() {
                        return Ok(());
                    }
                }
                push = looking.pushes.recv() => self.show(push, socket).await?,
                Some(part) = self.parts.1.recv() => send(socket, Frame::Text(part.into())).await?,
                Some(done) = self.work.join_next_with_id() => self.finished(done, socket).await?,
                _ = pings.tick() => {
                    silence += 1;
                    if silence > MOST_SILENCE {
                        return Ok(());
                    }
                    send(socket, Frame::Ping(Vec::new().into())).await?;
                }
            }
        }
    }

    /// Takes a frame of the window; breaks when the window closes.
    async fn receive(
        &mut self,
        frame: Option<Result<Frame, axum::Error>>,
        socket: &mut WebSocket,
    ) -> Result<ControlFlow<()>, Closed> {
        // Frames of every kind count: pings are answered too.
        if matches!(frame, Some(Ok(_))) && !self.app.rates.take(&self.asker.client) {
            return Err(Closed(close_code::POLICY, "too many messages"));
        }
        match frame {
            Some(Ok(Frame::Text(text))) => self.hear(&text, socket).await?,
            Some(Ok(Frame::Binary(_))) => return Err(Closed(close_code::UNSUPPORTED, "text only")),
            Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
            Some(Err(error)) => return faulty(error).map_or(Ok(ControlFlow::Break(())), Err),
            Some(Ok(Frame::Close(_))) | None => return Ok(ControlFlow::Break(())),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Shows a change of another to the window; the whole state to one that missed something.
    async fn show(
        &mut self,
        push_of: Result<Arc<Push>, RecvError>,
        socket: &mut WebSocket,
    ) -> Result<(), Closed> {
        match push_of {
            Ok(one) => match &*one {
                Push::Removed => Err(removed(socket).await),
                Push::Changed(shown) if shown.by.is_some() && shown.by == self.asker.window => Ok(()),
                Push::Changed(shown) => {
                    if let Some(text) = shown.text(self.asker.viewer) {
                        send(socket, Frame::Text(text)).await?;
                    }
                    self.ask_light();
                    Ok(())
                }
            },
            Err(RecvError::Lagged(_)) if self.game.is_removed() => Err(removed(socket).await),
            Err(RecvError::Lagged(_)) => {
                let text = push(&*self.game.lock().await, &[], self.asker.viewer, true);
                send(socket, Frame::Text(text.into())).await
            }
            Err(RecvError::Closed) => Ok(()),
        }
    }

    /// Sends the answer of work that is done; work that was stopped has none.
    async fn finished(
        &mut self,
        done: Result<(Id, String), tokio::task::JoinError>,
        socket: &mut WebSocket,
    ) -> Result<(), Closed> {
        let id = done.as_ref().map_or_else(tokio::task::JoinError::id, |(id, _)| *id);
        self.running.retain(|_, handle| handle.id() != id);
        match done {
            Ok((_, answer)) if !answer.is_empty() => {
                // Its parts come first.
                while let Ok(part) = self.parts.1.try_recv() {
                    send(socket, Frame::Text(part.into())).await?;
                }
                send(socket, Frame::Text(answer.into())).await
            }
            _ => Ok(()),
        }
    }

    async fn hear(&mut self, text: &str, socket: &mut WebSocket) -> Result<(), Closed> {
        let answer = match Message::parse(text) {
            Ok(message) => self.answer(message).await,
            Err(bad) => {
                let why = crate::body::bad_request(
                    &bad.words(self.asker.viewer.language),
                    self.asker.viewer.language,
                );
                Some(error_text(bad.id, &why))
            }
        };
        match answer {
            Some(answer) => send(socket, Frame::Text(answer.into())).await,
            None => Ok(()),
        }
    }

    /// The answer to a request; none for work that goes on.
    async fn answer(&mut self, message: Message) -> Option<String> {
        let id = message.id;
        Some(match message.request {
            Request::Change(action) => {
                let done = change(&self.app, &self.game, self.asker, message.version, action).await;
                if done.is_ok() {
                    self.ask_light();
                }
                answer_text(id, done)
            }
            Request::State => answer_text(id, Ok(State::of(&*self.game.lock().await, self.asker.viewer))),
            Request::At(after) => answer_text(id, look_back(&self.game, self.asker, after).await),
            Request::Light(on) => {
                self.has_light = on;
                self.ask_light();
                answer_text(id, Ok(json!({ "on": on })))
            }
            Request::Cancel(of) => answer_text(id, Ok(json!({ "cancelled": self.cancel(of) }))),
            Request::Ping => answer_text(id, Ok(json!({}))),
            request => return self.begin(id, request),
        })
    }

    /// Stops the work on a request, which is answered by an error; `false` if there is none.
    fn cancel(&mut self, of: u64) -> bool {
        let Some(handle) = self.running.remove(&of) else { return false };
        handle.abort();
        let language = self.asker.viewer.language;
        let cancelled = ApiError::text(Kind::Cancelled, language, ServerText::Cancelled);
        // The window has asked for it and can do without.
        let _ = self.parts.0.try_send(error_text(Some(of), &cancelled));
        true
    }

    /// Begins work for the window.
    fn begin(&mut self, id: u64, request: Request) -> Option<String> {
        if self.running.len() >= self.app.config.limits.jobs_of_client {
            let error = ApiError::text(Kind::TooMany, self.asker.viewer.language, ServerText::TooManyJobs);
            return Some(error_text(Some(id), &error));
        }
        let (app, game, asker) = (Arc::clone(&self.app), Arc::clone(&self.game), self.asker);
        let parts = self.parts.0.clone();
        let handle = self.work.spawn(async move {
            match request {
                Request::Hint => answer_text(id, ask::hint(&app, &game, asker).await),
                Request::Truth(after) => answer_text(id, ask::truth(&app, &game, asker, after).await),
                Request::Solution => answer_text(id, ask::solution(&app, &game, asker).await),
                _ => {
                    let part = |part| note_part(&parts, id, part);
                    answer_text(id, review::review(&app, &game, asker, part).await)
                }
            }
        });
        self.running.insert(id, handle).map(|before| {
            before.abort();
            let cancelled =
                ApiError::text(Kind::Cancelled, self.asker.viewer.language, ServerText::Cancelled);
            error_text(Some(id), &cancelled)
        })
    }

    /// Finds out whether the game can still be won, if the light is on and nobody knows.
    fn ask_light(&mut self) {
        if let Some(before) = self.light.take() {
            before.abort();
        }
        if !self.has_light {
            return;
        }
        let (app, game, asker) = (Arc::clone(&self.app), Arc::clone(&self.game), self.asker);
        self.light = Some(self.work.spawn(async move { light_text(&app, &game, asker).await }));
    }
}

/// Says that the game was removed; how the window is closed.
async fn removed(socket: &mut WebSocket) -> Closed {
    let said = send(socket, Frame::Text(json!({"push": "removed"}).to_string().into())).await;
    said.err().unwrap_or(Closed(GAME_REMOVED, "the game was removed"))
}

/// The message of the light.
async fn light_text(app: &Shared, game: &Arc<OpenGame>, asker: Asker) -> String {
    let (version, known) = {
        let playing = game.lock().await;
        if playing.is_rummy() {
            return String::new();
        }
        let after = playing.moves();
        let is_known = !matches!(playing.marks.get(after), Mark::Unknown | Mark::Winnable(None));
        let known = is_known.then(|| json!(truth_view(&playing, after, asker.viewer.language)));
        (playing.version, known)
    };
    let truth = match known {
        Some(truth) => Ok(truth),
        None => ask::truth(app, game, asker, None).await.map(|truth| json!(truth)),
    };
    match truth {
        Ok(Value::Object(mut fields)) => {
            fields.insert("push".to_owned(), "truth".into());
            fields.insert("version".to_owned(), version.into());
            Value::Object(fields).to_string()
        }
        // The next change asks again.
        _ => String::new(),
    }
}

/// Sends a part of an answer; one that finds no room is left out, the answer has it too.
fn note_part(parts: &mpsc::Sender<String>, id: u64, mut part: Value) {
    if let Some(fields) = part.as_object_mut() {
        fields.insert("push".to_owned(), "review".into());
        fields.insert("id".to_owned(), id.into());
    }
    let _ = parts.try_send(part.to_string());
}

/// The game as it was after some moves.
#[derive(Serialize)]
pub(crate) struct LookBack {
    n: usize,
    view: session::View,
    /// The tiles that occur, in rummy.
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<BTreeMap<String, TileName>>,
}

pub(crate) async fn look_back(game: &OpenGame, asker: Asker, after: usize) -> Result<LookBack, ApiError> {
    let playing = game.lock().await;
    let earlier = playing.at(after).filter(|_| after <= playing.moves());
    let earlier = earlier.ok_or_else(|| no_such_move(playing.moves(), asker.viewer.language))?;
    let view = earlier.view(Some(asker.viewer.seat));
    let tiles = match &view {
        session::View::Rummy(view) => Some(tile_names(view, asker.viewer.language)),
        _ => None,
    };
    Ok(LookBack { n: after, view, tiles })
}

/// How to close a socket after a fault of the window; none if the connection is gone.
fn faulty(error: axum::Error) -> Option<Closed> {
    let error = error.into_inner();
    Some(match error.downcast_ref::<tungstenite::Error>()? {
        tungstenite::Error::Capacity(_) => Closed(close_code::SIZE, "too large"),
        tungstenite::Error::Utf8(_) => Closed(close_code::INVALID, "not UTF-8"),
        tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => return None,
        tungstenite::Error::Protocol(_) => Closed(close_code::PROTOCOL, "not a frame of a client"),
        _ => return None,
    })
}

fn answer_text(id: u64, answer: Result<impl Serialize, ApiError>) -> String {
    #[derive(Serialize)]
    struct Answer<T> {
        id: u64,
        ok: T,
    }
    match answer {
        Ok(ok) => serde_json::to_string(&Answer { id, ok }).expect("strings and numbers can be written"),
        Err(error) => error_text(Some(id), &error),
    }
}

fn error_text(id: Option<u64>, error: &ApiError) -> String {
    let mut text = json!({"id": id, "error": error.body()});
    if let Some(state) = &error.state {
        text["state"] = (**state).clone();
    }
    text.to_string()
}

/// Closes a socket and waits a moment for the window to do so too: a connection that is cut off loses what was sent last.
async fn close(socket: &mut WebSocket, frame: CloseFrame) {
    if send(socket, Frame::Close(Some(frame))).await.is_ok() {
        let closed = async { while let Some(Ok(_)) = socket.recv().await {} };
        // A window that is gone cannot be reached.
        let _ = tokio::time::timeout(CLOSE_TIME, closed).await;
    }
}

async fn send(socket: &mut WebSocket, frame: Frame) -> Result<(), Closed> {
    match tokio::time::timeout(SEND_TIME, socket.send(frame)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Closed(close_code::AWAY, "too slow")),
    }
}
