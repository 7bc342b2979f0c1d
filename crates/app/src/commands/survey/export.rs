//! `tapis survey export`: the rows as text.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use survey::Cell;

use super::dataset::{NamedCells, filter, for_each_row, json, open};
use crate::exit::{Exit, Fault};
use crate::{atomic_file, output};

const EXAMPLES: &str = "\
Examples:
  tapis survey export freecell > freecell.csv
  tapis survey export freecell --format jsonl --where 'verdict = impossible' -o impossible.jsonl";

/// Write the rows as CSV or as JSON lines
///
/// Rows come in the order of their seeds. CSV is as in RFC 4180, with the names of the columns on the first line; a
/// row without a value in a column has nothing there, in JSON null. The Parquet files themselves open in pandas,
/// Polars, DuckDB and Spark.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder of the dataset
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The form of the rows
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,
    /// Only rows that meet this condition; see `tapis survey find --help`
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Values separated by commas
    Csv,
    /// One JSON object per line
    Jsonl,
}

pub(super) fn run(args: &Args) -> Result<Exit, Fault> {
    let Some(path) = &args.output else {
        let mut out = output::stdout();
        args.write(&mut out)?;
        out.flush()?;
        return Ok(Exit::Yes);
    };
    let mut result = Ok(());
    atomic_file::write(path, |mut out| {
        result = args.write(&mut out);
        // An error of the dataset leaves no file; it is reported below.
        if result.is_err() { Err(io::ErrorKind::Other.into()) } else { Ok(()) }
    })
    .or_else(|fault| result.and(Err(fault)))?;
    Ok(Exit::Yes)
}

impl Args {
    fn write(&self, out: &mut impl Write) -> Result<(), Fault> {
        let games = open(&self.folder)?;
        let filters = games.iter().map(|game| filter(game, self.condition.as_deref()));
        let filters = filters.collect::<Result<Vec<_>, _>>()?;
        let mut titles: Option<Vec<String>> = None;
        for (game, filter) in games.iter().zip(&filters) {
            for_each_row(game, filter.as_ref(), |cells| {
                match self.format {
                    Format::Jsonl => json(&cells, out)?,
                    Format::Csv => {
                        title(&mut titles, &cells, out)?;
                        csv_line(cells.iter().map(|(_, cell)| field(cell)), out)?;
                    }
                }
                Ok(true)
            })?;
        }
        Ok(())
    }
}

/// Writes the names of the columns before the first row. A table has one set of columns.
fn title(
    titles: &mut Option<Vec<String>>,
    cells: &NamedCells<'_>,
    out: &mut impl Write,
) -> Result<(), Fault> {
    let is_same =
        |titles: &Vec<String>| titles.iter().map(String::as_str).eq(cells.iter().map(|(name, _)| *name));
    match titles {
        Some(titles) if is_same(titles) => Ok(()),
        Some(_) => {
            Err(Fault::data("the games have different columns; give the folder game=… of one of them"))
        }
        None => {
            let names: Vec<String> = cells.iter().map(|(name, _)| (*name).to_owned()).collect();
            csv_line(names.iter().cloned(), out)?;
            *titles = Some(names);
            Ok(())
        }
    }
}

fn csv_line(fields: impl Iterator<Item = String>, out: &mut impl Write) -> io::Result<()> {
    let line: Vec<String> = fields.collect();
    write!(out, "{}\r\n", line.join(","))
}

/// A value as a field of CSV.
fn field(cell: &Cell<'_>) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Whole(number) => number.to_string(),
        Cell::Real(number) => number.to_string(),
        Cell::Text(text) if text.contains([',', '"', '\n', '\r']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Cell::Text(text) => text.to_string(),
    }
}
