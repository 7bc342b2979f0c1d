//! Looks for the weights of best-first searches that prove.

use patience::tuning::BestFirstAttempt;
use patience::{Effort, Solver, Table};
use search::{Budget, Outcome};

use super::climb::Climb;
use super::{solve, tables, weights};

/// Look for the weights of the best-first searches that prove
///
/// Deals that such a search proves lost are left out: they take as long with any weights. Weights are changed a few at a
/// time, and those are kept with which the others take fewer states in the mean. States are counted, which no other work
/// on the machine disturbs.
///
/// Copy what is printed to crates/patience/src/solve/portfolio.rs, and keep what it says there of the deals
/// it was found on true.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The deals to learn from; keep away from those that are reported on
    deals: String,
    /// The most states of a search; a deal that takes more counts as if it took these
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    #[command(flatten)]
    climb: Climb,
}

pub(super) fn look(args: &Args) -> Result<(), String> {
    let mut tables = tables(&args.deals)?;
    let mut first = solver(&args.climb.weights, args)?;
    tables.retain(|table| solve(&mut first, table, Budget::default()).outcome != Outcome::Unsolvable(()));
    args.climb.run(&tables, "states", |numbers| mean_states(numbers, args, &tables))
}

/// The mean states that a search with these weights takes.
fn mean_states(numbers: &[i32], args: &Args, tables: &[Table]) -> Result<f64, String> {
    let mut solver = solver(numbers, args)?;
    let states = tables.iter().map(|table| solve(&mut solver, table, Budget::default()).stats.nodes);
    Ok(states.sum::<u64>() as f64 / tables.len() as f64)
}

fn solver(numbers: &[i32], args: &Args) -> Result<Solver, String> {
    let attempt = BestFirstAttempt { name: "tried", weights: weights(numbers)?, nodes: args.nodes };
    Ok(Solver::new().with_effort(Effort::Guided).with_best_first(attempt))
}
