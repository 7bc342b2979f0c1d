//! `cargo xtask test`: everything that must hold before a change lands.

use std::process::{Command, ExitCode};

use crate::chore::{Steps, answers, cargo};
use crate::packages;
use crate::wordlist;

pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    steps.run("format", cargo(&["fmt", "--all", "--check"]));
    steps
        .run("clippy", cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]));
    packages::install();
    wordlist::fetch(&mut steps);
    steps.run("tests", tests());
    steps.run("doc tests", cargo(&["test", "--workspace", "--doc", "--quiet"]));
    steps.run("documentation", documentation());
    steps.finish()
}

fn tests() -> Command {
    if answers("cargo-nextest", &["nextest", "--version"]) {
        cargo(&["nextest", "run", "--workspace", "--no-fail-fast", "--status-level", "fail"])
    } else {
        cargo(&["test", "--workspace", "--all-targets", "--no-fail-fast", "--quiet"])
    }
}

fn documentation() -> Command {
    let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    doc
}
