//! Programs that tests drive and Cargo does not bring, each with how to get it.
//!
//! A test asks for its programs with [`found_or_skipped`]. A missing program is a failure, unless the
//! environment variable [`SKIPS_FILE`] is set: then the test is skipped and adds one line to the file that the
//! variable names. `cargo xtask test` installs everything in [`ALL`]; `cargo xtask test --skip-missing` sets the
//! variable instead and counts the lines.

mod missing;
mod program;
mod skips;

pub use missing::Missing;
pub use program::{Program, python_environment};
pub use skips::{SKIPS_FILE, found_or_skipped};

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

/// Reads the Parquet files of surveys.
pub const PYARROW: Program = Program::python_module("pyarrow", "pyarrow==26.0.1");
/// Sends all kinds of requests to an API and compares the answers with its description.
pub const SCHEMATHESIS: Program = Program::python_module("schemathesis", "schemathesis==4.32.5");
/// Spreads surveys over the machines of a cluster.
pub const PYSPARK: Program = Program::python_module("pyspark", "pyspark==4.3.0");
/// The Java that Spark runs on.
pub const JAVA: Program = Program::command("java", "openjdk-17-jre-headless");

/// Runs the tests of the page.
pub const NODE: Program = Program::command("node", "nodejs");
/// Brings the libraries that these tests use.
pub const NPM: Program = Program::command("npm", "npm");
/// The browser in which they run.
pub const CHROMIUM: Program = Program::command("chromium", "chromium");

/// The environment variable by which `cargo xtask test --all` asks tests for everything they can do.
pub const ALL_TESTS: &str = "TAPIS_ALL_TESTS";

/// Every program that some test drives. Java and Spark are large and not among them: the test of a cluster is run where
/// Java is.
pub const ALL: [Program; 11] =
    [XVFB, XDOTOOL, XPAT2, X_FONTS, PYTHON, STRACE, PYARROW, SCHEMATHESIS, NODE, NPM, CHROMIUM];
