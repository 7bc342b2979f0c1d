//! Letter rummy in alphabets beyond A to Z: tiles, saves, best turns and whole games of machines.

use std::sync::Arc;

use lexicon::{Alphabet, Automaton, Letter as Plain, Reading, Word, WordList};
use rummy::{
    BestTurn, Event, Game, LetterBag, Letters, Objective, RuleSet, Rules, Save, Seat, Seated, Setup,
    Vocabulary, judge_positions,
};
use search::{Budget, Outcome, Run, Unwatched};

const FRENCH: &str = include_str!("../../lexicon/tests/data/french.txt");
const SPANISH: &str = include_str!("data/spanish.txt");
/// The most turns of a game; games of machines end long before.
const MOST_TURNS: usize = 2000;

fn of(code: &str) -> Alphabet {
    Alphabet::of_language(code).unwrap()
}

fn vocabulary(alphabet: Alphabet, text: &str) -> Arc<Vocabulary> {
    let reading = Reading { shortest: 3, alphabet, ..Reading::default() };
    let (list, report) = WordList::read(text.as_bytes(), &reading).unwrap();
    assert_eq!(report.left_out(), 0);
    Arc::new(Vocabulary::new(Automaton::from_list(&list).unwrap()))
}

fn spanish() -> Arc<Vocabulary> {
    vocabulary(of("es"), SPANISH)
}

/// The French list with its letters written from the end of another alphabet: words that use its last letters.
fn written_in(alphabet: &Alphabet) -> Arc<Vocabulary> {
    let (list, _) =
        WordList::read(FRENCH.as_bytes(), &Reading { shortest: 3, ..Reading::default() }).unwrap();
    let other =
        |letter: &Plain| Plain::from_index((alphabet.len() - 1 - letter.index() % alphabet.len()) as u8);
    let word = |word: Word| Word::new(&word.iter().filter_map(other).collect::<Vec<_>>()).unwrap();
    let list = WordList::in_alphabet(alphabet, list.iter().map(word));
    Arc::new(Vocabulary::new(Automaton::from_list(&list).unwrap()))
}

fn seats(names: &[&str]) -> Vec<Seated> {
    Seated::from_names(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()).unwrap()
}

fn machine_turn(game: &mut Game) -> Vec<Event> {
    game.machine_turn(&mut Run::new(Budget::UNLIMITED, &mut Unwatched)).unwrap()
}

/// Plays a game of machines to its end; every turn is judged from the saves before and after it. Returns the game and the
/// texts of all tiles and moves that somebody could read on the way.
fn play(setup: Setup, words: &Arc<Vocabulary>, names: &[&str], seed: u64) -> (Game, Vec<String>) {
    let rules = Letters { bag: setup.bag, ..Letters::new(words.as_ref()) };
    let mut game = Game::deal(setup, Some(Arc::clone(words)), seats(names), seed).unwrap();
    let mut texts = Vec::new();
    for _ in 0..MOST_TURNS {
        if game.end().is_some() {
            break;
        }
        let seat = game.to_move();
        let view = game.view(Some(seat));
        texts.extend(view.hand);
        texts.extend(view.tables.iter().flatten().flat_map(|meld| meld.to_vec()));
        texts.extend(game.draft(seat).unwrap().hand);
        let before = game.classic();
        for event in machine_turn(&mut game) {
            match event {
                Event::Drew { tiles, .. } => texts.extend(tiles.unwrap()),
                Event::Played { placed, .. } => texts.extend(placed),
                _ => {}
            }
        }
        let read = |text: &str| {
            let loaded = Save::read(&rules, text.as_bytes()).unwrap();
            assert_eq!(loaded.warnings, [""; 0]);
            assert_eq!(loaded.save.write(&rules), text);
            loaded.save.position
        };
        judge_positions(&rules, &read(&before), &read(&game.classic())).unwrap();
    }
    assert!(game.end().is_some(), "the game ends");
    let again = Game::replay(&game.record(), Some(Arc::clone(words))).unwrap();
    assert_eq!((again.classic(), again.scores()), (game.classic(), game.scores()));
    (game, texts)
}

#[test]
fn a_spanish_game_of_machines_lays_an_enye_from_deal_to_end() {
    let words = spanish();
    let mut laid = 0;
    for (seed, names) in [(1, ["ai:normal", "ai:strong"]), (2, ["ai:easy", "ai:normal"])] {
        let (game, _) = play(Setup::new(RuleSet::Letters), &words, &names, seed);
        let table = game.view(None).tables.concat();
        laid += table.iter().filter(|meld| meld.iter().any(|tile| tile == "Ñ")).count();
        assert_eq!(game.record().words.as_deref(), Some(words.digest()));
        assert!(
            game.record().rules.iter().all(|(key, _)| key != "bag"),
            "the usual bag follows from the words"
        );
    }
    assert!(laid > 0, "a word with an Ñ lies on the table at the end");
}

#[test]
fn every_alphabet_is_played_in_its_own_letters() {
    for code in ["es", "de", "sv", "da", "pl", "el", "ru", "tr"] {
        let alphabet = of(code);
        let words = written_in(&alphabet);
        let (game, texts) = play(Setup::new(RuleSet::Letters), &words, &["ai:normal", "ai:normal"], 3);
        assert!(!game.view(None).tables.concat().is_empty(), "{code}");
        let is_letter = |text: &String| text == "*" || alphabet.single(text).is_some();
        assert_eq!(texts.iter().find(|text| !is_letter(text)), None, "{code}");
        let is_tile_free = |text: &str| !text.contains(char::REPLACEMENT_CHARACTER);
        assert!(
            is_tile_free(&game.classic()) && game.moves().iter().all(|line| is_tile_free(line)),
            "{code}"
        );
    }
}

