//! Answers for people: hints that lead to the win, solutions in words, verdicts that say what they mean.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::run::{Run, run, tapis_in};

fn tapis(folder: &Path, line: &str) -> Run {
    run(&mut tapis_in(folder, line))
}

/// `--moves` is for programs: the lines of the file, or nothing.
#[test]
fn moves_writes_nothing_else() {
    let folder = TempDir::new().unwrap();
    for deal in ["mo.1", "st.73"] {
        let ran = tapis(folder.path(), &format!("solve {deal} --moves"));
        assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (Some(2), "", 1), "{deal}");
    }
    let given_up = tapis(folder.path(), "solve fc.1 --moves --nodes 3");
    assert_eq!((given_up.code, given_up.out.as_str()), (Some(1), ""));
    let solved = tapis(folder.path(), "solve fc.1 --moves");
    assert!(solved.out.lines().all(|line| patience::Action::from_line(line.as_bytes()).is_some()));
}

/// Plays hints until the game is won: the text before the colon is the move.
fn follow(folder: &Path, deal: &str) {
    let (mut moves, mut left) = (String::new(), None);
    while tapis(folder, &format!("check {deal} h")).code != Some(0) {
        let hint = tapis(folder, &format!("hint {deal} h"));
        assert_eq!(hint.code, Some(0), "{deal}: {hint:?}");
        let (next, words) = hint.out.split_once(':').unwrap();
        let number: usize =
            words.split("won in ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!(left.is_none_or(|left| number + 1 == left), "{deal}: {hint:?}");
        left = Some(number);
        moves.extend([next, "\n"]);
        fs::write(folder.join("h"), &moves).unwrap();
    }
    assert_eq!(left, Some(1), "{deal}");
}

#[test]
fn hints_that_are_followed_win() {
    let folder = TempDir::new().unwrap();
    for deal in ["fc.2", "st.2"] {
        fs::write(folder.path().join("h"), "").unwrap();
        follow(folder.path(), deal);
    }
}

#[test]
fn a_lost_game_is_explained() {
    let folder = TempDir::new().unwrap();
    let never = tapis(folder.path(), "hint mo.1");
    assert_eq!((never.code, never.out.as_str()), (Some(2), "this cannot be won, and never could\n"));
    let json = tapis(folder.path(), "hint mo.1 --json").json();
    assert_eq!((json["verdict"].as_str(), json["lost_after"].as_u64()), (Some("impossible"), Some(0)));
    assert!(json["move"].is_null() && json["moves"].is_null());
}

/// A wrong first move of Midnight Oil 4 is named, with the move that would have won.
#[test]
fn the_move_that_lost_is_named() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("h"), "36 40\n").unwrap();
    let hint = tapis(folder.path(), "hint mo.4 h --json");
    assert_eq!(hint.code, Some(2));
    let hint = hint.json();
    assert_eq!((hint["lost_after"].as_u64(), hint["last_winnable_after"].as_u64()), (Some(1), Some(0)));
    assert_eq!(hint["losing_move"], "36 40");
    let better = hint["better_move"].as_str().unwrap();
    let explained = tapis(folder.path(), "check mo.4 h --explain --ascii");
    assert_eq!(explained.code, Some(1));
    let says = "it cannot be won any more: move 1, TC column 12 -> column 5, lost it; ";
    assert!(explained.out.lines().nth(1).unwrap().starts_with(&format!("{says}{better} (")), "{explained:?}");
    assert_eq!(tapis(folder.path(), "check mo.4 h --explain --json").json()["losing_move"], "36 40");
    fs::write(folder.path().join("h"), format!("{better}\n")).unwrap();
    let fine = tapis(folder.path(), "check mo.4 h --explain");
    assert!(fine.out.contains("it can still be won in "), "{fine:?}");
    let fine = tapis(folder.path(), "check mo.4 h --explain --json").json();
    assert!(fine["still_winnable"] == true && fine["moves_left"].as_u64() > Some(0), "{fine}");
}

