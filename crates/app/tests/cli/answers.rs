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
        moves += &format!("{next}\n");
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
    assert_eq!((never.code, never.out.as_str()), (Some(2), "this cannot be won any more; it never could\n"));
    let json = tapis(folder.path(), "hint mo.1 --json").json();
    assert_eq!((json["verdict"].as_str(), json["lost_after"].as_u64()), (Some("impossible"), Some(0)));
    assert!(json["move"].is_null() && json["moves"].is_null());
}
