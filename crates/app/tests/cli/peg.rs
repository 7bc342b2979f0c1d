//! `tapis peg` from outside.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use crate::run::{Run, program, run_with};

pub(crate) struct Tapis {
    pub(crate) cache: TempDir,
}

impl Tapis {
    pub(crate) fn new() -> Self {
        Self { cache: TempDir::new().unwrap() }
    }

    fn command(&self, line: &str) -> Command {
        let mut command = program("tapis", ["peg"]);
        command.env("XDG_CACHE_HOME", self.cache.path()).env("HOME", self.cache.path());
        command.args(line.split_whitespace());
        command
    }

    pub(crate) fn run(&self, line: &str, input: &str) -> Run {
        run_with(&mut self.command(line), input)
    }

    /// Exit code and standard output.
    pub(crate) fn answer(&self, line: &str, input: &str) -> (i32, String) {
        let Run { code, out, .. } = self.run(line, input);
        (code.expect("no signal ends it"), out)
    }
}

#[test]
fn shows_and_lists_moves() {
    let tapis = Tapis::new();
    let (code, text) = tapis.answer("show --board triangle15", "");
    assert_eq!(code, 0);
    let picture = "  1     .\n  2    o o\n  3   o o o\n  4  o o o o\n  5 o o o o o\n";
    assert_eq!(text, format!("{picture}triangle15: 15 holes, 14 pegs, 2 jumps possible, number 32766\n"));
    assert_eq!(tapis.answer("moves", ""), (0, "d2-d4\nb4-d4\nf4-d4\nd6-d4\n".to_owned()));
    let course = "(3,1) b\n(1,3) d\n(5,3) g\n(3,5) h\n";
    assert_eq!(tapis.answer("moves --notation course", ""), (0, course.to_owned()));
    assert_eq!(tapis.answer("moves --from -", "o.o\n"), (1, String::new()));
}

#[test]
fn what_is_shown_as_text_is_read_back() {
    let tapis = Tapis::new();
    for board in ["english", "triangle15", "hexagon19"] {
        let (_, text) = tapis.answer(&format!("show --board {board} --text"), "");
        assert_eq!(tapis.answer("show --from - --text", &text), (0, text.clone()));
    }
}

/// The moves of an answer to `solve`.
fn line_of(text: &str) -> String {
    text.lines().filter(|line| !line.contains("solved")).collect::<Vec<_>>().join("\n")
}

#[test]
fn solutions_pass_the_check() {
    let tapis = Tapis::new();
    for options in ["--board triangle15 --vacate a1", "--vacate d4 --to d4", "--board french --vacate c1"] {
        let (code, text) = tapis.answer(&format!("solve {options}"), "");
        assert_eq!(code, 0, "{text}");
        let (code, text) = tapis.answer(&format!("check - {options}"), &line_of(&text));
        assert_eq!(code, 0, "{text}");
        assert!(text.contains("won: one peg"), "{text}");
    }
}

#[test]
fn shortest_and_longest_solutions() {
    let tapis = Tapis::new();
    let (code, text) = tapis.answer("solve --board triangle15 --vacate a1 --to a1 --shortest", "");
    assert_eq!(code, 0);
    assert!(text.ends_with("solved: one peg at a1 after 13 jumps in 10 moves\n"), "{text}");
    for option in ["--longest-sweep", "--longest-finish"] {
        let (code, text) = tapis.answer(&format!("solve --board triangle15 --vacate a1 {option}"), "");
        assert_eq!(code, 0);
        assert!(text.contains("the longest sweep asked for has"), "{text}");
    }
}

#[test]
fn says_why_not() {
    let tapis = Tapis::new();
    let (code, text) = tapis.answer("solve --vacate d4 --to c4", "");
    assert_eq!(code, 2);
    assert!(
        text.starts_with("impossible: the position class of the start is not that of the goal\n"),
        "{text}"
    );
    let (code, text) = tapis.answer("solve --board french --vacate d4", "");
    assert_eq!(code, 2);
    assert!(text.contains("Every jump changes none or two of the holes marked *"), "{text}");
    let (code, text) = tapis.answer("solve --from - --json", "oo.\n...\n..o\n");
    assert_eq!(code, 2, "{text}");
    assert!(
        text.starts_with("{\"verdict\":\"impossible\",\"jumps\":[],\"moves\":null,\"reason\":{"),
        "{text}"
    );
}

