//! `tapis rummy check`: which turns are legal, and why others are not.

use std::fs;

use tempfile::TempDir;

use crate::run::{Run, run, tapis_in};

/// Judges the turn between two saved games.
fn check(rules: &str, before: &str, after: &str) -> Run {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("before"), before).unwrap();
    fs::write(folder.path().join("after"), after).unwrap();
    fs::write(folder.path().join("words"), "drole\nboeuf\nrole\nbords\noeuf\n").unwrap();
    let line = format!("rummy check before after --rules {rules} --lenient --json --dictionary words");
    run(&mut tapis_in(folder.path(), &line))
}

/// The judge's reason against a turn.
fn reason(rules: &str, before: &str, after: &str) -> String {
    let run = check(rules, before, after);
    assert_eq!(
        (run.code, run.err.as_str(), &run.json()["legal"]),
        (Some(1), "", &false.into()),
        "{}",
        run.out
    );
    run.json()["why"].as_str().unwrap().to_owned()
}

/// A position of Rummikub: Ana's hand, the table, the stock and whose turn it is.
fn rummikub(ana: &str, table: &str, stock: &str, turn: &str) -> String {
    format!(
        "(joueurs (Ana 0 true ({ana})) (Ben 0 true ((1 noir))))(jeu {table})(pioche {stock})(tour {turn})"
    )
}

const RUN: &str = "((4 rouge) (5 rouge) (6 rouge))";

#[test]
fn value_is_what_is_placed_and_points_are_what_it_scores() {
    let before = rummikub("(7 rouge) * (2 noir)", RUN, "", "1");
    let after = rummikub("(2 noir)", "((4 rouge) (5 rouge) (6 rouge) (7 rouge) *)", "", "2");
    let run = check("rummikub", &before, &after);
    assert_eq!(run.out, "{\"legal\":true,\"value\":37,\"points\":0,\"placed\":[\"(7 rouge)\",\"*\"]}\n");
}

#[test]
fn an_invalid_combination_after_the_turn_is_a_no() {
    let before = rummikub("(8 rouge) (1 bleu)", RUN, "", "1");
    let after = rummikub("(1 bleu)", "((4 rouge) (5 rouge) (6 rouge) (8 rouge))", "", "2");
    let why = "((4 rouge) (5 rouge) (6 rouge) (8 rouge)) is neither a run of one colour nor a group of one number \
               in different colours";
    assert_eq!(reason("rummikub", &before, &after), why);
    let run = check("rummikub", &after.replace("(tour 2)", "(tour 1)"), &after);
    assert_eq!((run.code, run.out.as_str()), (Some(65), ""));
    assert!(run.err.starts_with("tapis: before: line 1, column "), "{}", run.err);
    let empty = rummikub("(8 rouge) (1 bleu)", &format!("{RUN} ()"), "", "2");
    assert!(!reason("rummikub", &before, &empty).is_empty());
}

#[test]
fn a_pass_need_not_be_noted() {
    let [before, after] = ["1", "2"].map(|turn| rummikub("(8 rouge)", RUN, "", turn));
    assert_eq!(check("rummikub", &before, &after).code, Some(0));
    let noted = |text: &str, passes: u8| format!("{text}(passes {passes})");
    assert_eq!(check("rummikub", &before, &noted(&after, 1)).code, Some(0));
    assert_eq!(check("rummikub", &noted(&before, 1), &after).code, Some(0));
    assert_eq!(check("rummikub", &noted(&before, 1), &noted(&after, 2)).code, Some(0));
    let why = "after this turn 2 turns in a row without placing should be noted";
    assert_eq!(reason("rummikub", &noted(&before, 1), &noted(&after, 1)), why);
    let placed = rummikub("(9 rouge)", "((4 rouge) (5 rouge) (6 rouge) (7 rouge))", "", "2");
    let before = rummikub("(7 rouge) (9 rouge)", RUN, "", "1");
    let why = "after this turn 0 turns in a row without placing should be noted";
    assert_eq!(reason("rummikub", &before, &noted(&placed, 1)), why);
}

#[test]
fn no_turn_follows_the_end_of_a_deal() {
    let out = |turn: &str| rummikub("(8 rouge)", RUN, "(2 noir)", turn).replace("((1 noir))", "()");
    let drawn = rummikub("(8 rouge) (2 noir)", RUN, "", "2").replace("((1 noir))", "()");
    assert_eq!(reason("rummikub", &out("1"), &drawn), "the deal is over");
    let blocked =
        |turn: &str, passes: u8| rummikub("(8 rouge)", RUN, "", turn) + &format!("(passes {passes})");
    assert_eq!(reason("rummikub", &blocked("1", 2), &blocked("2", 3)), "the deal is over");
}

