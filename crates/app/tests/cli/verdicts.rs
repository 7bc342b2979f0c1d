//! Verdicts that say what they mean: certificates, limits, lists of deals.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use test_programs::{PYTHON, found_or_skipped};

use crate::run::{Run, program, run, run_with, tapis_in};

fn tapis(folder: &TempDir, line: &str) -> Run {
    run(&mut tapis_in(folder.path(), line))
}

fn put(folder: &TempDir, name: &str, text: &str) {
    fs::write(folder.path().join(name), text).unwrap();
}

const CELL_LESS: &str = "name = \"Cell-less\"\ncolumns = [7, 6, 7, 6, 7, 6, 7, 6]\ncells = 0\n\
    build = \"alternate-colours\"\nfill = \"any\"\n";

#[test]
fn verify_says_what_was_verified() {
    let folder = TempDir::new().unwrap();
    assert_eq!(tapis(&folder, "prove mo.1 -o cert").code, Some(0));
    assert_eq!(
        tapis(&folder, "verify cert --json").out,
        "{\"holds\":true,\"game\":\"MidnightOil\",\"builtin\":true,\"foundations\":\"forced\",\"seed\":1,\
         \"board\":null,\"positions\":56}\n"
    );
    assert_eq!(tapis(&folder, "prove mo.1 --free-foundations -o cert").code, Some(0));
    let free = tapis(&folder, "verify cert --json").json();
    assert_eq!((&free["holds"], &free["foundations"]), (&json!(true), &json!("free")));
    put(&folder, "own.toml", CELL_LESS);
    assert_eq!(tapis(&folder, "prove --rules own.toml 1 -o cert").code, Some(0));
    let own = tapis(&folder, "verify cert --json").json();
    assert_eq!(
        (&own["holds"], &own["builtin"], &own["game"]),
        (&json!(true), &json!(false), &json!("Cell-less"))
    );
    put(&folder, "own.toml", &CELL_LESS.replace("Cell-less", "FreeCell"));
    assert_eq!(tapis(&folder, "prove --rules own.toml 1 -o cert").code, Some(65));
}

#[test]
fn a_board_is_shown_with_its_verdict() {
    let folder = TempDir::new().unwrap();
    put(&folder, "board", "Founds: C-K S-K H-J D-J\n: QH KD\n: QD KH\n");
    assert_eq!(tapis(&folder, "prove mo --deal board -o cert").code, Some(0));
    let verified = tapis(&folder, "verify cert --json").json();
    assert_eq!(verified["seed"], Value::Null);
    assert!(verified["board"].as_str().unwrap().contains(": QH KD\n: QD KH\n"), "{verified}");
    let text = tapis(&folder, "verify cert").out;
    assert!(text.starts_with("verified: a board of MidnightOil cannot be won (built-in rules, "), "{text}");
    assert!(text.contains("\n: QH KD\n: QD KH\n"), "{text}");
    // With xpat2's rotation the first board is won, and one with two such locks is not.
    assert_eq!(tapis(&folder, "prove mo --deal board --xpat2-rules -o cert").code, Some(1));
    put(&folder, "board", "Founds: C-J S-J H-J D-J\n: QH KD\n: QD KH\n: QC KS\n: QS KC\n");
    assert_eq!(tapis(&folder, "prove mo --deal board --xpat2-rules -o cert").code, Some(0));
    let verified = tapis(&folder, "verify cert --json").json();
    assert_eq!(
        (&verified["holds"], &verified["foundations"], &verified["xpat2_rules"]),
        (&json!(true), &json!("one-way"), &json!(true))
    );
}

#[test]
fn limits_of_verify_are_kept_and_are_not_refusals() {
    let folder = TempDir::new().unwrap();
    tapis(&folder, "prove st.41 -o cert");
    for (limit, why) in [("--nodes 1", "node limit reached"), ("--memory 5000", "memory limit reached")] {
        let ran = tapis(&folder, &format!("verify cert --json {limit}"));
        let answer = ran.json();
        assert_eq!(
            (ran.code, &answer["holds"], &answer["why"]),
            (Some(1), &Value::Null, &json!(why)),
            "{limit}"
        );
        assert_eq!(answer["game"], "Seahaven");
    }
    let text = tapis(&folder, "verify cert --nodes 1").out;
    assert_eq!(text, "not verified: Seahaven.41 (built-in rules, forced foundations): node limit reached\n");
}

