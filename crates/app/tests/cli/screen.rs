//! `tapis play` on the screen of a pseudo-terminal.

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs};

use rummy::Vocabulary;
use rustix::process::Signal;
use session::texts::Language;
use session::{PegTables, WordLists};
use tempfile::TempDir;
use tui::{Abilities, App, Dictionaries, Limits, Resources, Store, Surroundings, WordSource};

use crate::run::{run, tapis_in};
use crate::terminal::Terminal;

fn play(folder: &TempDir, line: &str) -> Terminal {
    let mut command = tapis_in(folder.path(), &format!("play {line}"));
    command.env("TERM", "xterm").env("LC_ALL", "C.UTF-8").env("XDG_STATE_HOME", folder.path().join("state"));
    Terminal::start(command)
}

fn tapis(folder: &TempDir, line: &str) -> String {
    let ran = run(tapis_in(folder.path(), line).env("XDG_STATE_HOME", folder.path().join("state")));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
    ran.out
}

/// Presses `t` and Enter whenever the player is to move, until the game is over.
fn follow_hints(terminal: &mut Terminal, to_move: &str, end: &str) {
    for _ in 0..200 {
        terminal.press("t");
        if terminal.shows_one_of(&[end, "Enter plays the hint"]) == 0 {
            return;
        }
        terminal.press("\r");
        terminal.shows_no_more("Enter plays the hint");
        if terminal.shows_one_of(&[end, to_move]) == 0 {
            return;
        }
    }
    panic!("hints do not end the game");
}

#[test]
fn a_deal_is_won_by_hints() {
    let folder = TempDir::new().unwrap();
    let mut terminal = play(&folder, "mo.4");
    terminal.shows("winnable in 16 moves");
    follow_hints(&mut terminal, "MidnightOil", "Won!");
    terminal.press("qq");
    assert_eq!((terminal.ends(), terminal.is_as_usual()), (Some(0), true));
    let statistics = tapis(&folder, "play --stats --json");
    assert!(statistics.contains(r#""MidnightOil":{"played":1,"won":1,"alone":0"#), "{statistics}");
    assert!(tapis(&folder, "play --stats --lang fr").contains("gagné"));
    let list = tapis(&folder, "play --list");
    assert!(list.starts_with("MidnightOil.4: 16 moves, ") && list.contains(", won, "), "{list}");
}

#[test]
fn a_peg_game_is_won_with_arrows() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("board"), "o.oo\n").unwrap();
    let mut terminal = play(&folder, "peg --board board --to c1");
    terminal.shows("3 pegs → c1");
    terminal.press("\r");
    terminal.shows("[●]");
    terminal.press("\x1b[D\r");
    terminal.shows("2 pegs");
    terminal.press("\x1b[C\r\x1b[C\r");
    terminal.shows("Won!");
    terminal.press("qq");
    assert_eq!(terminal.ends(), Some(0));
}

