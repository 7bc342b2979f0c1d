//! Dictionaries compared with `fst` and a plain trie, on the classic word list.

use std::fs;

use crate::chore::{Steps, cargo, output_of, root};
use crate::wordlist;

const PAGE: &str = "docs/benchmarks-lexicon.md";

/// Prints the table, and keeps it as a page of the documentation.
pub(crate) fn run() -> Result<(), String> {
    wordlist::fetch(&mut Steps::default());
    let page = output_of(cargo(&["bench", "--quiet", "--package", "lexicon", "--bench", "compare"]))?;
    if page.is_empty() {
        return Err("nothing was measured: the word list is missing".to_owned());
    }
    print!("{page}");
    fs::write(root().join(PAGE), page).map_err(|error| format!("cannot write {PAGE}: {error}"))
}
