//! Machine players of letters, rami, canasta and mahjong: legal, blind to hidden tiles, and to be told apart.

use lexicon::{Automaton, Reading, WordList};
use rummy::{
    Brain, Canasta, Chance, Game, Letters, Level, Machine, Machines, Mahjong, Position, Rami, Take, Taken,
    Tile, Vocabulary,
};

/// Turns after which a game is left.
const MOST_TURNS: usize = 300;

fn vocabulary() -> Vocabulary {
    let text = include_str!("data/short.txt").split_whitespace().collect::<Vec<_>>().join("\n");
    let more = "FACILE\nEXAMEN\nCANTON\nMAISON\nROUTES\nSOLIDE\nPARENT\nTENDRE\nLIMITE\nSENTIR";
    let list = format!("{text}\n{more}\n");
    Vocabulary::new(
        Automaton::from_list(&WordList::read(list.as_bytes(), &Reading::default()).unwrap().0).unwrap(),
    )
}

/// Plays a game of two machines; `look` sees every position before its turn. The seats of the winners.
fn play<R: Machine>(
    rules: &R,
    levels: [Level; 2],
    seed: u64,
    look: &mut dyn FnMut(&Position<R::Tile>),
) -> Vec<usize> {
    let names = ["Ana".to_owned(), "Ben".to_owned()];
    let mut game = Game::new(rules.clone(), &names, seed).unwrap();
    let mut machines = Machines::new(levels.map(|level| Brain::new(level, seed)).to_vec());
    for _ in 0..MOST_TURNS {
        if game.end().is_some() {
            break;
        }
        look(game.position());
        let turn = machines.turn(rules, game.position());
        let played = machines.play(&mut game, &turn);
        played.unwrap_or_else(|refusal| panic!("{refusal}: {turn:?} {:?}", game.position()));
    }
    game.winners()
}

/// The same position with the hidden tiles in other places, the first `known` of the stock excepted.
fn swapped<T: Tile>(position: &Position<T>, known: usize, seed: u64) -> Position<T> {
    let other = 1 - position.turn;
    let mut swapped = position.clone();
    let mut hidden = swapped.players[other].hand.clone();
    hidden.extend(swapped.stock.drain(known..));
    Chance::new(seed).shuffle(&mut hidden);
    let stock = hidden.split_off(swapped.players[other].hand.len());
    swapped.stock.extend(stock);
    swapped.players[other].hand = hidden;
    swapped
}

fn check_blind<R: Machine>(rules: &R) {
    let mut positions = Vec::new();
    for seed in 0..2 {
        play(rules, [Level::Strong, Level::Normal], seed, &mut |position| positions.push(position.clone()));
    }
    let mut differing = 0;
    for (seed, position) in positions.iter().enumerate().step_by(4) {
        for level in Level::ALL {
            let choice = |position| Brain::new(level, 5).turn(rules, position);
            let chosen = choice(position);
            // What is drawn is seen before the turn goes on, so that it may change all but the taking.
            let goes_on = chosen.take == Take::Stock;
            let drawn = Taken::of(rules, position, Take::Stock).map_or(0, |taken| taken.from_stock);
            let known = if goes_on { drawn } else { 0 };
            let other = swapped(position, known, seed as u64);
            differing += usize::from(other != *position);
            assert_eq!(choice(&other), chosen, "{level} {position:?}");
            let wholly_other = swapped(position, 0, seed as u64 + 1);
            assert_eq!(choice(&wholly_other).take, chosen.take, "{level} {position:?}");
        }
    }
    assert!(differing > 10, "{differing} positions had anything to swap");
}

#[test]
fn rami_machines_are_blind() {
    check_blind(&Rami);
}

#[test]
fn canasta_machines_are_blind() {
    check_blind(&Canasta);
}

#[test]
fn mahjong_machines_are_blind() {
    check_blind(&Mahjong);
}

#[test]
fn letter_machines_are_blind() {
    check_blind(&Letters::new(&vocabulary()));
}

/// The share of `2 * deals` games that strong wins against normal, a shared win counting in parts.
fn strong_share<R: Machine>(rules: &R, deals: u64) -> f64 {
    let won = |levels: [Level; 2], seat: usize, seed: u64| {
        let winners = play(rules, levels, seed, &mut |_| ());
        if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 }
    };
    let both =
        |seed| won([Level::Strong, Level::Normal], 0, seed) + won([Level::Normal, Level::Strong], 1, seed);
    (0..deals).map(both).sum::<f64>() / (2 * deals) as f64
}

#[test]
fn a_thoughtful_discard_wins_more() {
    let rami = strong_share(&Rami, 60);
    assert!(rami > 0.54, "strong won {rami:.3} at rami");
    let mahjong = strong_share(&Mahjong, 20);
    assert!(mahjong > 0.7, "strong won {mahjong:.3} at mahjong");
}

/// Beginners stumble into every corner of the rules; whatever they do is legal.
#[test]
fn beginners_keep_to_the_rules() {
    for seed in 0..150 {
        play(&Mahjong, [Level::Easy, Level::Normal], seed, &mut |_| ());
        play(&Rami, [Level::Easy, Level::Easy], seed, &mut |_| ());
    }
    for seed in 0..20 {
        play(&Canasta, [Level::Easy, Level::Normal], seed, &mut |_| ());
    }
}
