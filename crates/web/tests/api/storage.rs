//! Games survive a restart.

use rusqlite::Connection;
use serde_json::{Value, json};
use web::{Limits, Server};

use crate::site::{Site, config, path};

#[tokio::test]
async fn games_go_on_after_a_restart() {
    let site = Site::new();
    let state = site.begin(json!({"family": "patience", "deal": "fc.123"})).await;
    let act = |input: &str| json!({ "input": input });
    site.post(&path(&state, "/act"), act("1a")).await.with(200);
    let before = site.post(&path(&state, "/hint"), Value::Null).await.with(200);
    let rummy = site
        .begin(json!({"family": "rummy", "rules": "rummikub", "players": ["human", "human"], "seed": 3}))
        .await;
    let rummy = site.post(&path(&rummy, "/act"), act("draw")).await.with(200)["state"].clone();
    let Site { server, folder } = site;
    drop(server);
    let site = Site { server: Server::open(config(&folder, Limits::default())).unwrap(), folder };
    let after = site.get(&path(&state, "")).await.with(200);
    assert_eq!((&after["version"], &after["view"]["moves"]), (&json!(2), &json!(1)));
    assert_eq!((&after["help"]["hints"], &after["new"]["deal"]), (&json!(1), &json!("FreeCell")));
    assert_eq!(after["moves"].as_array().unwrap().len(), 1);
    assert_eq!(site.post(&path(&state, "/hint"), Value::Null).await.with(200)["hint"], before["hint"]);
    let again = site.get(&path(&rummy, "")).await.with(200);
    assert_eq!((&again["view"], &again["moves"]), (&rummy["view"], &rummy["moves"]));
}

/// Games that nobody uses leave the memory and come back from the disk.
#[tokio::test]
async fn more_games_than_the_memory_holds_are_all_there() {
    let site = Site::with(Limits { open_games: 4, threads: 1, ..Limits::default() });
    let mut states = Vec::new();
    for number in 1..=20 {
        let state = site.begin(json!({"family": "patience", "deal": format!("fc.{number}")})).await;
        states
            .push(site.post(&path(&state, "/act"), json!({"input": "1a"})).await.with(200)["state"].clone());
    }
    for state in states {
        let now = site.get(&path(&state, "")).await.with(200);
        assert_eq!((&now["view"], &now["version"]), (&state["view"], &state["version"]));
    }
}

/// A game that cannot be read any more can be removed.
#[tokio::test]
async fn a_damaged_game_can_be_removed() {
    let site = Site::new();
    let state = site.begin(json!({"family": "patience", "deal": "fc.1"})).await;
    site.post(&path(&state, "/act"), json!({"input": "1a"})).await.with(200);
    let Site { server, folder } = site;
    drop(server);
    let file = Connection::open(folder.path().join("state/games.sqlite")).unwrap();
    file.execute("UPDATE game SET envelope = 'nonsense'", []).unwrap();
    drop(file);
    let site = Site { server: Server::open(config(&folder, Limits::default())).unwrap(), folder };
    assert_eq!(site.get(&path(&state, "")).await.error(422), "bad_game");
    assert_eq!(site.delete(&path(&state, "")).await.status, 204);
    assert_eq!(site.delete(&path(&state, "")).await.error(404), "not_found");
    assert_eq!(site.get(&path(&state, "")).await.error(404), "not_found");
}

/// A file that lost a table, or bytes in the middle, is refused when the server starts.
#[tokio::test]
async fn a_damaged_database_is_refused() {
    for damage in ["DROP TABLE game", "DROP TABLE daily"] {
        let Site { server, folder } = Site::new();
        drop(server);
        let file = folder.path().join("state/games.sqlite");
        Connection::open(file).unwrap().execute_batch(damage).unwrap();
        let refused = Server::open(config(&folder, Limits::default())).unwrap_err().to_string();
        assert!(refused.starts_with("games.sqlite is damaged: "), "{refused}");
    }
    let site = Site::new();
    for number in 1..=40 {
        site.begin(json!({"family": "patience", "deal": format!("fc.{number}")})).await;
    }
    let Site { server, folder } = site;
    drop(server);
    let file = folder.path().join("state/games.sqlite");
    Connection::open(&file).unwrap().execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle - 4096..middle + 4096].fill(0xA5);
    std::fs::write(&file, bytes).unwrap();
    assert!(Server::open(config(&folder, Limits::default())).is_err());
}

/// Other users of the machine can read neither the games nor their names.
#[cfg(unix)]
#[tokio::test]
async fn games_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let site = Site::new();
    site.begin(json!({"family": "patience", "deal": "fc.1"})).await;
    for name in ["state", "state/games.sqlite", "state/games.sqlite-wal"] {
        let mode = std::fs::metadata(site.folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
    }
}
