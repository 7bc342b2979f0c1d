//! A game that was removed stays removed, whatever happens at the same time.

use std::sync::Arc;
use std::time::Duration;

use rusqlite::Connection;
use serde_json::{Value, json};
use web::{Limits, Server};

use crate::site::{Site, config, path};

/// Requests that load the game, hold it or change it run while it is removed.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_removed_game_never_comes_back() {
    let limits = Limits { open_games: 1, threads: 1, rate: 100_000, burst: 100_000, ..Limits::default() };
    let site = Arc::new(Site::with(limits));
    for round in 0..60 {
        let state = site.begin(json!({"link": "FreeCell.123~1a_2b_3c"})).await;
        // Another game drives this one out of the memory, so that it is read from the disk again.
        let other = site.begin(json!({"family": "peg", "board": "english"})).await;
        let ask = |kind: u32| {
            let (site, path, game) = (Arc::clone(&site), path(&state, ""), path(&state, "/act"));
            tokio::spawn(async move {
                match kind % 3 {
                    0 => drop(site.get(&path).await),
                    1 => drop(site.post(&game, json!({"input": "4d"})).await),
                    _ => drop(site.get(&format!("{path}/choices")).await),
                }
            })
        };
        let before: Vec<_> = (0..4).map(ask).collect();
        for _ in 0..round % 7 {
            tokio::task::yield_now().await;
        }
        assert_eq!(site.delete(&path(&state, "")).await.status, 204);
        assert_eq!(site.get(&path(&state, "")).await.error(404), "not_found");
        for request in before {
            request.await.unwrap();
        }
        assert_eq!(site.get(&path(&state, "")).await.error(404), "not_found");
        let act = site.post(&path(&state, "/act"), json!({"input": "5b"})).await;
        assert_eq!(act.error(404), "not_found");
        assert_eq!(site.delete(&path(&state, "")).await.error(404), "not_found");
        assert_eq!(site.delete(&path(&other, "")).await.status, 204);
    }
}

/// Whoever waits for a change hears at once that the game is gone.
#[tokio::test]
async fn waiting_for_a_change_ends_with_the_game() {
    let site = Arc::new(Site::new());
    let state = site.begin(json!({"family": "patience", "deal": "fc.1"})).await;
    let (waiting, path) = (Arc::clone(&site), path(&state, ""));
    let wait = format!("{path}?after=1");
    let waits = tokio::spawn(async move { waiting.get(&wait).await });
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(site.delete(&path).await.status, 204);
    let answer = tokio::time::timeout(Duration::from_secs(5), waits).await.expect("at once").unwrap();
    assert_eq!(answer.error(404), "not_found");
}

/// On a full disk help is still given, and each refusal says which thing was not kept.
#[tokio::test]
async fn a_full_disk_is_named() {
    let site = Site::new();
    let state = site.begin(json!({"family": "patience", "deal": "fc.11"})).await;
    // The look whether a machine is to move holds the server for a moment.
    tokio::time::sleep(Duration::from_millis(50)).await;
    let Site { server, folder } = site;
    drop(server);
    let file = Connection::open(folder.path().join("state/games.sqlite")).unwrap();
    for change in ["INSERT", "UPDATE", "DELETE"] {
        let full = "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END";
        file.execute_batch(&format!("CREATE TRIGGER full_{change} BEFORE {change} ON game {full}")).unwrap();
    }
    drop(file);
    let site = Site { server: Server::open(config(&folder, Limits::default())).unwrap(), folder };
    assert_eq!(site.post(&path(&state, "/hint"), Value::Null).await.with(200)["hint"], "enter");
    assert_eq!(site.post(&path(&state, "/solution"), Value::Null).await.with(200)["solution"], "found");
    let message = |answer: crate::site::Answer| answer.with(500)["error"]["message"].clone();
    let act = site.post(&path(&state, "/act"), json!({"input": "1a"})).await;
    assert_eq!(message(act), "The move could not be kept on the disk.");
    let begun = site.post("/api/games", json!({"family": "patience", "deal": "fc.1"})).await;
    assert_eq!(message(begun), "The game could not be kept on the disk.");
    let removed = site.delete(&path(&state, "")).await;
    assert_eq!(message(removed), "The game could not be removed from the disk.");
    let now = site.get(&path(&state, "")).await.with(200);
    assert_eq!((&now["view"]["moves"], &now["help"]["hints"]), (&json!(0), &json!(1)));
}
