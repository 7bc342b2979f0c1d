//! Playing in lines: languages, drafts, short input, and how tiles are shown.

use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::run::{Run, program, run, run_with, tapis_in};

const NUMBERED: &str = "(joueurs (Ana 0 true ((9 bleu) (9 rouge) (9 noir) (7 rouge) (1 jaune) *)) (Ben 0 true ((13 noir))))
(jeu ((4 rouge) (5 rouge) (6 rouge)) ((1 bleu) (2 bleu) (3 bleu) (4 bleu)))(pioche (2 noir) (3 noir))(tour 1)";
const CARDS: &str = "(joueurs (Ana 0 true (7H 8H 9H QS KD)) (Ben 0 true (4D)))(jeu (2S 3S 4S))(pioche 5C 6C)(defausse 8D)(tour 1)";
const TILES: &str =
    "(joueurs (Ana 0 true (1D 2D 3D W)) (Ben 0 true (4C)))(jeu)(jeu)(pioche 5C 6C)(defausse 8D)(tour 1)";
const LETTERS: &str =
    "(joueurs (Ana 0 true (R O S X T E S T)) (Ben 0 true (A)))(jeu (D R O L E) (B O E U F))(pioche)(tour 1)";

/// The output of a game, loaded from the classic format, for these lines.
fn played(rules: &str, game: &str, options: &str, lines: &str) -> String {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("game"), game).unwrap();
    fs::write(folder.path().join("words"), "drôle\nbœuf\nrôle\nbords\nœuf\ntest\n").unwrap();
    let words = if rules == "letters" { " --dictionary words" } else { "" };
    let command = format!("rummy play {rules} --load game --lenient{words}{options}");
    let ran = run_with(&mut tapis_in(folder.path(), &command), lines);
    assert_eq!(ran.err, "");
    ran.out
}

fn assert_parts(out: &str, parts: &[&str]) {
    for part in parts {
        assert!(out.contains(part), "{part}\n{out}");
    }
}

/// The language is that of `--lang`, else of the first variable of the locale that is set.
#[test]
fn the_language_is_asked_for_or_that_of_the_locale() {
    let folder = TempDir::new().unwrap();
    let ask = |options: &str, variables: &[(&str, &str)]| -> Run {
        let mut command = tapis_in(folder.path(), &format!("play fc.123{options}"));
        command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env_remove("LANG");
        run_with(command.envs(variables.iter().copied()), "9h\n")
    };
    let (english, french) = ("there is no column 9", "il n’y a pas de colonne 9");
    for (options, variables, part) in [
        ("", &[][..], english),
        (" --lang fr", &[], french),
        (" --lang en", &[("LC_ALL", "fr_FR.UTF-8")], english),
        ("", &[("LC_ALL", "fr_CH.UTF-8"), ("LANG", "en_GB")], french),
        ("", &[("LC_ALL", ""), ("LC_MESSAGES", "fr"), ("LANG", "C")], french),
        ("", &[("LC_MESSAGES", "C"), ("LANG", "fr_FR")], english),
        ("", &[("LANG", "fr_FR")], french),
    ] {
        let ran = ask(options, variables);
        assert!(ran.out.contains(part), "{options} {variables:?}: {}", ran.out);
    }
    let ran = ask(" --lang de", &[]);
    assert_eq!(
        (ran.code, ran.err.contains("not a language of the games; choose en or fr")),
        (Some(64), true),
        "{}",
        ran.err
    );
}

/// Words that stand in nothing that a French player reads.
const ENGLISH: [&str; 22] = [
    "the", "is", "of", "not", "move", "moves", "hand", "stock", "pile", "tiles", "tile", "draws", "places",
    "nothing", "won", "by", "deal", "hint", "done", "draw", "discard", "pegs",
];

fn assert_french(out: &str) {
    let is_word = |c: char| c.is_alphabetic();
    for word in out.split(|c| !is_word(c)) {
        assert!(!ENGLISH.contains(&word.to_lowercase().as_str()), "{word}\n{out}");
    }
}

