//! `cargo xtask fresh`: the README's commands on a Debian that has nothing but what the README asks for.

mod apt;
mod host;
mod machine;
mod readme;
mod registries;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{fs, io};

use test_programs::Program;

use self::host::Host;
use self::machine::Machine;
use crate::chore::{Steps, output_of, root};
use crate::packages;

/// The programs that make and enter the fresh machine.
const PROGRAMS: [Program; 4] = [
    Program::command("debootstrap", "debootstrap"),
    Program::command("git", "git"),
    Program::command("setpriv", "util-linux"),
    Program::command("unshare", "util-linux"),
];

/// The C compiler that the README asks for, in Debian's packages.
const C_COMPILER: [&str; 2] = ["gcc", "libc6-dev"];

/// How many lines of the log are shown at the end.
const SHOWN: usize = 30;

/// Run the README's two commands on a fresh Debian in a folder
///
/// Makes a minimal Debian of this machine's release with debootstrap, brings this machine's Rust toolchain in
/// read-only, clones the last commit and runs the commands there. The package registries are those that this
/// machine uses. Needs root. Everything that is printed goes to DIR.log.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A new or an empty folder for the Debian; by default target/fresh
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Keep the folder at the end
    #[arg(long)]
    keep: bool,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match Rehearsal::prepare(args.folder.as_deref()) {
        Ok(rehearsal) => rehearsal.run(args.keep),
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Everything that is known before something is made.
struct Rehearsal {
    host: Host,
    machine: Machine,
    commands: Vec<String>,
}

impl Rehearsal {
    fn prepare(folder: Option<&Path>) -> Result<Self, String> {
        if !packages::is_root() {
            return Err("only root can make a fresh Debian; run: \
                sudo env \"PATH=$PATH\" \"HOME=$HOME\" cargo xtask fresh"
                .to_owned());
        }
        packages::install(&PROGRAMS)?;
        let readme = fs::read_to_string(root().join("README.md")).map_err(|error| error.to_string())?;
        let commands = readme::commands(&readme)?;
        let host = Host::read()?;
        let folder = folder.map_or_else(|| Ok(root().join("target/fresh")), std::path::absolute);
        let folder = folder.map_err(|error| error.to_string())?;
        require_empty(&folder)?;
        let machine = Machine::new(folder, host.toolchain.clone(), host.environment.clone())?;
        Ok(Self { host, machine, commands })
    }

    fn run(&self, keep: bool) -> ExitCode {
        eprintln!("==> everything is written to {}", self.machine.log().display());
        let mut steps = Steps::default();
        if self.make_machine(&mut steps) && steps.check("clone", || self.clone_project()) {
            for command in &self.commands {
                steps.check(command, || self.machine.run_in_project(command));
            }
        }
        print!("{}", self.machine.last_lines(SHOWN));
        if !keep {
            steps.check("clean up", || self.machine.remove());
        }
        steps.finish()
    }

    /// A Debian with the registries of the host and what the README asks for.
    fn make_machine(&self, steps: &mut Steps) -> bool {
        let (host, machine) = (&self.host, &self.machine);
        steps.check(&format!("Debian {}", host.release), || machine.bootstrap(host))
            && steps.check("package registries", || registries::configure(machine, host))
            && steps.check("C compiler", || machine.install(&C_COMPILER))
    }

    /// Only what is committed.
    fn clone_project(&self) -> Result<(), String> {
        if !output_of(git(&["status", "--porcelain"]))?.is_empty() {
            eprintln!("uncommitted changes are not part of the clone");
        }
        let mut clone = git(&["clone", "--quiet", "--depth", "1"]);
        clone.arg(format!("file://{}", root().display())).arg(self.machine.project());
        self.machine.logged(clone)
    }
}

fn git(args: &[&str]) -> Command {
    let mut git = Command::new("git");
    git.args(args).current_dir(root());
    git
}

fn require_empty(folder: &Path) -> Result<(), String> {
    let first = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(format!("{}: {error}", folder.display())),
    };
    if first.is_some() {
        let folder = folder.display();
        return Err(format!("{folder} is not empty: remove it, or name another folder with --folder"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_empty_or_a_new_folder_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(require_empty(folder.path()), Ok(()));
        assert_eq!(require_empty(&folder.path().join("new")), Ok(()));
        fs::write(folder.path().join("file"), "").unwrap();
        assert!(require_empty(folder.path()).unwrap_err().contains("is not empty"));
        assert!(require_empty(&folder.path().join("file")).is_err());
    }

    #[test]
    fn the_readme_names_the_packages_of_the_c_compiler() {
        let install = format!("apt install {}", C_COMPILER.join(" "));
        assert!(include_str!("../../../README.md").contains(&install), "{install}");
    }
}
