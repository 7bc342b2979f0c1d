//! Looks for guided searches that win at once.

use std::time::{Duration, Instant};

use patience::tuning::{Attempt, GuidedOptions, ProgressLimit};
use patience::{Effort, Solver, Table};
use search::{Budget, Outcome};

use super::chance::Chance;
use super::{WEIGHTS, list, solve, tables, weights, weights_that_matter};

/// How many numbers make up an attempt: its limit of progress and its weights.
const NUMBERS: usize = 2 + WEIGHTS;

/// The cost to make least is the states expanded for each deal solved, over the share of the deals that are solved to
/// this power. With 0 an attempt would take the easy deals and leave; but the next one pays about half as much
/// again for each deal, so the last ones may cost more than those before them.
const KEENNESS: f64 = 0.5;

/// Look for guided searches, one attempt after another
///
/// Each attempt is tuned on the deals that those before it leave: its weights and its limit of progress are changed a few
/// at a time, and what lowers the states it expands for each deal it solves is kept. A low limit gives up
/// early and lets the next attempt try, a high one wins more deals. States are counted, which no other work on
/// the machine disturbs.
///
/// Copy what is printed to crates/patience/src/solve/portfolio.rs, and keep what it says there of the deals
/// it was found on true.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The deals to learn from; keep away from 1..20000, which are reported on
    #[arg(default_value = "FreeCell.20001..30000")]
    deals: String,
    /// Learn each attempt from this many deals at most
    #[arg(long, default_value_t = 1500)]
    most: usize,
    /// Start here: states at the start and per gain, left, breaks, over lower, over suit, over next, base, step,
    /// and for 0 to 4 free cells each with 0 to 2 empty columns
    #[arg(
        long,
        value_name = "24 NUMBERS",
        value_delimiter = ',',
        allow_hyphen_values = true,
        num_args = 1,
        default_value = "10,130,7,19,4,3,8,18,9,68,45,23,19,-4,-22,-11,-32,-27,2,-25,-41,-6,-42,-44"
    )]
    weights: Vec<i32>,
    /// Attempts known already
    #[arg(
        long,
        value_name = "24 NUMBERS EACH",
        value_delimiter = ',',
        allow_hyphen_values = true,
        num_args = 1
    )]
    known: Vec<i32>,
    /// How many attempts to look for
    #[arg(long, default_value_t = 4)]
    attempts: usize,
    /// Minutes to look for each attempt
    #[arg(long, default_value_t = 5)]
    minutes: u64,
    /// Another seed tries other changes
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn look(args: &Args) -> Result<(), String> {
    let mut tables = tables(&args.deals)?;
    for known in args.known.chunks(NUMBERS) {
        retain_unsolved(&mut tables, options(known)?);
    }
    let mut chance = Chance(args.seed);
    let mut found = args.weights.clone();
    for at in 1..=args.attempts {
        let learn = &tables[..args.most.min(tables.len())];
        let (numbers, value) = climb(&found, learn, args, &mut chance)?;
        println!(
            "attempt {at}: {} deals left, {:.1} states a deal solved, {:.3} of them: {}",
            tables.len(),
            value.cost,
            value.share,
            list(&numbers)
        );
        retain_unsolved(&mut tables, options(&numbers)?);
        found = numbers;
    }
    println!("{} deals left", tables.len());
    Ok(())
}

/// Changes weights as long as there is time, and keeps what helps.
fn climb(
    start: &[i32],
    tables: &[Table],
    args: &Args,
    chance: &mut Chance,
) -> Result<(Vec<i32>, Value), String> {
    let started = Instant::now();
    let mut best = start.to_vec();
    let mut value = Value::of(options(&best)?, tables);
    println!("{} deals, {:.1} states a deal solved at first", tables.len(), value.cost);
    while started.elapsed() < Duration::from_secs(60 * args.minutes) {
        let tried = chance.vary(&best, 2 + weights_that_matter(tables));
        let cost = Value::of(options(&tried)?, tables);
        if cost.regret < value.regret {
            (best, value) = (tried, cost);
            println!("{:.2} {:.3} {}", value.cost, value.share, list(&best));
        }
    }
    Ok((best, value))
}

/// The worth of an attempt.
#[derive(Clone, Copy)]
struct Value {
    /// States expanded for each deal solved.
    cost: f64,
    /// The share of the deals that it solves.
    share: f64,
    /// The cost to make least.
    regret: f64,
}

impl Value {
    fn of(options: GuidedOptions, tables: &[Table]) -> Self {
        let mut solver = solver(options);
        let (mut solved, mut spent) = (0_u32, 0);
        for table in tables {
            let report = solve(&mut solver, table, Budget::default());
            solved += u32::from(matches!(report.outcome, Outcome::Solved(_)));
            spent += report.stats.nodes;
        }
        let cost = spent as f64 / f64::from(solved);
        let share = f64::from(solved) / tables.len() as f64;
        Self { cost, share, regret: cost / share.powf(KEENNESS) }
    }
}

fn retain_unsolved(tables: &mut Vec<Table>, options: GuidedOptions) {
    let mut solver = solver(options);
    tables
        .retain(|table| !matches!(solve(&mut solver, table, Budget::default()).outcome, Outcome::Solved(_)));
}

fn solver(options: GuidedOptions) -> Solver {
    let attempt = Attempt { name: "tried", options, nodes: u64::MAX };
    Solver::new().with_effort(Effort::Guided).with_attempts(vec![attempt])
}

fn options(numbers: &[i32]) -> Result<GuidedOptions, String> {
    let &[first, pace, ref rest @ ..] = numbers else {
        return Err(format!("{NUMBERS} numbers are wanted, not {}", numbers.len()));
    };
    let progress =
        ProgressLimit { at_start: first.max(1).unsigned_abs(), per_gain: pace.max(0).unsigned_abs() };
    Ok(GuidedOptions { progress: Some(progress), ..GuidedOptions::best_first(weights(rest)?) })
}