#[test]
fn a_whole_patience_is_french() {
    let folder = TempDir::new().unwrap();
    let solution = run(&mut program("tapis", ["solve", "st.1", "--moves"])).out;
    let lines = format!("conseil\ngagnable\ncoups\nrien\n99\nannule\nrefais\ngarde\ntrie\n{solution}");
    let ran = run_with(&mut tapis_in(folder.path(), "play st.1 --lang fr"), &lines);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert_french(&ran.out);
    assert_parts(
        &ran.out,
        &["conseil : ", " : gagné\n", "il n’y a rien à reprendre", "encore gagnable, en ", "fondations"],
    );
    let court = ["V♠", "D♠", "R♠"];
    assert!(court.iter().all(|card| ran.out.contains(card)) && !ran.out.contains(['Q', 'K']), "{}", ran.out);
}

/// A hint with French letters is entered as it is shown.
#[test]
fn french_cards_are_understood() {
    let folder = TempDir::new().unwrap();
    let play = |lines: &str| run_with(&mut tapis_in(folder.path(), "play fc.11 --lang fr"), lines).out;
    let mut lines = String::new();
    for number in 1..12 {
        let out = play(&format!("{lines}conseil\n"));
        let hint = out.lines().find_map(|line| line.strip_prefix("conseil : ")).unwrap().to_owned();
        lines += hint.split(" ; ").next().unwrap();
        lines.push('\n');
        assert!(play(&lines).contains(&format!("FreeCell.11, {number} coup")), "{lines}");
    }
}

#[test]
fn a_whole_game_of_pegs_is_french() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("board"), "o.oo\n").unwrap();
    let lines = "coups\nconseil\ngagnable\na1-b1\nz9-z8\nd1-b1\nannule\nd1-b1\na1-c1\n";
    let ran = run_with(&mut tapis_in(folder.path(), "peg play --from board --lang fr"), lines);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_french(&ran.out);
    assert_parts(&ran.out, &["3 pions\n", "un pion en c1 : gagné", "les trous ne sont pas à deux pas"]);
}

#[test]
fn whole_games_of_rummy_are_french() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("words"), "drôle\nbœuf\nrôle\nbords\nœuf\ncarton\ncanton\n").unwrap();
    let lines =
        "conseil\ncoups\npioche\nconseil\ncoups\nfini\nnimporte\n(((\n9 ()\nannule\ndéfausse 9♠\nprends\n"
            .repeat(3);
    for rules in ["rummikub", "rami", "canasta", "mahjong", "letters --dictionary words"] {
        let play = format!("rummy play {rules} --lang fr --seed 3 --players");
        let machines = run(&mut tapis_in(folder.path(), &format!("{play} ai:normal,ai:easy")));
        assert_eq!(machines.code, Some(0), "{}", machines.err);
        assert_french(&machines.out);
        assert_parts(&machines.out, &["Gagné par ai:", "Scores : ", "la partie est finie, gagnée par ai:"]);
        let person = run_with(&mut tapis_in(folder.path(), &format!("{play} Ana,ai:easy")), &lines);
        assert_french(&person.out);
        assert_parts(&person.out, &["à Ana de jouer (donne 1)", "main : ", "conseil : "]);
    }
}

/// Each language helps with its own words, and says that those of the other are understood.
#[test]
fn the_help_says_how_tiles_are_typed() {
    for (rules, game, english, french) in [
        ("rummikub", NUMBERED, "b blue, r red, y yellow, k black", "b bleu, r rouge, j jaune, n noir"),
        ("rami", CARDS, "c is always ♣", "c est toujours ♣"),
        ("mahjong", TILES, "winds E S W N", "vents E S O N"),
        ("letters", LETTERS, "TEST or (TEST)", "TEST ou (TEST)"),
    ] {
        assert_parts(
            &played(rules, game, "", "help\n"),
            &[english, "move TILE 2 new", "sort number", "reset"],
        );
        assert_parts(
            &played(rules, game, " --lang fr", "aide\n"),
            &[french, "déplace PIÈCE 2 nouvelle", "trie nombre"],
        );
    }
}

