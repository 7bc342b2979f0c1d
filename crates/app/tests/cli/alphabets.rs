//! Words and letter rummy in the alphabet of a language, as a user meets them.

use std::fs;

use tempfile::TempDir;

use crate::run::{Run, run_with, tapis_in};

const SPANISH: &str = include_str!("../../../rummy/tests/data/spanish.txt");
const SMALL: &str = "niño\nnino\nñoño\nseñor\nсаша\nEspaña\n";

/// A folder with files in it, in which the program runs.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn tapis(folder: &TempDir, args: &str) -> Run {
    run_with(&mut tapis_in(folder.path(), args), "")
}

/// The program leaves with 0 and says nothing on stderr.
fn answer(folder: &TempDir, args: &str) -> String {
    let run = tapis(folder, args);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args}");
    run.out
}

#[test]
fn words_are_asked_and_shown_in_the_alphabet_of_the_list() {
    let folder = folder(&[("list", SMALL)]);
    let built = answer(&folder, "words build list --alphabet es -o es.lex");
    assert!(built.contains("of 6 lines left out: 1 with capitals, 1 with other characters"), "{built}");
    for from in ["--dictionary es.lex", "--dictionary list --alphabet es"] {
        let ask = |args: &str| answer(&folder, &format!("words {args} {from}"));
        assert_eq!(ask("list"), "NINO\nNIÑO\nÑOÑO\nSEÑOR\n");
        assert_eq!(ask("list --begin ñ --json"), "{\"word\":\"ÑOÑO\"}\n");
        assert_eq!(ask("has ni*o SEN\u{303}ÓR"), "ni*o: yes, 2: NINO NIÑO\nSEN\u{303}ÓR: yes, 1: SEÑOR\n");
        assert_eq!(ask("anagrams oñin"), "NIÑO\n");
        assert_eq!(tapis(&folder, &format!("words has ñino {from}")).code, Some(1));
    }
    assert_eq!(answer(&folder, "words list --dictionary list"), "NINO\nNONO\nSENOR\n");
    let built = answer(&folder, "words build list --alphabet es --keep-capitals -o all.lex");
    assert!(built.starts_with("5 words"), "{built}");
    assert_eq!(answer(&folder, "words has españa --dictionary all.lex"), "españa: yes, 1: ESPAÑA\n");
}

#[test]
fn words_of_another_alphabet_come_and_go() {
    let folder = folder(&[("list", SMALL)]);
    answer(&folder, "words build list --alphabet es -o es.lex");
    for from in ["--dictionary es.lex", "--dictionary list --alphabet es"] {
        assert_eq!(answer(&folder, &format!("words add piña {from}")), "PIÑA: added\n");
        assert_eq!(answer(&folder, &format!("words remove niño {from}")), "NIÑO: removed\n");
        assert_eq!(answer(&folder, &format!("words list {from}")), "NINO\nÑOÑO\nPIÑA\nSEÑOR\n");
        let foreign = tapis(&folder, &format!("words add саша {from}"));
        assert_eq!((foreign.code, foreign.err.as_str()), (Some(64), "tapis: саша: `с` is not a letter\n"));
    }
    assert!(fs::read_to_string(folder.path().join("list")).unwrap().ends_with("España\npiña\n"));
}

#[test]
fn an_alphabet_of_ones_own_is_a_file() {
    let folder = folder(&[("list", "çedilla\ngarça\n"), ("own", "# mine\nA B C Ç D E F G\nH I J K L R Z\n")]);
    answer(&folder, "words build list --alphabet own -o own.lex");
    assert_eq!(answer(&folder, "words list --dictionary own.lex"), "ÇEDILLA\nGARÇA\n");
}

#[test]
fn what_is_wrong_with_an_alphabet_is_one_clear_line() {
    let many: Vec<String> = ('А'..='Я').chain(['Ё']).map(String::from).collect();
    let many = many.join(" ");
    let folder = folder(&[
        ("list", SMALL),
        ("many", &many),
        ("twice", "A B\nC b\n"),
        ("digraph", "A Ch\n"),
        ("none", "# \n"),
    ]);
    answer(&folder, "words build list --alphabet es -o es.lex");
    let languages = "bg ca da de el en eo es et fi fr hr is it lt nb nl pl pt ru sv tr";
    let mut languages: Vec<&str> = languages.split(' ').collect();
    languages.sort_unstable();
    for (alphabet, code, err) in [
        ("many", 65, "many: line 1: an alphabet has at most 32 letters"),
        ("twice", 65, "twice: line 2: `B` is in the alphabet twice"),
        (
            "digraph",
            65,
            "digraph: line 1: `Ch` is not a letter: a capital, or a capital and its small letter",
        ),
        ("none", 65, "none: line 1: an alphabet has at least one letter"),
    ] {
        let run = tapis(&folder, &format!("words build list --alphabet {alphabet} -o out.lex"));
        assert_eq!((run.code, run.err), (Some(code), format!("tapis: {err}\n")), "{alphabet}");
    }
    let run = tapis(&folder, "words build list --alphabet xx -o out.lex");
    assert_eq!(run.code, Some(64));
    let named =
        run.err.trim_end().strip_prefix("tapis: --alphabet xx: neither a file nor one of the languages ");
    let mut named: Vec<&str> = named.unwrap_or_else(|| panic!("{}", run.err)).split(' ').collect();
    named.sort_unstable();
    assert_eq!(named, languages, "the help names them all");
    let run = tapis(&folder, "words list --dictionary es.lex --alphabet de");
    let other = "tapis: es.lex was built in another alphabet; leave out --alphabet\n";
    assert_eq!((run.code, run.err.as_str()), (Some(64), other));
}

