//! `tapis words anagrams`: which words can be made of these letters.

use std::cmp::Reverse;
use std::io::{self, Write};

use lexicon::{Automaton, LONGEST, Lexicon, Rack, Tally, Word};
use serde::Serialize;

use super::questions;
use crate::dictionary::{DictionaryArgs, SHORTEST};
use crate::exit::{Exit, Fault};
use crate::output;

/// Make words of some of these letters; * is a joker
///
/// Prints the words, the longest first. Exit code 0: every set of letters makes some word. 1: one of them
/// makes none.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Sets of letters (`-`: one per line from standard input)
    #[arg(required = true, value_name = "LETTERS")]
    letters: Vec<String>,
    #[command(flatten)]
    dictionary: DictionaryArgs,
    /// Only words of at least this many letters
    #[arg(long, value_name = "N", default_value_t = SHORTEST as u64, value_parser = clap::value_parser!(u64).range(1..=LONGEST as u64))]
    min: u64,
    /// Only how many words there are
    #[arg(long, conflicts_with = "json")]
    count: bool,
    /// One JSON object per set of letters: how many different words, and the length of the longest
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    letters: &'a str,
    count: usize,
    longest: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let words = args.dictionary.load()?;
    let shortest = args.min as usize;
    let mut all = true;
    questions::put(&args.letters, output::stdout(), |out, text| {
        let rack = words.alphabet().rack(text);
        let tally = rack.as_ref().map_or(Tally::default(), |rack| words.tally(rack, shortest));
        all &= tally.count > 0;
        let Tally { count, longest } = tally;
        match rack {
            rack if args.json => {
                let error = rack.err().map(|error| error.to_string());
                output::json_line(out, &Answer { letters: text, count, longest, error })
            }
            Err(error) => writeln!(out, "{text}: none, {error}"),
            Ok(_) if args.count => writeln!(out, "{text}: {count} words, the longest of {longest} letters"),
            Ok(rack) => print_words(out, &words, &rack, shortest),
        }
    })?;
    Ok(if all { Exit::Yes } else { Exit::No })
}

fn print_words(out: &mut impl Write, words: &Automaton, rack: &Rack, shortest: usize) -> io::Result<()> {
    let mut made = Vec::new();
    words.makings(rack, shortest).for_each(|word| made.extend(Word::new(word)));
    made.sort_by_key(|word| Reverse(word.len()));
    made.iter().try_for_each(|word| writeln!(out, "{}", words.alphabet().spelled(word)))
}
