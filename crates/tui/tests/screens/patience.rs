//! A patience on the screen.

use crossterm::event::KeyCode;
use session::Patience;
use session::texts::Language;
use tui::{Abilities, NewGame};

use crate::player::{Player, SIZES, Seating};

#[test]
fn a_patience_at_every_size() {
    for size in SIZES {
        for deal in ["fc.123456", "mo.4", "eo.1", "bd.7"] {
            let mut player = Seating::sized(size).deal(deal);
            player.think().looks_like(&format!("{}-{}x{}", deal.replace('.', "-"), size.0, size.1));
        }
    }
}

#[test]
fn places_are_typed_as_freecell_players_know_them() {
    let mut player = Seating::default().deal("fc.123456");
    player.press("1 a").shows("1 move ").shows("a K♥");
    player.press("1 2").shows("4♦ cannot go on 2♣");
    player.press("a 2").shows("K♥ cannot go on 2♣");
    player.press("1 h").shows("cards go to the foundations by themselves");
    player.press("h").shows("h is where cards go");
    player.press("Z").shows("`Z` is not a key");
    player.line("1-3").shows("4♦ cannot go on 4♥");
    player.press("u").shows("0 moves").shows_not("a K♥");
    player.press("r").shows("1 move ");
    player.press("R").shows("0 moves");
    player.press("u").shows("nothing to take back");
}

/// Columns above nine have two digits after a colon.
#[test]
fn columns_above_nine_are_typed_after_a_colon() {
    let mut player = Seating::default().deal("mo.4");
    player.line("16-13").shows("1 move ");
}

/// A selected card shows where it may go; Enter takes it there.
#[test]
fn arrows_and_enter_suffice() {
    let mut player = Seating::default().deal("fc.123456");
    player.shows("▸K♥").enter().shows("[K♥]").shows("‹──›");
    player.press_code(KeyCode::Esc).shows("▸K♥");
    player.enter().enter().shows("1 move ");
    for code in [KeyCode::Right, KeyCode::Down, KeyCode::Left, KeyCode::Up, KeyCode::Tab, KeyCode::BackTab] {
        player.press_code(code);
        player.shows("▸");
    }
}

/// Wherever the cursor goes, Enter selects something, and Enter again plays it.
#[test]
fn the_cursor_jumps_only_between_cards_that_can_move() {
    let mut player = Seating::default().deal("fc.11");
    for step in 0..40 {
        player.press_code([KeyCode::Right, KeyCode::Down, KeyCode::Left, KeyCode::Tab][step % 4]);
        let before = player.screen();
        player.enter();
        assert!(player.screen().contains('['), "step {step}:\n{before}");
        player.enter();
        assert!(!player.screen().contains("cannot"), "step {step}:\n{}", player.screen());
        player.press("u");
    }
}

#[test]
fn the_mouse_clicks_and_drags() {
    let mut player = Seating::default().deal("fc.123456");
    player.click("K♥").shows("[K♥]").click("‹──›").shows("a K♥");
    player.press("u").mouse(true, "K♥").mouse(false, "› b‹").shows("a K♥");
    player.press("u").mouse(true, "K♥").mouse(false, "J♠").shows("K♥ cannot go on J♠");
    player.click("K♥").click("K♥").shows_not("[K♥]");
    player.click("b ──").shows("No card of that place can move now");
    player.click("7♣").shows("That card does not move with the cards on it").shows_not("[");
    player.mouse(true, "7♣").mouse(false, "b ──").shows("0 moves");
}

/// Follows hints to the win.
fn win(player: &mut Player) {
    for _ in 0..400 {
        if player.think().screen().contains("Won!") {
            return;
        }
        player.press("t").think();
        player.pass(1000).enter();
    }
    panic!("hints do not win:\n{}", player.screen());
}

#[test]
fn hints_win_and_the_win_can_be_taken_back() {
    let seating = Seating::default();
    let mut player = seating.deal("fc.11");
    player.think().press("t").think().shows("Enter plays the hint: ");
    win(&mut player);
    player.shows("✓ won");
    let won = player.store().results().by_game()["FreeCell"];
    assert_eq!((won.played, won.won, won.alone), (1, 1, 0), "help used is recorded");
    assert!(won.best_millis.is_some_and(|best| best > 10_000), "{won:?}");
    let time = player.screen();
    player.pass(60_000);
    assert_eq!(player.screen(), time, "the clock stands still after the win");
    player.press("u");
    assert!(player.store().results().by_game().is_empty(), "the statistics are as before");
    player.press("r").shows("Won!");
    assert_eq!(player.store().results().by_game()["FreeCell"].won, 1);
    player.press("q s").shows("FreeCell").shows("alone");
}

