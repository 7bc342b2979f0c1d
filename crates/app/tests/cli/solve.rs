//! `tapis solve`, `tapis hint` and `xpatsolver -search` as a user meets them.

use std::fs;

use tempfile::TempDir;

use crate::run::{self, Run, program};

fn run(name: &str, args: &[&str]) -> Run {
    run::run(&mut program(name, args.iter().copied()))
}

fn tapis(args: &[&str]) -> Run {
    run("tapis", args)
}

fn json(args: &[&str]) -> serde_json::Value {
    tapis(args).json()
}

fn last_line(run: &Run) -> &str {
    run.out.lines().last().unwrap_or_default()
}

#[test]
fn a_solution_passes_the_referee() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("moves.sol");
    let path = file.to_str().unwrap();
    for deal in ["FreeCell.123", "st.2", "bd.7", "ms.617", "eo.1"] {
        let solved = tapis(&["solve", deal, "--output", path]);
        assert_eq!(solved.code, Some(0), "{deal}: {}", solved.err);
        assert_eq!(tapis(&["check", deal, path]).code, Some(0), "{deal}");
        let moves = tapis(&["solve", deal, "--moves"]).out;
        assert_eq!(moves, fs::read_to_string(&file).unwrap());
    }
}

#[test]
fn a_range_is_a_line_a_deal_in_order() {
    let run = tapis(&["solve", "fc.5..64", "--json", "--threads", "3"]);
    assert_eq!(run.code, Some(0));
    let rows: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let seeds: Vec<_> = rows.iter().map(|row| row["seed"].as_u64().unwrap()).collect();
    assert_eq!(seeds, (5..=64).collect::<Vec<_>>());
    for row in &rows {
        assert_eq!((row["game"].as_str(), row["verdict"].as_str()), (Some("FreeCell"), Some("solved")));
        assert!(row["moves"].as_u64() > Some(20) && row["nodes"].is_u64() && row["cpu_us"].is_u64());
    }
}

#[test]
fn a_single_deal_tells_more() {
    let answer = json(&["solve", "FreeCell.123", "--json"]);
    assert_eq!(answer["solution"].as_array().unwrap().len() as u64, answer["moves"].as_u64().unwrap());
    assert!(answer["strategy"].is_string() && answer["peak_memory"].is_u64() && answer["stored"].is_u64());
}

#[test]
fn verdicts_have_their_exit_codes() {
    let impossible = tapis(&["solve", "BakersDozen.870"]);
    assert_eq!(impossible.code, Some(2));
    assert!(
        impossible.out.starts_with("BakersDozen.870: proven impossible with forced foundations\n"),
        "{}",
        impossible.out
    );
    let given_up = tapis(&["solve", "fc.1", "--nodes", "3"]);
    assert_eq!(given_up.code, Some(1));
    assert!(given_up.out.starts_with("FreeCell.1: given up: node limit reached\n"), "{}", given_up.out);
    let late = json(&["solve", "fc.1", "--exhaustive", "--time", "50ms", "--memory", "200M", "--json"]);
    assert_eq!(
        (late["verdict"].as_str(), late["reason"].as_str()),
        (Some("gave_up"), Some("time limit reached"))
    );
    assert_eq!(tapis(&["solve", "fc.1..3", "--nodes", "3"]).code, Some(1));
    assert_eq!(tapis(&["solve", "fc.1..3", "--moves"]).code, Some(64));
}

#[test]
fn the_impossible_freecell_deal_is_proven() {
    let answer = json(&["solve", "FreeCell.19621", "--json", "--threads", "2"]);
    assert_eq!(
        (answer["verdict"].as_str(), answer["strategy"].as_str()),
        (Some("impossible"), Some("best-first, weights 5, exact"))
    );
}

