//! The bodies of requests, read once into types of their own.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
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
    let is_json = is_json(request.headers());
    let not_whole = || bad_request("the body is not whole", language);
    let bytes = tokio::time::timeout(BODY_TIME, Bytes::from_request(request, state)).await;
    let bytes = bytes.map_err(|_| not_whole())?.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::text(Kind::TooLarge, language, ServerText::TooLarge),
        _ => not_whole(),
    })?;
    // A page of another site can send other types without asking first.
    if !bytes.is_empty() && !is_json {
        return Err(ApiError::text(Kind::MediaType, language, ServerText::NotJson));
    }
    Ok((bytes, language))
}

fn is_json(headers: &HeaderMap) -> bool {
    let media = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    media.split(';').next().is_some_and(|media| media.trim().eq_ignore_ascii_case("application/json"))
}

fn parse<T: DeserializeOwned>(bytes: &[u8], language: Language) -> Result<T, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| bad_request(&clip(&error.to_string()), language))
}

/// A request that is not understood.
pub(crate) fn bad_request(why: &str, language: Language) -> ApiError {
    ApiError::new(Kind::BadRequest, language.fill(ServerText::BadRequest, &[&why]))
}

/// The beginning of a text of any length, on one line.
pub(crate) fn clip(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(160).collect()
}
