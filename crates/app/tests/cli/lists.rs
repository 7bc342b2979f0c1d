//! Several deals at once: lists of names, ranges and seeds, with solutions, lengths and totals.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::run::{Run, run, run_with, tapis_in};

fn tapis(folder: &TempDir, line: &str) -> Run {
    run(&mut tapis_in(folder.path(), line))
}

fn put(folder: &TempDir, name: &str, text: &str) {
    fs::write(folder.path().join(name), text).unwrap();
}

/// The names of the deals of an answer in JSON.
fn names(ran: &Run) -> Vec<String> {
    let name = |row: Value| format!("{}.{}", row["game"].as_str().unwrap(), row["seed"]);
    rows(ran).into_iter().map(name).collect()
}

fn rows(ran: &Run) -> Vec<Value> {
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn refused(ran: &Run, code: i32, error: &str) {
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(code), "", error));
}

#[test]
fn deals_of_several_games_come_in_the_order_given() {
    let folder = TempDir::new().unwrap();
    let line = "solve FreeCell.3..4 bd.870 Seahaven.7,9,20..21 fc.1 bd.5";
    let deals = [
        "FreeCell.3",
        "FreeCell.4",
        "BakersDozen.870",
        "Seahaven.7",
        "Seahaven.9",
        "Seahaven.20",
        "Seahaven.21",
        "FreeCell.1",
        "BakersDozen.5",
    ];
    for threads in 1..4 {
        let ran = tapis(&folder, &format!("{line} --json --threads {threads}"));
        assert_eq!((ran.code, names(&ran)), (Some(0), deals.map(str::to_owned).to_vec()));
    }
    let text = tapis(&folder, line);
    let lines: Vec<_> = text.out.lines().collect();
    for (line, deal) in lines.iter().zip(deals) {
        assert!(line.starts_with(&format!("{deal}: ")), "{line}");
    }
    assert_eq!(
        lines[9..],
        [
            "FreeCell: 3 deals: 3 solved, 0 impossible, 0 given up",
            "BakersDozen: 2 deals: 1 solved, 1 impossible, 0 given up",
            "Seahaven: 4 deals: 4 solved, 0 impossible, 0 given up",
            "9 deals: 8 solved, 1 impossible, 0 given up",
        ]
    );
    let given_up = tapis(&folder, "solve fc.1 bd.5 --nodes 3");
    assert!(given_up.code == Some(1) && given_up.out.contains("2 given up"), "{}", given_up.out);
}

#[test]
fn the_rows_of_a_list_are_those_of_ranges() {
    let folder = TempDir::new().unwrap();
    let without_time = |line: &str| {
        let mut rows = rows(&tapis(&folder, line));
        for row in &mut rows {
            row["cpu_us"].take();
        }
        rows
    };
    let alone = [without_time("solve fc.1..9 --json"), without_time("solve st.1..9 --json")].concat();
    assert_eq!(without_time("solve fc.1..9 st.1..9 --json"), alone);
    // Games that take turns change nothing.
    let turns: Vec<String> = (1..=9).flat_map(|seed| [format!("fc.{seed}"), format!("st.{seed}")]).collect();
    let mixed = without_time(&format!("solve {} --json --threads 1", turns.join(" ")));
    let sorted = |game: &str| mixed.iter().filter(|row| row["game"] == game).cloned().collect::<Vec<_>>();
    assert_eq!([sorted("FreeCell"), sorted("Seahaven")].concat(), alone);
}

#[test]
fn lists_are_read_from_files_and_from_standard_input() {
    let folder = TempDir::new().unwrap();
    let list = "\u{feff}# a list\r\n\r\n5\r\n 7..8,3 # and more\nbd.5\n\t\nFC.1";
    put(&folder, "list", list);
    let deals = ["FreeCell.5", "FreeCell.7", "FreeCell.8", "FreeCell.3", "BakersDozen.5", "FreeCell.1"];
    for command in ["solve", "rate"] {
        let read = tapis(&folder, &format!("{command} FreeCell --list list --json"));
        assert_eq!((read.code, names(&read)), (Some(0), deals.map(str::to_owned).to_vec()), "{}", read.err);
        let piped = run_with(&mut tapis_in(folder.path(), &format!("{command} fc --list - --json")), list);
        assert_eq!(names(&piped), names(&read));
    }
    put(&folder, "names", "st.9\nfc.2..3\n");
    let after = tapis(&folder, "solve fc.1 --list names --json");
    assert_eq!(names(&after), ["FreeCell.1", "Seahaven.9", "FreeCell.2", "FreeCell.3"]);
}

