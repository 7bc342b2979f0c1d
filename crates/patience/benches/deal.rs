//! How many deals a second one core makes. `cargo xtask bench deal` runs it and counts instructions too.

use std::hint::black_box;

use cpu_time::ThreadTime;
use patience::Rules;

const COUNT: u32 = 200_000;

fn main() {
    // Under an instruction counter one number suffices: `deal GAME COUNT` only deals.
    let args: Vec<_> = std::env::args().filter(|arg| arg != "--bench").collect();
    if let [_, game, count] = args.as_slice() {
        return deal(&Rules::named(game).expect("a game"), count.parse().expect("a count"));
    }
    println!("{:<14} {:>12} {:>10}", "game", "deals/s", "ns a deal");
    for game in ["FreeCell", "Seahaven", "MidnightOil", "BakersDozen"] {
        let rules = Rules::named(game).expect("a game");
        let started = ThreadTime::now();
        deal(&rules, COUNT);
        let each = started.elapsed().as_secs_f64() / f64::from(COUNT);
        println!("{game:<14} {:>12.0} {:>10.0}", 1.0 / each, each * 1e9);
    }
}

fn deal(rules: &Rules, count: u32) {
    let first = rules.seed("1").expect("a seed");
    let last = rules.seed(&count.to_string()).expect("a seed");
    for seed in Rules::seeds(first, last) {
        black_box(rules.deal(black_box(seed)));
    }
}
