//! `tapis solve`: looks for a line that wins, or for the proof that there is none.

use std::io::Write;
use std::path::PathBuf;

use cpu_time::ProcessTime;
use patience::{Action, Deal, Effort, Face, Lengths, Notation, Report, Shortest, Solution, Solver};
use search::{Outcome, Run, Stats};
use serde::Serialize;
use survey::{Solved, Way};

use crate::commands::notation_args::notation;
use crate::commands::solution_text::{Count, written};
use crate::commands::{solve_range, step};
use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, counted, gave_up, reason};
use crate::source::{SourceArgs, Sources};
use crate::{atomic_file, interrupt, output};

const EXAMPLES: &str = "\
Examples:
  tapis solve FreeCell.123
  tapis solve FreeCell.123 --moves > moves.sol
  tapis solve FreeCell.123 --count runs --stats
  tapis solve FreeCell.123 --notation standard
  tapis solve FreeCell.123 --step
  tapis solve bd.17 --shortest --time 1m
  tapis solve Seahaven.1..10000 --json > verdicts.jsonl
  tapis solve --deal board.txt --exhaustive --memory 8G";

/// Find a line of moves that wins, or prove that there is none
///
/// A search that was not exhaustive never says `impossible`: it gives up and says why. Every solution is
/// replayed by the referee before it is shown. The answer depends on the deal and on --nodes, not on
/// --threads; it may depend on --time and --memory where these end the search.
///
/// The moves are numbered and in words, a run that a player would move at once on one line with the number of
/// single moves that it takes, and with the cards that then go up by themselves. No move of the line can be left
/// out by a shortcut between two of its positions. --moves and --output write the lines of the solution file,
/// --notation other ways to write it, all of which `tapis check` reads.
///
/// --step walks through the solution on the terminal, picture by picture: Enter, Space or → goes on, b or ← back, g
/// and a number to the picture after that move, q quits. Where standard output is not a terminal, it prints them all.
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
    /// Print the lines of the solution file alone; nothing where there is no solution
    #[arg(long, conflicts_with = "json")]
    moves: bool,
    #[command(flatten)]
    text: TextArgs,
    /// One JSON object per deal
    #[arg(long)]
    pub(crate) json: bool,
}

/// The answer for a person.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Answer")]
struct TextArgs {
    /// Write the solution in this notation, and except for words nothing else [default: words]
    #[arg(long, value_name = "NOTATION", value_parser = notation(), conflicts_with_all = ["moves", "json"])]
    notation: Option<Notation>,
    /// Walk through the solution picture by picture
    #[arg(long, conflicts_with_all = ["moves", "json", "notation"])]
    step: bool,
    /// Count the length of a solution this way [default: moves]
    #[arg(long, value_name = "WHAT", conflicts_with = "moves")]
    count: Option<Count>,
    /// The cost of the search, and the strategy that decided
    #[arg(long, conflicts_with = "moves")]
    stats: bool,
    /// Letters instead of suit signs and colour
    #[arg(long)]
    ascii: bool,
}

impl TextArgs {
    /// The face of cards where colour would be wrong or right.
    fn face(&self, other: Face) -> Face {
        if self.ascii { Face::Ascii } else { other }
    }
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

impl Args {
    /// The notation in which the solution alone is written.
    fn bare_notation(&self) -> Option<Notation> {
        let asked = self.text.notation.or(self.moves.then_some(Notation::Classic));
        asked.filter(|&notation| notation != Notation::Words)
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    match args.source.several(args.deal.as_deref())? {
        Sources::Deals(range) if range.first != range.last || args.ledger.is_some() => {
            for_one_deal(args)?;
            solve_range::run(args, &range)
        }
        _ if args.ledger.is_some() => {
            Err(Fault::usage("--ledger is for a range of deals, as in FreeCell.1..1000"))
        }
        Sources::Deals(range) => solve_one(args, &Deal::numbered(range.rules, range.first)),
        Sources::Board(deal) => solve_one(args, &deal),
    }
}

/// Refuses the options that are for one deal.
fn for_one_deal(args: &Args) -> Result<(), Fault> {
    if args.moves || args.output.is_some() {
        return Err(Fault::usage("a range of deals has no one solution; leave out --moves and --output"));
    }
    if args.text.notation.is_some() || args.text.step {
        return Err(Fault::usage("--notation and --step are for one deal; a range has one line per deal"));
    }
    if args.text.count.is_some() || args.text.stats {
        return Err(Fault::usage("--count and --stats are for one deal; a range has one line per deal"));
    }
    Ok(())
}

fn solve_one(args: &Args, deal: &Deal) -> Result<Exit, Fault> {
    args.text.notation.map_or(Ok(()), |notation| notation.fits(deal.table()))?;
    if args.text.step {
        step::must_be_possible()?;
    }
    let mut solver = args.way.solver();
    let mut watch = args.limits.supervisor();
    let mut run = Run::new(args.limits.budget(), &mut watch).with_threads(args.limits.threads());
    let started = ProcessTime::now();
    let (report, at_least) = if args.way.shortest {
        let Shortest { report, at_least } = solver.shortest(deal.table(), &mut run)?;
        (report, Some(at_least))
    } else {
        (solver.solve(deal.table(), &mut run)?, None)
    };
    let found = Found { report, at_least, cpu_us: started.elapsed().as_micros() as u64 };
    drop(watch);
    found.write_file(args)?;
    found.print(args, deal)?;
    if let (true, Some(solution)) = (args.text.step, found.solution()) {
        return step::walk(solution, args.text.face(Face::Colour));
    }
    Ok(match interrupt::exit() {
        Some(stopped) if !found.is_final() => stopped,
        _ => exit(&found.report.outcome),
    })
}

/// The result of a search for one deal.
struct Found {
    report: Report,
    at_least: Option<u32>,
    cpu_us: u64,
}

impl Found {
    /// Could no longer search have changed the answer?
    fn is_final(&self) -> bool {
        match (&self.report.outcome, self.at_least) {
            (Outcome::Solved(solution), Some(least)) => solution.len() as u32 <= least,
            (Outcome::GaveUp(_), _) => false,
            _ => true,
        }
    }