#[test]
fn counts() {
    let tapis = Tapis::new();
    let (code, text) = tapis.answer("count --board triangle15 --vacate a1 --json", "");
    assert_eq!(code, 0);
    assert!(text.contains("\"positions\":3016,\"positions_up_to_symmetry\":1544"), "{text}");
    assert!(text.contains("\"solutions\":\"29760\""), "{text}");
    let (code, text) = tapis.answer("count --board wiegleb --memory 50M", "");
    assert_eq!((code, text.as_str()), (1, "gave up: memory limit reached\n"));
}

#[test]
fn lists_all_solutions_and_goes_on_after_one() {
    let tapis = Tapis::new();
    let game = "solve --board triangle15 --vacate b3 --all";
    let (code, all) = tapis.answer(game, "");
    assert_eq!((code, all.lines().count()), (0, 1550));
    let lines: Vec<_> = all.lines().collect();
    let (_, rest) = tapis.answer(&format!("{game} --after -"), lines[1499]);
    assert_eq!(rest.lines().collect::<Vec<_>>(), lines[1500..]);
    let (_, some) = tapis.answer(&format!("{game} --first 3"), "");
    assert_eq!(some.lines().collect::<Vec<_>>(), lines[..3]);
    assert_eq!(tapis.answer(&format!("{game} --after -"), "a1-a3").0, 65);
}

#[test]
fn writes_the_line_of_play_as_csv() {
    let tapis = Tapis::new();
    let path = tapis.cache.path().join("line.csv");
    let csv = path.to_str().unwrap();
    let (code, _) = tapis.answer(&format!("check - --csv {csv}"), "d2-d4 # a remark\n");
    assert_eq!(code, 1);
    let text = std::fs::read_to_string(&path).unwrap();
    let first = "0,0.000,,,x,x,x,,,,,x,x,x,,,x,x,x,x,x,x,x,x,x,x,0,x,x,x,x,x,x,x,x,x,x,,,x,x,x,,,,,x,x,x,,";
    assert_eq!(text.lines().next().unwrap(), first);
    assert_eq!(text.lines().count(), 2);
    assert_eq!(tapis.answer("check - --csv /nonexistent/line.csv", "").0, 73);
}

/// A run without a line of play leaves the start, not the rows of a run before it.
#[test]
fn the_csv_of_a_former_run_does_not_stay() {
    let tapis = Tapis::new();
    let path = tapis.cache.path().join("line.csv");
    let csv = path.to_str().unwrap();
    for (line, input, code) in [
        (format!("solve --vacate d4 --to d3 --csv {csv}"), "", 2),
        (format!("solve --board wiegleb --nodes 1 --csv {csv}"), "", 1),
        (format!("check - --csv {csv}"), "d2-d4 what", 65),
        (format!("check - --each-line --csv {csv}"), "d2-d4\nd2-d4\n", 64),
    ] {
        assert_eq!(tapis.answer(&format!("solve --board triangle15 --csv {csv}"), "").0, 0);
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 14);
        assert_eq!(tapis.answer(&line, input).0, code, "{line}");
        let rows = std::fs::read_to_string(&path).unwrap();
        assert!(rows.lines().count() == 1 && rows.starts_with("0,0.000,"), "{line}: {rows}");
    }
    assert_eq!(tapis.answer("solve --csv /nonexistent/line.csv", "").0, 73);
}

#[test]
fn a_printed_solution_is_checked_as_it_stands() {
    let tapis = Tapis::new();
    for game in ["", " --board triangle15 --vacate a1", " --notation course"] {
        let (_, solved) = tapis.answer(&format!("solve{game}"), "");
        let (code, verdict) = tapis.answer(&format!("check -{game}"), &solved);
        assert_eq!(code, 0, "{game}: {verdict}");
        let (_, json) = tapis.answer(&format!("solve{game} --json"), "");
        assert_eq!(tapis.answer(&format!("check -{game}"), &json), (0, verdict), "{game}: {json}");
    }
}

