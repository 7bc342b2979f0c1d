//! `Game`: random play by all rule sets, forth and back, kept and played again at every step; what seats see.

mod limits;
mod random;

use std::num::NonZero;
use std::sync::Arc;

use lexicon::{Automaton, Reading, WordList};
use limits::within;
use proptest::prelude::*;
use random::Random;
use rummy::{
    AiRules, BadRecord, Canasta, Event, Game, House, JokerRule, Legal, Letters, Level, MachineError,
    MachinePlayer, MachinePlayers, Mahjong, Match, Rami, Record, Refusal, Refused, RuleSet, Rules, Rummikub,
    Save, Seat, SeatKind, SeatView, Seated, Setup, Start, StartError, Take, Tile, Turn, Vocabulary, tiles_of,
};
use search::{Budget, Cancel, Limit, Run};

/// Steps after which a game is left.
const MOST_STEPS: usize = 120;

fn words() -> Arc<Vocabulary> {
    let text = "FACILE\nEXAMEN\nCANTON\nMAISON\nROUTES\nSOLIDE\nPARENT\nTENDRE\nLIMITE\nSENTIR\nLES\nSEL\nELLE\nTON\n\
                NET\nTES\nSET\nRIT\nTIR\nIRE\nAIR\nRIA\nEAU\nSUR\nRUS\nUNE\nNUE\n";
    let (list, _) = WordList::read(text.as_bytes(), &Reading::default()).unwrap();
    Arc::new(Vocabulary::new(Automaton::from_list(&list).unwrap()))
}

fn words_for(rules: RuleSet) -> Option<Arc<Vocabulary>> {
    (rules == RuleSet::Letters).then(words)
}

fn seats(names: &[&str]) -> Vec<Seated> {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    Seated::from_names(&names).unwrap()
}

fn dealt(setup: Setup, names: &[&str], seed: u64) -> Game {
    Game::deal(setup, words_for(setup.rules), seats(names), seed).unwrap()
}

/// All that can be known of a game.
type Everything = (Record, String, Vec<(SeatView<String>, Legal)>, Option<rummy::DraftView>, Vec<i32>, bool);

fn everything(game: &Game) -> Everything {
    let seats = (0..game.seats().len()).map(Seat);
    let seen = seats.map(|seat| (game.view(Some(seat)), game.legal(seat))).collect();
    (game.record(), game.classic(), seen, game.draft(game.to_move()), game.scores(), game.has_drawn())
}

/// Plays the game again from its record; everything is as it was.
fn check_record(game: &Game) {
    let again = Game::replay(&game.record(), game.words().cloned()).unwrap();
    let (mut before, after) = (everything(game), everything(&again));
    // What was taken back is not in the record.
    before.2.iter_mut().for_each(|(_, legal)| legal.commands.retain(|command| command != "redo"));
    assert_eq!(after, before);
}

/// Takes back as much as can be, and does it again.
fn check_undo(game: &mut Game) -> usize {
    let before = everything(game);
    let mut undone = 0;
    while game.undo().is_ok() {
        undone += 1;
        check_record(game);
    }
    for _ in 0..undone {
        game.redo().unwrap();
    }
    assert_eq!(everything(game), before);
    undone
}

/// Every seat, and a spectator, sees as many tiles of each kind as it may, and not one more.
fn check_views<R: Rules>(rules: &R, game: &Game) {
    let position = Save::read(rules, game.classic().as_bytes()).unwrap().save.position;
    for viewer in (0..position.players.len()).map(|seat| Some(Seat(seat))).chain([None]) {
        let view = game.view(viewer);
        let mut visible = tiles_of(position.tables.iter().flatten());
        visible.extend(position.pile.iter().copied());
        visible.extend(position.players.iter().flat_map(|player| player.bonus.iter().copied()));
        visible.extend(viewer.iter().flat_map(|seat| position.players[seat.0].hand.iter().copied()));
        if viewer == Some(game.to_move()) && game.has_drawn() {
            visible.extend(position.stock[..view.drawn.len()].iter().copied());
        } else {
            assert!(view.drawn.is_empty());
        }
        let text = format!("{view:?}");
        for tile in R::Tile::all() {
            assert_eq!(text.matches(&format!("\"{tile}\"")).count(), visible.count(tile), "{tile} in {text}");
        }
        assert_eq!(view.stock, position.stock.len());
    }
}

