//! The limits every searching command takes, and the watcher that keeps them.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use search::{Budget, Deadline, Limit, Stats, Stop, Watch};
use survey::Limits;

use crate::exit::Exit;
use crate::interrupt;

/// `--nodes`, `--time`, `--memory` and `--threads`.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Stop after this many positions
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub(crate) nodes: Option<u64>,
    /// Stop after this long: 30, 30s, 500ms, 5m, 2h
    #[arg(long, value_name = "DURATION", value_parser = parse_time_limit)]
    pub(crate) time: Option<Duration>,
    /// Hold at most this much in memory, within a tenth of it: 512M, 2G
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, default_value = "1G")]
    pub(crate) memory: usize,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZero<usize>>,
}

impl LimitArgs {
    /// The part of the limits that a search keeps by itself.
    pub(crate) fn budget(&self) -> Budget {
        Budget { nodes: self.nodes.unwrap_or(u64::MAX), memory: self.memory }
    }

    /// The part of the limits that each item of a list keeps.
    pub(crate) fn for_each_item(&self) -> Limits {
        Limits {
            nodes: self.nodes,
            memory: self.memory as u64,
            time_ms: self.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
        }
    }

    /// How many threads to use.
    pub(crate) fn threads(&self) -> usize {
        threads(self.threads)
    }

    /// A watcher that keeps the time limit, shows progress on stderr and listens for Ctrl-C.
    pub(crate) fn supervisor(&self) -> Supervisor {
        interrupt::listen();
        Supervisor::new(self.time, progress_line())
    }
}

/// The most threads that can be asked for: more than any machine has cores, and few enough to be started.
const MOST_THREADS: usize = 1024;

/// A number of positions.
pub(crate) fn parse_nodes(text: &str) -> Result<u64, String> {
    let nodes = text.parse().ok().filter(|&nodes| nodes > 0);
    nodes.ok_or_else(|| "a number of positions is a whole number from 1".to_owned())
}

/// A number of threads.
pub(crate) fn parse_threads(text: &str) -> Result<NonZero<usize>, String> {
    let threads = text.parse().ok().filter(|threads: &NonZero<usize>| threads.get() <= MOST_THREADS);
    threads.ok_or_else(|| "a number of threads is 1 to 1,024".to_owned())
}

/// This many threads, or as many as there are cores.
pub(crate) fn threads(wanted: Option<NonZero<usize>>) -> usize {
    wanted.map_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get), NonZero::get)
}

/// Why a search gave up, in words.
pub(crate) fn reason(limit: Limit) -> String {
    if limit == Limit::Cancelled { interrupt::reason().to_owned() } else { limit.to_string() }
}

/// A count with its noun: `1 deal`, `2 deals`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The end of a line about work that is not at its end.
pub(crate) fn still(to_do: u64) -> String {
    if to_do == 0 { String::new() } else { format!("; {to_do} still to do") }
}

/// The exit code of a search that gave up.
pub(crate) fn gave_up(limit: Limit) -> Exit {
    if limit == Limit::Cancelled { interrupt::exit().unwrap_or(Exit::No) } else { Exit::No }
}

/// Watches a search for a person: clock, progress line, Ctrl-C.
pub(crate) struct Supervisor {
    started: Instant,
    deadline: Deadline,
    line: ProgressBar,
}

impl Supervisor {
    fn new(time: Option<Duration>, line: ProgressBar) -> Self {
        Self { started: Instant::now(), deadline: time.map_or(Deadline::NEVER, Deadline::after), line }
    }

    /// Removes the live line for good.
    pub(crate) fn hide(&mut self) {
        self.line.finish_and_clear();
        self.line = ProgressBar::hidden();
    }
}

impl Watch for Supervisor {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<Stop> {
        if interrupt::asked() {
            return ControlFlow::Break(Stop::Cancelled);
        }
        if self.started.elapsed() >= Duration::from_secs(1) {
            let rate = stats.nodes as f64 / self.started.elapsed().as_secs_f64();
            self.line.set_message(format!(
                "{} positions, {}/s, {} stored in {}, depth {}, best {}",
                HumanCount(stats.nodes),
                HumanCount(rate as u64),
                HumanCount(stats.stored),
                HumanBytes(stats.memory as u64),
                stats.depth,
                stats.best
            ));
            self.line.tick();
        }
        self.deadline.tick(stats)
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

/// A live line on stderr; hidden where that is not a terminal.
fn progress_line() -> ProgressBar {
    let line = ProgressBar::new_spinner();
    line.set_style(
        ProgressStyle::with_template("{spinner} {elapsed} {msg}").expect("the template is well formed"),
    );
    line
}

/// Reads `30`, `1.5s`, `5m`.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let (digits, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit `{unit}`; use ms, s, m or h")),
    };
    let number: f64 = digits.parse().map_err(|_| "expected a number such as 30, 1.5s or 5m".to_owned())?;
    Duration::try_from_secs_f64(number * scale).map_err(|_| "out of range".to_owned())
}

/// Reads a duration in which something can be done.
fn parse_time_limit(text: &str) -> Result<Duration, String> {
    match parse_duration(text)? {
        time if time < Duration::from_millis(1) => {
            Err("nothing can be done in less than a millisecond; give at least 1ms".to_owned())
        }
        time => Ok(time),
    }
}

/// Reads `77`, `512M`, `2GiB`.
pub(crate) fn parse_bytes(text: &str) -> Result<usize, String> {
    let (digits, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let shift = match unit.to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(format!("unknown unit `{unit}`; use K, M, G or T")),
    };
    let number: usize = digits.parse().map_err(|_| "expected a number such as 512M or 2G".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "out of range".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        assert_eq!(parse_duration("30"), Ok(Duration::from_secs(30)));
        assert_eq!(parse_duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_duration("2h"), Ok(Duration::from_secs(7200)));
        assert!(["0", "0.0ms", "0.000001ms", "0.0009"].iter().all(|text| parse_time_limit(text).is_err()));
        assert_eq!(parse_time_limit("1ms"), Ok(Duration::from_millis(1)));
        assert!(parse_duration("-1").is_err());
        assert!(parse_duration("5 years").is_err());
        assert!(parse_duration("").is_err());
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_bytes("512M"), Ok(512 << 20));
        assert_eq!(parse_bytes("2GiB"), Ok(2 << 30));
        assert_eq!(parse_bytes("77"), Ok(77));
        assert!(parse_bytes("99999999999T").is_err());
        assert!(parse_bytes("1X").is_err());
    }
}
