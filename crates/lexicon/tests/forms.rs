//! Trie and automaton compared with a plain set of words.

use std::collections::{BTreeSet, HashMap};

use lexicon::{
    Automaton, BuildError, Builder, Letter, Lexicon, Numbering, Pattern, Rack, Spelled, Tally, Trie, Word,
    WordList,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn word(text: &str) -> Word {
    text.parse().unwrap()
}

fn automaton(words: &BTreeSet<String>) -> Automaton {
    let list: WordList = words.iter().map(|text| word(text)).collect();
    Automaton::from_list(&list).unwrap()
}

fn trie(words: &BTreeSet<String>) -> Trie {
    words.iter().map(|text| word(text)).collect()
}

/// Few letters, so that words share much.
fn some_words() -> impl Strategy<Value = BTreeSet<String>> {
    prop_oneof![
        proptest::collection::btree_set("[A-D]{1,7}", 0..60),
        proptest::collection::btree_set("[AEINRST]{1,4}[A-Z]{0,2}", 0..200),
        proptest::collection::btree_set("[AZ]{60,63}", 0..5),
    ]
}

fn listed(lexicon: &impl Lexicon) -> Vec<String> {
    let mut words = Vec::new();
    lexicon.words().for_each(|word| words.push(Spelled(word).to_string()));
    words
}

fn check_questions(
    lexicon: &impl Lexicon,
    words: &BTreeSet<String>,
    pattern: &str,
    rack: &str,
    shortest: usize,
) {
    assert_eq!(lexicon.len(), words.len());
    assert_eq!(listed(lexicon), words.iter().cloned().collect::<Vec<_>>());

    let fitting = pattern.parse::<Pattern>().unwrap();
    let readings: Vec<&String> = words.iter().filter(|text| fitting.fits(&word(text))).collect();
    assert_eq!(lexicon.member(&fitting), !readings.is_empty(), "{pattern}");
    assert_eq!(lexicon.matches(&fitting), readings.len(), "{pattern}");
    assert_eq!(lexicon.matching(&fitting).tally().count, readings.len(), "{pattern}");
    if let Ok(plain) = pattern.parse::<Word>() {
        assert_eq!(lexicon.contains(&plain), words.contains(pattern), "{pattern}");
    }

    let places = fitting.places();
    let begins = |text: &&String| {
        let word = word(text);
        word.len() >= places.len()
            && Pattern::new(places.iter().copied()).unwrap().fits(&word[..places.len()])
    };
    let mut walk = lexicon.words_beginning(&fitting);
    for text in words.iter().filter(begins) {
        assert_eq!(walk.next_word().map(|word| Spelled(word).to_string()).as_ref(), Some(text));
    }
    assert_eq!(walk.next_word(), None);
    assert_eq!(walk.next_word(), None, "a walk that ended stays ended");

    let at_hand = rack.parse::<Rack>().unwrap();
    let made: Vec<&String> =
        words.iter().filter(|text| text.len() >= shortest && at_hand.makes(&word(text))).collect();
    let longest = made.iter().map(|text| text.len()).max().unwrap_or(0);
    assert_eq!(lexicon.tally(&at_hand, shortest), Tally { count: made.len(), longest }, "{rack}");
    let mut spelled = Vec::new();
    lexicon.makings(&at_hand, shortest).for_each(|word| spelled.push(Spelled(word).to_string()));
    assert_eq!(spelled.iter().collect::<Vec<_>>(), made, "{rack}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn both_forms_answer_like_a_plain_set(
        words in some_words(),
        pattern in "[A-EIS*]{0,5}",
        rack in "[A-EINRST*]{0,12}",
        shortest in 0_usize..5,
    ) {
        let automaton = automaton(&words);
        check_questions(&trie(&words), &words, &pattern, &rack, shortest);
        check_questions(&automaton, &words, &pattern, &rack, shortest);
        check_questions(&Automaton::from_bytes(&automaton.to_bytes()).unwrap(), &words, &pattern, &rack, shortest);
    }

    #[test]
    fn a_word_with_one_letter_jokered_or_changed(words in some_words(), at in any::<prop::sample::Index>(), change in "[A-Z*]") {
        prop_assume!(!words.is_empty());
        let mut pattern = at.get(&words.iter().cloned().collect::<Vec<_>>()).clone();
        let place = at.index(pattern.len());
        pattern.replace_range(place..=place, &change);
        check_questions(&trie(&words), &words, &pattern, &pattern, 1);
        check_questions(&automaton(&words), &words, &pattern, &pattern, 1);
    }

    #[test]
    fn a_trie_changes_like_a_set(changes in proptest::collection::vec((any::<bool>(), "[A-C]{1,4}"), 0..300)) {
        let mut trie = Trie::new();
        let mut set = BTreeSet::new();
        for (add, text) in changes {
            if add {
                assert_eq!(trie.add(&word(&text)), set.insert(text));
            } else {
                assert_eq!(trie.remove(&word(&text)), set.remove(&text));
            }
            assert_eq!(trie.len(), set.len());
        }
        assert_eq!(listed(&trie), set.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn no_automaton_has_fewer_nodes(words in some_words()) {
        // What can follow each beginning, the beginning itself apart; equal endings need one node only.
        let mut endings: HashMap<String, BTreeSet<String>> = HashMap::new();
        for text in &words {
            for end in 0..text.len() {
                endings.entry(text[..end].to_owned()).or_default().insert(text[end..].to_owned());
            }
        }
        let different: BTreeSet<_> = endings.into_values().collect();
        // The node without letters is always there.
        prop_assert_eq!(automaton(&words).nodes(), different.len() + 1);
    }

    #[test]
    fn words_are_numbered_in_order(words in some_words()) {
        let automaton = automaton(&words);
        let numbers = Numbering::new(&automaton);
        for (number, text) in words.iter().enumerate() {
            prop_assert_eq!(numbers.number(&word(text)), Some(number as u32));
            prop_assert_eq!(numbers.word(number as u32), Some(word(text)));
        }
        prop_assert_eq!(numbers.word(words.len() as u32), None);
        prop_assert_eq!(numbers.number(&word("QQQ")), None);
    }

    #[test]
    fn any_text_is_a_word_a_pattern_or_an_error(text in any::<String>()) {
        let _ = text.parse::<Word>();
        let _ = text.parse::<Pattern>();
        let _ = text.parse::<Rack>();
    }
}

#[test]
fn a_cursor_goes_letter_by_letter() {
    let words = ["BORD", "BORDS", "BOA", "ROLE"].map(str::to_owned).into_iter().collect();
    let automaton = automaton(&words);
    let step = |letters: &str| {
        letters.chars().filter_map(Letter::from_ascii).try_fold(automaton.cursor(), lexicon::Cursor::step)
    };
    let bo = step("BO").unwrap();
    assert_eq!(bo.edges().iter().map(Letter::to_char).collect::<String>(), "AR");
    assert!(!bo.is_word() && bo.follow(Letter::default()).is_word());
    assert!(step("BORD").unwrap().is_word() && step("BORDS").unwrap().edges().is_empty());
    assert!(step("BORDEL").is_none() && step("X").is_none());
}

#[test]
fn the_empty_word_is_in_no_dictionary() {
    let words = ["A".to_owned()].into_iter().collect();
    let nothing = "".parse::<Pattern>().unwrap();
    assert!(!automaton(&words).contains(&[]) && !trie(&words).contains(&[]));
    assert!(!automaton(&words).member(&nothing) && !trie(&words).member(&nothing));
}

#[test]
fn a_builder_takes_words_in_order_only() {
    let mut builder = Builder::new();
    builder.insert(&word("bords")).unwrap();
    for early in ["bords", "bord", "a"] {
        assert_eq!(builder.insert(&word(early)), Err(BuildError::OutOfOrder(Box::new(word(early)))));
    }
    builder.insert(&word("bordure")).unwrap();
    assert_eq!(listed(&builder.finish().unwrap()), ["BORDS", "BORDURE"]);
}