/// Numbered moves in words, the same in every run; the search itself only where it is asked for.
#[test]
fn a_solution_is_for_a_person() {
    let folder = TempDir::new().unwrap();
    let solved = tapis(folder.path(), "solve FreeCell.123456");
    assert_eq!(solved, tapis(folder.path(), "solve FreeCell.123456"));
    let (title, moves) = solved.out.split_once('\n').unwrap();
    assert_eq!(title, "FreeCell.123456: solved in 102 moves of single cards (putting up not counted)");
    assert!(!solved.out.contains("decided by"), "{}", solved.out);
    let numbered: Vec<_> =
        moves.lines().filter(|line| line.trim_start().starts_with(char::is_numeric)).collect();
    for (number, line) in (1..).zip(&numbered) {
        assert!(line.trim_start().starts_with(&format!("{number}. ")) && line.contains('→'), "{line}");
    }
    assert!(moves.contains("\n 1. K♥ → cell\n"), "{moves}");
    assert!(moves.contains("\n 8. J♠ Q♦ (2 cards) column 1 → column 4, 3 single moves\n"), "{moves}");
    assert!(moves.contains("\n10. 2♦ column 1 → column 7; up: A♠ 2♠\n"), "{moves}");
    let stats = tapis(folder.path(), "solve FreeCell.123456 --stats --ascii").out;
    assert!(stats.lines().nth(1).unwrap().contains("decided by: "), "{stats}");
    assert!(stats.contains(" 1. KH -> cell\n") && stats.is_ascii(), "{stats}");
}

#[test]
fn lengths_say_what_they_count() {
    let folder = TempDir::new().unwrap();
    let answer = tapis(folder.path(), "solve fc.123456 --json").json();
    assert_eq!(answer["moves"].as_u64().unwrap() as usize, answer["solution"].as_array().unwrap().len());
    for (count, says) in [
        ("moves", "moves of single cards (putting up not counted)"),
        ("cards", "moves of cards (putting up counted)"),
        ("runs", "moves of runs (putting up not counted)"),
    ] {
        let ran = tapis(folder.path(), &format!("solve fc.123456 --count {count}"));
        let title = format!("FreeCell.123456: solved in {} {says}\n", answer["lengths"][count]);
        assert!(ran.out.starts_with(&title), "{}", ran.out);
    }
    assert_eq!(answer["lengths"]["cards"].as_u64(), answer["moves"].as_u64().map(|moves| moves + 52));
}

#[test]
fn a_trace_is_in_words() {
    let folder = TempDir::new().unwrap();
    let moves = tapis(folder.path(), "solve fc.123 --moves").out;
    fs::write(folder.path().join("h"), &moves).unwrap();
    let trace = tapis(folder.path(), "check fc.123 h --trace --ascii").out;
    for number in 1..=moves.lines().count() {
        assert!(trace.lines().any(|line| line.starts_with(&format!("{number}. "))), "{number}");
    }
}

#[test]
fn ratings_call_a_lost_deal_lost_first() {
    let folder = TempDir::new().unwrap();
    for (deal, is_lost) in [("bd.870", true), ("mo.1", true), ("fc.1", false)] {
        let rated = tapis(folder.path(), &format!("rate {deal}")).out;
        assert_eq!(rated.contains(": cannot be won; "), is_lost, "{rated}");
        assert_eq!(tapis(folder.path(), &format!("rate {deal} --json")).json()["impossible"], is_lost);
    }
    let range = tapis(folder.path(), "rate mo.1..2").out;
    assert!(range.lines().all(|line| line.contains(": cannot be won; ")), "{range}");
}

/// Ctrl-C ends the search for fewer moves with the best line so far, and says so in words and in JSON. The fewest moves
/// of this deal take minutes to prove.
#[cfg(unix)]
#[test]
fn the_best_line_is_shown_on_ctrl_c() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = TempDir::new().unwrap();
    let searches = ["", " --json"].map(|form| {
        let mut search = tapis_in(folder.path(), &format!("solve fc2.3 --shortest --memory 4G{form}"));
        search.stdout(std::process::Stdio::piped()).spawn().unwrap()
    });
    std::thread::sleep(std::time::Duration::from_secs(3));
    let [ran, json] = searches.map(|search| {
        kill_process(Pid::from_child(&search), Signal::INT).unwrap();
        Run::from(search.wait_with_output().unwrap())
    });
    assert_eq!((ran.code, json.code), (Some(130), Some(130)), "{ran:?}");
    assert_eq!(json.json()["reason"], "stopped by Ctrl-C");
    assert!(ran.out.lines().next().unwrap().ends_with(" are needed; stopped by Ctrl-C"), "{ran:?}");
    assert!(ran.out.contains("\n 1. "), "{ran:?}");
}