/// The next commands of somebody who often does what a strong machine would, but never says no to anything else.
fn next_lines(game: &Game, random: &mut Random) -> Vec<String> {
    let seat = game.to_move();
    let Legal { commands, tiles, combinations } = game.legal(seat);
    match random.below(6) {
        0 | 1 if game.end().is_none() => {
            let budget = Budget::UNLIMITED.with_nodes(2000);
            within(budget, |run| game.advice(seat).unwrap().find(run)).unwrap().commands
        }
        2 if !tiles.is_empty() && !combinations.is_empty() => {
            let tile = &tiles[random.below(tiles.len())];
            vec![format!("put {tile} {}", combinations[random.below(combinations.len())])]
        }
        3 if !tiles.is_empty() => vec![format!("+ ({})", tiles[random.below(tiles.len())])],
        _ if commands.is_empty() => vec!["undo".to_owned()],
        _ => vec![commands[random.below(commands.len())].clone()],
    }
}

/// Random play: whatever is said to be legal is accepted.
fn play<R: Rules>(rules: &R, setup: Setup, seed: u64) -> (usize, bool) {
    let mut random = Random::new(seed);
    let mut game = dealt(setup, &["Ana", "Ben"], seed);
    let mut undone = 0;
    for _ in 0..MOST_STEPS {
        if game.is_over() {
            break;
        }
        for line in next_lines(&game, &mut random) {
            let commands = game.legal(game.to_move()).commands;
            let entered = game.act(game.to_move(), &line);
            assert!(entered.is_ok() || !commands.contains(&line), "{line}: {entered:?}");
            check_views(rules, &game);
        }
        undone += check_undo(&mut game);
        check_record(&game);
        // A turn that is in a tangle is begun again.
        if random.below(3) == 0 {
            while game.undo().is_ok() {}
        }
    }
    (undone, game.is_over())
}

fn play_all<R: Rules>(rules: &R, set: RuleSet) {
    let deals = NonZero::new(2).unwrap();
    let games: Vec<_> = (0..4).map(|seed| play(rules, Setup { deals, ..Setup::new(set) }, seed)).collect();
    assert!(games.iter().map(|(undone, _)| undone).sum::<usize>() > 30, "{games:?}");
}

#[test]
fn letters_forth_and_back() {
    play_all(&Letters::new(words()), RuleSet::Letters);
}

#[test]
fn rummikub_forth_and_back() {
    play_all(&Rummikub::default(), RuleSet::Rummikub);
}

#[test]
fn rami_forth_and_back() {
    play_all(&Rami::default(), RuleSet::Rami);
}

#[test]
fn canasta_forth_and_back() {
    play_all(&Canasta::default(), RuleSet::Canasta);
}

#[test]
fn mahjong_forth_and_back() {
    play_all(&Mahjong, RuleSet::Mahjong);
}

fn machine_turn(game: &mut Game) -> Result<Vec<Event>, MachineError> {
    within(Budget::UNLIMITED, |run| game.machine_turn(run))
}

/// Machines in a `Game` play as they do alone, turn by turn, and their game is played again without them.
fn check_machines<R: AiRules>(rules: &R, set: RuleSet) {
    let names = ["ai:strong", "ai:easy", "ai:normal"];
    let seed = 5;
    let mut game = dealt(Setup::new(set), &names, seed);
    let mut alone = Match::new(rules.clone(), &names.map(str::to_owned), seed).unwrap();
    let player = |(place, level)| MachinePlayer::new(level, seed + place);
    let levels = [Level::Strong, Level::Easy, Level::Normal];
    let mut machines = MachinePlayers::new((1..).zip(levels).map(player).collect());
    let mut turns = 0;
    while alone.end().is_none() && turns < 60 {
        let turn = within(Budget::UNLIMITED, |run| machines.turn(&mut alone, run)).unwrap();
        machines.play(&mut alone, &turn).unwrap();
        machine_turn(&mut game).unwrap();
        assert_eq!(game.classic(), alone.save().write(alone.rules()));
        turns += 1;
    }
    check_record(&game);
    assert_eq!(game.is_over(), alone.end().is_some());
}

