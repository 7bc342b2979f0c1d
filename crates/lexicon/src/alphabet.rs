//! Alphabets as data: which letters there are, in which order, and how they are written.

use std::borrow::Cow;
use std::fmt;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::fold::fold_char;
use crate::letter::{Letter, LetterSet};
use crate::pattern::Pattern;
use crate::rack::Rack;
use crate::word::{NotAWord, Word};

/// The letters of a language in alphabetical order, each with its capital and its small character.
///
/// A character that is not among them is folded as far as that gives letters of the alphabet: in Spanish `é` is an E, and
/// `ñ` is a letter of its own.
///
/// ```
/// use lexicon::Alphabet;
///
/// let spanish = Alphabet::of_language("es").ok_or("no Spanish")?;
/// let word = spanish.word("pingüiño")?;
/// assert_eq!(spanish.spelled(&word).to_string(), "PINGUIÑO");
/// assert_eq!(Alphabet::LATIN.spelled(&Alphabet::LATIN.word("ñu")?).to_string(), "NU");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Alphabet {
    /// The characters from `len` on are blanks and mean nothing.
    capitals: [char; Letter::COUNT],
    smalls: [char; Letter::COUNT],
    len: u8,
    /// The letter that each ASCII character writes, or [`NONE`]: most characters of most lists.
    ascii: [u8; 128],
}

/// No letter.
const NONE: u8 = u8::MAX;

/// A to Z.
const A_TO_Z: &str = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z";

/// Languages with their letters. Digraphs are written with the letters they are made of. Languages without an entry have
/// more than 32 letters, or nobody has asked for them yet.
const LANGUAGES: [(&str, &str); 22] = [
    ("en", A_TO_Z),
    ("fr", A_TO_Z),
    ("it", A_TO_Z),
    ("nl", A_TO_Z),
    ("pt", A_TO_Z),
    ("bg", "А Б В Г Д Е Ж З И Й К Л М Н О П Р С Т У Ф Х Ц Ч Ш Щ Ъ Ь Ю Я"),
    ("ca", "A B C Ç D E F G H I J K L M N O P Q R S T U V W X Y Z"),
    ("da", "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Æ Ø Å"),
    ("de", "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Ä Ö Ü"),
    ("el", "Α Β Γ Δ Ε Ζ Η Θ Ι Κ Λ Μ Ν Ξ Ο Π Ρ Σ Τ Υ Φ Χ Ψ Ω"),
    ("eo", "A B C Ĉ D E F G Ĝ H Ĥ I J Ĵ K L M N O P R S Ŝ T U Ŭ V Z"),
    ("es", "A B C D E F G H I J K L M N Ñ O P Q R S T U V W X Y Z"),
    ("et", "A B C D E F G H I J K L M N O P Q R S Š Z Ž T U V W Õ Ä Ö Ü X Y"),
    ("fi", "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Å Ä Ö"),
    ("hr", "A B C Č Ć D Đ E F G H I J K L M N O P R S Š T U V Z Ž"),
    ("is", "A Á B D Ð E É F G H I Í J K L M N O Ó P R S T U Ú V X Y Ý Þ Æ Ö"),
    ("lt", "A Ą B C Č D E Ę Ė F G H I Į Y J K L M N O P R S Š T U Ų Ū V Z Ž"),
    ("nb", "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Æ Ø Å"),
    ("pl", "A Ą B C Ć D E Ę F G H I J K L Ł M N Ń O Ó P R S Ś T U W Y Z Ź Ż"),
    ("ru", "А Б В Г Д Е Ж З И Й К Л М Н О П Р С Т У Ф Х Ц Ч Ш Щ Ъ Ы Ь Э Ю Я"),
    ("sv", "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Å Ä Ö"),
    ("tr", "A B C Ç D E F G Ğ H Iı İi J K L M N O Ö P R S Ş T U Ü V Y Z"),
];

/// The reason why a text is not an alphabet, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {flaw}")]
pub struct BadAlphabet {
    /// The line, counted from 1.
    pub line: usize,
    /// The reason.
    pub flaw: AlphabetFlaw,
}

/// The reason why letters are not an alphabet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlphabetFlaw {
    /// The alphabet is empty.
    #[error("an alphabet has at least one letter")]
    Empty,
    /// There are too many.
    #[error("an alphabet has at most {} letters", Letter::COUNT)]
    TooMany,
    /// A letter stands there twice.
    #[error("`{0}` is in the alphabet twice")]
    Twice(char),
    /// Not the character of a letter, or not its capital and its small character.
    #[error("`{}` is not a letter: a capital, or a capital and its small letter", .0.escape_debug())]
    NotALetter(String),
    /// The other case has no single character.
    #[error("`{0}` has no single character in the other case; write both, the capital first")]
    NoOtherCase(char),
}

