//! The end of a deal: final scores, several deals, sides.

mod words;

use rummy::{
    Canasta, CanastaHouse, End, Letters, Mahjong, Match, Rami, RamiHouse, Refusal, Rules, Rummikub,
    RummikubHouse, Save, Scoring, Take, Turn, judge,
};
use words::Few;

/// A game of these rules from the text of a saved one.
fn game<R: Rules>(rules: R, text: &str) -> Match<R> {
    let save = Save::read(&rules, text.as_bytes()).unwrap().save;
    Match::resume(rules, save)
}

#[test]
fn rummikub_counts_what_is_left_and_the_lowest_wins() {
    let text = "(joueurs (Ana 5 true ()) (Ben 7 true ((13 bleu) *)) (Cleo 0 false ((1 noir) (2 noir))))
        (jeu)(pioche (3 noir))(tour 2)";
    let game = game(Rummikub::default(), text);
    assert_eq!(game.end(), Some(End::Out(0)));
    assert_eq!(game.scores(), [5, 50, 3]);
    assert_eq!(game.winners(), [2]);
}

#[test]
fn letters_end_only_when_the_stock_is_empty_too() {
    let rules = || Letters::new(Few::new("SEL"));
    let text = "(joueurs (Ana 9 true ()) (Ben 12 true (A)))(jeu (S E L))(pioche)(tour 2)";
    assert_eq!(game(rules(), text).end(), Some(End::Out(0)));
    assert_eq!(game(rules(), text).scores(), [9, 12]);
    assert_eq!(game(rules(), text).winners(), [1]);
    assert_eq!(game(rules(), &text.replace("(pioche)", "(pioche B)")).end(), None);
}

#[test]
fn a_round_of_passes_ends_a_deal() {
    let text = "(joueurs (Ana 0 true ((1 bleu))) (Ben 0 true ((2 bleu))))(jeu)(pioche (3 noir))(tour 1)";
    let mut game = game(Rummikub::default(), text);
    for ended in [false, false, true] {
        let turn = Turn::draw(game.position());
        game.play(&turn).unwrap();
        assert_eq!(game.end() == Some(End::Blocked), ended);
    }
    let turn = Turn::draw(game.position());
    assert_eq!(game.play(&turn), Err(Refusal::Over));
}

#[test]
fn rami_counts_what_is_left_and_a_hundred_for_who_never_placed() {
    let text = "(joueurs (Ana 0 true ()) (Ben 20 true (AS KD 7C *)) (Cleo 950 false (2H)))
        (jeu)(pioche)(tour 2)";
    let game = game(Rami::default(), text);
    assert_eq!(game.scores(), [0, 20 + 11 + 10 + 7 + 20, 1050]);
    assert_eq!(game.winners(), [0]);
    assert!(game.is_decided(), "somebody has 1000");
}

#[test]
fn the_numbers_of_rami_are_those_of_the_house() {
    let house = RamiHouse { joker_left: 25, never_placed: 200, target: 0, ..RamiHouse::USUAL };
    let text = "(joueurs (Ana 0 true ()) (Ben 20 true (AS *)) (Cleo 950 false (2H)))(jeu)(pioche)(tour 2)";
    let ended = game(Rami { house }, text);
    assert_eq!(ended.scores(), [0, 20 + 11 + 25, 1150]);
    assert!(!ended.is_decided(), "no score ends the game");
    let text = "(joueurs (Ana 0 false (5H 5S 5D 9C)) (Ben 0 false (2H)))(jeu)(pioche 8C)(tour 1)";
    let position = game(Rami::default(), text).position().clone();
    let turn = Turn {
        take: Take::Stock,
        table: vec![position.mover().hand[..3].iter().copied().collect()],
        discard: Some(position.stock[0]),
    };
    let house = RamiHouse { opening: 15, pure_run: false, ..RamiHouse::USUAL };
    assert!(judge(&Rami { house }, &position, &turn).is_ok());
    for house in [RamiHouse { opening: 16, ..house }, RamiHouse { pure_run: true, ..house }, RamiHouse::USUAL]
    {
        let refused = judge(&Rami { house }, &position, &turn);
        assert!(matches!(refused, Err(Refusal::Opening(_))), "{house:?}: {refused:?}");
    }
}

#[test]
fn canasta_ends_at_the_target_of_the_house() {
    let text =
        "(joueurs (Ana 2500 true (4S)) (Ben 0 true (4S)))(jeu (5S 5H 5D))(jeu)(pioche)(tour 1)(passes 2)";
    for (target, decided) in [(5000, false), (2000, true), (0, false)] {
        let house = CanastaHouse { target, ..CanastaHouse::USUAL };
        assert_eq!(game(Canasta { house }, text).is_decided(), decided, "{target}");
    }
}

#[test]
fn canasta_counts_the_table_of_a_side() {
    let text = "(joueurs (Ana 100 true () (3H)) (Ben 0 false (KD *) (3D 3D)) (Cleo 100 true (4S 3C)) (Dan 0 false (AS)))
        (jeu (9S 9H 9D 9C 9S 9H 9D) (KC KH 2S KS * KC KH) (5S 5H 5D))(jeu)(pioche)(tour 2)";
    let game = game(Canasta::default(), text);
    let nines = 70 + 500;
    let kings = 50 + 20 + 50 + 300;
    assert_eq!(game.scores()[0], 100 + nines + kings + 15 + 100 - 10);
    assert_eq!(game.scores()[1], -(10 + 50 + 20) - 200);
    assert_eq!(game.scores()[2..], game.scores()[..2]);
    assert_eq!(game.winners(), [0, 2]);
}

