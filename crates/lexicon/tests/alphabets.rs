//! Dictionaries in every alphabet: what is asked, stored and read back, up to 32 letters.

use std::collections::BTreeSet;
use std::io::Write;

use lexicon::{
    Alphabet, Automaton, BuildError, Builder, FormatError, Letter, Lexicon, Numbering, Reading, Trie, Word,
    WordList,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The bytes of BOA, BORD and ZOO as they were stored before there were alphabets.
const OLD: &[u8] = include_bytes!("data/latin.lex");

fn of(code: &str) -> Alphabet {
    Alphabet::of_language(code).unwrap()
}

fn word(letters: &[u8]) -> Word {
    let letters: Vec<Letter> = letters.iter().filter_map(|&index| Letter::from_index(index)).collect();
    Word::new(&letters).unwrap()
}

fn automaton(alphabet: &Alphabet, words: &BTreeSet<Word>) -> Automaton {
    Automaton::from_list(&WordList::in_alphabet(alphabet, words.iter().copied())).unwrap()
}

fn listed(lexicon: &impl Lexicon) -> Vec<Word> {
    let mut words = Vec::new();
    lexicon.words().for_each(|word| words.push(Word::new(word).unwrap()));
    words
}

fn forge(bytes: &mut [u8]) {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..12]);
    hasher.update(&bytes[16..]);
    bytes[12..16].copy_from_slice(&hasher.finalize().to_le_bytes());
}

fn mapped(bytes: &[u8]) -> Automaton {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    Automaton::map(&file).unwrap()
}

/// Words in which the last letters of an alphabet are frequent.
fn some_words(letters: u8) -> impl Strategy<Value = BTreeSet<Word>> {
    let letter = prop_oneof![0..letters, letters - 3..letters];
    let letters = proptest::collection::vec(letter, 1..7);
    proptest::collection::btree_set(letters.prop_map(|letters| word(&letters)), 0..150)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn every_alphabet_keeps_its_words(
        at in 0..Alphabet::languages().count(),
        full in some_words(32),
        others in some_words(32),
    ) {
        let alphabet = of(Alphabet::languages().nth(at).unwrap());
        for alphabet in [alphabet, of("pl")] {
            let is_ours = |word: &&Word| word.iter().all(|letter| letter.index() < alphabet.len());
            let words: BTreeSet<Word> = full.iter().filter(is_ours).copied().collect();
            let built = automaton(&alphabet, &words);
            let trie: Trie = words.iter().copied().collect();
            let bytes = built.to_bytes();
            prop_assert_eq!(bytes.len(), built.size());
            for form in [Automaton::from_bytes(&bytes).unwrap(), mapped(&bytes), built] {
                prop_assert_eq!(form.alphabet(), &alphabet);
                prop_assert_eq!(listed(&form), words.iter().copied().collect::<Vec<_>>());
                prop_assert_eq!(form.to_bytes(), bytes.clone());
                for word in words.iter().chain(&others) {
                    prop_assert_eq!(form.contains(word), words.contains(word));
                    prop_assert_eq!(trie.contains(word), words.contains(word));
                    let text = alphabet.spelled(word).to_string();
                    if let Ok(pattern) = alphabet.pattern(&text.replacen(alphabet.capital(word[0]), "*", 1)) {
                        let fitting = words.iter().filter(|other| pattern.fits(other)).count();
                        prop_assert_eq!((form.matches(&pattern), trie.matches(&pattern)), (fitting, fitting));
                    }
                }
                let numbers = Numbering::new(&form);
                for (number, word) in words.iter().enumerate() {
                    prop_assert_eq!(numbers.number(word), Some(number as u32));
                }
            }
        }
    }

    #[test]
    fn forged_cells_of_a_full_alphabet_are_refused_or_sound(
        words in some_words(32),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = automaton(&of("pl"), &words).to_bytes();
        for (at, change) in changes {
            let at = 16 + at.index(bytes.len() - 16);
            bytes[at] ^= change;
        }
        forge(&mut bytes);
        if let Ok(automaton) = Automaton::from_bytes(&bytes) {
            let tally = automaton.words().tally();
            prop_assert_eq!((tally.count, tally.longest), (automaton.len(), automaton.longest()));
            for word in listed(&automaton) {
                prop_assert!(automaton.contains(&word));
            }
            for word in words.iter().filter(|word| !listed(&automaton).contains(word)) {
                prop_assert!(!automaton.contains(word));
            }
        }
    }
}

