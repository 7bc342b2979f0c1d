//! `tapis deal`: shows deals.

use std::io::Write;

use patience::{Card, Column, Face, Rules, Seed, Table};
use serde::Serialize;

use crate::exit::{Exit, Fault};
use crate::output;
use crate::source::{SourceArgs, Sources};

const EXAMPLES: &str = "\
Examples:
  tapis deal FreeCell.123456
  tapis deal st.1..1000 --json
  tapis deal --ms 617 --board > deal617.txt
  tapis deal --deal deal617.txt";

/// Show a deal, or a range of deals
///
/// Games: FreeCell (fc), Seahaven (st), MidnightOil (mo), BakersDozen (bd), BakersGame (bg), EightOff (eo),
/// SeahavenRelaxed (sr), FreeCell0 to FreeCell8 (fc0 to fc8), MicrosoftFreeCell (ms). The deals are those of
/// xpat2 for the same number; those of ms are the numbered deals of Windows and of FreeCell Pro, 1 to 8,589,934,591.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// GAME.SEED or GAME.FIRST..LAST
    #[arg(value_name = "DEAL")]
    deal: Option<String>,
    #[command(flatten)]
    source: SourceArgs,
    /// Letters instead of suit signs and colour
    #[arg(long, conflicts_with_all = ["json", "as_board"])]
    ascii: bool,
    /// As a board file that solvers of these games read
    #[arg(long = "board", conflicts_with = "json")]
    as_board: bool,
    /// One JSON object per line, cards as numbers
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let mut out = output::stdout();
    match args.source.several(args.deal.as_deref())? {
        Sources::Board(deal) => show(&mut out, args, deal.rules(), None, deal.table())?,
        Sources::Deals(range) => {
            for seed in range.seeds() {
                show(&mut out, args, &range.rules, Some(seed), &range.rules.deal(seed))?;
            }
        }
    }
    out.flush()?;
    Ok(Exit::Yes)
}

fn show(
    out: &mut impl Write,
    args: &Args,
    rules: &Rules,
    seed: Option<Seed>,
    table: &Table,
) -> Result<(), Fault> {
    if args.json {
        output::json_line(out, &Deal::new(rules, seed, table))?;
    } else {
        let name = name(rules, seed);
        if args.as_board {
            write!(out, "# {name}\n{}", table.to_board())?;
        } else {
            let face = if args.ascii { Face::Ascii } else { Face::Colour };
            writeln!(out, "{name}\n{}", table.picture(face))?;
        }
    }
    Ok(())
}

/// `FreeCell.123`, or the game alone where the table has no number.
pub(crate) fn name(rules: &Rules, seed: Option<Seed>) -> String {
    seed.map_or_else(|| rules.name().to_owned(), |seed| format!("{}.{}", rules.name(), seed.number()))
}

/// A table as JSON.
#[derive(Serialize)]
struct Deal<'t> {
    game: &'t str,
    seed: Option<u64>,
    columns: Vec<Vec<u8>>,
    cells: Vec<u8>,
    foundations: [u8; 4],
}

impl<'t> Deal<'t> {
    fn new(rules: &'t Rules, seed: Option<Seed>, table: &Table) -> Self {
        let numbers = |cards: &[Card]| cards.iter().map(|card| card.number()).collect();
        Self {
            game: rules.name(),
            seed: seed.map(Seed::number),
            columns: table.columns().iter().map(Column::as_slice).map(numbers).collect(),
            cells: numbers(table.cells()),
            foundations: table.foundations(),
        }
    }
}
