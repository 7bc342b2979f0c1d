//! Proofs of "impossible", compared with the peer's complete search and with the exhaustive search alone.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

use serde_json::Value;

use crate::bench::figures::Figures;
use crate::bench::median;
use crate::bench::patience::{board_line, command, output_of_any, peer, program, rows, solve};

/// The impossible deals of Windows, and four of xpat2's.
const DEALS: [&str; 12] = [
    "ms.11982",
    "ms.146692",
    "ms.186216",
    "ms.455889",
    "ms.495505",
    "ms.512118",
    "ms.517776",
    "ms.781948",
    "fc.19621",
    "fc.51031",
    "fc.92066",
    "fc.98218",
];
/// The peer's search that leaves nothing out.
const COMPLETE: &[&str] = &["-g", "freecell", "--method", "soft-dfs", "-to", "01ABCDE", "-sp", "r:tf"];

/// The games of which lost deals are compared with the exhaustive search alone, and how many deals are tried: of some
/// games few are lost.
const MIXED: [&str; 3] = ["BakersGame", "FreeCell1", "FreeCell3"];
const MIXED_DEALS: u32 = 1000;
/// The largest known proof of FreeCell.
const LARGEST: &str = "fc.376548";
/// How often it is proven by one thread and then by two.
const PAIRS: usize = 9;

/// The tables of the proofs.
pub(super) fn section(driver: &Path, first: u32) -> Result<String, String> {
    Ok(named_deals(driver)? + &mixed(first)? + &largest()?)
}

/// The table of impossible deals that are known by number.
fn named_deals(driver: &Path) -> Result<String, String> {
    let usual = sum(&[])?;
    let exhaustive = sum(&["--exhaustive"])?;
    let boards: Result<String, String> = DEALS.iter().map(|deal| board(deal)).collect();
    let peer = peer(driver, &boards?, COMPLETE)?;
    let peer = peer.mean * DEALS.len() as f64 / 1000.0;
    Ok(format!(
        "
## Proofs of \"impossible\"

The processor time of all {} deals together: {}.

| search | ms | part of the peer's |
|---|---:|---:|
| `tapis solve` | {usual:.0} | {:.2} |
| `tapis solve --exhaustive` | {exhaustive:.0} | {:.2} |
| libfreecell-solver, `{}` | {peer:.0} | 1 |
",
        DEALS.len(),
        DEALS.join(", "),
        usual / peer,
        exhaustive / peer,
        COMPLETE[2..].join(" ")
    ))
}

/// The table of games whose deals are partly lost.
fn mixed(first: u32) -> Result<String, String> {
    let last = first + MIXED_DEALS - 1;
    let mut table = format!(
        "
The deals {first} to {last} of games that are won or lost; the last two columns are of the same lost deals.

| game | won | mean | lost | mean | with `--exhaustive` | ratio |
|---|---:|---:|---:|---:|---:|---:|
"
    );
    for game in MIXED {
        let usual = rows(&[&format!("{game}.{first}..{last}")])?;
        let with = |verdict: &str| usual.iter().filter(|row| row["verdict"] == verdict).collect::<Vec<_>>();
        let (won, lost) = (with("solved"), with("impossible"));
        let seeds: Vec<_> = lost.iter().map(|row| row["seed"].to_string()).collect();
        let exhaustive = if seeds.is_empty() {
            Vec::new()
        } else {
            rows(&[&format!("{game}.{}", seeds.join(",")), "--exhaustive"])?
        };
        let (lost_ms, exhaustive_ms) = (mean_ms(&lost), mean_ms(&exhaustive.iter().collect::<Vec<_>>()));
        writeln!(
            table,
            "| {game} | {} | {:.2} ms | {} | {lost_ms:.2} ms | {exhaustive_ms:.2} ms | {:.2} |",
            won.len(),
            mean_ms(&won),
            lost.len(),
            lost_ms / exhaustive_ms
        )
        .expect("writing to a string succeeds");
    }
    Ok(table)
}

fn mean_ms(rows: &[&Value]) -> f64 {
    let times = rows.iter().filter_map(|row| row["cpu_us"].as_f64());
    times.sum::<f64>() / 1000.0 / rows.len().max(1) as f64
}

/// The paragraph about the largest proof: its time, its memory, and what a second thread gains.
fn largest() -> Result<String, String> {
    let proof = |threads: &str| -> Result<(f64, Value), String> {
        let started = Instant::now();
        let line = output_of_any(command(
            &program()?,
            &["solve", LARGEST, "--exhaustive", "--json", "--stats", "--threads", threads],
        ))?;
        let row: Value = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        if row["verdict"] == "impossible" {
            Ok((started.elapsed().as_secs_f64(), row))
        } else {
            Err(format!("{LARGEST} is not proven impossible"))
        }
    };
    let (mut alone, mut together, mut gains) = (Vec::new(), Vec::new(), Vec::new());
    let mut stats = Value::Null;
    for _ in 0..PAIRS {
        let ((one, row), (two, _)) = (proof("1")?, proof("2")?);
        alone.push(one);
        together.push(two);
        gains.push(one / two);
        stats = row;
    }
    Ok(format!(
        "
`tapis solve {LARGEST} --exhaustive` proves it impossible in {:.1} s of processor time, with {:.0} MB. By the clock one
thread took {:.1} s and two took {:.1} s, {:.2} times as fast: the medians of {PAIRS} pairs, taken in turn.
",
        stats["cpu_us"].as_f64().unwrap_or(0.0) / 1e6,
        stats["peak_memory"].as_f64().unwrap_or(0.0) / 1e6,
        median(alone),
        median(together),
        median(gains)
    ))
}

/// Milliseconds for all deals, each of which must be proven.
fn sum(options: &[&str]) -> Result<f64, String> {
    let mut sum = 0.0;
    for deal in DEALS {
        let figures = Figures::of_json_lines(&solve(&[&[deal], options].concat())?)?;
        if figures.impossible != 1 {
            return Err(format!("{deal} is not proven impossible"));
        }
        sum += figures.mean / 1000.0;
    }
    Ok(sum)
}

fn board(deal: &str) -> Result<String, String> {
    let deal: patience::Deal = deal.parse().map_err(|error: patience::NoDeal| error.to_string())?;
    Ok(board_line(deal.seed().map_or(0, patience::Seed::number), deal.table()))
}