#[test]
fn a_rules_file_has_lists_of_bare_seeds() {
    let folder = TempDir::new().unwrap();
    put(
        &folder,
        "own.toml",
        "name = \"Mine\"\ncolumns = [7, 6, 7, 6, 7, 6, 7, 6]\ncells = 5\nbuild = \"alternate-colours\"\n\
         fill = \"any\"\n",
    );
    put(&folder, "seeds", "12\n3..4\n");
    let ran = tapis(&folder, "solve --rules own.toml 7,1..2 --list seeds --json");
    assert_eq!(names(&ran), ["Mine.7", "Mine.1", "Mine.2", "Mine.12", "Mine.3", "Mine.4"]);
    let named = tapis(&folder, "solve --rules own.toml 7 fc.1");
    refused(&named, 64, "tapis: `fc.1` is not a seed; seeds are whole numbers from 1\n");
}

#[test]
fn a_bad_line_is_one_error_before_any_work() {
    let folder = TempDir::new().unwrap();
    for (list, error) in [
        (
            "1..20\n\nx\n",
            "list: line 3: `x` does not name a deal; a deal is written GAME.SEED, as in FreeCell.123",
        ),
        ("1\n5..2\n", "list: line 2: the range 5..2 is empty"),
        ("1\n2,\n", "list: line 2: `` is not a seed; seeds are whole numbers from 1"),
        ("FreCell.1\n", "list: line 1: there is no game `FreCell`; did you mean FreeCell?"),
        ("# none\n\n", "list: the list names no deal"),
        ("1 2\n", "list: line 1: `1 2` is not a seed; seeds are whole numbers from 1"),
    ] {
        put(&folder, "list", list);
        refused(&tapis(&folder, "solve fc --list list --ledger rows"), 65, &format!("tapis: {error}\n"));
        assert!(!folder.path().join("rows").exists());
    }
    let ran = run_with(&mut tapis_in(folder.path(), "solve fc --list -"), "1\n0\n");
    assert!(ran.err.starts_with("tapis: standard input: line 2: seed 0 is out of range"), "{}", ran.err);
    assert_eq!(tapis(&folder, "solve fc --list nowhere").code, Some(66));
    put(&folder, "list", "1\n");
    for line in ["solve --list list --ms 5", "solve fc --deal board --list list", "solve fc bd --list list"] {
        let ran = tapis(&folder, line);
        assert_eq!((ran.code, ran.err.lines().count()), (Some(64), 1), "{line}: {}", ran.err);
    }
    let seeds_alone = tapis(&folder, "solve --list list");
    assert!(
        seeds_alone.err.starts_with("tapis: list: line 1: `1` does not name a deal"),
        "{}",
        seeds_alone.err
    );
}

#[test]
fn a_list_of_one_deal_is_that_deal() {
    let folder = TempDir::new().unwrap();
    put(&folder, "list", "5\n");
    for options in ["", " --moves", " --count runs"] {
        let listed = tapis(&folder, &format!("solve fc --list list{options}"));
        assert_eq!(listed, tapis(&folder, &format!("solve fc.5{options}")));
    }
    assert_eq!(tapis(&folder, "rate fc --list list"), tapis(&folder, "rate fc.5"));
}

#[test]
fn the_ledger_of_a_list_belongs_to_it() {
    let folder = TempDir::new().unwrap();
    let list = "solve fc.5 st.1..20 fc.2 bd.5 --ledger rows --json";
    let whole = tapis(&folder, list);
    let text = fs::read_to_string(folder.path().join("rows")).unwrap();
    assert_eq!(text.lines().count(), 2 + 23);
    assert_eq!(tapis(&folder, list).out, whole.out, "nothing is solved again, times included");
    for cut in [text.len() - 1, text.len() / 2, text.len() * 2 / 3] {
        put(&folder, "rows", &text[..cut]);
        assert_eq!(names(&tapis(&folder, list)), names(&whole), "cut at {cut}");
    }
    put(&folder, "rows", &text);
    for (other, difference) in [
        ("fc.5 st.1..20 bd.5 fc.2", "`deals` is 23 ("),
        ("fc.5 st.1..20 fc.2", "`deals` is 23 ("),
        (
            "fc.5 st.1..20 fc.2 bd.5 --free-foundations",
            "`foundations of game 1` is forced there and free here",
        ),
        ("fc.5 st.1..20 fc.2 bd.5 --with-solutions", "`kept` is moves there and solutions here"),
        ("fc.1..20", "the kind of work is solve a list there and solve here"),
    ] {
        let ran = tapis(&folder, &format!("solve {other} --json --ledger rows"));
        assert!(ran.code == Some(65) && ran.err.contains(difference), "{other}: {}", ran.err);
    }
    // In sequence they are one range, whichever way it is written, and a range may grow.
    tapis(&folder, "solve fc.1 fc.2..4 --ledger range");
    let longer = tapis(&folder, "solve fc.1..6 --ledger range --json");
    assert_eq!((longer.code, names(&longer).len()), (Some(0), 6), "{}", longer.err);
}