#[test]
fn a_game_that_is_left_for_another_stays_open() {
    let seating = Seating::default();
    let mut player = seating.deal("fc.11");
    player.press("n").enter();
    assert!(player.store().results().by_game().is_empty(), "nothing was played");
    player.press("1 a n").press("123").enter().shows("FreeCell.123 ");
    assert!(player.store().results().by_game().is_empty(), "it can go on");
    let open =
        |player: &Player| player.store().list().iter().filter(|entry| entry.kept.over.is_none()).count();
    assert_eq!(open(&player), 2, "a game is on the disk before its first move");
    player.press("q");
    assert_eq!(open(&player), 1, "one in which nothing was done is not kept");
    let mut player = seating.deal("fc.11");
    player.press("n").press("x").enter().shows("`x` is not the number of a deal");
    player.press("n").press("101%").enter().shows("`101%` is not a difficulty; a difficulty is 0% to 100%");
    player.press("9").shows("This game has 8 columns; 9 is not one of them.");
    player.press("w").shows("The light is off.").press("w").shows("The light is on.");
    player.line("moves").shows("3a").line("ask").think().line("ask").shows("✓ winnable in");
}

/// The deal that is found is about as hard as was asked for.
#[test]
fn a_deal_by_difficulty() {
    let mut player = Seating::default().deal("fc.11");
    player.think().press("n").press("80%").enter().shows("Thinking").think();
    let screen = player.screen();
    let name = screen.split_whitespace().next().unwrap();
    let deal: patience::Deal = name.parse().unwrap();
    let mut watch = search::Unwatched;
    let mut run = search::Run::new(search::Budget::UNLIMITED, &mut watch);
    let rating = patience::Rater::new().rate(deal.table(), &mut run).unwrap();
    let scale = patience::Scale::of(&patience::Rules::freecell()).unwrap();
    let difficulty = scale.standing(&rating).difficulty();
    assert!((77..=83).contains(&difficulty), "{name}: {difficulty}");
}

/// The light names the move that lost; one key goes back to the last position that can be won.
#[test]
fn the_light_says_what_is_known() {
    let mut player = Seating::default().deal("fc.733822729");
    player.shows("? searching").think();
    let mut lost = false;
    for input in ["3b", "3a", "7d", "3c", "14"] {
        player.line(input).think();
        lost |= player.screen().contains("✗ lost since move");
    }
    assert!(lost, "{}", player.screen());
    player.shows("Nothing can be moved");
    player.press("l").think().shows("✓ winnable in");
    player.press("w").shows_not("winnable in");
    player.press("w").think().shows("✓ winnable in");
}

#[test]
fn the_solution_is_watched_with_pause_steps_and_speed() {
    let mut player = Seating::default().deal("mo.4");
    player.think().press("s").think().shows("Solution: move 0 of 16");
    player.pass(600).shows("move 1 of 16").press_code(KeyCode::Char(' ')).pass(9000).shows("move 1 of 16");
    player.press_code(KeyCode::Right).shows("move 2 of 16").press_code(KeyCode::Left).shows("move 1 of 16");
    player.press("5").shows("move 8 of 16").press_code(KeyCode::End).shows("move 16 of 16");
    player.press_code(KeyCode::Home).press_code(KeyCode::Char(' ')).press("+ +").pass(100);
    player.shows("move 1 of 16").press_code(KeyCode::Right).press_code(KeyCode::Right);
    player.enter().shows("3 moves").press("u").shows("0 moves");
    assert_eq!(player.store().results().by_game().len(), 0);
}

