//! `tapis rummy arena`: machines against machines.

mod bout;
mod tally;

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rummy::{Level, Machine};

use self::bout::{Bout, Set};
use self::tally::{Log, Summary};
use super::choice::{RuleSet, RulesArgs, UnderMachine};
use crate::exit::{Exit, Fault};
use crate::{interrupt, output, whole};

const EXAMPLES: &str = "\
Examples:
  tapis rummy arena rummikub --players ai:strong,ai:normal --games 2000
  tapis rummy arena rummikub --players ai:normal,ai:easy --games 2000 --log match.json --json";

/// How often the log is written while games go on.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// Let machines play each other and count
///
/// Every deal is played once for each seating, so that no player is lucky with the tiles. Win rates come with
/// the half-width of the 95 % interval over these sets of games. The same seed gives the same games; with
/// --log a match that was stopped goes on where it stopped.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The rule set
    rules: RuleSet,
    /// The players: ai:easy, ai:normal, ai:strong
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', required = true)]
    players: Vec<String>,
    /// How many games, rounded up to whole sets
    #[arg(long, value_name = "N", default_value = "200")]
    games: NonZero<u64>,
    /// The seed of the first deal; the following ones count up
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Take the jokers out of the bag
    #[arg(long)]
    no_jokers: bool,
    /// Keep finished games in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    #[command(flatten)]
    options: RulesArgs,
    /// The result as a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let levels = args.players.iter().map(|name| level(name)).collect::<Result<_, _>>()?;
    args.options.with_machine(args.rules, Match { args, levels })
}

/// A match whose players are known to be machines.
struct Match<'a> {
    args: &'a Args,
    levels: Vec<Level>,
}

impl UnderMachine for Match<'_> {
    fn under<R: Machine + Sync>(self, rules: R) -> Result<Exit, Fault> {
        let Args { players, seed, no_jokers, .. } = self.args;
        let bout = Bout::new(rules, self.levels, *seed, *no_jokers)?;
        self.args.hold(&bout, format!("{} {} {seed} {no_jokers}", bout.title(), players.join(",")))
    }
}

impl Args {
    /// Plays the match, or goes on with it.
    fn hold<R: Machine + Sync>(&self, bout: &Bout<R>, title: String) -> Result<Exit, Fault> {
        let log = match &self.log {
            Some(path) if path.exists() => Log::read(path, &title)?,
            _ => Log { title, sets: Vec::new() },
        };
        let sets = self.games.get().div_ceil(self.players.len() as u64);
        let log = self.play(bout, log, sets)?;
        let summary = Summary::of(&self.players, &log.sets);
        let mut out = output::stdout();
        if self.json {
            output::json_line(&mut out, &summary)?;
        } else {
            write!(out, "{summary}")?;
        }
        out.flush()?;
        Ok(interrupt::exit().unwrap_or(Exit::Yes))
    }

    /// Plays all sets that the log does not hold yet, on all cores.
    fn play<R: Machine + Sync>(&self, bout: &Bout<R>, log: Log, sets: u64) -> Result<Log, Fault> {
        interrupt::listen();
        let done: Vec<u64> = log.sets.iter().map(|set| set.number).collect();
        let todo: Vec<u64> = (0..sets).filter(|number| !done.contains(number)).collect();
        let bar = ProgressBar::new(todo.len() as u64);
        let next = AtomicU64::new(0);
        let log = Mutex::new((log, Instant::now()));
        let work = || -> Result<(), Fault> {
            loop {
                let turn = next.fetch_add(1, Ordering::Relaxed) as usize;
                let Some(&number) = todo.get(turn).filter(|_| !interrupt::asked()) else { return Ok(()) };
                let set = bout.play(number)?;
                bar.inc(1);
                self.note(&log, set)?;
            }
        };
        let threads = self
            .threads
            .map_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get), NonZero::get);
        let results: Vec<Result<(), Fault>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let broken = || Err(Fault::software("a game ended in a panic"));
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|_| broken())).collect()
        });
        bar.finish_and_clear();
        results.into_iter().collect::<Result<(), Fault>>()?;
        let (mut log, _) = log.into_inner().map_err(|_| Fault::software("a game ended in a panic"))?;
        log.sets.sort_by_key(|set| set.number);
        self.write(&log)?;
        Ok(log)
    }

    fn note(&self, log: &Mutex<(Log, Instant)>, set: Set) -> Result<(), Fault> {
        let mut log = log.lock().map_err(|_| Fault::software("a game ended in a panic"))?;
        log.0.sets.push(set);
        if log.1.elapsed() >= LOG_EVERY {
            log.1 = Instant::now();
            self.write(&log.0)?;
        }
        Ok(())
    }

    fn write(&self, log: &Log) -> Result<(), Fault> {
        self.log.as_deref().map_or(Ok(()), |path| whole::write(path, |out| log.write(out)))
    }
}

fn level(name: &str) -> Result<Level, Fault> {
    let level =
        name.strip_prefix("ai:").ok_or_else(|| Fault::usage(format!("`{name}` is no machine player")))?;
    level.parse().map_err(Fault::usage)
}

impl Log {
    fn read(path: &Path, title: &str) -> Result<Self, Fault> {
        let bytes = fs::read(path).map_err(|error| Fault::cannot_read(path, &error))?;
        let log: Self = serde_json::from_slice(&bytes)
            .map_err(|error| Fault::data(format!("{}: {error}", path.display())))?;
        if log.title != title {
            return Err(Fault::data(format!("{} is the log of another match", path.display())));
        }
        Ok(log)
    }
}
