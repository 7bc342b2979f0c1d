//! Debian's packages: installed where that is possible, else named in one line with how to get them.

use std::process::Command;

use test_programs::{Missing, Program};

use crate::chore::output_of;

/// Installs those of the programs that are missing.
pub(crate) fn install(programs: &[Program]) -> Result<(), String> {
    let Some(missing) = Missing::among(programs) else { return Ok(()) };
    let packages = missing.packages();
    if !is_root() {
        return Err(format!(
            "{missing}, and only root can install packages; run: sudo apt-get install {}",
            packages.join(" ")
        ));
    }
    apt_install(&packages).map_err(|why| format!("{missing}, and cannot be installed: {why}"))
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

fn apt_get(args: &[&str]) -> Result<(), String> {
    let mut command = Command::new("apt-get");
    command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
    output_of(command).map(drop).map_err(|complaints| last_line(&complaints))
}

/// The line of apt's complaints that says why it gave up.
fn last_line(complaints: &str) -> String {
    complaints.lines().last().unwrap_or_default().to_owned()
}
