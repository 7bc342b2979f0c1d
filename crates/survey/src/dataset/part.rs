//! Parquet files: the rows of one chunk.

use std::fs::File;
use std::path::Path;

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use crate::key::Key;

/// The rows as a Parquet file. Equal rows under an equal key give equal bytes.
pub(crate) fn encode(batch: &RecordBatch, key: &Key) -> Result<Vec<u8>, ParquetError> {
    let about = |name: &str, value: String| KeyValue::new(name.to_owned(), value);
    let options = serde_json::to_string(key).map_err(|error| ParquetError::External(error.into()))?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .set_created_by(format!("tapis {}", key.version()))
        .set_key_value_metadata(Some(vec![
            about("tapis.version", key.version().to_owned()),
            about("tapis.digest", key.digest()),
            about("tapis.key", options),
        ]))
        .build();
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties))?;
    writer.write(batch)?;
    writer.into_inner()
}

/// A Parquet file that is being read.
pub type PartRows = ParquetRecordBatchReaderBuilder<File>;

/// Opens a Parquet file.
pub(crate) fn open_part(path: &Path) -> Result<PartRows, ParquetError> {
    ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)
}

/// The rows of some columns; names that the file does not have are passed over.
pub(crate) fn read_columns(part: PartRows, names: &[&str]) -> Result<ParquetRecordBatchReader, ParquetError> {
    let mask = ProjectionMask::columns(part.parquet_schema(), names.iter().copied());
    part.with_projection(mask).build()
}