/// A file that is not a certificate, or is damaged, says nothing about its claim.
#[test]
fn damaged_certificates_are_errors_of_data() {
    let folder = TempDir::new().unwrap();
    tapis(&folder, "prove st.73 -o cert");
    let whole = fs::read(folder.path().join("cert")).unwrap();
    let with = |bytes: &[u8]| {
        fs::write(folder.path().join("bad"), bytes).unwrap();
        let ran = tapis(&folder, "verify bad --json");
        (ran.code, ran.out)
    };
    let unreadable = (Some(65), String::new());
    for at in [0, 9, 20, 30, 300, whole.len() - 60, whole.len() - 2] {
        let mut altered = whole.clone();
        altered[at] ^= 0x11;
        assert_eq!(with(&altered), unreadable, "byte {at}");
        assert_eq!(with(&whole[..at]), unreadable, "cut at {at}");
    }
    assert_eq!(with(&[&whole[..], b"x"].concat()), unreadable);
    assert_eq!(with(b"nonsense"), unreadable);
    fs::create_dir(folder.path().join("folder")).unwrap();
    assert_eq!(tapis(&folder, "verify folder").code, Some(66));
}

#[test]
fn a_certificate_is_shown_as_text() {
    let folder = TempDir::new().unwrap();
    tapis(&folder, "prove st.73 -o cert");
    let text = tapis(&folder, "verify cert --dump").out;
    assert!(text.starts_with("game: Seahaven.73\nfoundations: forced\n| name = \"Seahaven\"\n"), "{text}");
    let positions: Vec<_> =
        text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    assert_eq!(positions.len(), 173);
    assert!(positions.iter().all(|line| line.contains(" closed: ") || line.contains(" deadlock: ")));
    assert_eq!(tapis(&folder, "verify cert --dump --json").code, Some(64));
}

#[test]
fn numbered_deals_go_on_where_windows_ends() {
    let folder = TempDir::new().unwrap();
    let board = tapis(&folder, "deal --ms 8589934591 --board");
    assert!(board.out.contains("\n: TC 8S 8C 6C 5H 5C 9C\n"), "{}", board.out);
    assert_eq!(tapis(&folder, "deal ms.8589934591 --json").json()["seed"], json!(8_589_934_591_u64));
    assert_eq!(tapis(&folder, "solve ms.4294967296 --moves").code, Some(0));
    let beyond = tapis(&folder, "deal --ms 8589934592");
    assert!(beyond.code == Some(64) && beyond.err.contains("1 to 8,589,934,591"), "{}", beyond.err);
}

/// Rows without the time they took.
fn rows(folder: &TempDir, line: &str) -> Vec<Value> {
    let out = tapis(folder, line).out;
    let without_time = |line: &str| {
        let mut row: Value = serde_json::from_str(line).unwrap();
        row["cpu_us"].take();
        row
    };
    out.lines().map(without_time).collect()
}

/// A deal that needs more than a thread's share of the memory is searched again with all of it.
#[test]
fn rows_do_not_depend_on_threads() {
    let folder = TempDir::new().unwrap();
    let range = "solve fc.1..6 --exhaustive --memory 24M --json";
    let alone = rows(&folder, &format!("{range} --threads 1"));
    assert!(alone.iter().any(|row| row["reason"] == "memory limit reached"), "{alone:?}");
    assert_eq!(rows(&folder, &format!("{range} --threads 4")), alone);
    assert_eq!(rows(&folder, &format!("{range} --threads 4 --ledger rows")), alone);
}

#[test]
fn small_limits_are_errors_or_kept() {
    let folder = TempDir::new().unwrap();
    for limit in ["--time 0", "--time 0ms", "--nodes 0"] {
        let refused = tapis(&folder, &format!("solve fc.1 {limit}"));
        assert_eq!((refused.code, refused.err.lines().count()), (Some(64), 1), "{limit}: {refused:?}");
    }
    for limit in ["--memory 1", "--memory 0", "--nodes 1"] {
        let answer = tapis(&folder, &format!("solve fc.1 {limit} --json")).json();
        assert_eq!(answer["verdict"], "gave_up", "{limit}: {answer}");
    }
}