/// Everything on the screen is on the disk: another process goes on.
#[test]
fn every_move_is_kept_at_once() {
    let seating = Seating::default();
    let mut player = seating.deal("fc.123456");
    player.pass(61_000).press("1 a 1 b").shows("2 moves  1:01");
    let mut next = seating.deal("fc.123456");
    next.shows("You have begun this game: 2 moves, 1:01. Go on?");
    next.enter().shows("open in another window");
    drop(player);
    next.enter().shows("2 moves  1:01").shows("a K♥").shows("K♥ → cell");
    drop(next);
    let mut other = seating.sit();
    other.shows("▸ FreeCell.123456").shows("go on: 2 moves, 1:01").enter().shows("a K♥");
    drop(other);
    let mut fresh = seating.deal("fc.123456");
    fresh.press("n").shows("0 moves");
    drop(fresh);
    let mut menu = seating.sit();
    menu.press_code(KeyCode::Delete).press_code(KeyCode::Delete).shows("go on: 2 moves, 1:01");
    menu.press_code(KeyCode::Delete).press_code(KeyCode::Delete).shows_not("go on:");
}

/// Whoever begins a game again from its start keeps the one begun before, and is asked about the newer one next time.
#[test]
fn a_game_begun_again_does_not_replace_the_first() {
    let seating = Seating::default();
    seating.deal("fc.123456").press("1 a 1 b");
    seating.deal("fc.123456").press("n").shows("0 moves").press("2 a");
    let moves = |name: &str| seating.sit().store().get(name).unwrap().game.moves.len();
    assert_eq!((moves("freecell-123456"), moves("freecell-123456-2")), (2, 1));
    seating.deal("fc.123456").shows("You have begun this game: 1 move,");
}

/// Other rules make another game with a file of its own.
#[test]
fn the_same_deal_under_other_rules_is_another_game() {
    let seating = Seating::default();
    seating.deal("fc.5").press("1 a");
    let rules = patience::Rules::freecell().with_foundations(patience::Foundations::Free);
    let deal = patience::Deal::numbered(rules.clone(), rules.seed_of(5).unwrap());
    let mut player = seating.play(tui::NewGame::Patience(session::Patience::deal(deal)));
    player.shows("0 moves").press("1 a");
    assert_eq!(player.store().list().len(), 2);
}

#[test]
fn letters_are_complete_and_no_colour_is_none() {
    let abilities = Abilities { colour: false, unicode: false };
    for language in Language::ALL {
        let mut player = Seating { language, abilities, ..Seating::default() }.deal("fc.123456");
        let mut usual = Seating { language, ..Seating::default() }.deal("fc.123456");
        for keys in ["", "1", "a", "?", "q", "q"] {
            let (screen, usual) = (player.think().press(keys).screen(), usual.think().press(keys).screen());
            assert!(screen.is_ascii(), "{screen}");
            let unknown = |screen: &str| screen.matches('?').count();
            assert_eq!(unknown(&screen), unknown(&usual), "every sign has a letter:\n{screen}");
            assert_eq!(player.colours(), 1);
        }
    }
    let mut player = Seating { abilities, ..Seating::default() }.deal("fc.123456");
    player.shows(">KH").shows("10S");
}

#[test]
fn suits_have_two_or_four_colours() {
    let mut player = Seating::default().deal("fc.123456");
    let two = player.colours();
    let four = player.press("y").colours();
    assert_eq!((two, four), (2, 4));
    assert!(player.store().settings().four_colours);
}

/// Putting up all that can go up is one action, taken back and done again as one.
#[test]
fn finishing_is_one_action() {
    let rules = patience::Rules::freecell().with_foundations(patience::Foundations::Free);
    let deal = patience::Deal::numbered(rules.clone(), rules.seed_of(11).unwrap());
    let mut player = Seating::default().play(tui::NewGame::Patience(session::Patience::deal(deal)));
    player.press("x").shows("3 moves").press("u").shows("0 moves").press("r").shows("3 moves");
    player.press("x").shows("No card can go up");
}

/// The terminal may change its size at any time, and may be too small.
#[test]
fn any_size_is_drawn() {
    let mut player = Seating::default().deal("bd.7");
    for width in [1, 20, 59, 60, 61, 79, 100, 131, 240] {
        for height in [1, 5, 19, 20, 23, 31, 60] {
            player.resize((width, height)).screen();
        }
    }
    player.resize((40, 10)).shows("too small: 60 × 20");
    player.resize((60, 20)).shows("BakersDozen.7");
}

#[test]
fn ctrl_c_leaves_from_everywhere() {
    for keys in ["", "?", "n", "1"] {
        let mut player = Seating::default().deal("fc.11");
        player.press(keys).control('c');
        assert_eq!(player.left, Some(tui::Leave::Interrupted), "{keys}");
    }
}

