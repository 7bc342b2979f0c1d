//! Errors as clients see them: a status, a code for programs, a sentence for people.

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use session::Refused;
use session::texts::{Language, ServerText, Text};

/// The seconds after which a client that was refused may try again.
const RETRY_SECONDS: HeaderValue = HeaderValue::from_static("1");

/// The reason why a request is not done.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) message: String,
    /// The place of the table that it concerns.
    pub(crate) place: Option<String>,
    /// The present state, for a client whose version is old.
    pub(crate) state: Option<Box<Value>>,
}

/// The part of an error that stands under `error`.
#[derive(Serialize)]
pub(crate) struct ErrorBody<'e> {
    code: &'static str,
    message: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'e str>,
}

#[derive(Serialize)]
struct WholeBody<'e> {
    error: ErrorBody<'e>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'e Value>,
}

/// A kind of error: its status and its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    BadRequest,
    Forbidden,
    NotFound,
    Method,
    Conflict,
    TooLarge,
    MediaType,
    IllegalMove,
    NotPossible,
    BadGame,
    NotAvailable,
    TooMany,
    Internal,
    Busy,
    Cancelled,
}

impl Kind {
    fn parts(self) -> (StatusCode, &'static str) {
        match self {
            Self::BadRequest => (StatusCode::BAD_REQUEST, "bad_request"),
            Self::Forbidden => (StatusCode::FORBIDDEN, "forbidden"),
            Self::NotFound => (StatusCode::NOT_FOUND, "not_found"),
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
            Self::Conflict => (StatusCode::CONFLICT, "conflict"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            Self::MediaType => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
            Self::IllegalMove => (StatusCode::UNPROCESSABLE_ENTITY, "illegal_move"),
            Self::NotPossible => (StatusCode::UNPROCESSABLE_ENTITY, "not_possible"),
            Self::BadGame => (StatusCode::UNPROCESSABLE_ENTITY, "bad_game"),
            Self::NotAvailable => (StatusCode::UNPROCESSABLE_ENTITY, "not_available"),
            Self::TooMany => (StatusCode::TOO_MANY_REQUESTS, "too_many_requests"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
            Self::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            Self::Cancelled => (StatusCode::SERVICE_UNAVAILABLE, "cancelled"),
        }
    }
}

impl ApiError {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        let (status, code) = kind.parts();
        Self { status, code, message: message.into(), place: None, state: None }
    }

    /// An error with a text of the catalogue.
    pub(crate) fn text(kind: Kind, language: Language, text: impl Text) -> Self {
        Self::new(kind, language.text(text))
    }

    /// A game that makes no sense. The games give their reasons in English.
    pub(crate) fn bad_game<E: std::fmt::Display>(language: Language) -> impl Fn(E) -> Self {
        move |why| {
            let why = sentence(&why.to_string());
            let message = match language {
                Language::English => why,
                Language::French => language.fill(ServerText::BadGame, &[&why]),
            };
            Self::new(Kind::BadGame, message)
        }
    }

    /// A fault of the program; the text goes to the log of the server, not to the client.
    pub(crate) fn internal(language: Language, why: impl std::fmt::Display) -> Self {
        eprintln!("tapis: internal error: {why}");
        Self::text(Kind::Internal, language, ServerText::Internal)
    }

    /// A refused move.
    pub(crate) fn refused(why: &Refused, language: Language) -> Self {
        match why {
            Refused::Internal(error) => Self::internal(language, error),
            why => Self::new(Kind::IllegalMove, sentence(&why.words(language))),
        }
    }

    pub(crate) fn body(&self) -> ErrorBody<'_> {
        ErrorBody { code: self.code, message: &self.message, place: self.place.as_deref() }
    }
}

/// A text with a capital letter at its beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

/// A text with a capital letter at its beginning and a full stop at its end.
pub(crate) fn sentence(text: &str) -> String {
    // Names of cards and holes keep their letters: `d4 is not a hole`.
    let is_word = text.chars().take(2).all(char::is_alphabetic);
    let mut sentence = if is_word { capital(text) } else { text.to_owned() };
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = WholeBody { error: self.body(), state: self.state.as_deref() };
        let mut response = (self.status, Json(body)).into_response();
        if matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert(RETRY_AFTER, RETRY_SECONDS);
        }
        response
    }
}
