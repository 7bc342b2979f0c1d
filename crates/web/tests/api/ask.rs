//! Questions: truth, solutions, reviews.

use serde_json::{Value, json};

use crate::site::{Site, path};

#[tokio::test]
async fn a_solution_wins_when_it_is_entered() {
    let site = Site::new();
    let state = site.begin(json!({"family": "patience", "deal": "fc.11"})).await;
    let truth = site.post(&path(&state, "/truth"), Value::Null).await.with(200);
    assert_eq!(truth["truth"], "winnable");
    let solution = site.post(&path(&state, "/solution"), Value::Null).await.with(200);
    let moves = solution["moves"].as_array().unwrap();
    assert_eq!((&solution["solution"], json!(moves.len())), (&json!("found"), truth["moves"].clone()));
    assert_eq!(moves.last().unwrap()["view"]["ending"]["ending"], "won");
    let first = site.post(&path(&state, "/act"), json!({"input": moves[0]["input"]})).await.with(200);
    assert_eq!(first["state"]["view"], moves[0]["view"]);
}

#[tokio::test]
async fn a_lost_deal_has_a_certificate() {
    let site = Site::new();
    let state = site.begin(json!({"family": "patience", "deal": "Seahaven.73"})).await;
    assert_eq!(site.post(&path(&state, "/truth"), Value::Null).await.with(200)["truth"], "lost");
    assert_eq!(site.post(&path(&state, "/hint"), Value::Null).await.with(200)["hint"], "lost");
    assert_eq!(site.post(&path(&state, "/solution"), Value::Null).await.with(200)["solution"], "lost");
    let certificate = site.get(&path(&state, "/export/certificate")).await;
    assert_eq!(certificate.header("content-disposition"), "attachment; filename=\"Seahaven.73.cert\"");
    let mut run = search::Unwatched;
    let mut run = search::Run::new(search::Budget::default(), &mut run);
    let file = std::io::Cursor::new(certificate.bytes);
    let verified = patience::verify(file, &mut run).unwrap();
    assert!(format!("{verified:?}").contains("Seahaven"));
    let again = site.post(&path(&state, "/truth"), Value::Null).await.with(200);
    assert!(again["positions"].as_u64().unwrap() > 1);
}

#[tokio::test]
async fn a_position_in_the_middle_of_a_game_is_proven_too() {
    let site = Site::new();
    let state = site.begin(json!({"family": "patience", "deal": "Seahaven.73"})).await;
    let input = state["choices"]["moves"][0]["input"].clone();
    site.post(&path(&state, "/act"), json!({ "input": input })).await.with(200);
    assert_eq!(site.get(&path(&state, "/export/certificate")).await.status, 200);
    let won = site.begin(json!({"family": "patience", "deal": "fc.11"})).await;
    assert_eq!(site.get(&path(&won, "/export/certificate")).await.error(422), "not_possible");
}

/// The review finds the move that lost and one that would have won.
#[tokio::test]
async fn a_review_names_the_losing_move() {
    let site = Site::new();
    let state = site.begin(json!({"family": "peg", "board": "triangle15", "vacate": "a1"})).await;
    let mut state = site.get(&path(&state, "")).await.with(200);
    while state["ending"].is_null() {
        // The last jump of the list, until nothing can jump.
        let jumps = state["choices"]["jumps"].as_array().unwrap().clone();
        let input = jumps.last().unwrap()["input"].clone();
        state = site.post(&path(&state, "/act"), json!({ "input": input })).await.with(200)["state"].clone();
    }
    assert_eq!(state["ending"]["ending"], "stuck");
    let review = site.post(&path(&state, "/review"), Value::Null).await.with(200);
    let lost = review["lost_since"].as_u64().expect("the first position can be won");
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.iter().filter(|row| row["fault"] == true).count(), 1);
    assert_eq!(moves[lost as usize - 1]["truth"], "lost");
    assert_eq!((&review["best"]["n"], review["best"]["input"].is_string()), (&json!(lost), true));
    let at = json!({"move": lost - 1});
    site.post(&path(&state, "/goto"), at).await.with(200);
    let better = site.post(&path(&state, "/act"), json!({"input": review["best"]["input"]})).await.with(200);
    assert!(better["state"]["view"]["moves"] == lost);
    let truth = site.post(&path(&state, "/truth"), Value::Null).await.with(200);
    assert_eq!(truth["truth"], "winnable");
}

#[tokio::test]
async fn questions_that_make_no_sense_are_refused() {
    let site = Site::new();
    let state = site.begin(json!({"family": "rummy", "rules": "rummikub", "seed": 1})).await;
    assert_eq!(site.post(&path(&state, "/truth"), Value::Null).await.error(422), "not_possible");
    assert_eq!(site.post(&path(&state, "/solution"), Value::Null).await.error(422), "not_possible");
    let state = site.begin(json!({"family": "patience", "deal": "fc.1"})).await;
    assert_eq!(site.post(&path(&state, "/truth"), json!({"move": 7})).await.error(422), "not_possible");
}
