//! Dealing: deals a second, and instructions a deal, which repeat exactly on a busy machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use test_programs::{Missing, Program};

use crate::chore::{cargo, output_of};

pub(super) const VALGRIND: Program = Program::command("valgrind", "valgrind");

pub(crate) fn run() -> Result<(), String> {
    print!("{}", output_of(cargo(&["bench", "--quiet", "--package", "patience", "--bench", "deal"]))?);
    if let Some(missing) = Missing::among(&[VALGRIND]) {
        println!("{missing} (apt install valgrind): instructions are not counted");
        return Ok(());
    }
    let program = bench_program("patience", "deal")?;
    for game in ["FreeCell", "Seahaven", "MidnightOil", "BakersDozen"] {
        let each = (instructions(&program, game, 3000)? - instructions(&program, game, 1000)?) / 2000;
        println!("{game:<14} {each:>12} instructions a deal");
    }
    Ok(())
}

/// A bench of a package as cargo built it.
pub(super) fn bench_program(package: &str, bench: &str) -> Result<PathBuf, String> {
    let build =
        ["bench", "--quiet", "--no-run", "--message-format", "json", "--package", package, "--bench", bench];
    let messages = output_of(cargo(&build))?;
    let path = messages
        .lines()
        .filter_map(|line| line.split_once("\"executable\":\"")?.1.split_once('"'))
        .next_back();
    path.map(|(path, _)| path.into()).ok_or_else(|| "cargo named no program".to_owned())
}

/// Instructions of a whole run that deals this many.
fn instructions(program: &Path, game: &str, deals: u32) -> Result<u64, String> {
    instructions_of(program, &[game, &deals.to_string()])
}

/// Instructions of a whole run.
pub(super) fn instructions_of(program: &Path, words: &[&str]) -> Result<u64, String> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program).args(words);
    let output = valgrind.output().map_err(|error| error.to_string())?;
    let log = String::from_utf8_lossy(&output.stderr);
    let total = log.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    total.ok_or_else(|| "callgrind gave no total".to_owned())
}
