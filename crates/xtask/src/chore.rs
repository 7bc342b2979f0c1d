//! Running programs step by step, and saying how it went.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("xtask lives in crates/xtask").to_owned()
}

/// The cargo that runs this chore.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// Does this program answer?
pub(crate) fn answers(program: &str, args: &[&str]) -> bool {
    let quiet = || Stdio::null();
    Command::new(program)
        .args(args)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .status()
        .is_ok_and(|s| s.success())
}

/// Steps that run one after another; a failed one does not hide the later ones.
#[derive(Default)]
pub(crate) struct Steps {
    passed: usize,
    failed: Vec<String>,
}

impl Steps {
    /// Runs one step and notes how it ended.
    pub(crate) fn run(&mut self, name: &str, mut command: Command) {
        eprintln!("==> {name}");
        let started = Instant::now();
        let ok = match command.status() {
            Ok(status) => status.success(),
            Err(error) => {
                eprintln!("{}: {error}", command.get_program().display());
                false
            }
        };
        eprintln!(
            "==> {name}: {} in {:.1} s",
            if ok { "ok" } else { "FAILED" },
            started.elapsed().as_secs_f64()
        );
        if ok {
            self.passed += 1;
        } else {
            self.failed.push(name.to_owned());
        }
    }

    /// The summary line, and the exit code.
    pub(crate) fn finish(self) -> ExitCode {
        if self.failed.is_empty() {
            println!("xtask: all {} steps passed", self.passed);
            ExitCode::SUCCESS
        } else {
            println!("xtask: {} steps passed, failed: {}", self.passed, self.failed.join(", "));
            ExitCode::FAILURE
        }
    }
}

/// What a program prints; its complaints where it fails.
pub(crate) fn output_of(mut command: Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{name} failed: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}
