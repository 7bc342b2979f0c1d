//! `cargo xtask tune`: looks for a portfolio of guided searches, on deals that no report uses.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use patience::{Attempt, DealRange, Effort, Manner, Solver, Table, Weights};
use search::{Outcome, Unwatched};

/// How many numbers make up the weights of a search.
const NUMBERS: usize = 22;

/// Look for a portfolio of guided searches, one attempt after another
///
/// Each attempt is tuned on the deals that those before it leave: its weights are changed a few at a time,
/// and what lowers the states it expands for each deal it solves is kept. How many states it may expand
/// follows from the same measure: giving up and letting the next attempt try is cheaper than going on
/// where few more deals are won. States are counted, which no other work on the machine disturbs.
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
    /// Start here: left, breaks, over lower, over suit, over next, base, step, and for 0 to 4 free cells each
    /// with 0 to 2 empty columns
    #[arg(
        long,
        value_name = "22 NUMBERS",
        value_delimiter = ',',
        allow_hyphen_values = true,
        num_args = 1,
        default_value = "7,19,4,3,8,18,9,68,45,22,19,-4,-27,-11,-34,-57,2,-21,-44,-6,-29,-52"
    )]
    weights: Vec<i32>,
    /// Attempts known already, each as its states and its weights
    #[arg(long, value_name = "23 NUMBERS", value_delimiter = ',', allow_hyphen_values = true, num_args = 1)]
    known: Vec<i64>,
    /// How many attempts to look for
    #[arg(long, default_value_t = 4)]
    attempts: usize,
    /// States that an attempt may expand at most
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
    /// Minutes to look for each attempt
    #[arg(long, default_value_t = 5)]
    minutes: u64,
    /// Another seed tries other changes
    #[arg(long, default_value_t = 1)]
    seed: u64,
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
    for known in args.known.chunks(1 + NUMBERS) {
        let numbers: Vec<i32> = known[1..].iter().map(|&number| number as i32).collect();
        retain_unsolved(&mut tables, weights(&numbers)?, known[0].unsigned_abs());
    }
    let mut chance = Chance(args.seed);
    let mut found = args.weights.clone();
    for at in 1..=args.attempts {
        let learn = &tables[..args.most.min(tables.len())];
        let (numbers, value) = climb(&found, learn, args, &mut chance)?;
        println!(
            "attempt {at}: {} deals left, {:.1} states a deal solved, at most {} states: {:?}",
            tables.len(),
            value.cost,
            value.nodes,
            weights(&numbers)?
        );
        retain_unsolved(&mut tables, weights(&numbers)?, value.nodes);
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
    let mut value = Value::of(weights(&best)?, tables, args.nodes);
    println!("{} deals, {:.1} states a deal solved at first", tables.len(), value.cost);
    // Without cells only the first three numbers of their relief matter.
    let cells = tables.first().map_or(4, |table| usize::from(table.rules().cells));
    let matter = NUMBERS - 3 * (4 - cells.min(4));
    while started.elapsed() < Duration::from_secs(60 * args.minutes) {
        let mut tried = best.clone();
        for _ in 0..=chance.below(3) {
            let at = chance.below(matter.min(tried.len()));
            tried[at] += chance.below(13) as i32 - 6;
        }
        let cost = Value::of(weights(&tried)?, tables, args.nodes.min(2 * value.nodes));
        if cost.cost < value.cost {
            (best, value) = (tried, cost);
            let numbers: Vec<_> = best.iter().map(i32::to_string).collect();
            println!("{:.2} {},{}", value.cost, value.nodes, numbers.join(","));
        }
    }
    Ok((best, value))
}

/// What an attempt is worth.
#[derive(Clone, Copy)]
struct Value {
    /// States expanded for each deal solved.
    cost: f64,
    /// Where to give up, so that this is least.
    nodes: u64,
}

impl Value {
    fn of(weights: Weights, tables: &[Table], nodes: u64) -> Self {
        let mut solver = solver(weights, nodes);
        let mut spent: Vec<u64> = Vec::new();
        for table in tables {
            let report = solver.solve(table, &mut Unwatched);
            if matches!(report.outcome, Outcome::Solved(_)) {
                spent.push(report.stats.nodes);
            }
        }
        spent.sort_unstable();
        let mut best = Self { cost: f64::INFINITY, nodes };
        let mut sum = 0;
        for (at, &last) in spent.iter().enumerate() {
            sum += last;
            let solved = at + 1;
            let all = sum + last * (tables.len() - solved) as u64;
            let cost = all as f64 / solved as f64;
            if cost < best.cost {
                best = Self { cost, nodes: last };
            }
        }
        best
    }
}

fn retain_unsolved(tables: &mut Vec<Table>, weights: Weights, nodes: u64) {
    let mut solver = solver(weights, nodes);
    tables.retain(|table| !matches!(solver.solve(table, &mut Unwatched).outcome, Outcome::Solved(_)));
}

fn solver(weights: Weights, nodes: u64) -> Solver {
    let manner = Manner { weights, width: None, forget: None };
    Solver::new().with_effort(Effort::Guided).with_attempts(vec![Attempt { name: "tried", manner, nodes }])
}

fn weights(numbers: &[i32]) -> Result<Weights, String> {
    let &[left, breaks, over_lower, over_suit, over_next, base, step, ref relief @ ..] = numbers else {
        return Err(too_few(numbers));
    };
    let (cells, rest) = relief.as_chunks();
    let relief = cells.try_into().map_err(|_| too_few(numbers))?;
    if rest.is_empty() {
        Ok(Weights { left, breaks, over_lower, over_suit, over_next, base, step, relief })
    } else {
        Err(too_few(numbers))
    }
}

fn too_few(numbers: &[i32]) -> String {
    format!("{NUMBERS} numbers are wanted, not {}", numbers.len())
}

/// A small seeded source of numbers: the same changes are tried in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}
