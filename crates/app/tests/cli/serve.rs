//! `tapis serve`: starting, stopping, and games that survive.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;
use test_programs::{STRACE, found_or_skipped};

use crate::run::{run, tapis_in};

/// A server of this machine on any free port.
const SERVE: &str = "serve --port 0 --state games";

/// A server that was started.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(folder: &Path) -> Self {
        Self::run(tapis_in(folder, SERVE))
    }

    fn run(mut command: Command) -> Self {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line
            .split_whitespace()
            .find(|word| word.starts_with("http://"))
            .unwrap_or_else(|| panic!("{line}"));
        Self { address: url.trim_start_matches("http://").trim_end_matches('/').to_owned(), child }
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (host, length) = (&self.address, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for the end: the exit code, and what was written on standard error.
    fn end(mut self) -> (Option<i32>, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "the server does not stop");
            std::thread::sleep(Duration::from_millis(20));
        };
        let mut complaints = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        (status.code(), complaints)
    }
}

#[test]
fn signals_stop_the_server_cleanly() {
    let folder = TempDir::new().unwrap();
    for signal in [Signal::INT, Signal::TERM] {
        let served = Served::start(folder.path());
        assert_eq!(served.ask("GET", "/api/about", &Value::Null).0, 200);
        assert_eq!(served.ask("GET", "/", &Value::Null).0, 200);
        served.signal(signal);
        assert_eq!(served.end(), (Some(0), String::new()));
    }
}

#[test]
fn an_address_in_use_is_one_line() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(folder.path());
    let port = served.address.rsplit(':').next().unwrap();
    let other = run(&mut tapis_in(folder.path(), &format!("serve --port {port} --state others")));
    assert_eq!(other.code, Some(69));
    assert_eq!(other.err, format!("tapis: {} is in use; choose another port with --port\n", served.address));
    assert!(!folder.path().join("others").exists(), "a server that does not start leaves nothing");
    let same = run(&mut tapis_in(folder.path(), "serve --port 0 --state games"));
    assert_eq!((same.code, same.err.as_str()), (Some(66), "tapis: games: another server uses it\n"));
    served.signal(Signal::TERM);
    served.end();
}

#[test]
fn wrong_command_lines_are_one_line() {
    let folder = TempDir::new().unwrap();
    for (line, code) in [
        ("serve --listen nowhere", 64),
        ("serve --port 99999", 64),
        ("serve --page nowhere", 66),
        ("serve --words nowhere", 66),
        ("serve --listen 203.0.113.9 --port 1", 69),
    ] {
        let ran = run(&mut tapis_in(folder.path(), line));
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err.lines().count()),
            (Some(code), "", 1),
            "{line}: {}",
            ran.err
        );
    }
}

/// Every move that was answered is there after the process was killed.
#[test]
fn acknowledged_moves_survive_a_kill() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(folder.path());
    let (status, mut state) =
        served.ask("POST", "/api/games", &json!({"family": "patience", "deal": "fc.123"}));
    assert_eq!(status, 201);
    let game = format!("/api/games/{}", state["id"].as_str().unwrap());
    for step in 0..25 {
        let choices = state["choices"]["moves"].as_array().unwrap();
        let (rest, body) = match choices.len() {
            0 => ("undo", Value::Null),
            many => ("act", json!({"input": choices[step * 3 % many]["input"]})),
        };
        let (status, answer) = served.ask("POST", &format!("{game}/{rest}"), &body);
        assert_eq!(status, 200, "{answer}");
        state = answer["state"].clone();
    }
    served.signal(Signal::KILL);
    assert_eq!(served.end().0, None);
    let served = Served::start(folder.path());
    let (status, after) = served.ask("GET", &game, &Value::Null);
    assert_eq!(status, 200);
    assert_eq!((&after["version"], &after["view"]), (&state["version"], &state["view"]));
    served.signal(Signal::TERM);
    served.end();
}

/// A kill does not lose the system's buffers, so the order of the system calls shows the rest: the file is synchronised before the
/// answer is sent.
#[test]
fn moves_are_synchronised_before_they_are_answered() {
    let Some([strace]) = found_or_skipped([STRACE]) else { return };
    let folder = TempDir::new().unwrap();
    let plain = tapis_in(folder.path(), SERVE);
    let mut traced = Command::new(strace);
    traced.args([
        "-D",
        "-f",
        "-o",
        "calls",
        "-e",
        "trace=fsync,fdatasync,write,writev,sendto,sendmsg",
        "-s",
        "80",
    ]);
    traced.arg(plain.get_program()).args(plain.get_args()).current_dir(folder.path());
    traced.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let served = Served::run(traced);
    let (_, state) = served.ask("POST", "/api/games", &json!({"family": "patience", "deal": "fc.123"}));
    let game = format!("/api/games/{}", state["id"].as_str().unwrap());
    assert_eq!(served.ask("POST", &format!("{game}/act"), &json!({"input": "1a"})).0, 200);
    served.signal(Signal::TERM);
    served.end();
    let calls = written(&folder.path().join("calls"), "exited with");
    let place = |text: &str| calls.lines().position(|line| line.contains(text));
    let (begun, acted) = (place("HTTP/1.1 201").unwrap(), place("HTTP/1.1 200").unwrap());
    let is_synchronised = |line: &str| line.contains("sync") && line.ends_with("= 0");
    let between = calls.lines().skip(begun).take(acted - begun);
    assert!(begun < acted && between.filter(|line| is_synchronised(line)).count() > 0, "{calls}");
}

/// The text of a file that another process writes, once this stands in its last line.
fn written(path: &Path, end: &str) -> String {
    let begun = Instant::now();
    loop {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let is_whole = text.lines().next_back().is_some_and(|line| line.contains(end));
        if is_whole || begun.elapsed() > Duration::from_secs(20) {
            return text;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
