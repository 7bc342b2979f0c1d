//! Games as files to take away.

use std::sync::Arc;

use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use patience::{Action, Save, write_lines};
use session::Session;
use session::texts::{Language, ServerText};

use crate::any_game::AnyGame;
use crate::ask;
use crate::change::Asker;
use crate::error::{ApiError, Kind};
use crate::games::OpenGame;
use crate::playing::Playing;
use crate::server::Shared;
use crate::svg::{self, Theme};

/// A file.
struct Export {
    name: String,
    media: &'static str,
    bytes: Vec<u8>,
}

const TEXT: &str = "text/plain; charset=utf-8";

impl IntoResponse for Export {
    fn into_response(self) -> Response {
        let disposition = format!("attachment; filename=\"{}\"", self.name);
        ([(CONTENT_TYPE, self.media.to_owned()), (CONTENT_DISPOSITION, disposition)], self.bytes)
            .into_response()
    }
}

/// The kinds of files that a game can be exported as now.
pub(crate) fn possible(playing: &Playing) -> Vec<&'static str> {
    match &playing.session {
        AnyGame::Patience(game) => {
            let mut kinds = vec!["solution", "board", "envelope", "certificate"];
            let has_save = game.game().deal().seed().is_some() && xpat2(game.game()).is_some();
            kinds.extend(has_save.then_some("xpat2"));
            kinds
        }
        AnyGame::Peg(_) => vec!["solution", "board", "envelope", "svg"],
        AnyGame::Rummy(game) if game.ending().is_some() => vec!["envelope", "classic"],
        AnyGame::Rummy(_) => Vec::new(),
    }
}

/// A game as a file of some kind.
pub(crate) async fn export(
    app: &Shared,
    game: &Arc<OpenGame>,
    asker: Asker,
    kind: &str,
    theme: Theme,
) -> Result<Response, ApiError> {
    let language = asker.viewer.language;
    if kind == "certificate" {
        let name = file_name(&*game.lock().await, "cert");
        let bytes = ask::certificate(app, game, asker).await?;
        return Ok(Export { name, media: "application/octet-stream", bytes }.into_response());
    }
    let playing = game.lock().await;
    file(&playing, kind, theme, language).map(IntoResponse::into_response)
}

fn file(playing: &Playing, kind: &str, theme: Theme, language: Language) -> Result<Export, ApiError> {
    let text = |extension: &str, text: String| Export {
        name: file_name(playing, extension),
        media: TEXT,
        bytes: text.into_bytes(),
    };
    match (kind, &playing.session) {
        ("envelope" | "classic", AnyGame::Rummy(game)) if game.ending().is_none() => {
            Err(ApiError::text(Kind::NotPossible, language, ServerText::NotBeforeTheEnd))
        }
        ("envelope", game) => {
            let export = text("json", game.save().to_json());
            Ok(Export { media: "application/json", ..export })
        }
        ("classic", AnyGame::Rummy(game)) => Ok(text("save", game.game().classic())),
        ("solution", AnyGame::Patience(game)) => Ok(text("sol", write_lines(&actions(game.game())))),
        ("board", AnyGame::Patience(game)) => Ok(text("board", game.game().table().to_board())),
        ("xpat2", AnyGame::Patience(game)) => xpat2_file(game.game(), language),
        ("solution", AnyGame::Peg(game)) => Ok(text("sol", jumps(game.game()))),
        ("board", AnyGame::Peg(game)) => {
            Ok(text("board", peg::to_text(game.game().board(), game.game().position())))
        }
        ("svg", AnyGame::Peg(game)) => {
            let picture = svg::picture(game.game().board(), game.game().position(), theme);
            Ok(Export { media: "image/svg+xml", ..text("svg", picture) })
        }
        _ => Err(no_export(language)),
    }
}

fn xpat2_file(game: &patience::Game, language: Language) -> Result<Export, ApiError> {
    let save = xpat2(game).ok_or_else(|| no_export(language))?;
    Ok(Export { name: save.file_name(), media: "application/octet-stream", bytes: save.to_bytes() })
}

fn no_export(language: Language) -> ApiError {
    ApiError::text(Kind::NotPossible, language, ServerText::NoExport)
}

/// The lines of a solution file for the moves so far.
fn actions(game: &patience::Game) -> Vec<Action> {
    game.moves().flat_map(|acted| acted.actions.iter().copied()).collect()
}

/// The save of the moves so far, where xpat2 has the game.
fn xpat2(game: &patience::Game) -> Option<Save> {
    Save::from_solution(game.deal(), write_lines(&actions(game)).as_bytes()).ok()
}

/// The jumps so far, one move per line.
fn jumps(game: &peg::Game) -> String {
    game.moves().map(|made| game.notation().made(game.board(), made) + "\n").collect()
}

/// The name of a file: letters, digits, dots and hyphens of the title.
fn file_name(playing: &Playing, extension: &str) -> String {
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    let name: String = playing.name().chars().filter(is_plain).take(60).collect();
    let name = if name.is_empty() { playing.session.family() } else { &name };
    format!("{name}.{extension}")
}
