//! `tapis rate`: how hard deals are for a person.

use std::io::{self, Write};
use std::path::PathBuf;

use patience::{DealRange, PLAYOUTS, Rater, Rating, Rules, Scale, Seed, Solver, Standing, Table};
use search::{Budget, Deadline, Outcome, Run};
use serde::Serialize;
use survey::{Plan, Rated};

use super::deal::name;
use super::hunt::items;
use crate::exit::{Exit, Fault};
use crate::ledger::{self, Bar};
use crate::limits::LimitArgs;
use crate::source::{SourceArgs, Sources};
use crate::{interrupt, output};

/// How many positions a search for the fewest moves gets, if not said otherwise.
const SHORTEST_NODES: u64 = 200_000;

const EXAMPLES: &str = "\
Examples:
  tapis rate FreeCell.123
  tapis rate bd.1..100 --json
  tapis rate --ms 617 --shortest --nodes 1000000";

/// Measure how hard a deal is for a person
///
/// A deal always gets the same numbers: how many cards 50 games at random and 50 greedy games put up and
/// how many of them are won, and how many positions a fixed small search goes through until it wins. For FreeCell,
/// Seahaven, MidnightOil and BakersDozen they are compared with a survey of 2000 deals: difficulty 0 is among the
/// easiest, 100 among the hardest. A deal that the small search does not win is decided within the limits, and one
/// that cannot be won is called so first. docs/rating.md has the details.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// GAME.SEED or GAME.FIRST..LAST
    #[arg(value_name = "DEAL")]
    deal: Option<String>,
    #[command(flatten)]
    source: SourceArgs,
    /// Look for the fewest moves too, within the limits
    #[arg(long)]
    shortest: bool,
    /// For a range: keep finished deals in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object per deal
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    match args.source.several(args.deal.as_deref())? {
        Sources::Deals(deals) if deals.first != deals.last || args.ledger.is_some() => {
            rate_range(args, &deals)
        }
        Sources::Deals(DealRange { rules, first, .. }) => {
            let table = rules.deal(first);
            rate_one(args, &rules, Some(first), &table)
        }
        Sources::Board(deal) => rate_one(args, deal.rules(), None, deal.table()),
    }
}

/// The work on deals of these rules.
fn work(args: &Args, rules: &Rules) -> survey::Rating {
    survey::Rating { rules: rules.clone(), shortest: args.shortest }
}

/// The budget of a search for the fewest moves; nothing else has a limit.
fn budget(args: &Args) -> Budget {
    if args.shortest {
        Budget { nodes: args.limits.nodes.unwrap_or(SHORTEST_NODES), memory: args.limits.memory }
    } else {
        Budget::default()
    }
}

/// Rates one table, on all threads.
fn rate_one(args: &Args, rules: &Rules, seed: Option<Seed>, table: &Table) -> Result<Exit, Fault> {
    let work = work(args, rules);
    if args.ledger.is_some() {
        return Err(Fault::usage("--ledger is for a range of deals, as in FreeCell.1..1000"));
    }
    let mut watch = args.limits.supervisor();
    let mut run = Run::new(budget(args), &mut watch);
    run = run.with_threads(args.limits.threads());
    let rated = work.rate(&mut Rater::new(), table, &mut run)?;
    drop(watch);
    let mut out = output::stdout();
    if let Some(rated) = &rated {
        let is_lost = is_lost(args, table, rated)?;
        Verdict::new(rules, seed, rated, is_lost).print(args, &mut out)?;
    }
    out.flush()?;
    Ok(if rated.is_some() { Exit::Yes } else { interrupt::exit().unwrap_or(Exit::No) })
}

