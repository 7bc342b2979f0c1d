//! `cargo xtask wordlist`: the classic French word list, which benches read and the repository does not hold.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::chore::{Steps, root};

const PACKAGE: &str = "french-wordlist@1.0.0";
const ARCHIVE: &str = "french-wordlist-1.0.0.tgz";

pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    fetch(&mut steps);
    steps.finish()
}

/// Fetches the list into `target/wordlist`, if it is not there yet.
pub(crate) fn fetch(steps: &mut Steps) {
    let folder = root().join("target/wordlist");
    if folder.join("package/words.txt").is_file() {
        return;
    }
    // If the folder cannot be made, the first step says so.
    let _ = fs::create_dir_all(&folder);
    steps.run("word list", within(&folder, "npm", &["pack", "--silent", PACKAGE]));
    steps.run("word list, unpacked", within(&folder, "tar", &["-xzf", ARCHIVE]));
}

fn within(folder: &Path, program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(folder);
    command
}
