//! Reading lists of words.

use lexicon::{Lexicon, ListError, Reading, Report, Trie, WordList};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn read(bytes: &[u8]) -> (Vec<String>, Report) {
    let (list, report) = WordList::read(bytes, &Reading { shortest: 3, ..Reading::default() }).unwrap();
    (list.iter().map(|word| word.to_string()).collect(), report)
}

#[test]
fn a_list_is_folded_and_what_is_left_out_is_counted() {
    let text =
        "\u{feff}œuf\r\nélève\nÉlève\nSMIC\n\n  été  \nporte-clé\naujourd'hui\nas\nabaissa\nélevé\nR2D2";
    let (words, report) = read(text.as_bytes());
    assert_eq!(words, ["ABAISSA", "ELEVE", "ETE", "OEUF"]);
    let expected = Report { lines: 12, taken: 5, blank: 1, names: 2, other: 3, short: 1, long: 0, latin1: 0 };
    assert_eq!(report, expected);
    assert_eq!(report.left_out(), 6);
}

#[test]
fn latin_1_is_understood() {
    let (words, report) = read(b"\xe9l\xe8ve\n\xe7a ira\nna\xefve\nb\x9cuf\n\xd7\xd7\xd7\n");
    assert_eq!(words, ["BOEUF", "ELEVE", "NAIVE"]);
    assert_eq!((report.latin1, report.other), (5, 2));
}

#[test]
fn a_list_in_capitals_is_a_list() {
    let (words, report) = read("ÉLÈVE\nBORDS\nLand\n".as_bytes());
    assert_eq!(words, ["BORDS", "ELEVE"]);
    assert_eq!((report.taken, report.names), (2, 1));
}

#[test]
fn long_words_and_endless_lines_are_left_out() {
    let text = format!("{}\n{}\nbords\n{}", "a".repeat(64), "b".repeat(1_000_000), "c".repeat(2000));
    let (words, report) = read(text.as_bytes());
    assert_eq!(words, ["BORDS"]);
    assert_eq!((report.lines, report.long), (4, 3));
}

#[test]
fn a_list_is_bounded() {
    let few = Reading { most_words: 2, ..Reading::default() };
    assert!(WordList::read(&b"a\nb\n-\n"[..], &few).is_ok());
    for list in [&b"a\nb\n-\nc\n"[..], b"A\nB\n-\nC\n"] {
        let refused = WordList::read(list, &few).unwrap_err();
        assert!(matches!(refused, ListError::TooManyWords { line: 4, most: 2 }), "{refused}");
    }
    let short = Reading { most_bytes: 5, ..Reading::default() };
    assert!(WordList::read(&b"a\nb\nc"[..], &short).is_ok());
    assert_eq!(
        WordList::read(&b"a\nb\nc\n"[..], &short).unwrap_err().to_string(),
        "line 3: more than 5 bytes"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_a_list(bytes in proptest::collection::vec(prop_oneof![any::<u8>(), b'a'..b'e', Just(b'\n')], 0..400)) {
        let (list, report) = WordList::read(bytes.as_slice(), &Reading::default()).unwrap();
        prop_assert_eq!(report.lines, report.taken + report.blank + report.left_out());
        let (trie, same) = Trie::read(bytes.as_slice(), &Reading::default()).unwrap();
        prop_assert_eq!(trie.len(), list.len());
        prop_assert_eq!(same, report);
    }
}

#[test]
fn words_with_capitals_can_be_kept() {
    let reading = Reading { shortest: 3, keep_capitals: true, ..Reading::default() };
    let (list, report) = WordList::read("Haus\nlaufen\nSMIC\n".as_bytes(), &reading).unwrap();
    assert_eq!(list.iter().map(|word| word.to_string()).collect::<Vec<_>>(), ["HAUS", "LAUFEN", "SMIC"]);
    assert_eq!((report.taken, report.names), (3, 0));
}
