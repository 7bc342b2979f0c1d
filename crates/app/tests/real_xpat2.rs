//! The real xpat2 loads the saves that `tapis convert` writes, and saves them again as they were.
//!
//! It runs on a virtual screen of its own. `cargo xtask test` installs the programs.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use test_programs::{X_FONTS, XDOTOOL, XPAT2, XVFB, found_or_skipped};

/// Where xpat2's button `Save` is, in pixels.
const SAVE_BUTTON: [&str; 2] = ["484", "13"];

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A screen, and its name for `DISPLAY`.
fn screen(xvfb: &Path) -> (Running, String) {
    let mut server = Command::new(xvfb);
    server.args(["-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", "1280x1024x24"]);
    let mut server = server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut number = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
    (Running(server), format!(":{}", number.trim()))
}

/// Tries again and again for half a minute.
fn eventually(what: &str, mut attempt: impl FnMut() -> bool) {
    let started = Instant::now();
    while !attempt() {
        assert!(started.elapsed() < Duration::from_secs(30), "{what}");
        sleep(Duration::from_millis(100));
    }
}

/// What xpat2 saves after it loaded this file.
fn saved_again(xpat2: &Path, xdotool: &Path, display: &str, save: &Path, folder: &Path) -> Vec<u8> {
    let quiet = || Stdio::null();
    let mut game = Command::new(xpat2);
    game.arg(save).current_dir(folder).env("HOME", folder).env("DISPLAY", display).env("LC_ALL", "C");
    let mut game = Running(game.stdout(quiet()).stderr(quiet()).spawn().unwrap());
    let xdotool = |args: &[&str]| {
        Command::new(xdotool)
            .args(args)
            .env("DISPLAY", display)
            .stdout(quiet())
            .stderr(quiet())
            .status()
            .unwrap()
    };
    eventually("no window appeared", || {
        assert_eq!(game.0.try_wait().unwrap(), None, "xpat2 ended while it loaded {}", save.display());
        xdotool(&["search", "--onlyvisible", "--class", "XPat"]).success()
    });
    let written = folder.join(save.file_name().unwrap());
    eventually("nothing was saved", || {
        let [x, y] = SAVE_BUTTON;
        xdotool(&["mousemove", x, y, "click", "1"]);
        sleep(Duration::from_millis(200));
        fs::metadata(&written).is_ok_and(|file| file.len() == fs::metadata(save).unwrap().len())
    });
    assert_eq!(game.0.try_wait().unwrap(), None, "xpat2 ended by itself");
    fs::read(written).unwrap()
}

#[test]
fn xpat2_loads_what_is_written() {
    let Some([xvfb, xdotool, xpat2, _]) = found_or_skipped([XVFB, XDOTOOL, XPAT2, X_FONTS]) else { return };
    let (_server, display) = screen(&xvfb);
    let folder = tempfile::tempdir().unwrap();
    for (solution, name) in [
        ("freecell", "FreeCell.000000123"),
        ("seahaven", "Seahaven.000012345"),
        ("midnight-oil", "MidnightOil.012345678"),
        ("bakers-dozen", "BakersDozen.000123456"),
    ] {
        let lines = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/solution").join(solution);
        let save = convert(&fs::read_to_string(lines).unwrap(), folder.path(), name, &[]);
        let again = saved_again(&xpat2, &xdotool, &display, &save, &folder.path().join("games"));
        assert_eq!(again[32..], fs::read(&save).unwrap()[32..], "{name}");
    }
    let in_full = "TOP 24\n2 F\n3 F\n7 F\n11 F\n15 F\n6 F\n10 F\n14 F\nREDEAL\n";
    let save = convert(in_full, folder.path(), "MidnightOil.000000004", &["--xpat2-rules"]);
    let again = saved_again(&xpat2, &xdotool, &display, &save, &folder.path().join("games"));
    assert_eq!(again[32..], fs::read(&save).unwrap()[32..]);
}

/// The save of this line of play, under xpat2's name for it.
fn convert(line: &str, folder: &Path, name: &str, options: &[&str]) -> PathBuf {
    let moves = folder.join(format!("{name}.sol"));
    fs::write(&moves, line).unwrap();
    let save = folder.join(name);
    let mut tapis = Command::new(cargo_bin("tapis"));
    assert!(tapis.arg("convert").args([&moves, &save]).args(options).status().unwrap().success());
    fs::create_dir_all(folder.join("games")).unwrap();
    save
}
