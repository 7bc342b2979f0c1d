//! Running the programs.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;

/// The output of a program and the code it left with.
#[derive(Debug, PartialEq)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("programs print UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Run {
    /// The output as one JSON value.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|_| panic!("no JSON: {} {}", self.out, self.err))
    }
}

/// A program, with words for its command line.
pub(crate) fn program<'a>(name: &str, words: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(cargo_bin(name));
    command.args(words);
    // Players read English unless a test says otherwise, whatever the machine speaks.
    command.env("LC_ALL", "C").env_remove("COLUMNS");
    command
}

/// `tapis` in a folder that is also its home, with a command line whose words are separated by single blanks.
pub(crate) fn tapis_in(folder: &Path, line: &str) -> Command {
    let mut command = program("tapis", line.split(' '));
    command.current_dir(folder).env("HOME", folder);
    command.env("XDG_CACHE_HOME", folder).env("XDG_DATA_HOME", folder);
    command
}

/// Runs a program to its end, with nothing to read.
pub(crate) fn run(command: &mut Command) -> Run {
    run_with(command, "")
}

/// Runs a program to its end with something to read.
pub(crate) fn run_with(command: &mut Command, input: &str) -> Run {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program can be started");
    // A program that has read enough may be gone before the end of the input.
    let _ = child.stdin.take().expect("standard input is a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends").into()
}
