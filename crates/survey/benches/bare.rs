//! The bare solver over deals 1 to N of a game: what the rows of a survey cost without the survey.
//!
//! `cargo xtask bench survey` counts its instructions.

use patience::{Rules, Seed, Solver};
use search::{Budget, Outcome, Run, Unwatched};

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let game = words.next().unwrap_or_else(|| "FreeCell".to_owned());
    let deals = words.next().and_then(|word| word.parse().ok()).unwrap_or(1000);
    let rules = Rules::named(&game).expect("a game of this name");
    let seed = |number| rules.seed_of(number).expect("a deal of this number");
    let mut solver = Solver::new();
    let solved =
        Rules::seeds(seed(1), seed(deals)).filter(|&seed| is_solved(&mut solver, &rules, seed)).count();
    println!("{game}: {solved} of {deals} solved");
}

fn is_solved(solver: &mut Solver, rules: &Rules, seed: Seed) -> bool {
    let mut watch = Unwatched;
    let mut run = Run::new(Budget::default().with_nodes(10_000_000), &mut watch);
    let report = solver.solve(&rules.deal(seed), &mut run).expect("the referee accepts the solution");
    matches!(report.outcome, Outcome::Solved(_))
}