#[test]
fn foundations_are_one_option() {
    let folder = TempDir::new().unwrap();
    let verdict =
        |options: &str| tapis(&folder, &format!("solve bd.3118 --json {options}")).json()["verdict"].clone();
    assert_eq!(verdict("--foundations forced"), "impossible");
    assert_eq!(verdict("--foundations free"), "solved");
    assert_eq!(verdict("--free-foundations"), "solved");
    let ran = tapis(&folder, "prove bd.218 --foundations one-way -o cert");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(tapis(&folder, "verify cert --json").json()["foundations"], "one-way");
    let twice = tapis(&folder, "solve fc.1 --foundations forced --free-foundations");
    assert_eq!((twice.code, twice.err.lines().count()), (Some(64), 1), "{}", twice.err);
    assert_eq!(tapis(&folder, "solve fc.1 --foundations loose").code, Some(64));
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let folder = TempDir::new().unwrap();
    let moves = tapis(&folder, "solve fc.1 --moves").out;
    put(&folder, "moves.sol", &format!("\u{feff}{moves}"));
    assert_eq!(tapis(&folder, "check fc.1 moves.sol").code, Some(0));
    put(&folder, "rules.toml", &format!("\u{feff}{CELL_LESS}"));
    assert_eq!(tapis(&folder, "deal --rules rules.toml 1").code, Some(0));
    let board = tapis(&folder, "deal fc.1 --board").out;
    put(&folder, "board", &format!("\u{feff}{board}"));
    assert_eq!(tapis(&folder, "deal --deal board").code, Some(0));
    let piped = run_with(&mut tapis_in(folder.path(), "check fc.1 -"), &format!("\u{feff}{moves}"));
    assert_eq!(piped.code, Some(0), "{}", piped.err);
}

#[test]
fn the_classic_interface_takes_its_options_in_any_order() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("moves.sol");
    let file = file.to_str().unwrap();
    let last = |words: &[&str]| {
        let ran = run(&mut program("xpatsolver", words.iter().copied()));
        (ran.code, ran.out.lines().last().unwrap_or_default().to_owned())
    };
    assert_eq!(last(&["-search", file, "fc.1"]), (Some(0), "SUCCES".to_owned()));
    assert_eq!(last(&["-check", file, "fc.1"]), (Some(0), "SUCCES".to_owned()));
    let help = run(&mut program("xpatsolver", ["-help"]));
    assert!(
        help.code == Some(0) && help.out.starts_with("usage: xpatsolver ") && help.out.contains("-search")
    );
    for words in [&["-check", "fc.1"][..], &["-check", file, "-search", file], &["-x"], &["-check", file]] {
        let ran = run(&mut program("xpatsolver", words.iter().copied()));
        assert!(ran.code == Some(64) && ran.err.lines().count() == 1, "{words:?}: {ran:?}");
    }
}

/// A verifier of certificates that was written from docs/certificates.md, in another language.
#[test]
fn a_second_verifier_agrees() {
    let Some([python]) = found_or_skipped([PYTHON]) else { return };
    let folder = TempDir::new().unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../integrations/verify_certificate.py");
    let second =
        |name: &str| run(std::process::Command::new(&python).arg(script).arg(folder.path().join(name)));
    put(&folder, "board", "Founds: C-J S-J H-J D-J\n: QH KD\n: QD KH\n: QC KS\n: QS KC\n");
    put(&folder, "own.toml", CELL_LESS);
    for (deal, claim) in [
        ("st.73", "Seahaven, forced, seed 73"),
        ("st.88 --foundations one-way", "Seahaven, one-way, seed 88"),
        ("mo.1", "MidnightOil, forced, seed 1"),
        ("mo.15 --free-foundations", "MidnightOil, free, seed 15"),
        ("bd.1584", "BakersDozen, forced, seed 1584"),
        ("bd.1865", "BakersDozen, forced, seed 1865"),
        ("bd.78829", "BakersDozen, forced, seed 78829"),
        ("bd.2551 --free-foundations", "BakersDozen, free, seed 2551"),
        ("--rules own.toml 1", "Cell-less, forced, seed 1"),
        ("fc0.3", "FreeCell0, forced, seed 3"),
        ("mo --deal board --xpat2-rules", "MidnightOil, one-way with redeals and rotations, a board"),
    ] {
        let proven = tapis(&folder, &format!("prove {deal} -o cert"));
        assert_eq!(proven.code, Some(0), "{deal}: {proven:?}");
        let positions = tapis(&folder, "verify cert --json").json()["positions"].clone();
        let verified = second("cert");
        assert_eq!(
            verified.out,
            format!("holds: {claim}; positions: {positions}\n"),
            "{deal}: {}",
            verified.err
        );
        assert_eq!(verified.code, Some(0));
    }
    let whole = fs::read(folder.path().join("cert")).unwrap();
    for at in (0..whole.len()).step_by(40) {
        let mut altered = whole.clone();
        altered[at] ^= 4;
        fs::write(folder.path().join("bad"), altered).unwrap();
        assert_ne!(second("bad").code, Some(0), "byte {at}");
    }
}
