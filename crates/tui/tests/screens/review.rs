//! Looking back on a game.

use crossterm::event::KeyCode;

use crate::player::{Player, SIZES, Seating};

/// A game that was lost at one move.
fn lost(seating: &Seating) -> Player {
    let mut player = seating.deal("fc.733822729");
    for input in ["3b", "3a", "7d", "3c", "14"] {
        player.line(input);
    }
    player.press("o").think();
    player
}

#[test]
fn a_review_at_every_size() {
    for size in SIZES {
        lost(&Seating::sized(size)).press("f").looks_like(&format!("review-{}x{}", size.0, size.1));
    }
}

#[test]
fn the_move_that_lost_is_found_and_what_would_have_won() {
    let mut player = lost(&Seating::default());
    player.shows("after move 5 of 5").shows("✗ proven lost");
    player.press("f").shows("✗ loses the win").shows("✓ would have kept the win: ");
    player.press_code(KeyCode::Left).shows("✓ winnable");
    player
        .press_code(KeyCode::Home)
        .shows("after move 0 of 5")
        .press_code(KeyCode::End)
        .shows("after move 5 of 5");
    player.press("4").shows("after move 2 of 5");
    player.enter().shows("2 moves").press("1 d").shows("3 moves");
}

/// Any move that keeps the win is accepted; one that loses it is taken back.
#[test]
fn one_learns_from_the_move_that_lost() {
    let mut player = lost(&Seating::default());
    let screen = player.press("f").screen();
    let number: usize =
        screen.split("after move ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    player.press("l").shows("Find a move that keeps the win").shows(&format!("{} moves", number - 1));
    let fault = ["3b", "3a", "7d", "3c", "14"][number - 1];
    player.line(fault).think().shows("That loses the win").shows(&format!("{} moves", number - 1));
    // A move taken back is not an answer, and the same mistake is one again.
    player.press("u").think().shows_not("Right").press("r").think().shows_not("Right");
    player.line(fault).think().shows("That loses the win");
    player.press("t").think().enter().think().shows("Right: this keeps the win");
}

#[test]
fn a_game_without_a_fault_has_nothing_to_learn() {
    let mut player = Seating::default().deal("mo.4");
    player.line("16-13").press("o").think().press("f").shows("No move of this game is known");
    player.press_code(KeyCode::Esc).shows("1 move ");
}
