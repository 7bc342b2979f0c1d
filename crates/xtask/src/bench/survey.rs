//! Surveys: deals per second, the gain by a second core, and the overhead over the bare solver.

use std::path::{Path, PathBuf};
use std::process::Command;

use test_programs::Missing;

use super::deal::{VALGRIND, bench_program, instructions_of};
use crate::chore::{cargo, output_of, root};

/// Each game with as many deals as take some seconds.
const GAMES: [(&str, u64); 6] = [
    ("FreeCell", 50_000),
    ("Seahaven", 20_000),
    ("MidnightOil", 100_000),
    ("BakersDozen", 5_000),
    ("EightOff", 20_000),
    ("BakersGame", 1_000),
];

pub(crate) fn run() -> Result<(), String> {
    output_of(cargo(&["build", "--quiet", "--release", "--package", "app", "--bin", "tapis"]))?;
    let tapis = root().join("target/release/tapis");
    for (game, deals) in GAMES {
        let (one, two) = (time(&tapis, game, deals, 1)?, time(&tapis, game, deals, 2)?);
        println!(
            "{game:<12} {:>8.0} deals per second of one core, {:>8.0} of two; efficiency {:.2} by the clock, {:.2} by \
             processor time",
            deals as f64 / one.clock,
            deals as f64 / two.clock,
            one.clock / two.clock / 2.0,
            one.processor / two.processor
        );
    }
    if let Some(missing) = Missing::among(&[VALGRIND]) {
        println!("{missing} (apt install valgrind): the overhead is not measured");
        return Ok(());
    }
    overhead(&tapis)
}

/// Instructions per deal of a survey against those of the bare solver. What does not grow with the deals is left out.
fn overhead(tapis: &Path) -> Result<(), String> {
    let bare = bench_program("survey", "bare")?;
    let each =
        |of: &dyn Fn(u64) -> Result<u64, String>| Ok::<_, String>((of(6000)? - of(2000)?) as f64 / 4000.0);
    for game in ["FreeCell", "Seahaven", "MidnightOil"] {
        let solver = each(&|deals| instructions_of(&bare, &[game, &deals.to_string()]))?;
        let survey = each(&|deals| {
            let out = Folder::new()?;
            let range = format!("{game}.1..{deals}");
            instructions_of(tapis, &["survey", &range, "--threads", "1", "-o", &out.name()])
        })?;
        println!(
            "{game:<12} {survey:>10.0} instructions per deal, {solver:>10.0} of the bare solver: {:+.1} %",
            100.0 * (survey / solver - 1.0)
        );
    }
    Ok(())
}

/// Seconds of a run.
struct Seconds {
    clock: f64,
    processor: f64,
}

fn time(tapis: &Path, game: &str, deals: u64, threads: u32) -> Result<Seconds, String> {
    let out = Folder::new()?;
    let survey = format!("{} survey {game}.1..{deals} --threads {threads}", tapis.display());
    let line = format!("TIMEFORMAT='%R %U %S'; time {survey} -o {} > /dev/null", out.name());
    let mut bash = Command::new("bash");
    bash.args(["-c", &line]).env("LC_ALL", "C");
    let output = bash.output().map_err(|error| format!("bash: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let seconds: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match seconds[..] {
        [clock, user, system] if output.status.success() => Ok(Seconds { clock, processor: user + system }),
        _ => Err(format!("{survey}: {}", text.trim())),
    }
}

/// A folder that goes away with its value.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, String> {
        let path = root().join("target/bench-survey");
        if path.exists() {
            std::fs::remove_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(Self(path))
    }

    fn name(&self) -> String {
        self.0.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is removed before the next run.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
