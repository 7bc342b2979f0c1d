//! Columns of a survey, and the cells of its rows.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::{
    Float64Builder, Int32Builder, Int64Builder, StringBuilder, StringDictionaryBuilder,
};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use serde::{Serialize, Serializer};

/// The kind of values that a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers of 64 bits.
    Long,
    /// Whole numbers of 32 bits.
    Short,
    /// Numbers with a fraction.
    Real,
    /// Words of which there are few.
    Word,
    /// Texts of which hardly any comes twice.
    Text,
}

/// A column: its name, the kind of its values, and whether a row may go without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// The kind of its values.
    pub kind: Kind,
    /// May a row have no value?
    pub nullable: bool,
}

impl Column {
    /// A column with a value in every row.
    pub const fn full(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, nullable: false }
    }

    /// A column without a value in some rows.
    pub const fn sparse(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, nullable: true }
    }

    fn field(&self) -> Field {
        Field::new(self.name, self.kind.data_type(), self.nullable)
    }
}

impl Kind {
    fn data_type(self) -> DataType {
        match self {
            Self::Long => DataType::Int64,
            Self::Short => DataType::Int32,
            Self::Real => DataType::Float64,
            // Readers that make a column of `game=…` in the path make one of this type.
            Self::Word => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
            Self::Text => DataType::Utf8,
        }
    }
}

/// The value of one row in one column.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'r> {
    /// No value.
    Empty,
    /// A whole number.
    Whole(i64),
    /// A number with a fraction.
    Real(f64),
    /// A word or a text.
    Text(Cow<'r, str>),
}

impl<'r> Cell<'r> {
    /// A whole number, if there is one.
    pub fn whole(number: Option<impl TryInto<i64>>) -> Self {
        number.and_then(|number| number.try_into().ok()).map_or(Self::Empty, Self::Whole)
    }

    /// A text, if there is one.
    pub fn text(text: Option<&'r str>) -> Self {
        text.map_or(Self::Empty, |text| Self::Text(Cow::Borrowed(text)))
    }

    /// The value without what it borrows.
    pub fn into_owned(self) -> Cell<'static> {
        match self {
            Self::Empty => Cell::Empty,
            Self::Whole(number) => Cell::Whole(number),
            Self::Real(number) => Cell::Real(number),
            Self::Text(text) => Cell::Text(Cow::Owned(text.into_owned())),
        }
    }

    fn as_whole(&self) -> Option<i64> {
        if let Self::Whole(number) = self { Some(*number) } else { None }
    }

    fn as_real(&self) -> Option<f64> {
        if let Self::Real(number) = self { Some(*number) } else { None }
    }

    fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Empty => serializer.serialize_none(),
            Self::Whole(number) => serializer.serialize_i64(*number),
            Self::Real(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// The schema of these columns.
pub(crate) fn schema(columns: &[Column]) -> SchemaRef {
    Arc::new(Schema::new(columns.iter().map(Column::field).collect::<Vec<_>>()))
}

/// The rows as a batch of these columns. Each row has a cell for each column.
pub(crate) fn batch(columns: &[Column], rows: &[Vec<Cell<'_>>]) -> RecordBatch {
    let arrays = columns.iter().enumerate().map(|(at, column)| array(column.kind, at, rows)).collect();
    RecordBatch::try_new(schema(columns), arrays).expect("rows have the cells of their columns")
}

fn array(kind: Kind, at: usize, rows: &[Vec<Cell<'_>>]) -> ArrayRef {
    let cells = rows.iter().map(|row| &row[at]);
    match kind {
        Kind::Long => {
            let mut array = Int64Builder::new();
            cells.for_each(|cell| array.append_option(cell.as_whole()));
            Arc::new(array.finish())
        }
        Kind::Short => {
            let mut array = Int32Builder::new();
            cells.for_each(|cell| array.append_option(cell.as_whole().and_then(|n| n.try_into().ok())));
            Arc::new(array.finish())
        }
        Kind::Real => {
            let mut array = Float64Builder::new();
            cells.for_each(|cell| array.append_option(cell.as_real()));
            Arc::new(array.finish())
        }
        Kind::Word => {
            let mut array = StringDictionaryBuilder::<Int32Type>::new();
            cells.for_each(|cell| array.append_option(cell.as_text()));
            Arc::new(array.finish())
        }
        Kind::Text => {
            let mut array = StringBuilder::new();
            cells.for_each(|cell| array.append_option(cell.as_text()));
            Arc::new(array.finish())
        }
    }
}