/// A position of a card game: Ana's hand and table, the pile, the stock and whose turn it is.
fn canasta(ana: &str, table: &str, pile: &str, stock: &str, turn: &str) -> String {
    format!(
        "(joueurs (Ana 0 true ({ana})) (Ben 0 true (4D)))(jeu {table})(jeu)(pioche {stock})(defausse {pile})(tour {turn})"
    )
}

#[test]
fn card_games_give_the_right_reason() {
    let before = canasta("8S 8H 8D KS", "(9S 9H 9D)", "QD", "JD 5C", "1");
    let no_discard = canasta("KS JD", "(9S 9H 9D) (8S 8H 8D)", "QD", "5C", "2");
    assert_eq!(reason("canasta", &before, &no_discard), "discard a tile to end your turn");
    let no_take = canasta("8S 8H 8D", "(9S 9H 9D)", "QD KS", "JD 5C", "2");
    assert_eq!(reason("canasta", &before, &no_take), "take a tile first, from the stock or from the pile");
    let other = canasta("8S 8H 8D JD", "(9S 9H 9D)", "QD AS", "5C", "2");
    assert_eq!(reason("canasta", &before, &other), "AS is not in your hand");
    let pile = canasta("8S 8H 8D QD", "(9S 9H 9D)", "KS", "JD 5C", "2");
    assert_eq!(
        reason("canasta", &before, &pile),
        "the pile may not be taken: QD must be placed in the same turn"
    );
    let before = canasta("8S 8H 8D", "(9S 9H 9D)", "QD", "JD 5C", "1");
    let why = "you may not go out: your side has no canasta";
    let out = canasta("", "(9S 9H 9D) (8S 8H 8D)", "QD JD", "5C", "2");
    assert_eq!(reason("canasta", &before, &out), why);
    let before = canasta("8S 8H", "(9S 9H 9D)", "QD", "8D 5C", "1");
    let out = canasta("", "(9S 9H 9D) (8S 8H 8D)", "QD", "5C", "2");
    assert_eq!(reason("canasta", &before, &out), why);
}

/// The card that lies on the pile afterwards may be one like that which was taken from it.
#[test]
fn a_card_like_the_one_taken_may_be_discarded() {
    let before =
        "(joueurs (Ana 0 true (8S 8H 8D KS)) (Ben 0 true (4D)))(jeu)(pioche 5C)(defausse 8D)(tour 1)";
    let after =
        "(joueurs (Ana 0 true (KS)) (Ben 0 true (4D)))(jeu (8S 8H 8D))(pioche 5C)(defausse 8D)(tour 2)";
    let run = check("rami", before, after);
    assert_eq!(run.out, "{\"legal\":true,\"value\":24,\"points\":0,\"placed\":[\"8S\",\"8H\",\"8D\"]}\n");
}

/// The turns that a rule page works out: the saved games before and after.
fn worked_out(page: &str) -> Vec<(&str, &str)> {
    let games: Vec<&str> =
        page.split("```text\n").skip(1).filter_map(|part| part.split("```").next()).collect();
    games.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

#[test]
fn the_turns_of_the_rule_pages_are_legal() {
    let pages = [
        (include_str!("../../../../docs/rummy/rummikub.md"), vec![("rummikub", 14, 0)]),
        (include_str!("../../../../docs/rummy/rami.md"), vec![("rami", 52, 0)]),
        (include_str!("../../../../docs/rummy/canasta.md"), vec![("canasta", 70, 0)]),
        (include_str!("../../../../docs/rummy/mahjong.md"), vec![("mahjong", 3, 0)]),
        (include_str!("../../../../docs/rummy/README.md"), vec![("letters", 3, 8)]),
    ];
    for (page, turns) in pages {
        let games = worked_out(page);
        assert_eq!(games.len(), turns.len());
        for ((before, after), (rules, value, points)) in games.into_iter().zip(turns) {
            let run = check(rules, before, after);
            assert_eq!(run.code, Some(0), "{rules}: {}{}", run.out, run.err);
            let told = run.json();
            assert_eq!(
                (&told["value"], &told["points"]),
                (&value.into(), &points.into()),
                "{rules}: {}",
                run.out
            );
        }
    }
}
