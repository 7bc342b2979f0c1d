//! Rummy against machines: their turns, secrets, matches.

use std::time::Duration;

use serde_json::{Value, json};

use crate::site::{Site, path};

/// Waits until a person is to move or the deal is over; the state then.
async fn persons_turn(site: &Site, state: &Value) -> Value {
    let mut state = site.get(&path(state, "")).await.with(200);
    while state["turn"]["machine"] == true {
        state = site.get(&path(&state, &format!("?after={}", state["version"]))).await.with(200);
    }
    state
}

#[tokio::test]
async fn machines_play_one_turn_after_another() {
    let site = Site::new();
    let players = json!(["human", "ai:easy", "ai:easy"]);
    let state =
        site.begin(json!({"family": "rummy", "rules": "rummikub", "players": players, "seed": 7})).await;
    let drawn = site.post(&path(&state, "/act"), json!({"input": "draw"})).await.with(200);
    assert_eq!(drawn["state"]["turn"]["machine"], true);
    let after = persons_turn(&site, &state).await;
    assert_eq!(after["version"].as_u64(), drawn["state"]["version"].as_u64().map(|version| version + 2));
    let seats: Vec<&Value> = after["moves"].as_array().unwrap().iter().map(|made| &made["seat"]).collect();
    assert_eq!(seats, [&json!(0), &json!(1), &json!(2)]);
}

/// A whole deal by hints, then the next deal of the match. A hint to draw with tiles that could be placed says so.
#[tokio::test]
async fn a_match_goes_on_with_the_next_deal() {
    let site = Site::new();
    let body = json!({"family": "rummy", "rules": "rummikub", "players": ["human", "ai:easy"], "seed": 5, "deals": 2});
    let mut state = site.begin(body).await;
    let mut kept_back = 0;
    for _ in 0..200 {
        state = persons_turn(&site, &state).await;
        if state["view"]["deal_over"] == true {
            break;
        }
        let hint = site.post(&path(&state, "/hint"), Value::Null).await.with(200);
        kept_back += u32::from(hint["text"].as_str().unwrap().contains("could go down"));
        for input in hint["inputs"].as_array().unwrap() {
            site.post(&path(&state, "/act"), json!({ "input": input })).await.with(200);
        }
    }
    assert!(kept_back > 0, "a strong machine waits");
    assert_eq!((&state["view"]["deal_over"], &state["view"]["deal"]), (&json!(true), &json!(1)));
    let next = site.post(&path(&state, "/act"), json!({"input": "deal"})).await.with(200);
    assert_eq!((&next["state"]["view"]["deal"], &next["state"]["deals"]), (&json!(2), &json!(2)));
    assert_eq!(next["state"]["view"]["hand"].as_array().unwrap().len(), 14);
}

/// A hint to draw does not name the tile that will be drawn.
#[tokio::test]
async fn a_hint_names_no_tile_of_the_stock() {
    let site = Site::new();
    for rules in ["rummikub", "rami", "canasta", "mahjong"] {
        let body = json!({"family": "rummy", "rules": rules, "players": ["human", "human"], "seed": 7});
        let state = site.begin(body).await;
        let hint = site.post(&path(&state, "/hint"), Value::Null).await.with(200);
        assert!(!hint["inputs"].as_array().unwrap().is_empty(), "{hint}");
        assert_eq!(hint["events"], json!([]), "{rules}");
    }
}

/// The server keeps the time of a turn, not the page.
#[tokio::test]
async fn a_turn_whose_time_is_over_ends_by_itself() {
    let site = Site::new();
    let house = "rules = \"rummikub\"\nturn_seconds = 1\n";
    let body = json!({"family": "rummy", "rules": "rummikub", "players": ["human", "human"], "seed": 7,
                      "house_rules": house});
    let state = site.begin(body).await;
    assert!(state["turn"]["left"].as_u64().is_some_and(|left| left <= 1000), "{}", state["turn"]);
    let after = site.get(&path(&state, "?after=1")).await.with(200);
    assert_eq!((&after["turn"]["seat"], &after["moves"][0]["seat"]), (&json!(1), &json!(0)));
    assert_eq!(after["view"]["players"][0]["tiles"], 15);
}

