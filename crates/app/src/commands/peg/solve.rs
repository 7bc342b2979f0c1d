//! `tapis peg solve`: a solution, or why there is none.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use peg::{CountError, Longest, Problem, Reason, Solution};
use search::{Limit, Outcome, Run};

use super::game::{Game, GameArgs};
use super::reason;
use super::{fewest_pegs, list, picture, record};
use crate::exit::{Exit, Fault};
use crate::limits::{self, LimitArgs, counted, gave_up};
use crate::output;

/// Find a solution, or prove that there is none
///
/// Says why there is none: by a parity argument, a pagoda function shown on the board, or an exhausted search.
/// The exit code is 0 when solved, 1 when given up, 2 when proven impossible.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    record: Record,
    /// List all solutions, one per line, in a fixed order, until nobody reads any more
    #[arg(long, group = "kind")]
    all: bool,
    #[command(flatten)]
    part: list::Part,
    /// Also write the positions to this file, one row each: number, seconds, cells; without a solution, the start alone
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    csv: Option<PathBuf>,
    /// Find the fewest pegs that can be left, and prove that fewer cannot
    #[arg(long, group = "kind", conflicts_with_all = ["finish", "csv"])]
    fewest_pegs: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Which solution is wanted, if not just any.
#[derive(clap::Args)]
struct Record {
    /// Find a solution with the fewest moves, and prove that fewer will not do
    ///
    /// Boards larger than the English one may take --memory 2G or more.
    #[arg(long, group = "kind")]
    shortest: bool,
    /// Find a solution with the longest sweep
    #[arg(long, group = "kind")]
    longest_sweep: bool,
    /// Find a solution whose last move is the longest
    #[arg(long, group = "kind")]
    longest_finish: bool,
}

/// The beginning of the sentence after the moves of a solution.
pub(super) const SOLVED: &str = "solved:";
/// The beginning of the sentence where a limit was reached.
pub(super) const GAVE_UP: &str = "gave up:";

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let started = Instant::now();
    let game = args.game.game()?;
    if args.all {
        return list::run(&game, &args.limits, &args.part, args.json);
    }
    if args.fewest_pegs {
        return fewest_pegs::run(&game, &args.limits, args.json);
    }
    if let Some(path) = &args.csv {
        // The rows of a former run do not stay where this one finds no line; and a place that cannot be written is found
        // before the search.
        record::save_first(path, &game.board, &[(game.start, Duration::ZERO)])?;
    }
    let problem = game.problem();
    let mut watch = args.limits.supervisor();
    let mut run = Run::new(args.limits.budget(), &mut watch).with_threads(args.limits.threads());
    let Found { answer, record, needs } = answer(args, problem, &mut run)?;
    if let (Some(path), Outcome::Solved(solution)) = (&args.csv, &answer) {
        let rows: Vec<_> =
            solution.positions().iter().map(|&position| (position, started.elapsed())).collect();
        record::save(path, &game.board, &rows)?;
    }
    drop(watch);
    output::print(args.json, &reason::json(&game, &answer, record, needs.as_ref()), |out| {
        in_words(out, &game, &answer, record, needs.as_ref())
    })?;
    Ok(match answer {
        Outcome::Solved(_) => Exit::Yes,
        Outcome::Unsolvable(_) => Exit::Impossible,
        Outcome::GaveUp(limit) => gave_up(limit),
    })
}

type Answer = Outcome<Solution, Reason>;

/// The result of the search.
struct Found {
    answer: Answer,
    /// The length of the longest sweep, where that was asked for.
    record: Option<usize>,
    /// Memory that would have been needed.
    needs: Option<CountError>,
}

impl Found {
    fn plain(answer: Answer) -> Self {
        Self { answer, record: None, needs: None }
    }
}

fn answer(args: &Args, problem: Problem<'_>, run: &mut Run<'_>) -> Result<Found, Fault> {
    let which = match (args.record.longest_sweep, args.record.longest_finish) {
        (true, _) => Some(Longest::Sweep),
        (_, true) => Some(Longest::Finish),
        _ => None,
    };
    // Cheap arguments say no before anything exact is begun.
    if args.record.shortest || which.is_some() {
        let quick = peg::solve(problem, run)?;
        if matches!(quick, Outcome::Unsolvable(_)) {
            return Ok(Found::plain(quick));
        }
    }
    if args.record.shortest {
        return exact(peg::fewest_moves(problem, run), None);
    }
    if let Some(which) = which {
        let found = peg::longest(problem, which, run);
        let length = found.as_ref().ok().and_then(|found| found.as_ref().map(|found| found.0));
        return exact(found.map(|found| found.map(|found| found.1)), length);
    }
    Ok(Found::plain(peg::solve(problem, run)?))
}

fn exact(found: Result<Option<Solution>, CountError>, record: Option<usize>) -> Result<Found, Fault> {
    let mut needs = None;
    let answer = match found {
        Ok(Some(solution)) => Outcome::Solved(solution),
        Ok(None) => Outcome::Unsolvable(Reason::Exhausted),
        Err(CountError::Limit(limit)) => Outcome::GaveUp(limit),
        Err(error @ (CountError::Memory { .. } | CountError::TooLarge | CountError::WideGoal)) => {
            needs = Some(error);
            Outcome::GaveUp(Limit::Memory)
        }
        Err(error) => return Err(Fault::software(error)),
    };
    Ok(Found { answer, record, needs })
}

fn in_words(
    out: &mut dyn Write,
    game: &Game,
    answer: &Answer,
    record: Option<usize>,
    needs: Option<&CountError>,
) -> io::Result<()> {
    match answer {
        Outcome::Solved(solution) => {
            let moves = solution.moves();
            for made in &moves {
                writeln!(out, "{}", game.notation.made(&game.board, made))?;
            }
            let left = picture::in_words(&game.board, game.notation, solution.end());
            let played = picture::played(solution.jumps().len(), moves.len());
            writeln!(out, "{SOLVED} {left} after {played}")?;
            if let Some(record) = record {
                writeln!(out, "the longest sweep asked for has {}", counted(record as u64, "jump"))?;
            }
        }
        Outcome::Unsolvable(why) => reason::print(out, game, why)?,
        Outcome::GaveUp(limit) => {
            let why = needs.map_or_else(|| limits::reason(*limit), reason::why);
            writeln!(out, "{GAVE_UP} {why}")?;
        }
    }
    Ok(())
}
