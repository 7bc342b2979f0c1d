//! How often values come, in little memory.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

/// Values below this are counted one by one, larger ones with this many to the octave.
const EXACT: u64 = 4096;
/// A plot of values has no more bars.
const MOST_BARS: u64 = 40;

/// How often values came. Quantiles of values above 4096 are within one part in 2048.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// How often values came, by the least one that is counted with them.
    bins: BTreeMap<u64, u64>,
    count: u64,
    sum: u128,
    most: u64,
}

/// The figures of a distribution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many values there are.
    pub count: u64,
    /// The mean.
    pub mean: f64,
    /// The least.
    pub least: u64,
    /// The value that half of them reach.
    pub median: u64,
    /// The value that 9 of 10 do not pass.
    pub p90: u64,
    /// The value that 99 of 100 do not pass.
    pub p99: u64,
    /// The largest.
    pub most: u64,
}

/// One bar of a plot: values from `from` to `to`, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bar {
    /// The least value.
    pub from: u64,
    /// The largest value.
    pub to: u64,
    /// How many values.
    pub count: u64,
}

impl Histogram {
    /// Counts a value; those below zero count as zero.
    pub fn add(&mut self, value: i64) {
        let value = u64::try_from(value).unwrap_or(0);
        *self.bins.entry(bin(value)).or_default() += 1;
        self.count += 1;
        self.sum += u128::from(value);
        self.most = self.most.max(value);
    }

    /// Are there values?
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The figures, if there are values.
    pub fn summary(&self) -> Option<Summary> {
        let least = *self.bins.first_key_value()?.0;
        Some(Summary {
            count: self.count,
            mean: self.sum as f64 / self.count as f64,
            least,
            median: self.quantile(1, 2),
            p90: self.quantile(9, 10),
            p99: self.quantile(99, 100),
            most: self.most,
        })
    }

    /// The least value that this share of all values does not pass.
    fn quantile(&self, numerator: u64, denominator: u64) -> u64 {
        let wanted = (u128::from(self.count) * u128::from(numerator)).div_ceil(u128::from(denominator));
        let mut seen = 0;
        let reached = self.bins.iter().find(|(_, count)| {
            seen += u128::from(**count);
            seen >= wanted
        });
        reached.map_or(self.most, |(value, _)| *value)
    }

    /// Bars of one width, for values that lie close together.
    pub fn even_bars(&self) -> Vec<Bar> {
        let Some((&least, _)) = self.bins.first_key_value() else { return Vec::new() };
        let width = ((self.most - least) / MOST_BARS + 1).max(1);
        let from = least - least % width;
        self.bars((from..=self.most).step_by(width as usize).map(|from| (from, from + width - 1)))
    }

    /// Bars that double in width, for values of all sizes.
    pub fn doubling_bars(&self) -> Vec<Bar> {
        let last = 64 - self.most.leading_zeros();
        let powers = (0..last).map(|power| (1_u64 << power, (1_u64 << power) - 1 + (1_u64 << power)));
        if self.is_empty() { Vec::new() } else { self.bars(std::iter::once((0, 0)).chain(powers)) }
    }

    fn bars(&self, ranges: impl Iterator<Item = (u64, u64)>) -> Vec<Bar> {
        let bar = |(from, to)| Bar { from, to, count: self.bins.range(from..=to).map(|(_, n)| n).sum() };
        let bars: Vec<Bar> = ranges.map(bar).collect();
        let first = bars.iter().position(|bar| bar.count > 0).unwrap_or(0);
        let end = bars.iter().rposition(|bar| bar.count > 0).map_or(0, |last| last + 1);
        bars[first.min(end)..end].to_vec()
    }
}

impl Serialize for Histogram {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.summary().serialize(serializer)
    }
}

/// The least value that is counted with this one: twelve binary digits are kept.
fn bin(value: u64) -> u64 {
    let spare = (64 - value.leading_zeros()).saturating_sub(EXACT.ilog2());
    value >> spare << spare
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl IntoIterator<Item = i64>) -> Histogram {
        let mut histogram = Histogram::default();
        values.into_iter().for_each(|value| histogram.add(value));
        histogram
    }

    #[test]
    fn quantiles_are_those_of_the_sorted_values() {
        let summary = of((1..=100).rev()).summary().unwrap();
        assert_eq!((summary.median, summary.p90, summary.p99), (50, 90, 99));
        assert_eq!((summary.least, summary.most, summary.count), (1, 100, 100));
        assert!((summary.mean - 50.5).abs() < 1e-12);
        let large = of((1..=1000).map(|n| n * 1_000_003)).summary().unwrap();
        assert!((large.median as f64 / 500_001_500.0 - 1.0).abs() < 1.0 / 2048.0, "{large:?}");
        assert_eq!(large.most, 1_000_003_000);
        assert_eq!(Histogram::default().summary(), None);
    }

    #[test]
    fn bars_hold_every_value_once() {
        for histogram in [of([0, 1, 2, 3, 900, 5_000_000]), of(60..=180), of([7]), of([0, 0])] {
            for bars in [histogram.even_bars(), histogram.doubling_bars()] {
                assert_eq!(bars.iter().map(|bar| bar.count).sum::<u64>(), histogram.count);
                assert!(bars.windows(2).all(|pair| pair[0].to + 1 == pair[1].from), "{bars:?}");
                assert!(bars.len() as u64 <= MOST_BARS + 2);
            }
        }
        assert_eq!(of([5, 6, 9]).doubling_bars().len(), 2);
    }
}
