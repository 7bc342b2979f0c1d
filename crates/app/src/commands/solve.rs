//! `tapis solve`: looks for a line that wins, or for the proof that there is none.

use std::io::Write;
use std::path::PathBuf;

use cpu_time::ProcessTime;
use patience::{Action, Counting, Deal, Effort, Face, Lengths, Notation, Report, Rules, Solution};
use search::{Outcome, Run};
use serde::Serialize;
use survey::{LengthsRow, Solved, Way};

use crate::commands::notation_args::notation;
use crate::commands::solution_text::{Count, written};
use crate::commands::{solve_range, step};
use crate::deals::{Asked, DealArgs};
use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, counted, gave_up, reason};
use crate::process_memory::peak_memory;
use crate::{atomic_file, interrupt, output};

const EXAMPLES: &str = "\
Examples:
  tapis solve FreeCell.123
  tapis solve FreeCell.123 --moves > moves.sol
  tapis solve FreeCell.123 --count runs --stats
  tapis solve FreeCell.123 --notation standard
  tapis solve FreeCell.123 --step
  tapis solve FreeCell.123 --short --count runs --nodes 1000000
  tapis solve bd.17 --shortest --time 1m
  tapis solve Seahaven.1..10000 --json > verdicts.jsonl
  tapis solve FreeCell.1..100 bd.5 Seahaven.7,9,20..30
  tapis solve FreeCell --list seeds.txt --json --with-solutions --ledger seeds.solve
  tapis solve --deal board.txt --exhaustive --memory 8G";

/// Find a line of moves that wins, or prove that there is none
///
/// A search that was not exhaustive never says `impossible`: it gives up and says why. Every solution is
/// replayed by the referee before it is shown. The answer depends on the deal and on --nodes, not on
/// --threads; it may depend on --time and --memory where these end the search.
///
/// The moves are numbered and in words, a run that a player would move at once on one line with the number of
/// single moves that it takes, and with the cards that then go up by themselves. No move of the line can be left
/// out by a shortcut between two of its positions; where --short makes the runs few, that holds for the runs. --moves and
/// --output write the lines of the solution file, --notation other ways to write it, all of which `tapis check` reads.
///
/// --step walks through the solution on the terminal, picture by picture: Enter, Space or → goes on, b or ← back, g
/// and a number to the picture after that move, q quits. Where standard output is not a terminal, it prints them all.
///
/// Several deals give one line per deal, in the order given, and totals per game: the length in moves of single cards,
/// putting up not counted, unless --count says otherwise, the positions searched and the processor time in
/// microseconds. The limits hold for each deal.
/// --json --with-solutions gives the solutions too. A ledger keeps what is done: that of one range can be continued
/// with a longer one, that of a list belongs to this list.
///
/// Exit code 0: solved, or each of several deals decided. 1: given up. 2: proven impossible. 130: stopped by Ctrl-C.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    deals: DealArgs,
    #[command(flatten)]
    pub(crate) way: WayArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// For several deals: keep finished ones in this file, and go on from it
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) ledger: Option<PathBuf>,
    /// Write the solution to this file, whole or not at all
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Print the lines of the solution file alone, and nothing without a solution
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub(crate) moves: bool,
    #[command(flatten)]
    pub(crate) text: TextArgs,
    /// One JSON object per deal; its `moves` is the number of lines of the solution file
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// With --json, also for several deals: the solution and its lengths
    #[arg(long, requires = "json", help_heading = "Output")]
    pub(crate) with_solutions: bool,
}

