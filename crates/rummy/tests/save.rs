//! Saved games: the worked example, round trips, errors with their places.

mod words;

use rummy::{Letters, Rummikub, Save};
use words::Few;

const EXAMPLE: &str = include_str!("data/spec.rummy");

fn letters() -> Letters<Few> {
    Letters::new(Few::new("FACILE EXAMEN CARTON CANTON ELEVE BRILLANT"))
}

#[test]
fn the_example_is_written_back_as_it_was_read() {
    let loaded = Save::read(&letters(), EXAMPLE.as_bytes()).unwrap();
    assert_eq!(loaded.save.write(&letters()), EXAMPLE);
    assert_eq!(loaded.save.position.turn, 2);
    assert!(loaded.warnings.contains(&"9 N instead of 7".to_owned()), "{:?}", loaded.warnings);
}

#[test]
fn blanks_and_line_breaks_are_free() {
    let squeezed = EXAMPLE.split_whitespace().collect::<Vec<_>>().join(" ").replace(") ", ")\r\n\t");
    let read = |text: &str| Save::read(&letters(), text.as_bytes()).unwrap();
    assert_eq!(read(&squeezed), read(EXAMPLE));
}

/// The error of a Rummikub file.
fn error(text: &str) -> String {
    Save::read(&Rummikub::default(), text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn every_error_has_its_place() {
    let after_players = "(joueurs (Ana 0 true ((1 bleu))))\n";
    for (text, wanted) in [
        ("", "line 1, column 1: the section (joueurs …) is missing"),
        ("(joueurs", "line 1, column 1: this ( is never closed"),
        ("(joueurs))", "line 1, column 10: this ) has no ("),
        ("(joueurs)", "line 1, column 1: expected 1 to 16 players, found 0"),
        ("hello", "line 1, column 1: expected a section such as (joueurs …) or (jeu …), found hello"),
        ("(joueurs (Ana 0 true ((14 bleu))))", "line 1, column 24: expected a number from 1 to 13, found 14"),
        (
            "(joueurs (Ana 0 true\n ((1 vert))))",
            "line 2, column 6: expected a colour (bleu, rouge, jaune or noir), found vert",
        ),
        ("(joueurs (Ana x true ()))", "line 1, column 15: expected a score, found x"),
        ("(joueurs (Ana 0 oui ()))", "line 1, column 17: expected true or false, found oui"),
        (
            "(joueurs (Ana 0 true))",
            "line 1, column 10: expected (name score true|false (tiles)), found (Ana 0 true)",
        ),
        (
            &format!("{after_players}(jeu ((1 bleu) (2 bleu)))"),
            "line 2, column 6: ((1 bleu) (2 bleu)) has fewer than 3 tiles",
        ),
        (
            &format!("{after_players}(jeu ((1 bleu) (2 bleu) (4 bleu)))"),
            "line 2, column 6: ((1 bleu) (2 bleu) (4 bleu)) is neither a run of one colour nor a group of one \
             number in different colours",
        ),
        (
            &format!("{after_players}(jeu)(jeu)"),
            "line 2, column 6: expected 1 of the section (jeu …), found 2",
        ),
        (&format!("{after_players}(jeu)(tour 1)"), "line 2, column 14: the section (pioche …) is missing"),
        (&format!("{after_players}(jeu)(pioche)(tour 2)"), "line 2, column 14: there is no player 2"),
        (
            &format!("{after_players}(jeu)(pioche)(tour x)"),
            "line 2, column 14: expected one number, found (tour x)",
        ),
        (
            &format!("{after_players}(jeu)(pioche 7)(tour 1)"),
            "line 2, column 14: expected a tile such as (12 rouge) or *, found 7",
        ),
    ] {
        assert_eq!(error(text), wanted, "{text}");
    }
    assert_eq!(
        Save::read(&letters(), b"(joueurs\n (An\xffa").unwrap_err().to_string(),
        "line 2, column 5: this is not UTF-8 text"
    );
    assert!(error(&"(".repeat(100_000)).contains("lists are nested more than 16 deep"));
}

/// A file with far too many tiles is not read to its end.
#[test]
fn a_file_that_is_too_long_is_refused_early() {
    let text = format!("(joueurs\n (Ana 0 true ({})))", "(1 bleu) ".repeat(5_000_000));
    let wanted = "line 2, column 36862: more than 16384 words and parentheses: too long for a game";
    assert_eq!(error(&text), wanted);
    let text = format!("(joueurs (Ana 0 true ({})))(jeu)(pioche)(tour 1)", "(1 bleu) ".repeat(1001));
    assert_eq!(error(&text), "line 1, column 1: 1001 tiles in all; at most 1000 can be handled");
}
