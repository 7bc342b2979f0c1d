//! Programs that tests drive and Cargo does not bring, each with how to get it.
//!
//! A test asks for its programs with [`found_or_skipped`]. A missing program is a failure, unless the
//! environment variable [`SKIPS_FILE`] is set: then the test is skipped and adds one line to the file that the
//! variable names. `cargo xtask test` installs everything in [`ALL`]; `cargo xtask test --skip-missing` sets the
//! variable instead and counts the lines.

mod missing;
mod program;
mod pypi;
mod skips;

pub use missing::Missing;
pub use program::Program;
pub use pypi::PyPiProgram;
pub use skips::{SKIPS_FILE, found_or_skipped, installed_or_skipped};

/// The X server without a screen.
pub const XVFB: Program = Program::command("Xvfb", "xvfb");
/// Moves the mouse and clicks.
pub const XDOTOOL: Program = Program::command("xdotool", "xdotool");
/// The patience program whose deals and saves Tapis shares.
pub const XPAT2: Program = Program::command("xpat2", "xpat2");
/// The fonts that X programs of xpat2's age expect.
pub const X_FONTS: Program =
    Program::file("the X font 6x13", "xfonts-base", "/usr/share/fonts/X11/misc/6x13-ISO8859-1.pcf.gz");

/// Runs the second verifier of certificates.
pub const PYTHON: Program = Program::command("python3", "python3");

/// Writes down the system calls of a program.
pub const STRACE: Program = Program::command("strace", "strace");

/// Sends all kinds of requests to an API and compares the answers with its description.
pub const SCHEMATHESIS: PyPiProgram = PyPiProgram::new("schemathesis", "4.32.5");

/// Every program of Debian that some test drives.
pub const ALL: [Program; 6] = [XVFB, XDOTOOL, XPAT2, X_FONTS, PYTHON, STRACE];