#[test]
fn machines_play_as_they_do_alone() {
    check_machines(&Letters::new(words()), RuleSet::Letters);
    check_machines(&Rummikub::default(), RuleSet::Rummikub);
    check_machines(&Rami::default(), RuleSet::Rami);
    check_machines(&Mahjong, RuleSet::Mahjong);
}

#[test]
fn a_tile_that_was_seen_is_not_given_back_by_saving() {
    let mut game = dealt(Setup::new(RuleSet::Rami), &["Ana", "Ben"], 5);
    game.act(Seat(0), "draw").unwrap();
    let mut again = Game::replay(&game.record(), None).unwrap();
    assert!(again.has_drawn());
    for text in ["take", "draw"] {
        assert_eq!(again.act(Seat(0), text), Err(Refused::Take(Refusal::AlreadyDrawn)));
    }
    assert!(again.undo().is_err());
}

#[test]
fn a_drawn_tile_is_seen_by_the_drawer_alone() {
    let mut game = dealt(Setup::new(RuleSet::Rami), &["Ana", "Ben"], 5);
    let events = game.act(Seat(0), "draw").unwrap();
    let [Event::Drew { seat: Seat(0), count: 1, tiles: Some(tiles), .. }] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!(*tiles, game.view(Some(Seat(0))).drawn);
    assert_eq!(events[0].seen_by(Some(Seat(0))), events[0]);
    for viewer in [Some(Seat(1)), None] {
        assert!(matches!(events[0].seen_by(viewer), Event::Drew { count: 1, tiles: None, .. }));
        assert!(game.view(viewer).drawn.is_empty() && game.view(viewer).has_drawn);
    }
}

#[test]
fn a_letter_turn_draws_up_to_seven() {
    let text =
        "(joueurs (Ana 0 true (L E S E E E E)) (Ben 0 true (A)))\n(jeu)\n(pioche A B C D E)\n(tour 1)\n";
    let (mut game, warnings) =
        Game::load(Setup::new(RuleSet::Letters), Some(words()), text.as_bytes()).unwrap();
    assert!(!warnings.is_empty());
    let events = game.act(Seat(0), "(L E S)").unwrap();
    let placed = ["E", "L", "S"].map(str::to_owned).to_vec();
    let drawn = ["A", "B", "C"].map(str::to_owned).to_vec();
    let seat = Seat(0);
    assert_eq!(
        events,
        [
            Event::Played { seat, take: Take::Nothing, placed, points: 6, discard: None },
            Event::Drew { seat, count: 3, tiles: Some(drawn), bonus: Vec::new() },
        ]
    );
    check_record(&game);
}

#[test]
fn who_is_not_to_move_does_nothing() {
    let mut game = dealt(Setup::new(RuleSet::Rummikub), &["Ana", "ai:easy"], 5);
    assert_eq!(game.act(Seat(1), "draw"), Err(Refused::NotYourTurn("Ana".to_owned())));
    assert_eq!(game.act(Seat(2), "draw"), Err(Refused::NoSeat(Seat(2))));
    assert_eq!(machine_turn(&mut game), Err(MachineError::Person("Ana".to_owned())));
    assert_eq!(game.act(Seat(0), "deal"), Err(Refused::StillPlaying));
    assert_eq!(game.legal(Seat(1)), Legal::default());
    game.act(Seat(0), "draw").unwrap();
    assert_eq!(game.act(Seat(1), "draw"), Err(Refused::Machine("ai:easy".to_owned())));
    assert_eq!(game.seats()[1].kind, SeatKind::Machine(Level::Easy));
}

#[test]
fn a_machine_that_is_cancelled_plays_nothing() {
    let mut game = dealt(Setup::new(RuleSet::Rami), &["ai:strong", "ai:normal"], 5);
    let mut cancel = Cancel::default();
    cancel.cancel();
    let stopped = game.machine_turn(&mut Run::new(Budget::UNLIMITED, &mut cancel));
    assert_eq!(stopped, Err(MachineError::Stopped(Limit::Cancelled)));
    assert_eq!((game.to_move(), game.moves().len()), (Seat(0), 0));
    machine_turn(&mut game).unwrap();
    assert_eq!(game.to_move(), Seat(1));
}

