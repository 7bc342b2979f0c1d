//! `tapis rummy best` as a user meets it.

use std::fs;

use tempfile::TempDir;

use crate::run::{program, run};

/// The output of `tapis rummy best` for a saved game, and its exit code.
fn best(game: &str, args: &[&str]) -> (String, String, Option<i32>) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("game.txt");
    fs::write(&file, game).unwrap();
    let ran = run(program("tapis", ["rummy", "best"]).arg(&file).args(args));
    (ran.out, ran.err, ran.code)
}

const GAME: &str = "\
(joueurs (Ana 0 true ((7 rouge) (1 noir))) (Ben 0 true ()))
(jeu ((4 rouge) (5 rouge) (6 rouge)) ((9 bleu) (9 jaune) (9 noir)))
(pioche)
(tour 1)
";

#[test]
fn the_answer_is_a_json_object() {
    let (out, err, code) = best(GAME, &["--rules", "rummikub", "--lenient", "--json"]);
    let wanted = concat!(
        r#"{"tiles":1,"value":7,"points":0,"optimal":true,"placed":["(7 rouge)"],"#,
        r#""table":[["(9 bleu)","(9 jaune)","(9 noir)"],["(4 rouge)","(5 rouge)","(6 rouge)","(7 rouge)"]],"#,
        r#""broken":[["(4 rouge)","(5 rouge)","(6 rouge)"]],"#,
        r#""formed":[["(4 rouge)","(5 rouge)","(6 rouge)","(7 rouge)"]]}"#,
        "\n"
    );
    assert_eq!((out.as_str(), err.as_str(), code), (wanted, "", Some(0)));
}

#[test]
fn a_person_reads_what_changes() {
    let (out, _, code) = best(GAME, &["--rules", "rummikub", "--lenient", "--objective", "value"]);
    assert!(out.starts_with("place (7 rouge): 1 tile, value 7, points 0\nbroken up:\n"), "{out}");
    assert_eq!(code, Some(0));
}

#[test]
fn nothing_to_place_is_a_no() {
    let (out, _, code) = best(&GAME.replace("(7 rouge)", "(8 rouge)"), &["--rules", "rummikub", "--lenient"]);
    assert_eq!((out.as_str(), code), ("nothing can be placed\n", Some(1)));
}

#[test]
fn a_search_keeps_its_limits() {
    for (limit, reason) in
        [(["--nodes", "0"], "node limit reached"), (["--time", "0s"], "time limit reached")]
    {
        let (out, err, code) = best(GAME, &[&["--rules", "rummikub", "--lenient"][..], &limit].concat());
        assert_eq!((out, err.as_str(), code), (format!("gave up: {reason}\n"), "", Some(1)));
    }
    let many = "(1 bleu) ".repeat(20);
    let (out, err, code) = best(&GAME.replace("(1 noir)", &many), &["--rules", "rummikub", "--lenient"]);
    assert_eq!((out.as_str(), code), ("", Some(65)));
    assert!(err.contains("not supported"), "{err}");
}

/// Nothing of this hand can be placed; the king alone has no neighbour.
const RAMI: &str = "\
(joueurs (Ana 0 false (2S 3S 5H 6H 9C 9D KS)) (Ben 0 false (4D)))
(jeu)
(pioche 8S)
(defausse 3C)
(tour 1)
";

#[test]
fn a_card_to_throw_away_is_named_even_if_nothing_can_be_placed() {
    let (out, _, code) = best(RAMI, &["--rules", "rami", "--lenient"]);
    let wanted = "nothing can be placed: take from the stock, place nothing, discard KS\n";
    assert_eq!((out.as_str(), code), (wanted, Some(1)));
    let (out, ..) = best(RAMI, &["--rules", "rami", "--lenient", "--json"]);
    let wanted = concat!(
        r#"{"tiles":0,"value":0,"points":0,"optimal":true,"take":"stock","placed":[],"discard":"KS","#,
        r#""table":[],"broken":[],"formed":[]}"#,
        "\n"
    );
    assert_eq!(out, wanted);
}

#[test]
fn with_an_empty_stock_and_nothing_to_place_the_turn_passes() {
    let (out, _, code) = best(&RAMI.replace("8S", ""), &["--rules", "rami", "--lenient"]);
    assert_eq!((out.as_str(), code), ("nothing can be placed\n", Some(1)));
}

#[test]
fn a_file_that_is_no_game_gets_one_line() {
    let (out, err, code) = best("(joueurs", &["--rules", "rummikub"]);
    assert_eq!((out.as_str(), err.lines().count(), code), ("", 1, Some(65)));
}

#[test]
fn an_arena_knows_its_players_before_it_looks_for_words() {
    let line = "rummy arena letters --players ai:strong,ai:genius --dictionary nowhere";
    let ran = run(&mut program("tapis", line.split(' ')));
    assert!(ran.err.contains("genius"), "{}", ran.err);
    assert_eq!(ran.code, Some(64));
}
