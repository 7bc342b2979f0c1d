use lexicon::{Automaton, Reading, WordList};
use search::{Budget, Unwatched};

use super::super::RolloutStrategy;
use super::super::information_set::InformationSet;
use super::super::rng::SeededRng;
use super::*;
use crate::best::letters::Vocabulary;
use crate::card::Card;
use crate::judge::judge;
use crate::letter::Letter;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::canasta::Canasta;
use crate::rules::letters::Letters;
use crate::rules::rummikub::Rummikub;
use crate::rummy_match::Match;
use crate::seat::Seat;

fn unlimited<T>(work: impl FnOnce(&mut Run<'_>) -> T) -> T {
    work(&mut Run::new(Budget::UNLIMITED, &mut Unwatched))
}

/// The view of the mover before drawing.
fn seen<R: Rules>(rules: &R, position: &Position<R::Tile>) -> SeatView<R::Tile> {
    SeatView::of(rules, position, Some(Seat(position.turn)), false)
}

#[test]
fn a_sample_adds_up_to_the_bag() {
    let rules = Rummikub::default();
    let names = ["Ana".to_owned(), "Ben".to_owned()];
    let mut game = Match::new(rules, &names, 3).unwrap();
    let mut players = [MachinePlayer::new(Level::Normal, 3), MachinePlayer::new(Level::Easy, 3)];
    while game.end().is_none() {
        let view = seen(&rules, game.position());
        let sample = InformationSet::of(&view).sample(&rules, &mut SeededRng::new(9));
        assert_eq!(sample.tiles(), game.position().tiles());
        assert_eq!(seen(&rules, &sample), view);
        let Intent::Play(turn) = unlimited(|run| players[view.turn.0].turn(&rules, &view, run)).unwrap()
        else {
            panic!("a turn of Rummikub does not go on after drawing")
        };
        game.play(&turn).unwrap();
    }
}

/// A position of canasta: Ana has just placed, Ben is to move and has placed before.
fn canasta(ana: &str, pile: &str) -> Position<Card> {
    let cards = |text: &str| -> Vec<Card> { text.split_whitespace().filter_map(Card::from_text).collect() };
    let game = Match::new(Canasta::default(), &["Ana".to_owned(), "Ben".to_owned()], 1).unwrap();
    let mut position = game.position().clone();
    position.players[0].hand = cards(ana);
    position.players[0].placed = true;
    position.tables[0] = vec![cards("9H 9S 9D").into()];
    position.pile = cards(pile);
    position
}

/// How often these cards lie in Ana's hand in samples of what Ben knows, after he has seen turns of hers.
fn sampled(view: &InformationSet<Card>, card: &str) -> usize {
    let card = Card::from_text(card).unwrap();
    (0..20)
        .filter(|&seed| {
            view.sample(&Canasta::default(), &mut SeededRng::new(seed)).players[0].hand.contains(&card)
        })
        .count()
}

#[test]
fn what_was_taken_from_the_pile_is_known_to_be_held() {
    let before = canasta("4H 5H 6H 7H", "KS QS 5D 9C");
    let mut player = MachinePlayer::new(Level::Strong, 1);
    let mut table = before.tables[0].clone();
    table[0] = ["9H", "9S", "9D", "9C"].into_iter().filter_map(Card::from_text).collect();
    let turn = Turn { take: Take::Pile, table, discard: Card::from_text("QS") };
    let after = judge(&Canasta::default(), &before, &turn).unwrap().after;
    player.notice(&Canasta::default(), &seen(&Canasta::default(), &before), &turn);
    let view = player.information_set(&seen(&Canasta::default(), &after));
    assert_eq!((sampled(&view, "KS"), sampled(&view, "5D")), (20, 20));
    assert!(sampled(&view, "QS") < 20 && sampled(&view, "KH") < 20, "thrown away, and never seen");
    assert!(
        sampled(&InformationSet::of(&seen(&Canasta::default(), &after)), "KS") < 20,
        "who did not look does not know"
    );
    let next = Match::new(Canasta::default(), &["Ana".to_owned(), "Ben".to_owned()], 2).unwrap();
    assert!(
        sampled(&player.information_set(&seen(&Canasta::default(), next.position())), "KS") < 20,
        "another deal"
    );
}

#[test]
fn a_hand_that_goes_with_what_was_thrown_away_is_odd() {
    let before = canasta("KH 4C 5H 6H 7H", "4S");
    let turn = Turn { take: Take::Stock, table: before.tables[0].clone(), discard: Card::from_text("KH") };
    let mut player = MachinePlayer::new(Level::Strong, 1);
    player.notice(&Canasta::default(), &seen(&Canasta::default(), &before), &turn);
    let noticed = &player.memory.players()[0];
    let odd = |hand: &str| {
        let hand: Vec<Card> = hand.split_whitespace().filter_map(Card::from_text).collect();
        unlimited(|run| Canasta::default().oddity(&hand, noticed, run))
    };
    assert_eq!((odd("5H 6H 7H KC"), odd("KC KS 6H 7H"), odd("KC KS 4H 4D")), (0, 1, 2));
}

/// Whoever drew before the first placement had no word to open with, and after it no word at all.
#[test]
fn a_hand_with_a_word_that_was_not_laid_is_odd() {
    let text = "CANTON\nFACILE\nLES\n";
    let (list, _) = WordList::read(text.as_bytes(), &Reading::default()).unwrap();
    let vocabulary = Vocabulary::new(Automaton::from_list(&list).unwrap());
    let rules = Letters::new(&vocabulary);
    let odd = |placed: bool, hand: &str| {
        let game = Match::new(rules.clone(), &["Ana".to_owned(), "Ben".to_owned()], 1).unwrap();
        let mut before = game.position().clone();
        before.players[0].placed = placed;
        let mut player = MachinePlayer::new(Level::Strong, 1);
        player.notice(&rules, &seen(&rules, &before), &Turn::draw(&before));
        let hand: Vec<Letter> = hand.bytes().filter_map(Letter::from_ascii).collect();
        unlimited(|run| rules.oddity(&hand, &player.memory.players()[0], run))
    };
    assert_eq!((odd(false, "XCANTONZ"), odd(false, "CXANTONZ"), odd(false, "XFAC*LEZ")), (1, 0, 1));
    assert_eq!((odd(true, "XCANTONZ"), odd(true, "XZZZQQQ")), (1, 0));
}
