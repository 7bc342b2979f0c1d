//! Decides a range of in-suit deals in one process and sums up what it cost:
//! `cargo run --release -p patience --example range -- Seahaven.1..1000`.
//!
//! A second argument of any kind prints a line for each deal as well.

use std::error::Error;
use std::fs;
use std::time::Instant;

use patience::{DealRange, MidnightOilSolver, Report, SeahavenSolver, Table};
use search::{Budget, Outcome, Unwatched};

#[derive(Default)]
struct Solvers {
    midnight_oil: MidnightOilSolver,
    seahaven: SeahavenSolver,
}

impl Solvers {
    fn solve(&mut self, table: &Table) -> Result<Report, Box<dyn Error>> {
        if MidnightOilSolver::accepts(table.rules()) {
            Ok(self.midnight_oil.solve(table, Budget::default(), &mut Unwatched))
        } else if SeahavenSolver::accepts(table.rules()) {
            Ok(self.seahaven.solve(table, Budget::default(), &mut Unwatched))
        } else {
            Err("not a game of building in suit".into())
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let range: DealRange = std::env::args().nth(1).ok_or("which deals?")?.parse()?;
    let each = std::env::args().nth(2).is_some();
    let mut solvers = Solvers::default();
    let mut verdicts = [0; 3];
    let (mut nodes, mut stored, mut times) = (Vec::new(), Vec::new(), Vec::new());
    let begin = cpu_time();
    for seed in range.seeds() {
        let start = Instant::now();
        let report = solvers.solve(&range.rules.deal(seed))?;
        times.push(start.elapsed().as_nanos() as u64);
        nodes.push(report.stats.nodes);
        stored.push(report.stats.stored);
        let verdict = match report.outcome {
            Outcome::Solved(_) => 0,
            Outcome::Unsolvable => 1,
            Outcome::GaveUp(_) => 2,
        };
        verdicts[verdict] += 1;
        if each {
            let verdict = ["solved", "impossible", "gave_up"][verdict];
            println!("{}.{}\t{verdict}\t{}", range.rules.name(), seed.number(), report.stats.nodes);
        }
    }
    let cpu = (cpu_time() - begin) / times.len() as u64;
    let [solved, impossible, gave_up] = verdicts;
    eprintln!("{solved} solved, {impossible} impossible, {gave_up} given up");
    eprintln!("CPU per deal, dealing included: {cpu} ns");
    summary("ns per deal", times);
    summary("positions kept per deal", stored);
    summary("positions searched per deal", nodes);
    Ok(())
}

fn summary(what: &str, mut values: Vec<u64>) {
    values.sort_unstable();
    let at = |part: f64| values[((values.len() - 1) as f64 * part) as usize];
    let mean = values.iter().sum::<u64>() / values.len() as u64;
    eprintln!("{what}: mean {mean}, median {}, p99 {}, most {}", at(0.5), at(0.99), at(1.0));
}

/// Nanoseconds that this thread has run, where the system tells.
fn cpu_time() -> u64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(0)
}