#[test]
fn solutions_come_with_their_rows() {
    let folder = TempDir::new().unwrap();
    let plain = "solve fc.1..4 bd.870 st.7 --json --with-solutions";
    for line in [plain.to_owned(), format!("{plain} --ledger rows"), format!("{plain} --ledger rows")] {
        let rows = rows(&tapis(&folder, &line));
        assert_eq!(rows.len(), 6);
        for row in rows.iter().filter(|row| row["verdict"] == "solved") {
            let solution: Vec<_> =
                row["solution"].as_array().unwrap().iter().map(|l| l.as_str().unwrap()).collect();
            assert_eq!(
                (json!(solution.len()), &row["lengths"]["moves"]),
                (row["moves"].clone(), &row["moves"])
            );
            put(&folder, "moves.sol", &(solution.join("\n") + "\n"));
            let deal = format!("{}.{}", row["game"].as_str().unwrap(), row["seed"]);
            assert_eq!(tapis(&folder, &format!("check {deal} moves.sol")).code, Some(0), "{deal}");
        }
        assert_eq!((rows[4].get("solution"), rows[4].get("lengths")), (None, None), "{}", rows[4]);
    }
    let without = rows(&tapis(&folder, "solve fc.1..2 --json"));
    assert!(without.iter().all(|row| row.get("solution").is_none() && row.get("lengths").is_none()));
    assert_eq!(tapis(&folder, "solve fc.1..2 --with-solutions").code, Some(64));
    let one = tapis(&folder, "solve fc.1 --json --with-solutions").json();
    assert_eq!(one["solution"], rows(&tapis(&folder, plain))[0]["solution"]);
}

/// A ledger is a file, and a file may hold anything.
#[test]
fn a_solution_of_a_ledger_is_replayed() {
    let folder = TempDir::new().unwrap();
    let line = "solve fc.8..9 --json --with-solutions --ledger rows";
    tapis(&folder, line);
    let text = fs::read_to_string(folder.path().join("rows")).unwrap();
    let cut = text.find("\"solution\":\"").unwrap() + "\"solution\":\"".len();
    let first_line = text[cut..].find("\\n").unwrap() + 2;
    put(&folder, "rows", &[&text[..cut], &text[cut + first_line..]].concat());
    let ran = tapis(&folder, line);
    assert_eq!(ran.code, Some(65));
    assert!(ran.err.starts_with("tapis: rows: the solution of FreeCell."), "{}", ran.err);
    put(&folder, "rows", &text.replacen("\"lengths\"", "\"breadths\"", 1));
    assert_eq!(tapis(&folder, line).err, "tapis: rows: line 3 cannot be read\n");
}

#[test]
fn lengths_of_ranges_are_counted_as_asked() {
    let folder = TempDir::new().unwrap();
    for rules in ["", " --free-foundations"] {
        let counted = rows(&tapis(&folder, &format!("solve fc.5..7{rules} --json --count runs")));
        for (what, noun) in [("moves", "single moves"), ("cards", "card moves"), ("runs", "run moves")] {
            let ran =
                tapis(&folder, &format!("solve fc.5..7{rules} --count {what} --ledger rows{}", rules.trim()));
            for (line, row) in ran.out.lines().zip(&counted) {
                let says = format!("FreeCell.{}: solved in {} {noun}, ", row["seed"], row["lengths"][what]);
                assert!(line.starts_with(&says), "{line}: {says}");
            }
        }
        for row in &counted {
            let one = tapis(&folder, &format!("solve fc.{}{rules} --json", row["seed"])).json();
            assert_eq!((&row["moves"], &row["lengths"]), (&one["moves"], &one["lengths"]));
        }
    }
    let fewest = tapis(&folder, "solve fc.5..6 --shortest --nodes 2000 --count cards").out;
    assert!(fewest.lines().next().unwrap().contains(" card moves; it has "), "{fewest}");
    let fewest = tapis(&folder, "solve fc.5..6 --shortest --nodes 2000").out;
    assert!(fewest.lines().next().unwrap().contains(" moves; at least "), "{fewest}");
}

