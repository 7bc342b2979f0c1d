//! `tapis survey report`: what a survey found.

use std::cmp::Reverse;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use survey::{Histogram, Report};

use super::dataset::open;
use crate::exit::{Exit, Fault};
use crate::limits::{counted, still};
use crate::{atomic_file, output};

/// How many strategies are named.
const STRATEGIES: usize = 5;

const EXAMPLES: &str = "\
Examples:
  tapis survey report freecell
  tapis survey report freecell --html freecell.html --plots img
  tapis survey report freecell --json > freecell.json";

/// Report the totals, the winnability and the distributions of a survey
///
/// The share that can be won comes with Wilson's interval of 95 %: deals that stay open count as lost for its lower
/// bound and as won for its upper one. Then the length of solutions, the positions searched and, where deals were
/// rated, their difficulty; the deals that took longest to solve, and the first ones that are impossible or stay open.
/// Other columns of numbers come with their mean and the half-width of its 95 % interval.
/// Quantiles above 4096 are within one part in 2048.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder of the dataset
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Write a page with plots to this file; it needs no network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write each plot as an SVG file into this folder, named GAME-COLUMN.svg
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    /// The report as a JSON array with one object per game
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Fault> {
    let games = open(&args.folder)?;
    let reports = games.iter().map(Report::of).collect::<Result<Vec<_>, _>>()?;
    if let Some(path) = &args.html {
        atomic_file::write(path, |out| out.write_all(survey::html(&reports).as_bytes()))?;
    }
    if let Some(folder) = &args.plots {
        write_plots(&reports, folder)?;
    }
    output::print(args.json, &reports, |out| reports.iter().try_for_each(|report| write(report, out)))?;
    Ok(Exit::Yes)
}

/// Writes the plots of all games into a folder, which is made if it is not there.
fn write_plots(reports: &[Report], folder: &Path) -> Result<(), Fault> {
    fs::create_dir_all(folder).map_err(|error| Fault::cannot_write(folder, &error))?;
    for report in reports {
        for plot in survey::plots(report) {
            let path = folder.join(format!("{}-{}.svg", report.game, plot.column));
            atomic_file::write(&path, |out| out.write_all(plot.file(&report.game).as_bytes()))?;
        }
    }
    Ok(())
}

fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let Report { totals, winnable, .. } = report;
    writeln!(out, "{}: {}{}", report.game, counted(totals.rows, "deal"), still(report.still_to_do))?;
    for (verdict, rows) in &totals.verdicts {
        let share = 100.0 * *rows as f64 / totals.rows as f64;
        writeln!(out, "  {verdict:<12}{rows:>12}  {share:>9.4} %")?;
    }
    if report.is_about_solving() {
        writeln!(
            out,
            "  share that can be won: {:.4} % solved, 95 % interval {:.4} to {:.4} %",
            100.0 * report.solved_share,
            100.0 * winnable.low,
            100.0 * winnable.high
        )?;
    }
    for (title, values) in
        [("moves", &report.moves), ("positions", &report.nodes), ("difficulty", &report.difficulty)]
    {
        distribution(title, values, out)?;
    }
    for (name, of) in report.means.each() {
        writeln!(out, "  mean of {name}: {:.4} ± {:.4}", of.mean, of.half_width)?;
    }
    strategies(report, out)?;
    lists(report, out)
}

/// The strategies that decided most deals.
fn strategies(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut strategies: Vec<_> = report.strategies.iter().collect();
    strategies.sort_by_key(|(name, rows)| (Reverse(**rows), *name));
    for (strategy, rows) in strategies.iter().take(STRATEGIES) {
        writeln!(out, "  decided by {strategy}: {}", counted(**rows, "deal"))?;
    }
    let others: u64 = strategies.iter().skip(STRATEGIES).map(|(_, rows)| **rows).sum();
    if others > 0 {
        writeln!(out, "  decided by other searches: {}", counted(others, "deal"))?;
    }
    Ok(())
}

fn distribution(title: &str, values: &Histogram, out: &mut dyn Write) -> io::Result<()> {
    let Some(of) = values.summary() else { return Ok(()) };
    writeln!(
        out,
        "  {title}: median {}, mean {:.1}, least {}, 90 % up to {}, 99 % up to {}, most {}",
        of.median, of.mean, of.least, of.p90, of.p99, of.most
    )
}

fn lists(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if !report.hardest.is_empty() {
        writeln!(out, "  hardest deals, by positions searched until solved:")?;
    }
    for deal in report.hardest.iter().take(10) {
        let moves = deal.moves.map_or(String::new(), |moves| format!(", {}", counted(moves as u64, "move")));
        let rated = deal.difficulty.map_or(String::new(), |difficulty| format!(", difficulty {difficulty}"));
        let nodes = counted(deal.nodes as u64, "position");
        writeln!(out, "    {}.{}: {nodes}{moves}{rated}", report.game, deal.seed)?;
    }
    seeds("impossible", &report.impossible, report.totals.of("impossible"), out)?;
    let open = report.totals.of("gave_up") + report.totals.of("failed");
    seeds("open", &report.open, open, out)
}

fn seeds(title: &str, seeds: &[i64], all: u64, out: &mut dyn Write) -> io::Result<()> {
    if seeds.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = seeds.iter().map(i64::to_string).collect();
    let left = all - seeds.len() as u64;
    let more = if left > 0 { format!(" and {left} more") } else { String::new() };
    writeln!(out, "  {title}: {}{more}", names.join(", "))
}
