//! `cargo xtask bench rummy`: the best turn of every rule set, Rummikub together with a rival where one is named.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::chore::{Steps, cargo, output_of, root};
use crate::wordlist;

/// The best turn of every rule set; writes docs/benchmarks-rummy.md
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
    /// How many positions of letter rummy and of each card game to time
    #[arg(long, value_name = "N", default_value = "200")]
    others: usize,
}

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let positions = fs::canonicalize(&args.positions).map_err(|error| error.to_string())?;
    let mut bench = cargo(&["bench", "--quiet", "--package", "rummy", "--bench", "best", "--"]);
    bench.arg(&positions).arg(args.turns.to_string());
    let figures = output_of(bench)?;
    let rival = args.rival.as_deref().map(|rival| rival_row(rival, &positions)).transpose()?;
    wordlist::fetch(&mut Steps::default());
    let mut bench = cargo(&["bench", "--quiet", "--package", "rummy", "--bench", "others", "--"]);
    bench.arg(root().join("target/wordlist/package/words.txt")).arg(args.others.to_string());
    let page = page(&figures, rival.as_deref(), &output_of(bench)?);
    print!("{page}");
    fs::write(root().join("docs/benchmarks-rummy.md"), page).map_err(|error| error.to_string())
}

const RUMMIKUB: &str = "\
# The best turn

CPU milliseconds per position on one core, the answer being the table to play, each the median of five; made by
`cargo xtask bench rummy`.

## Rummikub

Every answer is proven best.

| work | mean | median | max |
|---|---|---|---|
";

const OTHERS: &str = "
## Letters and cards

The most points, on positions of games between machines of all levels (letters and canasta: four players, mahjong:
four, rami: three); letters with the classic French list of 318,729 words. *Proven* is the share of answers of which
the search has shown that no turn is better.

| work | positions | mean | median | 95 % within | max | proven |
|---|---|---|---|---|---|---|
";

fn page(rummikub: &str, rival: Option<&str>, others: &str) -> String {
    let mut page = String::from(RUMMIKUB);
    section(&mut page, rummikub, 4, rival);
    page.push_str(OTHERS);
    section(&mut page, others, 7, None);
    page
}

/// The figures with this number of columns as rows of a table, then the others as sentences.
fn section(page: &mut String, figures: &str, columns: usize, last: Option<&str>) {
    let (rows, rest): (Vec<&str>, Vec<&str>) =
        figures.lines().partition(|line| line.split('\t').count() == columns);
    for row in rows.into_iter().chain(last) {
        // Writing to a string cannot fail.
        let _ = writeln!(page, "| {} |", row.replace('\t', " | "));
    }
    for line in rest {
        let (name, figure) = line.split_once('\t').unwrap_or((line, ""));
        let _ = writeln!(page, "\n{}{}: {figure}.", name[..1].to_uppercase(), &name[1..]);
    }
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
