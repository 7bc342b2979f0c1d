//! `cargo xtask bench web`: how soon the page can be played, how much it weighs, and how smoothly it moves.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};

use crate::browser;
use crate::chore::{cargo, output_of, root};

/// How often the server is started.
const STARTS: usize = 11;

pub(super) fn run() -> Result<(), String> {
    output_of(cargo(&["build", "--release", "--quiet", "--package", "app", "--bin", "tapis"]))?;
    let state = root().join("target/bench-web");
    let mut starts = (0..STARTS).map(|_| start(&state)).collect::<Result<Vec<_>, _>>()?;
    starts.sort_by_key(|start| start.first_page);
    let median = &starts[STARTS / 2];
    let mut page = page(median, &weights(&root().join("crates/web/page"))?);
    page += &frames()?;
    print!("{page}");
    fs::write(root().join("docs/benchmarks-web.md"), page).map_err(|error| error.to_string())
}

/// One start of the server, in a state folder without games.
struct Start {
    /// From the start of the program to the end of the first page.
    first_page: Duration,
    /// The most memory by then, in KiB.
    memory: u64,
}

fn start(state: &Path) -> Result<Start, String> {
    let _ = fs::remove_dir_all(state);
    let began = Instant::now();
    let mut server = Command::new(root().join("target/release/tapis"));
    server.args(["serve", "--port", "0", "--state"]).arg(state).stdout(Stdio::piped());
    let mut server = server.spawn().map_err(|error| format!("tapis: {error}"))?;
    let result = first_page(&mut server)
        .map(|()| began.elapsed())
        .and_then(|first_page| Ok(Start { first_page, memory: peak_memory(server.id())? }));
    // The server is ours, and it has nothing to lose.
    let _ = server.kill();
    let _ = server.wait();
    result.map_err(|error| format!("tapis serve: {error}"))
}

/// Reads the address that the server prints, and the page there.
fn first_page(server: &mut Child) -> io::Result<()> {
    let out = server.stdout.take().ok_or(io::ErrorKind::NotFound)?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line)?;
    let address = line.split("http://").nth(1).and_then(|rest| rest.split(['/', ' ', '\n']).next());
    let address = address.ok_or_else(|| io::Error::other(format!("no address in `{}`", line.trim())))?;
    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    if answer.starts_with("HTTP/1.1 200") { Ok(()) } else { Err(io::Error::other(answer)) }
}

fn peak_memory(process: u32) -> io::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok()).ok_or(io::ErrorKind::NotFound.into())
}

/// The bytes of the page's files, by the ending of their names.
fn weights(folder: &Path) -> Result<Vec<(String, usize, u64)>, String> {
    let mut files = Vec::new();
    collect(folder, &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut kinds: Vec<(String, usize, u64)> = Vec::new();
    for (kind, bytes) in files {
        match kinds.iter_mut().find(|known| known.0 == kind) {
            Some(known) => (known.1, known.2) = (known.1 + 1, known.2 + bytes),
            None => kinds.push((kind, 1, bytes)),
        }
    }
    kinds.sort();
    Ok(kinds)
}

fn collect(folder: &Path, files: &mut Vec<(String, u64)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            let kind = path.extension().map_or_else(String::new, |kind| kind.to_string_lossy().into_owned());
            files.push((kind, fs::metadata(&path)?.len()));
        }
    }
    Ok(())
}

/// The table of frames per second, measured in Chromium.
fn frames() -> Result<String, String> {
    let file = root().join("target/bench-web-frames.txt");
    let _ = fs::remove_file(&file);
    output_of(browser::frames(&root().join("target/release/tapis"), &file)?)?;
    let lines = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut table = String::from(FRAMES);
    for line in lines.lines() {
        let _ = writeln!(table, "| {} |", line.replace('\t', " | "));
    }
    Ok(table)
}

const FRAMES: &str = "
Frames while the solution player shows a solution at its greatest speed, 3.5 seconds in headless Chromium without a
graphics card, whose page's thread is made four times slower. The screen wants 60 frames per second; what glides is moved by
the compositor, so that it gets a frame also where the page's own thread is late:

| shown | frames wanted | missed | frames of the page's thread per second | median between them, ms | 99 % below, ms | thread busy, % |
|---|---:|---:|---:|---:|---:|---:|
";

/// Writing to a string cannot fail.
fn page(start: &Start, weights: &[(String, usize, u64)]) -> String {
    let mut page = String::from("# The page of `tapis serve`\n\nMade by `cargo xtask bench web`.\n\n");
    page.push_str("| files | number | bytes |\n|---|---:|---:|\n");
    for (kind, number, bytes) in weights {
        let _ = writeln!(page, "| {kind} | {number} | {bytes} |");
    }
    let number: usize = weights.iter().map(|weight| weight.1).sum();
    let bytes: u64 = weights.iter().map(|weight| weight.2).sum();
    let _ = writeln!(page, "| all | {number} | {bytes} |\n");
    let milliseconds = start.first_page.as_secs_f64() * 1e3;
    let _ = writeln!(
        page,
        "From the start of the program to the end of the first page: {milliseconds:.1} ms (median of {STARTS} starts, a
release build), with {} KiB of memory at most.",
        start.memory
    );
    page
}
