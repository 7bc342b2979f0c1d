//! The bag of letter rummy: how many tiles there are of each letter.

use lexicon::{Alphabet, Automaton, Lexicon};
use thiserror::Error;

use crate::best::letters::most_of_a_letter;
use crate::letter::Letter;
use crate::multiset::Multiset;
use crate::tile::Tile;

/// How many there are of A, B, C … Z.
const FRENCH: [u8; 26] = [8, 2, 3, 3, 16, 2, 2, 2, 9, 1, 1, 6, 4, 7, 7, 2, 1, 7, 7, 7, 7, 2, 1, 1, 1, 1];
/// The letters of a bag, without jokers.
const LETTERS: usize = 110;
/// The jokers of a bag.
const JOKERS: u8 = 2;
/// The most jokers of a bag that is given.
const MOST_JOKERS: u8 = 4;
/// The fewest tiles of a bag that is given: six hands of 14.
const FEWEST: usize = 84;
/// The most tiles of a bag that is given.
const MOST: usize = 500;

/// How many tiles there are of each letter, and how many jokers.
///
/// ```
/// use lexicon::{Alphabet, Automaton, Reading, WordList};
/// use rummy::LetterBag;
///
/// let alphabet = Alphabet::of_language("es").ok_or("no Spanish")?;
/// let reading = Reading { alphabet, ..Reading::default() };
/// let words = Automaton::from_list(&WordList::read("niño\nseñor\nsol\n".as_bytes(), &reading)?.0)?;
/// let bag = LetterBag::of(&words);
/// assert_eq!(bag.tiles().len(), 112);
/// assert!(bag.to_text(words.alphabet()).lines().any(|line| line.starts_with("Ñ ")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LetterBag {
    counts: [u8; Letter::KINDS],
}

/// The reason why a text is not a bag, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {why}")]
pub struct BadBag {
    /// The line, counted from 1.
    pub line: usize,
    /// The reason.
    pub why: String,
}

impl LetterBag {
    /// The bag for words from A to Z: that of the French game.
    pub const USUAL: Self = Self::french();

    const fn french() -> Self {
        let mut counts = [0; Letter::KINDS];
        let mut letter = 0;
        while letter < FRENCH.len() {
            counts[letter] = FRENCH[letter];
            letter += 1;
        }
        counts[Letter::KINDS - 1] = JOKERS;
        Self { counts }
    }

    /// The bag that a dictionary is usually played with: the usual one for A to Z, and in any other alphabet as many
    /// letters, in the proportions of the words, each letter at least once.
    pub fn of(words: &Automaton) -> Self {
        if words.alphabet().is_latin() { Self::USUAL } else { Self::derived(words) }
    }

    /// The method of Sainte-Laguë: one tile after the other goes to the letter that has the fewest for its frequency.
    fn derived(words: &Automaton) -> Self {
        let mut found = [0_u64; lexicon::Letter::COUNT];
        words.words().for_each(|word| word.iter().for_each(|letter| found[letter.index()] += 1));
        let letters = words.alphabet().len();
        let mut counts = [0; Letter::KINDS];
        counts[..letters].fill(1);
        for _ in letters..LETTERS {
            let claim = |&letter: &usize| (found[letter] << 16) / (2 * u64::from(counts[letter]) + 1);
            let next = (0..letters).rev().max_by_key(claim).expect("an alphabet has letters");
            counts[next] += 1;
        }
        counts[Letter::JOKER.index()] = JOKERS;
        Self { counts }
    }

    /// The tiles.
    pub fn tiles(&self) -> Multiset<Letter> {
        let mut tiles = Multiset::EMPTY;
        Letter::all().zip(self.counts).for_each(|(letter, count)| tiles.insert_many(letter, count));
        tiles
    }

    /// The bag as text: a line `letter count` for each letter of the alphabet, and one for the joker `*`.
    pub fn to_text(&self, alphabet: &Alphabet) -> String {
        let letters = Letter::all().filter(|tile| tile.is_joker() || tile.index() < alphabet.len());
        let line = |tile: Letter| format!("{} {}", tile.capital(alphabet), self.counts[tile.index()]);
        letters.map(line).chain([String::new()]).collect::<Vec<_>>().join("\n")
    }

    /// Reads a bag: lines `letter count`, `*` being the joker; a letter without a line is not in the bag. Text after `#` is a
    /// comment.
    pub fn read(alphabet: &Alphabet, text: &str) -> Result<Self, BadBag> {
        let mut counts = [None; Letter::KINDS];
        for (line, row) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let parts: Vec<&str> = row.split('#').next().unwrap_or_default().split_whitespace().collect();
            let bad = |why: String| BadBag { line, why };
            match parts.as_slice() {
                [] => {}
                [letter, count] => {
                    let (tile, count) = read_line(alphabet, letter, count).map_err(bad)?;
                    if counts[tile.index()].replace(count).is_some() {
                        return Err(bad(format!("{} has a line already", tile.capital(alphabet))));
                    }
                }
                _ => return Err(bad("expected a letter and how many there are of it".to_owned())),
            }
        }
        let bag = Self { counts: counts.map(Option::unwrap_or_default) };
        let line = text.lines().count().max(1);
        let why = || format!("a bag has {FEWEST} to {MOST} tiles, not {}", bag.len());
        if (FEWEST..=MOST).contains(&bag.len()) { Ok(bag) } else { Err(BadBag { line, why: why() }) }
    }

    fn len(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }

    /// The counts in the order of the alphabet, with blanks between them, the jokers last.
    pub(crate) fn to_option(self) -> String {
        self.counts.map(|count| count.to_string()).join(" ")
    }

    /// Reads what [`Self::to_option`] wrote.
    pub(crate) fn from_option(text: &str) -> Option<Self> {
        let counts: Vec<u8> = text.split(' ').map(|count| count.parse().ok()).collect::<Option<_>>()?;
        let bag = Self { counts: counts.try_into().ok()? };
        ((FEWEST..=MOST).contains(&bag.len()) && bag.counts[Letter::JOKER.index()] <= MOST_JOKERS)
            .then_some(bag)
    }
}

