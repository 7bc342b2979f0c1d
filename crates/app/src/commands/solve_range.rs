//! `tapis solve` for several deals: one line per deal, in order, on all threads.

use std::io::{self, Write};
use std::path::Path;

use patience::{Action, Lengths, Solution, lines};
use survey::{DealList, Keep, ListedDeal, Plan, Solved, Solving, Verdict};

use crate::commands::solve::{Answer, Args, fewest};
use crate::exit::{Exit, Fault};
use crate::ledger::{self, Bar};
use crate::limits::{counted, reason, still};
use crate::{interrupt, output};

pub(crate) fn run(args: &Args, deals: DealList) -> Result<Exit, Fault> {
    if args.moves || args.output.is_some() {
        let why =
            "several deals have no one solution; leave out --moves and --output, or see --with-solutions";
        return Err(Fault::usage(why));
    }
    if args.text.notation.is_some() || args.text.step {
        return Err(Fault::usage("--notation and --step are for one deal; several have one line per deal"));
    }
    interrupt::listen();
    let solving = Solving { deals, way: args.way.way(args.counting()), keep: keep(args) };
    let plan = Plan {
        items: solving.deals.items(),
        threads: args.limits.threads(),
        limits: args.limits().for_each_item(),
        stop: &interrupt::asked,
    };
    let mut printer = Printer::new(args, &solving.deals);
    if let Some(path) = &args.ledger {
        print_kept(&solving, &plan, path, &mut printer)?;
    } else {
        survey::in_order::<_, Fault>(&solving, &plan, |item, row| {
            printer.row(item, &row)?;
            // A reader of the pipe need not wait for the next deal, which may take long.
            Ok(printer.out.flush()?)
        })?;
        printer.still_to_do = solving.deals.count() - printer.total().deals();
    }
    let total = printer.end()?;
    Ok(interrupt::exit().unwrap_or(if total.given_up > 0 { Exit::No } else { Exit::Yes }))
}

/// Brings the ledger to its end, then prints it.
fn print_kept(
    solving: &Solving,
    plan: &Plan<'_>,
    path: &Path,
    printer: &mut Printer<'_, impl Write>,
) -> Result<(), Fault> {
    let bar = Bar::new("deals");
    let rows = survey::resume(solving, plan, path, |progress| bar.show(progress));
    let rows = rows.map_err(|error| ledger::fault(path, error, Fault::from))?;
    drop(bar);
    rows.for_each(&plan.items, |item, row| {
        replay(path, &solving.deals.deal(item), &row)?;
        Ok::<_, Fault>(printer.row(item, &row)?)
    })?;
    printer.still_to_do = rows.left(&plan.items);
    Ok(())
}

fn keep(args: &Args) -> Keep {
    match args.text.count {
        _ if args.with_solutions => Keep::Solutions,
        Some(_) => Keep::Lengths,
        None => Keep::Moves,
    }
}

/// A file may hold anything: a solution from a ledger is shown only if the referee accepts it.
fn replay(ledger: &Path, deal: &ListedDeal<'_>, row: &Solved) -> Result<(), Fault> {
    let Some(text) = &row.solution else { return Ok(()) };
    let actions: Option<Vec<_>> = lines(text.as_bytes()).map(Action::from_line).collect();
    let solution = actions.and_then(|actions| patience::replay(&deal.rules.deal(deal.seed), &actions).ok());
    let fits = |solution: &Solution| {
        row.moves == Some(solution.len()) && row.lengths == Some(Lengths::of(solution).into())
    };
    let (ledger, game, seed) = (ledger.display(), deal.rules.name(), deal.seed.number());
    match solution {
        Some(solution) if fits(&solution) => Ok(()),
        Some(_) => {
            Err(Fault::data(format!("{ledger}: the lengths of {game}.{seed} are not those of its solution")))
        }
        None => Err(Fault::data(format!("{ledger}: the solution of {game}.{seed} does not win"))),
    }
}

/// How many of each verdict there were, and what they cost.
#[derive(Clone, Copy, Default)]
struct Totals {
    solved: u64,
    impossible: u64,
    given_up: u64,
    nodes: u64,
    cpu_us: u64,
}

