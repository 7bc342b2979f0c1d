//! Surveys: deals per second, the gain by a second core, and the overhead over the bare solver.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use test_programs::Missing;

use super::deal::{VALGRIND, bench_program, instructions_of};
use super::median;
use crate::chore::{cargo, output_of, root};

/// Each game with as many deals as take some seconds.
const GAMES: [(&str, u64); 6] = [
    ("FreeCell", 50_000),
    ("Seahaven", 20_000),
    ("MidnightOil", 1_000_000),
    ("BakersDozen", 500),
    ("EightOff", 100_000),
    ("BakersGame", 5_000),
];
/// Each game is measured this many times, in turn.
const ROUNDS: usize = 5;

pub(crate) fn run() -> Result<(), String> {
    output_of(cargo(&["build", "--quiet", "--release", "--package", "app", "--bin", "tapis"]))?;
    let tapis = root().join("target/release/tapis");
    let rows = GAMES.iter().map(|&(game, deals)| speed(&tapis, game, deals));
    let rows = rows.collect::<Result<String, String>>()?;
    let page = HEAD.to_owned() + &rows + &overhead(&tapis)?;
    print!("{page}");
    fs::write(root().join("docs/benchmarks-survey.md"), page).map_err(|error| error.to_string())
}

const HEAD: &str = "# Surveys

Deals per second of `tapis survey`, made by `cargo xtask bench survey`. Each figure is the median of five rounds, and each
ratio is that of one round, because the speed of a machine changes from minute to minute. *One
core* is a process with one thread that is bound to a core, *two cores* one with two threads, bound to two. Cores of a
machine share memory and clock, so that two programs at once are slower than one: *two processes* is the speed of two that
are bound to a core each, against twice that of one alone. The *efficiency* of two cores is their speed against twice that of
one core, and then against those two processes.

| game | deals | one core | two cores | two processes | efficiency | against two processes |
|---|---:|---:|---:|---:|---:|---:|
";

/// The row of a game.
fn speed(tapis: &Path, game: &str, deals: u64) -> Result<String, String> {
    let round = |_| {
        let one = seconds(tapis, game, deals, &["0"])?;
        let two = seconds(tapis, game, deals, &["0,1"])?;
        let pair = seconds(tapis, game, deals, &["0", "1"])?;
        Ok([deals as f64 / one, deals as f64 / two, one / pair, one / two / 2.0, pair / two / 2.0])
    };
    let rounds = (0..ROUNDS).map(round).collect::<Result<Vec<_>, String>>()?;
    let [one, two, pair, efficiency, against_pair] =
        std::array::from_fn(|figure| median(rounds.iter().map(|round| round[figure]).collect()));
    Ok(format!(
        "| {game} | {deals} | {one:.0} | {two:.0} | {pair:.2} | {efficiency:.2} | {against_pair:.2} |\n"
    ))
}

/// Seconds until the last of several processes, started at once with the same deals, has ended. Each is bound to the cores
/// named, and has as many threads.
fn seconds(tapis: &Path, game: &str, deals: u64, cores: &[&str]) -> Result<f64, String> {
    let out = Folder::new()?;
    let started = Instant::now();
    let surveys = cores.iter().map(|cores| {
        let threads = cores.split(',').count().to_string();
        let mut survey = Command::new("taskset");
        survey.args(["--cpu-list", cores]).arg(tapis);
        survey.args(["survey", &format!("{game}.1..{deals}"), "--threads", &threads, "-o"]);
        survey.arg(out.0.join(cores)).stdout(Stdio::null());
        survey.spawn().map_err(|error| format!("taskset: {error}"))
    });
    let surveys: Vec<Child> = surveys.collect::<Result<_, String>>()?;
    for mut survey in surveys {
        let status = survey.wait().map_err(|error| format!("tapis: {error}"))?;
        if !status.success() {
            return Err(format!("a survey of {game} failed: {status}"));
        }
    }
    Ok(started.elapsed().as_secs_f64())
}

/// Instructions per deal of a survey against those of the bare solver, as a table. The start of a program, which does
/// not grow with the deals, is left out.
fn overhead(tapis: &Path) -> Result<String, String> {
    if let Some(missing) = Missing::among(&[VALGRIND]) {
        return Ok(format!("\n{missing} (apt install valgrind): the overhead is not measured.\n"));
    }
    let bare = bench_program("survey", "bare")?;
    let each =
        |of: &dyn Fn(u64) -> Result<u64, String>| Ok::<_, String>((of(6000)? - of(2000)?) as f64 / 4000.0);
    let mut table = OVERHEAD.to_owned();
    for game in ["FreeCell", "Seahaven", "MidnightOil"] {
        let solver = each(&|deals| instructions_of(&bare, &[game, &deals.to_string()]))?;
        let survey = each(&|deals| {
            let out = Folder::new()?;
            let range = format!("{game}.1..{deals}");
            instructions_of(tapis, &["survey", &range, "--threads", "1", "-o", &out.0.display().to_string()])
        })?;
        let over = 100.0 * (survey / solver - 1.0);
        // Writing to a string cannot fail.
        let _ = writeln!(table, "| {game} | {survey:.0} | {solver:.0} | {over:+.1} % |");
    }
    Ok(table)
}

const OVERHEAD: &str = "
Instructions per deal, counted by valgrind:

| game | survey | bare solver | overhead |
|---|---:|---:|---:|
";

/// A folder that goes away with its value.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, String> {
        let path = root().join("target/bench-survey");
        if path.exists() {
            fs::remove_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that cannot be removed is removed before the next run.
        let _ = fs::remove_dir_all(&self.0);
    }
}