/// The answer for a person.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Answer")]
pub(crate) struct TextArgs {
    /// Write the solution in this notation, and except for words nothing else [default: words]
    #[arg(long, value_name = "NOTATION", value_parser = notation(), conflicts_with_all = ["moves", "json"])]
    pub(crate) notation: Option<Notation>,
    /// Walk through the solution picture by picture
    #[arg(long, conflicts_with_all = ["moves", "json", "notation"])]
    pub(crate) step: bool,
    /// Count the length of a solution this way [default: moves]
    #[arg(long, value_name = "WHAT")]
    pub(crate) count: Option<Count>,
    /// The cost of the search, with the peak memory of the whole program where the system says it, and the strategy
    /// that decided; for several deals the positions and the processor time of all
    #[arg(long, conflicts_with = "moves")]
    pub(crate) stats: bool,
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
#[expect(clippy::struct_excessive_bools, reason = "flags, of which one at most is given")]
pub(crate) struct WayArgs {
    /// Guided searches first, an exhaustive one where they find nothing (the default)
    #[arg(long, group = "way")]
    quick: bool,
    /// The exhaustive search alone
    #[arg(long, group = "way")]
    exhaustive: bool,
    /// A short line: the shortest found within --nodes or --time, by default within a tenth of a second; --count says
    /// which length is made short
    #[arg(long, group = "way")]
    pub(crate) short: bool,
    /// The fewest moves; proven where the search ends within its limits
    #[arg(long, group = "way")]
    pub(crate) shortest: bool,
    /// Drop positions with N fewer cards put up than the best one seen: gives up where it finds nothing
    #[arg(long, value_name = "N", group = "way")]
    forget: Option<u32>,
}

impl WayArgs {
    fn effort(&self) -> Effort {
        match (self.exhaustive, self.forget) {
            (true, _) => Effort::Exhaustive,
            (_, Some(distance)) => Effort::Forgetful(distance),
            _ => Effort::Quick,
        }
    }

    /// The way to search the deals of a range, with the length that is made short.
    pub(crate) fn way(&self, counting: Counting) -> Way {
        match (self.short, self.shortest) {
            (true, _) => Way::Short(counting),
            (_, true) => Way::Shortest,
            _ => Way::Any(self.effort()),
        }
    }
}

impl Args {
    /// The length that is made short, and shown.
    pub(crate) fn counting(&self) -> Counting {
        self.text.count.unwrap_or_default().into()
    }

