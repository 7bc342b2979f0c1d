//! `tapis words bag`: the letters that letter rummy is played with.

use std::io::Write;

use rummy::LetterBag;

use crate::dictionary::DictionaryArgs;
use crate::exit::{Exit, Fault};
use crate::output;

/// Print the bag of letters that letter rummy takes for a dictionary
///
/// A line for each letter and how many tiles there are of it, `*` being the joker. From A to Z it is the bag of the French
/// game; in another alphabet it has as many tiles, by the frequency of the letters in the words. Change the lines as you
/// like and give the file to `tapis rummy play letters --bag FILE`.
///
/// Exit code 0.
#[derive(clap::Args)]
#[command(after_long_help = "Example:\n  tapis words bag --dictionary spanish.lex > bag.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    dictionary: DictionaryArgs,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let words = args.dictionary.load()?;
    let mut out = output::stdout();
    write!(out, "{}", LetterBag::of(&words).to_text(words.alphabet()))?;
    out.flush()?;
    Ok(Exit::Yes)
}
