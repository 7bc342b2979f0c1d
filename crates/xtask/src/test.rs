//! `cargo xtask test`: everything that must hold before a change lands.

use std::process::{Command, ExitCode};

use test_programs::ALL_TESTS;

use crate::chore::{Steps, answers, cargo};
use crate::cluster::ClusterTest;
use crate::skips::Skips;
use crate::{browser, packages};

/// Format check, clippy, all tests, tests of the page in a browser, doc tests, documentation, dependencies
///
/// Dependencies are checked by cargo-deny and cargo-machete where these are installed.
///
/// The page of `tapis serve` is tested in Chromium, with libraries from npm, and surveys on a cluster of Spark, from `PyPI`,
/// where Java is installed.
///
/// Some tests drive programs of Debian. Those that are missing are installed; where that is not possible, the
/// command fails and says how to get them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Install nothing; skip and count what needs a missing program
    #[arg(long)]
    skip_missing: bool,
    /// Also the long forms of tests: surveys killed at 50 points instead of 5
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let skips = if args.skip_missing { Skips::allowed() } else { Ok(Skips::Forbidden) };
    match skips {
        Ok(skips) => check_everything(&skips, args.all),
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn check_everything(skips: &Skips, all: bool) -> ExitCode {
    let mut steps = Steps::default();
    FORMAT.run(&mut steps, skips);
    CLIPPY.run(&mut steps, skips);
    if !skips.are_allowed() {
        steps.check("programs", || packages::install(&test_programs::ALL));
    }
    let cluster_test = ClusterTest::prepare(skips);
    steps.run("tests", tests(skips, all));
    browser::run(&mut steps, skips);
    cluster_test.run(&mut steps);
    steps.run("doc tests", cargo(&["test", "--workspace", "--doc", "--quiet"]));
    steps.run("documentation", documentation());
    for step in &OPTIONAL {
        step.run(&mut steps);
    }
    skips.sentences().into_iter().for_each(|sentence| steps.skip(sentence));
    steps.finish()
}

/// A step by a component of the Rust toolchain that some installations lack.
struct ComponentStep {
    name: &'static str,
    component: &'static str,
    args: &'static [&'static str],
}

const FORMAT: ComponentStep =
    ComponentStep { name: "format", component: "rustfmt", args: &["fmt", "--all", "--check"] };
const CLIPPY: ComponentStep = ComponentStep {
    name: "clippy",
    component: "clippy",
    args: &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
};

impl ComponentStep {
    fn run(&self, steps: &mut Steps, skips: &Skips) {
        let Self { name, component, args } = self;
        if answers(cargo(&[args[0], "--version"])) {
            steps.run(name, cargo(args));
            return;
        }
        let missing = format!("{component} is missing (rustup component add {component})");
        if skips.are_allowed() {
            steps.skip(format!("{name} skipped: {missing}"));
        } else {
            steps.check(name, || Err(missing));
        }
    }
}

/// A step by a Cargo subcommand that a machine need not have.
struct OptionalStep {
    name: &'static str,
    args: &'static [&'static str],
}

const OPTIONAL: [OptionalStep; 2] = [
    OptionalStep {
        name: "licences and versions of dependencies",
        // Advisories would need the network.
        args: &["deny", "--offline", "--workspace", "check", "licenses", "bans", "sources"],
    },
    OptionalStep { name: "unused dependencies", args: &["machete"] },
];

impl OptionalStep {
    fn run(&self, steps: &mut Steps) {
        let Self { name, args } = self;
        if answers(cargo(&[args[0], "--version"])) {
            steps.run(name, cargo(args));
        } else {
            steps.skip(format!("{name} not checked: cargo-{} is not installed", args[0]));
        }
    }
}

fn tests(skips: &Skips, all: bool) -> Command {
    let mut tests = if answers(cargo(&["nextest", "--version"])) {
        cargo(&["nextest", "run", "--workspace", "--no-fail-fast", "--status-level", "fail"])
    } else {
        cargo(&["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast", "--quiet"])
    };
    skips.pass_to(&mut tests);
    if all {
        tests.env(ALL_TESTS, "1");
    }
    tests
}

fn documentation() -> Command {
    let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    doc
}