    /// The limits of the search. A search for a short line goes on until something ends it, so it has a limit of its
    /// own where none is given.
    pub(crate) fn limits(&self) -> LimitArgs {
        let mut limits = self.limits.clone();
        if self.way.short && limits.nodes.is_none() && limits.time.is_none() {
            limits.nodes = Some(SHORT_NODES);
        }
        limits
    }
}

/// The positions of a search for a short line where no limit is given: about a tenth of a second for FreeCell.
const SHORT_NODES: u64 = 250_000;

impl Args {
    /// The notation in which the solution alone is written.
    fn bare_notation(&self) -> Option<Notation> {
        let asked = self.text.notation.or(self.moves.then_some(Notation::Classic));
        asked.filter(|&notation| notation != Notation::Words)
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    match args.deals.asked()? {
        Asked::Deals(deals) => match deals.single() {
            Some(deal) if args.ledger.is_none() => {
                solve_one(args, &Deal::numbered(deal.rules.clone(), deal.seed))
            }
            _ => solve_range::run(args, deals),
        },
        Asked::Board(_) if args.ledger.is_some() => {
            Err(Fault::usage("--ledger is for numbered deals, not a board"))
        }
        Asked::Board(deal) => solve_one(args, &deal),
    }
}

fn solve_one(args: &Args, deal: &Deal) -> Result<Exit, Fault> {
    args.text.notation.map_or(Ok(()), |notation| notation.fits(deal.table()))?;
    if args.text.step {
        step::must_be_possible()?;
    }
    let limits = args.limits();
    let mut watch = limits.supervisor();
    let mut run = Run::new(limits.budget(), &mut watch).with_threads(limits.threads());
    let started = ProcessTime::now();
    let way = args.way.way(args.counting());
    let (report, at_least) = way.search(&mut way.solver(), deal.table(), &mut run)?;
    let peak_memory = peak_memory(report.stats.memory);
    let found = Found { report, at_least, cpu_us: started.elapsed().as_micros() as u64, peak_memory };
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
    /// In bytes, of the whole process.
    peak_memory: usize,
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
                None => anstream::eprintln!("{deal}: {}", self.sentence(deal, None)),
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
        writeln!(out, "{deal}: {}", self.sentence(deal, length.as_deref()))?;
        if args.text.stats {
            writeln!(out, "{}", self.cost())?;
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
    fn sentence(&self, deal: &Deal, length: Option<&str>) -> String {
        match (&self.report.outcome, length) {
            (Outcome::Solved(solution), length) => {
                let length = length.unwrap_or_default();
                format!("solved in {length}{}", self.bound(solution.len() as u32))
            }
            (Outcome::Unsolvable(()), _) => {
                format!("proven impossible with {} foundations", deal.rules().play().foundations)
            }
            (Outcome::GaveUp(limit), _) => format!("given up: {}", reason(*limit)),
        }
    }

    /// The end of the sentence about a search for the fewest moves, where it was stopped.
    fn bound(&self, lines: u32) -> String {
        let Some(least) = self.at_least else { return String::new() };
        let stopped = self.stopped().map(|why| format!("; {why}"));
        fewest(lines, least) + &stopped.unwrap_or_default()
    }

    /// The reason for stopping, where the search was stopped before its answer was final.
    fn stopped(&self) -> Option<String> {
        interrupt::exit().filter(|_| !self.is_final()).map(|_| interrupt::reason().to_string())
    }

    fn cost(&self) -> String {
        let Report { stats, strategy, .. } = &self.report;
        format!(
            "{} positions searched, {} stored, {} KiB at most, {:.3} ms of processor time; decided by: {strategy}",
            stats.nodes,
            stats.stored,
            self.peak_memory.div_ceil(1024),
            self.cpu_us as f64 / 1000.0
        )
    }

    fn to_json<'f>(&'f self, deal: &'f Deal) -> Answer<'f> {
        let mut answer = Answer::new(deal, &self.report, self.cpu_us);
        answer.at_least = self.at_least;
        answer.reason = answer.reason.or_else(|| self.stopped());
        let Report { stats, strategy, .. } = &self.report;
        answer.detail = Some(Detail { strategy, stored: stats.stored, peak_memory: self.peak_memory });
        answer.line = LineDetail::new(&self.report);
        answer
    }
}

/// The end of a sentence about a search for the fewest moves, which are lines of the solution file.
pub(crate) fn fewest(lines: u32, least: u32) -> String {
    let has = counted(lines.into(), "line");
    if lines <= least {
        format!("; its {has} in a solution file are proven the fewest")
    } else {
        format!("; it has {has} in a solution file, and at least {least} are needed")
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

/// The verdict on one deal as JSON.
#[derive(Serialize)]
pub(crate) struct Answer<'r> {
    game: &'r str,
    seed: Option<u64>,
    foundations: String,
    verdict: &'static str,
    /// Lines of the solution file.
    moves: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u32>,
    nodes: u64,
    cpu_us: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    detail: Option<Detail<'r>>,
    #[serde(flatten)]
    line: LineDetail,
}

/// The further keys of a single deal.
#[derive(Serialize)]
struct Detail<'r> {
    strategy: &'r str,
    stored: u64,
    peak_memory: usize,
}

/// The keys of a solution: of a single deal, or where they are asked for.
#[derive(Default, Serialize)]
struct LineDetail {
    /// The length counted in the three usual ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    lengths: Option<LengthsRow>,
    /// The lines of the solution file.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<String>>,
}

impl<'r> Answer<'r> {
    fn new(deal: &'r Deal, report: &Report, cpu_us: u64) -> Self {
        let (game, seed) = (deal.rules().name(), deal.seed().map(patience::Seed::number));
        let foundations = deal.rules().play().foundations.to_string();
        let (verdict, moves, reason) = match &report.outcome {
            Outcome::Solved(line) => ("solved", Some(line.len()), None),
            Outcome::Unsolvable(()) => ("impossible", None, None),
            Outcome::GaveUp(limit) => ("gave_up", None, Some(reason(*limit))),
        };
        let (at_least, nodes, detail, line) = (None, report.stats.nodes, None, LineDetail::default());
        Self { game, seed, foundations, verdict, moves, at_least, nodes, cpu_us, reason, detail, line }
    }
}

impl<'r> Answer<'r> {
    /// The answer for one of several deals, with as much of the solution as the row keeps.
    pub(crate) fn of_row(rules: &'r Rules, seed: u64, row: &Solved) -> Self {
        let (game, foundations) = (rules.name(), rules.play().foundations.to_string());
        let Solved { verdict, moves, at_least, nodes, cpu_us, .. } = *row;
        let reason = verdict.limit().map(reason);
        let verdict = verdict.word();
        let solution = row.solution.as_ref().map(|text| text.lines().map(str::to_owned).collect());
        let line = LineDetail { lengths: row.lengths, solution };
        let (seed, detail) = (Some(seed), None);
        Self { game, seed, foundations, verdict, moves, at_least, nodes, cpu_us, reason, detail, line }
    }
}

impl LineDetail {
    fn new(report: &Report) -> Self {
        let solution = if let Outcome::Solved(solution) = &report.outcome { Some(solution) } else { None };
        Self {
            lengths: solution.map(|solution| Lengths::of(solution).into()),
            solution: solution.map(|line| line.actions().iter().map(Action::to_string).collect()),
        }
    }
}
