//! Skipping or failing where a program is missing.

use std::env;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::PYTHON;
use crate::missing::Missing;
use crate::program::Program;
use crate::pypi::PyPiProgram;

/// The environment variable that lets tests skip: the path of the file to which each skipped test adds a line.
pub const SKIPS_FILE: &str = "TAPIS_SKIPS_FILE";

/// Where the programs of a test lie. `None` if the test is to be skipped, because one of them is missing and
/// [`SKIPS_FILE`] is set.
///
/// # Panics
/// If a program is missing and [`SKIPS_FILE`] is not set. The message says how to get it.
pub fn found_or_skipped<const N: usize>(programs: [Program; N]) -> Option<[PathBuf; N]> {
    if let Some(missing) = Missing::among(&programs) {
        skip_or_fail(&missing, env::var_os(SKIPS_FILE).map(PathBuf::from).as_deref());
        return None;
    }
    Some(programs.map(|program| program.path().expect("none is missing")))
}

/// Where a program from `PyPI` lies, installed under a folder of the build if it is not there yet. `None` if the test is to be
/// skipped, because it cannot be installed and [`SKIPS_FILE`] is set.
///
/// # Panics
/// If it cannot be installed and [`SKIPS_FILE`] is not set.
pub fn installed_or_skipped(program: PyPiProgram, build: &Path) -> Option<PathBuf> {
    let [python] = found_or_skipped([PYTHON])?;
    match program.installed(&python, build) {
        Ok(path) => Some(path),
        Err(reason) => {
            skip_or_fail_because(&reason, env::var_os(SKIPS_FILE).map(PathBuf::from).as_deref());
            None
        }
    }
}

fn skip_or_fail(missing: &Missing, skips_file: Option<&Path>) {
    let reason = format!("{missing} (apt install {})", missing.packages().join(" "));
    skip_or_fail_because(&reason, skips_file);
}

fn skip_or_fail_because(reason: &str, skips_file: Option<&Path>) {
    let file =
        skips_file.unwrap_or_else(|| panic!("{reason}; `cargo xtask test --skip-missing` does without"));
    note(file, reason).unwrap_or_else(|error| panic!("{SKIPS_FILE}: {}: {error}", file.display()));
}

/// Adds one line. Tests of several processes share the file, so the line is one write.
fn note(file: &Path, reason: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(file)?;
    file.write_all(format!("{reason}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHELL: Program = Program::command("sh", "dash");
    const NONE: Program = Program::command("no-such-program", "no-such-package");

    fn missing() -> Missing {
        Missing::among(&[SHELL, NONE]).unwrap()
    }

    #[test]
    fn programs_that_are_there_are_found() {
        let [shell] = found_or_skipped([SHELL]).unwrap();
        assert!(shell.is_file());
    }

    #[test]
    #[should_panic(expected = "no-such-program is missing (apt install no-such-package)")]
    fn a_missing_program_is_a_failure() {
        skip_or_fail(&missing(), None);
    }

    #[test]
    fn each_skip_is_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("skips");
        skip_or_fail(&missing(), Some(&file));
        skip_or_fail(&missing(), Some(&file));
        let line = "no-such-program is missing (apt install no-such-package)\n";
        assert_eq!(std::fs::read_to_string(file).unwrap(), line.repeat(2));
    }
}
