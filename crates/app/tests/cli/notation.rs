//! Notations: what `tapis solve` writes, `tapis check` reads.

use std::fs;

use tempfile::TempDir;

use crate::run::{self, Run, program, run_with};

const NOTATIONS: [&str; 4] = ["words", "classic", "standard", "fc-solve"];

fn tapis(line: &str) -> Run {
    run::run(&mut program("tapis", line.split(' ')))
}

fn check(line: &str, text: &str) -> Run {
    run_with(&mut program("tapis", line.split(' ')), text)
}

#[test]
fn check_reads_what_solve_prints() {
    for deal in
        ["fc.123", "ms.617", "eo.1", "st.2", "bd.7", "fc.5 --foundations one-way", "fc.5 --foundations free"]
    {
        for notation in
            NOTATIONS.into_iter().filter(|&name| name != "standard" || !deal.starts_with(['s', 'b']))
        {
            let solved = tapis(&format!("solve {deal} --notation {notation}"));
            assert_eq!(solved.code, Some(0), "{deal} {notation}: {}", solved.err);
            for option in [String::new(), format!(" --notation {notation}")] {
                let checked = check(&format!("check {deal} -{option}"), &solved.out);
                assert_eq!(checked.code, Some(0), "{deal} {notation}: {checked:?}\n{}", solved.out);
                assert!(checked.out.ends_with("of single cards (putting up not counted)\n"), "{checked:?}");
            }
        }
    }
}

#[test]
fn words_are_the_default_and_classic_are_the_moves() {
    let out = |line: &str| tapis(line).out;
    assert_eq!(out("solve fc.123 --notation words"), out("solve fc.123"));
    assert_eq!(out("solve fc.123 --notation classic"), out("solve fc.123 --moves"));
    let ascii = check("check fc.123 -", &out("solve fc.123 --ascii --stats"));
    assert_eq!(ascii.code, Some(0), "{ascii:?}");
    let mut coloured = program("tapis", ["solve", "fc.123"]);
    let coloured = run::run(coloured.env("CLICOLOR_FORCE", "1")).out;
    assert!(coloured.contains('\x1b'));
    assert_eq!(check("check fc.123 -", &coloured).code, Some(0));
}

/// No search is begun for what cannot be written.
#[test]
fn games_of_ten_columns_have_no_standard_notation() {
    for line in ["solve st.2 --notation standard", "check st.2 - --notation standard"] {
        let refused = check(line, "1a");
        let message = "tapis: standard notation names at most 9 columns, and this game has 10\n";
        assert_eq!((refused.code, refused.out.as_str(), refused.err.as_str()), (Some(64), "", message));
    }
    assert_eq!(check("check st.2 -", "1a").code, Some(1));
}

#[test]
fn other_texts_get_one_line() {
    for (text, line) in [
        ("6a 6b\nnonsense", "illegal at line 2, `nonsense`: not a move in standard notation\n"),
        (
            "6a 6b\n17 T",
            "illegal at line 2, `17 T`: not a move in standard notation; it reads as one in classic notation\n",
        ),
        ("nonsense", "move 1 is illegal: `nonsense` is not a move\n"),
        ("6a 6c 6c", "illegal at line 1, `6c`: cell c is taken\n"),
    ] {
        let checked = check("check fc.1 -", text);
        assert_eq!((checked.code, checked.out.as_str()), (Some(1), line), "{text:?}");
    }
    let json = check("check fc.1 - --json", "6a 6b\nnonsense").json();
    assert_eq!((json["illegal_at"].as_u64(), json["illegal_line"].as_u64()), (Some(3), Some(2)));
    let json = check("check fc.1 - --json", "nonsense").json();
    assert_eq!((json["illegal_at"].as_u64(), json["illegal_line"].as_u64()), (Some(1), Some(1)));
}

#[test]
fn files_and_hints_take_notations_too() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("line");
    let path = file.to_str().unwrap();
    assert_eq!(tapis(&format!("solve fc.123 --notation fc-solve -o {path}")).code, Some(0));
    assert!(fs::read_to_string(&file).unwrap().starts_with("Move "));
    assert_eq!(tapis(&format!("check fc.123 {path}")).code, Some(0));
    assert_eq!(check("hint fc.1 -", "6a 6b").out, check("hint fc.1 -", "14 T\n49 T").out);
    let refused = check("hint fc.1 -", "6a 6b x");
    assert_eq!((refused.code, refused.err.lines().count()), (Some(65), 1), "{refused:?}");
    for line in
        ["solve fc.1..3 --notation words", "solve fc.1..3 --step", "solve fc.1 --moves --notation words"]
    {
        assert_eq!(tapis(line).code, Some(64), "{line}");
    }
    let impossible = tapis("solve mo.1 --notation fc-solve");
    assert_eq!((impossible.code, impossible.out.as_str()), (Some(2), ""));
}
