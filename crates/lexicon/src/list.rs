//! Reading a list of words, one per line.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use crate::alphabet::Alphabet;
use crate::letter::Letter;
use crate::word::{LONGEST, NotAWord, Word};

/// The limits within which a list is read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Shorter words are left out.
    pub shortest: usize,
    /// A list with more words than this is refused.
    pub most_words: usize,
    /// A list of more bytes than this is refused.
    pub most_bytes: u64,
    /// Are words with a capital taken like any other, as a language needs that writes its nouns with one?
    pub keep_capitals: bool,
    /// The letters that words are written in; other characters are folded to them.
    pub alphabet: Alphabet,
}

impl Default for Reading {
    /// Words of any length from A to Z, up to ten million of them in a gigabyte.
    fn default() -> Self {
        Self {
            shortest: 1,
            most_words: 10_000_000,
            most_bytes: 1 << 30,
            keep_capitals: false,
            alphabet: Alphabet::LATIN,
        }
    }
}

/// The result of reading a list, line by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// All lines; each of them is counted once below.
    pub lines: usize,
    /// Words taken, each as often as it stood there.
    pub taken: usize,
    /// Lines without anything on them.
    pub blank: usize,
    /// Names and abbreviations: words with a capital in a list of small letters.
    pub names: usize,
    /// Words with other characters than letters.
    pub other: usize,
    /// Words that are too short.
    pub short: usize,
    /// Words of more than [`LONGEST`] letters, and lines too long to be a word.
    pub long: usize,
    /// Lines that were not UTF-8 and were read as Latin-1, taken or not.
    pub latin1: usize,
}

impl Report {
    /// The number of lines that were left out, without the blank ones.
    pub fn left_out(&self) -> usize {
        self.names + self.other + self.short + self.long
    }
}

/// The reason why a list cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// Reading failed.
    #[error("line {line}: {error}")]
    Read {
        /// The line at which it failed.
        line: usize,
        /// The cause.
        error: io::Error,
    },
    /// It has more words than allowed.
    #[error("line {line}: more than {most} words")]
    TooManyWords {
        /// The line of the first word too many.
        line: usize,
        /// How many are allowed.
        most: usize,
    },
    /// It has more bytes than allowed.
    #[error("line {line}: more than {most} bytes")]
    TooManyBytes {
        /// The line at which the limit was passed.
        line: usize,
        /// How many are allowed.
        most: u64,
    },
}

/// Reads the words of a list, in its order, and gives each to `take`.
///
/// A line that is not UTF-8 is read as Latin-1. Accents, cedillas and ligatures are folded. A word with a
/// capital is a name and left out, unless the list has no word in small letters: a list in capitals
/// throughout is read like any other. [`Reading::keep_capitals`] takes them all.
pub fn read_words(
    input: impl BufRead,
    reading: &Reading,
    mut take: impl FnMut(&Word),
) -> Result<Report, ListError> {
    let mut lines = Lines { input, line: Vec::new(), most_bytes: reading.most_bytes, bytes: 0, number: 0 };
    let mut report = Report::default();
    let mut capitals = Some(Vec::new());
    while let Some(line) = lines.next_line()? {
        report.lines += 1;
        let taken = report.taken + capitals.as_ref().map_or(0, Vec::len);
        match sort_out(line, reading, &mut report) {
            Some((word, case)) if case == Case::Small || reading.keep_capitals => {
                report.names += capitals.take().map_or(0, |words| words.len());
                report.taken += 1;
                take(&word);
            }
            Some((word, Case::Capitals)) => match &mut capitals {
                Some(words) => words.push(word),
                None => report.names += 1,
            },
            Some(_) => report.names += 1,
            None => {}
        }
        if taken >= reading.most_words && report.taken + capitals.as_ref().map_or(0, Vec::len) > taken {
            return Err(ListError::TooManyWords { line: report.lines, most: reading.most_words });
        }
    }
    for word in capitals.unwrap_or_default() {
        report.taken += 1;
        take(&word);
    }
    Ok(report)
}

/// The case of the letters of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// No capital.
    Small,
    /// No small letter.
    Capitals,
    /// Both: a name, or a noun of a language that writes nouns with a capital.
    Mixed,
}

/// The word of a line of a list, and the case of its letters; none if the line is not a word.
pub fn word_of_line(alphabet: &Alphabet, line: &[u8]) -> Option<(Word, Case)> {
    let text = decoded(line);
    let text = trimmed(&text);
    Some((alphabet.word(text).ok()?, case(text)))
}

