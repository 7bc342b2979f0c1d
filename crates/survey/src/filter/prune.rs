//! Which row groups cannot hold a row that meets a condition, by their statistics.

use parquet::file::metadata::RowGroupMetaData;
use parquet::file::statistics::Statistics;

use super::condition::{Comparison, Condition, Value};

/// What may come out for some row of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prospects {
    /// May the condition be met?
    pub(super) met: bool,
    /// May it be false?
    pub(super) unmet: bool,
}

const ANYTHING: Prospects = Prospects { met: true, unmet: true };

pub(super) fn prospects(condition: &Condition, group: &RowGroupMetaData) -> Prospects {
    let of = |term: &Condition| prospects(term, group);
    match condition {
        Condition::Any(terms) => Prospects {
            met: terms.iter().any(|term| of(term).met),
            unmet: terms.iter().all(|term| of(term).unmet),
        },
        Condition::All(terms) => Prospects {
            met: terms.iter().all(|term| of(term).met),
            unmet: terms.iter().any(|term| of(term).unmet),
        },
        Condition::Not(term) => {
            let Prospects { met, unmet } = of(term);
            Prospects { met: unmet, unmet: met }
        }
        Condition::IsNull(_) => ANYTHING,
        Condition::Compare(name, comparison, value) => {
            bounds(group, name).map_or(ANYTHING, |bounds| compared(bounds, *comparison, value))
        }
    }
}

/// The least and the largest number of a column.
fn bounds(group: &RowGroupMetaData, name: &str) -> Option<(f64, f64)> {
    let column = group.columns().iter().find(|column| column.column_descr().name() == name)?;
    match column.statistics()? {
        Statistics::Int32(of) => Some((f64::from(*of.min_opt()?), f64::from(*of.max_opt()?))),
        Statistics::Int64(of) => Some((*of.min_opt()? as f64, *of.max_opt()? as f64)),
        Statistics::Double(of) => Some((*of.min_opt()?, *of.max_opt()?)),
        _ => None,
    }
}

fn compared((least, most): (f64, f64), comparison: Comparison, value: &Value) -> Prospects {
    let value = match value {
        Value::Whole(number) => *number as f64,
        Value::Real(number) => *number,
        Value::Text(_) => return ANYTHING,
    };
    // Rounding may make neighbours equal: only a bound that is clearly on one side excludes anything.
    let (above, below) = (least > value, most < value);
    let is_one = least.total_cmp(&most).is_eq();
    match comparison {
        _ if above => certain(comparison.holds(std::cmp::Ordering::Greater)),
        _ if below => certain(comparison.holds(std::cmp::Ordering::Less)),
        _ if is_one && is_exact(value) => certain(comparison.holds(std::cmp::Ordering::Equal)),
        _ => ANYTHING,
    }
}

/// Are whole numbers near this one all different as numbers with a fraction?
fn is_exact(value: f64) -> bool {
    value.abs() < 9e15
}

fn certain(met: bool) -> Prospects {
    Prospects { met, unmet: !met }
}