#[tokio::test]
async fn hidden_tiles_stay_hidden() {
    let site = Site::new();
    let state = site.begin(json!({"family": "rummy", "rules": "rami", "seed": 123_456_789})).await;
    assert!(!state.to_string().contains("123456789"), "the seed names every hidden tile");
    assert_eq!((&state["link"], &state["exports"]), (&Value::Null, &json!([])));
    for rest in ["/export/envelope", "/export/classic"] {
        assert_eq!(site.get(&path(&state, rest)).await.error(422), "not_possible");
    }
    assert_eq!(site.get(&path(&state, "?seat=1")).await.error(422), "illegal_move", "a machine's seat");
    let nobody = site.get(&path(&state, "?seat=9")).await.with(422);
    assert_eq!(nobody["error"]["message"], "No person sits at seat 9; the first seat is 0.");
    let help = site.post(&path(&state, "/act"), json!({"input": "help"})).await.with(422);
    let message = help["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("The commands now: draw"), "{message}");
    assert_eq!(site.post(&path(&state, "/branch"), json!({"move": 0})).await.error(422), "not_possible");
    assert_eq!(site.post(&path(&state, "/restart"), Value::Null).await.error(422), "not_possible");
    let act = json!({"input": "draw", "seat": 1});
    assert_eq!(site.post(&path(&state, "/act"), act).await.status, 422);
    tokio::time::sleep(Duration::from_millis(1)).await;
}

#[tokio::test]
async fn the_judge_says_what_is_missing_to_open() {
    let site = Site::new();
    let body = json!({"family": "rummy", "rules": "rummikub", "seed": 7});
    let state = site.begin(body).await;
    assert_eq!(state["turn"]["can_end"], false);
    let laid = json!({"input": "+ (1r 1y 1k)"});
    let laid = site.post(&path(&state, "/act"), laid).await.with(200)["state"].clone();
    assert_eq!((&laid["turn"]["can_end"], &laid["choices"]["broken"]), (&json!(false), &json!([])));
    assert!(laid["turn"]["reason"].as_str().unwrap().contains("30"), "{}", laid["turn"]);
    let broken = site.post(&path(&state, "/act"), json!({"input": "+ (13k 4y)"})).await.with(200);
    assert_eq!(broken["state"]["choices"]["broken"], json!([2]));
    let reset = site.post(&path(&state, "/act"), json!({"input": "reset"})).await.with(200);
    assert_eq!(reset["state"]["view"]["draft"]["table"], json!([]));
    let hint = site.post(&path(&state, "/hint"), Value::Null).await.with(200);
    for input in hint["inputs"].as_array().unwrap() {
        site.post(&path(&state, "/act"), json!({ "input": input })).await.with(200);
    }
    let review = site.post(&path(&state, "/review"), Value::Null).await.with(200);
    assert_eq!((&review["review"], &review["turns"][0]["is_best"]), (&json!("turns"), &json!(true)));
    assert_eq!(review["turns"][0]["played_tiles"], review["turns"][0]["best_tiles"]);
}

/// The state says from the start of the turn which first placement is good enough.
#[tokio::test]
async fn the_rules_of_a_table_are_said_at_once() {
    let site = Site::new();
    for (rules, opening, lowest_wins, takes_top) in [
        ("rummikub", "worth 30 or more.", true, false),
        ("rami", "worth 51 or more and needs a run without a joker.", true, true),
        ("canasta", "worth 50 or more.", false, false),
        ("mahjong", "", false, true),
    ] {
        let players = json!(["human", "human"]);
        let body = json!({"family": "rummy", "rules": rules, "players": players, "seed": 7});
        let answer = site.post("/api/games", body).await;
        let state = if answer.status == 422 {
            let players = json!(["human", "human", "human", "human"]);
            site.begin(json!({"family": "rummy", "rules": rules, "players": players, "seed": 7})).await
        } else {
            answer.with(201)
        };
        let said = state["turn"]["opening"].as_str().unwrap_or_default();
        assert!(said.ends_with(opening) && said.is_empty() == opening.is_empty(), "{rules}: {said}");
        assert_eq!((&state["lowest_wins"], &state["takes_top"]), (&json!(lowest_wins), &json!(takes_top)));
        let other = site.get(&path(&state, "?seat=1")).await.with(200);
        assert!(other["turn"]["opening"].is_null(), "{rules}: it is not their turn");
    }
}

/// The review of a game under way has every turn in words, and hides what the seat may not know.
#[tokio::test]
async fn the_review_steps_through_the_turns() {
    let site = Site::new();
    let body = json!({"family": "rummy", "rules": "rami", "players": ["human", "human"], "seed": 7});
    let state = site.begin(body).await;
    for seat in [0, 1] {
        let drawn = site.post(&path(&state, "/act"), json!({"input": "draw", "seat": seat})).await.with(200);
        let card = drawn["state"]["view"]["hand"][0].clone();
        let discard = format!("discard {}", card.as_str().unwrap());
        site.post(&path(&state, "/act"), json!({"input": discard, "seat": seat})).await.with(200);
    }
    let review = site.post(&path(&state, "/review"), Value::Null).await.with(200);
    let steps = review["steps"].as_array().unwrap();
    let ranges: Vec<(u64, u64)> =
        steps.iter().map(|step| (step["from"].as_u64().unwrap(), step["to"].as_u64().unwrap())).collect();
    assert_eq!(ranges, [(0, 2), (2, 4)]);
    let own = steps[0]["text"].as_str().unwrap();
    assert!(own.starts_with("you draw ") && own.contains("discard "), "{own}");
    let other = steps[1]["text"].as_str().unwrap();
    assert!(other.starts_with("Player2 draws a card; "), "{other}");
    let decision = &review["turns"][0];
    assert!(!decision["best_text"].as_str().unwrap().contains("done"), "{decision}");
    let past = site.get(&path(&state, "/at/2")).await.with(200);
    assert!(past["tiles"].is_object());
    assert_eq!(site.post(&path(&state, "/branch"), json!({"move": 0})).await.error(422), "not_possible");
}
