//! Solves a range of deals and counts the verdicts: `solve_range FreeCell.1..1000`.

use patience::{DealRange, Solver};
use search::{Budget, Outcome, Run, Unwatched};

fn main() {
    let name = std::env::args().nth(1).unwrap_or_else(|| "FreeCell.1..1000".to_owned());
    let range: DealRange = match name.parse() {
        Ok(range) => range,
        Err(why) => return eprintln!("{why}"),
    };
    let mut solver = Solver::new();
    let mut counts = [0; 3];
    let mut nodes = 0;
    for seed in range.seeds() {
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::default(), &mut watch);
        let report = match solver.solve(&range.rules.deal(seed), &mut run) {
            Ok(report) => report,
            Err(why) => return eprintln!("{why}"),
        };
        let verdict = match &report.outcome {
            Outcome::Solved(_) => 0,
            Outcome::Unsolvable(()) => 1,
            Outcome::GaveUp(_) => 2,
        };
        counts[verdict] += 1;
        nodes += report.stats.nodes;
        if verdict > 0 || report.strategy == "exhaustive" {
            println!("{} {:?} {} {:?}", seed.number(), report.outcome, report.strategy, report.stats);
        }
    }
    println!("{} solved, {} impossible, {} given up; {nodes} states", counts[0], counts[1], counts[2]);
}
