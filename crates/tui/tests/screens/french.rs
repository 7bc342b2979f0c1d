//! The screens in French.

use crossterm::event::KeyCode;
use rummy::RuleSet;
use session::texts::Language;

use crate::player::{Player, SIZES, Seating};
use crate::{peg, rummy as tables};

/// Words that an English screen is full of.
const ENGLISH: [&str; 40] = [
    "the",
    "move",
    "moves",
    "card",
    "cards",
    "column",
    "undo",
    "redo",
    "back",
    "winnable",
    "lost",
    "unknown",
    "tiles",
    "tile",
    "draws",
    "draw",
    "places",
    "cannot",
    "hint",
    "keys",
    "leave",
    "choose",
    "deal",
    "new",
    "game",
    "peg",
    "pegs",
    "jump",
    "stock",
    "opened",
    "won",
    "played",
    "streak",
    "searching",
    "proven",
    "of",
    "mouse",
    "mark",
    "forward",
    "from",
];

fn seating() -> Seating {
    Seating { language: Language::French, ..Seating::default() }
}

/// No English word stands on the screen.
fn is_french(player: &mut Player) {
    let screen = player.screen();
    let words = screen.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    let found: Vec<String> = words.filter(|word| ENGLISH.contains(&word.as_str())).collect();
    assert!(found.is_empty(), "{found:?}:\n{screen}");
}

#[test]
fn the_screens_are_french() {
    let mut patience = seating().deal("fc.733822729");
    is_french(patience.think());
    for input in ["3b", "3a", "7d", "3c", "14", "99", "17"] {
        is_french(patience.line(input).think());
    }
    for keys in ["?", "?", "o", "f", "l", "t", "n"] {
        is_french(patience.press(keys).think());
    }
    patience.press_code(KeyCode::Esc);
    let mut triangle = peg::board(&seating(), "triangle15");
    for keys in ["", "?", "t", "u", "u"] {
        is_french(triangle.think().press(keys).think());
    }
    is_french(triangle.line("nonsense"));
    let mut rummikub = tables::table(&seating(), RuleSet::Rummikub, &["Ana", "ai:normal"]);
    for keys in ["", "?", "?", "d", "t", "f", "n", "v"] {
        is_french(rummikub.press(keys).settle());
    }
    let mut menu = seating().sit();
    for keys in ["", "?", "s"] {
        is_french(menu.press(keys));
        menu.press_code(KeyCode::Esc);
    }
}

#[test]
fn screens_in_french_at_every_size() {
    for size in SIZES {
        let mut patience = Seating { size, ..seating() }.deal("fc.123456");
        patience.think().press("1 a 1 2").looks_like(&format!("fr-fc-123456-{}x{}", size.0, size.1));
        patience.press("?").looks_like(&format!("fr-help-{}x{}", size.0, size.1));
    }
}
