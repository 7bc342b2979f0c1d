//! Which rows of a batch meet a condition, by arrow's kernels.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Datum, Float64Array, Int32Array, Int64Array, RecordBatch, Scalar,
    StringArray,
};
use arrow_buffer::BooleanBuffer;
use arrow_ord::cmp;
use arrow_schema::{ArrowError, DataType};

use super::condition::{Comparison, Condition, Value};

/// The rows that meet a condition and those that do not. A row is in neither where a value that decides is missing.
#[derive(Clone, Debug)]
pub(super) struct Mask {
    pub(super) met: BooleanBuffer,
    unmet: BooleanBuffer,
}

impl Mask {
    fn of(compared: &BooleanArray) -> Self {
        let (met, unmet) = (compared.values().clone(), !compared.values());
        match compared.nulls() {
            None => Self { met, unmet },
            Some(there) => Self { met: &met & there.inner(), unmet: &unmet & there.inner() },
        }
    }

    fn opposite(self) -> Self {
        Self { met: self.unmet, unmet: self.met }
    }

    fn and(&self, other: &Self) -> Self {
        Self { met: &self.met & &other.met, unmet: &self.unmet | &other.unmet }
    }

    fn or(&self, other: &Self) -> Self {
        Self { met: &self.met | &other.met, unmet: &self.unmet & &other.unmet }
    }

    /// Where a column has no value.
    fn is_null(column: &ArrayRef) -> Self {
        let none = || BooleanBuffer::new_unset(column.len());
        let met = column.logical_nulls().map_or_else(none, |there| !there.inner());
        Self { unmet: !&met, met }
    }
}

pub(super) fn mask(condition: &Condition, rows: &RecordBatch) -> Mask {
    match condition {
        Condition::Any(terms) => joined(terms, rows, Mask::or),
        Condition::All(terms) => joined(terms, rows, Mask::and),
        Condition::Not(term) => mask(term, rows).opposite(),
        Condition::IsNull(name) => Mask::is_null(column(rows, name)),
        Condition::Compare(name, comparison, value) => {
            let compared = compare(column(rows, name), *comparison, value);
            Mask::of(&compared.expect("the condition was read for these columns"))
        }
    }
}

fn column<'r>(rows: &'r RecordBatch, name: &str) -> &'r ArrayRef {
    rows.column_by_name(name).expect("the condition was read for these columns")
}

fn joined(terms: &[Condition], rows: &RecordBatch, join: fn(&Mask, &Mask) -> Mask) -> Mask {
    let masks = terms.iter().map(|term| mask(term, rows));
    masks.reduce(|one, other| join(&one, &other)).expect("there are terms")
}

fn compare(array: &ArrayRef, comparison: Comparison, value: &Value) -> Result<BooleanArray, ArrowError> {
    match (array.data_type(), value) {
        (DataType::Int64, Value::Whole(number)) => {
            kernel(comparison, array, &Scalar::new(Int64Array::from(vec![*number])))
        }
        (DataType::Int32, Value::Whole(number)) if i32::try_from(*number).is_ok() => {
            kernel(comparison, array, &Scalar::new(Int32Array::from(vec![*number as i32])))
        }
        (_, Value::Text(text)) => {
            kernel(comparison, array, &Scalar::new(StringArray::from(vec![text.as_str()])))
        }
        (_, Value::Whole(number)) => kernel(comparison, &reals(array), &real(*number as f64)),
        (_, Value::Real(number)) => kernel(comparison, &reals(array), &real(*number)),
    }
}

fn kernel(comparison: Comparison, array: &dyn Datum, value: &dyn Datum) -> Result<BooleanArray, ArrowError> {
    let compare = match comparison {
        Comparison::Less => cmp::lt,
        Comparison::AtMost => cmp::lt_eq,
        Comparison::Equal => cmp::eq,
        Comparison::Unequal => cmp::neq,
        Comparison::AtLeast => cmp::gt_eq,
        Comparison::More => cmp::gt,
    };
    compare(array, value)
}

fn real(number: f64) -> Scalar<Float64Array> {
    Scalar::new(Float64Array::from(vec![number]))
}

/// A column of numbers, as numbers with a fraction.
fn reals(array: &ArrayRef) -> Float64Array {
    match array.data_type() {
        DataType::Int64 => array.as_primitive::<Int64Type>().unary(|number| number as f64),
        DataType::Int32 => array.as_primitive::<Int32Type>().unary(f64::from),
        _ => array.as_primitive::<Float64Type>().clone(),
    }
}
