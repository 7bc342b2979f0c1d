//! `cargo xtask bench peg`: the speed table of peg solitaire.

use std::fmt::Write;

use super::median;
use crate::chore::{cargo, root};

/// A row: its name for the bench program, what it does, the best public solver, the aim, the right answer, and how
/// often the work is repeated.
struct Row {
    name: &'static str,
    work: &'static str,
    rival: &'static str,
    aim: &'static str,
    answer: &'static str,
    times: f64,
}

const ROWS: [Row; 18] = [
    Row {
        name: "first",
        work: "first solution of the English central game",
        rival: "0.25 ms",
        aim: "0.25 ms",
        answer: "100 solved",
        times: 100.0,
    },
    Row {
        name: "vacancies",
        work: "all 33 English vacancies to one peg",
        rival: "1.35 s",
        aim: "27 ms",
        answer: "33 solved, 0 impossible",
        times: 1.0,
    },
    Row {
        name: "complements",
        work: "33 English complement problems",
        rival: "–",
        aim: "80 ms",
        answer: "33 solved, 0 impossible",
        times: 1.0,
    },
    Row {
        name: "french",
        work: "French board: decide all 37 vacancies",
        rival: "31 s, 21 undecided",
        aim: "20 ms",
        answer: "16 solved, 21 impossible",
        times: 1.0,
    },
    Row {
        name: "winnable",
        work: "winnable positions of the central game, up to symmetry",
        rival: "0.78 s, 71 MB",
        aim: "0.78 s, 71 MB",
        answer: "1679072",
        times: 1.0,
    },
    Row {
        name: "reachable",
        work: "all positions reachable in the central game, dead ends, up to symmetry",
        rival: "85 s, 396 MB",
        aim: "2 s, 64 MB",
        answer: "187636299, 23475688 up to symmetry",
        times: 1.0,
    },
    Row {
        name: "solutions",
        work: "exact number of solutions of the central game",
        rival: "3.2 s, 171 MB",
        aim: "2 s",
        answer: "40861647040079968",
        times: 1.0,
    },
    Row {
        name: "fewest",
        work: "fewest moves of the central game, proven",
        rival: "8.4 s, not proven",
        aim: "2 s",
        answer: "18",
        times: 1.0,
    },
    Row {
        name: "fewest-all",
        work: "fewest moves of all 21 English problems, proven",
        rival: "–",
        aim: "60 s",
        answer: "21 problems, 351 moves together",
        times: 1.0,
    },
    Row {
        name: "solvability",
        work: "solvability of all 2^33 English positions",
        rival: "415 s for one finish, 1 GB",
        aim: "15 s, 1.1 GiB",
        answer: "2274448867",
        times: 1.0,
    },
    Row {
        name: "french-reachable",
        work: "French board: all positions reachable from the centre",
        rival: "minutes on 64 threads, 12 GB",
        aim: "25 s, 512 MB",
        answer: "2993979754, 374349517 up to symmetry",
        times: 1.0,
    },
    Row {
        name: "prove",
        work: "certificate for the hexagon of 19, a1 to c1",
        rival: "–",
        aim: "–",
        answer: "17589 positions",
        times: 1.0,
    },
    Row {
        name: "verify",
        work: "verification of that certificate",
        rival: "–",
        aim: "–",
        answer: "10 times",
        times: 10.0,
    },
    Row {
        name: "list",
        work: "all solutions of the triangle of 15 from a1, each replayed",
        rival: "–",
        aim: "–",
        answer: "29760 solutions",
        times: 1.0,
    },
    Row {
        name: "list-wiegleb",
        work: "the first 10,000 solutions of Wiegleb's board, without tables",
        rival: "–",
        aim: "–",
        answer: "10000 solutions",
        times: 1.0,
    },
    Row {
        name: "chance",
        work: "all games of the central game counted, chance of a win by random play",
        rival: "–",
        aim: "–",
        answer: "577116156815309849672 games, chance 1.348882e-8",
        times: 1.0,
    },
    Row {
        name: "minimal",
        work: "all solutions of the central game with the fewest moves, up to symmetry and order",
        rival: "–",
        aim: "–",
        answer: "7488 sequences, 4 classes",
        times: 1.0,
    },
    Row {
        name: "longest",
        work: "longest sweep of the central game",
        rival: "–",
        aim: "2 s",
        answer: "7 jumps",
        times: 1.0,
    },
];

/// Rows that are measured with two threads as well.
const THREADED: [&str; 6] =
    ["winnable", "reachable", "solutions", "fewest-all", "solvability", "french-reachable"];