const BEFORE: &str = "(joueurs (Ana 0 true (Ñ I A)) (Ben 0 true (A)))\n(jeu (R A N A))\n(pioche)\n(tour 1)\n";
const AFTER: &str =
    "(joueurs (Ana 9 true ()) (Ben 0 true (A)))\n(jeu (R A N A) (A Ñ I))\n(pioche)\n(tour 2)\n";

#[test]
fn an_enye_is_a_tile() {
    let folder = folder(&[("list", "rana\nañi\n"), ("before", BEFORE), ("after", AFTER)]);
    answer(&folder, "words build list --alphabet es -o es.lex");
    let with = "--rules letters --dictionary es.lex --lenient";
    assert_eq!(
        answer(&folder, &format!("rummy check before after {with}")),
        "legal: A I Ñ placed, value 3, points 9\n"
    );
    let best = answer(&folder, &format!("rummy best before {with} --json"));
    assert!(best.contains(r#""placed":["A","I","Ñ"]"#) && best.contains(r#"["A","Ñ","I"]"#), "{best}");
    let latin = tapis(&folder, "rummy check before after --rules letters --dictionary list --lenient");
    let why = "tapis: before: line 1, column 23: expected a letter from A to Z or *, found Ñ\n";
    assert_eq!((latin.code, latin.err.as_str()), (Some(65), why));
}

#[test]
fn machines_play_a_game_in_spanish_and_it_goes_on_from_its_save() {
    let folder = folder(&[("list", SPANISH)]);
    answer(&folder, "words build list --alphabet es -o es.lex");
    let play = "rummy play letters --dictionary es.lex --players ai:normal,ai:easy --seed 1";
    let run = tapis(&folder, &format!("{play} --save game.json --classic game.txt"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(fs::read_to_string(folder.path().join("game.txt")).unwrap().contains('Ñ'));
    let saved = fs::read_to_string(folder.path().join("game.json")).unwrap();
    assert!(!saved.contains("\"bag\""), "the usual bag follows from the words");
    let again = tapis(&folder, "rummy play --load game.json --dictionary es.lex");
    assert_eq!(again.code, Some(0), "{}", again.err);
    let other = tapis(&folder, "rummy play --load game.json --dictionary list");
    assert_eq!(other.code, Some(65));
    assert!(other.err.contains("the game was played with the word list"), "{}", other.err);
}

#[test]
fn a_bag_is_printed_changed_and_kept() {
    let folder = folder(&[("list", SPANISH), ("bad", "A 9\nА 1\n")]);
    answer(&folder, "words build list --alphabet es -o es.lex");
    let bag = answer(&folder, "words bag --dictionary es.lex");
    assert_eq!(bag.lines().count(), 28);
    assert!(bag.contains("\nÑ ") && bag.ends_with("\n* 2\n"), "{bag}");
    let changed: String = bag
        .lines()
        .map(|line| if line.starts_with('Ñ') { "Ñ 9\n".to_owned() } else { format!("{line}\n") })
        .collect();
    fs::write(folder.path().join("usual"), &bag).unwrap();
    fs::write(folder.path().join("mine"), changed).unwrap();
    let play = "rummy play letters --dictionary es.lex --players Ana,Ben --seed 1 --save game.json --classic game.txt";
    let run = tapis(&folder, &format!("{play} --bag mine"));
    assert_eq!(run.code, Some(1));
    assert!(
        run.err.contains("the classic format does not hold the bag; load it with the same --bag"),
        "{}",
        run.err
    );
    assert!(fs::read_to_string(folder.path().join("game.json")).unwrap().contains("\"bag\""));
    assert_eq!(fs::read_to_string(folder.path().join("game.txt")).unwrap().matches('Ñ').count(), 9);
    let load = "rummy play --load game.json --dictionary es.lex";
    assert_eq!(tapis(&folder, load).err, "");
    assert_eq!(tapis(&folder, &format!("{load} --bag mine")).err, "");
    let other = tapis(&folder, &format!("{load} --bag usual"));
    assert_eq!(
        (other.code, other.err.as_str()),
        (Some(64), "tapis: the saved game has another bag; leave out --bag\n")
    );
    for (args, code, err) in [
        (
            "rummy play letters --dictionary es.lex --players Ana,Ben --bag bad",
            65,
            "bad: line 2: `А` is not a letter of the alphabet",
        ),
        ("rummy play rami --players Ana,Ben --bag mine", 64, "--bag is for letters"),
    ] {
        let run = tapis(&folder, args);
        assert_eq!((run.code, run.err), (Some(code), format!("tapis: {err}\n")), "{args}");
    }
}