/// The help is made of the keys of the screen, and does what they do.
#[test]
fn help_lists_the_keys_and_does_them() {
    let mut player = Seating::default().deal("fc.11");
    player.press("1 a ?").shows("undo").shows("truth light").shows("two or four suit colours");
    player.enter().shows("0 moves");
    player.press_code(KeyCode::Esc).shows("undo").press_code(KeyCode::Esc).shows_not("truth light");
    player.press("?").click("redo").shows("1 move ");
}

#[test]
fn menu_help_and_statistics_at_every_size() {
    for size in SIZES {
        let name = |screen: &str| format!("{screen}-{}x{}", size.0, size.1);
        let seating = Seating::sized(size);
        let mut player = seating.deal("mo.4");
        player.think().press("?").looks_like(&name("help"));
        player.press_code(KeyCode::Esc).press("s").think().press("5").looks_like(&name("watch"));
        player.press_code(KeyCode::Esc);
        win(&mut player);
        player.pass(25_000).press("q").looks_like(&name("menu"));
        player.press("s").looks_like(&name("statistics"));
    }
}

/// A file of the state folder goes on with its clock and the help that was used.
#[test]
fn a_kept_game_that_is_named_goes_on() {
    let seating = Seating::default();
    let mut player = seating.deal("fc.11");
    player.pass(7000).press("t").think().enter().think().shows("help 1");
    let kept = player.store().list().remove(0).kept;
    drop(player);
    let game = session::Patience::read(&kept.game.to_json()).unwrap();
    let mut again = seating.play(tui::NewGame::Patience(game));
    again.shows("1 move").shows("0:07").shows("help 1");
}

/// A game in the menu is removed when that is said twice.
#[test]
fn a_game_is_not_removed_by_one_key() {
    let mut player = Seating::default().deal("fc.11");
    player.press("1 a q").shows("FreeCell.11");
    let delete = crossterm::event::KeyCode::Delete;
    player.press_code(delete).shows("once more gives it up");
    player.press_code(crossterm::event::KeyCode::Down).press_code(crossterm::event::KeyCode::Up);
    player.press_code(delete).shows("once more gives it up").press_code(delete).shows_not("FreeCell.11");
}

/// A game that was won keeps its file and its result when the same deal is played again.
#[test]
fn the_same_deal_can_be_won_twice() {
    let seating = Seating::default();
    for times in 1..=2 {
        let mut player = seating.deal("mo.4");
        while !player.screen().contains("Won!") {
            player.press("t").think().enter().think();
        }
        assert_eq!(player.store().results().by_game()["MidnightOil"].won, times);
        assert_eq!(player.store().list().len(), times as usize);
    }
}

