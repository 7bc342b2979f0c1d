//! Programs that some tests drive: installed where that is possible, else named in one line.

use std::path::Path;
use std::process::Command;

use crate::chore::output_of;

/// Debian's packages, each with a program it brings.
const WANTED: [(&str, &str); 3] =
    [("xvfb", "/usr/bin/Xvfb"), ("xdotool", "/usr/bin/xdotool"), ("xpat2", "/usr/games/xpat2")];

/// Brings the packages that are missing, or says which are. Without them the tests that need them pass
/// without doing anything.
pub(crate) fn install() {
    if let Err(why) = bring(&WANTED) {
        eprintln!("==> not there, so xpat2 is not driven: {why}");
    }
}

/// Installs those of the packages whose file is missing.
pub(crate) fn bring(wanted: &[(&str, &str)]) -> Result<(), String> {
    let missing = wanted.iter().filter(|(_, file)| !Path::new(file).exists());
    let missing: Vec<_> = missing.map(|&(package, _)| package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let installed = if is_root() {
        let update = output_of(apt_get(&["update", "-qq"]));
        let install = ["install", "-qq", "--yes", "--no-install-recommends"];
        update.and_then(|_| output_of(apt_get(&[&install, missing.as_slice()].concat())))
    } else {
        Err("only root can install".to_owned())
    };
    installed.map(drop).map_err(|why| format!("{} ({why})", missing.join(", ")))
}

fn is_root() -> bool {
    let mut id = Command::new("id");
    id.arg("-u");
    output_of(id).is_ok_and(|id| id.trim() == "0")
}

fn apt_get(args: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
    command
}
