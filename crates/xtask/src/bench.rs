//! `cargo xtask bench WHAT`: figures, each against a peer or as instruction counts.

mod deal;
mod lexicon;

use std::process::ExitCode;

use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum Bench {
    /// Deals a second of one core, and instructions a deal
    Deal,
    /// Dictionaries beside `fst` and a plain trie; writes docs/benchmarks-lexicon.md
    Lexicon,
}

pub(crate) fn run(bench: &Bench) -> ExitCode {
    let result = match bench {
        Bench::Deal => deal::run(),
        Bench::Lexicon => lexicon::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