#[test]
fn a_deal_of_rummikub_is_played_against_a_machine() {
    let folder = TempDir::new().unwrap();
    let state = folder.path().join("state/tapis");
    fs::create_dir_all(&state).unwrap();
    fs::write(state.join("settings.json"), r#"{"turns":"whole"}"#).unwrap();
    let mut terminal = play(&folder, "rummikub --against easy --seed 7");
    terminal.shows("▸ Player");
    terminal.press("d");
    terminal.shows("▸ Player  0 points, 15 tiles");
    follow_hints(&mut terminal, "▸ Player", "Won by");
    terminal.press("qq");
    assert_eq!(terminal.ends(), Some(0));
    assert!(tapis(&folder, "play --list --json").contains(r#""game":"rummikub""#));
}

/// Nothing that was on the screen is lost.
#[test]
fn a_game_survives_kill_9() {
    let folder = TempDir::new().unwrap();
    let mut terminal = play(&folder, "fc.123456");
    terminal.press("1a");
    terminal.shows("a K♥");
    terminal.resize(60, 20);
    terminal.press("1b");
    terminal.shows("b 4♦");
    terminal.signal(Signal::KILL);
    assert_eq!(terminal.ends(), None);
    assert!(tapis(&folder, "play --list").contains("FreeCell.123456: 2 moves"));
    let mut terminal = play(&folder, "fc.123456");
    terminal.shows("You have begun this game: 2 moves");
    terminal.press("\r");
    terminal.shows("b 4♦");
    terminal.resize(30, 10);
    terminal.shows("too small");
    terminal.resize(100, 40);
    terminal.shows("b 4♦");
    terminal.press("\x03");
    assert_eq!((terminal.ends(), terminal.is_as_usual()), (Some(130), true));
    let list = tapis(&folder, "play --list");
    let file = list.trim_end().rsplit(", ").next().unwrap().to_owned();
    let mut plain = tapis_in(folder.path(), &format!("play --plain --load {file}"));
    assert!(run(&mut plain).out.contains("FreeCell.123456, 2 moves"));
}

#[test]
fn signals_restore_the_terminal() {
    let folder = TempDir::new().unwrap();
    let ends = [
        Signal::TERM,
        Signal::HUP,
        Signal::QUIT,
        Signal::USR1,
        Signal::USR2,
        Signal::ALARM,
        Signal::VTALARM,
        Signal::XCPU,
    ];
    let codes = ends.map(|signal| (signal, 143));
    for (signal, code) in codes.into_iter().chain([(Signal::INT, 130)]) {
        let mut terminal = play(&folder, "fc.11");
        terminal.shows("FreeCell.11");
        assert!(!terminal.is_as_usual());
        terminal.signal(signal);
        assert_eq!((terminal.ends(), terminal.is_as_usual()), (Some(code), true));
        let games = fs::read_dir(folder.path().join("state/tapis/games")).unwrap();
        assert_eq!(games.count(), 0, "nothing was done: neither a game nor a lock stays");
    }
}

/// A window may say that it is larger than any memory.
#[test]
fn a_huge_window_is_drawn_on_in_part() {
    let folder = TempDir::new().unwrap();
    let mut terminal = play(&folder, "fc.11");
    terminal.shows("FreeCell.11");
    terminal.resize(u16::MAX, u16::MAX);
    terminal.press("1a");
    terminal.shows("1 move ");
    terminal.press("\x03");
    assert_eq!(terminal.ends(), Some(130));
}

/// A game of the state folder that is open in another window is refused; afterwards it goes on in its file.
#[test]
fn a_game_that_is_open_is_not_loaded() {
    let folder = TempDir::new().unwrap();
    let mut first = play(&folder, "fc.123456");
    first.press("1a");
    first.shows("a K♥");
    let file = folder.path().join("state/tapis/games/freecell-123456.json");
    let line = format!("--load {}", file.display());
    let mut second = play(&folder, &line);
    second.prints("freecell-123456.json: This game is open in another window.");
    assert_eq!(second.ends(), Some(66));
    first.press("qq");
    assert_eq!(first.ends(), Some(1));
    let mut second = play(&folder, &line);
    second.shows("a K♥");
    second.press("1bqq");
    assert_eq!(second.ends(), Some(1));
    let list = tapis(&folder, "play --list");
    assert!(list.starts_with("FreeCell.123456: 2 moves, ") && list.lines().count() == 1, "{list}");
}

/// Damaged files are named on one line each, without the control characters in them; a pipe is passed over.
#[test]
fn damaged_files_are_named() {
    let folder = TempDir::new().unwrap();
    let games = folder.path().join("state/tapis/games");
    fs::create_dir_all(&games).unwrap();
    let good = r#"{"state":1,"game":{"tapis":1,"game":"\u001b]0;x\u0007","moves":[]},"millis":1,"help":{}}"#;
    fs::write(games.join("a.json"), good).unwrap();
    fs::write(games.join("b.json"), good.replace("\"millis\":1", "\"millis\":\"\\u001b[31m\"")).unwrap();
    fs::write(games.join("c.json"), good.replace("\"state\":1", "\"state\":9")).unwrap();
    let pipe = Command::new("mkfifo").arg(games.join("d.json")).status().unwrap();
    assert!(pipe.success());
    fs::write(folder.path().join("state/tapis/results.json"), "[7]").unwrap();
    let ran =
        |line: &str| run(tapis_in(folder.path(), line).env("XDG_STATE_HOME", folder.path().join("state")));
    let list = ran("play --list");
    let (count, lines) = (list.out.lines().count(), list.err.lines().count());
    assert_eq!((list.code, count, lines), (Some(0), 1, 2), "{list:?}");
    assert!(
        list.err.contains("b.json: `millis`: invalid type") && list.err.contains("a newer tapis wrote it")
    );
    let statistics = ran("play --stats");
    assert!(statistics.err.contains("results.json: `[0]`: ") && statistics.code == Some(0), "{statistics:?}");
    let loads =
        ["a", "b", "c"].map(|name| ran(&format!("play --plain --load state/tapis/games/{name}.json")));
    for shown in loads.iter().chain([&list, &statistics]) {
        let is_plain = |text: &str| !text.contains(|c: char| c.is_control() && c != '\n');
        assert!(is_plain(&shown.out) && is_plain(&shown.err), "{shown:?}");
    }
    assert!(loads.iter().all(|load| load.code == Some(65) && load.err.lines().count() == 1), "{loads:?}");
}

/// Ctrl-Z and SIGTSTP stop the process on a usual terminal; when it goes on, the screen is painted again.
#[test]
fn a_stopped_game_comes_back() {
    let folder = TempDir::new().unwrap();
    for stop in ["\x1a", ""] {
        let mut terminal = play(&folder, "fc.11");
        terminal.shows("FreeCell.11");
        if stop.is_empty() {
            terminal.signal(Signal::TSTP);
        } else {
            terminal.press(stop);
        }
        terminal.becomes_usual();
        std::thread::sleep(Duration::from_millis(200));
        terminal.press("");
        terminal.signal(Signal::CONT);
        terminal.prints("FreeCell.11");
        terminal.press("q");
        terminal.shows("what shall we play?");
        terminal.press("q");
        assert_eq!((terminal.ends(), terminal.is_as_usual()), (Some(1), true));
    }
}

#[test]
fn the_process_ends_with_its_terminal() {
    let folder = TempDir::new().unwrap();
    let mut terminal = play(&folder, "fc.123456");
    terminal.press("1a");
    terminal.shows("a K♥");
    let lived = terminal.goes_away();
    assert!(lived < Duration::from_secs(5), "{lived:?}");
    assert!(tapis(&folder, "play --list").contains("FreeCell.123456: 1 move,"));
}

#[test]
fn options_are_of_their_games() {
    let folder = TempDir::new().unwrap();
    for (line, why) in [
        ("play fc.1 --board french", "--board is for peg"),
        ("play fc.1 --to d4", "--to is for peg"),
        ("play fc.1 --against easy", "is for a rule set of rummy"),
        ("play --list fc.1", "cannot be used with"),
        ("play fc.1 --lang de", "choose en or fr"),
        ("play rummikub --against genius --plain", "genius"),
        ("play --board french", "--board is for peg; name the GAME before it"),
        ("play --against easy", "--players or --against is for a rule set of rummy; name the GAME"),
        ("play --foundations free", "--foundations is for a patience; name the GAME"),
        ("play --list --seed 7", "--seed is for a rule set of rummy; name the GAME"),
        ("play rummikub --foundations free", "--foundations is for a patience"),
        ("play peg --ms 11982", "--ms is for a patience"),
        ("play peg --seed 7", "--seed is for a rule set of rummy"),
        ("play rami --dictionary words", "--dictionary and --alphabet are for letters"),
        ("play fc.1 --alphabet fr", "--dictionary and --alphabet are for letters"),
        ("play --load game.json --to d4", "--to is for a new game; leave it out with --load"),
    ] {
        let ran = run(&mut tapis_in(folder.path(), line));
        assert!(ran.code == Some(64) && ran.err.contains(why), "{line}: {}", ran.err);
    }
    let lines = run(&mut tapis_in(folder.path(), "play peg --board triangle15"));
    assert!(lines.out.ends_with("14 pegs\n") && lines.code == Some(1), "{lines:?}");
}

/// A terminal may change its size in the middle of a turn, and while the game is stopped by Ctrl-Z.
#[test]
fn a_turn_survives_resizing_and_ctrl_z() {
    let folder = TempDir::new().unwrap();
    let mut terminal = play(&folder, "rummikub --against easy --seed 7");
    terminal.shows("▸ Player");
    terminal.press(" ");
    terminal.shows("[2b]");
    terminal.resize(60, 20);
    terminal.shows_no_more("t hint");
    terminal.press("n");
    terminal.shows("✗1  2b");
    terminal.press("\x1a");
    terminal.becomes_usual();
    std::thread::sleep(Duration::from_millis(200));
    terminal.resize(110, 30);
    terminal.press("");
    terminal.signal(Signal::CONT);
    terminal.prints("✗1");
    terminal.press("u");
    terminal.shows_no_more("✗1");
    terminal.press("\x03");
    assert_eq!((terminal.ends(), terminal.is_as_usual()), (Some(130), true));
}

/// Letters are played on the screen; a kept game finds its word list again.
#[test]
fn letters_remember_their_dictionary() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("words"), "ABRI\nBALLE\nCHAT\nCHIEN\nLIRE\nRIRE\nTARTE\n").unwrap();
    let mut terminal = play(&folder, "letters --dictionary words --against easy --seed 7");
    terminal.shows("▸ Player");
    terminal.press("d");
    terminal.shows("Player draws");
    terminal.press("qq");
    assert_eq!(terminal.ends(), Some(1));
    let mut terminal = play(&folder, "--lang fr");
    terminal.shows("▸ lettres 7");
    terminal.press("\r");
    terminal.shows("pioche");
    terminal.press("qq");
    assert_eq!(terminal.ends(), Some(1));
    let list = tapis(&folder, "play --list --lang fr");
    assert!(list.starts_with("lettres 7 : ") && list.contains("pas finie"), "{list}");
    let file = list.trim_end().rsplit(", ").next().unwrap().to_owned();
    let ran = run(&mut tapis_in(folder.path(), &format!("play --plain --load {file}")));
    assert!(ran.out.contains("Player"), "{ran:?}");
}

/// House rules of a file are those of the game.
#[test]
fn house_rules_come_from_a_file() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("mine.toml"), "rules = \"rummikub\"\nhand_size = 10\n").unwrap();
    let mut terminal = play(&folder, "rummikub --rules-file mine.toml");
    terminal.shows("▸ Player  0 points, 10 tiles");
    terminal.press("\x03");
    assert_eq!(terminal.ends(), Some(130));
    fs::write(folder.path().join("changed.toml"), "hand_size = 9\n").unwrap();
    let changed = run(&mut tapis_in(folder.path(), "play rummikub --rules-file changed.toml --plain"));
    assert!(changed.out.contains("Player: 0 points, 9 tiles"), "{changed:?}");
    for (line, why) in [
        ("play fc.1 --rules-file mine.toml", "--rules-file is for a rule set of rummy"),
        ("play peg --rules-file mine.toml", "--rules-file is for a rule set of rummy"),
        ("play rami --rules-file mine.toml", "mine.toml has rules of rummikub"),
    ] {
        let ran = run(&mut tapis_in(folder.path(), line));
        assert!(ran.code == Some(64) && ran.err.contains(why), "{line}: {}", ran.err);
    }
}

