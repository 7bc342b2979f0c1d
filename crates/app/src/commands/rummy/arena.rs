//! `tapis rummy arena`: machines against machines.

mod dataset;

use std::num::NonZero;
use std::path::PathBuf;

use rummy::Level;
use search::{Budget, Deadline};
use survey::{Arena, Plan, Tally, Variant};

use super::rules_args::{RuleSet, RulesArgs, UnderAiRules};
use crate::exit::{Exit, Fault};
use crate::ledger::{self, Bar};
use crate::limits::{parse_duration, parse_threads, threads};
use crate::{interrupt, output};

const EXAMPLES: &str = "\
Examples:
  tapis rummy arena rummikub --players ai:strong,ai:normal --games 2000
  tapis rummy arena rummikub --players ai:normal,ai:easy --games 2000 --log match.log --json
  tapis rummy arena rummikub --players ai:strong,ai:strong,ai:normal --games 600
  tapis rummy arena rummikub --players ai:strong,ai:hold-back --games 200
  tapis rummy arena rummikub --players ai:strong,ai:normal,ai:normal --deals 5 --games 600";

/// Let machines play each other and count
///
/// Every deal is played once for each seating, so that no player is lucky with the tiles. Win rates come with the
/// half-width of the 95 % interval over the deals. The same seed gives the same games.
///
/// Where the levels differ, seats of the same level are counted together: games won and score per seat, and for each
/// two levels the difference, taken deal by deal. Deals that end blocked, with an empty stock and nobody out, are
/// counted too. With --deals a game is a match of several deals.
///
/// The levels of all rule sets are ai:easy, ai:normal and ai:strong. In Rummikub there are players of one rule as well:
/// ai:greedy-tiles places the most tiles in every turn, ai:greedy-value the highest value; ai:hold-back makes the first
/// placement as soon as possible and then draws until the whole hand can be placed; ai:late-opener makes the first
/// placement when the stock is down to 20 tiles or another hand to 6, and then places the most tiles. With an empty
/// stock all of them place what they can.
///
/// With --log each finished deal is kept, and the same command goes on where it stopped, also after a kill. A log
/// belongs to one match: rules, jokers, dictionary, players, deals and seed. More --games extend it, fewer report those asked
/// for; threads and time may change.
///
/// With -o the rows go to a dataset as those of `tapis survey`, one per deal: for each player the share of games won,
/// the mean score, the turns per game, and the share of games in which the player made a first placement (`opened_1`
/// and so on). `tapis survey report`, `find`, `verify` and `export` read it, and the same command goes on with it.
///
/// Exit code 0: all games are played. 1: the time limit came first. 130: stopped by Ctrl-C, 143: by SIGTERM.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The rule set
    rules: RuleSet,
    /// The players: ai:easy, ai:normal, ai:strong; in Rummikub also ai:greedy-tiles, ai:greedy-value, ai:hold-back,
    /// ai:late-opener
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', required = true)]
    players: Vec<String>,
    /// How many games, rounded up to whole deals
    #[arg(long, value_name = "N", default_value = "200")]
    games: NonZero<u64>,
    /// How many deals a game has; the sum of the points decides. A game ends before where the rules name a score that ends it
    #[arg(long, value_name = "N", default_value = "1")]
    deals: NonZero<u32>,
    /// The seed of the first game; the following ones count up
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Take the jokers out of the bag
    #[arg(long)]
    no_jokers: bool,
    /// Keep finished deals in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Keep finished deals in this dataset of Parquet files, and go on from it
    #[arg(short, long, value_name = "DIR", conflicts_with = "log")]
    output: Option<PathBuf>,
    /// Stop after this long: 30, 30s, 5m, 2h
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    time: Option<std::time::Duration>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<NonZero<usize>>,
    #[command(flatten)]
    options: RulesArgs,
    /// The result as a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let levels = args.players.iter().map(|name| level(name)).collect::<Result<_, _>>()?;
    args.options.with_ai_rules(args.rules, Match { args, levels })
}

/// A match whose players are known to be machines.
struct Match<'a> {
    args: &'a Args,
    levels: Vec<Level>,
}

impl UnderAiRules for Match<'_> {
    fn under<R: Variant>(self, rules: R) -> Result<Exit, Fault> {
        let Args { seed, no_jokers, deals, .. } = self.args;
        let arena = Arena::new(rules, self.levels, *seed, *no_jokers).map_err(Fault::usage)?;
        let arena = arena.with_deals(*deals);
        match &self.args.output {
            Some(folder) => dataset::make(self.args, arena, folder),
            None => self.args.hold(&arena),
        }
    }
}

impl Args {
    /// Plays the match, or goes on with it.
    fn hold<R: Variant>(&self, arena: &Arena<R>) -> Result<Exit, Fault> {
        interrupt::listen();
        let deadline = self.time.map_or(Deadline::NEVER, Deadline::after);
        let plan = Plan {
            items: 0..=arena.items_for(self.games).get() - 1,
            threads: threads(self.threads),
            limits: Budget::UNLIMITED.into(),
            stop: &|| interrupt::asked() || deadline.has_passed(),
        };
        let tally = self.play(arena, &plan)?;
        let summary = tally.summary(plan.items.end() + 1);
        output::print(self.json, &summary, |out| write!(out, "{summary}"))?;
        Ok(if summary.complete { Exit::Yes } else { interrupt::exit().unwrap_or(Exit::No) })
    }

    fn play<R: Variant>(&self, arena: &Arena<R>, plan: &Plan<'_>) -> Result<Tally, Fault> {
        let mut tally = Tally::new(&self.players);
        let bar = Bar::new("deals");
        if let Some(path) = &self.log {
            let rows = survey::resume(arena, plan, path, |progress| bar.show(progress));
            let rows = rows.map_err(|error| ledger::fault(path, error, Fault::software))?;
            rows.for_each::<Fault>(&plan.items, |_, deals| {
                tally.add(&deals);
                Ok(())
            })?;
        } else {
            let wanted = plan.items.end() + 1;
            bar.show(survey::Progress { done: 0, wanted });
            survey::in_order::<_, survey::ArenaError>(arena, plan, |item, deals| {
                tally.add(&deals);
                bar.show(survey::Progress { done: item + 1, wanted });
                Ok(())
            })
            .map_err(Fault::software)?;
        }
        Ok(tally)
    }
}

fn level(name: &str) -> Result<Level, Fault> {
    let level = name.strip_prefix("ai:").ok_or_else(|| {
        Fault::usage(format!(
            "`{name}` is not a machine player; machines are called ai:normal or ai:strong, for example"
        ))
    })?;
    level.parse().map_err(Fault::usage)
}
