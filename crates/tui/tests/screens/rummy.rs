//! Rummy on the screen.

use rummy::{House, RuleSet, Seated, Setup};
use session::Rummy;
use tui::NewGame;

use crate::player::{Player, SIZES, Seating};

pub(crate) fn table(seating: &Seating, rules: RuleSet, names: &[&str]) -> Player {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let seats = Seated::from_names(&names).unwrap();
    seated(seating, Setup::new(rules), seats)
}

fn seated(seating: &Seating, setup: Setup, seats: Vec<Seated>) -> Player {
    let game = rummy::Game::deal(setup, None, seats, 7).unwrap();
    seating.play(NewGame::Rummy(Box::new(Rummy::new(game))))
}

/// Where the rules limit the time for a turn, it is shown, and a turn without time ends with a draw.
#[test]
fn a_turn_has_its_time() {
    let house = House { turn_seconds: 30, ..House::USUAL };
    let seats = Seated::from_names(&["Ana".to_owned(), "ai:easy".to_owned()]).unwrap();
    let mut player = seated(&Seating::default(), Setup { house, ..Setup::new(RuleSet::Rummikub) }, seats);
    player.pass(10).shows("30 s").pass(20_000).shows("10 s").shows("▸ Ana");
    player.press_code(crossterm::event::KeyCode::Char(' ')).press("n").shows("✗1");
    player.pass(10_000).shows("Time is over for Ana (30 s)").shows("▸ ai:easy").shows_not("✗1");
    player.pass(1000).think().shows("▸ Ana").pass(10).shows("30 s");
}

#[test]
fn tables_at_every_size() {
    for size in SIZES {
        for rules in [RuleSet::Rummikub, RuleSet::Rami, RuleSet::Canasta, RuleSet::Mahjong] {
            let mut player = table(&Seating::sized(size), rules, &["Ana", "ai:normal"]);
            player.think().looks_like(&format!("{}-{}x{}", rules.name(), size.0, size.1));
        }
    }
}

/// The opponent's turn comes by itself, and is shown.
#[test]
fn a_machine_answers() {
    let mut player = table(&Seating::default(), RuleSet::Rummikub, &["Ana", "ai:easy"]);
    player.shows("▸ Ana").press("d").shows("▸ ai:easy").pass(1000).think().shows("▸ Ana").shows("ai:easy ");
    assert_eq!(player.store().list().len(), 1);
    assert_eq!(player.screen().matches("Ana draws").count(), 1, "one line for one draw");
}

/// A hint fills the turn in and Enter plays it.
#[test]
fn hints_play_whole_turns() {
    let mut player = table(&Seating::default(), RuleSet::Rummikub, &["Ana", "ai:easy"]);
    for _ in 0..60 {
        if player.screen().contains("Won by") {
            break;
        }
        player.press("t").think().enter().pass(1000).think().pass(1000).think();
    }
    player.shows("Won by");
    assert_eq!(player.store().results().by_game()["rummikub"].played, 1);
}

/// Tiles that are marked are laid down; what is not a combination is marked at once.
#[test]
fn tiles_are_marked_laid_and_taken_back() {
    let mut player = table(&Seating::default(), RuleSet::Rummikub, &["Ana", "ai:easy"]);
    player.press("n").shows("Mark tiles first");
    player.press_code(crossterm::event::KeyCode::Char(' ')).shows("[");
    player.press("n").shows("✗1").press("u").shows_not("✗1");
    player.press("o");
    assert_eq!(player.store().settings().sorting, tui::Sorting::Number);
}

/// Between two people nobody's hand is on the screen.
#[test]
fn the_screen_is_covered_between_two_people() {
    let mut player = table(&Seating::default(), RuleSet::Rummikub, &["Ana", "Ben"]);
    player.shows("Ana, press Enter when you alone").shows_not("▸ Ana").press("d").enter().shows("▸ Ana");
    player.press("d").shows("Ben, press Enter when you alone").shows_not("Ana draws (");
    player.press("t u").shows("Ben, press Enter").enter().shows("▸ Ben");
}

/// Every turn of the player has the best one below it.
#[test]
fn a_review_shows_the_best_turns() {
    let mut player = table(&Seating::default(), RuleSet::Rummikub, &["Ana", "ai:easy"]);
    player.press("d").pass(1000).think().press("t").think().enter().pass(1000).think();
    player
        .press("v")
        .shows("Thinking")
        .think()
        .shows_not("Thinking")
        .shows("▸  1  draw")
        .shows("   2  ")
        .shows("✓ ");
    player.press_code(crossterm::event::KeyCode::Down).shows("▸  2  ");
    player.press_code(crossterm::event::KeyCode::Esc).shows("▸ Ana");
}
