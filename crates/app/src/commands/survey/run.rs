//! `tapis survey GAME.FIRST..LAST -o DIR`: makes the rows that are not there yet.

use std::io::Write;
use std::path::Path;

use serde::Serialize;
use survey::{
    Chunk, Chunks, DealSurvey, Header, HeaderError, Interval, Plan, Shard, Survey, SurveyError, Surveyed,
};

use super::bar::{SurveyBar, winnable};
use super::deals::DealsArgs;
use super::make_args::MakeArgs;
use super::row_args::RowArgs;
use crate::exit::{Exit, Fault};
use crate::limits::{counted, still};
use crate::{interrupt, output};

/// The arguments of `tapis survey` without a further command.
#[derive(clap::Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    deals: DealsArgs,
    #[command(flatten)]
    make: MakeArgs,
    #[command(flatten)]
    rows: RowArgs,
    /// Work on every Nth chunk from the Ith on, so that N processes share a survey
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<Shard>,
    /// Print the chunks that are not complete as lines for `tapis survey batch`, and make none
    #[arg(long, conflicts_with = "json")]
    batches: bool,
}

/// Reads `3/16`.
fn parse_shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    let shard = numbers.and_then(|(number, of)| Shard::new(number, of));
    shard.ok_or_else(|| "a shard is written I/N, as in 3/16, with I from 1 to N".to_owned())
}

pub(super) fn run(args: &RunArgs) -> Result<Exit, Fault> {
    let deals = args.deals.deals(&args.rows)?;
    let out =
        args.make.output.as_deref().ok_or_else(|| Fault::usage("where to? Give a folder with -o DIR"))?;
    let work = DealSurvey::new(deals, args.rows.scope());
    let header = work.header(args.rows.chunk_rows());
    let game = header.folder(out);
    let seeds = work.deals().lines();
    // What cannot be done leaves nothing behind.
    let batch_options = args.batches.then(|| args.batch_options(&work)).transpose()?;
    header.establish(&game, seeds.as_deref()).map_err(|error| header_fault(&game, error))?;
    let place =
        Survey { game: &game, chunk_rows: header.chunk_rows, shard: args.shard.unwrap_or(Shard::WHOLE) };
    match batch_options {
        Some(options) => print_batches(&options, &header, &place),
        None => args.make(&work, &header, &place),
    }
}

impl RunArgs {
    fn make(&self, work: &DealSurvey, header: &Header, place: &Survey<'_>) -> Result<Exit, Fault> {
        interrupt::listen();
        let deadline = self.make.deadline();
        let plan = Plan {
            items: header.range(),
            threads: self.make.threads(),
            limits: self.rows.scope().limits,
            stop: &|| interrupt::asked() || deadline.has_passed(),
        };
        let bar = SurveyBar::new("deals");
        let surveyed = survey::survey(work, &plan, place, |surveyed| bar.show(surveyed));
        drop(bar);
        let surveyed = surveyed.map_err(|error| survey_fault(place.game, error))?;
        let answer = Answer::new(header, &surveyed);
        output::print(self.make.json, &answer, |out| writeln!(out, "{}", answer.sentence(&surveyed)))?;
        exit(&answer)
    }

    /// The options of each line for `tapis survey batch`.
    fn batch_options(&self, work: &DealSurvey) -> Result<String, Fault> {
        if work.deals().lines().is_some() {
            return Err(Fault::usage("--batches is for one range of deals, not for --sample and --seeds"));
        }
        self.rows.words()
    }
}

/// The chunks that are not complete, one line each.
fn print_batches(options: &str, header: &Header, place: &Survey<'_>) -> Result<Exit, Fault> {
    let mut out = output::stdout();
    for chunk in Chunks::new(header.range(), header.chunk_rows).filter(|chunk| place.shard.has(chunk)) {
        if !is_complete(place, &chunk, header)? {
            let (first, last) = (chunk.items.start(), chunk.items.end());
            writeln!(out, "{} {first} {last}{options}", header.game)?;
        }
    }
    out.flush()?;
    Ok(Exit::Yes)
}

/// Are all rows of a chunk there?
pub(super) fn is_complete(place: &Survey<'_>, chunk: &Chunk, header: &Header) -> Result<bool, Fault> {
    let folder = chunk.folder(place.game);
    let manifest = place.complete(chunk, &header.key);
    Ok(manifest.map_err(|error| Fault::cannot_read(&folder, &error))?.is_some())
}

fn exit(answer: &Answer<'_>) -> Result<Exit, Fault> {
    match answer.failed {
        _ if !answer.complete => Ok(interrupt::exit().unwrap_or(Exit::No)),
        0 => Ok(Exit::Yes),
        failed => Err(Fault::software(format!(
            "{} failed by a fault of the solver; `tapis survey find DIR --where 'verdict = failed'` lists them",
            counted(failed, "deal")
        ))),
    }
}

/// The fault of a folder that cannot hold the survey.
pub(crate) fn header_fault(game: &Path, error: HeaderError) -> Fault {
    match error {
        HeaderError::Io(path, error) => Fault::cannot_write(&path, &error),
        error => Fault::data(format!("{}: {error}", game.display())),
    }
}

/// The fault of a survey that cannot go on.
pub(crate) fn survey_fault<E: std::fmt::Display>(game: &Path, error: SurveyError<E>) -> Fault {
    match error {
        SurveyError::Header(error) => header_fault(game, error),
        SurveyError::Io { path, error } => Fault::cannot_write(&path, &error),
        error => Fault::software(error),
    }
}

/// The result of a survey.
#[derive(Serialize)]
struct Answer<'s> {
    game: &'s str,
    digest: &'s str,
    deals: u64,
    solved: u64,
    impossible: u64,
    gave_up: u64,
    failed: u64,
    nodes: u64,
    complete: bool,
    still_to_do: u64,
    /// The interval of the share that can be won.
    winnable: Interval,
}

impl<'s> Answer<'s> {
    fn new(header: &'s Header, surveyed: &Surveyed) -> Self {
        let totals = &surveyed.totals;
        let (solved, impossible) = (totals.of("solved"), totals.of("impossible"));
        Self {
            game: &header.game,
            digest: &header.digest,
            deals: totals.rows,
            solved,
            impossible,
            gave_up: totals.of("gave_up"),
            failed: totals.of("failed"),
            nodes: totals.nodes,
            complete: surveyed.is_complete(),
            still_to_do: surveyed.wanted - totals.rows,
            winnable: Interval::winnable(solved, impossible, totals.rows),
        }
    }

    fn sentence(&self, surveyed: &Surveyed) -> String {
        let Self { game, deals, solved, impossible, gave_up, failed, still_to_do, .. } = self;
        let failed = if *failed > 0 { format!(", {failed} failed") } else { String::new() };
        format!(
            "{game}: {}: {solved} solved, {impossible} impossible, {gave_up} given up{failed}; {}{}",
            counted(*deals, "deal"),
            winnable(&surveyed.totals),
            still(*still_to_do)
        )
    }
}
