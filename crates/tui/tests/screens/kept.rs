//! Nothing that was played or counted is lost.

use std::fs;

use crossterm::event::KeyCode;

use crate::peg::board;
use crate::player::{Player, Seating};

/// Follows hints to the win.
fn won(seating: &Seating) -> Player {
    let mut player = seating.deal("mo.4");
    while !player.think().screen().contains("Won!") {
        player.press("t").think().pass(1000).enter();
    }
    player
}

fn names(player: &Player) -> Vec<String> {
    let mut names: Vec<String> = player.store().list().into_iter().map(|entry| entry.name).collect();
    names.sort();
    names
}

/// Whoever branches off in the review plays another game, which is not counted; the first one and its result stay.
#[test]
fn a_branch_is_a_game_of_its_own() {
    let mut player = won(&Seating::default());
    let first = fs::read_to_string(player.store().path("midnightoil-4")).unwrap();
    let results = player.store().results();
    player.press("q").press_code(KeyCode::End).shows("look back:").enter().shows("✓ won");
    player.press("o").think().press("5").enter().shows("A game of its own").shows("8 moves");
    assert_eq!(names(&player), ["midnightoil-4", "midnightoil-4-2"]);
    player.press("t").think().enter().shows("9 moves").press("q").press_code(KeyCode::Home);
    player.shows("MidnightOil.4 (from move 8)").shows("go on: 9 moves, 0:00, not counted");
    player.enter();
    while !player.think().screen().contains("Won!") {
        player.press("t").think().enter();
    }
    assert_eq!(player.store().results(), results, "a branch has no result");
    assert_eq!(fs::read_to_string(player.store().path("midnightoil-4")).unwrap(), first);
}

/// An unfinished game is left as it is too; a branch in which nothing was done is removed when it is left.
#[test]
fn a_branch_of_an_unfinished_game() {
    let seating = Seating::default();
    let mut player = board(&seating, "english");
    player.line("d2-d4").line("f3-d3").press("o").think().press_code(KeyCode::Left).enter().shows("1 move ");
    assert_eq!(player.store().get("peg").unwrap().game.moves.len(), 2);
    assert_eq!(player.store().get("peg-2").unwrap().branched_after, Some(1));
    player.press("q");
    assert_eq!(names(&player), ["peg"]);
    let mut player = Seating::default().deal("fc.11");
    player.press("1 a 1 b o").think().press_code(KeyCode::Home).enter().shows("0 moves").press("2 a q");
    assert_eq!(names(&player), ["freecell-11", "freecell-11-2"]);
}

/// Learning goes on in a game of its own too.
#[test]
fn learning_leaves_the_game_as_it_is() {
    let mut player = Seating::default().deal("fc.733822729");
    for input in ["3b", "3a", "7d", "3c", "14"] {
        player.line(input);
    }
    player.press("o").think().press("l").shows("Find a move that keeps the win").press("t").think().enter();
    assert_eq!(player.store().get("freecell-733822729").unwrap().game.moves.len(), 5);
    assert!(player.store().get("freecell-733822729-2").unwrap().help.branched);
}

/// From the start after a win: another game with a result of its own.
#[test]
fn a_win_stays_when_the_game_begins_again() {
    let mut player = won(&Seating::default());
    player.press("R").shows("0 moves").shows("the first one and its result stay");
    assert_eq!(player.store().results().by_game()["MidnightOil"].won, 1);
    assert_eq!(names(&player), ["midnightoil-4", "midnightoil-4-2"]);
    player.press("q");
    assert_eq!(names(&player), ["midnightoil-4"], "nothing was done in the second one");
    player.press("s").shows("MidnightOil");
}

/// A win is not taken back by the way to the last winnable position.
#[test]
fn the_last_winnable_position_of_a_won_game() {
    let mut player = won(&Seating::default());
    player.press("l").shows("✓ won").shows("16 moves");
    assert_eq!(player.store().results().by_game()["MidnightOil"].won, 1);
}

/// Moves that were taken back can be made again in another process.
#[test]
fn undone_moves_survive() {
    let seating = Seating::default();
    let mut player = seating.deal("fc.11");
    player.press("1 a 1 b 1 c R").shows("0 moves").press("q");
    assert_eq!(names(&player), ["freecell-11"]);
    assert_eq!(player.store().list()[0].kept.undone.len(), 3);
    drop(player);
    let mut player = seating.sit();
    player.enter().shows("0 moves").press("r r").shows("2 moves").press("u r r").shows("3 moves");
    player.press("u").press("2 c");
    assert!(player.store().list()[0].kept.undone.is_empty(), "another move takes their place");
    let seating = Seating::default();
    let mut player = board(&seating, "english");
    player.line("d2-d4").line("f3-d3").press("u u q");
    let mut player = seating.sit();
    player.enter().press("r r").shows("2 moves");
    assert!(player.store().list()[0].kept.undone.is_empty());
}

#[test]
fn undone_steps_of_a_turn_survive() {
    let seating = Seating::default();
    let mut player = crate::rummy::table(&seating, rummy::RuleSet::Rummikub, &["Ana", "Ben"]);
    player
        .enter()
        .press_code(KeyCode::Char(' '))
        .press("n")
        .shows("✗1")
        .press("u")
        .shows_not("✗1")
        .press("q");
    let mut player = seating.sit();
    player.enter().enter().press("r").shows("✗1");
}

