//! The routes, each with its handler: read the request, call, answer.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::rejection::PathRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get, post};
use axum::{Extension, Json, Router};
use serde::Deserialize;
use serde_json::json;
use session::Ending;
use session::texts::{Language, ServerText};

use crate::about::About;
use crate::ask::AtMove;
use crate::body::{Body, OptionalBody, bad_address, invalid};
use crate::change::{Action, Asker, VersionOnly, change, no_such_move};
use crate::client::{Address, Browser, is_token};
use crate::deals::{self, Difficulty};
use crate::error::{ApiError, Kind};
use crate::games::{OpenGame, Viewer};
use crate::lang::Lang;
use crate::live::{Live, look_back};
use crate::new_game::{Begun, NewGame, begin};
use crate::playing::Remarks;
use crate::server::{Shared, closed, not_kept};
use crate::svg::Theme;
use crate::{ask, export, machines, page, review, state, titles};

/// The description of the API.
const OPENAPI: &str = include_str!("../openapi.json");
/// The longest wait for a change.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

type Answer = Result<Response, ApiError>;

/// The routes of the API: path and method.
pub const ROUTES: &[(&str, &str)] = &[
    ("/api/openapi.json", "GET"),
    ("/api/about", "GET"),
    ("/api/deals/today", "GET"),
    ("/api/deals/difficulty", "GET"),
    ("/api/games", "GET"),
    ("/api/games", "POST"),
    ("/api/games/{id}", "GET"),
    ("/api/games/{id}", "DELETE"),
    ("/api/games/{id}/act", "POST"),
    ("/api/games/{id}/undo", "POST"),
    ("/api/games/{id}/redo", "POST"),
    ("/api/games/{id}/restart", "POST"),
    ("/api/games/{id}/goto", "POST"),
    ("/api/games/{id}/branch", "POST"),
    ("/api/games/{id}/finish", "POST"),
    ("/api/games/{id}/choices", "GET"),
    ("/api/games/{id}/at/{move}", "GET"),
    ("/api/games/{id}/hint", "POST"),
    ("/api/games/{id}/truth", "POST"),
    ("/api/games/{id}/solution", "POST"),
    ("/api/games/{id}/review", "POST"),
    ("/api/games/{id}/export/{kind}", "GET"),
    ("/api/games/{id}/live", "GET"),
];

/// The routes of the API by their paths.
fn api_routes() -> Vec<(&'static str, MethodRouter<Shared>)> {
    vec![
        ("/api/openapi.json", get(openapi)),
        ("/api/about", get(about)),
        ("/api/deals/today", get(today)),
        ("/api/deals/difficulty", get(difficulty)),
        ("/api/games", get(list).post(create)),
        ("/api/games/{id}", get(show).delete(remove)),
        ("/api/games/{id}/act", post(act)),
        ("/api/games/{id}/undo", post(undo)),
        ("/api/games/{id}/redo", post(redo)),
        ("/api/games/{id}/restart", post(restart)),
        ("/api/games/{id}/goto", post(go_to)),
        ("/api/games/{id}/branch", post(branch)),
        ("/api/games/{id}/finish", post(finish)),
        ("/api/games/{id}/choices", get(choices)),
        ("/api/games/{id}/at/{move}", get(at)),
        ("/api/games/{id}/hint", post(hint)),
        ("/api/games/{id}/truth", post(truth)),
        ("/api/games/{id}/solution", post(solution)),
        ("/api/games/{id}/review", post(reviewed)),
        ("/api/games/{id}/export/{kind}", get(exported)),
        ("/api/games/{id}/live", get(live)),
    ]
}

pub(crate) fn routes() -> Router<Shared> {
    let api =
        api_routes().into_iter().fold(Router::new(), |router, (path, methods)| router.route(path, methods));
    api.route("/api", any(nothing_here))
        .route("/api/", any(nothing_here))
        .route("/api/{*rest}", any(nothing_here))
        .route("/", get(page_file))
        .route("/{*file}", get(page_file))
        .method_not_allowed_fallback(bad_method)
}

/// The answer to a request whose handler panicked.
pub(crate) fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    ApiError::internal(Language::English, "a request panicked").into_response()
}

