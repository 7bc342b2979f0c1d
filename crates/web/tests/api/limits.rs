//! Limits: sizes, rates, numbers.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use web::Limits;

use crate::site::{Site, path};

#[tokio::test]
async fn large_bodies_are_refused() {
    let site = Site::with(Limits { body: 1000, ..Limits::default() });
    let body = json!({"import": "x".repeat(2000)});
    assert_eq!(site.post("/api/games", body).await.error(413), "too_large");
}

#[tokio::test]
async fn a_client_that_asks_too_often_is_refused() {
    let site = Site::with(Limits { rate: 0, burst: 5, ..Limits::default() });
    let mut refused = 0;
    for _ in 0..10 {
        refused += usize::from(site.get("/api/about").await.status == 429);
    }
    assert_eq!(refused, 5);
}

/// A forged header does not give a client another bucket; a configured proxy's does.
#[tokio::test]
async fn addresses_of_proxies_count_only_where_that_is_configured() {
    let asks = |forwarded: Option<usize>| async move {
        let limits = Limits { rate: 0, burst: 2, threads: 1, ..Limits::default() };
        let site = Site::configured(|config| config.forwarded = forwarded, limits);
        let mut refused = 0;
        for number in 0..6 {
            let request = Request::get("/api/about").header("x-forwarded-for", format!("10.0.0.{number}"));
            refused += usize::from(site.send(request.body(Body::empty()).unwrap()).await.status == 429);
        }
        refused
    };
    assert_eq!((asks(None).await, asks(Some(1)).await), (4, 0));
}

#[tokio::test]
async fn a_browser_keeps_a_number_of_games() {
    let site = Site::with(Limits { games_of_client: 2, threads: 1, ..Limits::default() });
    let cookie = "tapis=0123456789abcdef0123456789abcdef";
    let begin = |site: &Site| {
        let request =
            Request::post("/api/games").header("cookie", cookie).header("content-type", "application/json");
        let request = request.body(Body::from(r#"{"family":"patience","deal":"fc.123"}"#)).unwrap();
        let router = site.server.router();
        async move { tower::ServiceExt::oneshot(router, request).await.unwrap().status() }
    };
    for _ in 0..5 {
        assert_eq!(begin(&site).await, 201, "games in which nothing was played make room");
    }
    let list = Request::get("/api/games").header("cookie", cookie).body(Body::empty()).unwrap();
    let games = site.send(list).await.with(200)["games"].clone();
    assert_eq!(games.as_array().unwrap().len(), 2);
    for game in games.as_array().unwrap() {
        site.post(&path(game, "/act"), json!({"input": "1a"})).await.with(200);
    }
    assert_eq!(begin(&site).await, 429);
    let full = Site::with(Limits { games: 1, threads: 1, ..Limits::default() });
    assert_eq!((begin(&full).await.as_u16(), begin(&full).await.as_u16()), (201, 503));
}

#[tokio::test]
async fn other_sites_and_other_names_are_refused() {
    let site = Site::new();
    let ask = |name: &'static str, value: &'static str| {
        Request::get("/api/about")
            .header("host", "127.0.0.1:8900")
            .header(name, value)
            .body(Body::empty())
            .unwrap()
    };
    assert_eq!(site.send(ask("origin", "https://evil.example")).await.error(403), "forbidden");
    assert_eq!(site.send(ask("origin", "http://127.0.0.1:8900")).await.status, 200);
    let host = Request::get("/api/about").header("host", "evil.example:8900").body(Body::empty()).unwrap();
    assert_eq!(site.send(host).await.error(403), "forbidden", "a name that was led here");
    let open = Site::configured(|config| config.is_local = false, Limits::default());
    let host = Request::get("/api/about").header("host", "games.example").body(Body::empty()).unwrap();
    assert_eq!(open.send(host).await.status, 200);
}

/// A form of another site cannot send JSON.
#[tokio::test]
async fn bodies_of_other_types_are_refused() {
    let site = Site::new();
    let request = Request::post("/api/games").header("content-type", "text/plain");
    let request = request.body(Body::from(r#"{"family":"patience","deal":"fc.1"}"#)).unwrap();
    assert_eq!(site.send(request).await.error(415), "unsupported_media_type");
}

#[tokio::test]
async fn a_game_has_an_end_of_moves() {
    let site = Site::with(Limits { moves: 2, threads: 1, ..Limits::default() });
    let state = site.begin(json!({"family": "patience", "deal": "fc.123"})).await;
    for input in ["1a", "a1"] {
        let answer = site.post(&path(&state, "/act"), json!({ "input": input })).await;
        assert!([200, 422].contains(&answer.status.as_u16()));
    }
    for input in ["2b", "3c", "4d"] {
        site.post(&path(&state, "/act"), json!({ "input": input })).await;
    }
    assert!(site.get(&path(&state, "")).await.with(200)["view"]["moves"].as_u64().unwrap() <= 2);
    let long = json!({"link": "FreeCell.123~1a_2b_3c"});
    assert_eq!(site.post("/api/games", long).await.error(422), "bad_game");
}

#[tokio::test]
async fn nonsense_never_ends_the_server() {
    let site = Site::with(Limits { burst: 4000, threads: 1, ..Limits::default() });
    let state = site.begin(json!({"family": "rummy", "rules": "rummikub", "seed": 1})).await;
    for input in [
        "",
        "(",
        ")))",
        "+ ()",
        "put * 99999999999999999999",
        "2",
        "move x y z",
        "\u{0}",
        "漢字 ♠",
        "done done",
        "0 (1r)",
    ] {
        let answer = site.post(&path(&state, "/act"), json!({ "input": input })).await;
        assert!([200, 422].contains(&answer.status.as_u16()), "{input}: {}", answer.text());
    }
    for rest in ["?seat=-1", "?after=x", "/at/99999999999999999999999", "/export/%00", "/export/..%2f"] {
        let status = site.get(&path(&state, rest)).await.status.as_u16();
        assert!([400, 404, 422].contains(&status), "{rest}: {status}");
    }
    for id in ["", "x", "%00", "../../etc", &"a".repeat(5000)] {
        let status = site.get(&format!("/api/games/{id}/choices")).await.status.as_u16();
        assert!([400, 404].contains(&status), "{id}: {status}");
    }
    let _ = site.post(&path(&state, "/act"), json!({"input": "+ ".repeat(10_000)})).await;
    assert_eq!(site.post(&path(&state, "/act"), Value::Null).await.error(400), "bad_request");
    assert_eq!(site.get("/api/about").await.status, 200);
}
