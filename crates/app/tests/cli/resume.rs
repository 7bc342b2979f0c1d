//! Long work that is stopped, killed and continued: the rows at the end are those of an undisturbed run, and rows made
//! under other conditions are never believed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::run::{Run, run, tapis_in};

fn command(folder: &Path, line: &str) -> Command {
    let mut command = tapis_in(folder, line);
    command.stdin(Stdio::null());
    command
}

fn tapis(folder: &TempDir, line: &str) -> Run {
    run(&mut tapis_in(folder.path(), line))
}

/// Another condition is refused with what differs, and the file stays as it is.
fn refused(folder: &TempDir, file: &str, line: &str, difference: &str) {
    let before = fs::read(folder.path().join(file)).unwrap();
    let ran = tapis(folder, line);
    assert_eq!((ran.code, ran.out.as_str()), (Some(65), ""), "{line}");
    assert!(ran.err.contains(difference) && ran.err.lines().count() == 1, "{line}: {}", ran.err);
    assert_eq!(fs::read(folder.path().join(file)).unwrap(), before, "{line}");
}

fn of_another_version(folder: &TempDir, file: &str) {
    let path = folder.path().join(file);
    let text = fs::read_to_string(&path).unwrap();
    let version = concat!("\"version\":\"", env!("CARGO_PKG_VERSION"), "\"");
    assert!(text.contains(version));
    fs::write(&path, text.replacen(version, "\"version\":\"0.0.1\"", 1)).unwrap();
}

#[test]
fn a_hunt_under_other_rules_is_refused() {
    let folder = TempDir::new().unwrap();
    let free = tapis(&folder, "hunt bd.3118 --free-foundations --ledger w --json").json();
    assert_eq!((&free["solved"], &free["deals"]), (&1.into(), &1.into()));
    refused(&folder, "w", "hunt bd.3118 --ledger w", "`foundations` is free there and forced here");
    refused(&folder, "w", "hunt fc.3118 --free-foundations --ledger w", "`build` is \"any-suit\" there");
    refused(&folder, "w", "solve bd.3118..3119 --ledger w", "the kind of work is hunt there and solve here");
    let forced = tapis(&folder, "hunt bd.3118 --ledger forced --json").json();
    assert_eq!((&forced["solved"], &forced["impossible"]), (&0.into(), &1.into()));
    assert_eq!(forced["finds"][0]["free_foundations"], "solved");

    tapis(&folder, "hunt mo.1..3 --ledger mo");
    refused(
        &folder,
        "mo",
        "hunt mo.1..3 --xpat2-rules --ledger mo",
        "`foundations` is forced there and one-way here",
    );
    of_another_version(&folder, "mo");
    refused(&folder, "mo", "hunt mo.1..3 --ledger mo", "the version is 0.0.1 there");
}

#[test]
fn a_rules_file_that_was_edited_is_another_game() {
    let folder = TempDir::new().unwrap();
    let rules = |name: &str, cells: u8| {
        let text = format!(
            "name = \"{name}\"\ncolumns = [7, 6, 7, 6, 7, 6, 7, 6]\ncells = {cells}\nbuild = \"alternate-colours\"\n\
             fill = \"any\"\n"
        );
        fs::write(folder.path().join("rules"), text).unwrap();
    };
    let hunt = "hunt --rules rules 1..5 --ledger w --nodes 20000";
    rules("Mine", 4);
    let first = tapis(&folder, hunt);
    rules("Yours", 4);
    let renamed = tapis(&folder, hunt);
    assert_eq!((renamed.code, renamed.out), (first.code, first.out), "a name changes no row");
    rules("Mine", 0);
    refused(&folder, "w", hunt, "`cells` is 4 there and 0 here");
    rules("free cell", 0);
    refused(&folder, "w", hunt, "line 1: `name`: FreeCell is a built-in game");
}

#[test]
fn limits_may_grow_and_then_only_open_deals_are_tried_again() {
    let folder = TempDir::new().unwrap();
    let hunt = |limits: &str| format!("hunt st.1..60 --ledger w --json{limits}");
    // Given up, or impossible and not certified.
    let is_open = |find: &&Value| find["verdict"] == "gave_up" || find.get("certificate_positions").is_none();
    let open = |json: &Value| json["finds"].as_array().unwrap().iter().filter(is_open).count() as u64;
    let small = tapis(&folder, &hunt(" --nodes 30"));
    assert!(open(&small.json()) > 3 && small.code == Some(1), "{}", small.out);
    let more = open(&tapis(&folder, &hunt(" --nodes 3000")).json());
    assert!(more < open(&small.json()));
    refused(&folder, "w", &hunt(" --nodes 2999"), "made with --nodes 3000; give at least that");
    refused(&folder, "w", &hunt(" --memory 100M"), "made with --memory 1073741824");
    let lines =
        |folder: &TempDir| fs::read_to_string(folder.path().join("w")).unwrap().lines().count() as u64;
    let before = lines(&folder);
    let all = tapis(&folder, &hunt(""));
    assert_eq!((&all.json()["given_up"], all.code), (&0.into(), Some(0)));
    assert_eq!(lines(&folder), before + 1 + more, "the new limits, and the rows that were open");
    let whole = tapis(&folder, "hunt st.1..60 --ledger whole --json");
    assert_eq!(all.out, whole.out);

    // Deals that wait for another try are not done.
    tapis(&folder, "hunt fc2.1..6 --ledger v --nodes 50");
    let retried = tapis(&folder, "hunt fc2.1..6 --ledger v --nodes 5000000 --time 1ms --json").json();
    assert!(retried["complete"] == false && retried["still_to_do"].as_u64() > Some(0), "{retried}");
}