#[test]
fn a_step_that_leads_nowhere_is_none_in_a_full_alphabet() {
    let polish = of("pl");
    let automaton =
        automaton(&polish, &["ŻAŻ", "ŹŻ", "A"].iter().map(|text| polish.word(text).unwrap()).collect());
    for first in Letter::all() {
        let step = automaton.cursor().step(first);
        assert_eq!(step.is_some(), automaton.cursor().edges().contains(first));
        for second in Letter::all() {
            let next = step.and_then(|at| at.step(second));
            assert_eq!(next.is_some(), step.is_some_and(|at| at.edges().contains(second)));
        }
    }
}

#[test]
fn a_file_from_before_alphabets_is_still_read_and_written() {
    let automaton = Automaton::from_bytes(OLD).unwrap();
    assert!(automaton.alphabet().is_latin());
    assert_eq!(listed(&automaton), ["BOA", "BORD", "ZOO"].map(|text| text.parse().unwrap()));
    assert_eq!(automaton.to_bytes(), OLD);
    let list: WordList = ["zoo", "boa", "bord"].iter().map(|text| text.parse().unwrap()).collect();
    assert_eq!(Automaton::from_list(&list).unwrap().to_bytes(), OLD);
}

#[test]
fn a_list_is_read_in_its_alphabet() {
    let reading = Reading { shortest: 3, alphabet: of("es"), ..Reading::default() };
    let text = "niño\nnino\nnin\u{303}o\nsénior\nцарь\nEspaña\n";
    let (list, report) = WordList::read(text.as_bytes(), &reading).unwrap();
    let words: Vec<String> = list.iter().map(|word| list.alphabet().spelled(&word).to_string()).collect();
    assert_eq!(words, ["NINO", "NIÑO", "SENIOR"]);
    assert_eq!((report.taken, report.other, report.names), (4, 1, 1));
    let (latin, _) = WordList::read(text.as_bytes(), &Reading::default()).unwrap();
    assert_eq!(latin.len(), 2);
}

#[test]
fn the_same_letters_in_another_alphabet_have_another_digest() {
    let words: BTreeSet<Word> = [word(&[0, 1, 2])].into();
    let digest = |code: &str| automaton(&of(code), &words).digest();
    assert_eq!(digest("en"), digest("fr"));
    assert!(digest("en") != digest("es") && digest("es") != digest("el"));
}

#[test]
fn a_letter_beyond_the_alphabet_is_refused() {
    let mut builder = Builder::in_alphabet(of("es"));
    assert!(builder.insert(&word(&[26])).is_ok());
    let refused = builder.insert(&word(&[26, 27])).unwrap_err();
    assert_eq!(refused, BuildError::ForeignLetter { letter: 28, letters: 27 });
    assert_eq!(refused.to_string(), "a word has letter 28 of an alphabet of 27");
}

#[test]
fn a_file_with_an_unsound_alphabet_is_refused() {
    let spanish = of("es");
    let words = [spanish.word("niño").unwrap()].into();
    let bytes = automaton(&spanish, &words).to_bytes();
    let with = |at: usize, number: u32| {
        let mut bytes = bytes.clone();
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        forge(&mut bytes);
        Automaton::from_bytes(&bytes).unwrap_err()
    };
    assert_eq!(
        with(32, 33).to_string(),
        "the alphabet of the file is not sound: an alphabet has at most 32 letters"
    );
    assert_eq!(
        with(36, u32::from('B')).to_string().split(':').next(),
        Some("the alphabet of the file is not sound")
    );
    assert!(matches!(with(32, 26), FormatError::Length { .. }));
    for end in 0..bytes.len() {
        assert!(Automaton::from_bytes(&bytes[..end]).is_err(), "the first {end} bytes");
    }
}
