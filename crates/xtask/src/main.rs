//! Chores of the workspace. `cargo xtask test` is the one test command.

mod bench;
mod browser;
mod chore;
mod cluster;
mod fresh;
mod fuzz;
mod packages;
mod pictures;
mod skips;
mod test;
mod tune;
mod wordlist;

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
    Test(test::Args),
    /// Measure speed
    #[command(subcommand)]
    Bench(bench::Bench),
    Fresh(fresh::Args),
    Fuzz(fuzz::Args),
    /// Draw the pictures of the documentation
    Pictures,
    /// Find the numbers of the patience searches again
    #[command(subcommand)]
    Tune(tune::Tune),
    /// Fetch the classic French word list that benches read
    Wordlist,
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Test(args) => test::run(&args),
        Command::Bench(what) => bench::run(&what),
        Command::Fresh(args) => fresh::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Pictures => pictures::run(),
        Command::Tune(what) => tune::run(&what),
        Command::Wordlist => wordlist::run(),
    }
}