#[test]
fn no_latin_letter_is_read_or_written_in_a_greek_game() {
    let words = written_in(&of("el"));
    let mut game =
        Game::deal(Setup::new(RuleSet::Letters), Some(words), seats(&["Ana", "ai:normal"]), 5).unwrap();
    let hand = game.view(Some(Seat(0))).hand;
    let legal = game.legal(Seat(0));
    assert!(hand.iter().chain(&legal.tiles).all(|tile| tile == "*" || !tile.is_ascii()), "{legal:?}");
    let refused = |game: &mut Game, line: &str| game.act(Seat(0), line).unwrap_err().to_string();
    assert_eq!(refused(&mut game, "+ (A B)"), "expected a tile, found A");
    let mut letters = hand.iter().filter(|tile| *tile != "*");
    let [first, second] = [letters.next().unwrap(), letters.next().unwrap()];
    game.act(Seat(0), &format!("+ ({} {second})", first.to_lowercase())).unwrap();
    assert_eq!(game.draft(Seat(0)).unwrap().table, [[first.clone(), second.clone()]]);
    let other = legal.tiles.iter().find(|tile| ![first, second].contains(tile)).unwrap();
    assert_eq!(refused(&mut game, &format!("move {other} 1 1")), format!("{other} is not in combination 1"));
    assert!(refused(&mut game, "done").contains(first.as_str()), "{}", refused(&mut game, "done"));
}

const NINO: &str = "(joueurs\n (Ana 0 true (Ñ I))\n (Ben 0 true (A)))\n(jeu\n (N O S O T R O S)\n (R A N A))\n(pioche)\n(tour 1)\n";

#[test]
fn the_best_turn_knows_the_enye() {
    let words = vocabulary(of("es"), "nosotros\nrana\nraña\nniños\nnino\nrosa\ntorno\nuña\n");
    let rules = Letters::new(words.as_ref());
    let loaded = Save::read(&rules, NINO.as_bytes()).unwrap();
    assert_eq!(loaded.save.write(&rules), NINO);
    assert!(
        loaded.warnings.iter().any(|warning| warning.contains(" Ñ instead of ")),
        "{:?}",
        loaded.warnings
    );
    let position = loaded.save.position;
    let mut watch = Unwatched;
    let mut run = Run::new(rules.usual_budget(), &mut watch);
    let found = rules.best_turn(&position, Objective::Points, &mut run);
    assert!(matches!(found, Ok(Outcome::Unsolvable(_))), "{found:?}");
    let words = vocabulary(of("es"), "nosotros\nrana\nrosñi\nañi\n");
    let rules = Letters::new(words.as_ref());
    let text = NINO.replace("(Ñ I)", "(Ñ I A)");
    let position = Save::read(&rules, text.as_bytes()).unwrap().save.position;
    let mut run = Run::new(rules.usual_budget(), &mut watch);
    let Ok(Outcome::Solved(answer)) = rules.best_turn(&position, Objective::Points, &mut run) else {
        panic!("AÑI can be placed")
    };
    assert!(answer.is_proven());
    let table: Vec<String> = answer.best().turn().table.iter().map(|meld| rules.meld_text(meld)).collect();
    assert_eq!(table, ["(N O S O T R O S)", "(R A N A)", "(A Ñ I)"]);
    assert_eq!(answer.best().points(), 2 * 3 + 3);
}

#[test]
fn a_bag_that_is_given_is_dealt_and_kept() {
    let words = spanish();
    let bag = LetterBag::read(words.words().alphabet(), "Ñ 20\nA 30\nO 20\nS 20\nN 20\nI 10\n* 1\n").unwrap();
    let setup = Setup { bag: Some(bag), ..Setup::new(RuleSet::Letters) };
    let game = Game::deal(setup, Some(Arc::clone(&words)), seats(&["Ana", "Ben"]), 1).unwrap();
    let text = game.classic();
    assert_eq!(text.matches('Ñ').count(), 20);
    assert_eq!(game.record().rules.iter().filter(|(key, _)| key == "bag").count(), 1);
    let again = Game::replay(&game.record(), Some(Arc::clone(&words))).unwrap();
    assert_eq!((again.classic(), again.setup()), (text.clone(), game.setup()));
    let (_, warnings) = Game::load(setup, Some(Arc::clone(&words)), text.as_bytes()).unwrap();
    assert_eq!(warnings, [""; 0]);
    let (_, warnings) = Game::load(Setup::new(RuleSet::Letters), Some(words), text.as_bytes()).unwrap();
    assert!(!warnings.is_empty());
    play(setup, &spanish(), &["ai:normal", "ai:easy"], 4);
}

#[test]
fn a_game_is_not_replayed_with_the_words_of_another_alphabet() {
    let words = spanish();
    let game = Game::deal(Setup::new(RuleSet::Letters), Some(words), seats(&["Ana", "Ben"]), 1).unwrap();
    let folded = vocabulary(Alphabet::LATIN, SPANISH);
    let refused = Game::replay(&game.record(), Some(folded)).unwrap_err().to_string();
    assert!(refused.starts_with("the game was played with the word list "), "{refused}");
}
