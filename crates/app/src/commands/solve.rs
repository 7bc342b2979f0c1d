//! `tapis solve`: looks for a line that wins, or for the proof that there is none.

use std::io::Write;
use std::path::PathBuf;

use cpu_time::ProcessTime;
use patience::{Action, Deal, Effort, Report, Shortest, Solver, write_lines};
use search::{Outcome, Run, Stats};
use serde::Serialize;
use survey::{Solved, Way};

use crate::commands::solve_range;
use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, gave_up, reason};
use crate::source::{SourceArgs, Sources};
use crate::{atomic_file, output};

const EXAMPLES: &str = "\
Examples:
  tapis solve FreeCell.123
  tapis solve FreeCell.123 --moves > moves.sol
  tapis solve bd.17 --shortest --time 1m
  tapis solve Seahaven.1..10000 --json > verdicts.jsonl
  tapis solve --deal board.txt --exhaustive --memory 8G";

/// Find a line of moves that wins, or prove that there is none
///
/// A search that was not exhaustive never says `impossible`: it gives up and says why. Every solution is
/// replayed by the referee before it is shown. The answer depends on the deal and on --nodes, not on
/// --threads; it may depend on --time and --memory where these end the search.
///
/// A range of deals gives one line per deal, and the limits hold for each deal. Exit code 0: solved, or every
/// deal of a range decided. 1: given up. 2: proven impossible. 130: stopped by Ctrl-C.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// GAME.SEED or GAME.FIRST..LAST
    #[arg(value_name = "DEAL")]
    deal: Option<String>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    pub(crate) way: WayArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// For a range: keep finished deals in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) ledger: Option<PathBuf>,
    /// Write the solution to this file, whole or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The lines of the solution file and nothing else
    #[arg(long, conflicts_with = "json")]
    moves: bool,
    /// One JSON object per deal
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which way to search.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(crate) struct WayArgs {
    /// Guided searches first, an exhaustive one where they find nothing (the default)
    #[arg(long, group = "way")]
    quick: bool,
    /// The exhaustive search alone
    #[arg(long, group = "way")]
    exhaustive: bool,
    /// The fewest moves; proven where the search ends within its limits
    #[arg(long, group = "way")]
    pub(crate) shortest: bool,
    /// Drop states with N fewer cards put up than the best state seen: gives up where it finds nothing
    #[arg(long, value_name = "N", group = "way")]
    forget: Option<u32>,
}

impl WayArgs {
    /// A solver that searches this way.
    fn solver(&self) -> Solver {
        Solver::new().with_effort(self.effort())
    }

    fn effort(&self) -> Effort {
        match (self.exhaustive, self.forget) {
            (true, _) => Effort::Exhaustive,
            (_, Some(distance)) => Effort::Forgetful(distance),
            _ => Effort::Quick,
        }
    }

