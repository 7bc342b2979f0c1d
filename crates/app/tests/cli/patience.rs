//! `tapis deal`, `tapis check` and `xpatsolver` as a user meets them.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use tempfile::TempDir;

use crate::run::{self, Run, program};

fn run_with_input(name: &str, args: &[&str], input: &str) -> Run {
    run::run_with(&mut program(name, args.iter().copied()), input)
}

fn run(name: &str, args: &[&str]) -> Run {
    run_with_input(name, args, "")
}

fn write(dir: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = dir.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

/// FreeCell 123 in 49 moves.
const SOLUTION: &str = include_str!("../../../../fuzz/corpus/solution/freecell");

#[test]
fn a_deal_as_json() {
    let run = run("tapis", &["deal", "Seahaven.1", "--json"]);
    let expected = concat!(
        r#"{"game":"Seahaven","seed":1,"columns":[[13,32,33,35,30],[46,7,29,9,48],[38,36,51,41,26],"#,
        r#"[20,23,43,27,42],[4,21,37,39,2],[15,34,28,25,17],[16,18,31,3,0],[10,50,49,14,6],[24,1,22,5,40],"#,
        r#"[44,11,8,45,19]],"cells":[12,47],"foundations":[0,0,0,0]}"#,
        "\n"
    );
    assert_eq!(run, Run { code: Some(0), out: expected.to_owned(), err: String::new() });
}

#[test]
fn a_range_is_a_line_a_deal() {
    let lines = run("tapis", &["deal", "mo.7..16", "--json"]).out;
    let seeds: Vec<_> =
        lines.lines().map(|line| line.split(&[':', ','][..]).nth(3).unwrap().to_owned()).collect();
    assert_eq!(seeds, (7..=16).map(|seed| seed.to_string()).collect::<Vec<_>>());
}

#[test]
fn a_board_reads_back_as_the_deal() {
    let board = run("tapis", &["deal", "--ms", "617", "--board"]).out;
    let again = run_with_input("tapis", &["deal", "ms", "--deal", "-", "--board"], &board).out;
    assert_eq!(board.split_once('\n').unwrap().1, again.split_once('\n').unwrap().1);
}

#[test]
fn output_in_a_pipe_has_no_colour() {
    assert!(!run("tapis", &["deal", "fc.1"]).out.contains('\x1b'));
}

#[test]
fn a_solution_is_checked() {
    let won = run_with_input("tapis", &["check", "fc.123", "-"], SOLUTION);
    assert_eq!((won.code, won.out.starts_with("won in ")), (Some(0), true), "{won:?}");
    let short = SOLUTION.lines().next().unwrap();
    let run = run_with_input("tapis", &["check", "fc.123", "-"], short);
    assert_eq!(
        (run.code, run.out.as_str()),
        (Some(1), "legal, but not won after 1 move of single cards (putting up not counted)\n")
    );
    let wrong = format!("{short}\n1 2\n");
    let run = run_with_input("tapis", &["check", "fc.123", "-", "--json"], &wrong);
    assert_eq!(run.code, Some(1));
    assert!(
        run.out
            .contains(r#""verdict":"illegal","moves":1,"illegal_at":2,"illegal_line":2,"why":"A♠ lies under another card""#),
        "{run:?}"
    );
}

#[test]
fn a_trace_shows_every_state() {
    let run = run_with_input("tapis", &["check", "fc.123", "-", "--trace", "--ascii"], SOLUTION);
    assert_eq!(run.out.matches("foundations").count(), SOLUTION.lines().count() + 1);
}

#[test]
fn a_game_of_ones_own() {
    let dir = TempDir::new().unwrap();
    let rules = write(
        &dir,
        "pairs.toml",
        "name = \"Pairs\"\ncolumns = [26, 26]\nbuild = \"any-suit\"\nfill = \"any\"\n",
    );
    let show = run("tapis", &["deal", "--rules", rules.to_str().unwrap(), "5"]);
    assert_eq!((show.code, show.out.lines().next()), (Some(0), Some("Pairs.5")));
    let rules =
        write(&dir, "odd.toml", "name = \"Odd\"\ncolums = [52]\nbuild = \"any-suit\"\nfill = \"any\"\n");
    let show = run("tapis", &["deal", "--rules", rules.to_str().unwrap(), "5"]);
    let complaint =
        format!("tapis: {}: line 2: unknown key `colums`; did you mean `columns`?\n", rules.display());
    assert_eq!(show, Run { code: Some(65), out: String::new(), err: complaint });
}

/// A wrong request is one line on stderr, nothing on stdout, and never a verdict's exit code.
#[test]
fn wrong_requests_are_one_line() {
    let cases: &[(&[&str], i32)] = &[
        (&["deal", "fc.0"], 64),
        (&["deal", "Klondike.1"], 64),
        (&["deal", "fc"], 64),
        (&["deal"], 64),
        (&["deal", "fc.1", "--ms", "2"], 64),
        (&["deal", "--deal", "/nonexistent/board"], 66),
        (&["check", "fc.1", "/nonexistent/file"], 66),
        (&["check", "fc.1"], 64),
        (&["check", "fc.1..2", "-"], 64),
    ];
    for (args, code) in cases {
        let run = run("tapis", args);
        assert_eq!(
            (run.code, run.out.as_str(), run.err.lines().count()),
            (Some(*code), "", 1),
            "{args:?}: {run:?}"
        );
        assert!(run.err.starts_with("tapis: "));
    }
    assert_eq!(run("tapis", &["deal", "--nonsense"]).code, Some(64));
    assert_eq!(run("tapis", &[]).code, Some(64));
}

#[test]
fn the_classic_interface_is_kept_to_the_letter() {
    let dir = TempDir::new().unwrap();
    let check = |moves: &str| {
        let file = write(&dir, "moves.sol", moves);
        let run = run("xpatsolver", &["FreeCell.123", "-check", file.to_str().unwrap()]);
        (run.code, run.out.lines().last().unwrap_or_default().to_owned(), run.err)
    };
    let answer = |code, line: &str| (Some(code), line.to_owned(), String::new());
    assert_eq!(check(SOLUTION), answer(0, "SUCCES"));
    assert_eq!(check(&SOLUTION.replace('\n', " \r\n")), answer(0, "SUCCES"));
    assert_eq!(check(""), answer(1, "ECHEC 1"));
    assert_eq!(check("nonsense"), answer(1, "ECHEC 1"));
    let moves = SOLUTION.lines().count();
    assert_eq!(check(&format!("{SOLUTION}1 T\n")), answer(1, &format!("ECHEC {}", moves + 1)));
    assert_eq!(run("xpatsolver", &["bd.123456"]).code, Some(0));
    for args in
        [&["fc.0"][..], &[], &["fc.1", "-check"], &["fc.1", "-check", "/nonexistent"], &["fc.1", "-x", "y"]]
    {
        let run = run("xpatsolver", args);
        assert!(
            run.code >= Some(64) && run.err.lines().count() == 1 && run.out.is_empty(),
            "{args:?}: {run:?}"
        );
    }
}

#[test]
fn an_impossible_deal_is_proven_and_verified() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("st73.cert");
    let file = path.to_str().unwrap();
    let proven = run("tapis", &["prove", "st.73", "-o", file]);
    assert_eq!(proven.out, "Seahaven.73 cannot be won: 173 positions, none leads further\n");
    let verified = run("tapis", &["verify", file]);
    assert_eq!(
        (verified.code, verified.out.as_str()),
        (
            Some(0),
            "verified: Seahaven.73 cannot be won (built-in rules, forced foundations, 173 positions)\n"
        )
    );
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let damaged = run("tapis", &["verify", file, "--json"]);
    assert_eq!((damaged.code, damaged.out.as_str()), (Some(65), ""));
    assert_eq!(damaged.err, format!("tapis: {file}: the certificate ends too early\n"));
    assert_eq!(run("tapis", &["verify", "/nonexistent"]).code, Some(66));
}

#[test]
fn cards_that_lock_each_other_in_are_a_proof_of_one_position() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("bd218.cert");
    let file = path.to_str().unwrap();
    let proven = run("tapis", &["prove", "bd.218", "-o", file]);
    assert_eq!(proven.out, "BakersDozen.218 cannot be won: its cards lock each other in\n");
    assert_eq!(
        run("tapis", &["verify", file]).out,
        "verified: BakersDozen.218 cannot be won (built-in rules, forced foundations, 1 position)\n"
    );
    let proven = run("tapis", &["prove", "bd.1865", "--foundations", "one-way", "-o", file]);
    assert_eq!(proven.out, "BakersDozen.1865 cannot be won: its relaxed game is lost\n");
    assert_eq!(
        run("tapis", &["verify", file]).out,
        "verified: BakersDozen.1865 cannot be won (built-in rules, one-way foundations, 1 position)\n"
    );
    let proven = run("tapis", &["prove", "bd.78829", "-o", file]);
    assert_eq!(proven.out, "BakersDozen.78829 cannot be won: its game of loose cards is lost\n");
    assert_eq!(
        run("tapis", &["verify", file]).out,
        "verified: BakersDozen.78829 cannot be won (built-in rules, forced foundations, 1 position)\n"
    );
}

