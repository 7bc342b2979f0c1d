//! Chores of the workspace. `cargo xtask test` is the one test command.

mod chore;
mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chores of the workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Format check, clippy, all tests, doc tests, documentation
    Test,
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Test => test::run(),
    }
}
