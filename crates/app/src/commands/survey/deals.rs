//! The deals of a survey: a range, a sample of it, or a list of seeds.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use patience::{DealRange, Rules};
use survey::{DealList, deals_of, sample};

use super::row_args::RowArgs;
use crate::exit::Fault;
use crate::input;

/// The most deals that are drawn: their numbers are held in memory.
const LARGEST_SAMPLE: u64 = 10_000_000;

/// Which deals.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct DealsArgs {
    /// GAME.FIRST..LAST; GAME alone with --seeds; FIRST..LAST alone with --rules
    #[arg(value_name = "DEALS")]
    name: Option<String>,
    /// Draw this many deals of the range, 10,000,000 at most
    #[arg(long, value_name = "N", conflicts_with = "seeds")]
    sample: Option<u64>,
    /// Draw another sample: each number gives its own, the same on every machine
    #[arg(long, value_name = "N", default_value = "1", requires = "sample")]
    random_seed: u64,
    /// Read the seeds from this file (`-`: standard input): one seed or one range FIRST..LAST per line; `#` begins a
    /// comment
    #[arg(long, value_name = "FILE")]
    seeds: Option<PathBuf>,
}

impl DealsArgs {
    /// The deals, ascending, each once.
    pub(super) fn deals(&self, rows: &RowArgs) -> Result<DealList, Fault> {
        let name = self.name.as_deref();
        if let Some(path) = &self.seeds {
            if let Some((game, _)) = name.and_then(|name| name.split_once('.')) {
                return Err(Fault::usage(format!("--seeds names the deals; give the game alone: {game}")));
            }
            return listed(&rows.game(name.filter(|_| rows.rules.is_none()))?, path);
        }
        let (game, seeds) = match (name, &rows.rules) {
            (None, _) => return Err(Fault::usage("which deals? Give them as GAME.FIRST..LAST")),
            (Some(seeds), Some(_)) => (None, seeds),
            (Some(name), None) => {
                let split =
                    name.split_once('.').filter(|(game, _)| !game.chars().all(|c| c.is_ascii_digit()));
                let split = split.map(|(game, seeds)| (Some(game), seeds));
                split.ok_or_else(|| {
                    Fault::usage(format!("`{name}` names no deals; give them as GAME.FIRST..LAST"))
                })?
            }
        };
        let range = DealRange::of(rows.game(game)?, seeds).map_err(Fault::usage)?;
        self.sample.map_or_else(|| Ok(range.clone().into()), |count| self.drawn(&range, count))
    }

    fn drawn(&self, DealRange { rules, first, last }: &DealRange, count: u64) -> Result<DealList, Fault> {
        let (first, last) = (first.number(), last.number());
        if count > LARGEST_SAMPLE {
            return Err(Fault::usage(format!(
                "--sample {count}: at most {LARGEST_SAMPLE} deals are drawn, since each is held in memory"
            )));
        }
        let drawn = sample(&(first..=last), count, self.random_seed).ok_or_else(|| {
            Fault::usage(format!("--sample {count}: the range has only {} deals", last - first + 1))
        })?;
        let seeds = drawn.into_iter().map(|seed| seed..=seed).collect();
        deals_of(rules, seeds)
            .map_err(Fault::usage)?
            .ok_or_else(|| Fault::usage("--sample: one deal at least must be drawn"))
    }
}

/// The deals of a list of seeds.
fn listed(rules: &Rules, path: &Path) -> Result<DealList, Fault> {
    let text = input::text(path)?;
    let file = if path == Path::new("-") { "standard input".into() } else { path.display().to_string() };
    let seeds = read_seeds(rules, &text).map_err(|(line, fault)| fault.in_line(&file, line))?;
    let deals = deals_of(rules, seeds).map_err(Fault::data)?;
    deals.ok_or_else(|| Fault::data(format!("{file}: the list names no deal")))
}

/// The seeds of a text, one or a range of them per line. A fault comes with its line.
fn read_seeds(rules: &Rules, text: &str) -> Result<Vec<RangeInclusive<u64>>, (usize, Fault)> {
    let mut seeds = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or(line).trim();
        if !line.is_empty() {
            let range = DealRange::of(rules.clone(), line);
            let DealRange { first, last, .. } = range.map_err(|error| (number, Fault::usage(error)))?;
            seeds.push(first.number()..=last.number());
        }
    }
    Ok(seeds)
}
