//! Which dictionary a command uses: the one that was named, or one found in the usual places.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use directories::ProjectDirs;
use lexicon::{Alphabet, Automaton, Lexicon, ListError, MapError, Reading, Report, WordList};
use rummy::Vocabulary;
use session::WordLists;
use tui::WordSource;

use crate::exit::Fault;
use crate::input;

/// Games form no words shorter than this.
pub(crate) const SHORTEST: usize = 3;

/// `--dictionary`.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct DictionaryArgs {
    /// The words to use: a text with one word per line (UTF-8 or Latin-1; accents are folded, names and words
    /// with other characters than letters left out), or what `tapis words build` made of one. Without it a
    /// list is looked for in the usual places
    #[arg(long, value_name = "FILE")]
    pub(crate) dictionary: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) alphabet: AlphabetArgs,
}

/// `--alphabet`.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct AlphabetArgs {
    /// The letters that a text is read in: a language (bg ca da de el en eo es et fi fr hr is it lt nb nl pl pt ru sv tr),
    /// or a file with up to 32 letters in order and blanks between them. Other characters are folded to these letters. What
    /// `tapis words build` made has its alphabet in it [default: A to Z]
    #[arg(long, value_name = "LANGUAGE|FILE")]
    alphabet: Option<String>,
}

impl AlphabetArgs {
    /// The alphabet that was named, if one was.
    pub(crate) fn get(&self) -> Result<Option<Alphabet>, Fault> {
        self.alphabet.as_deref().map(named_alphabet).transpose()
    }
}

/// The alphabet of a language, or of a file.
fn named_alphabet(name: &str) -> Result<Alphabet, Fault> {
    if let Some(alphabet) = Alphabet::of_language(name) {
        return Ok(alphabet);
    }
    let path = Path::new(name);
    if !path.exists() {
        let languages: Vec<&str> = Alphabet::languages().collect();
        return Err(Fault::usage(format!(
            "--alphabet {name}: neither a file nor one of the languages {}",
            languages.join(" ")
        )));
    }
    input::text(path)?.parse().map_err(|error| Fault::data(format!("{name}: {error}")))
}

impl DictionaryArgs {
    /// Is one of the options given?
    pub(crate) fn is_given(&self) -> bool {
        self.dictionary.is_some() || self.alphabet.alphabet.is_some()
    }

    /// Loads the dictionary that was named; or finds one, and says on stderr which.
    pub(crate) fn load(&self) -> Result<Automaton, Fault> {
        let alphabet = self.alphabet.get()?;
        if let Some(path) = &self.dictionary {
            return Ok(open(path, alphabet)?.words);
        }
        let path = find(&usual_places())?;
        let words = open(&path, alphabet)?.words;
        anstream::eprintln!("tapis: words from {} ({} words)", path.display(), words.len());
        Ok(words)
    }

    /// The file that was named, or the one that is found, where it can be found again.
    pub(crate) fn source(&self) -> Option<WordSource> {
        let named = self.dictionary.clone().or_else(|| find(&usual_places()).ok())?;
        let file = named.canonicalize().ok()?;
        Some(WordSource { file, alphabet: self.alphabet.alphabet.clone() })
    }

    /// The options that name a word list again.
    pub(crate) fn of(source: &WordSource) -> Self {
        let alphabet = AlphabetArgs { alphabet: source.alphabet.clone() };
        Self { dictionary: Some(source.file.clone()), alphabet }
    }

    /// Loads the dictionary that was named, or finds one, and says nothing: a game has the screen.
    pub(crate) fn load_quietly(&self) -> Result<Automaton, Fault> {
        let found = if self.dictionary.is_none() { Some(find(&usual_places())?) } else { None };
        let path = found.as_deref().or(self.dictionary.as_deref()).unwrap_or(Path::new("-"));
        Ok(open(path, self.alphabet.get()?)?.words)
    }
}

/// The words that a saved game was played with.
pub(crate) struct Words<'a>(pub(crate) &'a DictionaryArgs);

impl WordLists for Words<'_> {
    fn words(&self, _: Option<&str>) -> Result<Arc<Vocabulary>, String> {
        let words = self.0.load().map_err(|fault| fault.to_string())?;
        Ok(Arc::new(Vocabulary::new(words)))
    }
}

/// A dictionary from a file.
pub(crate) struct Dictionary {
    /// Its words.
    pub(crate) words: Automaton,
    /// How its lines were read, if it was a text.
    pub(crate) report: Option<Report>,
}

/// Opens a list or a stored automaton, distinguished by the contents of the file; `-` is standard input.
pub(crate) fn open(path: &Path, alphabet: Option<Alphabet>) -> Result<Dictionary, Fault> {
    open_with(path, &Reading { shortest: SHORTEST, ..Reading::default() }, alphabet)
}

/// Opens a list, read in this way and in the alphabet that was named, or a stored automaton, which has an alphabet.
pub(crate) fn open_with(
    path: &Path,
    reading: &Reading,
    named: Option<Alphabet>,
) -> Result<Dictionary, Fault> {
    let reading = Reading { alphabet: named.clone().unwrap_or_default(), ..reading.clone() };
    let dictionary = open_file(path, &reading)?;
    match named {
        Some(alphabet) if alphabet != *dictionary.words.alphabet() => {
            let path = path.display();
            Err(Fault::usage(format!("{path} was built in another alphabet; leave out --alphabet")))
        }
        _ => Ok(dictionary),
    }
}

