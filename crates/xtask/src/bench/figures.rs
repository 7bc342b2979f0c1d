//! Times and verdicts of many deals in a few figures.

use serde_json::Value;

/// Microseconds of processor time over many deals, and how many of each verdict.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) mean: f64,
    pub(crate) median: f64,
    pub(crate) p99: f64,
    pub(crate) solved: usize,
    pub(crate) impossible: usize,
    pub(crate) given_up: usize,
}

impl Figures {
    /// From the lines of `tapis solve --json`.
    pub(crate) fn of_json_lines(lines: &str) -> Result<Self, String> {
        let rows: Result<Vec<Value>, _> = lines.lines().map(serde_json::from_str).collect();
        let rows = rows.map_err(|error| format!("tapis printed no JSON: {error}"))?;
        let count = |verdict: &str| rows.iter().filter(|row| row["verdict"] == verdict).count();
        let counts = (count("solved"), count("impossible"), count("gave_up"));
        Self::of_times(rows.iter().filter_map(|row| row["cpu_us"].as_f64()).collect(), counts)
    }

    /// From the lines of the peer's driver: a seed, solved or not, microseconds.
    pub(crate) fn of_peer_lines(lines: &str) -> Result<Self, String> {
        let rows: Vec<Vec<&str>> = lines.lines().map(|line| line.split('\t').collect()).collect();
        let solved = rows.iter().filter(|row| row.get(1) == Some(&"1")).count();
        let times = rows.iter().filter_map(|row| row.get(2)?.parse().ok()).collect();
        Self::of_times(times, (solved, 0, rows.len() - solved))
    }

    fn of_times(
        mut times: Vec<f64>,
        (solved, impossible, given_up): (usize, usize, usize),
    ) -> Result<Self, String> {
        if times.is_empty() || times.len() != solved + impossible + given_up {
            return Err("nothing was measured".to_owned());
        }
        times.sort_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let (median, p99) = (times[times.len() / 2], times[times.len() * 99 / 100]);
        Ok(Self { mean, median, p99, solved, impossible, given_up })
    }
}
