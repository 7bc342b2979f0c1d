//! A change of a word list, by `tapis words add` and `tapis words remove`.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use lexicon::{Alphabet, Automaton, Builder, Case, Lexicon, Word, word_of_line};
use serde::Serialize;

use crate::dictionary::{self, AlphabetArgs, SHORTEST, Source};
use crate::exit::{Exit, Fault};
use crate::{atomic_file, input, output};

/// The arguments of a change.
#[derive(clap::Args)]
pub(crate) struct ChangeArgs {
    /// The words; accents are folded as in the list
    #[arg(required = true, value_name = "WORD")]
    words: Vec<String>,
    /// The list to change: a text with one word per line, or what `tapis words build` made of one [default: your own
    /// list]
    #[arg(long, value_name = "FILE")]
    dictionary: Option<PathBuf>,
    #[command(flatten)]
    alphabet: AlphabetArgs,
    /// One JSON object per word: whether the list has changed
    #[arg(long)]
    json: bool,
}

/// Is a word put into the list, or taken out of it?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Add,
    Remove,
}

/// A word on the command line.
struct Asked<'a> {
    text: &'a str,
    word: Word,
}

#[derive(Serialize)]
struct Answer {
    word: String,
    changed: bool,
}

impl ChangeArgs {
    /// Changes the list and says of each word whether that made a difference.
    pub(super) fn carry_out(&self, change: Change) -> Result<Exit, Fault> {
        let source = dictionary::to_change(self.dictionary.as_deref())?;
        let words = dictionary::open(&source.from, self.alphabet.get()?)?.words;
        let alphabet = words.alphabet();
        let asked = self.words.iter().map(|text| asked(alphabet, text)).collect::<Result<Vec<_>, _>>()?;
        let mut fresh: Vec<&Asked<'_>> = Vec::new();
        let mut answers = Vec::new();
        for one in &asked {
            let is_there = words.contains(&one.word);
            let is_again = fresh.iter().any(|other| other.word == one.word);
            let changed = is_there == (change == Change::Remove) && !is_again;
            fresh.extend(changed.then_some(one));
            answers.push(Answer { word: alphabet.spelled(&one.word).to_string(), changed });
        }
        if !fresh.is_empty() {
            write(&source, &words, change, &fresh)?;
        }
        self.report(change, &answers)
    }

    fn report(&self, change: Change, answers: &[Answer]) -> Result<Exit, Fault> {
        let mut out = output::stdout();
        for answer in answers {
            let Answer { word, changed } = answer;
            match (change, changed) {
                _ if self.json => output::json_line(&mut out, answer)?,
                (Change::Add, true) => writeln!(out, "{word}: added")?,
                (Change::Add, false) => writeln!(out, "{word}: there already")?,
                (Change::Remove, true) => writeln!(out, "{word}: removed")?,
                (Change::Remove, false) => writeln!(out, "{word}: not there")?,
            }
        }
        out.flush()?;
        Ok(Exit::Yes)
    }
}

fn asked<'a>(alphabet: &Alphabet, text: &'a str) -> Result<Asked<'a>, Fault> {
    let word = alphabet.word(text).map_err(|error| Fault::usage(format!("{text}: {error}")))?;
    if word.len() < SHORTEST {
        return Err(Fault::usage(format!("{text}: words have {SHORTEST} letters or more")));
    }
    Ok(Asked { text, word })
}

/// Writes the changed list. A text that is changed in its place stays a text; its other lines stay as they are.
fn write(source: &Source, words: &Automaton, change: Change, fresh: &[&Asked<'_>]) -> Result<(), Fault> {
    let left_empty = || Fault::usage("no word would be left in the list");
    if source.from == source.to {
        let bytes = input::bytes(&source.from)?;
        if !Automaton::is_stored_in(&bytes) {
            if change == Change::Remove && words.len() == fresh.len() {
                return Err(left_empty());
            }
            let text = changed_text(words.alphabet(), &bytes, change, fresh);
            return atomic_file::write(&source.to, |out| out.write_all(&text));
        }
    }
    let all = changed_set(words, change, fresh);
    if all.is_empty() {
        return Err(left_empty());
    }
    let mut builder = Builder::in_alphabet(words.alphabet().clone());
    let unbuilt = |error| Fault::data(format!("{}: {error}", source.from.display()));
    all.iter().try_for_each(|word| builder.insert(word)).map_err(unbuilt)?;
    let built = builder.finish().map_err(unbuilt)?;
    make_folder(&source.to)?;
    atomic_file::write(&source.to, |out| built.write_to(out))
}

fn make_folder(path: &Path) -> Result<(), Fault> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or(Ok(()), fs::create_dir_all).map_err(|error| Fault::cannot_write(path, &error))
}

fn changed_set(words: &Automaton, change: Change, fresh: &[&Asked<'_>]) -> BTreeSet<Word> {
    let mut all = BTreeSet::new();
    words.words().for_each(|letters| all.extend(Word::new(letters)));
    for asked in fresh {
        match change {
            Change::Add => all.insert(asked.word),
            Change::Remove => all.remove(&asked.word),
        };
    }
    all
}

fn changed_text(alphabet: &Alphabet, bytes: &[u8], change: Change, fresh: &[&Asked<'_>]) -> Vec<u8> {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    match change {
        Change::Add => with_lines(alphabet, bytes, fresh),
        Change::Remove => {
            let is_gone = |line: &&[u8]| {
                word_of_line(alphabet, line)
                    .is_some_and(|(word, _)| fresh.iter().any(|asked| asked.word == word))
            };
            lines.filter(|line| !is_gone(line)).flatten().copied().collect()
        }
    }
}

/// The text with a line for each word at its end. In a list of small letters a capital would make it a name; in a list
/// in capitals throughout, a word in small letters would make names of all the others.
fn with_lines(alphabet: &Alphabet, bytes: &[u8], fresh: &[&Asked<'_>]) -> Vec<u8> {
    let case = |line: &[u8]| {
        word_of_line(alphabet, line).filter(|(word, _)| word.len() >= SHORTEST).map(|(_, case)| case)
    };
    let is_in_capitals = !bytes.split(|&byte| byte == b'\n').any(|line| case(line) == Some(Case::Small));
    let mut text = bytes.to_vec();
    if text.last().is_some_and(|&byte| byte != b'\n') {
        text.push(b'\n');
    }
    for asked in fresh {
        let line = if is_in_capitals {
            alphabet.spelled(&asked.word).to_string()
        } else {
            asked.text.to_lowercase()
        };
        text.extend(line.bytes().chain([b'\n']));
    }
    text
}
