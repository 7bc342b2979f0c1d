//! Rummy on the screen.

use crossterm::event::KeyCode;
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
    player.press_code(KeyCode::Char(' ')).press("n").shows("✗1");
    player.pass(10_000).shows("Time is over for Ana (30 s)").shows("▸ ai:easy").shows_not("✗1");
    player.settle().shows("▸ Ana").pass(10).shows("30 s").pass(10_000).shows("20 s");
    player.press("?").pass(60_000).press_code(KeyCode::Esc).pass(10).shows("20 s");
    player.press("v").think().pass(60_000).press_code(KeyCode::Esc).pass(10).shows("20 s");
    player.press(":").pass(15_000).press_code(KeyCode::Esc).pass(10).shows("5 s");
}

/// Between two deals the scores are shown until a key is pressed.
#[test]
fn scores_are_shown_between_two_deals() {
    let seats = Seated::from_names(&["Ana".to_owned(), "ai:easy".to_owned()]).unwrap();
    let deals = std::num::NonZero::new(2).unwrap();
    let mut player = seated(&Seating::default(), Setup { deals, ..Setup::new(RuleSet::Rummikub) }, seats);
    for _ in 0..200 {
        if player.screen().contains("Deal 1 is over.") {
            break;
        }
        player.press("t").think().enter().settle();
    }
    player
        .shows("Deal 1 is over.")
        .shows("The lowest score wins.")
        .shows("Scores: ")
        .shows("Enter next deal");
    player.press("d f n").pass(5_000).shows("Deal 1 is over.").enter().settle().shows("deal 2, stock");
    follow_hints(&mut player);
}

/// A hint to draw says that tiles could be placed.
#[test]
fn a_hint_to_draw_has_its_reason() {
    for seed in 1..60 {
        let seats = Seated::from_names(&["Ana".to_owned(), "ai:easy".to_owned()]).unwrap();
        let game = rummy::Game::deal(Setup::new(RuleSet::Rummikub), None, seats, seed).unwrap();
        let mut player = Seating::default().play(NewGame::Rummy(Box::new(Rummy::new(game))));
        for _ in 0..8 {
            player.press("t").think();
            if player.screen().contains("could go down; a strong machine waits") {
                player.shows("Enter plays the hint: draw  (");
                return;
            }
            player.enter().settle();
        }
    }
    panic!("no hint keeps tiles back");
}

/// Of two equal tiles only the one that was drawn is marked, under the cursor too.
#[test]
fn drawn_tiles_are_marked_once() {
    let mut twins = 0;
    for seed in 1..40 {
        let seats = Seated::from_names(&["Ana".to_owned(), "ai:easy".to_owned()]).unwrap();
        let game = rummy::Game::deal(Setup::new(RuleSet::Rummikub), None, seats, seed).unwrap();
        let mut player = Seating::default().play(NewGame::Rummy(Box::new(Rummy::new(game))));
        player.press("d").settle();
        let screen = player.screen();
        let hand = screen.lines().skip_while(|line| !line.contains("── Ana")).nth(1).unwrap();
        assert_eq!(hand.matches('+').count(), 1, "{hand}");
        let mut tiles: Vec<&str> = hand.split([' ', '▸', '+']).filter(|tile| !tile.is_empty()).collect();
        tiles.sort_unstable();
        let drawn = hand.split('+').nth(1).unwrap().split(' ').next().unwrap();
        twins += usize::from(tiles.iter().filter(|tile| **tile == drawn).count() > 1);
    }
    assert!(twins > 0, "no deal has twins");
}

/// The words of the line mode are understood after a colon.
#[test]
fn words_are_typed() {
    let mut player = table(&Seating::default(), RuleSet::Rummikub, &["Ana", "ai:easy"]);
    player.press_code(KeyCode::Char(' ')).press("n").shows("✗1").line("undo").shows_not("✗1");
    player
        .line("redo")
        .shows("✗1")
        .line("restart")
        .shows_not("✗1")
        .line("annule")
        .shows("nothing to take back");
    player.line("sort number").line("sort").shows("sort colour, or sort number").line("show");
    assert_eq!(player.store().settings().sorting, tui::Sorting::Number);
    player.line("moves").shows("draw").line("save").shows("rummikub-7.json");
    player.line("ask").shows("it depends on the tiles");
    player.press("w").shows("are shown at once").press("w").shows("step by step");
    player.shows_not("x discard");
    table(&Seating::default(), RuleSet::Rami, &["Ana", "ai:easy"]).shows("x discard");
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
    player.shows("▸ Ana").press("d").shows("▸ ai:easy").settle().shows("▸ Ana").shows("ai:easy ");
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
        player.press("t").think().enter().settle();
    }
    player.shows("Won by");
    assert_eq!(player.store().results().by_game()["rummikub"].played, 1);
}

