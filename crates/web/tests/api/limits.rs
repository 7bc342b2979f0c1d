//! Limits: sizes, rates, numbers.

use axum::body::Body;
use axum::http::{Request, Version};
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
        let answer = site.get("/api/about").await;
        refused += usize::from(answer.status == 429 && answer.header("retry-after") == "1");
    }
    assert_eq!(refused, 5);
}

/// A page of sixty files that is loaded again and again must not use up what the game needs, nor the other way round.
#[tokio::test]
async fn files_of_the_page_are_counted_apart() {
    let site = Site::with(Limits { rate: 0, burst: 3, file_rate: 0, file_burst: 5, ..Limits::default() });
    let status = async |path: &str| site.get(path).await.status;
    for _ in 0..5 {
        assert_eq!(status("/").await, 200);
    }
    assert_eq!(status("/").await, 429);
    for _ in 0..3 {
        assert_eq!(status("/api/about").await, 200);
    }
    assert_eq!(status("/api/about").await, 429);
}

/// By default, a class behind one address can open the page at once.
#[tokio::test]
async fn thirty_visits_at_once_are_served() {
    let site = Site::with(Limits::default());
    let files = 2000;
    for _ in 0..files {
        assert_eq!(site.get("/js/main.js").await.status, 200);
    }
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
        let request = request.header("host", "127.0.0.1");
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
}

/// Games are counted by address too, whatever the cookies say, and in all.
#[tokio::test]
async fn an_address_and_the_server_keep_a_number_of_games() {
    for (limits, refusal) in [
        (Limits { games_of_address: 2, threads: 1, ..Limits::default() }, (429, "too_many_requests")),
        (Limits { games: 2, threads: 1, ..Limits::default() }, (503, "busy")),
    ] {
        let site = Site::with(limits);
        let deal = json!({"family": "patience", "deal": "fc.123"});
        let mut kept = 0;
        let states =
            [site.begin(deal.clone()).await, site.begin(deal.clone()).await, site.begin(deal.clone()).await];
        for state in &states {
            kept += usize::from(site.post(&path(state, "/act"), json!({"input": "1a"})).await.status == 200);
        }
        assert_eq!(kept, 2, "a game in which nothing was played makes room");
        let refused = site.post("/api/games", deal).await;
        assert_eq!(refused.error(refusal.0), refusal.1, "games under way are never removed");
    }
}

#[tokio::test]
async fn fields_of_another_family_are_refused() {
    let site = Site::new();
    for body in [
        json!({"family": "patience", "deal": "fc.1", "players": ["human"]}),
        json!({"family": "peg", "board": "english", "deals": 2}),
        json!({"family": "rummy", "rules": "rami", "vacate": "d4"}),
        json!({"link": "FreeCell.1", "seed": 7}),
    ] {
        let answer = site.post("/api/games", body).await;
        assert_eq!(answer.error(400), "bad_request");
        assert!(answer.text().contains("has no meaning in this request"), "{}", answer.text());
    }
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
    let capitals = Request::get("/api/about").header("host", "LOCALHOST:8900").body(Body::empty()).unwrap();
    assert_eq!(site.send(capitals).await.status, 200, "names have no case");
    let two = ask("host", "evil.example");
    assert_eq!(site.send(two).await.error(400), "bad_request", "two names");
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
    let mut answers = Vec::new();
    for input in ["2b", "3c", "4d"] {
        answers.push(site.post(&path(&state, "/act"), json!({ "input": input })).await);
    }
    let refused = answers[2].with(422);
    assert_eq!(refused["error"]["message"], "A game has at most 2 moves.");
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

#[tokio::test]
async fn requests_name_this_server() {
    let site = Site::new();
    let ask = |uri: &str| Request::get(uri).version(Version::HTTP_11);
    let without = ask("/api/about").body(Body::empty()).unwrap();
    assert_eq!(site.send_as_is(without).await.error(400), "bad_request");
    let old = Request::get("/api/about").version(Version::HTTP_10).body(Body::empty()).unwrap();
    assert_eq!(site.send_as_is(old).await.status, 200);
    for (target, status) in [("http://evil.example/api/about", 403), ("http://127.0.0.1:8900/api/about", 200)]
    {
        let request = ask(target).header("host", "127.0.0.1:8900").body(Body::empty()).unwrap();
        assert_eq!(site.send_as_is(request).await.status, status, "{target}");
    }
}

/// A body that is announced as too large is refused before it is sent.
#[tokio::test]
async fn an_announced_length_above_the_limit_is_refused_at_once() {
    let site = Site::new();
    let request = Request::post("/api/games").header("content-type", "application/json");
    let never = Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>());
    let request = request.header("content-length", "300000").body(never).unwrap();
    assert_eq!(site.send(request).await.error(413), "too_large");
}

#[tokio::test]
async fn encodings_and_other_letters_are_refused() {
    let site = Site::new();
    let begin = |name: &'static str, value: &'static str| {
        let request = Request::post("/api/games").header(name, value);
        let request =
            if name == "content-type" { request } else { request.header("content-type", "application/json") };
        request.body(Body::from(r#"{"family":"patience","deal":"fc.1"}"#)).unwrap()
    };
    for (name, value) in [
        ("content-encoding", "gzip"),
        ("content-type", "application/json; charset=utf-16"),
        ("content-type", "application/json; charset=\"latin1\""),
    ] {
        assert_eq!(site.send(begin(name, value)).await.error(415), "unsupported_media_type", "{value}");
    }
    for (name, value) in
        [("content-encoding", "identity"), ("content-type", "Application/JSON; Charset=\"UTF-8\"")]
    {
        assert_eq!(site.send(begin(name, value)).await.status, 201, "{value}");
    }
}

#[tokio::test]
async fn unknown_paths_and_methods_are_refused() {
    let site = Site::new();
    for path in ["/api", "/api/", "/api/nothing", "/api/games/x/dance", "/login", "/a/b", "/index.php"] {
        assert_eq!(site.get(path).await.error(404), "not_found", "{path}");
    }
    assert_eq!(site.post("/", json!({})).await.error(405), "method_not_allowed");
    assert_eq!(site.post("/index.html", json!({})).await.error(405), "method_not_allowed");
    assert_eq!(site.get("/").await.status, 200);
    assert_eq!(site.get("/index.html").await.status, 200);
}

/// Faults are named in the words of JSON.
#[tokio::test]
async fn faults_of_bodies_show_no_types_of_the_program() {
    let site = Site::new();
    let state = site.begin(json!({"family": "patience", "deal": "fc.1"})).await;
    for (request, body, words) in [
        ("/act", json!(["1a"]), "an object is expected, not an array"),
        ("/act", json!("1a"), "expected an object"),
        ("/act", json!({"input": "1a", "seat": "x"}), "expected a whole number"),
        ("/goto", json!({"move": -1}), "expected a whole number"),
        ("/undo", json!([]), "an object is expected, not an array"),
    ] {
        let answer = site.post(&path(&state, request), body).await;
        assert_eq!(answer.error(400), "bad_request");
        assert!(answer.text().contains(words), "{}", answer.text());
        for name in ["struct", "Body", "usize", "u64"] {
            assert!(!answer.text().contains(name), "{}", answer.text());
        }
    }
}
