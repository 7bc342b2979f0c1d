//! How much redeals and the rotation help in Midnight Oil: `midnight_oil_xpat2 FIRST LAST NODES`.
//!
//! One row for each set of extras: deals won, proven impossible, and not decided within NODES nodes per
//! deal; then the share of winnable deals as a 95 % interval, in which undecided deals count both ways.

use patience::{Extras, Foundations, Report, Rules, Solver};
use search::{Budget, Outcome, Run, Unwatched};

const WAYS: [(&str, Extras); 5] = [
    ("no extras", Extras { redeals: 0, fan: 3, rotations: 0 }),
    ("rotation", Extras { redeals: 0, fan: 3, rotations: 1 }),
    ("one redeal", Extras { redeals: 1, fan: 3, rotations: 0 }),
    ("two redeals", Extras { redeals: 2, fan: 3, rotations: 0 }),
    ("all", Extras { redeals: 2, fan: 3, rotations: 1 }),
];

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [first, last, nodes] = numbers[..] else {
        eprintln!("usage: midnight_oil_xpat2 FIRST LAST NODES");
        return;
    };
    let mut solver = Solver::new();
    println!("extras       won  impossible  undecided  share of winnable deals (95 %)");
    for (name, extras) in WAYS {
        let rules = Rules::named("mo").expect("a built-in game");
        let rules = rules.with_foundations(Foundations::OneWay).with_extras(extras);
        let (mut won, mut impossible, mut undecided) = (0, 0, 0);
        for seed in first..=last {
            let Ok(seed) = rules.seed(&seed.to_string()) else { continue };
            let budget = Budget::default().with_nodes(nodes);
            match solver.solve(&rules.deal(seed), &mut Run::new(budget, &mut Unwatched)) {
                Ok(Report { outcome: Outcome::Solved(_), .. }) => won += 1,
                Ok(Report { outcome: Outcome::Unsolvable(()), .. }) => impossible += 1,
                Ok(Report { outcome: Outcome::GaveUp(_), .. }) => undecided += 1,
                Err(why) => return eprintln!("{why}"),
            }
        }
        let deals = won + impossible + undecided;
        let (low, high) = (wilson(won, deals).0, wilson(won + undecided, deals).1);
        println!(
            "{name:<11} {won:>5} {impossible:>9} {undecided:>9}    {:.2} % to {:.2} %",
            100.0 * low,
            100.0 * high
        );
    }
}

/// Wilson's 95 % interval of a share.
fn wilson(hits: u32, of: u32) -> (f64, f64) {
    let (n, z) = (f64::from(of.max(1)), 1.96_f64);
    let share = f64::from(hits) / n;
    let middle = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    ((middle - half).max(0.0) / scale, ((middle + half) / scale).min(1.0))
}
