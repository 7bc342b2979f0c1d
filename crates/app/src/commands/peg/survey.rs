//! `tapis peg survey`: every vacancy of a board, or every start and finish.

use std::num::NonZero;
use std::path::{Path, PathBuf};

use serde::Serialize;
use survey::{Limits, PegProblems, PegSurvey, Plan, Shard, Survey, Surveyed};

use super::game::{Game, GameArgs, NotationArg};
use super::survey_table::{self, Form};
use crate::commands::survey::{MakeArgs, SurveyBar, header_fault, survey_fault};
use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, counted, parse_bytes, parse_nodes, still};
use crate::{interrupt, output};

const EXAMPLES: &str = "\
Examples:
  tapis peg survey english --shortest
  tapis peg survey triangle15 --pairs --csv > triangle15.csv
  tapis peg survey triangle15 --pairs -o pegs
  tapis survey find pegs --where 'verdict = impossible' --json";

/// Survey a board: which vacancies, or which starts with which finishes, can be solved
///
/// Problems that rotation or reflection makes equal are one row, with their number in `copies`. The rows are printed as a
/// table, with --json as one object each, with --csv as CSV with a header: start, finish, copies, verdict, reason (the
/// limit, or the kind of the proof), jumps and moves of the line that was found, with --shortest the fewest moves, and
/// the seconds that the row took.
///
/// With -o the rows go to a dataset as those of `tapis survey`, without the seconds, with nodes, states and the line.
/// `tapis survey report`, `find`, `verify` and `export` read it, and after an interruption the same command goes on.
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
    /// Find the fewest moves too, proven
    #[arg(long)]
    shortest: bool,
    /// How holes are written in the table; a dataset has d4
    #[arg(long, value_enum, default_value_t, conflicts_with = "output")]
    notation: NotationArg,
    /// Print the rows as CSV with a header
    #[arg(long, conflicts_with_all = ["json", "output"])]
    csv: bool,
    /// Give a problem up after this many positions
    #[arg(long, value_name = "N", value_parser = parse_nodes, default_value = "10000000")]
    nodes: u64,
    /// Give a problem up that needs more memory than this
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, default_value = "1G")]
    memory: usize,
    /// The most rows of a chunk of the dataset
    #[arg(long, value_name = "N", default_value = "20")]
    chunk_rows: NonZero<u64>,
    #[command(flatten)]
    make: MakeArgs,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let game = GameArgs::on(Some(args.board.clone()), None, None).in_notation(args.notation).game()?;
    let work = args.work(&game);
    match &args.make.output {
        Some(folder) => args.dataset(&work, folder),
        None => survey_table::run(&work, &args.limits(), args.form(), &|hole| {
            game.notation.hole(&game.board, hole)
        }),
    }
}

impl Args {
    /// Makes the rows of the dataset that are not there yet.
    fn dataset(&self, work: &PegSurvey, folder: &Path) -> Result<Exit, Fault> {
        interrupt::listen();
        let header = work.header(self.chunk_rows);
        let game = header.folder(folder);
        header.establish(&game, None).map_err(|error| header_fault(&game, error))?;
        let deadline = self.make.deadline();
        let plan = Plan {
            items: header.range(),
            threads: self.make.threads(),
            limits: work.limits(),
            stop: &|| interrupt::asked() || deadline.has_passed(),
        };
        let place = Survey { game: &game, chunk_rows: header.chunk_rows, shard: Shard::WHOLE };
        let bar = SurveyBar::new("problems");
        let surveyed = survey::survey(work, &plan, &place, |surveyed| bar.show(surveyed));
        drop(bar);
        let surveyed = surveyed.map_err(|error| survey_fault(&game, error))?;
        let answer = Answer::new(&header.game, work, &surveyed);
        output::print(self.make.json, &answer, |out| writeln!(out, "{}", answer.sentence()))?;
        Ok(if surveyed.is_complete() { Exit::Yes } else { interrupt::exit().unwrap_or(Exit::No) })
    }

    /// The limits of a table; the time is that of all rows together.
    fn limits(&self) -> LimitArgs {
        let MakeArgs { time, threads, .. } = self.make;
        LimitArgs { nodes: Some(self.nodes), time, memory: self.memory, threads }
    }

    fn form(&self) -> Form {
        match (self.csv, self.make.json) {
            (true, _) => Form::Csv,
            (_, true) => Form::Json,
            _ => Form::Text,
        }
    }

    fn work(&self, game: &Game) -> PegSurvey {
        let stem = PathBuf::from(&game.name);
        let stem = stem.file_stem().unwrap_or_default().to_string_lossy();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        let name: String = stem.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        let problems = if self.pairs { PegProblems::Pairs } else { PegProblems::Vacancies };
        let limits = Limits { nodes: Some(self.nodes), memory: self.memory as u64, time_ms: None };
        PegSurvey::new(&name, game.board.clone(), problems, self.shortest, limits)
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
