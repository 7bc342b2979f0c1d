//! A program on a pseudo-terminal, and what its screen shows.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// Longer than any key takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program on a terminal of its own.
pub(crate) struct Terminal {
    pub(crate) child: Child,
    master: File,
    /// The program's side, which keeps the modes.
    side: File,
    screen: Screen,
    /// Everything that was shown since the last key.
    seen: Vec<u8>,
}

impl Terminal {
    /// Starts a program on a terminal of 80 × 24.
    pub(crate) fn start(mut command: Command) -> Self {
        // The program must not hold its own terminal open.
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let side = OpenOptions::new().read(true).write(true).open(name).unwrap();
        tcsetwinsize(&side, size(80, 24)).unwrap();
        let stream = || side.try_clone().unwrap();
        let child = command.stdin(stream()).stdout(stream()).stderr(stream()).spawn().unwrap();
        Self { child, master: File::from(master), side, screen: Screen::default(), seen: Vec::new() }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.seen.clear();
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the program prints this; what stood there before does not count.
    pub(crate) fn prints(&mut self, text: &str) {
        self.wait(text, |terminal| String::from_utf8_lossy(&terminal.seen).contains(text));
    }

    /// Waits until this stands on the screen.
    pub(crate) fn shows(&mut self, text: &str) {
        self.wait(text, |terminal| terminal.screen.text().contains(text));
    }

    /// Waits until this does not stand on the screen any more.
    pub(crate) fn shows_no_more(&mut self, text: &str) {
        self.wait(&format!("no more {text}"), |terminal| !terminal.screen.text().contains(text));
    }

    /// Waits until one of these stands on the screen; which one.
    pub(crate) fn shows_one_of(&mut self, texts: &[&str]) -> usize {
        let mut which = 0;
        self.wait(&texts.join("` or `"), |terminal| {
            let text = terminal.screen.text();
            let found = texts.iter().position(|part| text.contains(part));
            which = found.unwrap_or(0);
            found.is_some()
        });
        which
    }

    fn wait(&mut self, what: &str, mut is_there: impl FnMut(&Self) -> bool) {
        let started = Instant::now();
        while !is_there(self) {
            assert!(started.elapsed() < PATIENCE, "`{what}` is not shown:\n{}", self.screen.text());
            self.read();
        }
    }

    /// Reads what the program prints, for a moment.
    fn read(&mut self) {
        let mut ready = [PollFd::new(&self.master, PollFlags::IN)];
        let moment = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
        if poll(&mut ready, Some(&moment)).is_ok_and(|count| count > 0) {
            let mut bytes = [0; 4096];
            let count = self.master.read(&mut bytes).unwrap_or(0);
            self.seen.extend_from_slice(&bytes[..count]);
            self.screen.print(&bytes[..count]);
        }
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) {
        tcsetwinsize(&self.side, size(width, height)).unwrap();
        self.signal(Signal::WINCH);
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Is what is typed shown, line by line?
    pub(crate) fn is_as_usual(&self) -> bool {
        let usual = LocalModes::ECHO | LocalModes::ICANON;
        tcgetattr(&self.side).unwrap().local_modes.contains(usual)
    }

    /// Waits until the terminal is as usual.
    pub(crate) fn becomes_usual(&mut self) {
        self.wait("the usual terminal", Self::is_as_usual);
    }

    /// Waits for the end of the program; its exit code.
    pub(crate) fn ends(&mut self) -> Option<i32> {
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            self.read();
        }
        panic!("the program does not end:\n{}", self.screen.text());
    }

    /// The terminal goes away; how long the program lives after that.
    pub(crate) fn goes_away(self) -> Duration {
        let Self { mut child, master, side, .. } = self;
        drop((master, side));
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if child.try_wait().unwrap().is_some() {
                return started.elapsed();
            }
            thread::sleep(Duration::from_millis(20));
        }
        child.kill().unwrap();
        panic!("the program outlives its terminal");
    }
}

fn size(width: u16, height: u16) -> Winsize {
    Winsize { ws_row: height, ws_col: width, ws_xpixel: 0, ws_ypixel: 0 }
}

/// The characters on a screen, as far as programs here use one: text, places, wiping.
#[derive(Default)]
struct Screen {
    rows: Vec<Vec<char>>,
    at: (usize, usize),
    /// Bytes of a sequence that has not ended yet.
    open: Vec<u8>,
}

impl Screen {
    fn text(&self) -> String {
        let lines = self.rows.iter().map(|row| row.iter().collect::<String>());
        lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }

    fn print(&mut self, bytes: &[u8]) {
        self.open.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.open) {
            Ok(_) => self.open.len(),
            Err(error) => error.valid_up_to(),
        };
        let text = String::from_utf8_lossy(&self.open[..whole]).into_owned();
        let mut rest = text.as_str();
        while let Some(first) = rest.chars().next() {
            let Some(length) = self.take(first, rest) else { break };
            rest = &rest[length..];
        }
        let left = rest.len() + self.open.len() - whole;
        self.open.drain(..self.open.len() - left);
    }

    /// Takes one character or one sequence; its length, if it is whole.
    fn take(&mut self, first: char, text: &str) -> Option<usize> {
        if let Some(sequence) = text.strip_prefix("\x1b[") {
            let end = sequence.find(|c: char| c.is_ascii_alphabetic())?;
            self.obey(&sequence[..end], sequence.as_bytes()[end]);
            return Some(end + 3);
        }
        match first {
            '\x1b' if text.len() < 2 => return None,
            '\x1b' => return Some(2),
            '\r' => self.at.1 = 0,
            '\n' => self.at.0 += 1,
            letter => self.put(letter),
        }
        Some(first.len_utf8())
    }

    fn put(&mut self, letter: char) {
        let (row, column) = self.at;
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let line = &mut self.rows[row];
        if line.len() <= column {
            line.resize(column + 1, ' ');
        }
        line[column] = letter;
        self.at.1 += 1;
    }

    fn obey(&mut self, numbers: &str, letter: u8) {
        let mut values = numbers.split(';').map(|number| number.parse().unwrap_or(1_usize));
        match letter {
            b'H' => self.at = (values.next().unwrap_or(1) - 1, values.next().unwrap_or(1) - 1),
            b'J' => self.rows.clear(),
            _ => {}
        }
    }
}
