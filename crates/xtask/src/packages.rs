//! Packages of Debian and of Python: installed where that is possible, else named in one line with how to get them.

use std::path::Path;
use std::process::Command;

use test_programs::{Missing, Program, python_environment};

use crate::chore::output_of;

/// Installs those of the programs that are missing.
pub(crate) fn install(programs: &[Program]) -> Result<(), String> {
    let Some(missing) = Missing::among(programs) else { return Ok(()) };
    let packages = missing.packages();
    if !packages.is_empty() {
        install_packages(&missing, &packages)?;
    }
    let modules = missing.python_packages();
    if modules.is_empty() {
        return Ok(());
    }
    pip_install(&modules).map_err(|why| format!("{missing}, and cannot be installed: {}", last_line(&why)))
}

fn install_packages(missing: &Missing, packages: &[&str]) -> Result<(), String> {
    if !is_root() {
        return Err(format!(
            "{missing}, and only root can install packages; run: sudo apt-get install {}",
            packages.join(" ")
        ));
    }
    apt_install(packages).map_err(|why| format!("{missing}, and cannot be installed: {why}"))
}

pub(crate) fn is_root() -> bool {
    let mut id = Command::new("id");
    id.arg("-u");
    output_of(id).is_ok_and(|id| id.trim() == "0")
}

fn apt_install(packages: &[&str]) -> Result<(), String> {
    apt_get(&["update", "-qq"])?;
    apt_get(&[&["install", "-qq", "--yes", "--no-install-recommends"], packages].concat())
}

/// Installs modules into the environment of Python for tests, and makes it first where it is not there.
fn pip_install(packages: &[&str]) -> Result<(), String> {
    let environment = python_environment();
    let python = environment.join("bin/python");
    // Debian keeps what makes environments in a package of its own.
    if !has_pip(&python) && make_environment(&environment).is_err() && is_root() {
        apt_install(&["python3-venv"])?;
    }
    if !has_pip(&python) {
        make_environment(&environment)?;
    }
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
    output_of(pip).map(drop)
}

fn has_pip(python: &Path) -> bool {
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "--version"]);
    output_of(pip).is_ok()
}

fn make_environment(folder: &Path) -> Result<(), String> {
    let mut venv = Command::new("python3");
    venv.args(["-m", "venv", "--clear"]).arg(folder);
    output_of(venv).map(drop)
}

fn apt_get(args: &[&str]) -> Result<(), String> {
    let mut command = Command::new("apt-get");
    command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
    output_of(command).map(drop).map_err(|complaints| last_line(&complaints))
}

/// The line of apt's complaints that says why it gave up.
fn last_line(complaints: &str) -> String {
    complaints.lines().last().unwrap_or_default().to_owned()
}
