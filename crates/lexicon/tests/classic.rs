//! Both forms on the classic French list.

#[path = "support/classic.rs"]
mod support;

use lexicon::{Automaton, Lexicon, Numbering, Pattern, Rack, Reading, Trie, Word, WordList};
use sha2::{Digest, Sha256};

fn words() -> Option<WordList> {
    let reading = Reading { shortest: 3, ..Reading::default() };
    let (words, report) = WordList::read(support::classic_list()?.as_slice(), &reading).unwrap();
    assert_eq!((report.lines, report.names, report.latin1), (336_528, 75, 0));
    Some(words)
}

#[test]
fn the_list_has_its_words() {
    let Some(words) = words() else { return };
    assert_eq!(words.len(), 318_729);
    let mut text = String::new();
    words.iter().for_each(|word| text.extend([word.to_string().as_str(), "\n"]));
    assert_eq!(Sha256::digest(text.as_bytes())[..4], [0x75, 0x57, 0x17, 0x50]);
}

#[test]
fn both_forms_hold_the_same_words() {
    let Some(words) = words() else { return };
    let (trie, automaton) = (words.iter().collect::<Trie>(), Automaton::from_list(&words).unwrap());
    assert_eq!((trie.len(), automaton.len(), automaton.longest()), (words.len(), words.len(), 25));
    let (mut in_trie, mut in_automaton) = (trie.words(), automaton.words());
    let numbers = Numbering::new(&automaton);
    for (number, word) in words.iter().enumerate() {
        assert_eq!(in_trie.next_word(), Some(&*word));
        assert_eq!(in_automaton.next_word(), Some(&*word));
        assert_eq!(numbers.number(&word), Some(number as u32));
    }
    assert!(in_trie.next_word().is_none() && in_automaton.next_word().is_none());
}

#[test]
fn the_automaton_is_small_and_so_is_the_trie() {
    let Some(words) = words() else { return };
    let automaton = Automaton::from_list(&words).unwrap();
    assert!(automaton.size() <= 450_000, "{} bytes", automaton.size());
    let trie: Trie = words.iter().collect();
    assert!(trie.memory() <= 131_000_000 / 4, "{} bytes", trie.memory());
}

#[test]
fn both_forms_answer_alike() {
    let Some(words) = words() else { return };
    let (trie, automaton) = (words.iter().collect::<Trie>(), Automaton::from_list(&words).unwrap());
    for (number, word) in words.iter().enumerate().step_by(61) {
        let pattern = jokered(&word, number);
        assert_eq!(trie.matches(&pattern), automaton.matches(&pattern), "{word} with jokers");
        assert!(trie.member(&pattern) && automaton.member(&pattern), "{word} with jokers");
    }
    for (number, word) in words.iter().enumerate().step_by(4001) {
        let mut rack: Rack = word.to_string().parse().unwrap();
        (0..number % 3).for_each(|_| rack.add_joker());
        assert_eq!(trie.tally(&rack, 3), automaton.tally(&rack, 3), "{rack:?}");
        assert!(trie.tally(&rack, 3).longest >= word.len());
    }
}

/// Some known answers, found by looking through the whole list word by word.
#[test]
fn known_answers() {
    let Some(words) = words() else { return };
    let automaton = Automaton::from_list(&words).unwrap();
    let matches = |pattern: &str| automaton.matches(&pattern.parse::<Pattern>().unwrap());
    let made = |rack: &str, shortest| automaton.tally(&rack.parse::<Rack>().unwrap(), shortest);
    assert_eq!((matches("J*JUBES"), matches("PLA*Q*GIENT"), matches("*OR*U*S")), (1, 0, 12));
    assert_eq!(
        (made("EIMRST*", 3).count, made("EIMRST*", 6).count, made("EIMRST*", 3).longest),
        (955, 191, 7)
    );
    assert_eq!((made("CEMST**", 3).count, made("CEMST**", 6).count), (1801, 239));
    assert_eq!((made("ABDEEIMOPRSTUX", 3).count, made("ABDEEIMOPRSTUX", 6).longest), (4442, 11));
    assert!(matches("drôle") == 1 && matches("bœuf") == 1 && matches("bfeuo") == 0);
}

fn jokered(word: &Word, number: usize) -> Pattern {
    let mut letters: Vec<char> = word.to_string().chars().collect();
    for joker in 0..number % 4 {
        let place = (number / 7 + joker * 5) % letters.len();
        letters[place] = '*';
    }
    letters.into_iter().collect::<String>().parse().unwrap()
}
