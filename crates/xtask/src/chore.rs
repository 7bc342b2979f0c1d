//! Running programs step by step, and saying how it went.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("xtask lives in crates/xtask").to_owned()
}

/// The cargo that runs this chore.
///
/// `cargo run` has named this package to us in `CARGO_PKG_NAME`. That name is not passed on: cargo-machete would take it
/// as a sign that it was not started as a subcommand, and read its own name as a path.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root()).env_remove("CARGO_PKG_NAME");
    command
}

/// Does this command succeed? Its output is not shown.
pub(crate) fn answers(mut command: Command) -> bool {
    let quiet = || Stdio::null();
    command.stdin(quiet()).stdout(quiet()).stderr(quiet()).status().is_ok_and(|status| status.success())
}

/// Steps that run one after another, and the summary of how they went.
#[derive(Default)]
pub(crate) struct Steps {
    passed: usize,
    failed: Vec<String>,
    skipped: Vec<String>,
}

impl Steps {
    /// Runs a command as one step and notes how it ended.
    pub(crate) fn run(&mut self, name: &str, mut command: Command) {
        self.check(name, || succeed(&mut command));
    }

    /// Does one step and notes how it ended. An error that says something is shown. The answer says whether the
    /// step passed: a caller who ignores it lets a failed step not hide the later ones.
    pub(crate) fn check(&mut self, name: &str, work: impl FnOnce() -> Result<(), String>) -> bool {
        eprintln!("==> {name}");
        let started = Instant::now();
        let result = work();
        if let Err(error) = &result
            && !error.is_empty()
        {
            eprintln!("{error}");
        }
        let outcome = if result.is_ok() { "ok" } else { "FAILED" };
        eprintln!("==> {name}: {outcome} in {:.1} s", started.elapsed().as_secs_f64());
        match result {
            Ok(()) => self.passed += 1,
            Err(_) => self.failed.push(name.to_owned()),
        }
        result.is_ok()
    }

    /// Notes in one sentence what was not done.
    pub(crate) fn skip(&mut self, sentence: String) {
        eprintln!("==> {sentence}");
        self.skipped.push(sentence);
    }

    /// Prints the summary line and gives the exit code.
    pub(crate) fn finish(self) -> ExitCode {
        println!("xtask: {}", self.summary());
        if self.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn summary(&self) -> String {
        let steps = if self.failed.is_empty() {
            format!("all {} passed", count(self.passed, "step"))
        } else {
            format!("{} passed, failed: {}", count(self.passed, "step"), self.failed.join(", "))
        };
        let skipped = self.skipped.iter().map(|sentence| format!("; {sentence}"));
        steps + &skipped.collect::<String>()
    }
}

/// A number with its noun: `1 step`, `2 steps`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Runs a command whose output the user sees. The error is empty if the command ran and failed, because then it
/// has said why.
pub(crate) fn succeed(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(String::new()),
        Err(error) => Err(format!("{}: {error}", command.get_program().display())),
    }
}

/// The output of a program; its complaints where it fails.
pub(crate) fn output_of(mut command: Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{name} failed: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subcommands_of_cargo_do_not_take_themselves_for_this_package() {
        assert!(cargo(&["machete"]).get_envs().any(|variable| variable == ("CARGO_PKG_NAME".as_ref(), None)));
    }

    #[test]
    fn the_summary_names_what_failed_and_what_was_skipped() {
        let mut steps = Steps::default();
        assert!(steps.check("format", || Ok(())));
        assert!(steps.check("clippy", || Ok(())));
        steps.skip("1 test skipped: xpat2 is missing".to_owned());
        assert_eq!(steps.summary(), "all 2 steps passed; 1 test skipped: xpat2 is missing");
        assert!(!steps.check("programs", || Err("a reason".to_owned())));
        steps.run("tests", Command::new("false"));
        let summary = "2 steps passed, failed: programs, tests; 1 test skipped: xpat2 is missing";
        assert_eq!(steps.summary(), summary);
    }
}
