//! Short lines of FreeCell, and lines proven the shortest.

use std::fmt::Write as _;

use serde_json::Value;

use crate::bench::patience::rows;

/// Deals with short lines, and deals with the fewest moves.
const SHORT_DEALS: u32 = 20;
const FEWEST_DEALS: u32 = 30;

/// What is counted, positions, and rivals' figures for the deals 300,001 to 300,020.
const SHORT: [(&str, &str, &str); 8] = [
    ("moves", "4000", "patsolve 69.3 at 46 u"),
    ("moves", "35000", "none published"),
    ("moves", "250000", "patsolve 38.9 at 295 u"),
    ("moves", "2500000", "none published"),
    ("runs", "30000", "a beam, 30.5 at 69 u"),
    ("runs", "100000", "a beam, 28.2 at 221 u"),
    ("runs", "250000", "none published"),
    ("runs", "3000000", "a beam, 26.3 at 8,300 u"),
];

/// The tables of short lines and of the fewest moves; `unit` is in microseconds.
pub(super) fn section(first: u32, unit: f64) -> Result<String, String> {
    let mut section = format!(
        "
## Short lines of FreeCell

The deals {first} to {}, `tapis solve --short`; the mean length counted in three ways.

| made short | positions | moves of single cards | moves of cards with putting up | moves of runs | mean time | rivals |
|---|---:|---:|---:|---:|---:|---|
",
        first + SHORT_DEALS - 1
    );
    for (count, nodes, rival) in SHORT {
        let range = format!("FreeCell.{first}..{}", first + SHORT_DEALS - 1);
        let rows = rows(&[&range, "--short", "--count", count, "--nodes", nodes, "--with-solutions"])?;
        let length = |name: &str| mean(&rows, |row| row["lengths"][name].as_f64());
        let time = mean(&rows, |row| row["cpu_us"].as_f64());
        let [moves, cards, runs] = ["moves", "cards", "runs"].map(length);
        let (ms, units) = (time / 1000.0, time / unit);
        writeln!(
            section,
            "| {count} | {nodes} | {moves:.1} | {cards:.1} | {runs:.1} | {ms:.1} ms ({units:.0} u) | {rival} |"
        )
        .expect("writing to a string succeeds");
    }
    Ok(section + &fewest(first)?)
}

/// The paragraph about the fewest moves.
fn fewest(first: u32) -> Result<String, String> {
    let range = format!("FreeCell.{first}..{}", first + FEWEST_DEALS - 1);
    let rows = rows(&[&range, "--shortest", "--time", "10s", "--memory", "4G"])?;
    let is_proven = |row: &&Value| row["moves"] == row["at_least"] && row["moves"].is_u64();
    let proven = rows.iter().filter(is_proven).count();
    let mut times: Vec<_> = rows.iter().filter_map(|row| row["cpu_us"].as_f64()).collect();
    times.sort_by(f64::total_cmp);
    Ok(format!(
        "
## The fewest moves

`tapis solve {range} --shortest --time 10s --memory 4G` proves the fewest moves of {proven} of {FEWEST_DEALS} deals;
the median takes {:.1} s of processor time, and the mean length is {:.1} moves. A published optimal solver takes 5.2 s
in the median.
",
        times[times.len() / 2] / 1e6,
        mean(&rows, |row| row["moves"].as_f64())
    ))
}

/// The mean over the rows that have the figure.
fn mean(rows: &[Value], figure: impl Fn(&Value) -> Option<f64>) -> f64 {
    let figures: Vec<f64> = rows.iter().filter_map(figure).collect();
    figures.iter().sum::<f64>() / figures.len().max(1) as f64
}
