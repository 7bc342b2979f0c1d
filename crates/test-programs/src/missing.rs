//! The programs that are not there, in one line.

use std::fmt::{self, Display, Formatter};

use crate::program::Program;

/// One program or several that are not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Never empty.
    programs: Vec<Program>,
}

impl Missing {
    /// Those of the programs that are not there, if any.
    pub fn among(programs: &[Program]) -> Option<Self> {
        let programs: Vec<_> = programs.iter().copied().filter(|program| program.path().is_none()).collect();
        (!programs.is_empty()).then_some(Self { programs })
    }

    /// Debian's packages that bring them.
    pub fn packages(&self) -> Vec<&'static str> {
        self.programs.iter().filter(|program| !program.is_python_module()).map(Program::package).collect()
    }

    /// The packages of Python that bring them.
    pub fn python_packages(&self) -> Vec<&'static str> {
        self.programs.iter().filter(|program| program.is_python_module()).map(Program::package).collect()
    }

    /// How to get them: `apt install xpat2; pip install pyarrow`.
    pub fn remedy(&self) -> String {
        let commands = [("apt install", self.packages()), ("pip install", self.python_packages())];
        let commands = commands.into_iter().filter(|(_, packages)| !packages.is_empty());
        let commands = commands.map(|(command, packages)| format!("{command} {}", packages.join(" ")));
        commands.collect::<Vec<_>>().join("; ")
    }
}

/// `Xvfb, xpat2 are missing`.
impl Display for Missing {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.programs.iter().map(Program::name).collect();
        write!(f, "{} {} missing", names.join(", "), if names.len() == 1 { "is" } else { "are" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHELL: Program = Program::command("sh", "dash");
    const NONE: Program = Program::command("no-such-program", "no-such-package");
    const NEITHER: Program = Program::file("no such font", "no-such-fonts", "/nowhere/font");

    #[test]
    fn what_is_missing_is_named_with_its_packages() {
        assert_eq!(Missing::among(&[SHELL]), None);
        let one = Missing::among(&[SHELL, NONE]).unwrap();
        assert_eq!(one.to_string(), "no-such-program is missing");
        let two = Missing::among(&[NONE, SHELL, NEITHER]).unwrap();
        assert_eq!(two.to_string(), "no-such-program, no such font are missing");
        assert_eq!(two.packages(), ["no-such-package", "no-such-fonts"]);
        let module =
            Missing::among(&[NONE, Program::python_module("no_such_module", "no_such_module")]).unwrap();
        assert_eq!(module.remedy(), "apt install no-such-package; pip install no_such_module");
    }
}
