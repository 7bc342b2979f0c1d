//! A survey as a folder of Parquet files.
//!
//! ```text
//! OUT/game=FreeCell/_survey.json                     the parameters, written first
//! OUT/game=FreeCell/_seeds.txt                       the seeds, where they are not one range
//! OUT/game=FreeCell/chunk=000000/part-1-9999.parquet
//! OUT/game=FreeCell/chunk=000000/_manifest.json      the chunk is complete
//! ```
//!
//! A chunk holds the items from its number times the size of a chunk on: its place and the names of its files follow
//! from the items alone. Every file is written whole: a temporary name, its contents to the disk, the final name, the
//! folder to the disk. A chunk without a manifest is made again.

mod chunk;
mod durable;
mod header;
mod manifest;
mod part;
mod read;
mod write;

pub use chunk::{Chunk, Chunks};
pub use header::{Header, HeaderError};
pub use manifest::{Manifest, Totals};
pub use part::PartRows;
#[cfg(test)]
pub(crate) use part::encode;
pub(crate) use read::name_of;
pub use read::{GameRows, ReadError, open};
pub use write::{Shard, Survey, SurveyError, Surveyed, survey};
