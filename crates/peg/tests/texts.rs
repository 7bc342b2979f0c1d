//! No text makes the readers panic, and every text that they accept reads back the same.

use peg::{BoardError, Notation, Setup};
use proptest::prelude::*;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 2000,
        rng_seed: proptest::test_runner::RngSeed::Fixed(4),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_a_board_or_an_error(text in ".{0,80}") {
        let _ = Setup::parse(&text);
    }

    #[test]
    fn board_like_text_reads_back(header in "(grid: (square|triangular)\n)?", rows in "([o.# ]{0,9}\n){0,8}") {
        if let Ok(setup) = Setup::parse(&format!("{header}{rows}")) {
            let text = peg::to_text(&setup.board, setup.position);
            prop_assert_eq!(Setup::parse_on(&text, &setup.board), Ok(setup.position));
        }
    }

    #[test]
    fn any_line_of_play_is_moves_or_an_error(text in "[a-h0-9(),;# \n\\-gdhbé]{0,60}") {
        for name in ["english", "triangle15"] {
            let board = peg::named(name).unwrap();
            for notation in [Notation::Standard, Notation::Course] {
                if let Ok(moves) = notation.parse_line(&board, &text) {
                    let replay = peg::check(&board, board.full(), peg::Goal::OnePeg, &moves);
                    prop_assert!(replay.positions.len() == replay.jumps.len() + 1);
                }
            }
        }
    }

    #[test]
    fn moves_read_back(holes in prop::collection::vec(0_usize..33, 2..6)) {
        let board = peg::named("english").unwrap();
        let made = peg::Move::new(holes.into_iter().map(peg::Hole::new).collect()).unwrap();
        let text = Notation::Standard.made(&board, &made);
        prop_assert_eq!(Notation::Standard.parse_line(&board, &text), Ok(vec![made]));
    }
}

#[test]
fn bad_boards_are_refused_with_line_and_reason() {
    let why = |text: &str| Setup::parse(text).unwrap_err().to_string();
    assert_eq!(
        why("grid: hexagonal\nooo\n"),
        "line 1: unknown header `grid: hexagonal`; write `grid: square` or `grid: triangular`, or with `, drawn` or `, slanted` after it"
    );
    assert_eq!(
        why("grid:\nooo\n"),
        "line 1: unknown header `grid:`; write `grid: square` or `grid: triangular`, or with `, drawn` or `, slanted` after it"
    );
    assert_eq!(
        why("ooo\noxo\n"),
        "line 2, column 2: `x` in a text with `o`: write `o` and `.`, or `X` and `O`, or `x` and `0`"
    );
    assert_eq!(
        why("ooo\nowo\n"),
        "line 2, column 2: `w` is neither `o`, `.`, blank nor `#` (nor `X` and `O`, nor `x` and `0`)"
    );
    assert_eq!(why("oo\noo\n"), "no jump is possible: no three holes in a line");
    assert_eq!(why(""), "the file is empty");
    assert_eq!(why(&"oooooooooo\n".repeat(13)), "line 13: more than 128 holes");
    assert_eq!(Setup::parse(&format!("ooo{}o", " ".repeat(300))), Err(BoardError::TooWide));
}

#[test]
fn the_widest_boards_are_accepted() {
    assert_eq!(Setup::parse(&"o".repeat(128)).unwrap().board.len(), 128);
    assert_eq!(Setup::parse(&"oooooooo\n".repeat(16)).unwrap().board.len(), 128);
}
