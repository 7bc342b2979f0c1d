//! The patience solver and libfreecell-solver, on the same deals, on one core, in one run.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use test_programs::Program;

use crate::bench::figures::Figures;
use crate::chore::{cargo, output_of, root};
use crate::packages;

const PAGE: &str = "docs/benchmarks.md";
const DRIVER: &str = "crates/xtask/src/bench/peer.c";

/// The peer's library, and the program that comes with its presets.
const PEER: [Program; 2] = [
    Program::file("libfreecell-solver", "libfreecell-solver-dev", "/usr/include/freecell-solver/fcs_user.h"),
    Program::command("fc-solve", "freecell-solver-bin"),
];

/// A game, the target in units, what was published of rivals in units, and the peer's options where it plays it.
struct Game {
    name: &'static str,
    target: f64,
    rival: &'static str,
    peer: Option<&'static [&'static str]>,
}

const GAMES: [Game; 4] = [
    Game { name: "FreeCell", target: 0.3, rival: "0.39 u, a build for speed", peer: Some(UNIT) },
    Game {
        name: "Seahaven",
        target: 0.5,
        rival: "0.64 u, a dedicated solver",
        peer: Some(&["-g", "seahaven", "-l", "as"]),
    },
    Game { name: "MidnightOil", target: 0.8, rival: "12 u", peer: None },
    Game { name: "BakersDozen", target: 40.0, rival: "175 u for 83 % solved", peer: None },
];

/// The peer's fastest preset for FreeCell: its mean time over 2000 deals is the unit.
const UNIT: &[&str] = &["-g", "freecell", "-l", "lg"];
const DEALS: u32 = 1000;
/// A deal that takes more states than this is given up, so that a run ends in minutes.
const NODES: &str = "2000000";

/// Prints the table, and keeps it as a page of the documentation.
pub(crate) fn run() -> Result<(), String> {
    packages::install(&PEER)?;
    output_of(cargo(&["build", "--release", "--quiet", "--package", "app"]))?;
    let driver = build_driver()?;
    let mut rows = String::new();
    let mut units = Vec::new();
    for game in &GAMES {
        // The unit drifts with the machine: it is measured again with every game.
        let unit = peer(&driver, "FreeCell", 2 * DEALS, UNIT)?.mean;
        let own = tapis(game.name)?;
        let peer = match game.peer {
            Some(UNIT) => Some(peer(&driver, game.name, DEALS, UNIT)?),
            Some(options) => Some(peer(&driver, game.name, DEALS, options)?),
            None => None,
        };
        units.push(unit);
        row(&mut rows, game, unit, &own, peer.as_ref());
    }
    let page = page(&rows, &units)?;
    print!("{page}");
    fs::write(root().join(PAGE), page).map_err(|error| format!("cannot write {PAGE}: {error}"))
}

fn row(rows: &mut String, game: &Game, unit: f64, own: &Figures, peer: Option<&Figures>) {
    let peer = peer.map_or_else(
        || "does not play it".to_owned(),
        |peer| format!("{:.2} u (median {:.0} µs, p99 {:.0} µs)", peer.mean / unit, peer.median, peer.p99),
    );
    let Figures { solved, impossible, given_up, .. } = own;
    writeln!(
        rows,
        "| {} | {:.2} u ({:.0} µs) | {:.0} µs | {:.0} µs | at most {} u | {solved} / {impossible} / {given_up} | {peer} | {} |",
        game.name,
        own.mean / unit,
        own.mean,
        own.median,
        own.p99,
        game.target,
        game.rival
    )
    .expect("writing to a string succeeds");
}

fn page(rows: &str, units: &[f64]) -> Result<String, String> {
    let mean = units.iter().sum::<f64>() / units.len() as f64;
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown");
    let date = output_of(command("date", &["-u", "+%Y-%m-%d"]))?;
    Ok(format!(
        "# The patience solver and its peers

Written by `cargo xtask bench patience` on {}: the xpat2 deals 1 to {DEALS} of each game, one core, processor
time inside the process, start-up excluded for both. The unit **u** is the mean of libfreecell-solver (Debian's
build, `-l lg`) over FreeCell 1 to {}, measured again with every game; here {mean:.0} µs on average. The
weights were found on other deals than these.

Machine: {}, {} processors.

| game | mean | median | p99 | target | solved / impossible / given up | libfreecell-solver here | published rivals |
|---|---:|---:|---:|---:|---:|---|---|
{rows}",
        date.trim(),
        2 * DEALS,
        model.trim_start_matches([':', ' ', '\t']),
        std::thread::available_parallelism().map_or(1, usize::from)
    ))
}

/// The answers of `tapis solve` for its deals.
fn tapis(game: &str) -> Result<Figures, String> {
    let program = root().join("target/release/tapis");
    let program = program.to_str().ok_or("the path of the workspace is not text")?;
    let range = format!("{game}.1..{DEALS}");
    let lines = output_of_any(on_one_core(
        program,
        &["solve", &range, "--threads", "1", "--nodes", NODES, "--json"],
    ))?;
    Figures::of_json_lines(&lines)
}

/// The time of the peer for the same deals.
fn peer(driver: &Path, game: &str, deals: u32, options: &[&str]) -> Result<Figures, String> {
    let driver = driver.to_str().ok_or("the path of the workspace is not text")?;
    let mut child = on_one_core(driver, options);
    let mut child = child
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run the peer: {error}"))?;
    let mut input = child.stdin.take().ok_or("the peer reads nothing")?;
    let boards = boards(game, deals)?;
    let writer = std::thread::spawn(move || input.write_all(boards.as_bytes()));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    // A peer that stopped reading says so by its exit code.
    let _ = writer.join();
    if !output.status.success() {
        return Err("the peer failed".to_owned());
    }
    Figures::of_peer_lines(&String::from_utf8_lossy(&output.stdout))
}

/// The deals as boards, a line each, as the driver reads them.
fn boards(game: &str, deals: u32) -> Result<String, String> {
    let range: patience::DealRange =
        format!("{game}.1..{deals}").parse().map_err(|error: patience::NoDeal| error.to_string())?;
    let mut boards = String::new();
    for seed in range.seeds() {
        let board = range.rules.deal(seed).to_board().replace('\n', "|");
        writeln!(boards, "{}\t{board}", seed.number()).expect("writing to a string succeeds");
    }
    Ok(boards)
}

fn build_driver() -> Result<std::path::PathBuf, String> {
    let driver = root().join("target/peer-patience");
    let mut cc = Command::new("cc");
    cc.arg("-O2").arg(root().join(DRIVER)).arg("-o").arg(&driver).arg("-lfreecell-solver");
    output_of(cc).map(|_| driver)
}

fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args);
    command
}

fn on_one_core(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", "0", program]).args(args);
    command
}

/// The output of a program whose exit code is a verdict.
fn output_of_any(mut command: Command) -> Result<String, String> {
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}
