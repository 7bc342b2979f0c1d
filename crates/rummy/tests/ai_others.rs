//! Machine players of letters, rami, canasta and mahjong: legal, blind to hidden tiles, and of different strength.

mod limits;
mod random;

use lexicon::{Automaton, Reading, WordList};
use limits::within;
use random::Random;
use rummy::{
    AiRules, Canasta, Intent, Letter, Letters, Level, MachinePlayer, MachinePlayers, Mahjong, Match,
    Position, Rami, Rules, Save, Seat, SeatView, Take, Taken, Tile, Turn, Vocabulary,
};
use search::Budget;

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

/// Plays a game of two machines; `look` sees every position before its turn, and the machines with all that
/// they have noticed. The seats of the winners.
fn play<R: AiRules>(
    rules: &R,
    levels: [Level; 2],
    seed: u64,
    mut look: impl FnMut(&Position<R::Tile>, &MachinePlayers<R::Tile>),
) -> Vec<usize> {
    let names = ["Ana".to_owned(), "Ben".to_owned()];
    let mut game = Match::new(rules.clone(), &names, seed).unwrap();
    let mut machines = MachinePlayers::new(levels.map(|level| MachinePlayer::new(level, seed)).to_vec());
    for _ in 0..MOST_TURNS {
        if game.end().is_some() {
            break;
        }
        look(game.position(), &machines);
        let turn = within(Budget::UNLIMITED, |run| machines.turn(&mut game, run)).unwrap();
        let played = machines.play(&mut game, &turn);
        played.unwrap_or_else(|refusal| panic!("{refusal}: {turn:?} {:?}", game.position()));
    }
    game.winners()
}

/// The position with the hidden tiles in other places, except the first `known` tiles of the stock.
fn swapped<T: Tile>(position: &Position<T>, known: usize, seed: u64) -> Position<T> {
    let other = 1 - position.turn;
    let mut swapped = position.clone();
    let mut hidden = swapped.players[other].hand.clone();
    hidden.extend(swapped.stock.drain(known..));
    Random::new(seed).shuffle(&mut hidden);
    let stock = hidden.split_off(swapped.players[other].hand.len());
    swapped.stock.extend(stock);
    swapped.players[other].hand = hidden;
    swapped
}

/// The view of the mover before drawing.
fn seen<R: Rules>(rules: &R, position: &Position<R::Tile>) -> SeatView<R::Tile> {
    SeatView::of(rules, position, Some(Seat(position.turn)), false)
}

/// The view of the mover after drawing.
fn seen_drawn<R: Rules>(rules: &R, position: &Position<R::Tile>) -> SeatView<R::Tile> {
    SeatView::of(rules, position, Some(Seat(position.turn)), true)
}

/// The turn that a player chooses, drawing first if it likes.
fn chosen<R: AiRules>(
    rules: &R,
    player: &mut MachinePlayer<R::Tile>,
    position: &Position<R::Tile>,
) -> Turn<R::Tile> {
    let mut think = |seen| within(Budget::UNLIMITED, |run| player.turn(rules, &seen, run)).unwrap();
    match think(seen(rules, position)) {
        Intent::Play(turn) => turn,
        Intent::Draw => match think(seen_drawn(rules, position)) {
            Intent::Play(turn) => turn,
            Intent::Draw => panic!("drawn twice"),
        },
    }
}

/// Whoever chooses so, chooses the same when the hidden tiles lie elsewhere. True if there was anything to swap.
fn is_blind<R: AiRules>(
    rules: &R,
    position: &Position<R::Tile>,
    seed: u64,
    choose: impl Fn(&Position<R::Tile>) -> Turn<R::Tile>,
) -> bool {
    let chosen = choose(position);
    // What is drawn is seen before the turn goes on, so that it may change all but the taking.
    let goes_on = chosen.take == Take::Stock;
    let drawn = Taken::of(rules, position, Take::Stock).map_or(0, |taken| taken.from_stock);
    let other = swapped(position, if goes_on { drawn } else { 0 }, seed);
    // What is seen is the same, even where it would not change the choice.
    assert_eq!(seen(rules, &other), seen(rules, position));
    assert_eq!(choose(&other), chosen, "{position:?}");
    if goes_on {
        assert_eq!(seen_drawn(rules, &other), seen_drawn(rules, position));
    }
    let wholly_other = swapped(position, 0, seed + 1);
    assert_eq!(choose(&wholly_other).take, chosen.take, "{position:?}");
    other != *position
}

