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

    /// The packages that bring them.
    pub fn packages(&self) -> Vec<&'static str> {
        self.programs.iter().map(Program::package).collect()
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
    }
}