#[test]
fn a_turn_that_the_judge_refuses_is_reported_with_its_position() {
    let names = ["Ana".to_owned(), "Ben".to_owned()];
    let mut game = Match::new(Rummikub::default(), &names, 1).unwrap();
    let mut machines =
        MachinePlayers::new(vec![MachinePlayer::new(Level::Easy, 1), MachinePlayer::new(Level::Easy, 2)]);
    let before = game.save().write(game.rules());
    let illegal = machines.play(&mut game, &Turn::place(Vec::new())).unwrap_err();
    assert_eq!((illegal.refusal, illegal.turn.as_str()), (Refusal::Idle, "; done"));
    assert!(before.starts_with(&illegal.position), "the seed apart, this is the position");
}

#[test]
fn several_deals_are_one_game() {
    let deals = NonZero::new(2).unwrap();
    let setup = Setup { deals, jokers: JokerRule::Free, no_jokers: true, ..Setup::new(RuleSet::Rummikub) };
    let mut game = dealt(setup, &["ai:easy", "ai:normal"], 3);
    let mut over = Vec::new();
    while !game.is_over() {
        if game.end().is_some() {
            assert_eq!(game.legal(Seat(1)).commands, ["deal"]);
            assert_eq!(machine_turn(&mut game), Err(MachineError::Over));
            assert_eq!(game.act(Seat(1), "draw"), Err(Refused::DealOver));
            assert_eq!(game.act(Seat(0), "deal"), Ok(vec![Event::Dealt { deal: 1 }]));
        }
        let events = machine_turn(&mut game).unwrap();
        over.extend(
            events
                .into_iter()
                .filter(|event| matches!(event, Event::DealOver { .. } | Event::GameOver { .. })),
        );
        assert!(!game.classic().contains('*'), "there are no jokers");
    }
    assert_eq!((over.len(), game.deal_number()), (3, 1));
    assert_eq!(over[2], Event::GameOver { winners: game.winners() });
    assert_eq!(game.act(Seat(0), "deal"), Err(Refused::GameOver));
    check_record(&game);
    assert!(game.record().rules.contains(&("jokers".to_owned(), "free".to_owned())));
}

#[test]
fn a_bad_record_says_where() {
    let mut game = dealt(Setup::new(RuleSet::Letters), &["Ana", "Ben"], 5);
    game.act(Seat(0), "draw").unwrap();
    game.act(Seat(1), "draw").unwrap();
    let record = game.record();
    let replay = |record: &Record| Game::replay(record, Some(words())).map(drop);
    assert_eq!(replay(&record), Ok(()));
    let text = "discard Q".to_owned();
    let bad = Record { moves: vec!["draw".to_owned(), text.clone()], ..record.clone() };
    let error = replay(&bad).unwrap_err();
    assert!(matches!(&error, BadRecord::Move { number: 2, text: found, .. } if *found == text), "{error}");
    let bad = Record { words: Some("0".to_owned()), ..record.clone() };
    assert!(matches!(replay(&bad), Err(BadRecord::OtherWords { .. })));
    let bad = Record { game: "chess".to_owned(), ..record.clone() };
    assert!(matches!(replay(&bad), Err(BadRecord::Game(_))));
    let bad = Record { rules: vec![("deals".to_owned(), "0".to_owned())], ..record.clone() };
    assert!(matches!(replay(&bad), Err(BadRecord::Option { .. })));
    let bad = Record { start: Start::Text(game.classic()), seats: seats(&["Ana", "Cleo"]), ..record.clone() };
    assert_eq!(replay(&bad), Err(BadRecord::Start(StartError::OtherPlayers)));
    let bad = Record { start: Start::Text("(joueurs".to_owned()), ..record.clone() };
    assert!(matches!(replay(&bad), Err(BadRecord::Start(StartError::Read(_)))));
    let without_words = Game::replay(&record, None).map(drop);
    assert_eq!(without_words, Err(BadRecord::Start(StartError::NoWords)));
    let rami = Setup { jokers: JokerRule::Free, ..Setup::new(RuleSet::Rami) };
    assert!(matches!(
        Game::deal(rami, None, seats(&["Ana", "Ben"]), 1),
        Err(StartError::JokerRule(RuleSet::Rami))
    ));
}

