//! `cargo xtask pictures`: the pictures of the documentation, drawn from what the program prints.

use std::process::ExitCode;

use crate::chore::{Steps, cargo};

/// The test of the pictures writes them where this is set.
const WRITE: &str = "TAPIS_WRITE_PICTURES";

pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    let mut test = cargo(&["test", "--quiet", "-p", "app", "--test", "cli", "pictures"]);
    test.env(WRITE, "1");
    steps.run("pictures", test);
    let mut screens = cargo(&["test", "--quiet", "-p", "tui", "--test", "screens", "pictures"]);
    screens.env(WRITE, "1");
    steps.run("pictures of screens", screens);
    steps.finish()
}
