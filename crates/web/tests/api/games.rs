//! Games begin in many ways, are listed, and go.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use web::Limits;

use crate::site::{Site, path, words};

#[tokio::test]
async fn every_game_of_the_list_begins() {
    let site = Site::with(Limits { games_of_client: 500, burst: 4000, ..Limits::default() });
    let about = site.get("/api/about").await.with(200);
    let names = |kind: &str| -> Vec<String> {
        let games = about[kind].as_array().unwrap();
        games.iter().map(|game| game["name"].as_str().unwrap().to_owned()).collect()
    };
    assert!(names("patience").len() > 15 && names("peg").len() > 20);
    for name in names("patience") {
        let state = site.begin(json!({"family": "patience", "deal": name})).await;
        let title = state["title"].as_str().unwrap();
        let deal = state["view"]["deal"].as_str().unwrap();
        assert!(deal.starts_with(&format!("{name}.")) && title.contains(' '), "{deal}: {title}");
        assert_eq!(state["new"]["deal"], name.as_str());
    }
    for name in ["english", "triangle15", "hexagon19"] {
        let state = site.begin(json!({"family": "peg", "board": name})).await;
        assert_eq!(state["board"]["name"], name);
        assert!(!state["choices"]["jumps"].as_array().unwrap().is_empty());
        assert!(!state["title"].as_str().unwrap().is_empty());
    }
    for rules in about["rummy"].as_array().unwrap() {
        let body = json!({"family": "rummy", "rules": rules["name"]});
        let answer = site.post("/api/games", body).await;
        if rules["available"] == true {
            assert_eq!(answer.with(201)["view"]["rules"], rules["name"]);
        } else {
            assert_eq!(answer.error(422), "not_available");
        }
    }
}

#[tokio::test]
async fn letters_is_played_with_the_words_of_the_server() {
    let site = Site::configured(|config| config.words = Some(words()), Limits::default());
    let about = site.get("/api/about?lang=fr").await.with(200);
    assert_eq!(about["rummy"][0]["title"], "Lettres");
    assert_eq!((&about["rummy"][0]["available"], &about["rummy"][0]["most"]), (&json!(true), &json!(6)));
    let state = site.begin(json!({"family": "rummy", "rules": "letters", "seed": 3})).await;
    assert_eq!(state["view"]["rules"], "letters");
}

#[tokio::test]
async fn deals_come_by_number_rules_board_and_difficulty() {
    let site = Site::new();
    let windows = site.begin(json!({"family": "patience", "windows": 11982})).await;
    assert_eq!(windows["view"]["deal"], "MicrosoftFreeCell.11982");
    assert_eq!(windows["title"], "Windows FreeCell 11982");
    let rules =
        "name = \"Mine\"\ncolumns = [7,7,7,7,6,6,6,6]\ncells = 5\nbuild = \"same-suit\"\nfill = \"any\"\n";
    let own = site.begin(json!({"family": "patience", "rules": rules, "seed": 7})).await;
    assert_eq!((&own["title"], &own["rules"]["is_built_in"]), (&json!("Mine 7"), &json!(false)));
    let free = json!({"family": "patience", "deal": "fc.1", "foundations": "free"});
    assert_eq!(site.begin(free).await["rules"]["foundations"], "free");
    let board = site.get(&path(&windows, "/export/board")).await;
    let again = site.begin(json!({"family": "patience", "board": board.text(), "game": "ms"})).await;
    assert_eq!(again["view"]["columns"], windows["view"]["columns"]);
    let graded = site
        .begin(json!({"family": "patience", "difficulty": {"game": "FreeCell", "from": 20, "to": 60}}))
        .await;
    assert!((20..=60).contains(&graded["difficulty"].as_u64().unwrap()));
}

#[tokio::test]
async fn the_deal_of_the_day_is_the_same_for_everybody() {
    let site = Site::new();
    let deal = site.get("/api/deals/today?date=2026-11-17").await.with(200);
    let state = site.begin(json!({"family": "patience", "today": "2026-11-17"})).await;
    assert_eq!((&state["view"]["deal"], &state["today"]), (&deal["deal"], &json!("2026-11-17")));
    assert_eq!(state["difficulty"], deal["difficulty"]);
    let other = Site::new().get("/api/deals/today?date=2026-11-17").await.with(200);
    assert_eq!(other, deal);
    assert_eq!(site.get("/api/deals/today?date=9999-01-01").await.error(422), "not_possible");
    assert_eq!(site.get("/api/deals/today?date=nonsense").await.error(400), "bad_request");
}

