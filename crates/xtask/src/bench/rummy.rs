//! `cargo xtask bench rummy`: the best turn of Rummikub, beside a rival where one is named.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::chore::{cargo, output_of, root};

/// The best turn of Rummikub; writes docs/benchmarks-rummy.md
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Positions, one a line: the form of the tests' data, or JSON objects with `table` and `hand`
    #[arg(long, value_name = "FILE", default_value = "crates/rummy/tests/data/rummikub-best.txt")]
    positions: PathBuf,
    /// A program that solves the same positions (most tiles, free jokers); it prints id, tiles and CPU
    /// milliseconds of each, with tabs between
    #[arg(long, value_name = "PROGRAM", requires = "positions")]
    rival: Option<PathBuf>,
    /// How many turns of machine players to time
    #[arg(long, value_name = "N", default_value = "100000")]
    turns: u64,
}

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let positions = fs::canonicalize(&args.positions).map_err(|error| error.to_string())?;
    let mut bench = cargo(&["bench", "--quiet", "--package", "rummy", "--bench", "best", "--"]);
    bench.arg(&positions).arg(args.turns.to_string());
    let figures = output_of(bench)?;
    let rival = args.rival.as_deref().map(|rival| rival_row(rival, &positions)).transpose()?;
    let page = page(&figures, rival.as_deref());
    print!("{page}");
    fs::write(root().join("docs/benchmarks-rummy.md"), page).map_err(|error| error.to_string())
}

fn page(figures: &str, rival: Option<&str>) -> String {
    let mut page = String::from(
        "# The best turn of Rummikub\n\nCPU milliseconds a position on one core, the answer being the table to \
         play; made by `cargo xtask bench rummy`.\n\n| work | mean | median | max |\n|---|---|---|---|\n",
    );
    let (rows, rest): (Vec<&str>, Vec<&str>) =
        figures.lines().partition(|line| line.split('\t').count() == 4);
    for row in rows.into_iter().chain(rival) {
        // Writing to a string cannot fail.
        let _ = writeln!(page, "| {} |", row.replace('\t', " | "));
    }
    for line in rest {
        let _ = writeln!(page, "\n{}.", line.replace('\t', ": "));
    }
    page
}

/// The rival's figures on the same positions.
fn rival_row(rival: &Path, positions: &Path) -> Result<String, String> {
    let mut command = Command::new(rival);
    command.arg(positions);
    let output = output_of(command)?;
    let mut times: Vec<f64> =
        output.lines().filter_map(|line| line.split('\t').nth(2)?.parse().ok()).collect();
    if times.is_empty() {
        return Err("the rival printed no times".to_owned());
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let (median, max) = (times[times.len() / 2], times[times.len() - 1]);
    Ok(format!("rival: most tiles, free jokers\t{mean:.3}\t{median:.3}\t{max:.3}"))
}
