//! `tapis rate`: how hard deals are for a person.

use std::io::{self, Write};

use patience::{NotRated, PLAYOUTS, Rater, Rating, Rules, Scale, Seed, Solver, Standing, Table};
use search::{Budget, Outcome, Run};
use serde::Serialize;

use super::deal::name;
use super::solve::unsolved;
use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, Supervisor};
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
/// The same deal always gets the same numbers: how many cards 50 games at random and 50 greedy games put up and
/// how many of them are won, and how many positions a fixed small search goes through until it wins. For FreeCell,
/// Seahaven, MidnightOil and BakersDozen they are compared with a survey of 2000 deals: difficulty 0 is among the
/// easiest, 100 among the hardest. docs/rating.md tells the details.
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
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object a deal
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let mut out = output::stdout();
    let mut judge = Judge { args, rater: Rater::new(), watch: args.limits.supervisor() };
    let done = match args.source.several(args.deal.as_deref())? {
        Sources::Board(deal) => judge.show(&mut out, deal.rules(), None, deal.table())?,
        Sources::Deals(range) => {
            let mut done = true;
            for seed in range.seeds() {
                done = done && judge.show(&mut out, &range.rules, Some(seed), &range.rules.deal(seed))?;
                if !done {
                    break;
                }
            }
            done
        }
    };
    out.flush()?;
    Ok(if done { Exit::Yes } else { interrupt::exit().unwrap_or(Exit::No) })
}

/// Rates one table after another and shows it.
struct Judge<'a> {
    args: &'a Args,
    rater: Rater,
    watch: Supervisor,
}

impl Judge<'_> {
    /// Shows the rating of a table; not where it was stopped.
    fn show(
        &mut self,
        out: &mut impl Write,
        rules: &Rules,
        seed: Option<Seed>,
        table: &Table,
    ) -> Result<bool, Fault> {
        let mut run = Run::new(Budget::default(), &mut self.watch);
        let rating = match self.rater.rate(table, &mut run) {
            Ok(rating) => rating,
            Err(NotRated::Limit(_)) => return Ok(false),
            Err(NotRated::Solve(error)) => return Err(unsolved(&error)),
        };
        let standing = Scale::of(rules).map(|scale| scale.standing(&rating));
        let shortest = if self.args.shortest { self.shortest(table)? } else { None };
        let verdict = Verdict { rules, seed, rating, standing, shortest };
        if self.args.json {
            output::json_line(out, &verdict.to_json())?;
        } else {
            verdict.write(out)?;
        }
        Ok(true)
    }

    /// The fewest moves and whether that is proven, where a line is found within the limits.
    fn shortest(&mut self, table: &Table) -> Result<Option<(usize, bool)>, Fault> {
        let limits = &self.args.limits;
        let budget = Budget { nodes: limits.nodes.unwrap_or(SHORTEST_NODES), ..limits.budget() };
        let mut run = Run::new(budget, &mut self.watch).with_threads(limits.threads());
        let shortest = Solver::new().shortest(table, &mut run).map_err(|error| unsolved(&error))?;
        Ok(match &shortest.report.outcome {
            Outcome::Solved(solution) => Some((solution.len(), shortest.is_proven())),
            _ => None,
        })
    }
}

/// What is said of one deal.
struct Verdict<'r> {
    rules: &'r Rules,
    seed: Option<Seed>,
    rating: Rating,
    standing: Option<Standing>,
    shortest: Option<(usize, bool)>,
}

impl Verdict<'_> {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{}: ", name(self.rules, self.seed))?;
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
    seed: Option<u32>,
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