/// The word of a line, if it is one; otherwise it is counted where it belongs.
fn sort_out(line: Line<'_>, reading: &Reading, report: &mut Report) -> Option<(Word, Case)> {
    let Line::Whole(line) = line else {
        report.long += 1;
        return None;
    };
    let text = decoded(line);
    report.latin1 += usize::from(matches!(text, Cow::Owned(_)));
    let text = trimmed(&text);
    if text.is_empty() {
        report.blank += 1;
        return None;
    }
    match reading.alphabet.word(text) {
        Ok(word) if word.len() >= reading.shortest => return Some((word, case(text))),
        Ok(_) | Err(NotAWord::Empty) => report.short += 1,
        Err(NotAWord::TooLong) => report.long += 1,
        Err(NotAWord::NotALetter(_)) => report.other += 1,
    }
    None
}

/// The text of a line in UTF-8 or, if it is not, in Latin-1.
fn decoded(line: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(line.iter().map(|&byte| from_latin1(byte)).collect()),
    }
}

/// A line without a byte-order mark and without blanks around it.
fn trimmed(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim()
}

fn case(text: &str) -> Case {
    if !text.chars().any(char::is_uppercase) {
        Case::Small
    } else if !text.chars().any(char::is_lowercase) {
        Case::Capitals
    } else {
        Case::Mixed
    }
}

/// A byte of Latin-1; two of its control characters are read as the `Œ` and `œ` of Windows-1252.
fn from_latin1(byte: u8) -> char {
    match byte {
        0x8c => 'Œ',
        0x9c => 'œ',
        _ => char::from(byte),
    }
}

#[derive(Clone, Copy)]
enum Line<'a> {
    Whole(&'a [u8]),
    TooLong,
}

/// The lines of a stream, none of them held beyond [`Lines::MOST`] bytes.
struct Lines<R> {
    input: R,
    line: Vec<u8>,
    most_bytes: u64,
    bytes: u64,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// A word of [`LONGEST`] letters is shorter, even with several marks on each letter.
    const MOST: u64 = 16 * LONGEST as u64;

    /// The next line, if there is one.
    fn next_line(&mut self) -> Result<Option<Line<'_>>, ListError> {
        self.number += 1;
        let mut whole = true;
        loop {
            self.line.clear();
            let read = (&mut self.input).take(Self::MOST).read_until(b'\n', &mut self.line);
            let read = read.map_err(|error| ListError::Read { line: self.number, error })? as u64;
            self.bytes += read;
            if self.bytes > self.most_bytes {
                return Err(ListError::TooManyBytes { line: self.number, most: self.most_bytes });
            }
            if read == Self::MOST && self.line.last() != Some(&b'\n') {
                whole = false;
            } else if !whole {
                return Ok(Some(Line::TooLong));
            } else if read == 0 {
                return Ok(None);
            } else {
                return Ok(Some(Line::Whole(&self.line)));
            }
        }
    }
}

/// The different words of a list in alphabetical order.
#[derive(Clone, Debug, Default)]
pub struct WordList {
    alphabet: Alphabet,
    letters: Vec<Letter>,
    /// Where each word begins in `letters`, and how long it is; sorted by word.
    spans: Vec<(usize, u8)>,
}

impl WordList {
    /// The words of a stream, one per line, and a report of the lines left out.
    pub fn read(input: impl BufRead, reading: &Reading) -> Result<(Self, Report), ListError> {
        let mut list = Self { alphabet: reading.alphabet.clone(), ..Self::default() };
        let report = read_words(input, reading, |word| list.push(word))?;
        Ok((list.sorted(), report))
    }

    /// The list of words of an alphabet.
    pub fn in_alphabet(alphabet: &Alphabet, words: impl IntoIterator<Item = Word>) -> Self {
        let mut list = Self { alphabet: alphabet.clone(), ..Self::default() };
        words.into_iter().for_each(|word| list.push(&word));
        list.sorted()
    }

    /// The letters that the words are written in.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Is there no word?
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The words.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Word> {
        self.spans
            .iter()
            .map(|&span| Word::new(spelling(&self.letters, span)).expect("every span was pushed from a word"))
    }

    fn push(&mut self, word: &Word) {
        self.spans.push((self.letters.len(), word.len() as u8));
        self.letters.extend_from_slice(word);
    }

    fn sorted(mut self) -> Self {
        let letters = &self.letters;
        self.spans.sort_unstable_by_key(|&span| spelling(letters, span));
        self.spans.dedup_by_key(|span| spelling(letters, *span));
        self
    }
}

fn spelling(letters: &[Letter], (start, len): (usize, u8)) -> &[Letter] {
    &letters[start..][..usize::from(len)]
}

impl FromIterator<Word> for WordList {
    /// The list of words from A to Z.
    fn from_iter<I: IntoIterator<Item = Word>>(words: I) -> Self {
        Self::in_alphabet(&Alphabet::LATIN, words)
    }
}
