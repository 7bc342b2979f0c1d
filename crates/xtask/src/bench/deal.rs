//! Dealing: deals a second, and instructions a deal, which repeat exactly on a busy machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use test_programs::{Missing, Program};

use crate::chore::{cargo, output_of};

const VALGRIND: Program = Program::command("valgrind", "valgrind");

pub(crate) fn run() -> Result<(), String> {
    print!("{}", output_of(cargo(&["bench", "--quiet", "--package", "patience", "--bench", "deal"]))?);
    if let Some(missing) = Missing::among(&[VALGRIND]) {
        println!("{missing} (apt install valgrind): instructions are not counted");
        return Ok(());
    }
    let program = bench_program()?;
    for game in ["FreeCell", "Seahaven", "MidnightOil", "BakersDozen"] {
        let each = (instructions(&program, game, 3000)? - instructions(&program, game, 1000)?) / 2000;
        println!("{game:<14} {each:>12} instructions a deal");
    }
    Ok(())
}

/// The bench as cargo built it.
fn bench_program() -> Result<PathBuf, String> {
    let build = cargo(&[
        "bench",
        "--quiet",
        "--package",
        "patience",
        "--bench",
        "deal",
        "--no-run",
        "--message-format",
        "json",
    ]);
    let messages = output_of(build)?;
    let path = messages
        .lines()
        .filter_map(|line| line.split_once("\"executable\":\"")?.1.split_once('"'))
        .next_back();
    path.map(|(path, _)| path.into()).ok_or_else(|| "cargo named no program".to_owned())
}

/// Instructions of a whole run that deals this many.
fn instructions(program: &Path, game: &str, deals: u32) -> Result<u64, String> {
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .arg(game)
        .arg(deals.to_string());
    let output = valgrind.output().map_err(|error| error.to_string())?;
    let log = String::from_utf8_lossy(&output.stderr);
    let total = log.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    total.ok_or_else(|| "callgrind gave no total".to_owned())
}
