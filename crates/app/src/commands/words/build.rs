//! `tapis words build`: a list made small and fast.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use lexicon::{LONGEST, Lexicon, Reading};
use serde::Serialize;

use crate::dictionary::{self, AlphabetArgs, Dictionary, SHORTEST};
use crate::exit::{Exit, Fault};
use crate::play::is_same;
use crate::{atomic_file, output};

const EXAMPLES: &str = "\
Examples:
  tapis words build /usr/share/dict/french -o words.lex
  tapis words build /usr/share/dict/spanish --alphabet es -o spanish.lex
  tapis words build /usr/share/dict/ngerman --alphabet de --keep-capitals -o german.lex";

/// Make a small, fast dictionary of a word list
///
/// The list is a text with one word per line, in UTF-8 or Latin-1. Accents, cedillas and ligatures are folded to A to Z, or
/// to the letters of --alphabet, in which Ñ may be a letter of its own; the file carries its alphabet.
/// Left out and counted are names (words with a capital, unless the list is in capitals throughout), words
/// with other characters than letters, and words that are too short or too long. The file is checked
/// whenever it is used: truncated or altered, it is refused. The list itself is never overwritten.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The word list (`-`: standard input)
    list: PathBuf,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Leave out words of fewer letters
    #[arg(long, value_name = "N", default_value_t = SHORTEST as u64, value_parser = clap::value_parser!(u64).range(1..=LONGEST as u64))]
    min: u64,
    /// Take words with a capital like any other: German writes every noun with one. Names are then taken too
    #[arg(long)]
    keep_capitals: bool,
    #[command(flatten)]
    alphabet: AlphabetArgs,
    /// Report as a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Built {
    words: usize,
    longest: usize,
    nodes: usize,
    bytes: usize,
    lines: usize,
    /// Words that were there already, most of them with other accents.
    again: usize,
    left_out: LeftOut,
}

#[derive(Serialize)]
struct LeftOut {
    names: usize,
    other: usize,
    short: usize,
    long: usize,
}

impl Built {
    fn new(dictionary: &Dictionary) -> Self {
        let words = &dictionary.words;
        let report = dictionary.report.clone().unwrap_or_default();
        Self {
            words: words.len(),
            longest: words.longest(),
            nodes: words.nodes(),
            bytes: words.size(),
            lines: report.lines,
            again: report.taken.saturating_sub(words.len()),
            left_out: LeftOut {
                names: report.names,
                other: report.other,
                short: report.short,
                long: report.long,
            },
        }
    }

    fn in_words(&self, out: &mut dyn Write, has_report: bool) -> io::Result<()> {
        let Self { words, longest, nodes, bytes, lines, again, left_out } = self;
        let LeftOut { names, other, short, long } = left_out;
        writeln!(out, "{words} words of up to {longest} letters in {nodes} nodes, {bytes} bytes")?;
        if has_report {
            writeln!(
                out,
                "of {lines} lines left out: {names} with capitals, {other} with other characters, {short} short, \
                 {long} long; {again} the same as others once folded"
            )?;
        }
        Ok(())
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    if is_one_file(&args.list, &args.output) {
        return Err(Fault::usage(format!("-o {} would overwrite the list", args.output.display())));
    }
    let reading =
        Reading { shortest: args.min as usize, keep_capitals: args.keep_capitals, ..Reading::default() };
    let dictionary = dictionary::open_with(&args.list, &reading, args.alphabet.get()?)?;
    atomic_file::write(&args.output, |out| dictionary.words.write_to(out))?;
    let built = Built::new(&dictionary);
    output::print(args.json, &built, |out| built.in_words(out, dictionary.report.is_some()))?;
    Ok(Exit::Yes)
}

/// Is the list, which may come from standard input, the file to write, under this or another name?
fn is_one_file(list: &Path, output: &Path) -> bool {
    let list = if list == Path::new("-") { Path::new("/dev/stdin") } else { list };
    let is_file = std::fs::metadata(list).is_ok_and(|file| file.is_file());
    is_file && (is_same(list, output) || has_one_inode(list, output))
}

/// Do two names lead to one file by hard links?
#[cfg(unix)]
fn has_one_inode(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let inode = |path: &Path| std::fs::metadata(path).map(|file| (file.dev(), file.ino())).ok();
    inode(one).is_some() && inode(one) == inode(other)
}

#[cfg(not(unix))]
fn has_one_inode(_one: &Path, _other: &Path) -> bool {
    false
}
