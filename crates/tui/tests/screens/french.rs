//! The screens in French.

use std::collections::HashSet;

use crossterm::event::KeyCode;
use rummy::{Level, RuleSet, Setup};
use session::texts::{
    AnyRefusal, EventText, Language, LineText, MoveText, PatienceRefusal, PegRefusal, RummyRefusal, Screen,
    Text, TurnRefusal, Word,
};
use session::{Patience, Rummy};
use tui::NewGame;

use crate::player::{Player, SIZES, Seating};
use crate::{options, peg};

/// Nouns of the catalogue, which is not listed.
const NOUNS: [&str; 11] =
    ["move", "moves", "card", "cards", "peg", "pegs", "jump", "jumps", "tile", "tiles", "ai"];

/// The words of a text; letters alone and cards such as `AS` are none.
fn words(text: &str) -> impl Iterator<Item = String> {
    let is_word = |word: &&str| word.chars().count() > 1 && word.chars().any(char::is_lowercase);
    text.split(|c: char| !c.is_alphabetic()).filter(is_word).map(str::to_lowercase)
}

/// Adds the words of a list of texts in English and in French.
fn read<T: Text>(list: &[T], english: &mut HashSet<String>, french: &mut HashSet<String>) {
    for text in list {
        english.extend(words(text.english()));
        french.extend(words(text.french()));
    }
}

/// The words of the English texts that no French text has.
fn english() -> HashSet<String> {
    let (mut english, mut french) = (HashSet::new(), HashSet::new());
    english.extend(NOUNS.map(str::to_owned));
    read(Screen::ALL, &mut english, &mut french);
    read(Word::ALL, &mut english, &mut french);
    read(EventText::ALL, &mut english, &mut french);
    read(MoveText::ALL, &mut english, &mut french);
    read(LineText::ALL, &mut english, &mut french);
    read(AnyRefusal::ALL, &mut english, &mut french);
    read(PatienceRefusal::ALL, &mut english, &mut french);
    read(PegRefusal::ALL, &mut english, &mut french);
    read(RummyRefusal::ALL, &mut english, &mut french);
    read(TurnRefusal::ALL, &mut english, &mut french);
    english.retain(|word| !french.contains(word));
    english
}

/// No English word of the catalogue stands on the screen.
fn is_french(player: &mut Player) {
    let (screen, english) = (player.screen(), english());
    // A word that a frame cuts off is not one.
    let whole: Vec<&str> = screen.split_whitespace().filter(|word| !word.contains(['│', '╭', '╰'])).collect();
    let found: Vec<String> = words(&whole.join(" ")).filter(|word| english.contains(word)).collect();
    assert!(found.is_empty(), "{found:?}:\n{screen}");
}

fn seating() -> Seating {
    Seating { language: Language::French, ..Seating::default() }
}

/// Presses keys one after another; the screen is French after each of them.
fn press_all(player: &mut Player, keys: &str) {
    is_french(player.think());
    for letter in keys.chars() {
        match letter {
            '⏎' => player.enter(),
            '⎋' => player.press_code(KeyCode::Esc),
            '↓' => player.press_code(KeyCode::Down),
            '→' => player.press_code(KeyCode::Right),
            letter => player.press_code(KeyCode::Char(letter)),
        };
        is_french(player);
        is_french(player.settle());
    }
}

#[test]
fn a_patience_is_french() {
    let mut player = seating().deal("fc.733822729");
    for input in ["3b", "3a", "7d", "3c", "14", "99", "17", "nonsens", "h1"] {
        is_french(player.line(input).think());
    }
    press_all(&mut player, "?⎋uuurRxtyYw18h:⎋n⎋nz⏎n101%⏎");
    press_all(&mut player, "s ⎋");
    player.press("r r r r r");
    press_all(&mut player, "of?⎋←l");
    let mut player = seating().deal("mo.4");
    for _ in 0..16 {
        player.think().press("t").think().enter();
    }
    press_all(&mut player, "tuq");
    press_all(&mut seating().deal("fc.11"), "1aq");
}

