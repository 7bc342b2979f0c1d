//! Looks for the weights of beams that find short lines.

use patience::tuning::{Attempt, GuidedOptions, Steps};
use patience::{Effort, Solver, Table};
use search::{Budget, Outcome};

use super::climb::Climb;
use super::{solve, tables, weights};

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
    #[command(flatten)]
    climb: Climb,
}

pub(super) fn look(args: &Args) -> Result<(), String> {
    let tables = tables(&args.deals)?;
    args.climb.run(&tables, "steps", |numbers| mean_length(numbers, args, &tables))
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
