//! Climbing: weights are changed a few at a time, and a change that costs less is kept.

use std::time::{Duration, Instant};

use patience::Table;

use super::chance::Chance;
use super::{list, weights_that_matter};

/// Where a climb starts, and how long it goes on.
#[derive(clap::Args)]
pub(super) struct Climb {
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
    pub(super) weights: Vec<i32>,
    /// Minutes to look
    #[arg(long, default_value_t = 10)]
    minutes: u64,
    /// Another seed tries other changes
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Climb {
    /// Looks for weights with a lower mean cost on these tables, and prints each that it finds; `unit` names the cost.
    pub(super) fn run(
        &self,
        tables: &[Table],
        unit: &str,
        mean_cost: impl Fn(&[i32]) -> Result<f64, String>,
    ) -> Result<(), String> {
        let started = Instant::now();
        let mut chance = Chance(self.seed);
        let mut best = self.weights.clone();
        let mut cost = mean_cost(&best)?;
        println!("{} deals, {cost:.2} {unit} at first", tables.len());
        while started.elapsed() < Duration::from_secs(60 * self.minutes) {
            let tried = chance.vary(&best, weights_that_matter(tables));
            let tried_cost = mean_cost(&tried)?;
            if tried_cost < cost {
                (best, cost) = (tried, tried_cost);
                println!("{cost:.2} {}", list(&best));
            }
        }
        Ok(())
    }
}