#[test]
fn ranges_grow_and_shrink_and_certificates_come_later() {
    let folder = TempDir::new().unwrap();
    let deals =
        |range: &str, more: &str| tapis(&folder, &format!("hunt st.{range} --ledger w --json{more}")).json();
    assert_eq!(deals("30..50", "")["deals"], 21);
    assert_eq!(deals("41..42", "")["deals"], 2);
    assert_eq!(deals("20..60", "")["deals"], 41);
    let found = deals("30..50", " --certificates proofs --threads 1");
    let proven = found["finds"].as_array().unwrap();
    assert!(!proven.is_empty());
    for find in proven {
        let verified = tapis(&folder, &format!("verify proofs/Seahaven.{}.cert", find["seed"]));
        assert_eq!(verified.code, Some(0), "{}", verified.out);
    }
    assert_eq!(fs::read_dir(folder.path().join("proofs")).unwrap().count(), proven.len());

    // A certificate of another deal under the same name is not taken for this one.
    let file = |seed: &Value| folder.path().join(format!("proofs/Seahaven.{seed}.cert"));
    fs::copy(file(&proven[0]["seed"]), file(&proven[1]["seed"])).unwrap();
    deals("30..50", " --certificates proofs");
    let verified = tapis(&folder, &format!("verify proofs/Seahaven.{}.cert", proven[1]["seed"]));
    assert!(verified.out.contains(&format!("Seahaven.{} ", proven[1]["seed"])), "{}", verified.out);
}

#[test]
fn a_hunt_knows_the_whole_game_of_midnight_oil() {
    let folder = TempDir::new().unwrap();
    let found = tapis(&folder, "hunt mo.1..20 --xpat2-rules --ledger w --json").json();
    assert_eq!((&found["solved"], &found["given_up"]), (&20.into(), &0.into()));
}

#[test]
fn a_hunt_with_too_little_time_gets_further_each_time() {
    let folder = TempDir::new().unwrap();
    let mut before = 0;
    for _ in 0..200 {
        let ran = tapis(&folder, "hunt fc2.1..3000 --nodes 500 --memory 64M --time 400ms --ledger w --json");
        let now = ran.json()["deals"].as_u64().unwrap();
        assert!(now > before, "{now} deals, {before} before: {}", ran.err);
        before = now;
        if ran.json()["complete"] == true {
            return;
        }
    }
    panic!("the hunt does not come to an end");
}

/// Runs a command again and again, and kills it each time after some milliseconds, 50 times.
fn kill_often(folder: &Path, line: &str, longest: u64) {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    for _ in 0..50 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut child = command(folder, line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_micros((random >> 33) % (longest * 1000)));
        // SIGKILL; it may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
    }
}

#[test]
fn a_hunt_killed_fifty_times_ends_like_an_undisturbed_one() {
    let folder = TempDir::new().unwrap();
    let hunt = |file: &str| format!("hunt mo.1..4000 --ledger {file} --json");
    let whole = tapis(&folder, &hunt("whole"));
    kill_often(folder.path(), &hunt("killed"), 40);
    let killed = tapis(&folder, &hunt("killed"));
    assert_eq!((killed.code, killed.out), (whole.code, whole.out));
    let rows = |file: &str| {
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        let mut rows: Vec<String> =
            text.lines().filter(|l| l.starts_with("{\"row\"")).map(str::to_owned).collect();
        rows.sort_unstable();
        rows
    };
    assert_eq!(rows("killed"), rows("whole"), "no row is lost, changed or made twice");
}

/// A match without what depends on the machine: the processor time of turns.
fn result(ran: &Run) -> Value {
    let mut json = ran.json();
    for player in json["players"].as_array_mut().unwrap() {
        let player = player.as_object_mut().unwrap();
        player.remove("mean_ms");
        player.remove("longest_ms");
    }
    json
}

#[test]
fn an_arena_killed_fifty_times_ends_like_an_undisturbed_one() {
    let folder = TempDir::new().unwrap();
    let arena = "rummy arena rummikub --players ai:normal,ai:easy,ai:easy --games 900 --json";
    let whole = tapis(&folder, arena);
    kill_often(folder.path(), &format!("{arena} --log log"), 40);
    let killed = tapis(&folder, &format!("{arena} --log log"));
    assert_eq!((killed.code, result(&killed)), (whole.code, result(&whole)));
}

