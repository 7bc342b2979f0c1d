//! `tapis words has`: is it a word?

use std::io::{self, Write};

use lexicon::{Automaton, Lexicon, Pattern};
use serde::Serialize;

use super::questions;
use crate::dictionary::DictionaryArgs;
use crate::exit::{Exit, Fault};
use crate::output;

/// So many fitting words are shown.
const SHOWN: usize = 20;

/// Say whether words are in the dictionary; * stands for any one letter
///
/// Exit code 0: every pattern fits some word. 1: one of them fits none.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Words to look up (`-`: one per line from standard input)
    #[arg(required = true, value_name = "PATTERN")]
    patterns: Vec<String>,
    #[command(flatten)]
    dictionary: DictionaryArgs,
    /// One JSON object per pattern: whether a word fits, and how many do
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    pattern: &'a str,
    member: bool,
    matches: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let words = args.dictionary.load()?;
    let mut all = true;
    questions::put(&args.patterns, output::stdout(), |out, text| {
        let pattern = words.alphabet().pattern(text);
        let matches = pattern.as_ref().map_or(0, |pattern| words.matches(pattern));
        all &= matches > 0;
        let error = pattern.as_ref().err().map(ToString::to_string);
        if args.json {
            return output::json_line(out, &Answer { pattern: text, member: matches > 0, matches, error });
        }
        match (pattern, error) {
            (Ok(pattern), _) if matches > 0 => show(out, text, &words, &pattern, matches),
            (_, Some(error)) => writeln!(out, "{text}: no, {error}"),
            _ => writeln!(out, "{text}: no"),
        }
    })?;
    Ok(if all { Exit::Yes } else { Exit::No })
}

fn show(
    out: &mut impl Write,
    text: &str,
    words: &Automaton,
    pattern: &Pattern,
    matches: usize,
) -> io::Result<()> {
    write!(out, "{text}: yes, {matches}:")?;
    let mut walk = words.matching(pattern);
    for _ in 0..SHOWN {
        let Some(word) = walk.next_word() else { break };
        write!(out, " {}", words.alphabet().spelled(word))?;
    }
    writeln!(out, "{}", if matches > SHOWN { " …" } else { "" })
}
