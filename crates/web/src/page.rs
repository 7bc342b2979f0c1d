//! The page: in the program, or in a folder for those who work on it.

use std::path::{Component, Path, PathBuf};

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};
use session::texts::{Language, ServerText};

use crate::error::{ApiError, Kind};

/// The files of the page.
#[derive(Embed)]
#[folder = "page"]
struct Page;

const INDEX: &str = "index.html";

/// A file of the page; the screens of the page are parts of one address.
pub(crate) async fn file(
    folder: Option<&Path>,
    path: &str,
    headers: &HeaderMap,
    language: Language,
) -> Response {
    let name = path.trim_start_matches('/');
    let name = if name.is_empty() { INDEX } else { name };
    match read(folder, name).await {
        Some(bytes) => answer(name, bytes, headers),
        None => ApiError::text(Kind::NotFound, language, ServerText::NotFound).into_response(),
    }
}

async fn read(folder: Option<&Path>, name: &str) -> Option<Vec<u8>> {
    let Some(folder) = folder else {
        let EmbeddedFile { data, .. } = Page::get(name)?;
        return Some(data.into_owned());
    };
    let path = inside(folder, name)?;
    tokio::task::spawn_blocking(move || std::fs::read(path).ok()).await.ok().flatten()
}

/// The path of a file in the folder; none for a name that leads out of it.
fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    is_plain.then(|| folder.join(name))
}

fn answer(name: &str, bytes: Vec<u8>, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", &blake3::hash(&bytes).to_hex()[..24]);
    let is_known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok()).is_some_and(|known| {
        known == "*" || known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)
    });
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(CONTENT_TYPE, media_type(name))], Body::from(bytes)).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(ETAG, HeaderValue::from_str(&tag).expect("digits and letters are a header"));
    response
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The bytes of the whole page in the program, for tests of its weight.
#[cfg(test)]
pub(crate) fn weight() -> usize {
    Page::iter().filter_map(|name| Page::get(&name)).map(|file| file.data.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let folder = Path::new("/page");
        assert_eq!(inside(folder, "js/app.js"), Some(PathBuf::from("/page/js/app.js")));
        for name in ["../secret.txt", "/etc/passwd", "js/../../secret.txt", "./../a.b"] {
            assert_eq!(inside(folder, name), None, "{name}");
        }
    }

    #[test]
    fn the_page_is_light() {
        assert!(weight() < 300_000, "{} bytes", weight());
    }
}
