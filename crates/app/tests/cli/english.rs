//! The language of help pages and errors: plain, and without the habits that a stranger stumbles over.

use tempfile::TempDir;

use crate::run::{program, run, tapis_in};

/// Habits, each with what to write instead. They are looked for in text in lower case with single blanks.
const HABITS: [(&str, &str); 20] = [
    (" so many", "a number, or `this many`"),
    (" so much", "an amount, or `this much`"),
    (" a line a ", "`one line per`"),
    (" line a ", "`line per`"),
    (" row a ", "`row per`"),
    (" word a ", "`word per`"),
    (" page a ", "`page per`"),
    (" one a ", "`one per`"),
    (" object a ", "`object per`"),
    (" move a line", "`move per line`"),
    (" it is no ", "`it is not`"),
    (" that is no ", "`that is not`"),
    ("` is no ", "`is not`"),
    (" beside ", "`besides`, or `next to`"),
    (" told", "`said`, or the subject first"),
    (" tells ", "`says`"),
    (" parted ", "`separated`"),
    (" anew", "`again`"),
    (" on the average", "`on average`"),
    (" behind its end", "`trailing data`"),
];

/// The habits in a text, and numbers that do not agree with their nouns.
fn faults(text: &str) -> Vec<String> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let plain = format!(" {} ", words.join(" "));
    let habits = HABITS.iter().filter(|(habit, _)| plain.contains(habit));
    let habits = habits.map(|(habit, better)| format!("`{}`: write {better}", habit.trim()));
    let disagrees = |pair: &&[String]| pair[0] == "1" && is_plural(&pair[1]);
    habits.chain(words.windows(2).filter(disagrees).map(|pair| pair.join(" "))).collect()
}

/// A word of letters that ends like a plural.
fn is_plural(word: &str) -> bool {
    let word = word.trim_end_matches(|c: char| c.is_ascii_punctuation());
    word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && word.chars().all(char::is_alphabetic)
}

/// Every command as the words of its line: the manual has a page for each.
fn commands() -> Vec<String> {
    let folder = TempDir::new().unwrap();
    assert_eq!(run(&mut tapis_in(folder.path(), "man --dir pages")).code, Some(0));
    let pages = std::fs::read_dir(folder.path().join("pages")).unwrap();
    let names = pages.map(|page| page.unwrap().file_name().into_string().unwrap());
    let names = names.filter(|name| !name.contains("-help"));
    names.map(|name| name.trim_start_matches("tapis").trim_end_matches(".1").replace('-', " ")).collect()
}

#[test]
fn help_pages_are_plain() {
    let commands = commands();
    assert!(commands.len() > 25, "{commands:?}");
    for command in commands {
        let help = run(&mut program("tapis", command.split_whitespace().chain(["--help"])));
        assert_eq!((help.code, help.err.as_str()), (Some(0), ""), "{command}");
        assert_eq!(faults(&help.out), Vec::<String>::new(), "tapis{command} --help:\n{}", help.out);
    }
}

/// Every error is one line, names the program, leaves with a code of its own, and is plain.
#[test]
fn errors_are_plain() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("nonsense"), "nonsense )(\n{").unwrap();
    std::fs::write(folder.path().join("list"), "bords\ncanton\n").unwrap();
    for (line, code) in [
        ("solve", 64),
        ("solve nonsense", 64),
        ("solve Nowhere.1", 64),
        ("solve fc.x", 64),
        ("solve fc.9..1", 64),
        ("solve fc.1 --time soon", 64),
        ("solve fc.1 --memory 1X", 64),
        ("solve fc.1 --nodes -1", 64),
        ("solve fc.1 --threads 0", 64),
        ("solve fc.1..3 --threads 100000", 64),
        ("solve fc.1 --deal nonsense", 64),
        ("solve fc.1 --no-such-option", 64),
        ("solve fc.1 --jsno", 64),
        ("solve --rules nonsense 1", 65),
        ("solve --deal nonsense", 65),
        ("check fc.1 nowhere", 66),
        ("hint fc.1 nonsense", 65),
        ("prove fc.1", 64),
        ("hunt fc.1..3 --ledger nonsense", 65),
        ("survey fc.1..3", 64),
        ("survey -o out", 64),
        ("survey fc -o out", 64),
        ("survey fc.1..3 --shard 4/3 -o out", 64),
        ("survey fc.1..3 --sample 9 -o out", 64),
        ("survey fc --seeds nonsense -o out", 65),
        ("survey fc.1..3 -o nonsense", 73),
        ("survey report nowhere", 66),
        ("survey report .", 65),
        ("peg survey nowhere -o out", 64),
        ("convert nonsense out", 64),
        ("play --load nonsense", 65),
        ("play --load nowhere", 66),
        ("peg solve --board nowhere", 64),
        ("peg solve --from nonsense", 65),
        ("peg solve --vacate z9", 64),
        ("peg check nonsense", 65),
        ("peg play --load nonsense", 65),
        ("rummy play nowhere", 64),
        ("rummy play rummikub --players Ana", 64),
        ("rummy play rami --load nonsense", 65),
        ("rummy best nonsense --rules rami", 65),
        ("rummy check nonsense nonsense --rules rami", 65),
        ("rummy arena rummikub --players ai:genius,ai:easy", 64),
        ("words has bords --dictionary nowhere", 66),
        ("words list --fit a.b --dictionary list", 64),
        ("completions fishbone", 64),
        ("dance", 64),
    ] {
        let ran = run(&mut tapis_in(folder.path(), line));
        assert_eq!((ran.code, ran.out.as_str()), (Some(code), ""), "{line}: {}", ran.err);
        assert!(ran.err.starts_with("tapis: ") && ran.err.lines().count() == 1, "{line}: {}", ran.err);
        assert_eq!(faults(&ran.err), Vec::<String>::new(), "{line}: {}", ran.err);
    }
}

#[test]
fn habits_are_found() {
    let text = "A table beside\nthe 1 deals, a line a deal; `x` is no game";
    assert_eq!(faults(text).len(), 5, "{:?}", faults(text));
    assert_eq!(faults("There is no game. 1 deal, 2 deals, 1 pass, besides."), Vec::<String>::new());
}
