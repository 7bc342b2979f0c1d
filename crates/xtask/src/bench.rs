//! `cargo xtask bench WHAT`: figures, each against a peer or as instruction counts.

mod deal;
mod figures;
mod lexicon;
mod patience;
mod peg;
mod rummy;
mod survey;
mod web;

use std::process::ExitCode;

use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum Bench {
    /// Deals a second of one core, and instructions a deal
    Deal,
    /// Dictionaries compared with `fst` and a plain trie; writes docs/benchmarks-lexicon.md
    Lexicon,
    /// Peg solitaire; writes docs/benchmarks-peg.md
    Peg,
    Patience(patience::Args),
    Rummy(rummy::Args),
    /// Surveys: deals per second per game, one core against two, overhead over the bare solver; writes
    /// docs/benchmarks-survey.md
    Survey,
    /// The page of `tapis serve`: start-up and weight; writes docs/benchmarks-web.md
    Web,
}

pub(crate) fn run(bench: &Bench) -> ExitCode {
    let result = match bench {
        Bench::Deal => deal::run(),
        Bench::Lexicon => lexicon::run(),
        Bench::Peg => peg::run(),
        Bench::Patience(args) => patience::run(args),
        Bench::Rummy(args) => rummy::run(args),
        Bench::Survey => survey::run(),
        Bench::Web => web::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The middle one of some numbers, or the mean of two.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    if numbers.len().is_multiple_of(2) {
        f64::midpoint(numbers[middle - 1], numbers[middle])
    } else {
        numbers[middle]
    }
}
