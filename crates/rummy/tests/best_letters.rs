//! The best turn of letter rummy: against an exhaustive search on small bags and tiny dictionaries, and on
//! a French list of some 4,000 words.

mod limits;
mod random;

use std::ops::ControlFlow;

use lexicon::{Automaton, Reading, WordList};
use limits::within;
use random::Random;
use rummy::{
    Answer, BestTurn, Found, JokerRule, Letter, Letters, Meld, Multiset, NothingToPlace, Objective, Player,
    Position, Tile, Turn, Vocabulary, judge, tiles_of,
};
use search::{Budget, Limit, Outcome, Run, Stats};

fn letters(text: &str) -> Vec<Letter> {
    text.bytes().filter_map(Letter::from_ascii).collect()
}

fn vocabulary(words: &[String]) -> Vocabulary {
    let text = words.join("\n");
    let list = WordList::read(text.as_bytes(), &Reading::default()).unwrap().0;
    Vocabulary::new(Automaton::from_list(&list).unwrap())
}

fn position(hand: &str, table: &[&str]) -> Position<Letter> {
    let mut player = Player::new("Ana");
    player.hand = letters(hand);
    player.placed = true;
    Position {
        players: vec![player, Player::new("Ben")],
        tables: vec![table.iter().map(|word| letters(word).into()).collect()],
        stock: letters("EEEE"),
        pile: Vec::new(),
        turn: 0,
        passes: 0,
    }
}

/// The answer of the solver within a budget.
fn search(
    rules: &Letters<&Vocabulary>,
    position: &Position<Letter>,
    objective: Objective,
    budget: Budget,
) -> Found<Letter> {
    within(budget, |run| rules.best_turn(position, objective, run)).expect("the position is small")
}

/// The points (or tiles) of the best turn that the solver finds and proves.
fn found(rules: &Letters<&Vocabulary>, position: &Position<Letter>, objective: Objective) -> Option<i32> {
    let budget = rules.usual_budget().with_nodes(2_000_000);
    let best = match search(rules, position, objective, budget) {
        Outcome::Solved(Answer::Proven(best)) => best,
        Outcome::Unsolvable(NothingToPlace) => return None,
        other => panic!("not proven: {other:?} {position:?}"),
    };
    let verdict = judge(rules, position, best.turn()).expect("the judge accepts it");
    assert_eq!((verdict.points, &verdict.placed), (best.points(), best.placed()));
    Some(if objective == Objective::Points { best.points() } else { best.value() })
}

/// Every way to write the words of a dictionary with jokers.
fn patterns(words: &[String], jokers: usize) -> Vec<Meld<Letter>> {
    let mut melds = Vec::new();
    for word in words {
        let word = letters(word);
        for mask in 0_u32..1 << word.len() {
            if mask.count_ones() as usize <= jokers {
                let tile = |(at, &letter): (usize, &Letter)| {
                    if mask >> at & 1 == 1 { Letter::JOKER } else { letter }
                };
                melds.push(word.iter().enumerate().map(tile).collect::<Meld<Letter>>());
            }
        }
    }
    melds.sort();
    melds.dedup();
    melds
}

/// Tries every table that can be laid, and gives the most points and tiles of a legal turn.
fn exhaustive(
    rules: &Letters<&Vocabulary>,
    before: &Position<Letter>,
    melds: &[Meld<Letter>],
    table: &mut Vec<Meld<Letter>>,
    left: &Multiset<Letter>,
    best: &mut Option<(i32, i32)>,
) {
    if left.is_subset(&before.mover().tiles())
        && let Ok(verdict) = judge(rules, before, &Turn::place(table.clone()))
        && !verdict.placed.is_empty()
    {
        let (points, tiles) = best.unwrap_or((0, 0));
        *best = Some((points.max(verdict.points), tiles.max(verdict.placed.len() as i32)));
    }
    for (at, meld) in melds.iter().enumerate() {
        if meld.tiles().is_subset(left) {
            table.push(meld.clone());
            exhaustive(rules, before, &melds[at..], table, &left.difference(&meld.tiles()), best);
            table.pop();
        }
    }
}

/// The letters of random words.
const KINDS: [char; 5] = ['A', 'E', 'I', 'N', 'S'];

/// A dictionary of few words of few letters.
fn few_words(random: &mut Random) -> Vec<String> {
    let kinds = 3 + random.below(3);
    let word = |random: &mut Random| -> String {
        (0..3 + random.below(3)).map(|_| KINDS[random.below(kinds)]).collect()
    };
    let mut words: Vec<String> = (0..4 + random.below(12)).map(|_| word(random)).collect();
    words.sort();
    words.dedup();
    words
}