#[test]
fn a_peg_game_is_french() {
    let mut player = peg::board(&seating(), "triangle15");
    press_all(&mut player, "?⎋⏎⏎tuur");
    is_french(player.line("nonsens"));
    is_french(player.line("a1-a2"));
    press_all(&mut player, "so⎋n→⏎q");
    for _ in 0..13 {
        player.think().press("t").think().enter();
    }
    is_french(&mut player);
}

#[test]
fn every_rule_set_is_french() {
    for rules in [RuleSet::Rummikub, RuleSet::Rami, RuleSet::Canasta, RuleSet::Mahjong] {
        let seats = tui::seats(1, &[Level::Normal, Level::Easy], Language::French);
        let game = rummy::Game::deal(Setup::new(rules), None, seats, 7).unwrap();
        let mut player = seating().play(NewGame::Rummy(Box::new(Rummy::new(game))));
        press_all(&mut player, "?⎋n nxpuRodfdftrfw");
        is_french(player.line("nonsens"));
        press_all(&mut player, "v?⎋→ff19⏎qN↓");
    }
    let seats = tui::seats(2, &[], Language::French);
    let game = rummy::Game::deal(Setup::new(RuleSet::Rummikub), None, seats, 7).unwrap();
    let mut player = seating().play(NewGame::Rummy(Box::new(Rummy::new(game))));
    press_all(&mut player, "⏎d⏎u");
    for _ in 0..200 {
        player.press("t").think().enter().settle().enter();
    }
    press_all(&mut player, "uq");
}

#[test]
fn menus_and_questions_are_french() {
    let mut player = seating().sit();
    press_all(&mut player, "?⎋s⎋↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓⏎⏎⎋");
    for (entry, rows) in
        [("FreeCell", 2), ("solitaire anglais", 3), ("rummikub", 12), ("rami", 8), ("canasta", 7)]
    {
        let mut player = options::options(&seating(), entry);
        for _ in 0..rows {
            press_all(&mut player, "→→→→→↓");
        }
        press_all(&mut player, "?⎋");
    }
    let seating = seating();
    seating.deal("fc.11").press("1 a");
    let mut player = seating.deal("fc.11");
    is_french(&mut player);
    let _other = seating.deal("fc.11").enter();
    press_all(&mut player, "⏎");
    press_all(&mut seating.sit(), "?");
    let mut player = seating.sit();
    is_french(player.press_code(KeyCode::Delete));
    is_french(player.press_code(KeyCode::Delete));
    is_french(player.resize((30, 10)));
}

#[test]
fn a_full_disk_is_french() {
    let seating = seating();
    std::fs::write(seating.folder.path().join("games"), "not a folder").unwrap();
    let mut player = seating.play(NewGame::Patience(Patience::deal("fc.11".parse().unwrap())));
    press_all(&mut player, "1aq⎋n⏎q");
}

#[test]
fn screens_in_french_at_every_size() {
    for size in SIZES {
        let mut patience = Seating { size, ..seating() }.deal("fc.123456");
        patience.think().press("1 a 1 2").looks_like(&format!("fr-fc-123456-{}x{}", size.0, size.1));
        patience.press("?").looks_like(&format!("fr-help-{}x{}", size.0, size.1));
        let mut options = options::options(&Seating { size, ..seating() }, "rummikub");
        options.looks_like(&format!("fr-options-rummikub-{}x{}", size.0, size.1));
        let mut menu = Seating { size, ..seating() }.sit();
        menu.looks_like(&format!("fr-menu-{}x{}", size.0, size.1));
    }
}

/// Card games speak of cards, games of tiles of pieces.
#[test]
fn cards_are_not_called_pieces() {
    for (game, shown, hidden) in [("rami", "13 cartes", "13 pièces"), ("rummikub", "14 pièces", "14 cartes")]
    {
        options::options(&seating(), game).enter().shows(shown).shows_not(hidden);
    }
}

#[test]
fn a_difficulty_is_written_as_in_french() {
    let mut player = options::options(&seating(), "FreeCell");
    player.press_code(KeyCode::Down).press_code(KeyCode::Left).shows("‹ 100 % ›");
}
