//! Long games: a request costs about as much as loading the game, and others do not wait for it.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::site::{Site, path};

/// Begins a game of this many moves: a card goes to and fro between a cell and a column.
async fn long_game(site: &Site, moves: usize) -> Value {
    let state = site.begin(json!({"family": "patience", "deal": "fc.123"})).await;
    let choices = site.get(&path(&state, "/choices")).await.with(200);
    let onto = choices["moves"].as_array().unwrap().iter().find(|choice| {
        let place = |name: &str| choice[name].as_str().unwrap().parse::<u8>().is_ok();
        place("from") && place("to")
    });
    let onto = onto.expect("a card can go onto another");
    let (from, to) = (onto["from"].as_str().unwrap(), onto["to"].as_str().unwrap());
    let (down, up) = (format!("a{to}"), format!("{to}a"));
    let first = format!("{from}a");
    let line = std::iter::once(&first).chain([&down, &up].into_iter().cycle()).take(moves);
    let line: Vec<&str> = line.map(String::as_str).collect();
    site.begin(json!({"link": format!("FreeCell.123~{}", line.join("_"))})).await
}

#[tokio::test]
async fn going_back_in_a_long_game_is_quick() {
    let site = Site::new();
    let state = long_game(&site, 4_980).await;
    assert_eq!(state["view"]["moves"], 4_980);
    let act = timed(&site, &path(&state, "/act"), json!({"input": "2b"})).await;
    // Twenty times as much where each step back writes down all moves.
    let most = act * 5 + Duration::from_millis(50);
    for (request, body) in [
        ("/goto", json!({"move": 1})),
        ("/goto", json!({"move": 4_980})),
        ("/branch", json!({"move": 1})),
        ("/truth", json!({"move": 1})),
        ("/restart", Value::Null),
    ] {
        let time = timed(&site, &path(&state, request), body).await;
        assert!(time < most, "{request}: {time:?}, a move {act:?}");
    }
}

/// The time that a request takes.
async fn timed(site: &Site, path: &str, body: Value) -> Duration {
    let began = Instant::now();
    let status = site.post(path, body).await.status;
    assert!(status.is_success(), "{path}: {status}");
    began.elapsed()
}
