//! `tapis rate`, and `--xpat2-rules` in `solve` and `hint`, as a user meets them.

use std::fs;

use crate::run::{program, run};

/// The exit code and the output.
fn tapis(args: &[&str]) -> (Option<i32>, String, String) {
    let ran = run(&mut program("tapis", args.iter().copied()));
    (ran.code, ran.out, ran.err)
}

#[test]
fn ratings_repeat_and_have_a_line_a_deal() {
    let (code, lines, _) = tapis(&["rate", "fc.1..3", "--json"]);
    assert_eq!((code, lines.lines().count()), (Some(0), 3));
    assert_eq!(tapis(&["rate", "fc.1..3", "--json"]).1, lines);
    let one = tapis(&["rate", "fc.2", "--json"]).1;
    assert_eq!(Some(one.trim_end()), lines.lines().nth(1));
    let row: serde_json::Value = serde_json::from_str(&one).unwrap();
    assert!(row["difficulty"].as_u64().unwrap() <= 100 && row["nodes"].is_u64());
    assert!(tapis(&["rate", "fc.2"]).1.starts_with("FreeCell.2: difficulty "));
    assert!(tapis(&["rate", "eo.2"]).1.starts_with("EightOff.2: no survey of this game; "));
    let (code, _, why) = tapis(&["rate", "mo.2", "--xpat2-rules"]);
    assert_eq!((code, why.lines().count()), (Some(64), 1));
}

#[test]
fn midnight_oil_by_xpat2_rules_is_solved_checked_and_hinted() {
    let (code, line, _) = tapis(&["solve", "mo.9", "--xpat2-rules", "--moves"]);
    assert_eq!(code, Some(0));
    assert!(line.lines().any(|line| line == "REDEAL"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("moves.sol");
    fs::write(&file, &line).unwrap();
    let file = file.to_str().unwrap();
    assert_eq!(tapis(&["check", "mo.9", file, "--xpat2-rules"]).0, Some(0));
    assert_eq!(tapis(&["check", "mo.9", file]).0, Some(1));
    let played: Vec<_> = line.lines().take_while(|line| *line != "REDEAL").collect();
    fs::write(file, played.join("\n")).unwrap();
    let (code, hint, _) = tapis(&["hint", "mo.9", file, "--xpat2-rules"]);
    assert_eq!((code, hint.contains("won in")), (Some(0), true), "{hint}");
    assert_eq!(tapis(&["solve", "mo.9"]).0, Some(2));
}
