//! `cargo xtask bench WHAT`: figures, each against a peer or as instruction counts.

mod deal;

use std::process::ExitCode;

use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum Bench {
    /// Deals a second of one core, and instructions a deal
    Deal,
}

pub(crate) fn run(bench: &Bench) -> ExitCode {
    let result = match bench {
        Bench::Deal => deal::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