#[test]
fn few_moves_are_proven_or_bounded() {
    let answer = json(&["solve", "bd.7", "--shortest", "--json", "--nodes", "30000"]);
    let (moves, least) = (answer["moves"].as_u64().unwrap(), answer["at_least"].as_u64().unwrap());
    assert!(least > 5 && least <= moves, "{answer}");
}

/// The sum of a length over some deals.
fn lengths(args: &[&str], name: &str) -> u64 {
    let run = tapis(&[&["solve", "fc.3..8", "--json", "--with-solutions"], args].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let row = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    run.out.lines().map(|line| row(line)["lengths"][name].as_u64().unwrap()).sum()
}

/// A search for a short line has a limit by default, finds shorter ones with more positions, and counts as --count says.
#[test]
fn short_lines_are_made_short_by_what_is_counted() {
    let plain = lengths(&[], "moves");
    let quick = lengths(&["--short", "--nodes", "4000"], "moves");
    let usual = lengths(&["--short"], "moves");
    assert!(plain > quick && quick > usual && usual <= 6 * 40, "{plain} {quick} {usual}");
    let by_runs = |count| lengths(&["--short", "--count", count], "runs");
    assert!(by_runs("runs") < by_runs("moves"));
    let answer = json(&["solve", "fc.5", "--short", "--json", "--nodes", "50000"]);
    assert!(answer["nodes"].as_u64() <= Some(50_000) && answer["verdict"] == "solved", "{answer}");
    assert_eq!(answer["at_least"], serde_json::Value::Null);
    let timed = tapis(&["solve", "fc.5", "--short", "--time", "200ms"]);
    assert_eq!(
        (timed.code, timed.out.starts_with("FreeCell.5: solved in ")),
        (Some(0), true),
        "{}",
        timed.out
    );
    assert_eq!(tapis(&["solve", "BakersDozen.870", "--short"]).code, Some(2));
    assert_eq!(tapis(&["solve", "fc.5", "--short", "--shortest"]).code, Some(64));
}

#[test]
fn forgetting_gives_up_at_worst() {
    assert_eq!(tapis(&["solve", "BakersDozen.870", "--forget", "2"]).code, Some(1));
    assert_eq!(tapis(&["solve", "fc.1", "--forget", "30"]).code, Some(0));
}

#[test]
fn a_hint_is_the_next_move_of_a_win() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("so-far.sol");
    let path = file.to_str().unwrap();
    let first = json(&["hint", "FreeCell.123", "--json"]);
    assert_eq!(first["verdict"], "winnable");
    let next = first["move"].as_str().unwrap();
    fs::write(&file, format!("{next}\n")).unwrap();
    assert_eq!(json(&["hint", "FreeCell.123", path, "--json"])["verdict"], "winnable");
    assert!(tapis(&["hint", "FreeCell.123"]).out.starts_with(next));
    fs::write(&file, "0 1\n").unwrap();
    let refused = tapis(&["hint", "FreeCell.123", path]);
    assert_eq!((refused.code, refused.err.lines().count()), (Some(65), 1));
    assert_eq!(tapis(&["hint", "BakersDozen.870"]).code, Some(2));
}

#[test]
fn the_classic_search_writes_on_success_only() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("out.sol");
    let path = file.to_str().unwrap();
    let impossible = run("xpatsolver", &["BakersDozen.870", "-search", path]);
    assert_eq!((last_line(&impossible), impossible.code), ("INSOLUBLE", Some(2)));
    assert!(!file.exists());
    let solved = run("xpatsolver", &["FreeCell.000000123", "-search", path]);
    assert_eq!((last_line(&solved), solved.code), ("SUCCES", Some(0)));
    let check = run("xpatsolver", &["FreeCell.123", "-check", path]);
    assert_eq!((last_line(&check), check.code), ("SUCCES", Some(0)));
    let unwritable = run("xpatsolver", &["FreeCell.1", "-search", "/nowhere/out.sol"]);
    assert_eq!((unwritable.code, unwritable.err.lines().count()), (Some(73), 1));
}