fn open_file(path: &Path, reading: &Reading) -> Result<Dictionary, Fault> {
    if path == Path::new("-") {
        return read(path, io::stdin().lock(), None, reading);
    }
    let unreadable = |error| Fault::cannot_read(path, &error);
    let file = File::open(path).map_err(unreadable)?;
    let regular = file.metadata().map_err(unreadable)?.is_file();
    let to_map = if regular { Some(file.try_clone().map_err(unreadable)?) } else { None };
    read(path, BufReader::with_capacity(1 << 16, file), to_map, reading)
}

/// Reads a list, or a stored automaton; that one is rather mapped where it is a file.
fn read(
    path: &Path,
    mut input: impl BufRead,
    to_map: Option<File>,
    reading: &Reading,
) -> Result<Dictionary, Fault> {
    let unreadable = |error| Fault::cannot_read(path, &error);
    let unsound = |error: &dyn std::fmt::Display| Fault::data(format!("{}: {error}", path.display()));
    if Automaton::is_stored_in(input.fill_buf().map_err(unreadable)?) {
        let words = stored(input, to_map).map_err(|error| match error {
            MapError::Map(error) => unreadable(error),
            MapError::Format(error) => unsound(&error),
        })?;
        return Ok(Dictionary { words, report: None });
    }
    let (list, report) = WordList::read(input, reading).map_err(|error| match error {
        ListError::Read { error, .. } => unreadable(error),
        other => unsound(&other),
    })?;
    if list.is_empty() {
        return Err(unsound(&format_args!("no words in it ({} lines left out)", report.left_out())));
    }
    let words = Automaton::from_list(&list).map_err(|error| unsound(&error))?;
    Ok(Dictionary { words, report: Some(report) })
}

fn stored(input: impl Read, to_map: Option<File>) -> Result<Automaton, MapError> {
    if let Some(file) = to_map {
        return Automaton::map(&file);
    }
    let mut bytes = Vec::new();
    input.take(MOST_STORED).read_to_end(&mut bytes)?;
    Ok(Automaton::from_bytes(&bytes)?)
}

/// No stored automaton is larger.
const MOST_STORED: u64 = 256 << 20;

/// The first of these places that is a file.
fn find(places: &[PathBuf]) -> Result<PathBuf, Fault> {
    places.iter().find(|place| place.is_file()).cloned().ok_or_else(|| {
        let looked: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
        Fault::no_input(format!(
            "no word list found: name one with --dictionary FILE, or install one (Debian, Ubuntu: apt install \
             wfrench; Fedora: dnf install words; Arch: pacman -S words); looked for {}",
            looked.join(", ")
        ))
    })
}

/// A list that is to be changed.
pub(crate) struct Source {
    /// The words before.
    pub(crate) from: PathBuf,
    /// Where the changed list goes: the same file, or the user's own list.
    pub(crate) to: PathBuf,
}

/// The list to change: the one that was named, or the user's own, which begins as a copy of the list in use.
pub(crate) fn to_change(named: Option<&Path>) -> Result<Source, Fault> {
    if let Some(path) = named {
        let is_file = path != Path::new("-");
        let source = Source { from: path.to_owned(), to: path.to_owned() };
        return if is_file { Ok(source) } else { Err(Fault::usage("only a file can be changed")) };
    }
    let from = find(&usual_places())?;
    let own = own_places();
    if own.contains(&from) {
        return Ok(Source { to: from.clone(), from });
    }
    let to = own.into_iter().next().ok_or_else(|| Fault::no_input("the home folder is not known"))?;
    anstream::eprintln!("tapis: the words of {} are copied to {}", from.display(), to.display());
    Ok(Source { from, to })
}

/// Where the user's own list may be.
fn own_places() -> Vec<PathBuf> {
    let folders = ProjectDirs::from("", "", "tapis").into_iter();
    folders.flat_map(|folders| ["words.lex", "words.txt"].map(|name| folders.data_dir().join(name))).collect()
}

/// Where word lists usually are: the user's own first, French before others.
fn usual_places() -> Vec<PathBuf> {
    let system = ["/usr/share/dict", "/usr/local/share/dict"]
        .iter()
        .flat_map(|folder| ["french", "words"].map(|name| Path::new(folder).join(name)));
    own_places().into_iter().chain(system).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_place_with_a_file_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let (empty, list) = (folder.path().join("none"), folder.path().join("words"));
        std::fs::write(&list, "bords\n").unwrap();
        let found = find(&[empty, folder.path().to_owned(), list.clone()]).unwrap();
        assert_eq!(found, list);
    }

    #[test]
    fn a_missing_list_says_which_package_brings_one() {
        let fault = format!("{:?}", find(&[PathBuf::from("/nowhere/words")]).unwrap_err());
        assert!(
            fault.contains("wfrench") && fault.contains("--dictionary") && fault.contains("/nowhere/words")
        );
    }
}