/// A damaged list of moves to be made again is forgotten, not the game.
#[test]
fn bad_undone_moves_are_forgotten() {
    let seating = Seating::default();
    let mut player = seating.deal("fc.11");
    player.press("1 a 1 b u q");
    let path = player.store().path("freecell-11");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"undone\":[\"", "\"undone\":[\"nonsense")).unwrap();
    drop(player);
    seating.sit().enter().shows("1 move ").press("r").shows("nothing to redo");
}

/// The disk is full: whoever branches off is asked, as whoever leaves.
#[test]
fn an_unkept_game_is_not_left_for_a_branch() {
    let seating = Seating::default();
    fs::write(seating.folder.path().join("games"), "not a folder").unwrap();
    let mut player = seating.deal("fc.11");
    player.press("1 a 1 b o").think().press_code(KeyCode::Left).enter();
    player.shows("Leave the game all the same?").press_code(KeyCode::Esc).shows("2 moves");
    player.press("n").press("123").enter().shows("Leave the game all the same?");
}

/// The letter of "yes" is that of the language.
#[test]
fn french_players_leave_with_o() {
    let seating = Seating { language: session::texts::Language::French, ..Seating::default() };
    fs::write(seating.folder.path().join("games"), "not a folder").unwrap();
    let mut player = seating.deal("fc.11");
    player.press("1 a q").shows("Quitter quand même la partie ?").shows("o quitter sans la garder");
    player.press("o").shows("à quoi jouons-nous");
}

/// Help is recorded where it is given, and only there.
#[test]
fn help_is_recorded() {
    let help = |player: &Player| player.store().list()[0].kept.help;
    let mut player = Seating::default().deal("fc.733822729");
    for input in ["3b", "3a", "7d", "3c", "14"] {
        player.line(input).think();
    }
    player.press("t").think().shows("The game is over");
    assert_eq!(help(&player).hints, 0, "a stuck game has no hint");
    player.press("o").think().press("f").shows("would have kept the win");
    assert_eq!(help(&player).hints, 1);
    player.press("f").press_code(KeyCode::Left).press_code(KeyCode::Right).press_code(KeyCode::Esc);
    assert_eq!(help(&player).hints, 1, "once per look");
    player.press("l");
    assert_eq!((help(&player).hints, help(&player).undos), (2, 1));
    player.press("R");
    assert_eq!((help(&player).hints, help(&player).undos), (2, 2));
    player.press("R").shows("nothing to take back");
    assert_eq!(help(&player).undos, 2);
    player.press("s").think();
    assert_eq!(help(&player).solutions, 1);
    let mut player = won(&Seating::default());
    let before = help(&player);
    player.press("t").think().shows("The game is over");
    assert_eq!(help(&player), before);
}

/// A game of this process's store that another process has open is not copied in silence.
#[test]
fn a_game_is_open_once() {
    let seating = Seating::default();
    let mut player = seating.deal("fc.11");
    player.press("1 a");
    let kept = player.store().list().remove(0).kept;
    let game = || tui::NewGame::Patience(session::Patience::read(&kept.game.to_json()).unwrap());
    let mut other = seating.sit();
    let refused = Err("This game is open in another window.".to_owned());
    assert_eq!(other.app.open(game()), refused);
    assert_eq!(other.app.go_on("freecell-11".to_owned()), refused);
    assert_eq!(names(&player), ["freecell-11"]);
    drop(player);
    assert_eq!(other.app.go_on("freecell-11".to_owned()), Ok(()));
    other.shows("1 move ");
}

/// A screen on which nothing can be seen takes no keys of the game.
#[test]
fn a_small_screen_takes_no_keys() {
    let mut player = Seating::default().deal("fc.11");
    player.resize((30, 10)).shows("The terminal is too small: 60").shows("leaves.");
    player.press("1 a u R n x ?").enter().mouse_at(true, (3, 5));
    player.resize((80, 24)).shows("0 moves").press("1 a").shows("1 move ");
    player.resize((30, 10)).screen();
    player.press("q");
    assert_eq!(player.left, Some(tui::Leave::Done { finished: false }));
    assert_eq!(names(&player), ["freecell-11"]);
}

/// Ctrl-C removes a game in which nothing was done, and keeps any other.
#[test]
fn untouched_games_go() {
    let mut player = Seating::default().deal("fc.11");
    player.control('c').app.leave();
    assert!(names(&player).is_empty());
    let mut player = Seating::default().deal("fc.11");
    player.press("1 a").control('c').app.leave();
    assert_eq!(names(&player), ["freecell-11"]);
}

/// The time of a game that nobody moves in is written now and then, and when it is left.
#[test]
fn the_clock_is_kept() {
    let mut player = Seating::default().deal("fc.11");
    let seconds = |player: &Player| player.store().list()[0].kept.millis / 1000;
    player.press("1 a").pass(29_000);
    assert_eq!(seconds(&player), 0);
    player.pass(1_000);
    assert_eq!(seconds(&player), 30);
    player.press("?").pass(31_000);
    assert_eq!(seconds(&player), 61);
    player.pass(5_000).app.leave();
    assert_eq!(seconds(&player), 66);
}

/// A file that cannot be read is named in the menu.
#[test]
fn the_menu_names_damaged_files() {
    let seating = Seating::default();
    let mut player = seating.deal("fc.11");
    player.press("1 a q");
    let path = player.store().path("freecell-12");
    fs::write(path, r#"{"state":1,"game":7}"#).unwrap();
    seating.sit().shows("freecell-12.json").shows("`game`");
}
