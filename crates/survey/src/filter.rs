//! Conditions on rows, as a text: `verdict = solved and difficulty > 80 and moves < 40`.
//!
//! ```text
//! condition  = and-terms separated by `or`
//! and-term   = terms separated by `and`
//! term       = `not` term | ( condition ) | column comparison
//! comparison = < <= = != >= > value | [`not`] `in` ( value, … ) | [`not`] `between` value `and` value | `is` [`not`] `null`
//! value      = 12 | -3.5 | word | 'any text', a quote in it written twice
//! ```
//!
//! A row without a value in a column meets no comparison with it, and neither does its opposite by `not`, as in SQL.

mod condition;
mod lexer;
mod mask;
mod parser;
mod prune;
#[cfg(test)]
mod tests;

use arrow_array::{BooleanArray, RecordBatch};
use arrow_schema::Schema;
use parquet::file::metadata::RowGroupMetaData;
use thiserror::Error;

use self::condition::Condition;

/// A condition on rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    condition: Condition,
}

/// A text that is not a condition, and where in it the fault is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {}: {what}", at + 1)]
pub struct FilterError {
    /// The place of the fault in characters, from 0.
    pub at: usize,
    /// The fault, in words.
    pub what: String,
}

impl Filter {
    /// Reads a condition on rows with these columns.
    pub fn parse(text: &str, columns: &Schema) -> Result<Self, FilterError> {
        Ok(Self { condition: parser::parse(text, columns)? })
    }

    /// Which rows meet the condition.
    pub fn mask(&self, rows: &RecordBatch) -> BooleanArray {
        BooleanArray::new(mask::mask(&self.condition, rows).met, None)
    }

    /// May a row of this group meet the condition, as far as its statistics say?
    pub fn may_match(&self, group: &RowGroupMetaData) -> bool {
        prune::prospects(&self.condition, group).met
    }
}