pub(crate) fn run() -> Result<(), String> {
    let mut table = String::from(HEAD);
    if let Some(load) = load() {
        let _ = writeln!(table, "The load average of the machine was {load} when this was begun.\n");
    }
    table.push_str(COLUMNS);
    let mut right = true;
    for row in &ROWS {
        let measured = best(row.name).ok_or_else(|| format!("{} was not measured", row.name))?;
        right &= measured.answer == row.answer;
        let cpu = time(measured.milliseconds / row.times);
        let (work, rival, aim) = (row.work, row.rival, row.aim);
        let _ = writeln!(
            table,
            "| {work} | {rival} | {aim} | {cpu} | {} MiB | {} |",
            measured.peak, measured.answer
        );
        eprintln!("{work}: {cpu}, {} MiB: {}", measured.peak, measured.answer);
    }
    table.push_str(THREADS);
    for row in ROWS.iter().filter(|row| THREADED.contains(&row.name)) {
        let pairs = pairs(row).ok_or_else(|| format!("{} was not measured with two threads", row.name))?;
        right &= pairs.right;
        let (one, two, ratio) = (time(pairs.one), time(pairs.two), pairs.ratio);
        let _ = writeln!(table, "| {} | {} | {one} | {two} | {ratio:.2} |", row.work, pairs.count);
        eprintln!("{}: {one}, with two threads {two}: {ratio:.2}", row.work);
    }
    print!("{table}");
    std::fs::write(root().join("docs/benchmarks-peg.md"), table)
        .map_err(|error| format!("docs/benchmarks-peg.md: {error}"))?;
    if right { Ok(()) } else { Err("an answer is wrong".to_owned()) }
}

const THREADS: &str = "
Wall time with one thread and with two, in turns; medians of the times, and the median of the ratios of neighbours. The
aim is 1.7:

| work | pairs | one thread | two threads | ratio |
|---|---|---|---|---|
";

const HEAD: &str = "# Peg solitaire: speed

`cargo xtask bench peg` writes this page. CPU time on one core, one process per row, the best of up to five runs, and
the most memory it held; every answer is compared with the known one. The rivals' figures were measured on one core
of the same kind of machine.

";

const COLUMNS: &str = "| work | best public solver | aim | Tapis, CPU | memory | answer |
|---|---|---|---|---|---|
";

/// The load of the machine, where the system reports it: times on a busy one are too long, those by the clock most.
fn load() -> Option<String> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next().map(str::to_owned)
}

struct Measured {
    milliseconds: f64,
    peak: String,
    answer: String,
    wall: f64,
}

/// The best of five runs with one thread, or of fewer where that takes long.
fn best(row: &str) -> Option<Measured> {
    let mut best = measure(row, 1)?;
    for done in 1..MOST_RUNS {
        if best.wall * f64::from(done) > LONG {
            break;
        }
        best.milliseconds = best.milliseconds.min(measure(row, 1)?.milliseconds);
    }
    Some(best)
}

const MOST_RUNS: u32 = 5;

/// In milliseconds.
const LONG: f64 = 20e3;

/// Runs with one thread and with two.
struct Pairs {
    count: usize,
    one: f64,
    two: f64,
    ratio: f64,
    right: bool,
}

/// Measures in turns, because how fast the machine is changes: what lies close together can be compared.
fn pairs(row: &Row) -> Option<Pairs> {
    let (mut ones, mut twos, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let mut right = true;
    let is_long = |ones: &[f64], twos: &[f64]| ones.iter().chain(twos).sum::<f64>() > 2.0 * LONG;
    while ones.len() < LEAST_PAIRS || ones.len() < MOST_PAIRS && !is_long(&ones, &twos) {
        let (one, two) = (measure(row.name, 1)?, measure(row.name, 2)?);
        right &= one.answer == row.answer && two.answer == row.answer;
        ones.push(one.wall);
        twos.push(two.wall);
        ratios.push(one.wall / two.wall);
    }
    let count = ones.len();
    Some(Pairs { count, one: median(ones), two: median(twos), ratio: median(ratios), right })
}

const LEAST_PAIRS: usize = 3;
const MOST_PAIRS: usize = 9;

fn measure(row: &str, threads: usize) -> Option<Measured> {
    // The program itself reports its times: cargo may build first.
    let mut bench =
        cargo(&["bench", "--quiet", "-p", "peg", "--bench", "table", "--", row, &threads.to_string()]);
    let output = bench.output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().find(|line| line.starts_with(row))?;
    let words: Vec<_> = line.split('\t').collect();
    let [_, milliseconds, wall, peak, answer] = words[..] else { return None };
    let (milliseconds, wall) = (milliseconds.parse().ok()?, wall.parse().ok()?);
    Some(Measured { milliseconds, wall, peak: peak.to_owned(), answer: answer.to_owned() })
}

fn time(milliseconds: f64) -> String {
    if milliseconds < 100.0 {
        format!("{milliseconds:.2} ms")
    } else {
        format!("{:.2} s", milliseconds / 1e3)
    }
}
