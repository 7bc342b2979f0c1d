//! Single values of a batch.

use std::borrow::Cow;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, Int64Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;

use crate::column::Cell;

/// The value of a row in an array of one of the kinds of columns.
pub fn cell_at(array: &dyn Array, row: usize) -> Cell<'_> {
    if array.is_null(row) {
        return Cell::Empty;
    }
    match array.data_type() {
        DataType::Int64 => Cell::Whole(array.as_primitive::<Int64Type>().value(row)),
        DataType::Int32 => Cell::Whole(array.as_primitive::<Int32Type>().value(row).into()),
        DataType::Float64 => Cell::Real(array.as_primitive::<Float64Type>().value(row)),
        DataType::Utf8 => Cell::Text(Cow::Borrowed(array.as_string::<i32>().value(row))),
        DataType::Dictionary(_, _) => word_at(array, row),
        _ => Cell::Empty,
    }
}

fn word_at(array: &dyn Array, row: usize) -> Cell<'_> {
    let Some(words) = array.as_dictionary_opt::<Int32Type>() else { return Cell::Empty };
    let values = words.values().as_string_opt::<i32>();
    let word = values.zip(words.key(row)).map(|(values, key)| values.value(key));
    Cell::text(word)
}

/// The whole number of a row in a column.
pub(crate) fn whole_at(batch: &RecordBatch, name: &str, row: usize) -> Option<i64> {
    match cell_at(batch.column_by_name(name)?, row) {
        Cell::Whole(number) => Some(number),
        _ => None,
    }
}

/// The text of a row in a column.
pub(crate) fn text_at<'b>(batch: &'b RecordBatch, name: &str, row: usize) -> Option<&'b str> {
    match cell_at(batch.column_by_name(name)?, row) {
        Cell::Text(Cow::Borrowed(text)) => Some(text),
        _ => None,
    }
}
