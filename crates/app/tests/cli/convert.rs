//! `tapis convert` as a user meets it.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::run::{program, run};

/// FreeCell 123 in 46 moves.
const SOLUTION: &str = include_str!("../../../../fuzz/corpus/solution/freecell");

/// Runs `tapis convert` in a folder: the exit code, and what it printed.
fn convert(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let ran = run(program("tapis", ["convert"]).args(args).current_dir(folder));
    (ran.code, ran.out, ran.err)
}

fn real_save(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../patience/tests/data/saves");
    fs::read(folder.join(name)).unwrap()
}

fn folder_with_solution() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("moves.sol"), SOLUTION).unwrap();
    folder
}

#[test]
fn there_and_back() {
    let folder = folder_with_solution();
    let at = folder.path();
    let done = "FreeCell.123: 46 moves, 98 words in the save, won; written to FreeCell.000000123\n";
    let run = convert(at, &["moves.sol", "FreeCell.000000123"]);
    assert_eq!(run, (Some(0), done.to_owned(), String::new()));
    assert_eq!(convert(at, &["FreeCell.000000123", "again.sol", "--deal", "fc.123"]).0, Some(0));
    assert_eq!(fs::read_to_string(at.join("again.sol")).unwrap(), SOLUTION);
    assert_eq!(convert(at, &["FreeCell.000000123", "-"]), (Some(0), SOLUTION.to_owned(), String::new()));
    let (code, line, _) = convert(at, &["moves.sol", ".", "--deal", "fc.123", "--json"]);
    assert_eq!(code, Some(0));
    let json =
        r#"{"game":"FreeCell","seed":123,"moves":46,"words":98,"won":true,"file":"./FreeCell.000000123"}"#;
    assert_eq!(line.trim_end(), json);
}

#[test]
fn a_save_of_the_real_program() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    let real = real_save("Seahaven.000012345.ui-won");
    fs::write(at.join("won"), &real).unwrap();
    assert_eq!(convert(at, &["won", "moves.sol"]).0, Some(0));
    assert_eq!(convert(at, &["moves.sol", "Seahaven.000012345.again"]).0, Some(0));
    assert_eq!(fs::read(at.join("Seahaven.000012345.again")).unwrap()[32..], real[32..]);
}

#[test]
fn refusals_are_one_line_and_leave_no_file() {
    let folder = folder_with_solution();
    let at = folder.path();
    fs::write(at.join("rotated"), real_save("MidnightOil.000000005.rot-f")).unwrap();
    fs::write(at.join("short"), &real_save("FreeCell.000000123.ui-won")[..300]).unwrap();
    for (args, code, why) in [
        (&["rotated", "new.sol"][..], 65, "rotated: move 1: these rules have no rotations"),
        (&["short", "new.sol"], 65, "short: the file has 300 bytes, but a save like this has at least 608"),
        (&["moves.sol", "new", "--deal", "fc.124"], 65, "moves.sol: move 1: 2♥ lies under another card"),
        (&["moves.sol", "new", "--deal", "bg.123"], 65, "moves.sol: xpat2 does not have the game BakersGame"),
        (
            &["rotated", "new.sol", "--deal", "mo.6"],
            65,
            "rotated: the save is of MidnightOil.5, not of MidnightOil.6",
        ),
        (&["moves.sol", "new"], 64, "which deal does the solution file solve? Give it as --deal GAME.SEED"),
        (&["moves.sol", "new.sol"], 64, "moves.sol and new.sol are both solution files"),
        (&["rotated", "new"], 64, "rotated and new are both xpat2 saves"),
        (&["nothing.sol", "new"], 66, "cannot read nothing.sol: No such file or directory (os error 2)"),
        (&["moves.sol", "no/FreeCell.000000123"], 73, ""),
    ] {
        let (left, out, err) = convert(at, args);
        assert_eq!((left, out.as_str(), err.lines().count()), (Some(code), "", 1), "{args:?}: {err}");
        assert!(err.starts_with(&format!("tapis: {why}")), "{err}");
    }
    assert_eq!(fs::read_dir(at).unwrap().count(), 3);
}

#[test]
fn a_save_with_a_rotation_and_a_redeal() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    fs::write(at.join("redealt"), real_save("MidnightOil.000000004.rot-redeal1")).unwrap();
    assert_eq!(convert(at, &["redealt", "moves.sol", "--xpat2-rules"]).0, Some(0));
    let checked = run(program("tapis", ["check", "mo.4", "moves.sol", "--xpat2-rules"]).current_dir(at));
    assert_eq!(fs::read_to_string(at.join("moves.sol")).unwrap().lines().count(), 10);
    let line = "legal, but not won after 2 moves of single cards (putting up not counted)\n";
    assert_eq!((checked.code, checked.out.as_str()), (Some(1), line));
    let usual = "tapis: --xpat2-rules adds nothing to FreeCell, only to MidnightOil\n";
    assert_eq!(convert(at, &["moves.sol", "new", "--deal", "fc.1", "--xpat2-rules"]).2, usual);
}
