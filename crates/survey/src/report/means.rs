//! The means of columns.

use std::collections::BTreeMap;

use arrow_array::RecordBatch;
use serde::{Serialize, Serializer};

use crate::cells::cell_at;
use crate::column::Cell;

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// Columns of numbers that have a place of their own in a report, or whose mean says nothing.
const LEFT_OUT: [&str; 6] = ["seed", "moves", "nodes", "states", "difficulty", "copies"];

/// The means of columns, by their names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Means {
    columns: BTreeMap<String, Sums>,
}

/// Sums over the values of a column, by Welford's method: they do not lose digits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    count: f64,
    mean: f64,
    squares: f64,
}

/// The mean of a column.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The half-width of its 95 % interval.
    pub half_width: f64,
}

impl Means {
    /// Adds the rows of a batch.
    pub(super) fn add(&mut self, batch: &RecordBatch) {
        let schema = batch.schema();
        let numbers = schema.fields().iter().zip(batch.columns());
        let numbers = numbers.filter(|(field, _)| {
            field.data_type().is_numeric() && !LEFT_OUT.contains(&field.name().as_str())
        });
        for (field, column) in numbers {
            let sums = self.columns.entry(field.name().clone()).or_default();
            for row in 0..column.len() {
                match cell_at(column, row) {
                    Cell::Whole(number) => sums.add(number as f64),
                    Cell::Real(number) => sums.add(number),
                    Cell::Empty | Cell::Text(_) => {}
                }
            }
        }
    }

    /// The columns with their means.
    pub fn each(&self) -> impl Iterator<Item = (&str, Mean)> {
        let with_values = self.columns.iter().filter(|(_, sums)| sums.count > 0.0);
        with_values.map(|(name, sums)| (name.as_str(), sums.mean()))
    }
}

impl Serialize for Means {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.each())
    }
}

impl Sums {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let away = value - self.mean;
        self.mean += away / self.count;
        self.squares += away * (value - self.mean);
    }

    fn mean(&self) -> Mean {
        let variance = if self.count > 1.0 { self.squares / (self.count - 1.0) } else { 0.0 };
        Mean { mean: self.mean, half_width: Z * (variance / self.count).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_come_with_their_intervals() {
        let mut sums = Sums::default();
        for value in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            sums.add(value);
        }
        let Mean { mean, half_width } = sums.mean();
        assert!((mean - 5.0).abs() < 1e-12);
        assert!((half_width - Z * (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    }
}
