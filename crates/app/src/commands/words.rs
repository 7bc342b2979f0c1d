//! `tapis words`: word lists, without a game.

mod add;
mod anagrams;
mod bag;
mod build;
mod change;
mod has;
mod list;
mod questions;
mod remove;

use crate::exit::{Exit, Fault};

const EXAMPLES: &str = "\
Examples:
  tapis words build /usr/share/dict/french -o ~/.local/share/tapis/words.lex
  tapis words build /usr/share/dict/spanish --alphabet es -o spanish.lex
  tapis words add tapis
  tapis words has 'CA*TON'
  tapis words anagrams 'EIMRST*' --min 6
  tapis words has --dictionary words.lex --json - < patterns.txt";

/// Look words up, with jokers, and make words of letters
///
/// Words are written in the letters of the list's alphabet, A to Z unless --alphabet says otherwise: accents, cedillas,
/// strokes and ligatures are folded (ÉLÈVE = ELEVE, ŒUF = OEUF, ŁÓDŹ = LODZ), in the list and in what is asked. `*` stands for any one letter. Words have 3 letters or more.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Words,
}

#[derive(clap::Subcommand)]
enum Words {
    Build(build::Args),
    Add(add::Args),
    Remove(remove::Args),
    List(list::Args),
    Has(has::Args),
    Anagrams(anagrams::Args),
    Bag(bag::Args),
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    match &args.command {
        Words::Build(args) => build::run(args),
        Words::Add(args) => add::run(args),
        Words::Remove(args) => remove::run(args),
        Words::List(args) => list::run(args),
        Words::Has(args) => has::run(args),
        Words::Anagrams(args) => anagrams::run(args),
        Words::Bag(args) => bag::run(args),
    }
}