async fn nothing_here(Lang(language): Lang) -> ApiError {
    ApiError::text(Kind::NotFound, language, ServerText::NotFound)
}

async fn bad_method(Lang(language): Lang) -> ApiError {
    ApiError::text(Kind::Method, language, ServerText::BadMethod)
}

async fn page_file(
    State(app): State<Shared>,
    Lang(language): Lang,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    page::file(app.config.page.as_deref(), uri.path(), &headers, language).await
}

/// A game that a request names, and who asks.
struct Asked {
    app: Shared,
    game: Arc<OpenGame>,
    asker: Asker,
}

/// The words after the question mark that requests about games have.
#[derive(Deserialize)]
struct GameQuery {
    seat: Option<usize>,
    after: Option<u64>,
    version: Option<u64>,
    theme: Option<Theme>,
}

impl FromRequestParts<Shared> for Asked {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, ApiError> {
        let language = Lang::of(parts.uri.query(), &parts.headers).0;
        let client = *parts.extensions.get::<Address>().expect("every request was admitted");
        let names = Path::<Vec<(String, String)>>::from_request_parts(parts, app).await;
        let names = names.map_err(|why| bad_address(&why.body_text(), language))?;
        let id = names.iter().find(|(name, _)| name == "id").map(|(_, id)| id.as_str()).unwrap_or_default();
        let game = app.game(id, client, language).await?;
        let query = game_query(parts, language)?;
        let seat = game.lock().await.seat(query.seat, language)?;
        refuse_removed(&game, language)?;
        let asker = Asker { client, viewer: Viewer { language, seat }, window: None };
        Ok(Self { app: Arc::clone(app), game, asker })
    }
}

fn game_query(parts: &Parts, language: Language) -> Result<GameQuery, ApiError> {
    let query = Query::<GameQuery>::try_from_uri(&parts.uri);
    query.map(|query| query.0).map_err(|why| bad_address(&why.body_text(), language))
}

fn refuse_removed(game: &OpenGame, language: Language) -> Result<(), ApiError> {
    if game.is_removed() {
        return Err(ApiError::text(Kind::NotFound, language, ServerText::NoGame));
    }
    Ok(())
}

impl Asked {
    async fn state(&self) -> state::State {
        state::State::of(&*self.game.lock().await, self.asker.viewer)
    }

    async fn change(self, version: Option<u64>, action: Action) -> Answer {
        let changed = change(&self.app, &self.game, self.asker, version, action).await?;
        Ok(fresh(Json(changed)))
    }
}