#[test]
fn all_four_red_threes_count_double() {
    let text =
        "(joueurs (Ana 0 true (4S) (3H 3H 3D 3D)) (Ben 0 true (4S)))(jeu (5S 5H 5D))(jeu)(pioche)(tour 1)";
    assert_eq!(game(Canasta::default(), text).scores(), [800 + 15 - 5, -5]);
}

#[test]
fn mahjong_counts_flowers_and_combinations() {
    let text = "(joueurs (Ana 20 true () (F1 F2)) (Ben 0 true (1B)))
        (jeu (1B 2B 3B) (5D 5D 5D) (R R R) (9C 9C 9C) (E E))(jeu (2D 2D 2D))(pioche)(tour 2)";
    assert_eq!(game(Mahjong, text).scores(), [20 + 2 + 1 + 2 + 4 + 4 + 2, 2]);
}

#[test]
fn partners_share_first_placement_and_points() {
    let text = "(joueurs (Ana 0 false (KC KH KD KS KS KC KH)) (Ben 0 false (4S)) (Cleo 0 false (4S)) (Dan 0 false (5S)))
        (jeu)(jeu)(pioche 9D)(tour 1)";
    let position = game(Canasta::default(), text).position().clone();
    let table = vec![position.mover().hand.iter().copied().collect()];
    let turn = Turn { take: Take::Stock, table, discard: Some(position.stock[0]) };
    let after = judge(&Canasta::default(), &position, &turn).unwrap().after;
    let placed: Vec<bool> = after.players.iter().map(|player| player.placed).collect();
    let scores: Vec<i32> = after.players.iter().map(|player| player.score).collect();
    assert_eq!(placed, [true, false, true, false]);
    assert_eq!(scores, [200, 0, 200, 0]);
}

#[test]
fn deals_are_summed_and_the_start_moves_on() {
    let names = ["Ana".to_owned(), "Ben".to_owned(), "Cleo".to_owned()];
    let mut game = Match::new(Rummikub::default(), &names, 11).unwrap();
    let mut totals = vec![0; 3];
    for deal in 0..4 {
        assert_eq!(game.position().turn, deal % 3);
        assert_eq!(game.position().players.iter().map(|player| player.score).collect::<Vec<_>>(), totals);
        while game.end().is_none() {
            let turn = Turn::draw(game.position());
            game.play(&turn).unwrap();
        }
        let left = game.rules().final_points(game.position());
        totals.iter_mut().zip(left).for_each(|(total, points)| *total += points);
        game.next_deal().unwrap();
    }
}

#[test]
fn the_same_seed_deals_the_same_tiles() {
    let names = ["Ana".to_owned(), "Ben".to_owned()];
    let start = |seed| Match::new(Rami::default(), &names, seed).unwrap();
    assert_eq!(start(1).position(), start(1).position());
    assert_ne!(start(1).position(), start(2).position());
    let mut second = start(1);
    second.next_deal().unwrap();
    assert_ne!(second.position().stock, start(1).position().stock);
    // Saved games rely on this order for ever.
    let first: Vec<String> = start(1).position().players[0].hand.iter().map(ToString::to_string).collect();
    assert_eq!(first.join(" "), "5C 4D 7H 4S 4H 3S 3D * KS QS 7H * QD");
}

#[test]
fn a_card_that_was_seen_cannot_be_left_in_the_stock() {
    let names = ["Ana".to_owned(), "Ben".to_owned()];
    let mut game = Match::new(Rami::default(), &names, 1).unwrap();
    let drawn = game.draw().unwrap().tiles[0];
    assert_eq!(drawn, game.position().stock[0]);
    let pile = Turn { take: Take::Pile, table: Vec::new(), discard: Some(drawn) };
    assert_eq!(game.play(&pile), Err(Refusal::AlreadyDrawn));
    game.play(&Turn { take: Take::Stock, ..pile }).unwrap();
    assert!(!game.has_drawn());
}

/// The winner gets what the others lose; in a blocked deal the lowest hand wins, and only the differences count.
#[test]
fn official_scoring_of_rummikub() {
    let house = RummikubHouse { scoring: Scoring::Official, ..RummikubHouse::USUAL };
    let rules = || Rummikub { house, ..Rummikub::default() };
    let text = "(joueurs (Ana 5 true ()) (Ben 7 true ((13 bleu) *)) (Cleo 0 false ((1 noir) (2 noir))))
        (jeu)(pioche (3 noir))(tour 2)";
    let over = game(rules(), text);
    assert_eq!((over.scores(), over.winners()), (vec![5 + 46, 7 - 43, -3], vec![0]));
    let blocked = game(rules(), &text.replace("(Ana 5 true ())", "(Ana 5 true ((9 bleu)))"));
    assert_eq!(blocked.scores(), [5 - 6, 7 - 40, 46]);
    let tied = game(rules(), &text.replace("(Ana 5 true ())", "(Ana 0 true ((3 bleu)))"));
    assert_eq!((tied.scores(), tied.winners()), (vec![20, 7 - 40, 20], vec![0, 2]));
}
