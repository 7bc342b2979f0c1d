//! The patience solver and libfreecell-solver, on the same deals, on one core, in one run.

mod lines;
mod proofs;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
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
    /// Are deals given up that take more than [`NODES`]? Otherwise the memory alone is limited.
    is_cut: bool,
    target: f64,
    rival: &'static str,
    peer: Option<&'static [&'static str]>,
}

const GAMES: [Game; 9] = [
    Game {
        name: "FreeCell",
        is_cut: true,
        target: 0.3,
        rival: "0.39 u, a build for speed",
        peer: Some(UNIT),
    },
    Game {
        name: "Seahaven",
        is_cut: true,
        target: 0.5,
        rival: "0.64 u, a dedicated solver",
        peer: Some(&["-g", "seahaven", "-l", "as"]),
    },
    Game { name: "MidnightOil", is_cut: true, target: 0.8, rival: "12 u", peer: None },
    Game { name: "BakersDozen", is_cut: false, target: 46.0, rival: "175 u for 83 % solved", peer: None },
    Game {
        name: "BakersGame",
        is_cut: true,
        target: 6.0,
        rival: "6.2 u, without proofs",
        peer: Some(&["-g", "bakers_game", "-l", "eo"]),
    },
    Game {
        name: "EightOff",
        is_cut: true,
        target: 0.5,
        rival: "none published",
        peer: Some(&["-g", "eight_off", "-l", "lg"]),
    },
    Game {
        name: "FreeCell1",
        is_cut: true,
        target: 16.0,
        rival: "16 u, without proofs",
        peer: Some(&["-g", "freecell", "--freecells-num", "1", "-l", "as"]),
    },
    Game {
        name: "FreeCell2",
        is_cut: true,
        target: 16.0,
        rival: "none published",
        peer: Some(&["-g", "freecell", "--freecells-num", "2", "-l", "as"]),
    },
    Game {
        name: "FreeCell3",
        is_cut: true,
        target: 8.8,
        rival: "8.8 u, without proofs",
        peer: Some(&["-g", "freecell", "--freecells-num", "3", "-l", "lg"]),
    },
];

/// The patience solver compared with libfreecell-solver; writes docs/benchmarks.md
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The first deal of each range; the page names it
    #[arg(long, default_value_t = 1)]
    first: u32,
}

/// The peer's fastest preset for FreeCell: its mean time over 2000 deals is the unit.
const UNIT: &[&str] = &["-g", "freecell", "-l", "lg"];
const DEALS: u32 = 1000;
/// A deal that takes more states than this is given up, so that a run ends in minutes.
const NODES: &str = "2000000";

/// Prints the tables, and keeps them as a page of the documentation.
pub(crate) fn run(args: &Args) -> Result<(), String> {
    packages::install(&PEER)?;
    output_of(cargo(&["build", "--release", "--quiet", "--package", "app"]))?;
    let driver = build_driver()?;
    let (rows, unit) = games(&driver, args.first)?;
    let mut page = page(&rows, unit, args.first)?;
    page += &proofs::section(&driver, args.first)?;
    page += &lines::section(args.first, unit)?;
    print!("{page}");
    fs::write(root().join(PAGE), page).map_err(|error| format!("cannot write {PAGE}: {error}"))
}

