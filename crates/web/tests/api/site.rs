//! A server in a folder of its own, and requests to it.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use lexicon::{Automaton, Reading, WordList};
use rummy::Vocabulary;
use serde_json::Value;
use session::PegTables;
use tempfile::TempDir;
use tower::ServiceExt;
use web::{Config, Limits, Server};

/// A server in a folder of its own.
pub(crate) struct Site {
    pub(crate) server: Server,
    pub(crate) folder: TempDir,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).expect("answers are UTF-8")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| panic!("not JSON: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The body of an answer with this status.
    pub(crate) fn with(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        self.json()
    }

    /// The code of the error of an answer with this status.
    pub(crate) fn error(&self, status: u16) -> String {
        self.with(status)["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

pub(crate) fn config(folder: &TempDir, limits: Limits) -> Config {
    Config {
        state: folder.path().join("state"),
        page: None,
        words: None,
        tables: PegTables::new(Some(folder.path().join("tables"))),
        is_local: true,
        forwarded: None,
        limits,
    }
}

/// A few words for letter rummy.
pub(crate) fn words() -> Arc<Vocabulary> {
    let text = "ABRI\nBORD\nBORDS\nCANTON\nTABLE\nTABLES\nTEST\nTESTS\n";
    let reading = Reading { shortest: 3, ..Reading::default() };
    let (list, _) = WordList::read(text.as_bytes(), &reading).unwrap();
    Arc::new(Vocabulary::new(Automaton::from_list(&list).unwrap()))
}

impl Site {
    pub(crate) fn new() -> Self {
        Self::with(Limits { threads: 1, ..Limits::default() })
    }

    pub(crate) fn with(limits: Limits) -> Self {
        Self::configured(|_| {}, limits)
    }

    pub(crate) fn configured(change: impl FnOnce(&mut Config), limits: Limits) -> Self {
        let folder = TempDir::new().unwrap();
        let mut config = config(&folder, limits);
        change(&mut config);
        Self { server: Server::open(config).unwrap(), folder }
    }

    /// Sends a request; one that names no host names this machine.
    pub(crate) async fn send(&self, mut request: Request<Body>) -> Answer {
        request.headers_mut().entry("host").or_insert(HeaderValue::from_static("127.0.0.1"));
        self.send_as_is(request).await
    }

    pub(crate) async fn send_as_is(&self, request: Request<Body>) -> Answer {
        let response = self.server.router().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, 64 << 20).await.unwrap().to_vec();
        Answer { status: parts.status, headers: parts.headers, bytes }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        let request = Request::post(path).header("content-type", "application/json");
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        self.send(request.body(body).unwrap()).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.send(Request::builder().method(Method::DELETE).uri(path).body(Body::empty()).unwrap()).await
    }

    /// Begins a game; its state.
    pub(crate) async fn begin(&self, body: Value) -> Value {
        self.post("/api/games", body).await.with(201)
    }
}

/// The path of a game, with what follows.
pub(crate) fn path(state: &Value, rest: &str) -> String {
    format!("/api/games/{}{rest}", state["id"].as_str().expect("a state has an id"))
}