/// A table of some of the words, some letters being jokers, and a hand.
fn small_position(random: &mut Random, words: &[String], jokers: usize) -> Position<Letter> {
    let mut table: Vec<String> = Vec::new();
    let mut jokers_left = jokers;
    for _ in 0..random.below(4) {
        let mut word = words[random.below(words.len())].clone();
        if table.contains(&word) {
            continue;
        }
        if jokers_left > 0 && random.below(2) == 0 {
            let at = random.below(word.len());
            word.replace_range(at..=at, "*");
            jokers_left -= 1;
        }
        table.push(word);
    }
    let tile = |random: &mut Random| KINDS[random.below(5)];
    let mut hand: String = (0..=random.below(4)).map(|_| tile(random)).collect();
    if jokers_left > 0 && random.below(2) == 0 {
        hand.push('*');
    }
    position(&hand, &table.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn the_best_turn_is_the_one_that_trying_everything_finds() {
    let mut random = Random::new(11);
    let mut placed = 0;
    for case in 0..1500 {
        let words = few_words(&mut random);
        let jokers = random.below(3);
        let before = small_position(&mut random, &words, jokers);
        let vocabulary = vocabulary(&words);
        let mut rules = Letters::new(&vocabulary);
        if case % 3 == 0 {
            rules.jokers = JokerRule::Free;
        }
        let pool = tiles_of(before.table()).union(&before.mover().tiles());
        let mut best = None;
        exhaustive(&rules, &before, &patterns(&words, jokers), &mut Vec::new(), &pool, &mut best);
        let points = found(&rules, &before, Objective::Points);
        assert_eq!(points, best.map(|best| best.0), "case {case}: {words:?} {before:?} {:?}", rules.jokers);
        let tiles = found(&rules, &before, Objective::Tiles);
        assert_eq!(tiles, best.map(|best| best.1), "case {case}: {words:?} {before:?} {:?}", rules.jokers);
        placed += usize::from(best.is_some());
    }
    assert!(placed > 400, "in only {placed} cases there was a turn");
}

#[test]
fn the_worked_example_is_the_best_that_four_words_allow() {
    let words = ["DROLE", "BOEUF", "ROLE", "BORDS", "OEUF", "BORD"].map(str::to_owned);
    let vocabulary = vocabulary(&words);
    let rules = Letters::new(&vocabulary);
    let before = position("ROSXY", &["DROLE", "BOEUF"]);
    assert_eq!(found(&rules, &before, Objective::Points), Some(8));
    assert_eq!(found(&rules, &position("XY", &["DROLE", "BOEUF"]), Objective::Points), None);
}

#[test]
fn a_search_without_a_budget_claims_nothing() {
    let words = ["SEL", "LES", "SELS", "ELLES", "ELLE"].map(str::to_owned);
    let vocabulary = vocabulary(&words);
    let rules = Letters::new(&vocabulary);
    let budget = rules.usual_budget().with_nodes(0);
    let before = position("LEX", &["SEL", "LES"]);
    assert_eq!(search(&rules, &before, Objective::Points, budget), Outcome::GaveUp(Limit::Nodes));
}

/// The list's words, and what looks them up.
fn french() -> (Vec<String>, Vocabulary) {
    let list = include_str!("../../lexicon/tests/data/french.txt");
    let list = WordList::read(list.as_bytes(), &Reading::default()).unwrap().0;
    let words = list.iter().map(|word| word.to_string()).collect();
    (words, Vocabulary::new(Automaton::from_list(&list).unwrap()))
}

/// Can this word be made of these letters, jokers standing for any?
fn makes(letters: &str, word: &str) -> bool {
    let count = |text: &str, letter| text.chars().filter(|&other| other == letter).count();
    let lacking: usize =
        ('A'..='Z').map(|letter| count(word, letter).saturating_sub(count(letters, letter))).sum();
    lacking <= count(letters, '*')
}

/// The length of the longest word that can be made of these letters.
fn longest_made(words: &[String], letters: &str) -> usize {
    words.iter().filter(|word| makes(letters, word)).map(String::len).max().unwrap_or(0)
}

/// The letters of a long word, some of them changed at random, some of them into jokers.
fn hand_near_a_word(random: &mut Random, words: &[String]) -> String {
    let long: Vec<&String> = words.iter().filter(|word| (6..=10).contains(&word.len())).collect();
    let mut hand: Vec<char> = long[random.below(long.len())].chars().collect();
    while hand.len() < 7 || random.below(3) == 0 {
        hand.push(char::from(b'A' + random.below(26) as u8));
    }
    for _ in 0..random.below(3) {
        let at = random.below(hand.len());
        hand[at] = if random.below(2) == 0 { '*' } else { char::from(b'A' + random.below(26) as u8) };
    }
    hand.into_iter().collect()
}

/// An opening has six letters or more. Each scores once for being placed and once for the length of the word, and
/// once more if the hand is empty then.
fn opening_points(length: usize, hand: usize) -> usize {
    match length {
        0..6 => 0,
        _ if length == hand => 3 * length,
        _ => 2 * length,
    }
}

#[test]
fn first_placements_score_what_the_longest_word_scores() {
    let (words, vocabulary) = french();
    let rules = Letters::new(&vocabulary);
    let mut random = Random::new(5);
    let mut opened = 0;
    for _ in 0..600 {
        let hand = hand_near_a_word(&mut random, &words);
        let expected = opening_points(longest_made(&words, &hand), hand.len());
        let mut before = position(&hand, &[]);
        before.players[0].placed = false;
        let best = match search(&rules, &before, Objective::Points, rules.usual_budget()) {
            Outcome::Solved(answer) => answer.best().points(),
            Outcome::Unsolvable(NothingToPlace) => 0,
            other @ Outcome::GaveUp(_) => panic!("{hand}: {other:?}"),
        };
        assert_eq!(best, expected as i32, "{hand}");
        opened += usize::from(expected > 0);
    }
    assert!((100..550).contains(&opened), "{opened} of 600 hands can open");
}

/// A table of everyday words.
const BIG_TABLE: [&str; 9] =
    ["FACILE", "EXAMEN", "CANTON", "ELEVE", "BRILLANT", "MAISONS", "TROUVER", "SOURIRE", "PATTES"];

/// No turn scores more than the whole hand, doubled, and the longest word that all letters make. On a big table a turn
/// that scores as much is found, and the judge accepts it.
#[test]
fn big_tables_are_recombined() {
    let (words, vocabulary) = french();
    let rules = Letters::new(&vocabulary);
    for hand in ["SPOINEL", "RASTEIN", "QSVRFDD"] {
        let before = position(hand, &BIG_TABLE);
        let most = 2 * hand.len() + longest_made(&words, &(BIG_TABLE.concat() + hand));
        let found = search(&rules, &before, Objective::Points, rules.usual_budget());
        let Outcome::Solved(Answer::Proven(best)) = found else { panic!("{found:?}") };
        assert_eq!((best.value(), best.points()), (7, most as i32), "{hand}");
        let verdict = judge(&rules, &before, best.turn()).expect("the judge accepts it");
        assert_eq!(verdict.points, best.points());
    }
}

/// Neither two jokers nor a hand of which little can be made takes a search
/// far beyond its budget.
#[test]
fn a_search_keeps_to_its_nodes() {
    let (_, vocabulary) = french();
    let rules = Letters::new(&vocabulary);
    for hand in ["**EXOET", "QSVRFDD"] {
        let mut spent = 0;
        let mut watch = |stats: &Stats| {
            spent = stats.nodes;
            ControlFlow::Continue(())
        };
        let budget = rules.usual_budget().with_nodes(1000);
        let mut run = Run::new(budget, &mut watch);
        let before = position(hand, &BIG_TABLE);
        let best = rules.best_turn(&before, Objective::Points, &mut run).unwrap();
        assert!(matches!(best, Outcome::Solved(_)), "{hand}");
        assert!((250..1250).contains(&spent), "{hand}: {spent} nodes");
    }
}

/// An awkward hand on a table that hardly comes apart: where the search for the best turn ends empty-handed,
/// some turn is still found.
#[test]
fn a_search_that_ends_early_still_places_something() {
    let (_, vocabulary) = french();
    let rules = Letters::new(&vocabulary);
    let before = position("MJTBRMO", &["CRAWL", "DESHYDROGENANT", "FORT", "ZUT", "VUS", "PST"]);
    for nodes in [100, 300, 1000, 4000] {
        let budget = rules.usual_budget().with_nodes(nodes);
        let found = search(&rules, &before, Objective::Points, budget);
        let Outcome::Solved(Answer::Unproven(best, limit)) = found else { panic!("{nodes}: {found:?}") };
        assert!(judge(&rules, &before, best.turn()).is_ok(), "{best:?}");
        assert!(matches!(limit, Limit::Nodes | Limit::Incomplete), "{nodes}: {limit}");
    }
}