#[test]
fn what_can_be_won_gets_no_certificate() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("none.cert");
    let file = path.to_str().unwrap();
    let won = run("tapis", &["prove", "fc.1", "-o", file]);
    assert_eq!((won.code, won.out.as_str()), (Some(1), "FreeCell.1 can be won: there is nothing to prove\n"));
    let redeals = run("tapis", &["prove", "mo.9", "--xpat2-rules", "-o", file]);
    assert_eq!(redeals.out, "MidnightOil.9 can be won: there is nothing to prove\n");
    assert!(!path.exists());
    let nowhere = run("tapis", &["prove", "bd.218", "-o", "/nonexistent/x.cert"]);
    assert_eq!(nowhere.code, Some(73));
    assert!(nowhere.err.contains("/nonexistent/x.cert") && !nowhere.err.contains("tmp"), "{}", nowhere.err);
}

#[test]
fn a_proof_that_fails_writes_nothing() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("none.cert");
    let run = run("tapis", &["prove", "fc.19621", "-o", path.to_str().unwrap(), "--nodes", "100"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (Some(1), "FreeCell.19621 is not decided: node limit reached\n")
    );
    assert!(!path.exists());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = program("tapis", ["deal", "fc.1..100000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn completions_and_manual_are_made() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = run("tapis", &["completions", shell]);
        assert!(run.code == Some(0) && run.out.contains("check"), "{shell}");
    }
    assert!(run("tapis", &["man"]).out.contains(".TH tapis"));
    let dir = TempDir::new().unwrap();
    run("tapis", &["man", "--dir", dir.path().to_str().unwrap()]);
    assert!(dir.path().join("tapis-check.1").exists());
}