#[test]
fn stats_of_ranges_are_totals() {
    let folder = TempDir::new().unwrap();
    let ran = tapis(&folder, "solve fc.1..3 bd.5 --stats");
    let nodes = |line: &str| {
        let words: Vec<_> = line.split(' ').collect();
        let at = words.iter().position(|word| word.starts_with("position")).unwrap();
        words[at - 1].parse::<u64>().unwrap()
    };
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!(lines.len(), 4 + 3);
    let sum: u64 = lines[..4].iter().map(|line| nodes(line)).sum();
    assert_eq!((nodes(lines[6]), nodes(lines[4]) + nodes(lines[5])), (sum, sum));
    assert!(
        lines[6].contains(" positions searched, ") && lines[6].ends_with(" s of processor time"),
        "{}",
        ran.out
    );
}

#[test]
fn several_deals_have_no_one_solution_file() {
    let folder = TempDir::new().unwrap();
    for option in ["--moves", "-o moves.sol"] {
        let ran = tapis(&folder, &format!("solve fc.1 bd.5 {option}"));
        let why = "tapis: several deals have no one solution; leave out --moves and --output, or see --with-solutions\n";
        refused(&ran, 64, why);
    }
}

/// Limits that leave no room to work are errors, or they are kept and named.
#[test]
fn small_limits_are_errors_or_kept_in_every_command() {
    let folder = TempDir::new().unwrap();
    tapis(&folder, "prove st.41 -o cert");
    let commands =
        ["solve st.41", "solve st.41..42", "rate st.41", "prove st.41 -o p", "hint st.41", "verify cert"];
    for command in commands.into_iter().chain(["hunt st.41..42 --ledger h"]) {
        for limit in ["--time 0", "--time 0.4ms", "--time 1ns", "--nodes 0"] {
            let ran = tapis(&folder, &format!("{command} {limit}"));
            assert_eq!((ran.code, ran.err.lines().count()), (Some(64), 1), "{command} {limit}: {ran:?}");
        }
        for (limit, why) in [("--memory 0", "memory"), ("--memory 1", "memory"), ("--nodes 1", "node")] {
            let ran = tapis(&folder, &format!("{command} {limit}"));
            // A rating has measures that do not depend on the limits.
            let code = i32::from(!command.starts_with("rate"));
            assert_eq!(ran.code, Some(code), "{command} {limit}: {ran:?}");
            assert!(ran.out.contains(&format!("{why} limit reached")), "{command} {limit}: {ran:?}");
            let _ = fs::remove_file(folder.path().join("h"));
        }
    }
}

#[test]
fn ratings_do_not_call_an_open_deal_winnable() {
    let folder = TempDir::new().unwrap();
    for line in ["rate st.41 --nodes 1", "rate st.41,43 --nodes 1", "rate st.41 --nodes 1 --ledger r"] {
        let row = rows(&tapis(&folder, &format!("{line} --json"))).swap_remove(0);
        assert_eq!((&row["nodes"], &row["impossible"]), (&Value::Null, &Value::Null), "{line}");
    }
    // Larger limits decide what was left open.
    let decided = tapis(&folder, "rate st.41 --ledger r --json").json();
    assert_eq!(decided["impossible"], true);
    let shortest = tapis(&folder, "rate st.41 --shortest --json").json();
    assert_eq!((&shortest["impossible"], shortest.get("shortest")), (&json!(true), None));
}

/// The peak is that of the process, as the system counts it, and close to the limit.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_kept_and_the_peak_is_real() {
    let folder = TempDir::new().unwrap();
    let answer = tapis(&folder, "solve fc.1 --exhaustive --memory 100M --threads 2 --json").json();
    assert_eq!(answer["reason"], "memory limit reached");
    let peak = answer["peak_memory"].as_u64().unwrap();
    assert!(peak > 50 << 20 && peak <= 110 << 20, "{peak}");
    let easy = tapis(&folder, "solve fc.1 --stats").out;
    let kib = easy.split(" stored, ").nth(1).unwrap().split(' ').next().unwrap().parse::<u64>().unwrap();
    assert!(kib > 1000, "no program of this size has a smaller resident set: {easy}");
}