/// A list of solutions, as text and as JSON: each line is judged, and one that is wrong is named.
#[test]
fn a_printed_list_is_checked_line_by_line() {
    let tapis = Tapis::new();
    let game = "--board triangle15 --vacate a1 --to a1";
    let won = "1: won: one peg at a1 after 13 jumps in 10 moves\n2: won: one peg at a1 after 13 jumps in";
    let (_, text) = tapis.answer(&format!("solve --all --first 2 {game}"), "");
    let (_, json) = tapis.answer(&format!("solve --all --first 2 --json {game}"), "");
    for (options, list) in [("--each-line", &text), ("", &json)] {
        let (code, verdicts) = tapis.answer(&format!("check - {options} {game}"), list);
        assert!(code == 0 && verdicts.starts_with(won), "{verdicts}");
        let lines = tapis.answer(&format!("check - {options} --json {game}"), list).1;
        assert_eq!(lines.matches("\"verdict\":\"won\"").count(), 2, "{lines}");
    }
    let cut = format!("{text}a3-a1\ngave up: time limit reached\n");
    let (code, verdicts) = tapis.answer(&format!("check - --each-line {game}"), &cut);
    assert!(code == 1 && verdicts.ends_with("3: not won: 13 pegs after 1 jump in 1 move\n"), "{verdicts}");
    let (code, _) = tapis.answer(&format!("check - --each-line {game}"), "a3-a1\na3-a1 x");
    assert_eq!(code, 65);
    let csv = tapis.cache.path().join("line.csv");
    assert_eq!(tapis.answer(&format!("check - --each-line {game} --csv {}", csv.display()), &text).0, 64);
    let (_, none) = tapis.answer("solve --from - --to a1 --json", "oo.\n");
    let failed = tapis.run("check -", &none);
    assert!(failed.code == Some(65) && failed.err.contains("the verdict is `impossible`"), "{}", failed.err);
    for (json, part) in [
        ("{\"jumps\":[\"d2-d4\",\"what\"]}", "answer 1: jump 2: `what` is not a move"),
        ("{\"jumps\":[\"d2-d4\"", "line 1 column 17"),
    ] {
        let failed = tapis.run("check -", json);
        assert!(failed.code == Some(65) && failed.err.contains(part), "{}", failed.err);
    }
}