fn check_blind<R: AiRules>(rules: &R) {
    let mut moments = Vec::new();
    for seed in 0..2 {
        play(rules, [Level::Strong, Level::Normal], seed, |position, machines| {
            moments.push((position.clone(), machines.clone()));
        });
    }
    let mut differing = 0;
    for (seed, (position, machines)) in (0..).zip(&moments).step_by(4) {
        for level in Level::ALL {
            let choose =
                |position: &Position<R::Tile>| chosen(rules, &mut MachinePlayer::new(level, 5), position);
            differing += usize::from(is_blind(rules, position, seed, choose));
        }
        let choose = |position: &Position<R::Tile>| {
            let save = Save { position: position.clone(), seed: None, deal: 0 };
            let mut game = Match::resume(rules.clone(), save);
            within(Budget::UNLIMITED, |run| machines.clone().turn(&mut game, run)).unwrap()
        };
        differing += usize::from(is_blind(rules, position, seed, choose));
    }
    assert!(differing > 10, "{differing} positions had anything to swap");
}

#[test]
fn rami_machines_are_blind() {
    check_blind(&Rami::default());
}

#[test]
fn canasta_machines_are_blind() {
    check_blind(&Canasta::default());
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
fn strong_share<R: AiRules>(rules: &R, deals: u64) -> f64 {
    let won = |levels: [Level; 2], seat: usize, seed: u64| {
        let winners = play(rules, levels, seed, |_, _| ());
        if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 }
    };
    let both =
        |seed| won([Level::Strong, Level::Normal], 0, seed) + won([Level::Normal, Level::Strong], 1, seed);
    (0..deals).map(both).sum::<f64>() / (2 * deals) as f64
}

#[test]
fn a_strong_player_wins_more() {
    for (name, share, least) in [
        ("rami", strong_share(&Rami::default(), 12), 0.55),
        ("canasta", strong_share(&Canasta::default(), 6), 0.65),
        ("mahjong", strong_share(&Mahjong, 8), 0.7),
    ] {
        assert!(share > least, "strong won {share:.3} at {name}");
    }
}

/// Of two turns that score the same, a strong player takes the one after which the next player finds no long word: a
/// joker keeps FACILE from becoming FACILES, where there is hardly an F left to replace it.
#[test]
fn a_joker_is_laid_where_it_is_in_the_way() {
    let text = "FACILE\nFACILES\nFIS\nLES\nSIR\n";
    let (list, _) = WordList::read(text.as_bytes(), &Reading::default()).unwrap();
    let vocabulary = Vocabulary::new(Automaton::from_list(&list).unwrap());
    let rules = Letters::new(&vocabulary);
    let letters = |text: &str| text.bytes().filter_map(Letter::from_ascii).collect::<Vec<_>>();
    let game = Match::new(rules.clone(), &["Ana".to_owned(), "Ben".to_owned()], 1).unwrap();
    let mut position = game.position().clone();
    position.players.iter_mut().for_each(|player| player.placed = true);
    position.players[0].hand = letters("ACILEFIS*");
    position.players[1].hand.truncate(7);
    position.stock.truncate(40);
    position.tables[0] = vec![letters("SIR").into()];
    let laid = |level, seed| chosen(&rules, &mut MachinePlayer::new(level, seed), &position).table;
    for seed in 0..4 {
        assert!(laid(Level::Normal, seed).contains(&letters("*IS").into()));
        let table = laid(Level::Strong, seed);
        assert!(table.contains(&letters("*ACILE").into()) && table.contains(&letters("FIS").into()));
    }
}

/// Beginners stumble into every corner of the rules; whatever they do is legal.
#[test]
fn beginners_keep_to_the_rules() {
    for seed in 0..150 {
        play(&Mahjong, [Level::Easy, Level::Normal], seed, |_, _| ());
        play(&Rami::default(), [Level::Easy, Level::Easy], seed, |_, _| ());
    }
    for seed in 0..20 {
        play(&Canasta::default(), [Level::Easy, Level::Normal], seed, |_, _| ());
    }
}
