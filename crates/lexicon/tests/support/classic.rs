//! The classic French word list, which is fetched and never part of the repository.

use std::fs;
use std::path::Path;

/// The list as it was fetched. Where it is missing, says so and how to get it; in CI that is a failure.
pub(crate) fn classic_list() -> Option<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates lie two folders down");
    if let Ok(list) = fs::read(root.join("target/wordlist/package/words.txt")) {
        return Some(list);
    }
    let missing =
        "skipped: no target/wordlist, the npm package french-wordlist 1.0.0; `cargo xtask wordlist` gets it";
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{missing}");
    eprintln!("{missing}");
    None
}
