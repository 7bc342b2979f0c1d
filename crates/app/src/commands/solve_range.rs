//! `tapis solve` for a range of deals: a line a deal, in order, on all threads.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use patience::{DealRange, Report, Seed, SolveError};
use search::{Budget, Outcome, Run};

use crate::commands::solve::{Answer, Args, unsolved};
use crate::cpu::CpuClock;
use crate::exit::{Exit, Fault};
use crate::limits::reason;
use crate::{interrupt, output};

/// Waking the printer takes as long as an easy deal: answers go to it together.
const BETWEEN_BATCHES: Duration = Duration::from_millis(5);

/// What became of one deal.
struct Solved {
    seed: Seed,
    report: Result<Report, SolveError>,
    cpu_us: u64,
}

/// How many of each verdict there were.
#[derive(Default)]
struct Totals {
    solved: u32,
    impossible: u32,
    given_up: u32,
}

pub(crate) fn run(args: &Args, range: &DealRange) -> Result<Exit, Fault> {
    interrupt::listen();
    let threads = args.limits.threads();
    let next = AtomicU32::new(range.first.number());
    let totals = thread::scope(|scope| {
        let (sender, receiver) = sync_channel(64 * threads);
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || work(args, range, next, &sender));
        }
        drop(sender);
        // Dropping the receiver on an error ends the workers.
        print_all(args, range, receiver)
    })?;
    if let Some(exit) = interrupt::exit() {
        return Ok(exit);
    }
    Ok(if totals.given_up > 0 { Exit::No } else { Exit::Yes })
}

/// Solves one deal after another until there is none left, nobody listens or Ctrl-C was pressed.
fn work(args: &Args, range: &DealRange, next: &AtomicU32, sender: &SyncSender<Vec<Solved>>) {
    let budget = args.limits.budget();
    let share = Budget { memory: budget.memory / args.limits.threads(), ..budget };
    let mut solver = args.way.solver();
    let last = range.last.number();
    let mut batch = Vec::new();
    let mut sent = Instant::now();
    while !interrupt::asked() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(seed) =
            (number <= last).then(|| range.seeds().nth((number - range.first.number()) as usize)).flatten()
        else {
            break;
        };
        let table = range.rules.deal(seed);
        let mut watch = args.limits.silent_supervisor();
        let before = CpuClock::Thread.now();
        let mut run = Run::new(share, &mut watch);
        let report = if args.way.shortest {
            solver.shortest(&table, &mut run).map(|shortest| shortest.report)
        } else {
            solver.solve(&table, &mut run)
        };
        let cpu_us = CpuClock::Thread.now().saturating_sub(before).as_micros() as u64;
        batch.push(Solved { seed, report, cpu_us });
        if sent.elapsed() >= BETWEEN_BATCHES {
            if sender.send(std::mem::take(&mut batch)).is_err() {
                return;
            }
            sent = Instant::now();
        }
    }
    // If nobody listens any more, there is nothing to tell.
    let _ = sender.send(batch);
}

/// Prints what comes in, in the order of the deals.
fn print_all(args: &Args, range: &DealRange, receiver: Receiver<Vec<Solved>>) -> Result<Totals, Fault> {
    let mut out = output::stdout();
    let mut early = BTreeMap::new();
    let mut totals = Totals::default();
    let mut next = range.first.number();
    for solved in receiver.into_iter().flatten() {
        early.insert(solved.seed.number(), solved);
        while let Some(solved) = early.remove(&next) {
            print(&mut out, args, range, &solved, &mut totals)?;
            next += 1;
        }
    }
    // After Ctrl-C there may be gaps.
    for solved in early.values() {
        print(&mut out, args, range, solved, &mut totals)?;
    }
    if !args.json {
        let Totals { solved, impossible, given_up } = totals;
        let deals = solved + impossible + given_up;
        writeln!(out, "{deals} deals: {solved} solved, {impossible} impossible, {given_up} given up")?;
    }
    out.flush()?;
    Ok(totals)
}

fn print(
    out: &mut impl Write,
    args: &Args,
    range: &DealRange,
    solved: &Solved,
    totals: &mut Totals,
) -> Result<(), Fault> {
    let Solved { seed, report, cpu_us } = solved;
    let report = report.as_ref().map_err(unsolved)?;
    let game = range.rules.name();
    let verdict = match &report.outcome {
        Outcome::Solved(line) => {
            totals.solved += 1;
            format!("solved in {} moves", line.len())
        }
        Outcome::Unsolvable(()) => {
            totals.impossible += 1;
            "impossible".to_owned()
        }
        Outcome::GaveUp(limit) => {
            totals.given_up += 1;
            format!("given up: {}", reason(*limit))
        }
    };
    if args.json {
        output::json_line(out, &Answer::new(game, Some(seed.number()), report, *cpu_us))?;
    } else {
        writeln!(out, "{game}.{}: {verdict}, {} positions, {cpu_us} µs", seed.number(), report.stats.nodes)?;
    }
    Ok(())
}
