//! `tapis play` as a user meets it.

use std::fs;

use tempfile::TempDir;

use crate::run::{program, run, run_with, tapis_in};

/// The output of `tapis play` for these lines, and its exit code.
fn play(folder: &TempDir, args: &str, lines: &str) -> (String, Option<i32>) {
    let ran = run_with(&mut tapis_in(folder.path(), &format!("play {args}")), lines);
    (ran.out + &ran.err, ran.code)
}

#[test]
fn a_patience_is_played_line_by_line() {
    let folder = TempDir::new().unwrap();
    let (out, code) = play(&folder, "fc.123 --save g", "help\nhint\nask\nmoves\nnonsense\n9h\nundo\nquit\n");
    assert_eq!(code, Some(1), "{out}");
    for part in [
        "FreeCell.123, 0 moves",
        "hint: ",
        "still solvable, in ",
        "`nonsense` is not a move",
        "there is no column 9",
        "there is nothing to take back",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    assert!(fs::read_to_string(folder.path().join("g")).unwrap().contains("\"game\": \"FreeCell\""));
    let (again, code) = play(&folder, "fc.5 --save g", "");
    assert!(again.contains("is there already") && code == Some(64), "{again}");
    assert_eq!(play(&folder, "--load g --ms 5", "").1, Some(64));
    fs::write(folder.path().join("other"), "another game").unwrap();
    let (out, code) = play(&folder, "--load g --save other", "");
    assert!(out.contains("other is there already") && code == Some(64), "{out}");
    let (out, _) = play(&folder, "--load g --save g", "save other\nsave g\nsave\n");
    for part in ["other is there already", "saved in g", "name a file"] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    let (out, code) = play(&folder, "fc.5 --save nowhere/g", "");
    assert!(out.contains("No such file") && code == Some(73), "{out}");
}

/// A line that is too long is refused as a whole: its rest is not another line.
#[test]
fn a_long_line_is_one_line() {
    let folder = TempDir::new().unwrap();
    let (out, _) = play(&folder, "fc.123 --json", &format!("{}\n{}6a\n", "x".repeat(8192), "x".repeat(8192)));
    assert_eq!(out.lines().count(), 3, "{out}");
    assert!(out.lines().all(|line| line.contains("\"moves\":0")), "{out}");
}

/// The solution of the solver, entered line by line, wins.
#[test]
fn a_solution_file_can_be_entered() {
    let folder = TempDir::new().unwrap();
    let line = run(&mut program("tapis", ["solve", "st.1", "--moves"])).out;
    let half: String = line.split_inclusive('\n').take(5).collect();
    let (_, code) = play(&folder, "st.1 --save g", &half);
    assert_eq!(code, Some(1));
    let rest: String = line.split_inclusive('\n').skip(5).collect();
    let (out, code) = play(&folder, "--load g --save g", &rest);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains(": won\n"), "{out}");
}

/// A dead end is shown, can be taken back, and can be loaded.
#[test]
fn a_stuck_game_goes_on() {
    let folder = TempDir::new().unwrap();
    let line = "3b\n3a\n7d\n3c\n14\n";
    let (out, _) = play(&folder, "fc.733822729 --json --save g", line);
    assert_eq!(out.lines().count(), 6, "{out}");
    assert!(out.lines().last().unwrap().contains("stuck"), "{out}");
    let (out, _) = play(&folder, "--load g --json --save g", "undo\n");
    assert_eq!(out.lines().count(), 2, "{out}");
    assert!(!out.lines().last().unwrap().contains("stuck"), "{out}");
    assert!(!fs::read_to_string(folder.path().join("g")).unwrap().contains("14"));
}

#[test]
fn every_answer_is_a_json_object() {
    let folder = TempDir::new().unwrap();
    let (out, _) = play(&folder, "bd.7 --json", "nonsense\nmoves\n");
    for line in out.lines() {
        let json: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&json["family"], json["columns"].as_array().map(Vec::len)),
            (&"patience".into(), Some(13))
        );
    }
    assert_eq!(out.lines().count(), 3);
}

#[test]
fn saved_games_of_any_kind_go_on_and_broken_ones_are_refused() {
    let folder = TempDir::new().unwrap();
    let write = |text: &str| fs::write(folder.path().join("g"), text).unwrap();
    write(
        r#"{"tapis":1,"game":"rummikub","rules":{"deals":"1"},"seed":7,"players":[{"name":"Ana"},{"name":"Ben"}],"moves":["draw"]}"#,
    );
    let (out, code) = play(&folder, "--load g", "show\nquit\n");
    assert!(out.contains("Ben to move (deal 1)") && code == Some(1), "{out}");
    for (text, why) in [
        ("", "not a saved game"),
        (r#"{"tapis":9}"#, "version 9"),
        (r#"{"tapis":1,"game":"FreeCell","seed":1,"moves":["1h","99"]}"#, "move 1: "),
        (r#"{"tapis":1,"game":"Nowhere","seed":1,"moves":[]}"#, "Nowhere"),
    ] {
        write(text);
        let (out, code) = play(&folder, "--load g", "");
        assert!(out.contains(why) && out.lines().count() == 1 && code == Some(65), "{text}: {out}");
    }
}