/// Tiles that are marked are laid down; what is not a combination is marked at once.
#[test]
fn tiles_are_marked_laid_and_taken_back() {
    let mut player = table(&Seating::default(), RuleSet::Rummikub, &["Ana", "ai:easy"]);
    player.press("n").shows("Mark tiles first");
    player.press_code(KeyCode::Char(' ')).shows("[");
    player.press("n").shows("✗1").press("u").shows_not("✗1");
    player.press_code(KeyCode::Backspace).shows("Mark one tile on the table first");
    player.press_code(KeyCode::Char(' ')).press("n").shows("✗1").press_code(KeyCode::Up);
    player.press_code(KeyCode::Char(' ')).press_code(KeyCode::Backspace).shows_not("✗1").shows("14 tiles");
    player.press("o");
    assert_eq!(player.store().settings().sorting, tui::Sorting::Number);
}

/// Words of the line mode are understood after a colon.
#[test]
fn commands_are_typed() {
    let mut player = table(&Seating::default(), RuleSet::Rummikub, &["Ana", "ai:easy"]);
    player.line("9b 9r 9k").shows(" 1  9b  9r  9k").line("undo").shows_not("9b  9r  9k ·");
    player.line("hint").think().shows("Enter plays the hint").line("help").shows("sort by colour");
    player.press_code(KeyCode::Esc).line("moon").shows("`moon` is not a command");
}

/// Between two people nobody's hand is on the screen.
#[test]
fn the_screen_is_covered_between_two_people() {
    let mut player = table(&Seating::default(), RuleSet::Rummikub, &["Ana", "Ben"]);
    player.shows("Ana, press Enter when you alone").shows_not("▸ Ana").press("d").enter().shows("▸ Ana");
    player.press("d").shows("Ben, press Enter when you alone").shows_not("Ana draws (");
    player.press("t u").shows("Ben, press Enter").enter().shows("▸ Ben");
}

/// Plays by hints until the game is over.
fn follow_hints(player: &mut Player) {
    for _ in 0..200 {
        if player.screen().contains("Won by") {
            return;
        }
        player.press("t").think().enter().settle();
    }
    panic!("it does not end:\n{}", player.screen());
}

/// Each own turn has the one of a strong machine next to it; one steps, jumps and plays on from any point.
#[test]
fn a_review_shows_the_best_turns() {
    let mut player = table(&Seating::default(), RuleSet::Rummikub, &["Ana", "ai:easy"]);
    player.press("d").settle().press("d").settle().press("t").think().enter().settle();
    player.press("v").shows("Thinking").think().shows_not("Thinking").shows("after the last of 6 turns");
    player.press_code(KeyCode::Home).shows("turn 1 of 6").shows("played: draw").shows("a strong machine: ");
    player
        .press_code(KeyCode::Right)
        .shows("turn 2 of 6")
        .shows("ai:easy places")
        .shows_not("a strong machine");
    player.press_code(KeyCode::End).press_code(KeyCode::Left).press_code(KeyCode::Left);
    player.shows("turn 5 of 6").shows("✓ a strong machine: ");
    player.press("5").shows("turn 4 of 6").click("≠").shows("turn 1 of 6").press("f").shows("turn 3 of 6");
    player.press("f").shows("turn 1 of 6");
    player.press_code(KeyCode::Esc).shows("▸ Ana");
}

#[test]
fn a_review_of_rummy_at_every_size() {
    for size in SIZES {
        let mut player = table(&Seating::sized(size), RuleSet::Rummikub, &["Ana", "ai:easy"]);
        for _ in 0..8 {
            player.press("t").think().enter().settle();
        }
        player.press("v").think().press("9");
        player.looks_like(&format!("review-rummikub-{}x{}", size.0, size.1));
    }
}