impl Alphabet {
    /// A to Z, with all accents folded.
    pub const LATIN: Self = Self::latin();

    const EMPTY: Self =
        Self { capitals: [' '; Letter::COUNT], smalls: [' '; Letter::COUNT], len: 0, ascii: [NONE; 128] };

    const fn latin() -> Self {
        let mut latin = Self::EMPTY;
        while latin.len < 26 {
            let (capital, small) = (b'A' + latin.len, b'a' + latin.len);
            latin.capitals[latin.len as usize] = capital as char;
            latin.smalls[latin.len as usize] = small as char;
            latin.ascii[capital as usize] = latin.len;
            latin.ascii[small as usize] = latin.len;
            latin.len += 1;
        }
        latin
    }

    /// The alphabet of a language by its code of two letters, such as `es`.
    pub fn of_language(code: &str) -> Option<Self> {
        let (_, letters) = LANGUAGES.iter().find(|(other, _)| *other == code)?;
        Some(letters.parse().expect("every alphabet of the table is sound"))
    }

    /// The codes of the languages that [`of_language`](Self::of_language) knows.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        LANGUAGES.iter().map(|(code, _)| *code)
    }

    /// The alphabet of these letters, each with its capital and its small character, in their order.
    pub fn new(letters: impl IntoIterator<Item = (char, char)>) -> Result<Self, AlphabetFlaw> {
        let mut alphabet = Self::EMPTY;
        letters.into_iter().try_for_each(|(capital, small)| alphabet.push(capital, small))?;
        if alphabet.len == 0 { Err(AlphabetFlaw::Empty) } else { Ok(alphabet) }
    }

    fn push(&mut self, capital: char, small: char) -> Result<(), AlphabetFlaw> {
        if !is_case_pair(capital, small) {
            return Err(AlphabetFlaw::NotALetter(format!("{capital}{small}")));
        }
        if let Some(&twice) = [capital, small].iter().find(|&&c| self.letter(c).is_some()) {
            return Err(AlphabetFlaw::Twice(twice));
        }
        let at = usize::from(self.len);
        *self.capitals.get_mut(at).ok_or(AlphabetFlaw::TooMany)? = capital;
        self.smalls[at] = small;
        for c in [capital, small] {
            if let Some(place) = self.ascii.get_mut(c as usize) {
                *place = self.len;
            }
        }
        self.len += 1;
        Ok(())
    }

    /// How many letters there are.
    #[allow(clippy::len_without_is_empty, reason = "no alphabet is empty")]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// All letters.
    pub const fn letters(&self) -> LetterSet {
        LetterSet::from_bits(u32::MAX >> (Letter::COUNT - self.len as usize))
    }

    /// Is it A to Z?
    pub fn is_latin(&self) -> bool {
        *self == Self::LATIN
    }

    /// The capital of a letter; the replacement character for one that is not of this alphabet.
    pub fn capital(&self, letter: Letter) -> char {
        self.capitals[..self.len()].get(letter.index()).copied().unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// The letter that a character of either case writes, without any folding.
    #[inline]
    pub fn letter(&self, c: char) -> Option<Letter> {
        if let Some(&letter) = self.ascii.get(c as usize) {
            return Letter::from_index(letter);
        }
        let is_it = |at: &usize| self.capitals[*at] == c || self.smalls[*at] == c;
        (0..self.len()).find(is_it).and_then(|at| Letter::from_index(at as u8))
    }

    /// Reads a word, folding what is not a letter of the alphabet.
    pub fn word(&self, text: &str) -> Result<Word, NotAWord> {
        Word::read(self, &self.composed(text))
    }

    /// Reads a pattern: letters, folded as in a word, and `*`. A pattern may be empty; it fits no word.
    pub fn pattern(&self, text: &str) -> Result<Pattern, NotAWord> {
        Pattern::read(self, &self.composed(text))
    }

    /// Reads letters in any order, folded as in a word, and `*` for jokers; blanks are skipped.
    pub fn rack(&self, text: &str) -> Result<Rack, NotAWord> {
        Rack::read(self, &self.composed(text))
    }

    /// The one letter that a text writes in either case, without any folding.
    pub fn single(&self, text: &str) -> Option<Letter> {
        let text = self.composed(text);
        let mut characters = text.chars();
        characters.next().filter(|_| characters.next().is_none()).and_then(|c| self.letter(c))
    }

    /// Letters as they are written: capitals one after the other.
    pub fn spelled<'a>(&'a self, letters: &'a [Letter]) -> InAlphabet<'a> {
        InAlphabet { alphabet: self, letters }
    }

    /// The capitals and small characters, in the order of the letters.
    pub(crate) fn characters(&self) -> impl Iterator<Item = (char, char)> {
        self.capitals.iter().copied().zip(self.smalls).take(self.len())
    }

    /// Gives the letters of a character to `push`; `false` if it is not a letter, even when folded.
    #[inline]
    pub(crate) fn fold(&self, c: char, push: impl FnMut(Letter)) -> bool {
        fold_char(self, c, push)
    }

    /// The text with each letter and its marks as one character, as far as marks matter in this alphabet.
    fn composed<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if text.is_ascii() || self.is_latin() || !text.chars().any(is_combining_mark) {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(text.nfc().collect())
        }
    }
}

