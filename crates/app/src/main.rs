//! `tapis`: solves, proves, plays and surveys table games.

use std::process::ExitCode;

fn main() -> ExitCode {
    app::run_tapis(std::env::args_os())
}
