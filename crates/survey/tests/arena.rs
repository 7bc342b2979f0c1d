//! The arena against games that are played one by one.

use std::num::NonZero;

use rummy::{Level, MachinePlayer, Match, Rummikub, TurnPlayer, play_game};
use search::{Budget, Run, Unwatched};
use survey::{Arena, Deals, Work};

const SEED: u64 = 11;

/// Two players without chance in them.
fn levels() -> [Level; 2] {
    ["normal", "greedy-value"].map(|name| name.parse().unwrap())
}

fn arena(deals: u32) -> Arena<Rummikub> {
    let arena = Arena::new(Rummikub::default(), levels().to_vec(), SEED, true).unwrap();
    arena.with_deals(NonZero::new(deals).unwrap())
}

fn row(arena: &Arena<Rummikub>) -> Deals {
    let mut watch = Unwatched;
    let mut run = Run::new(Budget::UNLIMITED, &mut watch);
    arena.row(&mut (), 0, &mut run).unwrap().unwrap()
}

/// The winners and scores of a match, by player.
fn played(deals: u32, seating: usize) -> (Vec<usize>, Vec<i32>) {
    let names = ["seat1".to_owned(), "seat2".to_owned()];
    let mut game = Match::new(Rummikub::default(), &names, SEED).unwrap().without_jokers();
    let mut seats = [0, 1].map(|seat| MachinePlayer::new(levels()[(seat + seating) % 2], 0));
    let mut players = seats.each_mut().map(|player| player as &mut dyn TurnPlayer<Rummikub>);
    let mut watch = Unwatched;
    let mut run = Run::new(Budget::UNLIMITED, &mut watch);
    let deals = NonZero::new(deals).unwrap();
    let winners = play_game(&mut game, deals, &mut players, &mut run).unwrap();
    let scores = (0..2).map(|player| game.scores()[(player + seating) % 2]).collect();
    (winners.into_iter().map(|seat| (seat + seating) % 2).collect(), scores)
}

#[test]
fn a_match_of_several_deals_is_decided_by_the_sum_of_points() {
    let mut wins = [0.0; 2];
    let mut scores = [0; 2];
    for seating in 0..2 {
        let (winners, points) = played(3, seating);
        for &player in &winners {
            wins[player] += 1.0 / winners.len() as f64;
        }
        for (score, points) in scores.iter_mut().zip(points) {
            *score += i64::from(points);
        }
    }
    let results = row(&arena(3));
    assert_eq!((results.wins, results.scores.clone()), (wins.to_vec(), scores.to_vec()));
    assert_ne!(results.scores, row(&arena(1)).scores, "later deals count");
}

/// A log of single deals is not continued with matches.
#[test]
fn the_key_names_the_deals_of_a_match() {
    assert_ne!(arena(1).key(), arena(3).key());
    assert_eq!(arena(1).key(), Arena::new(Rummikub::default(), levels().to_vec(), SEED, true).unwrap().key());
}
