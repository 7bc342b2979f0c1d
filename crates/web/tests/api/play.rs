//! Playing: moves, versions, taking back, branching off.

use serde_json::{Value, json};

use crate::site::{Site, path};

#[tokio::test]
async fn a_deal_is_won_by_following_hints() {
    let site = Site::new();
    let mut state = site.begin(json!({"family": "patience", "deal": "FreeCell.11"})).await;
    for _ in 0..300 {
        if !state["ending"].is_null() {
            break;
        }
        let hint = site.post(&path(&state, "/hint"), Value::Null).await.with(200);
        let body = json!({"input": hint["inputs"][0], "version": state["version"]});
        let done = site.post(&path(&state, "/act"), body).await.with(200);
        assert!(!done["say"].as_str().unwrap().is_empty() && !done["say"].as_str().unwrap().contains('♠'));
        state = done["state"].clone();
    }
    assert_eq!((&state["ending"]["ending"], &state["ending"]["text"]), (&json!("won"), &json!("Won!")));
    assert_eq!(state["clock_runs"], false);
    assert!(state["help"]["hints"].as_u64().unwrap() > 30);
}

#[tokio::test]
async fn a_refused_move_says_why_and_where() {
    let site = Site::new();
    let state = site.begin(json!({"family": "patience", "deal": "FreeCell.123456"})).await;
    let answer = site.post(&path(&state, "/act"), json!({"input": "1-2"})).await.with(422);
    assert_eq!((&answer["error"]["code"], &answer["error"]["place"]), (&json!("illegal_move"), &json!("2")));
    assert!(answer["error"]["message"].as_str().unwrap().contains("K♥"));
    let now = site.get(&path(&state, "")).await.with(200);
    assert_eq!(now["version"], state["version"], "nothing has changed");
}

#[tokio::test]
async fn an_old_version_gets_the_present_state() {
    let site = Site::new();
    let state = site.begin(json!({"family": "patience", "deal": "fc.123"})).await;
    let act = |input: &str, version: u64| {
        let (path, body) = (path(&state, "/act"), json!({"input": input, "version": version}));
        let site = &site;
        async move { site.post(&path, body).await }
    };
    assert_eq!(act("1a", 1).await.with(200)["state"]["version"], 2);
    let conflict = act("2a", 1).await.with(409);
    assert_eq!(conflict["error"]["code"], "conflict");
    assert_eq!(conflict["state"]["version"], 2);
    assert_eq!(act("2b", 2).await.with(200)["state"]["version"], 3);
}

#[tokio::test]
async fn moves_are_taken_back_made_again_and_branched_off() {
    let site = Site::new();
    let state = site.begin(json!({"family": "patience", "deal": "fc.123"})).await;
    let post = |rest: &str, body: Value| {
        let path = path(&state, rest);
        let site = &site;
        async move { site.post(&path, body).await }
    };
    for input in ["1a", "2b", "3c"] {
        post("/act", json!({ "input": input })).await.with(200);
    }
    let undone = post("/undo", Value::Null).await.with(200);
    assert_eq!((&undone["state"]["view"]["moves"], &undone["state"]["can_redo"]), (&json!(2), &json!(true)));
    assert!(undone["say"].as_str().unwrap().starts_with("taken back: "));
    assert_eq!(post("/redo", Value::Null).await.with(200)["state"]["view"]["moves"], 3);
    assert_eq!(post("/restart", Value::Null).await.with(200)["state"]["view"]["moves"], 0);
    assert_eq!(post("/goto", json!({"move": 2})).await.with(200)["state"]["view"]["moves"], 2);
    let moved = post("/act", json!({"input": "4c"})).await.with(200);
    let inputs: Vec<&Value> =
        moved["state"]["moves"].as_array().unwrap().iter().map(|made| &made["input"]).collect();
    assert_eq!(inputs, ["1a", "2b", "4c"]);
    assert_eq!(post("/redo", Value::Null).await.error(422), "not_possible");
    assert_eq!(post("/goto", json!({"move": 99})).await.error(422), "not_possible");
    let branch = post("/branch", json!({"move": 1})).await.with(201);
    assert_eq!(branch["view"]["moves"], 1);
    assert_ne!(branch["id"], state["id"]);
    let back = site.get(&path(&state, "/at/1")).await.with(200);
    assert_eq!((&back["view"], &back["n"]), (&branch["view"], &json!(1)));
    assert_eq!(site.get(&path(&state, "/at/9")).await.error(422), "not_possible");
    assert_eq!(site.get(&path(&state, "/at/x")).await.error(400), "bad_request");
}

#[tokio::test]
async fn the_automatic_finish_puts_up_every_card() {
    let site = Site::new();
    let body = json!({"family": "patience", "board": "Foundations: C-K S-K H-K D-9\n: JD\n: KD QD\n: TD\n",
                      "foundations": "one-way"});
    let state = site.begin(body).await;
    assert_eq!(state["can_finish"], true);
    let done = site.post(&path(&state, "/finish"), Value::Null).await.with(200);
    assert_eq!(done["state"]["ending"]["ending"], "won");
    assert_eq!(done["events"].as_array().unwrap().len(), 4);
    assert_eq!(site.post(&path(&state, "/finish"), Value::Null).await.error(422), "not_possible");
}

#[tokio::test]
async fn pegs_jump_from_hole_to_hole() {
    let site = Site::new();
    let state = site.begin(json!({"family": "peg", "board": "english", "vacate": "d4", "to": "d4"})).await;
    assert_eq!(state["board"]["goal"], json!(["d4"]));
    let done = site.post(&path(&state, "/act"), json!({"input": "d2-d4"})).await.with(200);
    assert_eq!(done["events"][0]["jump"], "d2-d4");
    assert_eq!(done["state"]["view"]["pegs"], 31);
    assert_eq!(site.post(&path(&state, "/act"), json!({"input": "a1-a3"})).await.error(422), "illegal_move");
    let own = site.begin(json!({"family": "peg", "board_text": "oo.\n"})).await;
    let won = site.post(&path(&own, "/act"), json!({"input": "a1-c1"})).await.with(200);
    assert_eq!(won["state"]["ending"]["ending"], "won");
    assert_eq!(site.post(&path(&own, "/finish"), Value::Null).await.error(422), "not_possible");
}

/// The table of solvable positions colours every jump.
#[tokio::test]
async fn every_jump_is_known_to_keep_or_lose_the_win() {
    let site = Site::new();
    let state = site.begin(json!({"family": "peg", "board": "triangle15"})).await;
    for _ in 0..600 {
        let now = site.get(&path(&state, "")).await.with(200);
        if now["view"]["solvable"].is_boolean() {
            assert!(
                now["choices"]["jumps"].as_array().unwrap().iter().all(|jump| jump["solvable"].is_boolean())
            );
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("no table was made in a minute");
}