/// A file that cannot be read is left as it is: games, and the results.
#[test]
fn damaged_files_are_not_replaced() {
    let seating = Seating::default();
    let store = seating.deal("mo.4").press("t").think().enter().think().store();
    let path = store.path("midnightoil-4");
    std::fs::write(&path, "{").unwrap();
    let results = path.parent().unwrap().with_file_name("results.json");
    std::fs::write(&results, "garbage").unwrap();
    let mut player = seating.deal("mo.4");
    while !player.screen().contains("Won!") {
        player.press("t").think().enter().think();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{");
    assert_eq!(std::fs::read_to_string(results.with_extension("damaged")).unwrap(), "garbage");
    assert_eq!(player.store().results().by_game()["MidnightOil"].won, 1);
}

/// Whoever leaves a game that is not on the disk is asked; Ctrl-C twice leaves too.
#[test]
fn a_game_that_cannot_be_kept_is_not_left_unasked() {
    let seating = Seating::default();
    std::fs::write(seating.folder.path().join("games"), "not a folder").unwrap();
    let mut player = seating.deal("fc.11");
    player.shows("Not saved: ").press("1 a q").shows("Leave the game all the same?").shows("stay");
    player.press_code(KeyCode::Esc).shows_not("all the same").shows("1 move ");
    player.press("n").press("123").enter().shows("FreeCell.11 ").shows("Leave the game all the same?");
    player.press_code(KeyCode::Esc).shows("1 move ");
    player.control('c').shows("Leave the game all the same?");
    assert_eq!(player.left, None);
    player.control('c');
    assert_eq!(player.left, Some(tui::Leave::Interrupted));
    let mut player = seating.deal("fc.11");
    player.press("1 a q y").shows("what shall we play?");
    let mut player = seating.deal("fc.11");
    std::fs::remove_file(seating.folder.path().join("games")).unwrap();
    player.press("1 a q").shows("go on: 1 move");
}

/// The limits of the command line are those of the light and of hints.
#[test]
fn limits_bound_the_light_and_hints() {
    let limits = tui::Limits { nodes: Some(1), ..tui::Limits::default() };
    let mut player = Seating { limits, ..Seating::default() }.deal("fc.617");
    player.think().shows("? unknown").press("t").think().shows("node limit reached");
    let limits = tui::Limits { time: Some(std::time::Duration::ZERO), ..tui::Limits::default() };
    let mut player = Seating { limits, ..Seating::default() }.deal("fc.11982");
    player.think().shows("? unknown").press("t").think().shows("time limit reached");
}

/// The letter of a cell stays in sight whatever its card is: under the cursor, selected, a target.
#[test]
fn cells_keep_their_letters() {
    for size in SIZES {
        let mut player = Seating::sized(size).deal("eo.1");
        for keys in ["", "1", "a", "a"] {
            let screen = player.press(keys).screen();
            let cells = screen.lines().nth(1).unwrap();
            assert!("abcdefgi".chars().all(|letter| cells.contains(letter)), "{keys}:\n{screen}");
        }
    }
}

#[test]
fn questions_at_every_size() {
    for size in SIZES {
        let name = |screen: &str| format!("{screen}-{}x{}", size.0, size.1);
        let seating = Seating::sized(size);
        let mut player = seating.deal("fc.123456");
        player.press("1 a n 60").looks_like(&name("prompt"));
        drop(player);
        seating.deal("fc.123456").looks_like(&name("go-on"));
        let seating = Seating::sized(size);
        std::fs::write(seating.folder.path().join("games"), "not a folder").unwrap();
        seating.deal("fc.123456").press("1 a q").looks_like(&name("unkept"));
    }
}

/// A list of keys that is longer than the screen says where it goes on, and the way up to its start is open.
#[test]
fn a_long_list_of_keys_shows_that_it_goes_on() {
    let mut player = Seating::sized((60, 20)).deal("fc.1");
    player.press("?").shows("↓ │").shows_not("↑ │").shows("undo");
    (0..30).for_each(|_| drop(player.press_code(KeyCode::Down).screen()));
    player.shows("↑ │").shows_not("↓ │").shows_not("undo");
    (0..30).for_each(|_| drop(player.press_code(KeyCode::Up).screen()));
    player.shows("↓ │").shows("undo").enter().shows("There is nothing to take back");
}

/// A game that is removed unfinished is given up: it is asked twice, and it counts as lost.
#[test]
fn a_game_that_is_removed_counts_as_lost() {
    let seating = Seating::default();
    seating.deal("fc.11").press("1 a");
    let mut menu = seating.sit();
    menu.press_code(KeyCode::Delete).shows("once more gives it up; it counts as lost");
    assert!(menu.store().results().by_game().is_empty());
    menu.press_code(KeyCode::Delete).shows_not("go on:");
    let sums = menu.store().results().by_game()["FreeCell"];
    assert_eq!((sums.played, sums.won), (1, 0));
}

/// A game whose deal nobody chose goes on with the last one of its kind, if the player likes.
#[test]
fn any_deal_offers_to_go_on() {
    let seating = Seating::default();
    let any = |seed: u32| NewGame::Patience(Patience::deal(format!("fc.{seed}").parse().unwrap()));
    seating.deal("st.5").press("1 a");
    let mut player = seating.sit();
    player.app.open_any(any(21)).unwrap();
    player.pass(0).shows("FreeCell.21").shows("0 moves").press("1 a");
    drop(player);
    let mut player = seating.sit();
    player.app.open_any(any(22)).unwrap();
    player.pass(0).shows("FreeCell.21").shows("You have begun this game: 1 move,").press("n");
    player.shows("FreeCell.22").shows("0 moves");
}

/// A deal that nobody can win says so at once.
#[test]
fn a_lost_start_is_announced() {
    Seating::default().deal("mo.1").think().shows("Nobody can win from this start");
}
