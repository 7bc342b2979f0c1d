//! Looks for the weights of beams that find short lines.

use std::time::{Duration, Instant};

use patience::tuning::{Attempt, GuidedOptions, Steps};
use patience::{Effort, Solver, Table};
use search::{Budget, Outcome};

use super::chance::Chance;
use super::{list, solve, tables, weights, weights_that_matter};

/// A deal that the beam does not solve counts as if it took this many steps.
const UNSOLVED: u32 = 200;

/// Look for the weights of `--short`
///
/// Weights are changed a few at a time, and those are kept with which a beam finds shorter lines in the mean. The
/// weight of a step does not matter: all states of a layer are equally far.
///
/// Copy what is printed to crates/patience/src/solve/portfolio.rs, and keep what it says there of the deals
/// it was found on true.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The deals to learn from; keep away from those that are reported on
    #[arg(default_value = "FreeCell.301001..301200")]
    deals: String,
    /// Count moves of whole runs, not of single cards
    #[arg(long)]
    runs: bool,
    /// The width of the beam
    #[arg(long, default_value_t = 100)]
    width: usize,
    /// Start here: left, breaks, over lower, over suit, over next, base, step, and for 0 to 4 free cells each with 0
    /// to 2 empty columns
    #[arg(
        long,
        value_name = "22 NUMBERS",
        value_delimiter = ',',
        allow_hyphen_values = true,
        num_args = 1,
        default_value = "8,19,4,2,8,18,0,67,53,40,19,-9,-27,-11,-32,-36,7,-16,-37,-6,-47,-43"
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
    let tables = tables(&args.deals)?;
    let mut chance = Chance(args.seed);
    let mut best = args.weights.clone();
    let mut length = mean_length(&best, args, &tables)?;
    println!("{} deals, {length:.2} steps at first", tables.len());
    while started.elapsed() < Duration::from_secs(60 * args.minutes) {
        let tried = chance.vary(&best, weights_that_matter(&tables));
        let tried_length = mean_length(&tried, args, &tables)?;
        if tried_length < length {
            (best, length) = (tried, tried_length);
            println!("{length:.2} {}", list(&best));
        }
    }
    Ok(())
}

/// The mean length of the lines that a beam with these weights finds.
fn mean_length(numbers: &[i32], args: &Args, tables: &[Table]) -> Result<f64, String> {
    let options = GuidedOptions {
        width: Some(args.width),
        steps: if args.runs { Steps::AnyRuns } else { Steps::SingleCards },
        ..GuidedOptions::best_first(weights(numbers)?)
    };
    let attempt = Attempt { name: "tried", options, nodes: u64::MAX };
    let mut solver = Solver::new().with_effort(Effort::Guided).with_attempts(vec![attempt]);
    let steps = tables.iter().map(|table| {
        let report = solve(&mut solver, table, Budget::default());
        match report.outcome {
            // The move that wins leads out of the last layer.
            Outcome::Solved(_) => report.stats.depth + 1,
            Outcome::Unsolvable(()) | Outcome::GaveUp(_) => UNSOLVED,
        }
    });
    Ok(f64::from(steps.sum::<u32>()) / tables.len() as f64)
}