impl Default for Alphabet {
    fn default() -> Self {
        Self::LATIN
    }
}

impl std::str::FromStr for Alphabet {
    type Err = BadAlphabet;

    /// Reads letters with blanks or line breaks between them, in their order. A letter is one character, whose other case
    /// follows, or its capital and its small character: `Ñ` or `Ññ`. From `#` on a line is a comment.
    fn from_str(text: &str) -> Result<Self, BadAlphabet> {
        let mut alphabet = Self::EMPTY;
        for (line, row) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let letters: String = row.split('#').next().unwrap_or_default().nfc().collect();
            for item in letters.split_whitespace() {
                let pushed = case_pair(item).and_then(|(capital, small)| alphabet.push(capital, small));
                pushed.map_err(|flaw| BadAlphabet { line, flaw })?;
            }
        }
        let empty = BadAlphabet { line: 1, flaw: AlphabetFlaw::Empty };
        if alphabet.len == 0 { Err(empty) } else { Ok(alphabet) }
    }
}

impl fmt::Display for Alphabet {
    /// Writes the letters so that they are read back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (capital, small)) in self.characters().enumerate() {
            let gap = if at == 0 { "" } else { " " };
            match case_pair(capital.encode_utf8(&mut [0; 4])) {
                Ok(pair) if pair == (capital, small) => write!(f, "{gap}{capital}")?,
                _ => write!(f, "{gap}{capital}{small}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Alphabet({self})")
    }
}

/// The capital and the small character of a letter in the text of an alphabet.
fn case_pair(item: &str) -> Result<(char, char), AlphabetFlaw> {
    let mut characters = item.chars();
    let single = |mut cased: Box<dyn Iterator<Item = char>>| cased.next().filter(|_| cased.next().is_none());
    match (characters.next(), characters.next(), characters.next()) {
        (Some(one), None, _) => {
            let capital = single(Box::new(one.to_uppercase()));
            let small = capital.and_then(|capital| single(Box::new(capital.to_lowercase())));
            capital.zip(small).ok_or(AlphabetFlaw::NoOtherCase(one))
        }
        (Some(capital), Some(small), None) if capital != small => Ok((capital, small)),
        _ => Err(AlphabetFlaw::NotALetter(item.to_owned())),
    }
}

/// Are these the capital and the small character of one letter? Without cases both are the same.
fn is_case_pair(capital: char, small: char) -> bool {
    let is_pair = small.to_uppercase().eq([capital]) || capital.to_lowercase().next() == Some(small);
    capital.is_alphabetic() && small.is_alphabetic() && is_pair
}

/// Letters, written as capitals of their alphabet one after the other.
#[derive(Clone, Copy, Debug)]
pub struct InAlphabet<'a> {
    alphabet: &'a Alphabet,
    letters: &'a [Letter],
}

