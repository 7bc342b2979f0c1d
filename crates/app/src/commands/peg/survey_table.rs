//! The rows of `tapis peg survey` without a dataset: printed as they are found.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use peg::Hole;
use search::{Limit, Run};
use serde::Serialize;
use survey::{PegRow, PegSurvey, Work};

use super::solve::GAVE_UP;
use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, gave_up, reason, still};
use crate::output;

/// How rows are printed.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// A table for people.
    Text,
    /// One object per row.
    Json,
    /// A header, then one line per row.
    Csv,
}

/// One row.
#[derive(Serialize)]
struct Row {
    start: String,
    /// None: anywhere.
    finish: Option<String>,
    copies: usize,
    verdict: &'static str,
    reason: Option<String>,
    jumps: Option<u32>,
    moves: Option<u32>,
    fewest: Option<u32>,
    seconds: f64,
}

/// The names of the columns.
const COLUMNS: [&str; 9] =
    ["start", "finish", "copies", "verdict", "reason", "jumps", "moves", "fewest", "seconds"];

/// Prints a row for each problem, in order, each searched on all threads; `name` names holes.
pub(super) fn run(
    work: &PegSurvey,
    limits: &LimitArgs,
    form: Form,
    name: &dyn Fn(Hole) -> String,
) -> Result<Exit, Fault> {
    let mut watch = limits.supervisor();
    // The live line would mix with the rows.
    watch.hide();
    let mut out = output::stdout();
    form.begin(&mut out)?;
    for item in 1..=work.cases().len() as u64 {
        let started = Instant::now();
        let mut run = Run::new(limits.budget(), &mut watch).with_threads(limits.threads());
        let found = work.row(&mut (), item, &mut run).unwrap_or_else(|never| match never {});
        let stopped = run.ask().err();
        let Some(found) = found.filter(|_| stopped.is_none()) else {
            out.flush()?;
            let limit = stopped.unwrap_or(Limit::Cancelled);
            say_why(limit, work.cases().len() as u64 + 1 - item);
            return Ok(gave_up(limit));
        };
        form.print(&mut out, &Row::new(work, item, name, &found, started.elapsed()))?;
        out.flush()?;
    }
    Ok(Exit::Yes)
}

/// Says why the table ends here, and not among the rows, which programs read. A reader that went away cannot be reached.
fn say_why(limit: Limit, to_do: u64) {
    let _ = writeln!(anstream::stderr(), "{GAVE_UP} {}{}", reason(limit), still(to_do));
}

impl Row {
    fn new(
        work: &PegSurvey,
        item: u64,
        name: &dyn Fn(Hole) -> String,
        found: &PegRow,
        time: Duration,
    ) -> Self {
        let case = work.cases()[item as usize - 1];
        Self {
            start: name(case.start),
            finish: case.finish.map(name),
            copies: case.copies,
            verdict: found.finding.word(),
            reason: PegSurvey::gave_up(found).map(reason).or_else(|| found.reason().map(str::to_owned)),
            jumps: found.jumps,
            moves: found.moves,
            fewest: found.fewest,
            seconds: (time.as_secs_f64() * 1000.0).round() / 1000.0,
        }
    }

    /// Its cells as text, in the order of the columns; empty where there is nothing.
    fn cells(&self) -> [String; 9] {
        let number = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
        [
            self.start.clone(),
            self.finish.clone().unwrap_or_default(),
            self.copies.to_string(),
            self.verdict.to_owned(),
            self.reason.clone().unwrap_or_default(),
            number(self.jumps),
            number(self.moves),
            number(self.fewest),
            format!("{:.3}", self.seconds),
        ]
    }
}

impl Form {
    fn begin(self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Text => write_table_line(out, &COLUMNS.map(str::to_owned)),
            Self::Json => Ok(()),
            Self::Csv => writeln!(out, "{}", COLUMNS.join(",")),
        }
    }

    fn print(self, out: &mut impl Write, row: &Row) -> io::Result<()> {
        match self {
            Self::Text => write_table_line(
                out,
                &row.cells().map(|cell| if cell.is_empty() { "-".to_owned() } else { cell }),
            ),
            Self::Json => output::json_line(out, row),
            Self::Csv => writeln!(out, "{}", row.cells().map(|cell| field(&cell)).join(",")),
        }
    }
}

/// Words are aligned at the left, numbers at the right. The longest proof has 26 letters.
fn write_table_line(out: &mut impl Write, cells: &[String; 9]) -> io::Result<()> {
    let [start, finish, copies, verdict, reason, jumps, moves, fewest, seconds] = cells;
    writeln!(
        out,
        "{start:<5} {finish:<6} {copies:>6} {verdict:<10} {reason:<26} {jumps:>5} {moves:>5} {fewest:>6} {seconds:>9}"
    )
}

/// A cell as a field of CSV. A reason may have a comma, and nothing has a quotation mark.
fn field(cell: &str) -> String {
    if cell.contains(',') { format!("\"{cell}\"") } else { cell.to_owned() }
}