impl Totals {
    fn deals(self) -> u64 {
        self.solved + self.impossible + self.given_up
    }

    fn add(&mut self, row: &Solved) {
        let verdicts = match row.verdict {
            Verdict::Solved => &mut self.solved,
            Verdict::Impossible => &mut self.impossible,
            Verdict::GaveUp(_) => &mut self.given_up,
        };
        *verdicts += 1;
        self.nodes += row.nodes;
        self.cpu_us += row.cpu_us;
    }

    fn and(self, other: Self) -> Self {
        Self {
            solved: self.solved + other.solved,
            impossible: self.impossible + other.impossible,
            given_up: self.given_up + other.given_up,
            nodes: self.nodes + other.nodes,
            cpu_us: self.cpu_us + other.cpu_us,
        }
    }

    fn sentence(self, with_cost: bool) -> String {
        let Self { solved, impossible, given_up, .. } = self;
        let deals = counted(self.deals(), "deal");
        let cost = if with_cost { self.cost() } else { String::new() };
        format!("{deals}: {solved} solved, {impossible} impossible, {given_up} given up{cost}")
    }

    fn cost(self) -> String {
        let (nodes, seconds) = (counted(self.nodes, "position"), self.cpu_us as f64 / 1e6);
        format!("; {nodes} searched, {seconds:.3} s of processor time")
    }
}

/// Prints one deal after another, and the totals.
struct Printer<'a, W> {
    args: &'a Args,
    deals: &'a DealList,
    out: W,
    /// For each game.
    totals: Vec<Totals>,
    still_to_do: u64,
}

impl<'a> Printer<'a, ()> {
    fn new(args: &'a Args, deals: &'a DealList) -> Printer<'a, impl Write + use<>> {
        let totals = vec![Totals::default(); deals.games().len()];
        Printer { args, deals, out: output::stdout(), totals, still_to_do: 0 }
    }
}

impl<W: Write> Printer<'_, W> {
    fn row(&mut self, item: u64, row: &Solved) -> io::Result<()> {
        let ListedDeal { game, rules, seed } = self.deals.deal(item);
        self.totals[game].add(row);
        let (name, seed) = (rules.name(), seed.number());
        if self.args.json {
            return output::json_line(&mut self.out, &Answer::of_row(rules, seed, row));
        }
        let (verdict, cpu_us) = (self.verdict(row), row.cpu_us);
        writeln!(self.out, "{name}.{seed}: {verdict}, {}, {cpu_us} µs", counted(row.nodes, "position"))
    }

    fn verdict(&self, row: &Solved) -> String {
        match row.verdict {
            Verdict::Solved => format!("solved in {}", self.length(row)),
            Verdict::Impossible => "proven impossible".to_owned(),
            Verdict::GaveUp(limit) => format!("given up: {}", reason(limit)),
        }
    }

    /// The length in words, and how far it is from the fewest moves, which are lines of the solution file.
    fn length(&self, row: &Solved) -> String {
        let (lines, moves) = row.moves.zip(row.single_moves).expect("the row of a solved deal has lengths");
        let count = self.args.text.count.unwrap_or_default();
        let length = match row.lengths {
            Some(lengths) => count.short_length(lengths.into()),
            None => counted(moves as u64, "single move"),
        };
        let Some(least) = row.at_least else { return length };
        if length != counted(lines as u64, "single move") {
            length + &fewest(lines as u32, least)
        } else if lines <= least as usize {
            format!("{length}, proven the fewest")
        } else {
            format!("{length}; at least {least} are needed")
        }
    }

    fn total(&self) -> Totals {
        self.totals.iter().copied().fold(Totals::default(), Totals::and)
    }

    /// The totals of each game, where there are several, and of all.
    fn end(mut self) -> io::Result<Totals> {
        let total = self.total();
        let with_cost = self.args.text.stats;
        if !self.args.json {
            if let games @ [_, _, ..] = self.deals.games() {
                for (rules, totals) in games.iter().zip(&self.totals) {
                    writeln!(self.out, "{}: {}", rules.name(), totals.sentence(with_cost))?;
                }
            }
            writeln!(self.out, "{}{}", total.sentence(with_cost), still(self.still_to_do))?;
        }
        self.out.flush()?;
        Ok(total)
    }
}
