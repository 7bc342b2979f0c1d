//! `tapis words list`: the words of a dictionary.

use std::io::{self, Write};
use std::ops::ControlFlow;

use lexicon::{Alphabet, Filter, Graph, Lexicon, NotAWord, Pattern, Walk};
use serde::Serialize;

use crate::dictionary::DictionaryArgs;
use crate::exit::{Exit, Fault};
use crate::output;

/// List words in alphabetical order
///
/// Exit code 0: there are some. 1: there is none.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    dictionary: DictionaryArgs,
    /// Only words that fit, `*` standing for any one letter
    #[arg(long, value_name = "PATTERN", conflicts_with = "begin")]
    fit: Option<String>,
    /// Only words that begin like this
    #[arg(long, value_name = "PATTERN")]
    begin: Option<String>,
    /// One JSON object per word
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    word: String,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let words = args.dictionary.load()?;
    let alphabet = words.alphabet();
    let read = |text: &str| pattern(alphabet, text);
    let fit = args.fit.as_deref().map(read).transpose()?;
    let begin = args.begin.as_deref().map(read).transpose()?;
    let mut out = output::stdout();
    let count = match (fit, begin) {
        (Some(fit), _) => print(&mut out, alphabet, words.matching(&fit), args.json),
        (None, Some(begin)) => print(&mut out, alphabet, words.words_beginning(&begin), args.json),
        (None, None) => print(&mut out, alphabet, words.words(), args.json),
    }?;
    out.flush()?;
    Ok(if count > 0 { Exit::Yes } else { Exit::No })
}

fn pattern(alphabet: &Alphabet, text: &str) -> Result<Pattern, Fault> {
    alphabet.pattern(text).map_err(|error: NotAWord| Fault::usage(format!("pattern {text}: {error}")))
}

fn print<G: Graph, F: Filter>(
    out: &mut impl Write,
    alphabet: &Alphabet,
    mut walk: Walk<G, F>,
    json: bool,
) -> io::Result<usize> {
    let mut count = 0;
    let end = walk.try_for_each(|word| {
        count += 1;
        let word = alphabet.spelled(word);
        let written = if json {
            output::json_line(out, &Entry { word: word.to_string() })
        } else {
            writeln!(out, "{word}")
        };
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    });
    end.break_value().map_or(Ok(count), Err)
}
