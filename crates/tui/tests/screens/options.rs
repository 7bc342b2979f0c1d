//! The choices before a game begins.

use crossterm::event::KeyCode;
use session::texts::Language;

use crate::player::{Player, SIZES, Seating};

/// The choices of the entry of the menu that has this name.
pub(crate) fn options(seating: &Seating, name: &str) -> Player {
    let mut player = seating.sit();
    for _ in 0..30 {
        if player.screen().contains(&format!("▸ {name} ")) {
            player.enter();
            return player;
        }
        player.press_code(KeyCode::Down);
    }
    panic!("{name} is not in the menu:\n{}", player.screen());
}

#[test]
fn options_at_every_size() {
    for size in SIZES {
        for (entry, file) in
            [("FreeCell", "freecell"), ("peg solitaire english", "peg"), ("rummikub", "rummikub")]
        {
            let mut player = options(&Seating::sized(size), entry);
            player.press_code(KeyCode::Down).press_code(KeyCode::Right);
            player.looks_like(&format!("options-{file}-{}x{}", size.0, size.1));
        }
    }
}

#[test]
fn a_deal_is_chosen_by_number_or_by_difficulty() {
    let mut player = options(&Seating::default(), "FreeCell");
    player.press("1239").press_code(KeyCode::Backspace).shows("‹ 123 ›").enter().shows("FreeCell.123 ");
    let mut player = options(&Seating::default(), "FreeCell");
    player.press_code(KeyCode::Down).press_code(KeyCode::Left).press_code(KeyCode::Left).shows("‹ 90% ›");
    player.enter().shows("Thinking").think().shows("0 moves").shows("FreeCell.");
    options(&Seating::default(), "FreeCell").press_code(KeyCode::Esc).shows("what shall we play?");
}

/// Another board has other holes.
#[test]
fn a_board_has_its_holes() {
    let mut player = options(&Seating::default(), "peg solitaire french");
    player.shows("d2").press_code(KeyCode::Down).press_code(KeyCode::Down).press_code(KeyCode::Right);
    player.press_code(KeyCode::Right).shows("‹ d1 ›").enter().shows("36 pegs → d1");
    let kept = player.store().list().remove(0).kept.game;
    assert_eq!(kept.rules["board"], "french");
    assert_eq!(kept.rules["goal"], "d1");
    let mut player = options(&Seating::default(), "peg solitaire triangle of 15");
    player.press_code(KeyCode::Right).shows("‹ triangle of 21 ›").enter().shows("20 pegs");
}

/// People, machines and house rules of the game are chosen before it begins.
#[test]
fn a_table_is_laid_for_many() {
    let mut player = options(&Seating::default(), "rummikub");
    player.press_code(KeyCode::Right).shows("‹ 2 ›");
    player.press_code(KeyCode::Down).press_code(KeyCode::Right).shows("‹ 2 ›").shows("second machine");
    player.press_code(KeyCode::Down).press_code(KeyCode::Left).shows("‹ easy ›");
    for _ in 0..4 {
        player.press_code(KeyCode::Down);
    }
    player
        .press_code(KeyCode::Right)
        .shows("‹ 40 ›")
        .enter()
        .shows("Player1, press Enter when you alone")
        .enter();
    player.shows("▸ Player1").shows("Player2").shows("ai:easy").shows("ai:normal");
    let kept = player.store().list().remove(0).kept.game;
    assert_eq!(kept.rules["opening"], "40");
    let mut player = options(&Seating::default(), "mahjong");
    player
        .press_code(KeyCode::Down)
        .press_code(KeyCode::Left)
        .press_code(KeyCode::Right)
        .click("[ begin ]")
        .shows("▸ Player");
}

/// A table for too many says so in the player's language.
#[test]
fn too_many_are_refused_in_words() {
    let seating = Seating { language: Language::French, ..Seating::default() };
    let mut player = options(&seating, "rummikub");
    player.press_code(KeyCode::Left).shows("‹ 4 ›").enter().shows("se joue de 2 à 4, pas à 5");
}
