//! The classic French word list, which is fetched and never part of the repository.

use std::fs;
use std::path::Path;

/// The list as `cargo xtask wordlist` fetched it, the npm package french-wordlist 1.0.0.
pub(crate) fn classic_list() -> Option<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates lie two folders down");
    let list = fs::read(root.join("target/wordlist/package/words.txt")).ok();
    if list.is_none() {
        eprintln!("target/wordlist is missing; `cargo xtask wordlist` fetches it");
    }
    list
}