/// Set for the process that panics.
const PANICS: &str = "TAPIS_TEST_PANICS";

/// Words that cannot even be asked for.
struct Panicking;

impl WordLists for Panicking {
    fn words(&self, _: Option<&str>) -> Result<Arc<Vocabulary>, String> {
        panic!("a fault of the program")
    }
}

impl Dictionaries for Panicking {
    fn source(&self) -> Option<WordSource> {
        None
    }

    fn words_of(&self, _: &WordSource) -> Result<Arc<Vocabulary>, String> {
        self.words(None)
    }
}

/// A panic is reported on a terminal that is as before. The process that panics is this test, started again.
#[test]
fn a_panic_restores_the_terminal() {
    let folder = TempDir::new().unwrap();
    if env::var_os(PANICS).is_some() {
        let words = Arc::new(Panicking);
        let resources = Resources { words, tables: PegTables::new(None), seed: 7, limits: Limits::default() };
        let abilities = Abilities { colour: false, unicode: true };
        let store = Store::new(folder.path().to_owned());
        let language = Language::English;
        tui::run(&mut App::new(Surroundings { language, abilities, store, resources }), 70).unwrap();
        return;
    }
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "screen::a_panic_restores_the_terminal", "--nocapture"]).env(PANICS, "1");
    let mut terminal = Terminal::start(command);
    terminal.shows("what shall we play?");
    assert!(!terminal.is_as_usual());
    terminal.press(&"\x1b[B".repeat(15));
    terminal.shows("▸ letters");
    terminal.press("\r");
    terminal.shows("[ begin ]");
    terminal.press("\r");
    // The other screen is left before the report is written.
    terminal.prints("\x1b[?1049l");
    terminal.prints("a fault of the program");
    assert_eq!((terminal.ends(), terminal.is_as_usual()), (Some(101), true));
}
