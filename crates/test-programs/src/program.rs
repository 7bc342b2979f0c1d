//! A program, and where it lies.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Folders where Debian keeps programs and where `PATH` may not lead.
const MORE_FOLDERS: [&str; 2] = ["/usr/games", "/usr/sbin"];

/// A program that a test or a chore drives, or a file that such a program needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    name: &'static str,
    package: &'static str,
    place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A folder of `PATH` or of [`MORE_FOLDERS`], under the program's name.
    AnyFolder,
    Exactly(&'static str),
    /// The environment of Python that `cargo xtask test` makes.
    PythonModule,
}

impl Program {
    /// A program that is started by its name, from this package of Debian.
    pub const fn command(name: &'static str, package: &'static str) -> Self {
        Self { name, package, place: Place::AnyFolder }
    }

    /// A file that is not started by name, from this package of Debian.
    pub const fn file(name: &'static str, package: &'static str, path: &'static str) -> Self {
        Self { name, package, place: Place::Exactly(path) }
    }

    /// A module of Python, from this package and version on `PyPI`.
    pub const fn python_module(name: &'static str, package: &'static str) -> Self {
        Self { name, package, place: Place::PythonModule }
    }

    /// Does it come from `PyPI`, and not from Debian?
    pub fn is_python_module(&self) -> bool {
        self.place == Place::PythonModule
    }

    /// The name to be read by people.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The package that brings it.
    pub fn package(&self) -> &'static str {
        self.package
    }

    /// Where it lies, if it is there.
    pub fn path(&self) -> Option<PathBuf> {
        match self.place {
            Place::AnyFolder => in_folders(self.name, &env::var_os("PATH").unwrap_or_default()),
            Place::Exactly(path) => Some(PathBuf::from(path)).filter(|path| path.exists()),
            Place::PythonModule => in_environment(&python_environment(), self.name),
        }
    }
}

/// The environment of Python for tests. Its interpreter is `bin/python`.
pub fn python_environment() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("this crate lives in crates/test-programs").join("target/python")
}

/// The folder of a module in an environment of Python.
fn in_environment(environment: &Path, module: &str) -> Option<PathBuf> {
    let versions = environment.join("lib").read_dir().ok()?;
    let modules = versions.flatten().map(|version| version.path().join("site-packages").join(module));
    modules.into_iter().find(|module| module.exists())
}

/// The first file of this name in the folders of `path`, then in [`MORE_FOLDERS`].
fn in_folders(name: &str, path: &OsStr) -> Option<PathBuf> {
    let more = MORE_FOLDERS.iter().map(|folder| Path::new(folder).to_owned());
    env::split_paths(path).chain(more).map(|folder| folder.join(name)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_in_the_first_folder_that_has_it() {
        let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let path = env::join_paths([first.path(), second.path()]).unwrap();
        assert_eq!(in_folders("no-such-program", &path), None);
        std::fs::write(second.path().join("no-such-program"), "").unwrap();
        assert_eq!(in_folders("no-such-program", &path), Some(second.path().join("no-such-program")));
    }

    #[test]
    fn a_module_is_found_in_its_environment_only() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(in_environment(folder.path(), "pyarrow"), None);
        let module = folder.path().join("lib/python3.11/site-packages/pyarrow");
        std::fs::create_dir_all(&module).unwrap();
        assert_eq!(in_environment(folder.path(), "pyarrow"), Some(module));
        assert_eq!(in_environment(folder.path(), "pandas"), None);
    }

    #[test]
    fn a_file_is_found_in_its_place_only() {
        assert_eq!(Program::file("the root", "base-files", "/").path(), Some(PathBuf::from("/")));
        assert_eq!(Program::file("sh", "dash", "/nowhere/sh").path(), None);
    }
}
