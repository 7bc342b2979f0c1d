//! The command line of `tapis`: which commands there are and how one is run.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::exit::{self, Exit, Fault};
use crate::{commands, interrupt, process_memory};

/// Solve, prove, play and survey table games.
///
/// Exit codes: 0 yes or solved, 1 no, not won or given up, 2 proven impossible, 64 and above an error,
/// 130 stopped by Ctrl-C, 143 by SIGTERM.
#[derive(Parser)]
#[command(name = "tapis", version, long_version = LONG_VERSION, propagate_version = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (",
    env!("BUILT_FOR"),
    ")\nlicence MIT OR Apache-2.0\nsolves, proves, plays and surveys patience, peg solitaire and rummy"
);

#[derive(Subcommand)]
enum Command {
    Deal(commands::deal::Args),
    Check(commands::check::Args),
    Solve(commands::solve::Args),
    Play(Box<commands::play::Args>),
    Serve(commands::serve::Args),
    Hint(commands::hint::Args),
    Convert(commands::convert::Args),
    Rate(commands::rate::Args),
    Hunt(commands::hunt::Args),
    Survey(Box<commands::survey::Args>),
    Prove(commands::prove::Args),
    Verify(commands::verify::Args),
    Peg(commands::peg::Args),
    Words(commands::words::Args),
    Rummy(commands::rummy::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
}

impl Command {
    fn run(self) -> Result<Exit, Fault> {
        match self {
            Self::Deal(args) => commands::deal::run(&args),
            Self::Check(args) => commands::check::run(&args),
            Self::Solve(args) => commands::solve::run(&args),
            Self::Play(args) => commands::play::run(&args),
            Self::Serve(args) => commands::serve::run(&args),
            Self::Hint(args) => commands::hint::run(&args),
            Self::Convert(args) => commands::convert::run(&args),
            Self::Rate(args) => commands::rate::run(&args),
            Self::Hunt(args) => commands::hunt::run(&args),
            Self::Survey(args) => commands::survey::run(&args),
            Self::Prove(args) => commands::prove::run(&args),
            Self::Verify(args) => commands::verify::run(&args),
            Self::Peg(args) => commands::peg::run(&args),
            Self::Words(args) => commands::words::run(&args),
            Self::Rummy(args) => commands::rummy::run(&args),
            Self::Completions(args) => commands::completions::run(&args),
            Self::Man(args) => commands::man::run(&args),
        }
    }
}

/// Runs `tapis` with these arguments, the program's name first.
pub fn run_tapis(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    interrupt::outlive_file_limits();
    process_memory::share_one_heap();
    match Cli::try_parse_from(args) {
        Ok(cli) => exit::conclude("tapis", cli.command.run()),
        Err(error) => exit::usage("tapis", &error),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
