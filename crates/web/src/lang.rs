//! The language of a request.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use session::texts::Language;

/// The language that a client reads: that of `?lang=`, else the first of `Accept-Language` that there is, else English.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lang(pub(crate) Language);

impl Lang {
    pub(crate) fn of(query: Option<&str>, headers: &HeaderMap) -> Self {
        let named = query.unwrap_or_default().split('&').find_map(|pair| pair.strip_prefix("lang="));
        Self(named.and_then(|name| name.parse().ok()).unwrap_or_else(|| accepted(headers)))
    }
}

fn accepted(headers: &HeaderMap) -> Language {
    let header = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut wanted: Vec<(f32, &str)> = header.split(',').take(20).map(weighted).collect();
    wanted.sort_by(|a, b| b.0.total_cmp(&a.0));
    let known = |(_, name): &(f32, &str)| name.split('-').next().and_then(|name| name.trim().parse().ok());
    wanted.iter().find_map(known).unwrap_or_default()
}

/// A language of the header and its weight: `fr;q=0.8`.
fn weighted(part: &str) -> (f32, &str) {
    let (name, weight) = part.split_once(";q=").unwrap_or((part, "1"));
    (weight.trim().parse().unwrap_or(0.0), name.trim())
}

impl<S: Sync> FromRequestParts<S> for Lang {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts.uri.query(), &parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_decides_then_the_header() {
        let lang = |query: Option<&str>, header: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, header.parse().unwrap());
            Lang::of(query, &headers).0
        };
        assert_eq!(lang(Some("seat=0&lang=fr"), "en"), Language::French);
        assert_eq!(lang(None, "fr-CH, en;q=0.5"), Language::French);
        assert_eq!(lang(None, "de, en;q=0.9, fr;q=0.95"), Language::French);
        assert_eq!(lang(Some("lang=xx"), "de"), Language::English);
        assert_eq!(lang(None, ""), Language::English);
    }
}
