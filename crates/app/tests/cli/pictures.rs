//! The pictures of the documentation: what the program prints at a terminal with colour.

use std::path::Path;
use std::{env, fs};

use anstyle_svg::Term;

use crate::run::{program, run};

/// `cargo xtask pictures` sets it.
const WRITE: &str = "TAPIS_WRITE_PICTURES";

/// The pictures of `docs/img` and the command lines that print them.
const PICTURES: [(&str, &[&str]); 2] = [
    ("freecell", &["deal", "FreeCell.123456"]),
    ("parity", &["peg", "solve", "--vacate", "d4", "--to", "e4"]),
];

#[test]
fn pictures_show_what_the_program_prints() {
    for (name, words) in PICTURES {
        let svg = picture(words);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/img/{name}.svg"));
        if env::var_os(WRITE).is_some() {
            fs::write(&path, &svg).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == svg, "docs/img/{name}.svg is out of date: run cargo xtask pictures");
    }
}

/// A terminal with a command and its output.
fn picture(words: &[&str]) -> String {
    let printed =
        run(program("tapis", words.iter().copied()).env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR"));
    assert_eq!(printed.err, "", "{words:?}");
    let word = |word: &&str| if word.contains(' ') { format!("\"{word}\"") } else { (*word).to_owned() };
    let line = words.iter().map(word).collect::<Vec<_>>().join(" ");
    Term::new().render_svg(&format!("$ tapis {line}\n{}", printed.out))
}
