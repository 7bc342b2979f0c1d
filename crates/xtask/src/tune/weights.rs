//! `cargo xtask tune`: looks for a portfolio of guided searches, on deals that no report uses.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use patience::tuning::{Attempt, GuidedOptions, ProgressLimit, Weights};
use patience::{DealRange, Effort, Report, Solver, Table};
use search::{Budget, Outcome, Run, Unwatched};

/// How many numbers make up an attempt: its limit of progress and its weights.
const NUMBERS: usize = 24;

/// The cost to make least is the states expanded for each deal solved, over the share of the deals that are solved to
/// this power. With 0 an attempt would take the easy deals and leave; but the next one pays about half as much
/// again for each deal, so the last ones may cost more than those before them.
const KEENNESS: f64 = 0.5;

/// Look for a portfolio of guided searches, one attempt after another
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
    // Without cells only the first three numbers of their relief matter.
    let cells = tables.first().map_or(4, |table| usize::from(table.rules().cells));
    let matter = NUMBERS - 3 * (4 - cells.min(4));
    while started.elapsed() < Duration::from_secs(60 * args.minutes) {
        let mut tried = best.clone();
        for _ in 0..=chance.below(3) {
            let at = chance.below(matter.min(tried.len()));
            tried[at] += chance.below(13) as i32 - 6;
        }
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
            let report = solve(&mut solver, table);
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
    tables.retain(|table| !matches!(solve(&mut solver, table).outcome, Outcome::Solved(_)));
}

fn solve(solver: &mut Solver, table: &Table) -> Report {
    let report = solver.solve(table, &mut Run::new(Budget::default(), &mut Unwatched));
    report.unwrap_or_else(|why| panic!("{why}"))
}

fn solver(options: GuidedOptions) -> Solver {
    let attempt = Attempt { name: "tried", options, nodes: u64::MAX };
    Solver::new().with_effort(Effort::Guided).with_attempts(vec![attempt])
}

fn options(numbers: &[i32]) -> Result<GuidedOptions, String> {
    let &[first, pace, left, breaks, over_lower, over_suit, over_next, base, step, ref room @ ..] = numbers
    else {
        return Err(too_few(numbers));
    };
    let (cells, rest) = room.as_chunks();
    let room = cells.try_into().map_err(|_| too_few(numbers))?;
    if !rest.is_empty() {
        return Err(too_few(numbers));
    }
    let progress =
        ProgressLimit { at_start: first.max(1).unsigned_abs(), per_gain: pace.max(0).unsigned_abs() };
    let weights = Weights { left, breaks, over_lower, over_suit, over_next, base, step, room };
    Ok(GuidedOptions { progress: Some(progress), ..GuidedOptions::best_first(weights) })
}

fn list(numbers: &[i32]) -> String {
    numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(",")
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