#[test]
fn tiles_are_typed_short_in_both_languages() {
    for line in
        ["9b 9r 9k", "9b 9r 9n", "9B 9R 9K", "+ ((9 blue) (9 rouge) 9black)", "+ (9b 9r 9k)", "+ 9b 9r 9k"]
    {
        let out = played("rummikub", NUMBERED, "", &format!("{line}\ndone\n"));
        assert!(out.contains("   3 (9b 9r 9k)\n") && out.contains("Ana places 9b 9r 9k\n"), "{line}\n{out}");
    }
    for line in ["7h 8h 9h", "7♥ 8♥ 9♥", "+ (7H 8H 9H)"] {
        let out = played("rami", CARDS, "", &format!("draw\n{line}\ndiscard DP\n"));
        assert!(out.contains("Ana draws, places 7♥ 8♥ 9♥, discards Q♠"), "{line}\n{out}");
    }
    let out = played("mahjong", TILES, " --lang fr", "pioche\n1r 2d 3R\ndéfausse o\n");
    assert_parts(&out, &["   1 (1R 2R 3R)\n", "pose 1R 2R 3R", "défausse O"]);
    for line in ["TEST", "(TEST)", "test", "T E S T", "+ (TEST)", "tést"] {
        let out = played("letters", LETTERS, "", &format!("{line}\ndone\n"));
        assert!(
            out.contains("   3 (T E S T)\n") && out.contains("Ana places E S T T for 8 points"),
            "{line}\n{out}"
        );
    }
}

#[test]
fn a_tile_that_one_does_not_have_is_refused_at_once() {
    let out = played("rummikub", NUMBERED, "", "9b 9r 9y\nput 13k 1\n");
    assert_parts(&out, &["> 9y is not in your hand", "> 13k is not in your hand"]);
    let french = played("rummikub", NUMBERED, " --lang fr", "mets 13n 1\n");
    assert_parts(&french, &["13n n’est pas dans votre main"]);
    assert_parts(&played("rami", CARDS, "", "8d 8h 9h\n"), &["8♦ is not in your hand"]);
    assert_parts(&played("rami", CARDS, "", "take\n7h 8h 9h\n"), &["   2 (7♥ 8♥ 9♥)\n"]);
}

#[test]
fn loose_tiles_are_shown_and_must_be_placed() {
    let out = played("letters", LETTERS, "", "1 (R O L E)\ndone\nreset\nreset\n");
    assert_parts(&out, &["loose: D\n", "D is loose: put every loose tile", "there is nothing to take back"]);
    let lines = "2\nput 4b new\nput 1b new\n";
    let out = played("rummikub", NUMBERED, "", lines);
    assert_parts(
        &out,
        &["loose: 1b 2b 3b 4b\n", "loose: 1b 2b 3b\n   2 (4b)".split_once('\n').unwrap().0, "loose: 2b 3b\n"],
    );
}

#[test]
fn a_tile_is_moved_to_a_new_combination() {
    let out = played("rummikub", NUMBERED, "", "put 7r 1\nmove 4b 2 new\nundo\nmove 4r 1 new\n");
    assert_parts(&out, &["   1 (4r 5r 6r 7r)\n", "   3 (4b)\n", "   1 (5r 6r 7r)\n", "   3 (4r)\n"]);
    let french = played("rummikub", NUMBERED, " --lang fr", "déplace 4b 2 nouvelle\n");
    assert_parts(&french, &["   3 (4b)\n"]);
}

/// Tiles laid before a draw stay on the table and can still be taken back; the drawn tile stays in the hand.
#[test]
fn a_draft_is_taken_back_after_a_draw() {
    let out = played("rami", CARDS, "", "7h 8h 9h\ndraw\nundo\nundo\ntake\n");
    let last = out.rsplit("hand: ").next().unwrap();
    assert!(last.starts_with("Q♠ 7♥ 8♥ 9♥ K♦ [5♣]\n"), "{out}");
    assert_parts(
        &out,
        &["Ana draws 5♣", "there is nothing to take back", "you have drawn from the stock already"],
    );
}

