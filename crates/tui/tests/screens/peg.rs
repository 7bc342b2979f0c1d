//! Peg solitaire on the screen.

use crossterm::event::KeyCode;
use session::Peg;
use tui::NewGame;

use crate::player::{Player, SIZES, Seating};

pub(crate) fn board(seating: &Seating, name: &str) -> Player {
    let board = peg::named(name).unwrap();
    let start = board.full().without(board.customary_vacancy());
    seating.play(NewGame::Peg(Peg::new(peg::Game::new(board, start, peg::Goal::OnePeg).unwrap())))
}

#[test]
fn boards_at_every_size() {
    for size in SIZES {
        for name in ["english", "triangle15", "hexagon37"] {
            board(&Seating::sized(size), name).looks_like(&format!("peg-{name}-{}x{}", size.0, size.1));
        }
    }
}

/// With the table every jump has its sign, in words too.
#[test]
fn jumps_are_marked() {
    let mut player = board(&Seating::default(), "triangle15");
    player.shows("? unknown").think().shows("✓ keeps the win").shows("✓ winnable in 13 moves");
    player.enter().shows("[●]").shows("✓");
    player.enter().shows("13 pegs").shows("1 move");
    player.press("u").shows("14 pegs").press("w").shows_not("✓");
}

#[test]
fn arrows_mouse_and_notation_jump() {
    let mut player = board(&Seating::default(), "triangle15");
    player.press_code(KeyCode::Right).enter().press_code(KeyCode::Up).enter().shows("1 move");
    player.press("u").line("a3-a1").shows("1 move").line("a3-a1").shows("that is not possible");
    player.press("R").shows("0 moves").line("nonsense").shows("is not a move");
    let mut player = board(&Seating::default(), "english");
    player.line("d2-d4").line("d5-d3").shows("2 moves").press("t").think().shows("Enter plays the hint");
    player.enter().shows("3 moves");
}

#[test]
fn hints_win_a_triangle() {
    let mut player = board(&Seating::default(), "triangle15");
    for _ in 0..13 {
        player.think().press("t").think().enter();
    }
    player.shows("Won!").shows("1 peg");
    assert_eq!(player.store().results().by_game()["peg triangle15"].won, 1);
    player.press("o").think().shows("after move 13 of 13");
}

#[test]
fn every_board_fits_the_smallest_screen() {
    for name in ["english", "french", "wiegleb", "asymmetric", "diamond", "triangle120", "hexagon127"] {
        let holes = peg::named(name).unwrap().len();
        let screen = board(&Seating::sized((60, 20)), name).screen();
        let shown = screen.chars().filter(|c| matches!(c, '●' | '○')).count();
        assert_eq!(shown, holes, "{name}:\n{screen}");
    }
}

/// `n` leaves the game for the choices of another one.
#[test]
fn another_game_is_begun_by_a_key() {
    let mut player = board(&Seating::default(), "triangle15");
    player.line("a3-a1").press("n").shows("empty at the start");
    player.press_code(KeyCode::Down).press_code(KeyCode::Right).enter().shows("14 pegs").shows("0 moves");
    player.press("q").shows("go on: 1 move");
}

#[test]
fn the_mouse_picks_and_drags_pegs() {
    let mut player = board(&Seating::default(), "english");
    let (from, to) = (player.hole(5, 3), player.hole(3, 3));
    player.mouse_at(true, from).mouse_at(false, from).shows("[●]").mouse_at(true, to).shows("1 move ");
    player.press("u").shows("0 moves").mouse_at(true, from).mouse_at(false, to).shows("1 move ");
    let empty = player.hole(5, 3);
    player.mouse_at(true, empty).shows("Nothing can jump from there");
}

/// The columns of a triangle lean: their letters stand below their lowest holes.
#[test]
fn a_triangle_names_its_columns() {
    let mut player = board(&Seating::default(), "triangle15");
    let screen = player.screen();
    let lines: Vec<&str> = screen.lines().collect();
    let last = lines.iter().position(|line| line.trim_start().starts_with("5 ")).unwrap();
    assert_eq!(lines[last + 1].split_whitespace().collect::<String>(), "abcde", "{screen}");
}

/// A game in which nothing can jump counts as lost until a jump is taken back, for its own board.
#[test]
fn a_stuck_game_counts_as_lost() {
    let mut player = board(&Seating::default(), "triangle15");
    for _ in 0..13 {
        if player.screen().contains("Nothing can jump") {
            break;
        }
        player.enter().enter();
    }
    player.shows("Nothing can jump");
    let sums = player.store().results().by_game()["peg triangle15"];
    assert_eq!((sums.played, sums.won), (1, 0));
    player.press("u");
    assert!(player.store().results().by_game().is_empty(), "it goes on");
    player.press("z").shows("`z` is not a key of this game");
}

/// A sweep that was entered jump by jump is taken back as a whole, and made again.
#[test]
fn undo_takes_a_whole_sweep_back() {
    let setup = peg::Setup::parse("oo.o.o\n").unwrap();
    let game = peg::Game::new(setup.board, setup.position, peg::Goal::OnePeg).unwrap();
    let seating = Seating::default();
    let mut player = seating.play(NewGame::Peg(Peg::new(game)));
    player.line("a1-c1").line("c1-e1").shows("2 pegs").press("u").shows("4 pegs").shows("0 moves");
    player.press("r").shows("2 pegs");
}