#[tokio::test]
async fn requests_that_make_no_sense_are_refused_with_a_sentence() {
    let site = Site::new();
    for (body, status, code) in [
        (json!({}), 400, "bad_request"),
        (json!({"family": "patience"}), 400, "bad_request"),
        (json!({"family": "patience", "deal": "fc.1", "windows": 1}), 400, "bad_request"),
        (json!({"family": "chess"}), 400, "bad_request"),
        (json!({"family": "patience", "deel": "fc.1"}), 400, "bad_request"),
        (json!({"family": "patience", "deal": "fc.0"}), 422, "bad_game"),
        (json!({"family": "patience", "deal": "Nowhere.1"}), 422, "bad_game"),
        (json!({"family": "patience", "rules": "nonsense"}), 422, "bad_game"),
        (json!({"family": "patience", "board": "nonsense"}), 422, "bad_game"),
        (json!({"family": "patience", "deal": "fc.1", "foundations": "x"}), 400, "bad_request"),
        (
            json!({"family": "patience", "difficulty": {"game": "FreeCell", "from": 9, "to": 1}}),
            400,
            "bad_request",
        ),
        (
            json!({"family": "patience", "difficulty": {"game": "Nowhere", "from": 1, "to": 9}}),
            422,
            "not_possible",
        ),
        (json!({"family": "peg"}), 400, "bad_request"),
        (json!({"family": "peg", "board": "nowhere"}), 422, "bad_game"),
        (json!({"family": "peg", "board": "english", "vacate": "z9"}), 422, "bad_game"),
        (json!({"family": "peg", "board_text": "oo"}), 422, "bad_game"),
        (json!({"family": "rummy", "rules": "chess"}), 422, "bad_game"),
        (json!({"family": "rummy", "rules": "rami", "players": ["ai:easy", "ai:easy"]}), 422, "bad_game"),
        (json!({"family": "rummy", "rules": "rami", "players": ["human", "ai:genius"]}), 422, "bad_game"),
        (json!({"family": "rummy", "rules": "rami", "players": ["human"]}), 422, "bad_game"),
        (json!({"family": "rummy", "rules": "rami", "deals": 0}), 400, "bad_request"),
        (json!({"family": "rummy", "rules": "rami", "house_rules": "rules = \"rummikub\""}), 422, "bad_game"),
        (json!({"load": {"tapis": 1}}), 422, "bad_game"),
        (json!({"load": {"tapis": 9, "game": "FreeCell", "moves": []}}), 422, "bad_game"),
        (json!({"import": "the moon"}), 422, "bad_game"),
        (json!({"link": "nonsense"}), 422, "bad_game"),
        (json!({"link": "~AAAA"}), 422, "bad_game"),
    ] {
        let answer = site.post("/api/games", body.clone()).await;
        let error = answer.with(status)["error"].clone();
        assert_eq!(error["code"], code, "{body}");
        let message = error["message"].as_str().unwrap();
        assert!(message.ends_with(['.', '!', '?', '…', '`', ' ']) || message.len() > 20, "{body}: {message}");
    }
    assert_eq!(site.post("/api/games", Value::String("x".to_owned())).await.error(400), "bad_request");
}

#[tokio::test]
async fn a_link_reproduces_a_position() {
    let site = Site::new();
    let state = site.begin(json!({"family": "patience", "deal": "FreeCell.123"})).await;
    site.post(&path(&state, "/act"), json!({"input": "1a"})).await.with(200);
    let state = site.post(&path(&state, "/act"), json!({"input": "2b"})).await.with(200)["state"].clone();
    assert_eq!(state["link"], "FreeCell.123~1a_2b");
    let again = site.begin(json!({"link": state["link"]})).await;
    assert_eq!(again["view"], state["view"]);
    assert_ne!(again["id"], state["id"]);
}

#[tokio::test]
async fn a_browser_sees_its_own_games_only() {
    let site = Site::new();
    let request = |cookie: &str, body: Option<Value>| {
        let request = Request::builder().uri("/api/games").header("cookie", cookie);
        let request = request.method(if body.is_some() { "POST" } else { "GET" });
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        request.header("content-type", "application/json").body(body).unwrap()
    };
    let first = site.get("/api/games").await;
    assert_eq!(first.with(200)["games"], json!([]));
    let cookie = first.header("set-cookie").split(';').next().unwrap().to_owned();
    let body = json!({"family": "patience", "deal": "fc.1"});
    let state = site.send(request(&cookie, Some(body))).await.with(201);
    let games = site.send(request(&cookie, None)).await.with(200)["games"].clone();
    assert_eq!((&games[0]["id"], &games[0]["title"]), (&state["id"], &json!("FreeCell 1")));
    assert_eq!(site.get("/api/games").await.with(200)["games"], json!([]));
    assert_eq!(site.delete(&path(&state, "")).await.status, 204);
    assert_eq!(site.send(request(&cookie, None)).await.with(200)["games"], json!([]));
    assert_eq!(site.get(&path(&state, "")).await.error(404), "not_found");
}

#[tokio::test]
async fn the_language_is_that_of_the_request() {
    let site = Site::new();
    let state = site.begin(json!({"family": "patience", "deal": "fc.123"})).await;
    let french = site.post(&path(&state, "/act?lang=fr"), json!({"input": "1-2"})).await.with(422);
    let english = site.post(&path(&state, "/act"), json!({"input": "1-2"})).await.with(422);
    assert_ne!(french["error"]["message"], english["error"]["message"]);
    let request = Request::get("/api/games/nowhere").header("accept-language", "fr-FR,fr;q=0.9");
    let missing = site.send(request.body(Body::empty()).unwrap()).await.with(404);
    assert_eq!(missing["error"]["message"], "Cette partie n’est pas gardée ici.");
}
