//! `xpatsolver`: the classic interface to the patience games.

use std::process::ExitCode;

fn main() -> ExitCode {
    app::run_xpatsolver(std::env::args_os())
}
