//! `tapis survey batch`: ranges of deals in, records out, nothing kept.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::Parser;
use patience::DealRange;
use serde::Serialize;
use survey::{Chunk, DealSurvey, Header, Plan, Shard, Survey, Tabular};

use super::row_args::RowArgs;
use super::run::{header_fault, survey_fault};
use crate::exit::{Exit, Fault};
use crate::limits::{parse_threads, threads};
use crate::{interrupt, output};

const EXAMPLES: &str = "\
Examples:
  echo 'FreeCell 1 1000 --nodes 1000000' | tapis survey batch
  tapis survey FreeCell.1..1000000 -o /shared/freecell --batches > lines.txt
  split -n r/64 lines.txt task.
  tapis survey batch -o /shared/freecell < task.aa";

/// Work on ranges of deals from standard input, for clusters
///
/// Each line of standard input is `GAME FIRST LAST OPTIONS`: a game, the first and the last seed, and any of the options
/// --rate, --solutions, --nodes, --memory, --rules, --foundations, --free-foundations, --xpat2-rules and --chunk-rows of
/// `tapis survey`, with their defaults. Empty lines and lines that begin with `#` are passed over.
///
/// Each deal gives one JSON object on a line of its own, in the order of the seeds, with the columns of the dataset as
/// keys: game, digest, seed, verdict, reason, moves, nodes, states, strategy and so on. Records depend on their line
/// alone, not on the machine, the threads or other lines. A deal that fails is a record whose verdict is `failed`; a
/// line that makes no sense is one record with the keys line, verdict (`failed`) and reason.
///
/// With -o each line is a chunk of a dataset: its rows are written to
/// DIR/game=…/chunk=…/part-FIRST-LAST.parquet with a manifest, byte for byte the files of `tapis survey`, and the line
/// gives one record: line, game, first, last, verdict (`written`, `complete` where all of it was there before, `stopped`
/// where a signal came first, or `failed`), reason, and the totals. Rows that are there are never removed. `tapis survey …
/// --batches` prints the lines of a whole survey. A task that runs twice, even at the same time, leaves the same file.
///
/// Exit code 0: every line has its records, whatever they say. 73: the folder cannot be written. 74: standard output
/// cannot be written. 130: stopped by Ctrl-C, 143: by SIGTERM.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write chunks of a dataset into this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Threads to use; tasks of a cluster mostly have one core
    #[arg(long, value_name = "N", value_parser = parse_threads, default_value = "1")]
    threads: NonZero<usize>,
}

pub(super) fn run(args: &Args) -> Result<Exit, Fault> {
    interrupt::listen();
    args.work_through(&mut output::stdout()).map_err(Fault::with_work_undone)
}

impl Args {
    fn work_through(&self, out: &mut impl Write) -> Result<Exit, Fault> {
        for (number, line) in (1..).zip(io::stdin().lock().split(b'\n')) {
            let line = line.map_err(|error| Fault::cannot_read(Path::new("standard input"), &error))?;
            if line.trim_ascii().is_empty() || line.starts_with(b"#") {
                continue;
            }
            let text = str::from_utf8(&line).map_err(|_| "this is not text in UTF-8".to_owned());
            match text.and_then(Task::read) {
                Ok(task) => self.work(number, &task, out)?,
                Err(why) => output::json_line(out, &Refused::new(number, &why))?,
            }
            out.flush()?;
            if let Some(stopped) = interrupt::exit() {
                return Ok(stopped);
            }
        }
        Ok(Exit::Yes)
    }

    fn work(&self, line: u64, task: &Task, out: &mut impl Write) -> Result<(), Fault> {
        match &self.output {
            None => self.print_rows(task, out),
            Some(folder) => Ok(output::json_line(out, &self.write_chunk(line, task, folder)?)?),
        }
    }

    fn plan<'p>(&self, task: &Task) -> Plan<'p> {
        Plan {
            items: task.work.deals().items(),
            threads: threads(Some(self.threads)),
            limits: task.rows.scope().limits,
            stop: &interrupt::asked,
        }
    }

    fn print_rows(&self, task: &Task, out: &mut impl Write) -> Result<(), Fault> {
        let names = task.work.columns().iter().map(|column| column.name);
        survey::in_order::<_, Fault>(&task.work, &self.plan(task), |item, row| {
            let cells = task.work.cells(item, &row);
            let record: BTreeMap<_, _> = names.clone().zip(cells).collect();
            Ok(output::json_line(out, &record)?)
        })
    }