/// An answer that nobody may keep.
fn fresh(answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn openapi() -> Response {
    ([(CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

async fn about(State(app): State<Shared>, Lang(language): Lang) -> Answer {
    let about = tokio::task::spawn_blocking(move || About::of(&app.config, language)).await;
    Ok(fresh(Json(about.map_err(|error| ApiError::internal(language, error))?)))
}

#[derive(Deserialize)]
struct DateQuery {
    date: Option<String>,
}

async fn today(
    State(app): State<Shared>,
    Extension(client): Extension<Address>,
    Lang(language): Lang,
    uri: Uri,
) -> Answer {
    let query: DateQuery = query(&uri, language)?;
    let date = deals::requested_date(query.date.as_deref().unwrap_or_default(), language)?;
    let deal = deals::daily(&app, date, client, language).await?;
    let deals::GradedDeal { deal, difficulty, moves } = deal;
    Ok(fresh(Json(json!({"date": date.to_string(), "deal": deal, "difficulty": difficulty, "moves": moves}))))
}

#[derive(Deserialize)]
struct DifficultyQuery {
    game: Option<String>,
    from: u8,
    to: u8,
}

async fn difficulty(
    State(app): State<Shared>,
    Extension(client): Extension<Address>,
    Lang(language): Lang,
    uri: Uri,
) -> Answer {
    let DifficultyQuery { game, from, to } = query(&uri, language)?;
    let wanted = Difficulty { game: game.unwrap_or_else(|| "FreeCell".to_owned()), from, to };
    Ok(fresh(Json(deals::by_difficulty(&app, &wanted, client, language).await?)))
}

fn query<T: serde::de::DeserializeOwned>(uri: &Uri, language: Language) -> Result<T, ApiError> {
    let query = Query::<T>::try_from_uri(uri).map(|query| query.0);
    query.map_err(|why| bad_address(&why.body_text(), language))
}

async fn list(State(app): State<Shared>, Lang(language): Lang, headers: HeaderMap) -> Answer {
    let browser = Browser::of(&headers);
    let mut games =
        app.store.list(browser.name()).await.map_err(|error| ApiError::internal(language, error))?;
    for game in &mut games {
        game.title = titles::of(&game.family, &game.title, language);
    }
    Ok(with_cookie(fresh(Json(json!({ "games": games }))), &browser))
}

fn with_cookie(mut response: Response, browser: &Browser) -> Response {
    if let Some(cookie) = browser.set_cookie().and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

async fn create(
    State(app): State<Shared>,
    Extension(client): Extension<Address>,
    Lang(language): Lang,
    headers: HeaderMap,
    Body(request): Body<NewGame>,
) -> Answer {
    let begun = begin(&app, request, client, language).await?;
    created(&app, begun, &headers, client, language).await
}

async fn created(
    app: &Shared,
    begun: Begun,
    headers: &HeaderMap,
    client: Address,
    language: Language,
) -> Answer {
    let browser = Browser::of(headers);
    let game = app.begin(begun, &browser, client, language).await?;
    let playing = game.lock().await;
    let viewer = Viewer { language, seat: playing.first_person() };
    let answer = (StatusCode::CREATED, Json(state::State::of(&playing, viewer)));
    let mut response = with_cookie(fresh(answer), &browser);
    let location = HeaderValue::from_str(&format!("/api/games/{}", game.id));
    response.headers_mut().insert(LOCATION, location.expect("letters and digits are a header"));
    Ok(response)
}

async fn show(asked: Asked, uri: Uri) -> Answer {
    let query: GameQuery = query(&uri, asked.asker.viewer.language)?;
    // A machine whose thinking was refused or stopped tries again.
    machines::wake(&asked.app, &asked.game, asked.asker.client);
    if let Some(after) = query.after {
        wait_for_change(&asked, after).await;
        refuse_removed(&asked.game, asked.asker.viewer.language)?;
    }
    Ok(fresh(Json(asked.state().await)))
}

/// Waits until the version is above another one, for clients without a WebSocket.
async fn wait_for_change(asked: &Asked, after: u64) {
    let mut pushes = asked.game.follow();
    let mut closing = asked.app.closing.subscribe();
    let newer = async {
        while !asked.game.is_removed() && asked.game.lock().await.version <= after {
            // A change that was missed is a change.
            let _ = pushes.recv().await;
        }
    };
    tokio::select! {
        () = newer => {}
        () = closed(&mut closing) => {}
        () = tokio::time::sleep(LONGEST_WAIT) => {}
    }
}

/// Removes a game without reading it: a damaged one can go too.
async fn remove(
    State(app): State<Shared>,
    Lang(language): Lang,
    id: Result<Path<String>, PathRejection>,
) -> Answer {
    let Path(id) = id.map_err(|why| bad_address(&why.body_text(), language))?;
    if !is_token(&id) {
        return Err(ApiError::text(Kind::NotFound, language, ServerText::NoGame));
    }
    app.remove(&id).await.map_err(|error| not_kept(&error, language, ServerText::NotRemoved))?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActBody {
    input: String,
    version: Option<u64>,
    seat: Option<usize>,
}

async fn act(mut asked: Asked, Body(body): Body<ActBody>) -> Answer {
    if body.seat.is_some() {
        let language = asked.asker.viewer.language;
        asked.asker.viewer.seat = asked.game.lock().await.seat(body.seat, language)?;
    }
    asked.change(body.version, Action::Act(body.input)).await
}

async fn undo(asked: Asked, OptionalBody(body): OptionalBody<VersionOnly>) -> Answer {
    asked.change(body.version, Action::Undo).await
}

async fn redo(asked: Asked, OptionalBody(body): OptionalBody<VersionOnly>) -> Answer {
    asked.change(body.version, Action::Redo).await
}

async fn restart(asked: Asked, OptionalBody(body): OptionalBody<VersionOnly>) -> Answer {
    asked.change(body.version, Action::Restart).await
}

async fn finish(asked: Asked, OptionalBody(body): OptionalBody<VersionOnly>) -> Answer {
    asked.change(body.version, Action::Finish).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveBody {
    #[serde(rename = "move")]
    after: usize,
    version: Option<u64>,
}

async fn go_to(asked: Asked, Body(body): Body<MoveBody>) -> Answer {
    asked.change(body.version, Action::GoTo(body.after)).await
}

async fn branch(asked: Asked, headers: HeaderMap, Body(body): Body<MoveBody>) -> Answer {
    let Asker { client, viewer, .. } = asked.asker;
    let begun = {
        let playing = asked.game.lock().await;
        let is_over = playing.session.ending().is_some_and(|ending| ending != Ending::Stuck);
        if playing.is_rummy() && !is_over {
            return Err(ApiError::text(Kind::NotPossible, viewer.language, ServerText::NotBeforeTheEnd));
        }
        let earlier = playing.at(body.after).filter(|_| body.after <= playing.moves());
        let game = earlier.ok_or_else(|| no_such_move(playing.moves(), viewer.language))?;
        Begun { game, remarks: Remarks { new: playing.remarks.new.clone(), ..Remarks::default() } }
    };
    created(&asked.app, begun, &headers, client, viewer.language).await
}

async fn choices(asked: Asked) -> Answer {
    let Viewer { language, seat } = asked.asker.viewer;
    Ok(fresh(Json(state::choices(&*asked.game.lock().await, seat, language))))
}

async fn at(asked: Asked, Path((_, after)): Path<(String, String)>) -> Answer {
    let language = asked.asker.viewer.language;
    let number = after.parse().map_err(|_| invalid(ServerText::NotANumber, language))?;
    Ok(fresh(Json(look_back(&asked.game, asked.asker, number).await?)))
}

async fn hint(asked: Asked) -> Answer {
    Ok(fresh(Json(ask::hint(&asked.app, &asked.game, asked.asker).await?)))
}

async fn truth(asked: Asked, OptionalBody(body): OptionalBody<AtMove>) -> Answer {
    Ok(fresh(Json(ask::truth(&asked.app, &asked.game, asked.asker, body.after).await?)))
}

async fn solution(asked: Asked) -> Answer {
    Ok(fresh(Json(ask::solution(&asked.app, &asked.game, asked.asker).await?)))
}

async fn reviewed(asked: Asked) -> Answer {
    Ok(fresh(Json(review::review(&asked.app, &asked.game, asked.asker, |_| {}).await?)))
}

async fn exported(asked: Asked, Path((_, kind)): Path<(String, String)>, uri: Uri) -> Answer {
    let theme = query::<GameQuery>(&uri, asked.asker.viewer.language)?.theme.unwrap_or_default();
    Ok(fresh(export::export(&asked.app, &asked.game, asked.asker, &kind, theme).await?))
}

/// The number of the next window.
static WINDOWS: AtomicU64 = AtomicU64::new(1);

async fn live(
    mut asked: Asked,
    uri: Uri,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Answer {
    let language = asked.asker.viewer.language;
    let upgrade = upgrade.map_err(|why| bad_address(&why.body_text(), language))?;
    let limits = asked.app.config.limits;
    let refuse = |kind| match kind {
        Kind::TooMany => {
            let message = language.fill(ServerText::TooManyWindows, &[&limits.sockets_of_client]);
            ApiError::new(kind, message)
        }
        _ => ApiError::text(kind, language, ServerText::Full),
    };
    if *asked.app.closing.borrow() {
        return Err(ApiError::text(Kind::Busy, language, ServerText::Closing));
    }
    let connected = asked.app.sockets.connect(asked.asker.client, &limits).map_err(refuse)?;
    let known = query::<GameQuery>(&uri, language)?.version;
    asked.asker.window = Some(WINDOWS.fetch_add(1, Ordering::Relaxed));
    let upgrade = upgrade
        .max_message_size(limits.message)
        .max_frame_size(limits.message)
        .write_buffer_size(16 << 10)
        .max_write_buffer_size(limits.write_buffer);
    let live = Live::new(asked.app, asked.game, asked.asker);
    Ok(upgrade.on_upgrade(move |socket| live.serve(socket, connected, known)))
}
