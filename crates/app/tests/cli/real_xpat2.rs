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

/// The width that xpat2 is asked to give its button `Save`. No other window of it has this width, so the button is
/// found wherever the fonts of the screen push it.
const SAVE_BUTTON_WIDTH: u32 = 97;

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }
}

/// A virtual screen with a mouse.
struct Screen {
    xdotool: PathBuf,
    /// Its name for `DISPLAY`.
    display: String,
    _server: Running,
}

impl Screen {
    fn start(xvfb: &Path, xdotool: PathBuf) -> Self {
        let mut server = Command::new(xvfb);
        server.args(["-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", "1280x1024x24"]);
        let mut server = server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Self { xdotool, display: format!(":{}", number.trim()), _server: Running(server) }
    }

    /// The lines that xdotool prints; none if it fails.
    fn xdotool(&self, args: &[&str]) -> Vec<String> {
        let mut xdotool = Command::new(&self.xdotool);
        xdotool.args(args).env("DISPLAY", &self.display).stderr(Stdio::null());
        let output = xdotool.output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    /// The visible window of this width, if there is one.
    fn window_of_width(&self, width: u32) -> Option<String> {
        let width = format!("WIDTH={width}");
        let windows = self.xdotool(&["search", "--onlyvisible", "--name", ""]);
        windows
            .into_iter()
            .find(|window| self.xdotool(&["getwindowgeometry", "--shell", window]).contains(&width))
    }

    /// Clicks into the upper left corner of a window.
    fn click(&self, window: &str) {
        self.xdotool(&["mousemove", "--window", window, "5", "5", "click", "1"]);
    }
}

/// Tries again and again for half a minute.
fn eventually<T>(what: &str, mut attempt: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(value) = attempt() {
            return value;
        }
        assert!(started.elapsed() < Duration::from_secs(30), "{what}");
        sleep(Duration::from_millis(100));
    }
}

/// The file that xpat2 saves after it has loaded this one.
fn saved_again(xpat2: &Path, screen: &Screen, save: &Path, folder: &Path) -> Vec<u8> {
    let mut game = Command::new(xpat2);
    game.arg("-xrm").arg(format!("*Save.width: {SAVE_BUTTON_WIDTH}")).arg(save);
    game.current_dir(folder).env("HOME", folder).env("DISPLAY", &screen.display).env("LC_ALL", "C");
    let mut game = Running(game.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let button = eventually("no button appeared", || {
        assert!(!game.has_ended(), "xpat2 ended while it loaded {}", save.display());
        screen.window_of_width(SAVE_BUTTON_WIDTH)
    });
    let written = folder.join(save.file_name().unwrap());
    let size = fs::metadata(save).unwrap().len();
    eventually("nothing was saved", || {
        screen.click(&button);
        sleep(Duration::from_millis(200));
        fs::metadata(&written).ok().filter(|file| file.len() == size)
    });
    assert!(!game.has_ended(), "xpat2 ended by itself");
    fs::read(written).unwrap()
}

#[test]
fn xpat2_loads_what_is_written() {
    let Some([xvfb, xdotool, xpat2, _]) = found_or_skipped([XVFB, XDOTOOL, XPAT2, X_FONTS]) else { return };
    let screen = Screen::start(&xvfb, xdotool);
    let folder = tempfile::tempdir().unwrap();
    let unchanged = |save: &Path| {
        let again = saved_again(&xpat2, &screen, save, &folder.path().join("games"));
        assert_eq!(again[32..], fs::read(save).unwrap()[32..], "{}", save.display());
    };
    for (solution, name) in [
        ("freecell", "FreeCell.000000123"),
        ("seahaven", "Seahaven.000012345"),
        ("midnight-oil", "MidnightOil.012345678"),
        ("bakers-dozen", "BakersDozen.000123456"),
    ] {
        let lines = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/solution").join(solution);
        unchanged(&convert(&fs::read_to_string(lines).unwrap(), folder.path(), name, &[]));
    }
    let moves = "TOP 24\n2 F\n3 F\n7 F\n11 F\n15 F\n6 F\n10 F\n14 F\nREDEAL\n";
    unchanged(&convert(moves, folder.path(), "MidnightOil.000000004", &["--xpat2-rules"]));
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