/// Rates one deal after another, several at a time.
fn rate_range(args: &Args, deals: &DealRange) -> Result<Exit, Fault> {
    let work = work(args, &deals.rules);
    interrupt::listen();
    let deadline = args.limits.time.map_or(Deadline::NEVER, Deadline::after);
    let plan = Plan {
        items: items(deals),
        threads: args.limits.threads(),
        limits: budget(args).into(),
        stop: &|| interrupt::asked() || deadline.has_passed(),
    };
    let (mut out, mut done) = (output::stdout(), 0);
    let mut show = |seed: u64, rated: Rated| -> Result<(), Fault> {
        done += 1;
        let seed = deals.rules.seed(&seed.to_string()).map_err(Fault::software)?;
        let is_lost = is_lost(args, &deals.rules.deal(seed), &rated)?;
        Ok(Verdict::new(&deals.rules, Some(seed), &rated, is_lost).print(args, &mut out)?)
    };
    if let Some(path) = &args.ledger {
        let bar = Bar::new("deals");
        let rows = survey::resume(&work, &plan, path, |progress| bar.show(progress));
        let rows = rows.map_err(|error| ledger::fault(path, error, Fault::from))?;
        drop(bar);
        rows.for_each(&plan.items, &mut show)?;
    } else {
        survey::in_order(&work, &plan, &mut show)?;
    }
    out.flush()?;
    let complete = done == plan.items.end() - plan.items.start() + 1;
    Ok(if complete { Exit::Yes } else { interrupt::exit().unwrap_or(Exit::No) })
}

/// Is the deal proven to be lost, within the limits? Whatever the small search wins is not.
fn is_lost(args: &Args, table: &Table, rated: &Rated) -> Result<bool, Fault> {
    if rated.rating().nodes.is_some() {
        return Ok(false);
    }
    let mut watch = args.limits.supervisor();
    let mut run = Run::new(args.limits.budget(), &mut watch).with_threads(args.limits.threads());
    Ok(Solver::new().solve(table, &mut run)?.outcome == Outcome::Unsolvable(()))
}

/// The rating of one deal, with its names.
struct Verdict<'r> {
    rules: &'r Rules,
    seed: Option<Seed>,
    rating: Rating,
    standing: Option<Standing>,
    shortest: Option<(usize, bool)>,
    is_lost: bool,
}

impl<'r> Verdict<'r> {
    fn new(rules: &'r Rules, seed: Option<Seed>, rated: &Rated, is_lost: bool) -> Self {
        let rating = rated.rating();
        let standing = Scale::of(rules).map(|scale| scale.standing(&rating));
        Self { rules, seed, rating, standing, shortest: rated.shortest, is_lost }
    }

    fn print(&self, args: &Args, out: &mut impl Write) -> io::Result<()> {
        if args.json { output::json_line(out, &self.to_json()) } else { self.write(out) }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let lost = if self.is_lost { "cannot be won; " } else { "" };
        write!(out, "{}: {lost}", name(self.rules, self.seed))?;
        match self.standing {
            Some(standing) => write!(out, "difficulty {}", standing.difficulty())?,
            None => write!(out, "no survey of this game")?,
        }
        let Rating { random, greedy, nodes, .. } = self.rating;
        match nodes {
            Some(nodes) => write!(out, "; a small search wins after {nodes} positions")?,
            None => write!(out, "; a small search does not win")?,
        }
        for (manner, games) in [("greedy", greedy), ("random", random)] {
            write!(
                out,
                "; {manner} games put up {:.1} cards, {} of {PLAYOUTS} win",
                games.mean_up(),
                games.won
            )?;
        }
        if let Some((moves, proven)) = self.shortest {
            write!(out, "; {moves} moves{}", if proven { ", proven the fewest" } else { " or fewer" })?;
        }
        writeln!(out)
    }

    fn to_json(&self) -> Row<'_> {
        let Rating { random, greedy, nodes, moves } = self.rating;
        Row {
            game: self.rules.name(),
            seed: self.seed.map(Seed::number),
            impossible: self.is_lost,
            difficulty: self.standing.map(Standing::difficulty),
            percentile_nodes: self.standing.map(|standing| standing.by_nodes),
            percentile_greedy: self.standing.map(|standing| standing.by_greedy),
            nodes,
            moves,
            greedy_wins: greedy.win_share(),
            greedy_up: greedy.mean_up(),
            random_wins: random.win_share(),
            random_up: random.mean_up(),
            shortest: self.shortest.map(|(moves, _)| moves),
            shortest_proven: self.shortest.map(|(_, proven)| proven),
        }
    }
}

/// The rating of one deal as JSON.
#[derive(Serialize)]
struct Row<'r> {
    game: &'r str,
    seed: Option<u64>,
    impossible: bool,
    difficulty: Option<u8>,
    percentile_nodes: Option<u8>,
    percentile_greedy: Option<u8>,
    nodes: Option<u64>,
    moves: Option<usize>,
    greedy_wins: f64,
    greedy_up: f64,
    random_wins: f64,
    random_up: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_proven: Option<bool>,
}
