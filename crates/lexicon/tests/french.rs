//! Both forms on a French list of some 4,000 words, compared with plain searches through all of its lines.
//!
//! `data/french.txt` holds ordinary words and forms of them, in UTF-8, and a few names, hyphens and short words that
//! are to be left out.

use std::collections::BTreeSet;

use lexicon::{Automaton, Lexicon, Numbering, Pattern, Rack, Reading, Report, Tally, Trie, Word, WordList};

const LIST: &str = include_str!("data/french.txt");
const SHORTEST: usize = 3;

fn words() -> WordList {
    read().0
}

fn read() -> (WordList, Report) {
    let reading = Reading { shortest: SHORTEST, ..Reading::default() };
    WordList::read(LIST.as_bytes(), &reading).unwrap()
}

fn is_name(line: &str) -> bool {
    line.chars().any(char::is_uppercase)
}

fn is_other(line: &str) -> bool {
    line.contains(['-', '\''])
}

/// The list without accents and ligatures, word for word.
fn plain(line: &str) -> String {
    let plain = |letter| match letter {
        'à' | 'â' => "A".to_owned(),
        'ç' => "C".to_owned(),
        'è' | 'é' | 'ê' | 'ë' => "E".to_owned(),
        'î' => "I".to_owned(),
        'ô' => "O".to_owned(),
        'û' => "U".to_owned(),
        'œ' => "OE".to_owned(),
        'a'..='z' => letter.to_ascii_uppercase().to_string(),
        _ => panic!("`{letter}` in {line}"),
    };
    line.chars().map(plain).collect()
}

/// Every word of the list, as the 26 letters spell it.
fn spelled() -> BTreeSet<String> {
    let lines = LIST.lines().filter(|line| !is_name(line) && !is_other(line)).map(plain);
    lines.filter(|word| word.len() >= SHORTEST).collect()
}

/// The places of a pattern, of which `*` stands for any letter.
fn fits(pattern: &str, word: &str) -> bool {
    pattern.len() == word.len() && pattern.bytes().zip(word.bytes()).all(|(p, w)| p == b'*' || p == w)
}

/// Are there enough letters, and jokers for the others?
fn makes(rack: &str, word: &str) -> bool {
    let mut left: Vec<u8> = rack.bytes().collect();
    word.bytes().all(|letter| {
        let at = left.iter().position(|&l| l == letter).or_else(|| left.iter().position(|&l| l == b'*'));
        at.map(|at| left.swap_remove(at)).is_some()
    })
}

#[test]
fn the_list_has_its_words() {
    let (words, report) = read();
    let count = |what: fn(&str) -> bool| LIST.lines().filter(|line| what(line)).count();
    let (names, other) = (count(is_name), count(is_other));
    let short = count(|line| !is_name(line) && !is_other(line) && plain(line).len() < SHORTEST);
    let lines = LIST.lines().count();
    assert!(names > 5 && other > 5 && short > 0 && lines > 4000, "{names} {other} {short} {lines}");
    let taken = lines - names - other - short;
    assert_eq!(report, Report { lines, taken, names, other, short, ..Report::default() });
    let read: Vec<String> = words.iter().map(|word| word.to_string()).collect();
    assert_eq!(read, spelled().into_iter().collect::<Vec<_>>());
}

#[test]
fn both_forms_hold_the_same_words() {
    let words = words();
    let (trie, automaton) = (words.iter().collect::<Trie>(), Automaton::from_list(&words).unwrap());
    let longest = spelled().iter().map(String::len).max().unwrap();
    assert_eq!((trie.len(), automaton.len(), automaton.longest()), (words.len(), words.len(), longest));
    let (mut in_trie, mut in_automaton) = (trie.words(), automaton.words());
    let numbers = Numbering::new(&automaton);
    for (number, word) in words.iter().enumerate() {
        assert_eq!(in_trie.next_word(), Some(&*word));
        assert_eq!(in_automaton.next_word(), Some(&*word));
        assert_eq!(numbers.number(&word), Some(number as u32));
    }
    assert!(in_trie.next_word().is_none() && in_automaton.next_word().is_none());
}

/// A node stands for the endings that lead from it to a word, so there are as many nodes as there are different
/// sets of endings.
#[test]
fn the_automaton_is_minimal_and_both_forms_are_dense() {
    let words = spelled();
    let prefixes: BTreeSet<&str> =
        words.iter().flat_map(|word| (0..=word.len()).map(|end| &word[..end])).collect();
    let endings = |prefix: &&str| -> Vec<&str> {
        let from = words.range((*prefix).to_owned()..);
        let endings = from.map_while(|word| word.strip_prefix(prefix));
        endings.filter(|ending| !ending.is_empty()).collect()
    };
    let nodes: BTreeSet<Vec<&str>> = prefixes.iter().map(endings).collect();
    let first_letters = |endings: &Vec<&str>| {
        endings.iter().map(|ending| ending.as_bytes()[0]).collect::<BTreeSet<_>>().len()
    };
    let edges: usize = nodes.iter().map(first_letters).sum();

    let list = crate::words();
    let automaton = Automaton::from_list(&list).unwrap();
    assert_eq!(automaton.nodes(), nodes.len());
    let cells = nodes.len() + edges;
    assert!(automaton.size() <= 4 * cells * 11 / 10, "{} bytes for {cells} cells", automaton.size());
    let trie: Trie = list.iter().collect();
    assert!(trie.memory() <= 8 * prefixes.len() * 3, "{} bytes for {} nodes", trie.memory(), prefixes.len());
}

#[test]
fn both_forms_answer_like_a_look_through_the_list() {
    let (words, spelled) = (words(), spelled());
    let (trie, automaton) = (words.iter().collect::<Trie>(), Automaton::from_list(&words).unwrap());
    for (number, word) in words.iter().enumerate().step_by(3) {
        let text = jokered(&word, number);
        let pattern: Pattern = text.parse().unwrap();
        let count = spelled.iter().filter(|word| fits(&text, word)).count();
        assert_eq!((trie.matches(&pattern), automaton.matches(&pattern)), (count, count), "{text}");
        assert!(trie.member(&pattern) && automaton.member(&pattern), "{text}");
    }
    for (number, word) in words.iter().enumerate().step_by(13) {
        let text = format!("{word}{}", "*".repeat(number % 3));
        let rack: Rack = text.parse().unwrap();
        let made: Vec<_> = spelled.iter().filter(|word| makes(&text, word)).collect();
        let longest = made.iter().map(|word| word.len()).max().unwrap_or(0);
        let tally = Tally { count: made.len(), longest };
        assert_eq!((trie.tally(&rack, 3), automaton.tally(&rack, 3)), (tally, tally), "{text}");
    }
}

/// Some answers that are easily seen in the list.
#[test]
fn known_answers() {
    let automaton = Automaton::from_list(&words()).unwrap();
    let matches = |pattern: &str| automaton.matches(&pattern.parse::<Pattern>().unwrap());
    assert_eq!((matches("J*JUBES"), matches("PLA*Q*GIENT"), matches("CA*TON")), (1, 0, 2));
    assert!(matches("drôle") == 1 && matches("bœuf") == 1 && matches("bfeuo") == 0);
}

fn jokered(word: &Word, number: usize) -> String {
    let mut letters: Vec<char> = word.to_string().chars().collect();
    for joker in 0..number % 4 {
        let place = (number / 7 + joker * 5) % letters.len();
        letters[place] = '*';
    }
    letters.into_iter().collect()
}
