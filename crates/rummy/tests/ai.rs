//! Machine players: legal, deterministic, blind to hidden tiles, and the stronger ones win.

mod limits;
mod random;

use limits::within;
use random::Random;
use rummy::{
    AiRules, End, FixedPolicy, Game, Intent, Level, MachinePlayer, MachinePlayers, Match, Position, Rami,
    RuleSet, Rummikub, RummikubTile, Seat, SeatView, Seated, Setup, judge,
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

/// The games out of `2 * deals` that somebody wins who follows every hint against a normal machine.
fn wins_by_hints(deals: u64) -> usize {
    let won = |names: [&str; 2], seed: u64| {
        let seats = Seated::from_names(&names.map(str::to_owned)).unwrap();
        let mut game = Game::deal(Setup::new(RuleSet::Rummikub), None, seats, seed).unwrap();
        while game.end().is_none() {
            let seat = game.to_move();
            if game.mover().name != "Ana" {
                within(Budget::UNLIMITED, |run| game.machine_turn(run)).unwrap();
                continue;
            }
            let hint = within(Budget::UNLIMITED, |run| game.advice(seat).unwrap().find(run)).unwrap();
            for line in &hint.commands {
                game.act(seat, line).unwrap();
            }
        }
        game.winners().iter().any(|winner| names[winner.0] == "Ana")
    };
    (400..400 + deals)
        .map(|seed| {
            usize::from(won(["Ana", "ai:normal"], seed)) + usize::from(won(["ai:normal", "Ana"], seed))
        })
        .sum()
}

#[test]
fn following_hints_beats_a_normal_player() {
    let won = wins_by_hints(10);
    assert!(won >= 15, "hints won {won} of 20");
}

/// The choices of a strong player follow from what it sees, so a seed cannot tell it anything of the deal.
#[test]
fn the_seed_does_not_change_what_a_strong_player_does() {
    for seed in 0..6 {
        let game = Match::new(Rami::default(), &names(), seed).unwrap();
        let seen = game.view(Some(Seat(game.position().turn)));
        let choice = |seed: u64| {
            let mut player = MachinePlayer::new(Level::Strong, seed);
            within(Budget::UNLIMITED, |run| player.turn(&Rami::default(), &seen, run)).unwrap()
        };
        assert_eq!(choice(seed), choice(seed + 1000));
    }
}

/// The tiles that the mover places by this policy.
fn placed_by(policy: FixedPolicy, position: &Position<RummikubTile>) -> Vec<RummikubTile> {
    let Intent::Play(turn) = choice(Level::Fixed(policy), position) else { panic!("a turn ends by drawing") };
    let verdict = judge(&Rummikub::default(), position, &turn).unwrap();
    verdict.placed.iter().collect()
}

/// Positions of games between a player of a fixed policy and a normal one, with the policy to move.
fn positions_of(policy: FixedPolicy) -> Vec<Position<RummikubTile>> {
    let mut positions = Vec::new();
    for seed in 300..304 {
        play([Level::Fixed(policy), Level::Normal], seed, &mut |position| {
            if position.turn == 0 {
                positions.push(position.clone());
            }
        });
    }
    positions
}

#[test]
fn the_greedy_place_the_most_tiles_or_the_highest_value() {
    for position in positions_of(FixedPolicy::GreedyTiles) {
        let tiles = placed_by(FixedPolicy::GreedyTiles, &position);
        let value = placed_by(FixedPolicy::GreedyValue, &position);
        assert!(tiles.len() >= value.len() && Rummikub::left(&tiles) <= Rummikub::left(&value));
        let Intent::Play(normal) = choice(Level::Normal, &position) else { panic!("a turn ends by drawing") };
        let normal = judge(&Rummikub::default(), &position, &normal).unwrap();
        assert_eq!(normal.placed.len(), tiles.len());
    }
}

#[test]
fn hold_back_waits_for_the_whole_hand_after_the_first_placement() {
    let mut held = 0;
    for position in positions_of(FixedPolicy::HoldBack) {
        let placed = placed_by(FixedPolicy::HoldBack, &position).len();
        let greedy = placed_by(FixedPolicy::GreedyTiles, &position).len();
        let whole = greedy == position.mover().hand.len();
        let waits = position.mover().placed && !whole && !position.stock.is_empty();
        assert_eq!(placed, if waits { 0 } else { greedy });
        held += usize::from(waits && greedy > 0);
    }
    assert!(held > 10, "{held} turns held back");
}

#[test]
fn a_late_opener_waits_with_the_first_placement_only() {
    let mut waited = 0;
    for position in positions_of(FixedPolicy::LateOpener) {
        let placed = placed_by(FixedPolicy::LateOpener, &position).len();
        let greedy = placed_by(FixedPolicy::GreedyTiles, &position).len();
        let is_late = position.stock.len() <= 20 || position.players[1].hand.len() <= 6;
        let waits = !position.mover().placed && !is_late && greedy < position.mover().hand.len();
        assert_eq!(placed, if waits { 0 } else { greedy });
        waited += usize::from(waits && greedy > 0);
    }
    assert!(waited > 10, "{waited} turns waited");
}

#[test]
fn fixed_policies_are_for_rummikub_only() {
    for policy in FixedPolicy::ALL {
        let level = Level::Fixed(policy);
        assert_eq!(Rummikub::default().check_level(level), Ok(()));
        let refused = Rami::default().check_level(level).unwrap_err();
        assert_eq!((refused.policy, refused.rules), (policy, "rami"));
        let seats = Seated::from_names(&["Ana".to_owned(), format!("ai:{policy}")]).unwrap();
        let start = |set| Game::deal(Setup::new(set), None, seats.clone(), 1);
        assert!(start(RuleSet::Rummikub).is_ok());
        assert_eq!(
            start(RuleSet::Canasta).err().map(|error| error.to_string()),
            Some(format!(
                "ai:{policy} plays Rummikub only, not canasta; easy, normal and strong play all rule sets"
            ))
        );
    }
    assert!(Level::ALL.iter().all(|&level| Rami::default().check_level(level).is_ok()));
}

#[test]
fn levels_have_names() {
    for level in Level::ALL.into_iter().chain(FixedPolicy::ALL.map(Level::Fixed)) {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    assert!("hard".parse::<Level>().is_err());
}
