//! `tapis solve` for a range of deals: one line per deal, in order, on all threads.

use std::io::{self, Write};

use patience::DealRange;
use survey::{Plan, Solved, Solving, Verdict};

use super::hunt::items;
use crate::commands::solve::{Answer, Args};
use crate::exit::{Exit, Fault};
use crate::ledger::{self, Bar};
use crate::limits::{counted, reason, still};
use crate::{interrupt, output};

pub(crate) fn run(args: &Args, deals: &DealRange) -> Result<Exit, Fault> {
    interrupt::listen();
    let solving = Solving { rules: deals.rules.clone(), way: args.way.way() };
    let plan = Plan {
        items: items(deals),
        threads: args.limits.threads(),
        limits: args.limits.for_each_item(),
        stop: &interrupt::asked,
    };
    let (game, totals) = (deals.rules.name(), Totals::default());
    let mut printer = Printer { args, game, out: output::stdout(), totals, still_to_do: 0 };
    if let Some(path) = &args.ledger {
        let bar = Bar::new("deals");
        let rows = survey::resume(&solving, &plan, path, |progress| bar.show(progress));
        let rows = rows.map_err(|error| ledger::fault(path, error, Fault::from))?;
        drop(bar);
        rows.for_each::<Fault>(&plan.items, |seed, row| Ok(printer.row(seed, &row)?))?;
        printer.still_to_do = rows.left(&plan.items);
    } else {
        survey::in_order::<_, Fault>(&solving, &plan, |seed, row| {
            printer.row(seed, &row)?;
            // A reader of the pipe need not wait for the next deal, which may take long.
            Ok(printer.out.flush()?)
        })?;
        printer.still_to_do = plan.items.end() - plan.items.start() + 1 - printer.totals.deals();
    }
    let totals = printer.end()?;
    Ok(interrupt::exit().unwrap_or(if totals.given_up > 0 { Exit::No } else { Exit::Yes }))
}

/// How many of each verdict there were.
#[derive(Clone, Copy, Default)]
struct Totals {
    solved: u64,
    impossible: u64,
    given_up: u64,
}

impl Totals {
    fn deals(self) -> u64 {
        self.solved + self.impossible + self.given_up
    }
}

/// Prints one deal after another, and the totals.
struct Printer<'a, W> {
    args: &'a Args,
    game: &'a str,
    out: W,
    totals: Totals,
    still_to_do: u64,
}

impl<W: Write> Printer<'_, W> {
    fn row(&mut self, seed: u64, row: &Solved) -> io::Result<()> {
        let verdict = match row.verdict {
            Verdict::Solved => {
                self.totals.solved += 1;
                let moves = row.moves.unwrap_or(0);
                let solved = format!("solved in {}", counted(moves as u64, "move"));
                match row.at_least {
                    None => solved,
                    Some(least) if moves <= least as usize => format!("{solved}, proven the fewest"),
                    Some(least) => format!("{solved}; at least {least} are needed"),
                }
            }
            Verdict::Impossible => {
                self.totals.impossible += 1;
                "impossible".to_owned()
            }
            Verdict::GaveUp(limit) => {
                self.totals.given_up += 1;
                format!("given up: {}", reason(limit))
            }
        };
        if self.args.json {
            output::json_line(&mut self.out, &Answer::of_row(self.game, seed, row))
        } else {
            let Solved { nodes, cpu_us, .. } = row;
            writeln!(
                self.out,
                "{}.{seed}: {verdict}, {}, {cpu_us} µs",
                self.game,
                counted(*nodes, "position")
            )
        }
    }

    fn end(mut self) -> io::Result<Totals> {
        if !self.args.json {
            let Totals { solved, impossible, given_up } = self.totals;
            let deals = counted(self.totals.deals(), "deal");
            let end = still(self.still_to_do);
            writeln!(
                self.out,
                "{deals}: {solved} solved, {impossible} impossible, {given_up} given up{end}"
            )?;
        }
        self.out.flush()?;
        Ok(self.totals)
    }
}
