//! The server: what all requests share, the routes with their layers, listening and stopping.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::from_fn_with_state;
use search::Run;
use session::texts::{Language, ServerText};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::any_game::AnyGame;
use crate::client::{Address, admit, is_token};
use crate::config::Config;
use crate::error::{ApiError, Kind};
use crate::games::{Games, OpenGame};
use crate::new_game::{Begun, ServerWords};
use crate::peg_tables::{self, SharedTables, Unmade};
use crate::playing::{Playing, Remarks};
use crate::rates::Rates;
use crate::sockets::Sockets;
use crate::store::{Store, StoreError};
use crate::workers::{JobLimits, NotTaken, Workers};
use crate::{api, client, machines, turn_clock};

/// Nothing comes from elsewhere, nothing is inline, nobody shows the page in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";
/// The time that open sockets and requests have to end when the server stops.
const DRAIN: Duration = Duration::from_secs(3);

/// The things that all requests share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) games: Games,
    pub(crate) workers: Workers,
    pub(crate) tables: SharedTables,
    pub(crate) rates: Rates<Address>,
    pub(crate) sockets: Sockets,
    /// Does the server stop?
    pub(crate) closing: watch::Sender<bool>,
}

pub(crate) type Shared = Arc<App>;

/// A server that is ready to listen.
#[derive(Clone, Debug)]
pub struct Server {
    app: Shared,
}

/// The reason why a server cannot be opened.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct OpenError(#[from] StoreError);

impl Server {
    /// Opens the games of the state folder and starts the threads.
    pub fn open(config: Config) -> Result<Self, OpenError> {
        let store = Store::open(&config.state)?;
        let limits = &config.limits;
        let app = App {
            games: Games::new(limits.open_games),
            workers: Workers::start(limits),
            tables: SharedTables::default(),
            rates: Rates::new(limits.rate, limits.burst),
            sockets: Sockets::default(),
            closing: watch::Sender::new(false),
            store,
            config,
        };
        Ok(Self { app: Arc::new(app) })
    }

    /// All routes, with limits and headers.
    pub fn router(&self) -> Router {
        let header = |name: HeaderName, value: &'static str| {
            SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
        };
        let same_origin = HeaderName::from_static("cross-origin-resource-policy");
        let opener = HeaderName::from_static("cross-origin-opener-policy");
        let permissions = HeaderName::from_static("permissions-policy");
        api::routes()
            .layer(DefaultBodyLimit::max(self.app.config.limits.body))
            .layer(from_fn_with_state(Arc::clone(&self.app), admit))
            .layer(CatchPanicLayer::custom(api::panicked))
            .layer(header(CONTENT_SECURITY_POLICY, POLICY))
            .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
            .layer(header(X_FRAME_OPTIONS, "DENY"))
            .layer(header(REFERRER_POLICY, "no-referrer"))
            .layer(header(same_origin, "same-origin"))
            .layer(header(opener, "same-origin"))
            .layer(header(permissions, "camera=(), microphone=(), geolocation=()"))
            .with_state(Arc::clone(&self.app))
    }

    /// The number of questions that wait or are worked on.
    pub fn load(&self) -> usize {
        self.app.workers.load()
    }

    /// Stops all work and closes the storage; everything that was acknowledged is on the disk.
    fn close(&self) {
        self.app.workers.close();
        self.app.store.close();
    }
}

/// Serves until `stop` is done; then closes the sockets with the code for going away, and ends.
pub async fn serve(
    server: Server,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let app = Arc::clone(&server.app);
    let close = app.closing.clone();
    let stopped = async move {
        stop.await;
        close.send_replace(true);
    };
    let service = server.router().into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, service).with_graceful_shutdown(stopped);
    let mut closing = app.closing.subscribe();
    let too_long = async {
        closed(&mut closing).await;
        tokio::time::sleep(DRAIN).await;
    };
    let result = tokio::select! {
        served = serving.into_future() => served,
        () = too_long => Ok(()),
    };
    app.sockets.drained(DRAIN).await;
    tokio::task::spawn_blocking(move || server.close()).await.map_err(std::io::Error::other)?;
    result
}

/// Waits until the server stops.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // The sender lives as long as the application.
    let _ = closing.wait_for(|is| *is).await;
}

impl App {
    /// The words of the server.
    pub(crate) fn words(&self) -> ServerWords {
        ServerWords(self.config.words.clone())
    }

