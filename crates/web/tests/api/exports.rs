//! Files to take away, and files to bring.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::site::{Site, path};

async fn played(site: &Site) -> Value {
    let state = site.begin(json!({"family": "patience", "deal": "FreeCell.123"})).await;
    for input in ["1a", "2b"] {
        site.post(&path(&state, "/act"), json!({ "input": input })).await.with(200);
    }
    site.get(&path(&state, "")).await.with(200)
}

#[tokio::test]
async fn what_is_exported_can_be_imported() {
    let site = Site::new();
    let state = played(&site).await;
    for kind in ["solution", "envelope", "xpat2", "board"] {
        let file = site.get(&path(&state, &format!("/export/{kind}"))).await;
        assert_eq!(file.status, 200, "{kind}: {}", file.text());
        assert!(
            file.header("content-disposition").starts_with("attachment; filename=\"FreeCell.0")
                || file.header("content-disposition").starts_with("attachment; filename=\"FreeCell.123.")
        );
        let text = match kind {
            "xpat2" => BASE64_STANDARD.encode(&file.bytes),
            _ => file.text().to_owned(),
        };
        let body = match kind {
            "solution" => json!({"import": text, "deal": "FreeCell.123"}),
            _ => json!({ "import": text }),
        };
        let again = site.begin(body).await;
        assert_eq!(again["view"]["columns"], state["view"]["columns"], "{kind}");
    }
    let envelope = site.get(&path(&state, "/export/envelope")).await.json();
    assert_eq!(site.begin(json!({ "load": envelope })).await["view"], state["view"]);
}

/// A solution file that is imported and exported again has the same lines.
#[tokio::test]
async fn a_solution_comes_back_as_it_was() {
    let site = Site::new();
    for deal in ["FreeCell.11", "Seahaven.3", "FreeCell.617"] {
        let state = site.begin(json!({"family": "patience", "deal": deal})).await;
        let solution = site.post(&path(&state, "/solution"), Value::Null).await.with(200);
        for step in solution["moves"].as_array().unwrap() {
            site.post(&path(&state, "/act"), json!({"input": step["input"]})).await.with(200);
        }
        let file = site.get(&path(&state, "/export/solution")).await;
        assert!(file.text().lines().count() > 20, "{deal}");
        let again = site.begin(json!({"import": file.text(), "deal": deal})).await;
        assert_eq!(again["ending"]["ending"], "won", "{deal}");
        assert_eq!(site.get(&path(&again, "/export/solution")).await.text(), file.text(), "{deal}");
    }
}

#[tokio::test]
async fn a_solution_needs_its_deal() {
    let site = Site::new();
    let state = played(&site).await;
    let file = site.get(&path(&state, "/export/solution")).await;
    let answer = site.post("/api/games", json!({"import": file.text()})).await.with(422);
    assert!(answer["error"]["message"].as_str().unwrap().contains("FreeCell.123"), "{answer}");
    let wrong = json!({"import": file.text(), "deal": "Seahaven.5"});
    assert_eq!(site.post("/api/games", wrong).await.error(422), "bad_game");
}

#[tokio::test]
async fn a_peg_position_is_a_picture() {
    let site = Site::new();
    let state = site.begin(json!({"family": "peg", "board": "french"})).await;
    let picture = site.get(&path(&state, "/export/svg?theme=dark")).await;
    assert_eq!(picture.header("content-type"), "image/svg+xml");
    assert_eq!(picture.text().matches("<circle").count(), 37 + 2 * 36);
    let board = site.get(&path(&state, "/export/board")).await;
    assert_eq!(site.begin(json!({"import": board.text()})).await["view"]["text"], state["view"]["text"]);
    assert_eq!(site.get(&path(&state, "/export/xpat2")).await.error(422), "not_possible");
    assert_eq!(site.get(&path(&state, "/export/nonsense")).await.error(422), "not_possible");
    assert_eq!(site.get(&path(&state, "/export/svg?theme=pink")).await.error(400), "bad_request");
}
