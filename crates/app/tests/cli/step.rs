//! `tapis solve --step`, in a pipe and on a pseudo-terminal.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, tcgetattr};

use crate::run::{program, run};

/// Longer than any key takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program on a terminal of its own.
struct Terminal {
    child: Child,
    keys: File,
    /// The program's side, which keeps the modes.
    side: File,
    screen: Receiver<Vec<u8>>,
    seen: String,
}

impl Terminal {
    fn start(mut command: Command) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let side = OpenOptions::new().read(true).write(true).open(name).unwrap();
        let stream = || side.try_clone().unwrap();
        let child = command.stdin(stream()).stdout(stream()).stderr(stream()).spawn().unwrap();
        let keys = File::from(master);
        let mut shown = keys.try_clone().unwrap();
        let (sender, screen) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = shown.read(&mut bytes)
                && sender.send(bytes[..count].to_vec()).is_ok()
            {}
        });
        Self { child, keys, side, screen, seen: String::new() }
    }

    fn press(&mut self, keys: &str) {
        self.seen.clear();
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the terminal shows this.
    fn shows(&mut self, text: &str) {
        while !self.seen.contains(text) {
            let bytes = self.screen.recv_timeout(PATIENCE);
            let bytes = bytes.unwrap_or_else(|_| panic!("`{text}` is not shown:\n{}", self.seen));
            self.seen += &String::from_utf8_lossy(&bytes);
        }
    }

    /// Is what is typed shown, line by line?
    fn is_as_usual(&self) -> bool {
        let usual = LocalModes::ECHO | LocalModes::ICANON;
        tcgetattr(&self.side).unwrap().local_modes.contains(usual)
    }

    /// Waits for the end of the program; its exit code.
    fn ends(&mut self) -> Option<i32> {
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("the program does not end: {}", self.seen);
    }
}

fn walk() -> Terminal {
    let mut command = program("tapis", ["solve", "mo.4", "--step", "--ascii"]);
    command.env("TERM", "xterm");
    let mut terminal = Terminal::start(command);
    terminal.shows("0 of 16 moves");
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
        terminal.shows(shown);
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
        kill_process(Pid::from_child(&terminal.child), signal).unwrap();
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
