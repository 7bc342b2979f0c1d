//! `cargo xtask tune`: finds the numbers of crates/patience/src/solve/portfolio.rs again, on deals that no report uses.

mod best_first;
mod chance;
mod climb;
mod short;
mod stages;
mod weights;

use std::process::ExitCode;

use clap::Subcommand;
use patience::tuning::Weights;
use patience::{DealRange, Report, Solver, Table};
use search::{Budget, Run, Unwatched};

/// How many numbers make up weights.
const WEIGHTS: usize = 22;

#[derive(Subcommand)]
pub(crate) enum Tune {
    Weights(weights::Args),
    Stages(stages::Args),
    Short(short::Args),
    BestFirst(best_first::Args),
}

pub(crate) fn run(tune: &Tune) -> ExitCode {
    let done = match tune {
        Tune::Weights(args) => weights::look(args),
        Tune::Stages(args) => stages::look(args),
        Tune::Short(args) => short::look(args),
        Tune::BestFirst(args) => best_first::look(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The tables of a range of deals.
fn tables(deals: &str) -> Result<Vec<Table>, String> {
    let range: DealRange = deals.parse().map_err(|error: patience::NoDeal| error.to_string())?;
    Ok(range.seeds().map(|seed| range.rules.deal(seed)).collect())
}

fn solve(solver: &mut Solver, table: &Table, budget: Budget) -> Report {
    let report = solver.solve(table, &mut Run::new(budget, &mut Unwatched));
    report.unwrap_or_else(|why| panic!("{why}"))
}

/// Weights in the order in which they are printed.
fn weights(numbers: &[i32]) -> Result<Weights, String> {
    let too_few = || format!("{WEIGHTS} weights are wanted, not {}", numbers.len());
    let &[left, breaks, over_lower, over_suit, over_next, base, step, ref room @ ..] = numbers else {
        return Err(too_few());
    };
    let (cells, rest) = room.as_chunks();
    let room = cells.try_into().map_err(|_| too_few())?;
    if rest.is_empty() {
        Ok(Weights { left, breaks, over_lower, over_suit, over_next, base, step, room })
    } else {
        Err(too_few())
    }
}

/// How many of the weights matter in a game: without cells only the first three numbers of their relief do.
fn weights_that_matter(tables: &[Table]) -> usize {
    let cells = tables.first().map_or(4, |table| usize::from(table.rules().cells));
    WEIGHTS - 3 * (4 - cells.min(4))
}

fn list(numbers: &[i32]) -> String {
    numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(",")
}
