//! How the programs end: verdicts as exit codes, errors as one line and a code of sysexits.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use patience::SolveError;

use crate::interrupt;

/// The exit codes. They are stable: scripts rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Yes, solved, won, legal.
    Yes = 0,
    /// No, not won, not legal, given up.
    No = 1,
    /// Proven impossible.
    Impossible = 2,
    /// The command line is wrong.
    Usage = 64,
    /// The contents of a file are wrong.
    Data = 65,
    /// A file cannot be read.
    NoInput = 66,
    /// An address cannot be had.
    Unavailable = 69,
    /// A fault of the program itself.
    Software = 70,
    /// A file cannot be written.
    CannotCreate = 73,
    /// Reading or writing failed half-way.
    Io = 74,
    /// Stopped by Ctrl-C.
    Interrupted = 130,
    /// Stopped by SIGTERM.
    Terminated = 143,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// An error on its way to the user: one line, and the code to leave with.
#[derive(Debug)]
pub struct Fault {
    exit: Exit,
    message: String,
}

impl Fault {
    /// The command line asks for something that cannot be.
    pub fn usage(message: impl Display) -> Self {
        Self { exit: Exit::Usage, message: message.to_string() }
    }

    /// The input makes no sense.
    pub fn data(message: impl Display) -> Self {
        Self { exit: Exit::Data, message: message.to_string() }
    }

    /// The program broke a promise of its own; nothing it would say can be trusted.
    pub fn software(message: impl Display) -> Self {
        Self { exit: Exit::Software, message: message.to_string() }
    }

    /// Ctrl-C or SIGTERM came before there was anything to report.
    pub(crate) fn stopped() -> Self {
        Self { exit: interrupt::exit().unwrap_or(Exit::Interrupted), message: interrupt::reason().to_owned() }
    }

    /// There is nothing to read.
    pub fn no_input(message: impl Display) -> Self {
        Self { exit: Exit::NoInput, message: message.to_string() }
    }

    /// An address cannot be had.
    pub fn unavailable(message: impl Display) -> Self {
        Self { exit: Exit::Unavailable, message: message.to_string() }
    }

    /// `path` cannot be read.
    pub fn cannot_read(path: &Path, error: &io::Error) -> Self {
        Self { exit: Exit::NoInput, message: format!("cannot read {}: {error}", path.display()) }
    }

    /// The fault as one of a line of a file, counted from 1.
    pub(crate) fn in_line(self, file: impl Display, line: usize) -> Self {
        Self::data(format!("{file}: line {line}: {}", self.message))
    }

    /// A file has no place to be written to.
    pub(crate) fn cannot_create(message: impl Display) -> Self {
        Self { exit: Exit::CannotCreate, message: message.to_string() }
    }

    /// `path` cannot be written.
    pub fn cannot_write(path: &Path, error: &io::Error) -> Self {
        Self { exit: Exit::CannotCreate, message: format!("cannot write {}: {error}", path.display()) }
    }
}

impl Fault {
    /// This fault where work is left undone when the reader of standard output goes away.
    pub(crate) fn with_work_undone(self) -> Self {
        if self.exit == Exit::Yes { Self { exit: Exit::Io, ..self } } else { self }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(&self.message))
    }
}

impl From<SolveError> for Fault {
    /// A solver that has nothing to report: a fault of its own, or rules that it does not know.
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::NotSupported(why) => Self::usage(format!("{why}; leave out --xpat2-rules")),
            SolveError::Internal(why) => Self::software(why),
        }
    }
}

impl From<std::convert::Infallible> for Fault {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}

impl From<io::Error> for Fault {
    /// A failed write to standard output. A reader that went away is not a fault: `tapis … | head` is quiet.
    fn from(error: io::Error) -> Self {
        let exit = if error.kind() == io::ErrorKind::BrokenPipe { Exit::Yes } else { Exit::Io };
        Self { exit, message: error.to_string() }
    }
}

/// Turns the result of a command into the exit code, printing the one line of an error.
pub(crate) fn conclude(program: &str, result: Result<Exit, Fault>) -> ExitCode {
    match result {
        Ok(exit) => exit.into(),
        Err(fault) => {
            if fault.exit != Exit::Yes {
                // A reader that went away cannot be reached.
                let _ = writeln!(anstream::stderr(), "{program}: {fault}");
            }
            fault.exit.into()
        }
    }
}

/// Prints the help that was asked for, or one line about a wrong command line. That leaves with 64, never with a
/// verdict's code.
pub(crate) fn usage(program: &str, error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if error.use_stderr() && error.kind() != DisplayHelpOnMissingArgumentOrSubcommand {
        return conclude(program, Err(Fault::usage(complaint(&error.to_string()))));
    }
    // A reader that went away cannot be reached.
    let _ = error.print();
    if error.use_stderr() { Exit::Usage.into() } else { Exit::Yes.into() }
}

/// The sentence in the text of a parser's error, which also has a title, a usage line and a pointer to the help.
pub(crate) fn complaint(text: &str) -> String {
    let sentence = text.split("\n\nUsage:").next().unwrap_or(text);
    let sentence = sentence.split("\n\nFor more information").next().unwrap_or(sentence);
    let sentence = one_line(sentence.strip_prefix("error: ").unwrap_or(sentence));
    format!("{}; see --help", sentence.replace(":; ", ": "))
}

fn one_line(message: &str) -> String {
    message.split(['\n', '\r']).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}