/// The tile and the count of a line.
fn read_line(alphabet: &Alphabet, letter: &str, count: &str) -> Result<(Letter, u8), String> {
    let tile = match letter {
        "*" => Letter::JOKER,
        letter => Letter::from_plain(
            alphabet.single(letter).ok_or_else(|| format!("`{letter}` is not a letter of the alphabet"))?,
        ),
    };
    let most = tile.plain().map_or(MOST_JOKERS, |letter| most_of_a_letter(alphabet, letter));
    let count = count.parse().ok().filter(|&count| count <= most);
    let name = tile.capital(alphabet);
    count.map(|count| (tile, count)).ok_or_else(|| format!("there are 0 to {most} of {name} in a bag"))
}

#[cfg(test)]
mod tests {
    use lexicon::{Reading, WordList};

    use super::*;

    fn words(code: &str, text: &str) -> Automaton {
        let alphabet = Alphabet::of_language(code).unwrap();
        let reading = Reading { alphabet, ..Reading::default() };
        Automaton::from_list(&WordList::read(text.as_bytes(), &reading).unwrap().0).unwrap()
    }

    #[test]
    fn a_bag_follows_the_words_and_has_every_letter() {
        assert_eq!(LetterBag::of(&words("fr", "zzz\n")), LetterBag::USUAL);
        for code in Alphabet::languages().filter(|code| !Alphabet::of_language(code).unwrap().is_latin()) {
            let alphabet = Alphabet::of_language(code).unwrap();
            let text: String =
                alphabet.to_string().split(' ').filter_map(|letter| letter.chars().next()).collect();
            let words = words(code, &text);
            let bag = LetterBag::of(&words);
            assert_eq!(bag.tiles().len(), 112, "{code}");
            let counts = &bag.counts[..alphabet.len()];
            let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
            assert!(*least >= 1 && most - least <= 1, "{code}: {bag:?}");
            assert!(bag.counts[alphabet.len()..Letter::KINDS - 1].iter().all(|&count| count == 0));
        }
        let bag = LetterBag::of(&words("es", "aaa\naañ\naae\n"));
        let n = Alphabet::of_language("es").unwrap().single("ñ").unwrap();
        assert!(bag.counts[0] > 5 * bag.counts[n.index()] && bag.counts[n.index()] > 1, "{bag:?}");
    }

    #[test]
    fn a_bag_is_read_as_it_is_written() {
        let spanish = Alphabet::of_language("es").unwrap();
        let bag = LetterBag::of(&words("es", "niño\nseñor\nsol\n"));
        assert_eq!(LetterBag::read(&spanish, &bag.to_text(&spanish)), Ok(bag));
        assert_eq!(LetterBag::from_option(&bag.to_option()), Some(bag));
        let usual = LetterBag::USUAL;
        assert_eq!(LetterBag::read(&Alphabet::LATIN, &usual.to_text(&Alphabet::LATIN)), Ok(usual));
        let other = LetterBag::read(&spanish, "# mine\nñ 60\na 40 # many\n").unwrap();
        assert_eq!((other.len(), other.tiles().count(Letter::JOKER)), (100, 0));
        assert_eq!(LetterBag::from_option("1 2 3"), None);
        assert_eq!(LetterBag::from_option(&bag.to_option().replace('2', "-2")), None);
    }

    #[test]
    fn a_text_that_is_not_a_bag_says_why_and_where() {
        let spanish = Alphabet::of_language("es").unwrap();
        let why = |alphabet: &Alphabet, text: &str| LetterBag::read(alphabet, text).unwrap_err().to_string();
        for (text, expected) in [
            ("", "line 1: a bag has 84 to 500 tiles, not 0"),
            ("A 9\nÑ", "line 2: expected a letter and how many there are of it"),
            ("A 9\nж 1", "line 2: `ж` is not a letter of the alphabet"),
            ("A 9\na 1", "line 2: A has a line already"),
            ("A x", "line 1: there are 0 to 100 of A in a bag"),
            ("* 5", "line 1: there are 0 to 4 of * in a bag"),
        ] {
            assert_eq!(why(&spanish, text), expected, "{text}");
        }
        assert_eq!(why(&Alphabet::LATIN, "Ñ 1"), "line 1: `Ñ` is not a letter of the alphabet");
        assert_eq!(why(&Alphabet::LATIN, "Z 8"), "line 1: there are 0 to 7 of Z in a bag");
    }
}
