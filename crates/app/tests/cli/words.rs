//! `tapis words` as a user meets it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use crate::run::{program, run, run_with};

const LIST: &str = "bœuf\nélève\nÉlève\nbord\nbords\ncanton\ncarton\nas\nporte-clé\nrôle\nrôlé\n";

/// A folder with the list in it.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list.txt"), LIST).unwrap();
    folder
}

fn tapis(folder: &TempDir, args: &[&str]) -> Command {
    let mut command = program("tapis", ["words"]);
    command.current_dir(folder.path()).env("XDG_DATA_HOME", folder.path()).args(args);
    command
}

/// Exit code, standard output, standard error.
fn outcome(mut command: Command) -> (i32, String, String) {
    let ran = run(&mut command);
    (ran.code.expect("no signal ends it"), ran.out, ran.err)
}

fn build(folder: &TempDir) -> PathBuf {
    assert_eq!(outcome(tapis(folder, &["build", "list.txt", "-o", "words.lex"])).0, 0);
    folder.path().join("words.lex")
}

#[test]
fn a_list_is_built_and_what_is_left_out_is_told() {
    let folder = folder();
    let (code, out, err) = outcome(tapis(&folder, &["build", "list.txt", "-o", "words.lex"]));
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("7 words of up to 6 letters in "), "{out}");
    assert_eq!(
        lines[1],
        "of 11 lines left out: 1 with capitals, 1 with other characters, 1 short, 0 long; 1 the same as others once folded"
    );
    let (_, out, _) =
        outcome(tapis(&folder, &["build", "list.txt", "-o", "words.lex", "--json", "--min", "6"]));
    assert!(out.starts_with(r#"{"words":2,"longest":6,"#), "{out}");
    assert!(out.contains(r#""left_out":{"names":0,"other":1,"short":8,"long":0}"#), "{out}");
}

#[test]
fn a_text_and_what_was_built_of_it_answer_alike() {
    let folder = folder();
    build(&folder);
    for dictionary in ["list.txt", "words.lex"] {
        let ask = |args: &[&str]| outcome(tapis(&folder, &[args, &["--dictionary", dictionary]].concat()));
        assert_eq!(ask(&["list"]).1, "BOEUF\nBORD\nBORDS\nCANTON\nCARTON\nELEVE\nROLE\n");
        assert_eq!(ask(&["list", "--begin", "b*r"]).1, "BORD\nBORDS\n");
        assert_eq!(ask(&["list", "--fit", "*o*e", "--json"]).1, "{\"word\":\"ROLE\"}\n");
        assert_eq!(ask(&["list", "--fit", "**"]).0, 1);
        assert_eq!(
            ask(&["has", "ca*ton", "BŒUF"]),
            (0, "ca*ton: yes, 2: CANTON CARTON\nBŒUF: yes, 1: BOEUF\n".into(), String::new())
        );
        assert_eq!(
            ask(&["has", "bor", "b-d"]),
            (1, "bor: no\nb-d: no, `-` is not a letter\n".into(), String::new())
        );
        assert_eq!(ask(&["anagrams", "d r o b s l é"]).1, "BORDS\nBORD\nROLE\n");
        assert_eq!(ask(&["anagrams", "BORD*", "--count"]).1, "BORD*: 2 words, the longest of 5 letters\n");
        assert_eq!(ask(&["anagrams", "XYZ"]).0, 1);
    }
}

#[test]
fn questions_come_as_a_stream() {
    let folder = folder();
    let has = run_with(
        &mut tapis(&folder, &["has", "--dictionary", "list.txt", "--json", "-"]),
        "CA*TON\n\nb?rd\nbord\r\n*****",
    );
    let answers = [
        r#"{"pattern":"CA*TON","member":true,"matches":2}"#,
        r#"{"pattern":"","member":false,"matches":0}"#,
        r#"{"pattern":"b?rd","member":false,"matches":0,"error":"`?` is not a letter"}"#,
        r#"{"pattern":"bord","member":true,"matches":1}"#,
        r#"{"pattern":"*****","member":true,"matches":3}"#,
    ];
    assert_eq!(has.out.lines().collect::<Vec<_>>(), answers);
    let anagrams = run_with(
        &mut tapis(&folder, &["anagrams", "--dictionary", "list.txt", "--min", "5", "--json", "-"]),
        "bords\n*r*n*o*\nx\n",
    );
    let answers = [
        r#"{"letters":"bords","count":1,"longest":5}"#,
        r#"{"letters":"*r*n*o*","count":4,"longest":6}"#,
        r#"{"letters":"x","count":0,"longest":0}"#,
    ];
    assert_eq!(anagrams.out.lines().collect::<Vec<_>>(), answers);
}

#[test]
fn the_list_that_is_found_is_named() {
    let folder = folder();
    fs::create_dir(folder.path().join("tapis")).unwrap();
    let own = folder.path().join("tapis/words.txt");
    fs::write(&own, LIST).unwrap();
    let (code, out, err) = outcome(tapis(&folder, &["has", "bords"]));
    assert_eq!((code, out.as_str()), (0, "bords: yes, 1: BORDS\n"));
    assert_eq!(err, format!("tapis: words from {} (7 words)\n", own.display()));
}

#[test]
fn a_file_that_is_no_dictionary_is_refused_in_one_line() {
    let folder = folder();
    let bytes = fs::read(build(&folder)).unwrap();
    let mut altered = bytes.clone();
    *altered.last_mut().unwrap() ^= 1;
    for (contents, code, reason) in [
        (&bytes[..bytes.len() - 4], 65, "truncated"),
        (&altered[..], 65, "the checksum is wrong"),
        (&b""[..], 65, "no words in it (0 lines left out)"),
        (&b"12\n34\n"[..], 65, "no words in it (2 lines left out)"),
    ] {
        fs::write(folder.path().join("bad"), contents).unwrap();
        let (got, out, err) = outcome(tapis(&folder, &["has", "bords", "--dictionary", "bad"]));
        assert_eq!((got, out.as_str(), err.lines().count()), (code, "", 1), "{err}");
        assert!(err.starts_with("tapis: bad: ") && err.contains(reason), "{err}");
    }
    assert_eq!(outcome(tapis(&folder, &["has", "bords", "--dictionary", "nowhere"])).0, 66);
    assert_eq!(outcome(tapis(&folder, &["list", "--fit", "a.b", "--dictionary", "list.txt"])).0, 64);
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = folder();
    let before = fs::read(build(&folder)).unwrap();
    fs::write(folder.path().join("list.txt"), "1\n2\n").unwrap();
    assert_eq!(outcome(tapis(&folder, &["build", "list.txt", "-o", "words.lex"])).0, 65);
    assert_eq!(fs::read(folder.path().join("words.lex")).unwrap(), before);
    fs::write(folder.path().join("list.txt"), LIST).unwrap();
    assert_eq!(outcome(tapis(&folder, &["build", "list.txt", "-o", "nowhere/words.lex"])).0, 73);
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn nouns_with_capitals_are_kept_on_request() {
    let folder = folder();
    fs::write(folder.path().join("german"), "Straße\nlaufen\nKG\nŁódź\n").unwrap();
    let build =
        |more: &[&str]| outcome(tapis(&folder, &[&["build", "german", "-o", "de.lex"], more].concat())).1;
    assert!(
        build(&[]).contains("1 words") && build(&[]).contains("left out: 2 with capitals"),
        "{}",
        build(&[])
    );
    assert!(
        build(&["--keep-capitals"]).contains("left out: 0 with capitals"),
        "{}",
        build(&["--keep-capitals"])
    );
    let (_, out, _) = outcome(tapis(&folder, &["list", "--dictionary", "de.lex"]));
    assert_eq!(out, "LAUFEN\nLODZ\nSTRASSE\n");
}

#[test]
fn the_list_is_never_overwritten() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink("list.txt", at("link")).unwrap();
    fs::hard_link(at("list.txt"), at("hard")).unwrap();
    for (list, output) in [
        ("list.txt", "list.txt"),
        ("list.txt", "./list.txt"),
        ("list.txt", "link"),
        ("link", "list.txt"),
        ("list.txt", "hard"),
    ] {
        let (code, _, err) = outcome(tapis(&folder, &["build", list, "-o", output]));
        assert_eq!(
            (code, err),
            (64, format!("tapis: -o {output} would overwrite the list\n")),
            "{list} {output}"
        );
    }
    let mut command = tapis(&folder, &["build", "-", "-o", "list.txt"]);
    let status = command.stdin(fs::File::open(at("list.txt")).unwrap()).output().unwrap().status;
    assert_eq!(status.code(), Some(64), "standard input is the list");
    assert_eq!(fs::read_to_string(at("list.txt")).unwrap(), LIST);
}

#[test]
fn words_are_added_and_removed() {
    let folder = folder();
    build(&folder);
    for dictionary in ["list.txt", "words.lex"] {
        let change = |line: &str| {
            let words: Vec<&str> = line.split(' ').chain(["--dictionary", dictionary]).collect();
            outcome(tapis(&folder, &words))
        };
        let list = || change("list").1;
        assert_eq!(
            change("add Été bord été"),
            (0, "ETE: added\nBORD: there already\nETE: there already\n".into(), String::new())
        );
        assert_eq!(list(), "BOEUF\nBORD\nBORDS\nCANTON\nCARTON\nELEVE\nETE\nROLE\n", "{dictionary}");
        assert_eq!(change("remove role zut").1, "ROLE: removed\nZUT: not there\n");
        assert_eq!(list(), "BOEUF\nBORD\nBORDS\nCANTON\nCARTON\nELEVE\nETE\n", "{dictionary}");
        assert_eq!(change("remove bord --json").1, "{\"word\":\"BORD\",\"changed\":true}\n");
        let (code, _, err) = change("remove boeuf bords canton carton eleve ete");
        assert_eq!((code, err.as_str()), (64, "tapis: no word would be left in the list\n"));
        assert_eq!(change("add as").0, 64);
        assert_eq!(change("add R2D2").0, 64);
    }
    let text = fs::read_to_string(folder.path().join("list.txt")).unwrap();
    assert_eq!(
        text,
        "bœuf\nbords\ncanton\ncarton\nas\nporte-clé\nété\n".replace("bœuf\n", "bœuf\nélève\nÉlève\n")
    );
}

/// A word in small letters would make names of the words of a list in capitals.
#[test]
fn a_list_in_capitals_stays_in_capitals() {
    let folder = folder();
    fs::write(folder.path().join("capitals"), "BORD\nROLE").unwrap();
    outcome(tapis(&folder, &["add", "été", "--dictionary", "capitals"]));
    assert_eq!(fs::read_to_string(folder.path().join("capitals")).unwrap(), "BORD\nROLE\nETE\n");
}

/// Without a list of one's own, the list in use is copied first.
#[test]
fn the_own_list_is_changed() {
    let folder = folder();
    fs::create_dir(folder.path().join("tapis")).unwrap();
    fs::copy(folder.path().join("list.txt"), folder.path().join("tapis/words.txt")).unwrap();
    let (code, out, _) = outcome(tapis(&folder, &["add", "tapis"]));
    assert_eq!((code, out.as_str()), (0, "TAPIS: added\n"));
    assert!(fs::read_to_string(folder.path().join("tapis/words.txt")).unwrap().ends_with("rôlé\ntapis\n"));
    assert_eq!(outcome(tapis(&folder, &["has", "TAPIS"])).0, 0);
}