impl fmt::Display for InAlphabet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters.iter().try_for_each(|&letter| fmt::Write::write_char(f, self.alphabet.capital(letter)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: &str) -> Alphabet {
        Alphabet::of_language(code).unwrap()
    }

    fn read(alphabet: &Alphabet, text: &str) -> String {
        alphabet.word(text).map_or_else(|error| error.to_string(), |word| alphabet.spelled(&word).to_string())
    }

    #[test]
    fn every_language_has_a_sound_alphabet_that_is_read_back() {
        for code in Alphabet::languages() {
            let alphabet = of(code);
            assert_eq!(alphabet.to_string().parse::<Alphabet>(), Ok(alphabet.clone()), "{code}");
            assert_eq!(alphabet.letters().len(), alphabet.len(), "{code}");
            let capitals: String = alphabet.characters().map(|(capital, _)| capital).collect();
            let smalls: String = alphabet.characters().map(|(_, small)| small).collect();
            assert_eq!((read(&alphabet, &capitals), read(&alphabet, &smalls)), (capitals.clone(), capitals));
        }
        let sizes = ["en", "fr", "es", "de", "sv", "da", "nb", "pl", "el"].map(|code| of(code).len());
        assert_eq!(sizes, [26, 26, 27, 29, 29, 29, 29, 32, 24]);
        assert!(of("en").is_latin() && of("fr").is_latin() && !of("es").is_latin());
        assert_eq!(Alphabet::of_language("xx"), None);
    }

    #[test]
    fn what_is_not_a_letter_of_the_alphabet_is_folded_to_one() {
        for (code, text, letters) in [
            ("fr", "señor", "SENOR"),
            ("es", "señor", "SEÑOR"),
            ("es", "sen\u{303}or", "SEÑOR"),
            ("es", "pingüino", "PINGUINO"),
            ("es", "e\u{301}l", "EL"),
            ("de", "straße", "STRASSE"),
            ("de", "Äpfel", "ÄPFEL"),
            ("de", "ǖ", "Ü"),
            ("de", "café", "CAFE"),
            ("sv", "smørrebrød", "SMORREBROD"),
            ("da", "smørrebrød", "SMØRREBRØD"),
            ("da", "ǿ", "Ø"),
            ("nb", "œ", "OE"),
            ("pl", "źdźbło", "ŹDŹBŁO"),
            ("el", "λόγος", "ΛΟΓΟΣ"),
            ("ru", "ёж", "ЕЖ"),
            ("ru", "йод", "ЙОД"),
            ("tr", "ılıki", "ILIKİ"),
        ] {
            assert_eq!(read(&of(code), text), letters, "{code} {text}");
        }
        assert_eq!(read(&of("pl"), "quiz"), "`q` is not a letter");
        assert_eq!(read(&of("el"), "a"), "`a` is not a letter");
        assert_eq!(read(&of("es"), "дом"), "`д` is not a letter");
    }

    #[test]
    fn patterns_and_racks_are_read_in_the_alphabet() {
        let spanish = of("es");
        assert!(spanish.pattern("ni*o").unwrap().fits(&spanish.word("niño").unwrap()));
        assert!(!spanish.pattern("nino").unwrap().fits(&spanish.word("niño").unwrap()));
        let rack = spanish.rack("o ñ n *").unwrap();
        assert!(rack.makes(&spanish.word("niño").unwrap()) && !rack.makes(&spanish.word("ñoño").unwrap()));
        assert_eq!(spanish.single("n\u{303}").map(Letter::index), Some(14));
        assert_eq!((spanish.single("ab"), spanish.single(""), spanish.single("é")), (None, None, None));
    }

    #[test]
    fn a_text_that_is_not_an_alphabet_says_why_and_where() {
        let flaw = |text: &str| text.parse::<Alphabet>().unwrap_err().to_string();
        assert_eq!(flaw("# nothing\n"), "line 1: an alphabet has at least one letter");
        assert_eq!(flaw("A B\nC b"), "line 2: `B` is in the alphabet twice");
        assert_eq!(flaw("A Aa"), "line 1: `A` is in the alphabet twice");
        assert_eq!(
            flaw("A Ch"),
            "line 1: `Ch` is not a letter: a capital, or a capital and its small letter"
        );
        assert_eq!(
            flaw("A LL"),
            "line 1: `LL` is not a letter: a capital, or a capital and its small letter"
        );
        assert_eq!(flaw("A *"), "line 1: `**` is not a letter: a capital, or a capital and its small letter");
        assert_eq!(
            flaw("ß"),
            "line 1: `ß` has no single character in the other case; write both, the capital first"
        );
        assert_eq!(flaw(&format!("{A_TO_Z}\nÄ Ö Ü Å Æ Ø Ñ")), "line 2: an alphabet has at most 32 letters");
        assert!("ẞß".parse::<Alphabet>().is_ok() && "א ב".parse::<Alphabet>().is_ok());
    }
}