/// The rows of all games, and the mean of the unit.
fn games(driver: &Path, first: u32) -> Result<(String, f64), String> {
    let mut rows = String::new();
    let mut units = Vec::new();
    for game in &GAMES {
        // The unit drifts with the machine: it is measured again with every game.
        let unit = peer(driver, &boards("FreeCell", 1, 2 * DEALS)?, UNIT)?.mean;
        let own = tapis(game, first)?;
        let boards = boards(game.name, first, DEALS)?;
        let peer = game.peer.map(|options| peer(driver, &boards, options)).transpose()?;
        units.push(unit);
        row(&mut rows, game, unit, &own, peer.as_ref());
    }
    Ok((rows, units.iter().sum::<f64>() / units.len() as f64))
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

fn page(rows: &str, unit: f64, first: u32) -> Result<String, String> {
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown");
    let date = output_of(command("date", &["-u", "+%Y-%m-%d"]))?;
    Ok(format!(
        "# The patience solver and its peers

Written by `cargo xtask bench patience` on {}: the xpat2 deals {first} to {} of each game, one core, processor
time inside the process, start-up excluded for both. The unit **u** is the mean of libfreecell-solver (Debian's
build, `-l lg`) over FreeCell 1 to {}, measured again with every game; here {unit:.0} µs on average. The deals on
which weights and portfolios were found are named in `crates/patience/src/solve/portfolio.rs`; none of them is reported
on. A deal of the first table is given up after 2,000,000 positions, but one of Baker's Dozen at the default memory, a
gibibyte. All other tables have the default limits where they name none.

Machine: {}, {} processors.

| game | mean | median | p99 | target | solved / impossible / given up | libfreecell-solver here | published rivals |
|---|---:|---:|---:|---:|---:|---|---|
{rows}",
        date.trim(),
        first + DEALS - 1,
        2 * DEALS,
        model.trim_start_matches([':', ' ', '\t']),
        std::thread::available_parallelism().map_or(1, usize::from)
    ))
}

/// The answers of `tapis solve` for its deals.
fn tapis(game: &Game, first: u32) -> Result<Figures, String> {
    let range = format!("{}.{first}..{}", game.name, first + DEALS - 1);
    let words = [range.as_str(), "--nodes", NODES];
    Figures::of_json_lines(&solve(if game.is_cut { &words } else { &words[..1] })?)
}

/// The JSON lines of `tapis solve` on one thread.
fn solve(words: &[&str]) -> Result<String, String> {
    output_of_any(on_one_core(&program()?, &[&["solve", "--threads", "1", "--json"], words].concat()))
}

/// The rows of `tapis solve` on one thread.
fn rows(words: &[&str]) -> Result<Vec<Value>, String> {
    let lines = solve(words)?;
    let rows: Result<Vec<Value>, _> = lines.lines().map(serde_json::from_str).collect();
    let rows = rows.map_err(|error| format!("tapis printed no JSON: {error}"))?;
    if rows.is_empty() { Err("nothing was measured".to_owned()) } else { Ok(rows) }
}

/// The path of the program.
fn program() -> Result<String, String> {
    let program = root().join("target/release/tapis");
    Ok(program.to_str().ok_or("the path of the workspace is not text")?.to_owned())
}

/// The time of the peer for the same deals.
fn peer(driver: &Path, boards: &str, options: &[&str]) -> Result<Figures, String> {
    let driver = driver.to_str().ok_or("the path of the workspace is not text")?;
    let mut child = on_one_core(driver, options);
    let mut child = child
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run the peer: {error}"))?;
    let mut input = child.stdin.take().ok_or("the peer reads nothing")?;
    let boards = boards.to_owned();
    let writer = std::thread::spawn(move || input.write_all(boards.as_bytes()));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    // A peer that stopped reading says so by its exit code.
    let _ = writer.join();
    if !output.status.success() {
        return Err("the peer failed".to_owned());
    }
    Figures::of_peer_lines(&String::from_utf8_lossy(&output.stdout))
}

/// Deals in a row as boards, a line each, as the driver reads them.
fn boards(game: &str, first: u32, deals: u32) -> Result<String, String> {
    let range: patience::DealRange = format!("{game}.{first}..{}", first + deals - 1)
        .parse()
        .map_err(|error: patience::NoDeal| error.to_string())?;
    Ok(range.seeds().map(|seed| board_line(seed.number(), &range.rules.deal(seed))).collect())
}

/// A table as a line for the driver.
fn board_line(number: u64, table: &patience::Table) -> String {
    format!("{number}\t{}\n", table.to_board().replace('\n', "|"))
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