    /// Writes the solution to the file that is asked for.
    fn write_file(&self, args: &Args) -> Result<(), Fault> {
        if let (Some(path), Some(solution)) = (&args.output, self.solution()) {
            let notation = args.text.notation.unwrap_or(Notation::Classic);
            let text = written(solution, notation, args.text.face(Face::Plain))?;
            atomic_file::write(path, |out| out.write_all(text.as_bytes()))?;
        }
        Ok(())
    }

    fn print(&self, args: &Args, deal: &Deal) -> Result<(), Fault> {
        let mut out = output::stdout();
        if args.json {
            output::json_line(&mut out, &self.to_json(deal))?;
        } else if let Some(notation) = args.bare_notation() {
            match self.solution() {
                Some(solution) => write!(out, "{}", written(solution, notation, Face::Plain)?)?,
                // The verdict is the exit code's; a person sees it too.
                None => anstream::eprintln!("{deal}: {}", self.sentence(None)),
            }
        } else {
            self.write(args, deal, &mut out)?;
        }
        Ok(out.flush()?)
    }

    /// The answer for a person.
    fn write(&self, args: &Args, deal: &Deal, out: &mut impl Write) -> Result<(), Fault> {
        let count = args.text.count.unwrap_or_default();
        let length = self.solution().map(|solution| count.length(Lengths::of(solution)));
        writeln!(out, "{deal}: {}", self.sentence(length.as_deref()))?;
        if args.text.stats {
            writeln!(out, "{}", cost(&self.report.stats, self.report.strategy, self.cpu_us))?;
        }
        if let Some(solution) = self.solution().filter(|_| !args.text.step) {
            write!(out, "{}", written(solution, Notation::Words, args.text.face(Face::Colour))?)?;
        }
        Ok(())
    }

    fn solution(&self) -> Option<&Solution> {
        if let Outcome::Solved(solution) = &self.report.outcome { Some(solution) } else { None }
    }

    /// The verdict in words, with the length of the solution, if it has one.
    fn sentence(&self, length: Option<&str>) -> String {
        match (&self.report.outcome, length) {
            (Outcome::Solved(solution), length) => {
                let length = length.unwrap_or_default();
                format!("solved in {length}{}", self.bound(solution.len() as u32))
            }
            (Outcome::Unsolvable(()), _) => "proven impossible".to_owned(),
            (Outcome::GaveUp(limit), _) => format!("given up: {}", reason(*limit)),
        }
    }

    /// The end of the sentence about a search for the fewest moves, which are lines of the solution file.
    fn bound(&self, lines: u32) -> String {
        let stopped = interrupt::exit().map(|_| format!("; {}", interrupt::reason()));
        match self.at_least {
            None => String::new(),
            Some(least) if lines <= least => {
                format!("; its {} are proven the fewest", counted(lines.into(), "file line"))
            }
            Some(least) => format!(
                "; it has {}, and at least {least} are needed{}",
                counted(lines.into(), "file line"),
                stopped.unwrap_or_default()
            ),
        }
    }

    fn to_json<'f>(&'f self, deal: &'f Deal) -> Answer<'f> {
        let seed = deal.seed().map(patience::Seed::number);
        let mut answer = Answer::new(deal.rules().name(), seed, &self.report, self.cpu_us);
        answer.at_least = self.at_least;
        answer.detail = Some(Detail::new(&self.report));
        answer
    }
}

/// The exit code of one verdict.
pub(crate) fn exit<S>(outcome: &Outcome<S>) -> Exit {
    match outcome {
        Outcome::Solved(_) => Exit::Yes,
        Outcome::Unsolvable(()) => Exit::Impossible,
        Outcome::GaveUp(limit) => gave_up(*limit),
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
    /// The length counted in the other ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    lengths: Option<LengthsRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<String>>,
}

/// The length of a solution in the three usual ways, as `--count` names them.
#[derive(Serialize)]
struct LengthsRow {
    moves: usize,
    cards: usize,
    runs: usize,
}

impl From<Lengths> for LengthsRow {
    fn from(Lengths { moves, cards, runs }: Lengths) -> Self {
        Self { moves, cards, runs }
    }
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
        let solution = if let Outcome::Solved(solution) = &report.outcome { Some(solution) } else { None };
        let Report { stats, strategy, .. } = report;
        Self {
            strategy,
            stored: stats.stored,
            peak_memory: stats.memory,
            lengths: solution.map(|solution| Lengths::of(solution).into()),
            solution: solution.map(|line| line.actions().iter().map(Action::to_string).collect()),
        }
    }
}