#[test]
fn a_log_of_another_match_is_refused_and_more_or_fewer_games_are_not_another_one() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("words"), "canton\ncarton\ntonnes\nrations\ncanon\nnotaires\n").unwrap();
    fs::write(folder.path().join("other"), "canton\ncarton\ntonnes\nrations\ncanon\n").unwrap();
    let play = |more: &str| format!("rummy arena letters --json --log log --players {more}");
    let usual = "ai:normal,ai:easy --seed 5 --dictionary words";
    let eight = tapis(&folder, &play(&format!("{usual} --games 8")));
    assert_eq!((&result(&eight)["games"], eight.code), (&8.into(), Some(0)));
    let fewer = tapis(&folder, &play(&format!("{usual} --games 4 --threads 1")));
    assert_eq!(result(&fewer)["games"], 4);
    let more = tapis(&folder, &play(&format!("{usual} --games 12")));
    let fresh = "rummy arena letters --json --games 12 --players";
    assert_eq!(result(&more), result(&tapis(&folder, &format!("{fresh} {usual}"))));
    let others = [
        ("ai:normal,ai:easy --seed 5 --dictionary other", "`dictionary` is"),
        (
            "ai:normal,ai:easy --seed 5 --dictionary words --jokers free",
            "`jokers` is strict there and free here",
        ),
        ("ai:normal,ai:easy --seed 6 --dictionary words", "`seed` is 5 there and 6 here"),
        ("ai:easy,ai:easy --seed 5 --dictionary words", "`players` is ai:normal,ai:easy there"),
        ("ai:normal,ai:easy --seed 5 --dictionary words --no-jokers", "`jokers taken out` is false there"),
    ];
    for (line, difference) in others {
        refused(&folder, "log", &play(line), difference);
    }
    let rummikub = "rummy arena rummikub --log log --players ai:normal,ai:easy --seed 5";
    refused(&folder, "log", rummikub, "`rules` is letters there and rummikub here");
    of_another_version(&folder, "log");
    refused(&folder, "log", &play(usual), "the version is 0.0.1 there");
}

#[test]
fn ranges_that_are_solved_or_rated_are_kept_too() {
    let folder = TempDir::new().unwrap();
    let solve = |more: &str| tapis(&folder, &format!("solve st.30..60{more}"));
    let verdicts = |ran: &Run| -> Vec<String> {
        let before_the_time = |line: &str| line.rsplit_once(',').unwrap().0.to_owned();
        ran.out.lines().map(before_the_time).collect()
    };
    let plain = solve("");
    assert_eq!(verdicts(&solve(" --ledger s")), verdicts(&plain));
    let again = solve(" --ledger s");
    assert_eq!(again.out, solve(" --ledger s --threads 1").out, "nothing is solved again, times included");
    refused(
        &folder,
        "s",
        "solve st.30..60 --exhaustive --ledger s",
        "`search` is quick there and exhaustive here",
    );
    let rate = |more: &str| tapis(&folder, &format!("rate fc.1..8 --json{more}"));
    assert_eq!(rate(" --ledger r").out, rate("").out);
    assert_eq!(rate(" --ledger r").out, rate(" --threads 1").out);
    refused(&folder, "r", "rate fc.1..8 --shortest --ledger r", "`shortest` is false there and true here");
}

/// Whatever was edited into a log, it is not added up.
#[test]
fn rows_that_cannot_be_are_refused() {
    let folder = TempDir::new().unwrap();
    let arena = "rummy arena rummikub --players ai:easy,ai:easy --games 4 --log log";
    tapis(&folder, arena);
    let text = fs::read_to_string(folder.path().join("log")).unwrap();
    let row = text.lines().nth(2).unwrap();
    let field = |name: &str| {
        let from = row.find(&format!("\"{name}\":[")).unwrap();
        &row[from..=from + row[from..].find(']').unwrap()]
    };
    for (name, value) in
        [("scores", "[31]"), ("turns", "[]"), ("scores", "[9223372036854775807,1]"), ("wins", "[7,7]")]
    {
        let bad = text.replacen(field(name), &format!("\"{name}\":{value}"), 1);
        fs::write(folder.path().join("log"), bad).unwrap();
        refused(&folder, "log", arena, "line 3 cannot be read");
    }
}

#[test]
fn files_that_are_something_else_stay_as_they_are() {
    let folder = TempDir::new().unwrap();
    for text in ["", "precious\n", "precious", "tapis hunt 1 FreeCell 1..9\n"] {
        fs::write(folder.path().join("notes"), text).unwrap();
        if text.is_empty() {
            assert_eq!(tapis(&folder, "hunt st.1..3 --ledger notes").code, Some(0));
        } else {
            refused(&folder, "notes", "hunt st.1..3 --ledger notes", "not a ledger");
        }
    }
    let nowhere = tapis(&folder, "hunt st.1..3 --ledger no/such/folder");
    assert_eq!((nowhere.code, nowhere.err.lines().count()), (Some(73), 1));
}
