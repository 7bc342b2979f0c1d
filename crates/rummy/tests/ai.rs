//! Machine players: legal, deterministic, blind to hidden tiles, and the stronger ones win.

mod limits;
mod random;

use limits::within;
use random::Random;
use rummy::{
    End, Intent, Level, MachinePlayer, MachinePlayers, Match, Position, Rummikub, RummikubTile, Seat,
    SeatView,
};
use search::Budget;

fn names() -> [String; 2] {
    ["Ana".to_owned(), "Ben".to_owned()]
}

/// Plays a game of two machines; `look` sees every position before its turn.
fn play(levels: [Level; 2], seed: u64, look: &mut dyn FnMut(&Position<RummikubTile>)) -> Match<Rummikub> {
    let mut game = Match::new(Rummikub::default(), &names(), seed).unwrap();
    let mut machines = MachinePlayers::new(levels.map(|level| MachinePlayer::new(level, seed)).to_vec());
    while game.end().is_none() {
        look(game.position());
        let turn = within(Budget::UNLIMITED, |run| machines.turn(&mut game, run)).unwrap();
        machines.play(&mut game, &turn).unwrap();
    }
    game
}

/// The view of the mover.
fn seen(position: &Position<RummikubTile>) -> SeatView<RummikubTile> {
    SeatView::of(&Rummikub::default(), position, Some(Seat(position.turn)), false)
}

/// The first turn that a new player of this level chooses here.
fn choice(level: Level, position: &Position<RummikubTile>) -> Intent<RummikubTile> {
    within(Budget::UNLIMITED, |run| {
        MachinePlayer::new(level, 5).turn(&Rummikub::default(), &seen(position), run)
    })
    .unwrap()
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for level in Level::ALL {
        let record = || {
            let mut positions = Vec::new();
            play([level, Level::Normal], 11, &mut |position| positions.push(position.clone()));
            positions
        };
        assert_eq!(record(), record());
    }
}

/// The position with the hidden tiles in other places.
fn swapped(position: &Position<RummikubTile>, seed: u64) -> Position<RummikubTile> {
    let other = 1 - position.turn;
    let mut swapped = position.clone();
    let mut hidden = swapped.players[other].hand.clone();
    hidden.extend(&swapped.stock);
    Random::new(seed).shuffle(&mut hidden);
    swapped.stock = hidden.split_off(swapped.players[other].hand.len());
    swapped.players[other].hand = hidden;
    swapped
}

#[test]
fn hidden_tiles_do_not_change_the_choice() {
    let mut positions = Vec::new();
    for seed in 0..3 {
        play([Level::Strong, Level::Normal], seed, &mut |position| positions.push(position.clone()));
    }
    let mut differing = 0;
    for (seed, position) in positions.iter().enumerate().step_by(5) {
        let other = swapped(position, seed as u64);
        differing += usize::from(other != *position);
        assert_eq!(seen(&other), seen(position));
        for level in Level::ALL {
            assert_eq!(choice(level, &other), choice(level, position), "{level}");
        }
    }
    assert!(differing > 10, "{differing} positions had anything to swap");
}

/// Games out of `2 * deals` that the first level wins, each deal being played in both seatings.
fn wins(first: Level, second: Level, deals: u64) -> usize {
    let won = |levels: [Level; 2], seat: usize, seed: u64| {
        usize::from(play(levels, seed, &mut |_| ()).winners() == [seat])
    };
    (100..100 + deals).map(|seed| won([first, second], 0, seed) + won([second, first], 1, seed)).sum()
}

/// Two players who hold back do not wait for each other when the stock is empty.
#[test]
fn strong_players_do_not_block_the_deal() {
    for seed in 200..206 {
        let game = play([Level::Strong; 2], seed, &mut |_| ());
        assert!(matches!(game.end(), Some(End::Out(_))), "{seed}: {:?}", game.end());
    }
}

#[test]
fn the_stronger_level_wins_more() {
    let normal = wins(Level::Normal, Level::Easy, 12);
    let strong = wins(Level::Strong, Level::Normal, 12);
    assert!(normal > 14, "normal won {normal} of 24 against easy");
    assert!(strong > 14, "strong won {strong} of 24 against normal");
}

#[test]
fn levels_have_names() {
    for level in Level::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    assert!("hard".parse::<Level>().is_err());
}
