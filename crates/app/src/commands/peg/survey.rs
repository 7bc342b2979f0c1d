//! `tapis peg survey`: every vacancy of a board, or every start and finish.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use search::Deadline;
use serde::Serialize;
use survey::{Limits, PegProblems, PegSurvey, Plan, Shard, Survey, Surveyed};

use super::game::GameArgs;
use crate::commands::survey::{SurveyBar, header_fault, survey_fault};
use crate::exit::{Exit, Fault};
use crate::limits::{counted, parse_bytes, parse_duration, parse_nodes, parse_threads, still, threads};
use crate::{interrupt, output};

const EXAMPLES: &str = "\
Examples:
  tapis peg survey english -o pegs
  tapis peg survey triangle15 --pairs -o pegs
  tapis survey find pegs --where 'verdict = impossible' --json";

/// Survey a board: which vacancies, or which starts with which finishes, can be solved
///
/// Problems that rotation or reflection makes equal are one row, with their number in `copies`. The rows go to a dataset
/// as those of `tapis survey`: start, finish, copies, verdict, reason (the limit, or the kind of the proof), moves of
/// the line that was found, nodes, states and that line. `tapis survey report`, `find`, `verify` and `export` read it,
/// and after an interruption the same command goes on.
///
/// Exit code 0: all rows are there. 1: the time limit came first. 130: stopped by Ctrl-C, 143: by SIGTERM.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// A built-in board, or a file with one
    #[arg(value_name = "BOARD")]
    board: String,
    /// Every start with every finish, instead of every start with a finish anywhere
    #[arg(long)]
    pairs: bool,
    /// The folder of the dataset
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Give a problem up after this many positions
    #[arg(long, value_name = "N", value_parser = parse_nodes, default_value = "10000000")]
    nodes: u64,
    /// Give a problem up that needs more memory than this
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, default_value = "1G")]
    memory: usize,
    /// The most rows of a chunk
    #[arg(long, value_name = "N", default_value = "20")]
    chunk_rows: NonZero<u64>,
    /// Stop after this long: 30, 30s, 5m, 2h; the same command goes on
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    time: Option<Duration>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<NonZero<usize>>,
    /// The result as a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    interrupt::listen();
    let work = args.work()?;
    let header = work.header(args.chunk_rows);
    let game = header.folder(&args.output);
    header.establish(&game, None).map_err(|error| header_fault(&game, error))?;
    let deadline = args.time.map_or(Deadline::NEVER, Deadline::after);
    let plan = Plan {
        items: header.range(),
        threads: threads(args.threads),
        limits: work.limits(),
        stop: &|| interrupt::asked() || deadline.has_passed(),
    };
    let place = Survey { game: &game, chunk_rows: header.chunk_rows, shard: Shard::WHOLE };
    let bar = SurveyBar::new("problems");
    let surveyed = survey::survey(&work, &plan, &place, |surveyed| bar.show(surveyed));
    drop(bar);
    let surveyed = surveyed.map_err(|error| survey_fault(&game, error))?;
    let answer = Answer::new(&header.game, &work, &surveyed);
    output::print(args.json, &answer, |out| writeln!(out, "{}", answer.sentence()))?;
    Ok(if surveyed.is_complete() { Exit::Yes } else { interrupt::exit().unwrap_or(Exit::No) })
}

impl Args {
    fn work(&self) -> Result<PegSurvey, Fault> {
        let game = GameArgs::on(Some(self.board.clone()), None, None).game()?;
        let stem = PathBuf::from(&game.name);
        let stem = stem.file_stem().unwrap_or_default().to_string_lossy();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        let name: String = stem.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        let problems = if self.pairs { PegProblems::Pairs } else { PegProblems::Vacancies };
        let limits = Limits { nodes: Some(self.nodes), memory: self.memory as u64, time_ms: None };
        Ok(PegSurvey::new(&name, game.board, problems, limits))
    }
}

/// The result of a survey.
#[derive(Serialize)]
struct Answer<'s> {
    game: &'s str,
    /// Problems up to symmetry.
    cases: usize,
    /// All problems.
    problems: usize,
    solved: u64,
    impossible: u64,
    gave_up: u64,
    failed: u64,
    still_to_do: u64,
}

impl<'s> Answer<'s> {
    fn new(game: &'s str, work: &PegSurvey, surveyed: &Surveyed) -> Self {
        let totals = &surveyed.totals;
        Self {
            game,
            cases: work.cases().len(),
            problems: work.cases().iter().map(|case| case.copies).sum(),
            solved: totals.of("solved"),
            impossible: totals.of("impossible"),
            gave_up: totals.of("gave_up"),
            failed: totals.of("failed"),
            still_to_do: surveyed.wanted - totals.rows,
        }
    }

    fn sentence(&self) -> String {
        let Self { game, cases, problems, solved, impossible, gave_up, failed, still_to_do } = self;
        let failed = if *failed > 0 { format!(", {failed} failed") } else { String::new() };
        format!(
            "{game}: {}, {cases} up to symmetry: {solved} solved, {impossible} impossible, {gave_up} given up{failed}{}",
            counted(*problems as u64, "problem"),
            still(*still_to_do)
        )
    }
}
