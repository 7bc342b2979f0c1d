//! The options that can change the rows of a survey.

use std::num::NonZero;
use std::path::PathBuf;

use patience::{Extras, Rules};
use survey::{DealScope, Limits};

use crate::exit::Fault;
use crate::input;
use crate::limits::{parse_bytes, parse_nodes};
use crate::source::{PlayArgs, named_game};

/// Everything besides the seeds that can change a row.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct RowArgs {
    /// Take the measures of difficulty too, which takes longer than the verdict
    #[arg(long)]
    pub(super) rate: bool,
    /// Keep the solutions, as lines of a solution file
    #[arg(long)]
    solutions: bool,
    /// Give a deal up after this many positions
    #[arg(long, value_name = "N", value_parser = parse_nodes, default_value = "10000000")]
    nodes: u64,
    /// Give a deal up that needs more memory than this. All threads share it: a deal that needs more than the share of
    /// a thread is worked on alone
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, default_value = "1G")]
    memory: usize,
    /// Play the game described in this TOML file
    #[arg(long, value_name = "FILE", conflicts_with = "xpat2_rules")]
    pub(super) rules: Option<PathBuf>,
    #[command(flatten)]
    play: PlayArgs,
    /// The most rows of a chunk [default: 10000, with --rate 1000]
    #[arg(long, value_name = "N", value_parser = parse_rows)]
    chunk_rows: Option<NonZero<u64>>,
}

fn parse_rows(text: &str) -> Result<NonZero<u64>, String> {
    text.parse().map_err(|_| "a chunk has one row at least".to_owned())
}

impl RowArgs {
    /// The findings about each deal, and their limits.
    pub(super) fn scope(&self) -> DealScope {
        let limits = Limits { nodes: Some(self.nodes), memory: self.memory as u64, time_ms: None };
        DealScope { limits, rate: self.rate, solutions: self.solutions }
    }

    /// The most rows of a chunk.
    pub(super) fn chunk_rows(&self) -> NonZero<u64> {
        let usual = if self.rate { 1000 } else { 10_000 };
        self.chunk_rows.unwrap_or(NonZero::new(usual).expect("chunks have rows"))
    }

    /// The options as words of a line for `tapis survey batch`, each after a blank; all that can change a row are
    /// written.
    pub(super) fn words(&self) -> Result<String, Fault> {
        let rules = self.rules.as_deref().map(|path| path.display().to_string());
        if rules.as_ref().is_some_and(|path| path.contains(char::is_whitespace)) {
            return Err(Fault::usage("--batches: the path of the rules file has a blank; rename the file"));
        }
        let of = [
            Some(format!(" --nodes {} --memory {}", self.nodes, self.memory)),
            Some(format!(" --chunk-rows {}", self.chunk_rows())),
            self.rate.then(|| " --rate".to_owned()),
            self.solutions.then(|| " --solutions".to_owned()),
            rules.map(|path| format!(" --rules {path}")),
            Some(self.play.words()),
        ];
        Ok(of.into_iter().flatten().collect())
    }

    /// The game of this name, or the one of the rules file, as the options play it.
    pub(super) fn game(&self, name: Option<&str>) -> Result<Rules, Fault> {
        let rules = match (&self.rules, name) {
            (Some(path), _) => Rules::from_toml(&input::text(path)?)
                .map_err(|error| Fault::data(format!("{}: {error}", path.display())))?,
            (None, Some(name)) => named_game(name)?,
            (None, None) => return Err(Fault::usage("which game? Give it as GAME.FIRST..LAST")),
        };
        let rules = self.play.play(rules)?;
        if self.rate && rules.play().extras != Extras::NONE {
            return Err(Fault::usage("--rate is for games without redeals and rotations"));
        }
        Ok(rules)
    }
}
