//! Programs from `PyPI`, each installed once into a folder of the build.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program from `PyPI` in one version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PyPiProgram {
    name: &'static str,
    version: &'static str,
}

impl PyPiProgram {
    /// The program that a package of this name and version brings.
    pub const fn new(name: &'static str, version: &'static str) -> Self {
        Self { name, version }
    }

    /// The name to be read by people.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Where it lies under a folder of the build; it is installed there first if it is not. One line if that does not work.
    pub fn installed(&self, python: &Path, build: &Path) -> Result<PathBuf, String> {
        let folder = build.join("pypi").join(format!("{}-{}", self.name, self.version));
        let program = folder.join("bin").join(self.name);
        let done = folder.join("installed");
        if !done.is_file() {
            self.install(python, &folder)?;
            fs::write(done, "").map_err(|error| error.to_string())?;
        }
        Ok(program)
    }

    fn install(&self, python: &Path, folder: &Path) -> Result<(), String> {
        let mut environment = Command::new(python);
        environment.args(["-m", "venv", "--clear"]).arg(folder);
        self.step(environment, "python3-venv may be missing")?;
        let mut packages = Command::new(folder.join("bin/pip"));
        packages.args(["install", "--quiet", "--disable-pip-version-check", "--no-input", "--timeout", "20"]);
        packages.arg(format!("{}=={}", self.name, self.version));
        self.step(packages, "PyPI may be out of reach")
    }

    fn step(&self, mut command: Command, reason: &str) -> Result<(), String> {
        let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let is_done = quiet.status().is_ok_and(|status| status.success());
        let why = || format!("{} is missing and cannot be installed from PyPI ({reason})", self.name);
        is_done.then_some(()).ok_or_else(why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_installed_is_not_installed_again() {
        let build = tempfile::tempdir().unwrap();
        let program = PyPiProgram::new("thing", "1.0");
        let python = Path::new("/nowhere/python3");
        let why = program.installed(python, build.path()).unwrap_err();
        assert_eq!(why, "thing is missing and cannot be installed from PyPI (python3-venv may be missing)");
        let folder = build.path().join("pypi/thing-1.0");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("installed"), "").unwrap();
        assert_eq!(program.installed(python, build.path()), Ok(folder.join("bin/thing")));
    }
}
