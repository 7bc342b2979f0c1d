//! `tapis rate`: how hard deals are for a person.

use std::io::{self, Write};
use std::path::PathBuf;

use patience::{PLAYOUTS, Rater, Rating, Rules, Scale, Seed, Standing, Table};
use search::{Budget, Deadline, Limit, Run};
use serde::Serialize;
use survey::{DealList, ListedDeal, Plan, Rated, RatingScope};

use super::deal::name;
use crate::deals::{Asked, DealArgs};
use crate::exit::{Exit, Fault};
use crate::ledger::{self, Bar};
use crate::limits::{LimitArgs, counted, reason};
use crate::{interrupt, output};

/// How many positions a search for the fewest moves gets, if not said otherwise.
const SHORTEST_NODES: u64 = 200_000;

const EXAMPLES: &str = "\
Examples:
  tapis rate FreeCell.123
  tapis rate bd.1..100 --json
  tapis rate FreeCell --list seeds.txt --ledger seeds.rate
  tapis rate --ms 617 --shortest --nodes 1000000";

/// Measure how hard a deal is for a person
///
/// A deal always gets the same numbers: how many cards 50 games at random and 50 greedy games put up and
/// how many of them are won, and how many positions a fixed small search goes through until it wins. For FreeCell,
/// Seahaven, MidnightOil and BakersDozen they are compared with a survey of 2000 deals: difficulty 0 is among the
/// easiest, 100 among the hardest. A deal that the small search does not win is decided within the limits, and one
/// that cannot be won is called so first. docs/rating.md has the details.
///
/// Several deals give one line per deal, in the order given. --nodes and --memory are for each deal, --time is for all.
///
/// Exit code 0: every deal has its numbers, also one that cannot be won. 1: a limit was reached before.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    deals: DealArgs,
    /// Look for the fewest moves too, within the limits
    #[arg(long)]
    shortest: bool,
    /// For several deals: keep finished ones in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object per deal
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    match args.deals.asked()? {
        Asked::Deals(deals) => match deals.single() {
            Some(ListedDeal { rules, seed, .. }) if args.ledger.is_none() => {
                rate_one(args, rules, Some(seed), &rules.deal(seed))
            }
            _ => rate_several(args, deals),
        },
        Asked::Board(_) if args.ledger.is_some() => {
            Err(Fault::usage("--ledger is for numbered deals, not for a board"))
        }
        Asked::Board(deal) => rate_one(args, deal.rules(), None, deal.table()),
    }
}

/// The measures that are taken of each deal.
fn scope(args: &Args) -> RatingScope {
    RatingScope { shortest: args.shortest, decision_nodes: args.limits.nodes }
}

/// The limits of each deal. A search for the fewest moves always has one for its nodes.
fn budget(args: &Args) -> Budget {
    let nodes = if args.shortest { SHORTEST_NODES } else { u64::MAX };
    Budget { nodes: args.limits.nodes.unwrap_or(nodes), memory: args.limits.memory }
}

/// Rates one table, on all threads.
fn rate_one(args: &Args, rules: &Rules, seed: Option<Seed>, table: &Table) -> Result<Exit, Fault> {
    let mut watch = args.limits.supervisor();
    let mut run = Run::new(budget(args), &mut watch);
    run = run.with_threads(args.limits.threads());
    let rated = scope(args).rate(&mut Rater::new(), table, &mut run)?;
    drop(watch);
    let mut out = output::stdout();
    if let Some(rated) = &rated {
        Verdict::new(rules, seed, rated).print(args, &mut out)?;
    }
    out.flush()?;
    Ok(if rated.is_some() { Exit::Yes } else { not_rated(1) })
}

/// Rates one deal after another, several at a time.
fn rate_several(args: &Args, deals: DealList) -> Result<Exit, Fault> {
    let work = survey::Rating { deals, scope: scope(args) };
    interrupt::listen();
    let deadline = args.limits.time.map_or(Deadline::NEVER, Deadline::after);
    let plan = Plan {
        items: work.deals.items(),
        threads: args.limits.threads(),
        limits: budget(args).into(),
        stop: &|| interrupt::asked() || deadline.has_passed(),
    };
    let (mut out, mut done) = (output::stdout(), 0);
    let mut show = |item: u64, rated: Rated| -> Result<(), Fault> {
        done += 1;
        let ListedDeal { rules, seed, .. } = work.deals.deal(item);
        Ok(Verdict::new(rules, Some(seed), &rated).print(args, &mut out)?)
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
    let count = work.deals.count();
    Ok(if done == count { Exit::Yes } else { not_rated(count - done) })
}

/// Says that there was not the time for some deals.
fn not_rated(deals: u64) -> Exit {
    let stopped = interrupt::exit();
    let limit = if stopped.is_some() { Limit::Cancelled } else { Limit::Time };
    anstream::eprintln!("{} not rated: {}", counted(deals, "deal"), reason(limit));
    stopped.unwrap_or(Exit::No)
}

/// The rating of one deal, with its names.
struct Verdict<'r> {
    rules: &'r Rules,
    seed: Option<Seed>,
    rating: Rating,
    standing: Option<Standing>,
    shortest: Option<(usize, bool)>,
    /// The verdict, where the small search does not win.
    decided: Option<survey::Verdict>,
}

impl<'r> Verdict<'r> {
    fn new(rules: &'r Rules, seed: Option<Seed>, rated: &Rated) -> Self {
        let rating = rated.rating();
        let standing = Scale::of(rules).map(|scale| scale.standing(&rating));
        Self { rules, seed, rating, standing, shortest: rated.shortest, decided: rated.decided }
    }

    fn print(&self, args: &Args, out: &mut impl Write) -> io::Result<()> {
        if args.json { output::json_line(out, &self.to_json()) } else { self.write(out) }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{}: ", name(self.rules, self.seed))?;
        match self.decided {
            Some(survey::Verdict::Impossible) => write!(out, "cannot be won; ")?,
            Some(survey::Verdict::GaveUp(limit)) => write!(out, "not decided ({}); ", reason(limit))?,
            Some(survey::Verdict::Solved) | None => {}
        }
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

    fn is_impossible(&self) -> Option<bool> {
        match self.decided {
            Some(survey::Verdict::GaveUp(_)) => None,
            decided => Some(decided == Some(survey::Verdict::Impossible)),
        }
    }

    fn to_json(&self) -> Row<'_> {
        let Rating { random, greedy, nodes, moves } = self.rating;
        Row {
            game: self.rules.name(),
            seed: self.seed.map(Seed::number),
            impossible: self.is_impossible(),
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
    /// Not known where the limits leave it open.
    impossible: Option<bool>,
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