#[test]
fn plays_line_by_line() {
    let tapis = Tapis::new();
    let game = "play --board triangle15 --vacate a1";
    let (code, text) = tapis.answer(game, "hint\nask\na3-a1\nundo\nundo\nnonsense\na1-a3\nmoves\nquit\n");
    assert_eq!(code, 1);
    for part in
        ["hint: ", "still solvable", "nothing to take back", "that is not possible: there is no peg to move"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (_, solved) = tapis.answer("solve --board triangle15 --vacate a1", "");
    let (code, text) = tapis.answer(game, &line_of(&solved));
    assert_eq!(code, 0);
    assert!(text.ends_with(": won\n"), "{text}");
    let (_, json) = tapis.answer(&format!("{game} --json"), "");
    assert!(json.contains("\"solvable\":true"), "{json}");
}

#[test]
fn a_game_goes_on_from_where_it_was_saved() {
    let tapis = Tapis::new();
    let path = |name: &str| tapis.cache.path().join(name).to_str().unwrap().to_owned();
    let (save, csv) = (path("game"), path("line.csv"));
    let game = format!("play --board triangle15 --vacate a1 --save {save}");
    let (code, _) = tapis.answer(&game, "a3-a1\nundo\na3-a1\nquit\n");
    assert_eq!(code, 1);
    let output = tapis.run(&game, "");
    assert_eq!(output.code, Some(64), "{output:?}");
    let (code, text) = tapis.answer(&format!("play --load {save} --csv {csv}"), "undo\nredo\nask\n");
    assert_eq!(code, 1);
    assert!(text.contains("still solvable"), "{text}");
    assert_eq!(std::fs::read_to_string(&csv).unwrap().lines().count(), 2);
    assert_eq!(tapis.run(&format!("play --load {save} --board french"), "").code, Some(64));
}

#[test]
fn keeps_tables_and_replaces_damaged_ones() {
    let tapis = Tapis::new();
    let build = || tapis.answer("cache build --board triangle15", "");
    let built = build();
    assert_eq!(built.0, 0, "{}", built.1);
    let (_, list) = tapis.answer("cache list", "");
    let file = list.lines().next().unwrap().split_whitespace().nth(1).unwrap();
    let mut bytes = std::fs::read(file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(file, &bytes).unwrap();
    assert_eq!(build(), built);
    assert_ne!(std::fs::read(file).unwrap(), bytes, "the damaged table was made again");
    assert_eq!(tapis.answer("cache clear", "").0, 0);
    assert_eq!(tapis.answer("cache list", "").1, "");
}

#[test]
fn what_killed_builds_leave_is_removed_and_damage_is_listed() {
    let tapis = Tapis::new();
    let build = || assert_eq!(tapis.answer("cache build --board triangle10", "").0, 0);
    build();
    let (_, list) = tapis.answer("cache list", "");
    let table = PathBuf::from(list.split_whitespace().nth(1).unwrap());
    let folder = table.parent().unwrap();
    let leftover = |age: u64| {
        let path = folder.join(".tmpAb3dE9");
        let file = std::fs::File::create(&path).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
        path
    };
    let young = leftover(0);
    build();
    assert!(young.exists(), "somebody may be writing it");
    for line in ["cache build --board triangle10", "play --board triangle10", "cache clear"] {
        let old = leftover(3600);
        tapis.answer(line, "quit\n");
        assert!(!old.exists(), "{line}");
    }
    build();
    let good = std::fs::read(&table).unwrap();
    let mut damaged = good.clone();
    damaged[good.len() - 9] ^= 1;
    for (bytes, sign) in [(&good[..], ""), (&damaged, " (damaged)"), (b"", " (empty)")] {
        std::fs::write(&table, bytes).unwrap();
        let (_, list) = tapis.answer("cache list", "");
        assert!(list.contains(&format!("{}{sign}\n", table.display())), "{list}");
    }
    let (_, json) = tapis.answer("cache list --json", "");
    assert!(json.contains("\"fault\":\"empty\""), "{json}");
    std::fs::create_dir(folder.join("a.table")).unwrap();
    assert_eq!(tapis.answer("cache clear", "").0, 73);
    assert!(!table.exists(), "the others are deleted");
}

#[test]
fn bad_input_gets_one_line() {
    let tapis = Tapis::new();
    for (line, input, code) in [
        ("show --board nowhere", "", 64),
        ("show --vacate z9", "", 64),
        ("show --from /nonexistent", "", 66),
        ("show --from -", "oxo\n", 65),
        ("show --from -", "grid: round\nooo\n", 65),
        ("show --board english --from -", "ooo\n", 65),
        ("show --play d4-d2", "", 64),
        ("show --board triangle15 --notation course", "", 64),
        ("solve --to q7", "", 64),
        ("check -", "d2-d4 what", 65),
    ] {
        let output = tapis.run(line, input);
        let errors = output.err;
        assert_eq!(output.code, Some(code), "{line}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{line}: {errors}");
    }
}

#[test]
fn errors_name_all_that_would_do() {
    let tapis = Tapis::new();
    let empty = tapis.cache.path().join("empty.txt");
    std::fs::write(&empty, "\n").unwrap();
    let empty = empty.display();
    for (line, part) in [
        ("show --notation course --vacate d4".to_owned(), "in this notation holes are written like (3,3)"),
        (
            "show --board nowhere".to_owned(),
            "triangleN from triangle6 to triangle120, hexagonN from hexagon7 ",
        ),
        (
            "solve --to x.txt".to_owned(),
            "`x.txt` is not a hole; holes are written like d4, and there is no file",
        ),
        (format!("show --board {empty}"), "empty.txt: the file is empty"),
        (format!("show --board triangle15 --from {empty}"), "empty.txt: the file is empty"),
    ] {
        let failed = tapis.run(&line, "");
        assert!(failed.err.contains(part) && failed.err.lines().count() == 1, "{line}: {}", failed.err);
    }
}

/// Rows stay as they are; the reason for their end is on standard error.
#[test]
fn a_survey_says_why_it_ended() {
    let tapis = Tapis::new();
    let stopped = tapis.run("survey triangle15 --time 0 --csv", "");
    assert_eq!((stopped.code, stopped.out.lines().count()), (Some(1), 1), "{}", stopped.out);
    assert_eq!(stopped.err, "gave up: time limit reached; 4 still to do\n");
    for options in ["", " --shortest"] {
        let (code, text) = tapis.answer(&format!("survey wiegleb --csv --nodes 50{options}"), "");
        assert!(code == 0 && text.contains(",gave_up,node limit reached,"), "{text}");
    }
    let (_, text) = tapis.answer("survey french --csv --notation course", "");
    assert!(text.contains("\n\"(2,0)\",,8,solved,"), "{text}");
    assert_eq!(tapis.run("survey triangle15 --notation course", "").code, Some(64));
}

#[test]
fn limits_are_kept() {
    let tapis = Tapis::new();
    let (code, text) = tapis.answer("solve --board wiegleb --vacate e1 --to e1 --nodes 500 --json", "");
    assert_eq!(code, 1);
    assert!(text.contains("\"verdict\":\"gave_up\""), "{text}");
    let (code, text) = tapis.answer("count --memory 1M --only solutions", "");
    assert_eq!(code, 1);
    assert!(text.starts_with("gave up: memory limit reached: at least "), "{text}");
}

#[test]
fn a_limit_beyond_the_end_of_time_is_none() {
    let tapis = Tapis::new();
    let long = "--board triangle15 --time 5000000000000000h";
    assert_eq!(tapis.answer(&format!("cache build {long}"), "").0, 0);
    assert_eq!(tapis.answer(&format!("play {long}"), "hint\nquit\n").0, 1);
    assert_eq!(tapis.answer(&format!("solve {long} --shortest"), "").0, 0);
}

#[test]
fn a_time_limit_ends_every_search_and_says_so() {
    let tapis = Tapis::new();
    for search in [
        "solve --board wiegleb --vacate e1 --to e1",
        "solve --board asymmetric --shortest",
        "count --board french --memory 2G",
        "cache build --board french --memory 2G",
    ] {
        let (code, text) = tapis.answer(&format!("{search} --time 50ms"), "");
        assert_eq!((code, text.lines().last()), (1, Some("gave up: time limit reached")), "{search}");
    }
}

/// Starts a command, sends it a signal and waits for it.
#[cfg(unix)]
fn signalled(tapis: &Tapis, line: &str, signal: rustix::process::Signal) -> Run {
    use rustix::process::{Pid, kill_process};
    let mut command = tapis.command(line);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = piped.spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    kill_process(Pid::from_child(&child), signal).unwrap();
    child.wait_with_output().unwrap().into()
}

#[test]
#[cfg(unix)]
fn ctrl_c_and_sigterm_leave_with_their_own_codes() {
    use rustix::process::Signal;
    let tapis = Tapis::new();
    for (line, signal, code, last) in [
        ("cache build --board french --memory 2G", Signal::INT, 130, "gave up: stopped by Ctrl-C"),
        ("count --board french --memory 2G", Signal::TERM, 143, "gave up: stopped by SIGTERM"),
        ("solve --board asymmetric --shortest", Signal::INT, 130, "gave up: stopped by Ctrl-C"),
        ("play --board french --vacate c1 --memory 2G", Signal::INT, 130, ""),
        ("play --board triangle15 --vacate a1 --memory 1K", Signal::INT, 130, "stopped by Ctrl-C"),
    ] {
        let Run { code: left, out: text, .. } = signalled(&tapis, line, signal);
        assert_eq!(left, Some(code), "{line}: {text}");
        assert_eq!(text.lines().last().unwrap_or(""), last, "{line}");
    }
    for (signal, name) in [(Signal::INT, "Ctrl-C"), (Signal::TERM, "SIGTERM")] {
        let list = "solve --board triangle21 --all";
        let listed = signalled(&tapis, list, signal);
        assert!(listed.out.ends_with(&format!("\ngave up: stopped by {name}\n")), "{}", listed.err);
        let listed = signalled(&tapis, &format!("{list} --json"), signal);
        let last = format!("\n{{\"verdict\":\"gave_up\",\"reason\":\"stopped by {name}\"}}\n");
        assert!(listed.out.ends_with(&last), "{}", listed.err);
        let survey = signalled(&tapis, "survey wiegleb --shortest --nodes 1000000000", signal);
        let why = format!("gave up: stopped by {name}; ");
        assert!(survey.err.starts_with(&why) && survey.err.lines().count() == 1, "{}", survey.err);
    }
}

#[test]
fn undo_takes_a_whole_sweep_back() {
    let tapis = Tapis::new();
    let setup = tapis.cache.path().join("sweep.txt");
    std::fs::write(&setup, "oo.o.\n").unwrap();
    let line = format!("play --from {} --json", setup.to_str().unwrap());
    let (code, text) = tapis.answer(&line, "a1-c1-e1\n");
    assert_eq!((code, text.lines().count()), (0, 2), "{text}");
    std::fs::write(&setup, "oo.o.o\n").unwrap();
    let (code, text) = tapis.answer(&line, "a1-c1-e1\nundo\nundo\n");
    let states: Vec<_> = text.lines().collect();
    assert_eq!((code, states.len()), (1, 4), "{text}");
    assert!(states[1].contains("\"text\":\"....oo\\n\""), "{text}");
    assert!(
        states[2].contains("\"text\":\"oo.o.o\\n\"") && states[3].contains("nothing to take back"),
        "{text}"
    );
    let (_, by_jumps) = tapis.answer(&line, "a1-c1\nc1-e1\nundo\nredo\nundo\nundo\n");
    let states: Vec<_> = by_jumps.lines().collect();
    for (state, pegs) in [(2, "....oo"), (3, "oo.o.o"), (4, "....oo"), (5, "oo.o.o")] {
        assert!(states[state].contains(&format!("\"text\":\"{pegs}\\n\"")), "{by_jumps}");
    }
    assert!(states[6].contains("nothing to take back"), "{by_jumps}");
}
