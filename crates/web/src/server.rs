//! The server: what all requests share, the routes with their layers, listening and stopping.

use std::future::Future;
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
use crate::games::{Games, Moment, OpenGame};
use crate::listen::{Connections, listen};
use crate::new_game::{Begun, ServerWords};
use crate::peg_tables::{self, SharedTables, Unmade};
use crate::playing::{Owner, Playing, Remarks};
use crate::rates::Rates;
use crate::sockets::Sockets;
use crate::store::{Kept, NotKept, Scope, Store, StoreError};
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
    /// How often the API may be asked.
    pub(crate) rates: Rates<Address>,
    /// How often files of the page may be asked for.
    pub(crate) file_rates: Rates<Address>,
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
            workers: Workers::start(limits, config.threads_of_address()),
            tables: SharedTables::default(),
            rates: Rates::new(limits.rate, limits.burst),
            file_rates: Rates::new(limits.file_rate, limits.file_burst),
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
    tokio::spawn(stopped);
    let limits = &app.config.limits;
    let of_address = app.config.share_of_address();
    let limits = Connections { most: limits.connections, header_time: limits.header_time, of_address };
    let serving = listen(listener, server.router(), limits, app.closing.subscribe());
    let mut closing = app.closing.subscribe();
    let too_long = async {
        closed(&mut closing).await;
        tokio::time::sleep(DRAIN).await;
    };
    tokio::select! {
        () = serving => {}
        () = too_long => {}
    }
    app.sockets.drained(DRAIN).await;
    tokio::task::spawn_blocking(move || server.close()).await.map_err(std::io::Error::other)
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
        let failed = |error| ApiError::internal(language, error);
        loop {
            if let Some(game) = self.games.get(id) {
                return Ok(game);
            }
            let moment = self.games.moment();
            let kept = self.store.get(id).await.map_err(failed)?.ok_or_else(unknown)?;
            let (playing, unmade) = self.read(id, kept, language).await?;
            if let Some(open) = self.take_in(playing, moment).await.map_err(failed)? {
                self.set_going(&open, unmade, client).await;
                return Ok(open);
            }
        }
    }

    /// A game of the disk, played again.
    async fn read(
        self: &Arc<Self>,
        id: &str,
        kept: Kept,
        language: Language,
    ) -> Result<(Playing, Option<Unmade>), ApiError> {
        let (words, text) = (self.words(), kept.envelope);
        let load = tokio::task::spawn_blocking(move || AnyGame::load(&text, &words)).await;
        let game = load
            .map_err(|error| ApiError::internal(language, error))?
            .map_err(ApiError::bad_game(language))?;
        let remarks: Remarks = serde_json::from_str(&kept.help).unwrap_or_default();
        let (game, unmade) = self.with_table(game);
        let owner = Owner { browser: kept.browser, address: kept.address };
        let playing = Playing::new(id.to_owned(), owner, game, remarks);
        Ok((playing.resumed(kept.version, kept.millis), unmade))
    }

    /// Takes in a game that was on the disk after `moment`; none if it was removed or changed since.
    async fn take_in(
        &self,
        mut playing: Playing,
        mut moment: Moment,
    ) -> Result<Option<Arc<OpenGame>>, NotKept> {
        loop {
            match self.games.insert(playing, moment) {
                Ok(open) => return Ok(Some(open)),
                Err(back) => playing = *back,
            }
            moment = self.games.moment();
            if self.store.version(&playing.id).await? != Some(playing.version) {
                return Ok(None);
            }
        }
    }

    /// Takes in a game that begins, once it is on the disk.
    pub(crate) async fn begin(
        self: &Arc<Self>,
        begun: Begun,
        browser: &client::Browser,
        client: Address,
        language: Language,
    ) -> Result<Arc<OpenGame>, ApiError> {
        let owner = Owner { browser: browser.name(), address: client.name() };
        self.make_room(&owner, language).await?;
        let (game, unmade) = self.with_table(begun.game);
        let playing = Playing::new(client::random_token(), owner, game, begun.remarks);
        let moment = self.games.moment();
        let not_kept = |error| not_kept(&error, language, ServerText::GameNotKept);
        self.store.begin(playing.row()).await.map_err(not_kept)?;
        let open = self.take_in(playing, moment).await.map_err(not_kept)?;
        let open = open.ok_or_else(|| ApiError::text(Kind::NotFound, language, ServerText::NoGame))?;
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

    /// Sees that there is room for another game: of the browser, of the address, and in all.
    async fn make_room(self: &Arc<Self>, owner: &Owner, language: Language) -> Result<(), ApiError> {
        let limits = &self.config.limits;
        let too_many = |most| ApiError::new(Kind::TooMany, language.fill(ServerText::TooManyGames, &[&most]));
        let full = ApiError::text(Kind::Busy, language, ServerText::Full);
        let of_browser = Scope::Browser(owner.browser.clone());
        let of_address = Scope::Address(owner.address.clone());
        self.make_room_in(of_browser, limits.games_of_client, too_many(limits.games_of_client), language)
            .await?;
        self.make_room_in(of_address, limits.games_of_address, too_many(limits.games_of_address), language)
            .await?;
        self.make_room_in(Scope::All, limits.games, full, language).await
    }

    /// Removes the oldest game that is over, else the oldest in which nothing was played, where there are too many.
    async fn make_room_in(
        self: &Arc<Self>,
        scope: Scope,
        most: usize,
        full: ApiError,
        language: Language,
    ) -> Result<(), ApiError> {
        let internal = |error| ApiError::internal(language, error);
        if self.store.count(scope.clone()).await.map_err(internal)? < most {
            return Ok(());
        }
        let oldest = self.store.oldest_idle(scope).await.map_err(internal)?.ok_or(full)?;
        match self.remove(&oldest).await {
            // Another request removed it at the same time.
            Ok(()) | Err(NotKept::Gone) => Ok(()),
            Err(error) => Err(not_kept(&error, language, ServerText::GameNotKept)),
        }
    }

    /// Removes a game from the disk and from the memory, for good: a change of it that is under way at the same time is not
    /// kept, and it is not read again.
    pub(crate) async fn remove(self: &Arc<Self>, id: &str) -> Result<(), NotKept> {
        let (app, id) = (Arc::clone(self), id.to_owned());
        // A client that leaves half-way must not leave the game in memory.
        let work = tokio::spawn(async move {
            app.store.remove(&id).await?;
            app.games.remove(&id);
            Ok(())
        });
        work.await.unwrap_or_else(|error| Err(NotKept::Failed(error.to_string())))
    }
}

/// The error of something that is not on the disk; the reason goes to the log of the server.
pub(crate) fn not_kept(why: &NotKept, language: Language, text: ServerText) -> ApiError {
    if *why == NotKept::Gone {
        return ApiError::text(Kind::NotFound, language, ServerText::NoGame);
    }
    eprintln!("tapis: the disk: {why}");
    ApiError::text(Kind::Internal, language, text)
}
