//! `tapis words remove`: a change of the word list.

use super::change::{Change, ChangeArgs};
use crate::exit::{Exit, Fault};

/// Take words out of a word list
///
/// Without --dictionary your own list is changed: `words.lex` or `words.txt` in Tapis's data folder. If you have none,
/// the list that is used otherwise is copied there first; lists of the system stay as they are. A text stays a text, with
/// its other lines untouched.
///
/// Exit code 0: the words are not in the list, whether they were before or not.
#[derive(clap::Args)]
#[command(after_long_help = "Example:\n  tapis words remove zythum --dictionary words.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    change: ChangeArgs,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    args.change.carry_out(Change::Remove)
}
