//! `tapis solve --step`, in a pipe and on a pseudo-terminal.

use rustix::process::Signal;

use crate::run::{program, run};
use crate::terminal::Terminal;

fn walk() -> Terminal {
    let mut command = program("tapis", ["solve", "mo.4", "--step", "--ascii"]);
    command.env("TERM", "xterm");
    let mut terminal = Terminal::start(command);
    terminal.prints("0 of 16 moves");
    assert!(!terminal.is_as_usual());
    terminal
}

#[test]
fn keys_walk_through_the_pictures() {
    let mut terminal = walk();
    for (keys, shown) in [
        ("\r", "1 of 16 moves"),
        (" ", "2. QD column 10 -> column 9"),
        ("\x1b[C", "3. QC column 3 -> column 10"),
        ("b", "2 of 16 moves"),
        ("\x1b[D", "1 of 16 moves"),
        ("g15\r", "15. QS column 15 -> column 3"),
        ("g99\r", "16 of 16 moves"),
    ] {
        terminal.press(keys);
        terminal.prints(shown);
    }
    terminal.press("q");
    assert_eq!(terminal.ends(), Some(0));
    assert!(terminal.is_as_usual());
}

/// Ctrl-C as a key and as a signal, and SIGTERM: the terminal is as before.
#[test]
fn an_interrupted_walk_restores_the_terminal() {
    let mut terminal = walk();
    terminal.press("\x03");
    assert_eq!((terminal.ends(), terminal.is_as_usual()), (Some(130), true));
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut terminal = walk();
        terminal.signal(signal);
        assert_eq!((terminal.ends(), terminal.is_as_usual()), (Some(code), true));
    }
}

#[test]
fn a_pipe_gets_all_pictures() {
    let walked = run(&mut program("tapis", ["solve", "mo.4", "--step", "--ascii"]));
    assert_eq!(walked.code, Some(0), "{walked:?}");
    assert_eq!(walked.out.matches("\nfoundations").count(), 17);
    let places = [
        "MidnightOil.4: solved in 16 moves",
        "at the start\n",
        "\n1. 8D column 16 -> column 13; up: AS 2S\n",
        "\n16. JH",
    ]
    .map(|text| walked.out.find(text).unwrap_or_else(|| panic!("{text}: {}", walked.out)));
    assert!(places.is_sorted());
    let impossible = run(&mut program("tapis", ["solve", "mo.1", "--step"]));
    assert_eq!((impossible.code, impossible.out.lines().count()), (Some(2), 1));
}