    /// Does solver work for a client, off the threads that answer requests.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        client: Address,
        limits: JobLimits,
        language: Language,
        work: impl FnOnce(&mut Run<'_>) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let ticket = self.workers.submit(client, limits, work).map_err(|why| match why {
            NotTaken::TooMany => ApiError::text(Kind::TooMany, language, ServerText::TooManyJobs),
            NotTaken::Full => ApiError::text(Kind::Busy, language, ServerText::Full),
        })?;
        let mut closing = self.closing.subscribe();
        tokio::select! {
            answer = ticket.wait() => answer.ok_or_else(|| ApiError::internal(language, "solver work panicked")),
            () = closed(&mut closing) => Err(ApiError::text(Kind::Busy, language, ServerText::Closing)),
        }
    }

    /// The game of this name: from memory, or from the disk.
    pub(crate) async fn game(
        self: &Arc<Self>,
        id: &str,
        client: Address,
        language: Language,
    ) -> Result<Arc<OpenGame>, ApiError> {
        let unknown = || ApiError::text(Kind::NotFound, language, ServerText::NoGame);
        if !is_token(id) {
            return Err(unknown());
        }
        if let Some(game) = self.games.get(id) {
            return Ok(game);
        }
        let kept = self.store.get(id).await.map_err(|error| ApiError::internal(language, error))?;
        let kept = kept.ok_or_else(unknown)?;
        let (words, text) = (self.words(), kept.envelope);
        let load = tokio::task::spawn_blocking(move || AnyGame::load(&text, &words)).await;
        let game = load.map_err(|error| ApiError::internal(language, error))?.map_err(ApiError::bad_game)?;
        let remarks: Remarks = serde_json::from_str(&kept.help).unwrap_or_default();
        let (game, unmade) = self.with_table(game);
        let playing = Playing::new(id.to_owned(), kept.browser, game, remarks);
        let open = self.games.insert(playing.resumed(kept.version, kept.millis));
        self.set_going(&open, unmade, client).await;
        Ok(open)
    }

    /// Takes in a game that begins, once it is on the disk.
    pub(crate) async fn begin(
        self: &Arc<Self>,
        begun: Begun,
        browser: &client::Browser,
        client: Address,
        language: Language,
    ) -> Result<Arc<OpenGame>, ApiError> {
        self.make_room(&browser.name(), language).await?;
        let (game, unmade) = self.with_table(begun.game);
        let playing = Playing::new(client::random_token(), browser.name(), game, begun.remarks);
        self.store.keep(playing.row()).await.map_err(|error| {
            eprintln!("tapis: not kept: {error}");
            ApiError::text(Kind::Internal, language, ServerText::NotKept)
        })?;
        let open = self.games.insert(playing);
        self.set_going(&open, unmade, client).await;
        Ok(open)
    }

    fn with_table(self: &Arc<Self>, game: AnyGame) -> (AnyGame, Option<Unmade>) {
        match game {
            AnyGame::Peg(peg) => {
                let (peg, unmade) = peg_tables::with_table(self, peg);
                (AnyGame::Peg(peg), unmade)
            }
            other => (other, None),
        }
    }

    async fn set_going(self: &Arc<Self>, open: &Arc<OpenGame>, unmade: Option<Unmade>, client: Address) {
        if let Some(unmade) = unmade {
            peg_tables::make(self, unmade, open, client);
        }
        turn_clock::start(self, open, &*open.lock().await, client);
        machines::wake(self, open, client);
    }

    /// Sees that there is room for another game of a browser: the oldest one that is over, or in which nothing was played,
    /// is removed for it.
    async fn make_room(&self, browser: &str, language: Language) -> Result<(), ApiError> {
        let internal = |error| ApiError::internal(language, error);
        let limits = &self.config.limits;
        if self.store.count().await.map_err(internal)? >= limits.games {
            return Err(ApiError::text(Kind::Busy, language, ServerText::Full));
        }
        let games = self.store.list(browser.to_owned()).await.map_err(internal)?;
        if games.len() < limits.games_of_client {
            return Ok(());
        }
        let idle = games.iter().rev().find(|game| game.over.is_some() || game.moves == 0);
        let full = || language.fill(ServerText::TooManyGames, &[&limits.games_of_client]);
        let oldest = idle.ok_or_else(|| ApiError::new(Kind::TooMany, full()))?;
        self.games.remove(&oldest.id);
        self.store.remove(&oldest.id).await.map_err(internal)
    }
}
