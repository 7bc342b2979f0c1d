//! The fresh machine: a Debian in a folder, entered by `chroot`.
//!
//! Every command runs in mount and process namespaces of its own. Its mounts and processes end with it, however
//! it ends, and are never seen outside: the folder can always be removed.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::host::Host;

/// Where the toolchain lies on the fresh machine.
const TOOLCHAIN: &str = "/opt/rust";
/// Where the project lies on the fresh machine.
const PROJECT: &str = "/root/tapis";
/// The variables that a user finds on the fresh machine.
const BASE_ENVIRONMENT: [(&str, &str); 5] = [
    ("PATH", "/opt/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"),
    ("HOME", "/root"),
    ("USER", "root"),
    ("LANG", "C.UTF-8"),
    ("DEBIAN_FRONTEND", "noninteractive"),
];

/// Mounts what a running system has, and the toolchain, then enters. The arguments are the folder, the toolchain of
/// the host, its place in the folder, and the command.
const ENTER: &str = r#"
folder=$1 toolchain=$2 place=$3
shift 3
mount -t proc proc "$folder/proc"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$folder/dev/pts"
mount -t tmpfs tmpfs "$folder/dev/shm"
mkdir -p "$folder$place"
mount --bind "$toolchain" "$folder$place"
mount -o remount,bind,ro "$folder$place"
chroot "$folder" "$@"
"#;

/// A Debian in a folder.
pub(super) struct Machine {
    folder: PathBuf,
    toolchain: PathBuf,
    environment: Vec<(String, String)>,
    log: PathBuf,
}

impl Machine {
    /// Makes the folder and starts the log.
    pub(super) fn new(
        folder: PathBuf,
        toolchain: PathBuf,
        environment: Vec<(String, String)>,
    ) -> Result<Self, String> {
        let mut log = folder.clone().into_os_string();
        log.push(".log");
        let log = PathBuf::from(log);
        let machine = Self { folder, toolchain, environment, log };
        fs::create_dir_all(&machine.folder).map_err(|error| machine.fault(&error))?;
        File::create(&machine.log).map_err(|error| machine.fault(&error))?;
        Ok(machine)
    }

    pub(super) fn log(&self) -> &Path {
        &self.log
    }

    /// Where a file of the fresh machine lies on the host.
    pub(super) fn on_host(&self, path: impl AsRef<Path>) -> PathBuf {
        let path = path.as_ref();
        self.folder.join(path.strip_prefix("/").unwrap_or(path))
    }

    /// Where the project lies on the host.
    pub(super) fn project(&self) -> PathBuf {
        self.on_host(PROJECT)
    }

    /// Fills the folder with the packages that every Debian has, and with the certificates of authorities.
    pub(super) fn bootstrap(&self, host: &Host) -> Result<(), String> {
        let (source, mirror) = host.mirror()?;
        let mut debootstrap = isolated("debootstrap");
        debootstrap.args(["--variant=minbase", "--include=ca-certificates"]);
        if let Some(keyring) = &source.keyring {
            debootstrap.arg(format!("--keyring={}", keyring.display()));
        }
        debootstrap.arg(&host.release).arg(&self.folder).arg(mirror);
        // Apt's proxy may be set in its configuration alone, which debootstrap does not read.
        debootstrap.envs(host.apt_proxy.iter().map(|proxy| ("http_proxy", proxy)));
        self.logged(debootstrap)
    }

    /// Installs packages.
    pub(super) fn install(&self, packages: &[&str]) -> Result<(), String> {
        self.run("apt-get update --quiet")?;
        let install = "apt-get install --quiet --yes --no-install-recommends";
        self.run(&format!("{install} {}", packages.join(" ")))
    }

    /// Runs a command of the shell in the project.
    pub(super) fn run_in_project(&self, command: &str) -> Result<(), String> {
        self.run(&format!("cd {PROJECT} && {command}"))
    }

    /// Runs a command of the shell on the fresh machine, with a fresh environment.
    pub(super) fn run(&self, command: &str) -> Result<(), String> {
        writeln!(self.open_log()?, "$ {command}").map_err(|error| error.to_string())?;
        let mut enter = isolated("sh");
        enter.args(["-euc", ENTER, "enter"]).arg(&self.folder).arg(&self.toolchain).arg(TOOLCHAIN);
        enter.args(["sh", "-c", command]);
        enter.env_clear().envs(BASE_ENVIRONMENT).envs(self.environment.iter().cloned());
        self.logged(enter)
    }

    /// Runs a command of the host whose output goes to the log.
    pub(super) fn logged(&self, mut command: Command) -> Result<(), String> {
        command.stdin(Stdio::null()).stdout(self.open_log()?).stderr(self.open_log()?);
        match command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{status}; see {}", self.log.display())),
            Err(error) => Err(format!("{}: {error}", command.get_program().display())),
        }
    }

    fn open_log(&self) -> Result<File, String> {
        let log = OpenOptions::new().append(true).open(&self.log);
        log.map_err(|error| format!("{}: {error}", self.log.display()))
    }

    /// The end of the log.
    pub(super) fn last_lines(&self, count: usize) -> String {
        let log = fs::read(&self.log).unwrap_or_default();
        last_lines(&String::from_utf8_lossy(&log), count)
    }

    /// Removes the folder, unless something is mounted in it.
    pub(super) fn remove(&self) -> Result<(), String> {
        let mounts = fs::read_to_string("/proc/self/mountinfo").map_err(|error| self.fault(&error))?;
        if let Some(mount) = mount_below(&mounts, &self.folder) {
            return Err(format!("{mount} is mounted: {} is not removed", self.folder.display()));
        }
        fs::remove_dir_all(&self.folder).map_err(|error| self.fault(&error))
    }

    fn fault(&self, error: &dyn std::fmt::Display) -> String {
        format!("{}: {error}", self.folder.display())
    }
}

/// A program in mount and process namespaces of its own. It ends at the latest when this process ends.
fn isolated(program: &str) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child", program]);
    command
}

fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].iter().flat_map(|line| [line, "\n"]).collect()
}

/// The first mount in a folder, from a list in the form of `/proc/self/mountinfo`: the fifth field is the place.
fn mount_below<'a>(mounts: &'a str, folder: &Path) -> Option<&'a str> {
    let mut places = mounts.lines().filter_map(|line| line.split(' ').nth(4));
    places.find(|place| Path::new(place).starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mounts_in_a_folder_are_seen() {
        let mounts = "22 1 254:0 / / rw - ext4 /dev/vda rw\n23 22 0:21 / /x/fresh/proc rw - proc proc rw\n";
        assert_eq!(mount_below(mounts, Path::new("/x/fresh")), Some("/x/fresh/proc"));
        assert_eq!(mount_below(mounts, Path::new("/x/fre")), None);
    }

    #[test]
    fn the_last_lines_are_the_last() {
        assert_eq!(last_lines("a\nb\nc\n", 2), "b\nc\n");
        assert_eq!(last_lines("a\n", 2), "a\n");
    }
}