#[test]
fn a_classic_save_is_gone_on_with() {
    let mut game = dealt(Setup::new(RuleSet::Canasta), &["Ana", "ai:normal"], 5);
    game.act(Seat(0), "draw").unwrap();
    let (again, warnings) = Game::load(*game.setup(), None, game.classic().as_bytes()).unwrap();
    assert_eq!((again.seats(), again.seed(), warnings.len()), (game.seats(), Some(5), 0));
    assert_eq!(again.classic(), game.classic());
    check_record(&again);
}

/// A game that was loaded with players that no deal allows ends with its deal.
#[test]
fn players_who_cannot_be_dealt_to_are_no_panic() {
    let text = "(joueurs (Ana 0 true ((1 bleu))))(jeu)(pioche)(tour 1)(passes 1)";
    let deals = NonZero::new(2).unwrap();
    let setup = Setup { deals, ..Setup::new(RuleSet::Rummikub) };
    let (mut game, _) = Game::load(setup, None, text.as_bytes()).unwrap();
    assert!(matches!(game.act(Seat(0), "deal"), Err(Refused::Deal(_))));
}

#[test]
fn a_game_can_live_in_a_server() {
    fn lives<T: Send + Clone + 'static>() {}
    fn is_sent<T: Send>() {}
    lives::<Game>();
    is_sent::<rummy::Advice>();
}

/// Words of commands, tiles and nonsense.
fn token() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "draw",
            "take",
            "pass",
            "done",
            "undo",
            "redo",
            "deal",
            "discard",
            "put",
            "move",
            "+",
            "(",
            ")",
            "1",
            "2",
            "0",
            "99999999999999999999",
            "A",
            "9H",
            "*",
            "7B",
            "(4 rouge)",
            "(13 bleu)",
            "é",
            "-",
        ])
        .prop_map(str::to_owned),
        ".{0,6}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nonsense_is_refused_and_nothing_changes(lines in prop::collection::vec(prop::collection::vec(token(), 0..7), 1..30)) {
        for set in RuleSet::ALL {
            let mut game = dealt(Setup::new(set), &["Ana", "Ben"], 1);
            for line in &lines {
                let before = (game.classic(), game.record(), game.draft(game.to_move()));
                let entered = game.act(game.to_move(), &line.join(" "));
                if entered.is_err() {
                    let after = (game.classic(), game.record(), game.draft(game.to_move()));
                    prop_assert_eq!(after, before);
                }
            }
            check_record(&game);
        }
    }
}

/// A player whose time is over keeps what was there at the beginning of the turn, and the game goes on to its end.
#[test]
fn a_turn_without_time_ends() {
    for rules in RuleSet::ALL {
        let house = House { turn_seconds: 30, ..House::USUAL };
        let mut game = dealt(Setup { house, ..Setup::new(rules) }, &["Ana", "Ben"], 7);
        assert_eq!(game.turn_seconds(), Some(30));
        assert!(game.time_over(Seat(1)).is_err(), "{rules}: it is not Ben's turn");
        for _ in 0..2000 {
            if game.is_over() {
                break;
            }
            let seat = game.to_move();
            game.time_over(seat).unwrap();
            assert!(game.is_over() || game.to_move() != seat, "{rules}");
        }
        assert!(game.is_over(), "{rules}");
        check_record(&game);
    }
    assert_eq!(dealt(Setup::new(RuleSet::Rami), &["Ana", "Ben"], 7).turn_seconds(), None);
}

#[test]
fn what_was_laid_in_a_turn_without_time_is_taken_back() {
    let mut game = dealt(Setup::new(RuleSet::Rami), &["Ana", "Ben"], 5);
    game.act(Seat(0), "draw").unwrap();
    let hand = game.view(Some(Seat(0))).hand;
    game.act(Seat(0), &format!("+ ({} {} {})", hand[0], hand[1], hand[2])).unwrap();
    game.time_over(Seat(0)).unwrap();
    let after = game.view(Some(Seat(0)));
    assert_eq!((after.hand, after.turn, after.tables[0].len()), (hand, Seat(1), 0));
}