#[test]
fn hands_are_sorted_and_the_drawn_tile_is_marked() {
    let out = played("rummikub", NUMBERED, "", "sort number\nsort colour\ntrie nombre\nsort\ndraw\ndraw\n");
    let by_number = "hand: 1y 7r 9b 9r 9k *\n";
    assert_eq!(out.matches(by_number).count(), 2, "{out}");
    assert_eq!(out.matches("hand: 9b 7r 9r 1y 9k *\n").count(), 2, "{out}");
    assert_parts(&out, &["sort colour, or sort number", "Ana draws 2k\n", "hand: 1y [2k] 7r 9b 9r 9k *\n"]);
    let folder = TempDir::new().unwrap();
    assert_parts(
        &run_with(&mut tapis_in(folder.path(), "play fc.1"), "sort colour\n").out,
        &["this game has no hand to sort"],
    );
}

/// Tiles have their colours where these are wanted, and lines break between tiles.
#[test]
fn tiles_are_coloured_and_lines_are_wrapped() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("game"), NUMBERED).unwrap();
    let show = |variables: &[(&str, &str)]| {
        let mut command = tapis_in(folder.path(), "rummy play rummikub --load game --lenient");
        run_with(command.env_remove("NO_COLOR").envs(variables.iter().copied()), "").out
    };
    assert!(!show(&[]).contains('\x1b'));
    let coloured = show(&[("CLICOLOR_FORCE", "1")]);
    assert_parts(&coloured, &["\x1b[34m9b", "\x1b[31m9r", "\x1b[33m1y", " 9k "]);
    assert!(!show(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).contains("\x1b[3"));
    for variables in [&[("COLUMNS", "14")][..], &[("COLUMNS", "14"), ("CLICOLOR_FORCE", "1")]] {
        let narrow = anstream::adapter::strip_str(&show(variables)).to_string();
        assert!(narrow.lines().all(|line| line.chars().count() <= 22), "{narrow}");
        assert_parts(&narrow, &["hand: 9b 7r 9r\n      1y 9k *\n", "   1 (4r 5r\n      6r)\n"]);
    }
}

/// The example of the page on playing in lines is what the program prints.
#[test]
fn the_documented_turn_is_played_so() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let rules = fs::read_to_string(format!("{docs}/rummy/rummikub.md")).unwrap();
    let game = rules.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let page = fs::read_to_string(format!("{docs}/playing.md")).unwrap();
    let example = page.split("```console\n$ printf '").nth(1).unwrap().split("\n```").next().unwrap();
    let (lines, shown) =
        example.split_once("' | tapis rummy play rummikub --load before --lenient\n").unwrap();
    let out = played("rummikub", game, "", &lines.replace("\\n", "\n"));
    assert!(out.starts_with(shown), "{out}");
    let french =
        played("rummikub", game, " --lang fr", "déplace 7r 1 nouvelle\nmets 7b 2\nmets 7n 2\nfini\n");
    assert!(french.contains("Ana pose 7b 7n\n"), "{french}");
}

/// A line that comes too late is not looked at: what was laid is taken back, and a tile is drawn.
#[test]
fn a_turn_has_its_time() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("house"), "rules = \"rummikub\"\nturn_seconds = 1\n").unwrap();
    let play = "rummy play rummikub --players Ana,Ben --seed 5 --rules-file house --lang fr";
    let mut child =
        tapis_in(folder.path(), play).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"\n").unwrap();
    thread::sleep(Duration::from_millis(1500));
    stdin.write_all(b"aide\n\nquitte\n").unwrap();
    drop(stdin);
    let out = child.wait_with_output().unwrap();
    let out = String::from_utf8(out.stdout).unwrap();
    assert_parts(
        &out,
        &[
            "Le temps est écoulé pour Ana (1 s) : une pièce est piochée.",
            "à Ben de jouer",
            "Ana : 0 point, 15 pièces",
        ],
    );
}
