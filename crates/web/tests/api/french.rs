//! Answers in French have no English in them, besides what is said to be English.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::site::{Answer, Site, path};

/// Words that no French sentence has.
const ENGLISH: &[&str] = &[
    " the ", " is ", " are ", " not ", " of ", " a game", " move", " card", " tile", " your ", " no ",
    " there ", " you ", " draws ", "expected", "missing", "unknown", "must",
];

fn assert_french(text: &str) {
    let padded = format!(" {} ", text.to_lowercase());
    for word in ENGLISH {
        assert!(!padded.contains(word), "`{word}` in `{text}`");
    }
}

/// The message of an error, without the part that is said to be English.
fn message(answer: &Answer) -> String {
    let error =
        answer.json()["error"]["message"].as_str().unwrap_or_else(|| panic!("{}", answer.text())).to_owned();
    error.split("en anglais :").next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn requests_for_games_are_refused_in_french() {
    let site = Site::new();
    for body in [
        json!({}),
        json!({"family": "patience"}),
        json!({"family": "patience", "deal": "Nonsense.1"}),
        json!({"family": "patience", "deal": "FreeCell.x"}),
        json!({"family": "patience", "deal": "FreeCell.0"}),
        json!({"family": "patience", "windows": 99_999_999_999_u64}),
        json!({"family": "patience", "today": "yesterday"}),
        json!({"family": "patience", "difficulty": {"game": "FreeCell", "from": 9, "to": 2}}),
        json!({"family": "patience", "deal": "FreeCell.1", "foundations": "up"}),
        json!({"family": "patience", "deal": "FreeCell.1", "vacate": "d4"}),
        json!({"family": "patience", "rules": "nonsense"}),
        json!({"family": "patience", "board": "nonsense"}),
        json!({"family": "peg", "board": "nonsense"}),
        json!({"family": "peg", "board": "english", "vacate": "z9"}),
        json!({"family": "peg", "board_text": "xyz"}),
        json!({"family": "rummy"}),
        json!({"family": "rummy", "rules": "whist"}),
        json!({"family": "rummy", "rules": "letters"}),
        json!({"family": "rummy", "rules": "rami", "deals": 0}),
        json!({"family": "rummy", "rules": "rami", "players": ["human"]}),
        json!({"family": "rummy", "rules": "rami", "players": ["ai:easy", "ai:easy"]}),
        json!({"family": "rummy", "rules": "rami", "players": ["x".repeat(99)]}),
        json!({"family": "rummy", "rules": "rami", "house_rules": "rules = \"canasta\""}),
        json!({"family": "rummy", "rules": "rami", "house_rules": "nonsense"}),
        json!({"import": "nonsense"}),
        json!({"import": "17 V"}),
        json!({"import": "0 V\n", "deal": "FreeCell.1"}),
        json!({"import": "{}"}),
        json!({"link": "nonsense"}),
        json!({"family": "patience", "deal": 7}),
        json!({"family": "chess"}),
        json!({"familly": "patience"}),
    ] {
        let answer = site.post("/api/games?lang=fr", body.clone()).await;
        assert!(answer.status.is_client_error(), "{body}: {}", answer.text());
        assert_french(&message(&answer));
    }
    for text in ["", "{", "[]", "nonsense"] {
        let request = Request::post("/api/games?lang=fr").header("content-type", "application/json");
        assert_french(&message(&site.send(request.body(Body::from(text)).unwrap()).await));
    }
}

#[tokio::test]
async fn requests_about_games_are_refused_in_french() {
    let site = Site::new();
    let patience = site.begin(json!({"family": "patience", "deal": "FreeCell.1"})).await;
    let rummy = site
        .begin(json!({"family": "rummy", "rules": "rami", "players": ["human", "human"], "seed": 7}))
        .await;
    for (state, rest) in [
        (&patience, "?lang=fr&seat=x"),
        (&patience, "?lang=fr&seat=3"),
        (&patience, "/at/99?lang=fr"),
        (&patience, "/at/x?lang=fr"),
        (&patience, "/export/nonsense?lang=fr"),
        (&patience, "/nonsense?lang=fr"),
        (&patience, "/live?lang=fr"),
        (&rummy, "/export/classic?lang=fr"),
    ] {
        assert_french(&message(&site.get(&path(state, rest)).await));
    }
    for (state, rest, body) in [
        (&patience, "/act?lang=fr", json!({"input": "1-2"})),
        (&patience, "/act?lang=fr", json!({"input": "nonsense"})),
        (&patience, "/act?lang=fr", json!({})),
        (&patience, "/act?lang=fr", json!({"input": "1a", "version": 99})),
        (&patience, "/undo?lang=fr", Value::Null),
        (&patience, "/redo?lang=fr", Value::Null),
        (&patience, "/finish?lang=fr", Value::Null),
        (&patience, "/goto?lang=fr", json!({"move": 99})),
        (&patience, "/goto?lang=fr", json!({"moves": 99})),
        (&rummy, "/truth?lang=fr", Value::Null),
        (&rummy, "/solution?lang=fr", Value::Null),
        (&rummy, "/restart?lang=fr", Value::Null),
        (&rummy, "/branch?lang=fr", json!({"move": 0})),
        (&rummy, "/act?lang=fr", json!({"input": "done"})),
        (&rummy, "/act?lang=fr", json!({"input": "discard 9H"})),
    ] {
        assert_french(&message(&site.post(&path(state, rest), body).await));
    }
}

/// The texts of games: titles, events, sentences for the ear, hints, reviews.
#[tokio::test]
async fn games_are_in_french() {
    let site = Site::new();
    let players = json!(["human", "human"]);
    for rules in ["rummikub", "rami", "canasta", "mahjong"] {
        let body = json!({"family": "rummy", "rules": rules, "players": players, "seed": 7});
        let state = site.post("/api/games?lang=fr", body).await.with(201);
        let acted = site.post(&path(&state, "/act?lang=fr"), json!({"input": "draw"})).await.with(200);
        assert_french(acted["say"].as_str().unwrap());
        for part in ["events", "moves"] {
            let rows = if part == "events" { &acted["events"] } else { &acted["state"]["moves"] };
            rows.as_array().unwrap().iter().for_each(|row| assert_french(row["text"].as_str().unwrap()));
        }
        let turn = &acted["state"]["turn"];
        assert_french(turn["reason"].as_str().unwrap_or_default());
        assert_french(turn["opening"].as_str().unwrap_or_default());
    }
    let about = site.get("/api/about?lang=fr").await.with(200);
    for family in ["patience", "peg", "rummy", "level_titles"] {
        about[family]
            .as_array()
            .unwrap()
            .iter()
            .for_each(|game| assert_french(game["title"].as_str().unwrap()));
    }
}
