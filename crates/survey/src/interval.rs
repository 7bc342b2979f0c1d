//! Confidence intervals of shares.

use serde::Serialize;

/// The 97.5 % quantile of the normal distribution: intervals hold the true share in 95 of 100 surveys.
const Z: f64 = 1.959_963_984_540_054;

/// The bounds of a share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// Wilson's interval of 95 % for this many successes of this many trials.
    ///
    /// ```
    /// let interval = survey::Interval::wilson(81, 263);
    /// assert!((interval.low - 0.2553).abs() < 5e-5 && (interval.high - 0.3662).abs() < 5e-5);
    /// ```
    pub fn wilson(successes: u64, trials: u64) -> Self {
        if trials == 0 {
            return Self { low: 0.0, high: 1.0 };
        }
        let (n, share) = (trials as f64, successes as f64 / trials as f64);
        let z2n = Z * Z / n;
        let centre = (share + z2n / 2.0) / (1.0 + z2n);
        let half = Z / (1.0 + z2n) * (share * (1.0 - share) / n + z2n / (4.0 * n)).sqrt();
        let low = if successes == 0 { 0.0 } else { (centre - half).max(0.0) };
        let high = if successes == trials { 1.0 } else { (centre + half).min(1.0) };
        Self { low, high }
    }

    /// The interval of the share that can be won. Undecided rows count as lost for the lower bound and as won for the
    /// upper one.
    pub fn winnable(solved: u64, impossible: u64, rows: u64) -> Self {
        let low = Self::wilson(solved, rows).low;
        Self { low, high: Self::wilson(rows - impossible.min(rows), rows).high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(interval: Interval, low: f64, high: f64) {
        assert!((interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5, "{interval:?}");
    }

    /// The examples of Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    #[test]
    fn intervals_have_their_published_values() {
        close(Interval::wilson(81, 263), 0.2553, 0.3662);
        close(Interval::wilson(15, 148), 0.0624, 0.1605);
        close(Interval::wilson(0, 20), 0.0, 0.1611);
        close(Interval::wilson(1, 29), 0.0061, 0.1718);
    }

    #[test]
    fn bounds_are_bounds() {
        for trials in 1..60 {
            for successes in 0..=trials {
                let Interval { low, high } = Interval::wilson(successes, trials);
                let share = successes as f64 / trials as f64;
                assert!(0.0 <= low && low <= share && share <= high && high <= 1.0, "{successes}/{trials}");
                let mirrored = Interval::wilson(trials - successes, trials);
                assert!((mirrored.low + high - 1.0).abs() < 1e-12);
            }
        }
        assert_eq!(Interval::wilson(0, 0), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn undecided_rows_count_on_both_sides() {
        let decided = Interval::winnable(70, 30, 100);
        assert_eq!(decided, Interval::wilson(70, 100));
        let open = Interval::winnable(60, 30, 100);
        assert_eq!(
            open,
            Interval { low: Interval::wilson(60, 100).low, high: Interval::wilson(70, 100).high }
        );
    }
}
