//! Looks for the weights of best-first searches that prove.

use std::time::{Duration, Instant};

use patience::tuning::BestFirstAttempt;
use patience::{Effort, Solver, Table};
use search::{Budget, Outcome};

use super::chance::Chance;
use super::{list, solve, tables, weights, weights_that_matter};

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
    /// Start here: left, breaks, over lower, over suit, over next, base, step, and for 0 to 4 free cells each with 0
    /// to 2 empty columns
    #[arg(
        long,
        value_name = "22 NUMBERS",
        value_delimiter = ',',
        allow_hyphen_values = true,
        num_args = 1,
        default_value = "8,19,4,2,8,18,9,67,53,40,19,-9,-27,-11,-32,-36,7,-16,-37,-6,-47,-43"
    )]
    weights: Vec<i32>,
    /// Minutes to look
    #[arg(long, default_value_t = 10)]
    minutes: u64,
    /// Another seed tries other changes
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn look(args: &Args) -> Result<(), String> {
    let started = Instant::now();
    let mut tables = tables(&args.deals)?;
    let mut best = args.weights.clone();
    let mut first = solver(&best, args)?;
    tables.retain(|table| solve(&mut first, table, Budget::default()).outcome != Outcome::Unsolvable(()));
    let mut chance = Chance(args.seed);
    let mut states = mean_states(&best, args, &tables)?;
    println!("{} deals, {states:.1} states at first", tables.len());
    while started.elapsed() < Duration::from_secs(60 * args.minutes) {
        let tried = chance.vary(&best, weights_that_matter(&tables));
        let tried_states = mean_states(&tried, args, &tables)?;
        if tried_states < states {
            (best, states) = (tried, tried_states);
            println!("{states:.1} {}", list(&best));
        }
    }
    Ok(())
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