    fn write_chunk(&self, line: u64, task: &Task, folder: &Path) -> Result<Written, Fault> {
        let plan = self.plan(task);
        let mut written = Written::new(line, task);
        let header = task.work.header(task.rows.chunk_rows());
        let game = header.folder(folder);
        let there = match Header::read(&game) {
            Ok(there) => there,
            Err(error @ survey::HeaderError::Io(..)) => return Err(header_fault(&game, error)),
            Err(error) => return Ok(written.failed(&error.to_string())),
        };
        if let Some(why) = refusal(there.as_ref(), &header) {
            return Ok(written.failed(&why));
        }
        let place = Survey { game: &game, chunk_rows: header.chunk_rows, shard: Shard::WHOLE };
        if let Some(there) = rows_there(&place, &header)? {
            if there.contains(&header.items.0) && there.contains(&header.items.1) {
                return Ok(Written { verdict: "complete", ..written });
            }
            if !header.range().contains(there.start()) || !header.range().contains(there.end()) {
                let why = format!("{}..{} is there, and would be removed", there.start(), there.end());
                return Ok(written.failed(&why));
            }
        }
        let surveyed = survey::survey(&task.work, &plan, &place, |_| {});
        let surveyed = surveyed.map_err(|error| survey_fault(&game, error))?;
        written.verdict = match surveyed {
            _ if !surveyed.is_complete() => "stopped",
            _ if surveyed.before == surveyed.wanted => "complete",
            _ => "written",
        };
        written.totals = Some(surveyed.totals);
        Ok(written)
    }
}

/// The rows that lie in the folder of a chunk already, where they are not those of the chunk itself.
fn rows_there(place: &Survey<'_>, header: &Header) -> Result<Option<RangeInclusive<u64>>, Fault> {
    let Some(chunk) = Chunk::of(header.range(), header.chunk_rows) else { return Ok(None) };
    let there = place.items_there(&chunk, &header.key);
    let there = there.map_err(|error| Fault::cannot_read(&chunk.folder(place.game), &error))?;
    Ok(there.filter(|there| *there != header.range()))
}

/// Why a chunk cannot go to a folder that holds this survey.
fn refusal(there: Option<&Header>, here: &Header) -> Option<String> {
    if Chunk::of(here.range(), here.chunk_rows).is_none() {
        let rows = here.chunk_rows;
        return Some(format!("{}..{} is not in one chunk of {rows} deals", here.items.0, here.items.1));
    }
    let there = there?;
    let difference = there.key.difference(&here.key).or_else(|| {
        (there.chunk_rows != here.chunk_rows)
            .then(|| format!("a chunk has {} rows there and {} here", there.chunk_rows, here.chunk_rows))
    });
    difference.map(|difference| format!("the folder holds another survey: {difference}"))
}

/// One line of the input.
struct Task {
    rows: RowArgs,
    work: DealSurvey,
}

/// The words of a line.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Words {
    game: String,
    first: String,
    last: String,
    #[command(flatten)]
    rows: RowArgs,
}

impl Task {
    /// Reads a line; says why not.
    fn read(line: &str) -> Result<Self, String> {
        let words = Words::try_parse_from(line.split_whitespace());
        let Words { game, first, last, rows } =
            words.map_err(|error| crate::exit::complaint(&error.to_string()))?;
        let rules = rows.game(Some(&game)).map_err(|fault| fault.to_string())?;
        if rows.rules.is_some() && rules.name() != game {
            return Err(format!("the rules file describes {}, not {game}", rules.name()));
        }
        let range = DealRange::of(rules, &format!("{first}..{last}")).map_err(|error| error.to_string())?;
        let work = DealSurvey::new(range.into(), rows.scope());
        Ok(Self { rows, work })
    }
}

/// The record of a line that makes no sense.
#[derive(Serialize)]
struct Refused<'r> {
    line: u64,
    verdict: &'static str,
    reason: &'r str,
}

impl<'r> Refused<'r> {
    fn new(line: u64, reason: &'r str) -> Self {
        Self { line, verdict: "failed", reason }
    }
}

/// The record of a line whose rows go to a file.
#[derive(Serialize)]
struct Written {
    line: u64,
    game: String,
    digest: String,
    first: u64,
    last: u64,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    totals: Option<survey::Totals>,
}

impl Written {
    fn new(line: u64, task: &Task) -> Self {
        let items = task.work.deals().items();
        Self {
            line,
            game: task.work.name().to_owned(),
            digest: task.work.digest().to_owned(),
            first: *items.start(),
            last: *items.end(),
            verdict: "failed",
            reason: None,
            totals: None,
        }
    }

    fn failed(self, why: &str) -> Self {
        Self { reason: Some(why.to_owned()), ..self }
    }
}
