//! `tapis rummy rules`: the numbers of a rule set that house rules may change.

use std::io::Write;
use std::path::PathBuf;

use super::rules_args::{RuleSet, RulesArgs};
use crate::exit::{Exit, Fault};
use crate::output;

const EXAMPLES: &str = "\
Examples:
  tapis rummy rules rummikub > mine.toml
  tapis rummy play rummikub --players Ana,ai:normal --rules-file mine.toml";

/// Print a rule set as TOML, to be changed and given to --rules-file
///
/// With --rules-file, prints the rules with the changes of that file. A key that is left out has its usual value; an
/// unknown key is an error with its line. Saved games carry the house rules; the classic format does not.
///
/// Exit code 0.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The rule set
    rules: RuleSet,
    /// House rules to print whole
    #[arg(long, value_name = "FILE")]
    rules_file: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let house = RulesArgs::house_rules_in(args.rules_file.as_deref(), args.rules)?;
    let mut out = output::stdout();
    write!(out, "{}", house.to_toml())?;
    out.flush()?;
    Ok(Exit::Yes)
}