    /// The way to search the deals of a range.
    pub(crate) fn way(&self) -> Way {
        if self.shortest { Way::Shortest } else { Way::Any(self.effort()) }
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    match args.source.several(args.deal.as_deref())? {
        Sources::Deals(range) if range.first != range.last || args.ledger.is_some() => {
            if args.moves || args.output.is_some() {
                return Err(Fault::usage(
                    "a range of deals has no one solution; leave out --moves and --output",
                ));
            }
            solve_range::run(args, &range)
        }
        _ if args.ledger.is_some() => {
            Err(Fault::usage("--ledger is for a range of deals, as in FreeCell.1..1000"))
        }
        Sources::Deals(range) => solve_one(args, &Deal::numbered(range.rules, range.first)),
        Sources::Board(deal) => solve_one(args, &deal),
    }
}

fn solve_one(args: &Args, deal: &Deal) -> Result<Exit, Fault> {
    let mut solver = args.way.solver();
    let mut watch = args.limits.supervisor();
    let mut run = Run::new(args.limits.budget(), &mut watch).with_threads(args.limits.threads());
    let started = ProcessTime::now();
    let (report, at_least) = if args.way.shortest {
        let shortest = solver.shortest(deal.table(), &mut run)?;
        let Shortest { report, at_least } = shortest;
        (report, Some(at_least))
    } else {
        (solver.solve(deal.table(), &mut run)?, None)
    };
    let cpu_us = started.elapsed().as_micros() as u64;
    drop(watch);
    if let (Some(path), Outcome::Solved(solution)) = (&args.output, &report.outcome) {
        atomic_file::write(path, |out| out.write_all(write_lines(solution.actions()).as_bytes()))?;
    }
    let mut out = output::stdout();
    if args.json {
        let mut answer =
            Answer::new(deal.rules().name(), deal.seed().map(patience::Seed::number), &report, cpu_us);
        answer.at_least = at_least;
        answer.detail = Some(Detail::new(&report));
        output::json_line(&mut out, &answer)?;
    } else if args.moves {
        match &report.outcome {
            Outcome::Solved(solution) => write!(out, "{}", write_lines(solution.actions()))?,
            // The verdict is the exit code's; a person sees it too.
            _ => anstream::eprintln!("{deal}: {}", sentence(&report, at_least)),
        }
    } else {
        writeln!(out, "{deal}: {}", sentence(&report, at_least))?;
        writeln!(out, "{}", cost(&report.stats, report.strategy, cpu_us))?;
        if let Outcome::Solved(solution) = &report.outcome {
            write!(out, "{}", write_lines(solution.actions()))?;
        }
    }
    out.flush()?;
    Ok(exit(&report.outcome))
}

/// The exit code of one verdict.
pub(crate) fn exit<S>(outcome: &Outcome<S>) -> Exit {
    match outcome {
        Outcome::Solved(_) => Exit::Yes,
        Outcome::Unsolvable(()) => Exit::Impossible,
        Outcome::GaveUp(limit) => gave_up(*limit),
    }
}

fn sentence(report: &Report, at_least: Option<u32>) -> String {
    match (&report.outcome, at_least) {
        (Outcome::Solved(line), None) => format!("solved in {} moves", line.len()),
        (Outcome::Solved(line), Some(least)) if line.len() as u32 <= least => {
            format!("solved in {} moves, proven the fewest", line.len())
        }
        (Outcome::Solved(line), Some(least)) => {
            format!("solved in {} moves; at least {least} are needed", line.len())
        }
        (Outcome::Unsolvable(()), _) => "proven impossible".to_owned(),
        (Outcome::GaveUp(limit), _) => format!("given up: {}", reason(*limit)),
    }
}

fn cost(stats: &Stats, strategy: &str, cpu_us: u64) -> String {
    format!(
        "{} positions searched, {} stored, {} KiB at most, {:.3} ms of processor time; decided by: {strategy}",
        stats.nodes,
        stats.stored,
        stats.memory.div_ceil(1024),
        cpu_us as f64 / 1000.0
    )
}

/// The verdict on one deal as JSON.
#[derive(Serialize)]
pub(crate) struct Answer<'r> {
    game: &'r str,
    seed: Option<u64>,
    verdict: &'static str,
    moves: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u32>,
    nodes: u64,
    cpu_us: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    detail: Option<Detail<'r>>,
}

/// The further keys of a single deal.
#[derive(Serialize)]
struct Detail<'r> {
    strategy: &'r str,
    stored: u64,
    peak_memory: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<String>>,
}

impl<'r> Answer<'r> {
    pub(crate) fn new(game: &'r str, seed: Option<u64>, report: &Report, cpu_us: u64) -> Self {
        let (verdict, moves, reason) = match &report.outcome {
            Outcome::Solved(line) => ("solved", Some(line.len()), None),
            Outcome::Unsolvable(()) => ("impossible", None, None),
            Outcome::GaveUp(limit) => ("gave_up", None, Some(reason(*limit))),
        };
        let (at_least, nodes) = (None, report.stats.nodes);
        Self { game, seed, verdict, moves, at_least, nodes, cpu_us, reason, detail: None }
    }
}

impl<'r> Answer<'r> {
    /// The answer for a deal of a range.
    pub(crate) fn of_row(game: &'r str, seed: u64, row: &Solved) -> Self {
        let Solved { verdict, moves, at_least, nodes, cpu_us } = *row;
        let reason = verdict.limit().map(reason);
        let verdict = verdict.word();
        Self { game, seed: Some(seed), verdict, moves, at_least, nodes, cpu_us, reason, detail: None }
    }
}

impl<'r> Detail<'r> {
    fn new(report: &'r Report) -> Self {
        let solution = match &report.outcome {
            Outcome::Solved(solution) => Some(solution.actions().iter().map(Action::to_string).collect()),
            _ => None,
        };
        let Report { stats, strategy, .. } = report;
        Self { strategy, stored: stats.stored, peak_memory: stats.memory, solution }
    }
}