/// Another game goes on from a point of this one; it has a file and no result.
#[test]
fn one_branches_off_from_any_turn() {
    let mut player = table(&Seating::default(), RuleSet::Rummikub, &["Ana", "ai:easy"]);
    follow_hints(&mut player);
    let before = player.store().results();
    player.press("v").think().press_code(KeyCode::Home).press_code(KeyCode::Right).press_code(KeyCode::Right);
    player.enter().shows("A game of its own from here on").shows("▸ Ana").shows("5 tiles");
    assert_eq!(player.store().list().len(), 2);
    follow_hints(&mut player);
    assert_eq!(player.store().results(), before, "a branch is not counted");
    player.press("q").shows_not("go on:");
}

/// A win is taken back as one action, and the statistics are as before. A turn of a machine stays.
#[test]
fn a_win_of_rummy_can_be_taken_back() {
    for seed in 1..20 {
        let seats = Seated::from_names(&["Ana".to_owned(), "ai:easy".to_owned()]).unwrap();
        let game = rummy::Game::deal(Setup::new(RuleSet::Rummikub), None, seats, seed).unwrap();
        let mut player = Seating::default().play(NewGame::Rummy(Box::new(Rummy::new(game))));
        follow_hints(&mut player);
        if player.screen().contains("Won by Ana") && player.screen().contains("Ana is out") {
            player.shows("v review  N new game  u undo").press("z").shows("`z` is not a key");
            player.press("N").press_code(KeyCode::Esc).shows("Ana is out");
            player.press("u").shows("▸ Ana").shows_not("Won by");
            assert!(player.store().results().by_game().is_empty());
            player.press("r").shows("Won by Ana");
            assert_eq!(player.store().results().by_game()["rummikub"].won, 1);
            return;
        }
        player.press("u").shows("showed hidden tiles");
    }
    panic!("Ana never wins");
}

/// The commands of a machine are shown one after another; any key shows the end of its turn.
#[test]
fn a_machine_is_shown_move_by_move() {
    let mut player = table(&Seating::default(), RuleSet::Rummikub, &["Ana", "ai:easy"]);
    for skips in [false, true] {
        let turns = (0..60).take_while(|_| {
            player.settle().press("d").pass(700).think();
            !player.screen().contains("ai:easy: ")
        });
        assert!(turns.count() < 60);
        player.shows("ai:easy: ");
        if skips {
            player.press("d").shows_not("ai:easy: ");
        } else {
            player.pass(100).shows("ai:easy: ").settle();
        }
        player.shows("▸ Ana").shows("ai:easy places");
    }
    player.press("w");
    assert_eq!(player.store().settings().turns, tui::Turns::Whole);
}

/// Tiles are marked by clicks, laid by a click on the place for a new combination, and moved by a drag.
#[test]
fn the_mouse_marks_lays_and_moves_tiles() {
    let mut player = table(&Seating::default(), RuleSet::Rummikub, &["Ana", "ai:easy"]);
    player
        .click(" 9b")
        .click(" 9r")
        .click(" 9k")
        .shows("[9b]")
        .click("(+)")
        .shows(" 1  9b  9r  9k")
        .shows_not("✗1");
    player
        .mouse(true, "1r")
        .mouse(false, "9k ·")
        .shows("✗1  9b  9r  9k  1r")
        .press("u")
        .shows(" 1  9b  9r  9k ·");
    player.click("9r ").click("(+)").shows("✗2  9r");
}

#[test]
fn a_covered_table_at_every_size() {
    for size in SIZES {
        let mut player = table(&Seating::sized(size), RuleSet::Rummikub, &["Ana", "Ben"]);
        player.enter().press("d").looks_like(&format!("covered-{}x{}", size.0, size.1));
    }
}

/// A machine that thinks while somebody looks back plays afterwards.
#[test]
fn a_review_does_not_lose_the_turn_of_a_machine() {
    let mut player = table(&Seating::default(), RuleSet::Rummikub, &["Ana", "ai:easy"]);
    player
        .press("d")
        .pass(700)
        .press("v")
        .think()
        .shows("Review")
        .press_code(KeyCode::Esc)
        .shows("▸ ai:easy");
    player.settle().shows("▸ Ana");
}
