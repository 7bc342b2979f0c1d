//! The bodies of requests, read once into types of their own.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use serde::de::DeserializeOwned;
use session::texts::{Language, ServerText};

use crate::error::{ApiError, Kind};
use crate::lang::Lang;

/// The time that a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(15);

/// A body that must be there.
pub(crate) struct Body<T>(pub(crate) T);

/// A body that may be left out.
pub(crate) struct OptionalBody<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let (bytes, language) = read(request, state).await?;
        parse(&bytes, language).map(Self)
    }
}

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for OptionalBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let (bytes, language) = read(request, state).await?;
        if bytes.is_empty() { Ok(Self(T::default())) } else { parse(&bytes, language).map(Self) }
    }
}

async fn read<S: Send + Sync>(request: Request, state: &S) -> Result<(Bytes, Language), ApiError> {
    let language = Lang::of(request.uri().query(), request.headers()).0;
    let (is_json, is_plain) = (is_json(request.headers()), is_plain(request.headers()));
    let not_whole = || invalid(ServerText::NotWhole, language);
    let bytes = tokio::time::timeout(BODY_TIME, Bytes::from_request(request, state)).await;
    let bytes = bytes.map_err(|_| not_whole())?.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::text(Kind::TooLarge, language, ServerText::TooLarge),
        _ => not_whole(),
    })?;
    // A page of another site can send other types without asking first.
    if !bytes.is_empty() && !is_json {
        return Err(ApiError::text(Kind::MediaType, language, ServerText::NotJson));
    }
    if !bytes.is_empty() && !is_plain {
        return Err(ApiError::text(Kind::MediaType, language, ServerText::NotPlain));
    }
    Ok((bytes, language))
}

/// Is the body as it is written, not compressed, and in UTF-8?
fn is_plain(headers: &HeaderMap) -> bool {
    let is_identity = |value: &HeaderValue| value.as_bytes().eq_ignore_ascii_case(b"identity");
    let media = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut parameters = media.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
    let is_utf8 = |(name, value): (&str, &str)| {
        !name.trim().eq_ignore_ascii_case("charset")
            || value.trim().trim_matches('"').eq_ignore_ascii_case("utf-8")
    };
    headers.get_all(CONTENT_ENCODING).iter().all(is_identity) && parameters.all(is_utf8)
}

fn is_json(headers: &HeaderMap) -> bool {
    let media = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    media.split(';').next().is_some_and(|media| media.trim().eq_ignore_ascii_case("application/json"))
}

fn parse<T: DeserializeOwned>(bytes: &[u8], language: Language) -> Result<T, ApiError> {
    // The JSON reader would take the values of an array for the fields in their order.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(invalid(ServerText::NotAnObject, language));
    }
    serde_json::from_slice(bytes).map_err(|error| bad_request(&json_fault(&error, language), language))
}

/// The fault of a JSON text. The words of the JSON reader are English.
pub(crate) fn json_fault(error: &serde_json::Error, language: Language) -> String {
    let text = clip(&error.to_string());
    if language == Language::English {
        return without_types(&text);
    }
    let named = |start: &str| text.strip_prefix(start)?.split('`').next().map(str::to_owned);
    if let Some(field) = named("unknown field `") {
        return language.fill(ServerText::UnknownField, &[&field]);
    }
    if let Some(field) = named("missing field `") {
        return language.fill(ServerText::MissingField, &[&field]);
    }
    let text = if error.is_data() { ServerText::WrongValue } else { ServerText::BadJson };
    language.fill(text, &[&error.line(), &error.column()])
}

/// The words of the JSON reader with names of JSON in the place of types of the program.
fn without_types(text: &str) -> String {
    let Some((found, expected)) = text.split_once(", expected ") else { return text.to_owned() };
    let (expected, place) = expected.split_once(" at line ").unwrap_or((expected, ""));
    let is_number =
        |word: &str| word.starts_with(['u', 'i']) && matches!(&word[1..], "8" | "16" | "32" | "64" | "size");
    let expected = match expected.split(' ').next().unwrap_or_default() {
        "struct" | "map" => "an object",
        "sequence" => "an array",
        "enum" | "internally" | "variant" => "one of the known names",
        word if is_number(word) => "a whole number",
        _ => expected,
    };
    let place = if place.is_empty() { String::new() } else { format!(" at line {place}") };
    format!("{found}, expected {expected}{place}")
}

/// A field that must be there is not.
pub(crate) fn missing(field: &str, language: Language) -> ApiError {
    bad_request(&language.fill(ServerText::MissingField, &[&field]), language)
}

/// A request with a value that is not allowed.
pub(crate) fn invalid(text: ServerText, language: Language) -> ApiError {
    bad_request(language.text(text), language)
}

/// An address with parts that are not understood. The words of the framework are English.
pub(crate) fn bad_address(why: &str, language: Language) -> ApiError {
    match language {
        Language::English => {
            let why = why.strip_prefix("Failed to deserialize query string: ").unwrap_or(why);
            bad_request(&clip(why), language)
        }
        Language::French => invalid(ServerText::BadAddress, language),
    }
}

/// A request that is not understood.
pub(crate) fn bad_request(why: &str, language: Language) -> ApiError {
    ApiError::new(Kind::BadRequest, language.fill(ServerText::BadRequest, &[&why]))
}

/// The beginning of a text of any length, on one line.
pub(crate) fn clip(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(160).collect()
}
