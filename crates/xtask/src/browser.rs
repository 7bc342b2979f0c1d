//! The tests of the page in a real browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use test_programs::{CHROMIUM, Missing, NODE, NPM, Program};

use crate::chore::{Steps, cargo, root, succeed};
use crate::packages;
use crate::skips::Skips;

/// Checks the types of the page's modules, then plays in the page with Chromium.
pub(crate) fn run(steps: &mut Steps, skips: &Skips) {
    if let Some(missing) = Missing::among(&[NODE, NPM, CHROMIUM])
        && skips.are_allowed()
    {
        let packages = missing.packages().join(" ");
        steps.skip(format!("browser tests skipped: {missing} (apt install {packages})"));
        return;
    }
    let is_ready = steps.check("libraries of the browser tests", || succeed(&mut libraries()))
        && steps.check("program of the browser tests", || {
            // As the tests built it. Without them its dependencies would have other features, and be built again.
            succeed(&mut cargo(&["build", "--quiet", "--workspace", "--bins", "--tests"]))
        });
    if is_ready {
        let mut types = started(NPM);
        types.args(["run", "--silent", "check"]);
        steps.run("types of the page", types);
        steps.run("browser tests", tests());
    }
}

fn tests() -> Command {
    let mut tests = node(&program());
    tests.args(["--test", "--test-reporter=dot"]);
    tests
}

/// Measures frames of the page of a program; lines of figures go to a file.
pub(crate) fn frames(tapis: &Path, figures: &Path) -> Result<Command, String> {
    packages::install(&[NODE, NPM, CHROMIUM])?;
    succeed(&mut libraries())?;
    let mut frames = node(tapis);
    frames.arg("frames.js").env("FRAMES", figures);
    Ok(frames)
}

/// Node, told which program serves the page and which browser shows it.
fn node(tapis: &Path) -> Command {
    let mut node = started(NODE);
    node.env("TAPIS", tapis);
    if let Some(chromium) = CHROMIUM.path() {
        node.env("CHROMIUM", chromium);
    }
    node
}

/// Fetches the libraries of the browser tests.
fn libraries() -> Command {
    let mut install = started(NPM);
    install.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]);
    install
}

/// A program that works in the folder of the browser tests.
fn started(program: Program) -> Command {
    let mut command = Command::new(program.path().unwrap_or_else(|| PathBuf::from(program.name())));
    command.current_dir(root().join("crates/web/browser"));
    command
}

/// The program under test, as the tests build it. Cargo may have been asked to build somewhere else than in `target`.
pub(crate) fn program() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    root().join(target).join(Path::new("debug/tapis"))
}
