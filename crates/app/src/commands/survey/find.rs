//! `tapis survey find`: the rows that meet a condition.

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;

use survey::Cell;

use super::dataset::{NamedCells, filter, for_each_row, json, open, seed};
use crate::exit::{Exit, Fault};
use crate::output;

const EXAMPLES: &str = "\
Examples:
  tapis survey find freecell --where 'verdict = solved and difficulty > 80 and moves < 40' --limit 20
  tapis survey find freecell --where 'verdict in (impossible, gave_up)' --json
  tapis survey find freecell --where 'verdict = solved and difficulty between 20 and 40' --limit 1000 --list";

/// Find the deals that meet a condition
///
/// A condition compares columns with values: verdict = solved, moves < 40, difficulty between 20 and 40, reason in
/// (nodes, memory), strategy is null. `and`, `or`, `not` and parentheses join them. Numbers are compared with numbers,
/// words with words; a text with blanks stands in quotes, a quote in it is written twice. A row without a value meets no comparison with it. Files
/// whose statistics rule the condition out are not read.
///
/// Deals come in the order of their seeds. --list prints names alone, which `tapis solve --list` and games read.
///
/// Exit code 0: there are such deals. 1: there are none. 64: the condition makes no sense; the error says at which
/// column of its text.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder of the dataset
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The condition
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// Stop after this many deals
    #[arg(long, value_name = "N")]
    limit: Option<NonZero<u64>>,
    /// Names of deals alone, one GAME.SEED per line
    #[arg(long, conflicts_with = "json")]
    list: bool,
    /// One JSON object per deal
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Fault> {
    let (mut out, mut found) = (output::stdout(), 0);
    let most = args.limit.map_or(u64::MAX, NonZero::get);
    let games = open(&args.folder)?;
    // Whatever is wrong with the condition is said before any row.
    let filters = games.iter().map(|game| filter(game, args.condition.as_deref()));
    let filters = filters.collect::<Result<Vec<_>, _>>()?;
    for (game, filter) in games.iter().zip(&filters) {
        for_each_row(game, filter.as_ref(), |cells| {
            if found < most {
                found += 1;
                args.print(game.name(), &cells, &mut out)?;
            }
            Ok(found < most)
        })?;
    }
    out.flush()?;
    Ok(if found > 0 { Exit::Yes } else { Exit::No })
}

impl Args {
    fn print(&self, game: &str, cells: &NamedCells<'_>, out: &mut impl Write) -> Result<(), Fault> {
        if self.json {
            return Ok(json(cells, out)?);
        }
        write!(out, "{game}.{}", seed(cells).unwrap_or(0))?;
        if !self.list {
            write!(out, ":{}", in_words(cells))?;
        }
        Ok(writeln!(out)?)
    }
}

/// The columns of a row besides those of its name, and without long texts.
fn in_words(cells: &NamedCells<'_>) -> String {
    let shown = cells.iter().filter(|(name, _)| !["game", "digest", "seed", "solution"].contains(name));
    let word = |(name, cell): &(&str, Cell<'_>)| match cell {
        Cell::Empty => None,
        Cell::Whole(number) => Some(format!(" {name} {number}")),
        Cell::Real(number) => Some(format!(" {name} {number}")),
        Cell::Text(text) => Some(format!(" {name} {text}")),
    };
    shown.filter_map(word).collect::<Vec<_>>().join(",")
}
