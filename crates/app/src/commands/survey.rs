//! `tapis survey`: millions of deals as a dataset.

mod bar;
mod batch;
mod dataset;
mod deals;
mod export;
mod find;
mod make_args;
mod report;
mod row_args;
mod run;
mod verify;

use clap::Subcommand;

pub(crate) use self::bar::SurveyBar;
pub(crate) use self::make_args::MakeArgs;
pub(crate) use self::run::{header_fault, survey_fault};
use crate::exit::{Exit, Fault};

const EXAMPLES: &str = "\
Examples:
  tapis survey FreeCell.1..1000000 -o freecell
  tapis survey Seahaven.1..1000000000 --sample 100000 --random-seed 7 -o seahaven
  tapis survey FreeCell --seeds hard.txt --rate --solutions -o hard
  tapis survey fc2.1..20000 --foundations one-way --nodes 50000000 -o two-cells
  tapis survey FreeCell.1..1000000 --shard 3/16 -o /shared/freecell";

/// Survey millions of deals: a row per deal in Parquet files, to be continued after any interruption
///
/// Every deal gets a row: game, digest of rules and options, seed, verdict (solved, impossible, `gave_up` or failed),
/// the reason of `gave_up` and failed, moves, nodes (positions searched), states (positions stored) and the strategy
/// that decided; with --rate the measures of difficulty as in `tapis rate`, with --solutions the lines of the
/// solution file. Limits are numbers of positions and bytes, never seconds: the rows are the same on every machine and
/// on any number of threads.
///
/// Rows are kept in chunks: DIR/game=FreeCell/chunk=000123/part-1230000-1239999.parquet, complete when there is a
/// _manifest.json next to it. A chunk is written whole, and a chunk that is complete is not made again: after a kill, a
/// power cut or a full disk the same command goes on, and the dataset in the end is that of an undisturbed run. A
/// longer range extends a dataset; any other change is refused. pandas, Polars, DuckDB and Spark read the folder as it
/// is.
///
/// Exit code 0: all rows are there, whatever they say. 1: the time limit came first. 70: a deal failed, by a fault of
/// the solver; its row says why. 73: the folder cannot be written. 130: stopped by Ctrl-C, 143: by SIGTERM.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::RunArgs,
}

#[derive(Subcommand)]
enum Command {
    Report(report::Args),
    Find(find::Args),
    Verify(verify::Args),
    Export(export::Args),
    Batch(batch::Args),
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    match &args.command {
        None => run::run(&args.run),
        Some(Command::Report(args)) => report::run(args),
        Some(Command::Find(args)) => find::run(args),
        Some(Command::Verify(args)) => verify::run(args),
        Some(Command::Export(args)) => export::run(args),
        Some(Command::Batch(args)) => batch::run(args),
    }
}
