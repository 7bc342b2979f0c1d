//! `cargo xtask tune`: looks for better weights of a guided search, on deals that no report uses.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use patience::{Attempt, DealRange, Effort, Manner, Solver, Table, Weights};
use search::{Outcome, Unwatched};

/// Look for better weights of a guided search by changing a few at a time
///
/// Counts expanded states, which no other work on the machine disturbs. Start from the weights of the
/// portfolio (crates/patience/src/solve/portfolio.rs) and copy what is printed last back there. A later
/// attempt of a portfolio is tuned on those deals that the earlier one leaves (--after).
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The deals to learn from; keep away from 1..20000, which are reported on
    #[arg(default_value = "FreeCell.20001..24000")]
    deals: String,
    /// Start here: left, breaks, over lower, over suit, over next, base, space, free cells 0 to 4, step
    #[arg(
        long,
        value_name = "13 NUMBERS",
        value_delimiter = ',',
        allow_hyphen_values = true,
        num_args = 1,
        default_value = "7,19,4,0,8,18,15,58,13,-11,15,0,15"
    )]
    weights: Vec<i32>,
    /// Only deals that a search with these weights does not solve within --nodes
    #[arg(long, value_name = "13 NUMBERS", value_delimiter = ',', allow_hyphen_values = true, num_args = 1)]
    after: Option<Vec<i32>>,
    /// States a deal may take
    #[arg(long, default_value_t = 400)]
    nodes: u64,
    /// What a deal that is not solved counts for, beside its states
    #[arg(long, default_value_t = 500)]
    penalty: u64,
    /// Minutes to look
    #[arg(long, default_value_t = 10)]
    minutes: u64,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match look(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn look(args: &Args) -> Result<(), String> {
    let range: DealRange = args.deals.parse().map_err(|error: patience::NoDeal| error.to_string())?;
    let mut tables: Vec<Table> = range.seeds().map(|seed| range.rules.deal(seed)).collect();
    if let Some(after) = &args.after {
        let mut solver = solver(weights(after)?, args.nodes);
        tables.retain(|table| !matches!(solver.solve(table, &mut Unwatched).outcome, Outcome::Solved(_)));
    }
    let mut best = args.weights.clone();
    let mut least = cost(weights(&best)?, &tables, args);
    println!("{} deals, {least:.1} states a deal at first", tables.len());
    let mut chance = Chance(1);
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(60 * args.minutes) {
        let mut tried = best.clone();
        for _ in 0..=chance.below(3) {
            let at = chance.below(tried.len());
            tried[at] += chance.below(9) as i32 - 4;
        }
        let cost = cost(weights(&tried)?, &tables, args);
        if cost < least {
            (best, least) = (tried, cost);
            let numbers: Vec<_> = best.iter().map(i32::to_string).collect();
            println!("{least:.1} {}", numbers.join(","));
        }
    }
    println!("{:#?}", weights(&best)?);
    Ok(())
}

/// The mean of the states a deal takes.
fn cost(weights: Weights, tables: &[Table], args: &Args) -> f64 {
    let mut solver = solver(weights, args.nodes);
    let mut sum = 0;
    for table in tables {
        let report = solver.solve(table, &mut Unwatched);
        let penalty = if matches!(report.outcome, Outcome::Solved(_)) { 0 } else { args.penalty };
        sum += report.stats.nodes + penalty;
    }
    sum as f64 / tables.len() as f64
}

fn solver(weights: Weights, nodes: u64) -> Solver {
    let manner = Manner { weights, width: None, forget: None };
    Solver::new().with_effort(Effort::Guided).with_attempts(vec![Attempt { name: "tried", manner, nodes }])
}

fn weights(numbers: &[i32]) -> Result<Weights, String> {
    let &[left, breaks, over_lower, over_suit, over_next, base, space, c0, c1, c2, c3, c4, step] = numbers
    else {
        return Err(format!("13 numbers are wanted, not {}", numbers.len()));
    };
    let free_cells = [c0, c1, c2, c3, c4];
    Ok(Weights { left, breaks, over_lower, over_suit, over_next, base, space, free_cells, step })
}

/// A small seeded source of numbers: the same changes are tried in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}
