//! The stored form of an automaton: a header of 32 bytes, then the cells, all numbers little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | the mark `\0lexicon` |
//! | 8..12 | the version of the form, 1 |
//! | 12..16 | CRC-32 of all other bytes |
//! | 16..20 | number of cells |
//! | 20..24 | base of the root |
//! | 24..28 | number of words |
//! | 28..32 | length of the longest word |

use std::io::{self, Write};

use crate::cell::MOST_CELLS;
use crate::verify::verify;

/// Bytes before the first cell.
pub(crate) const HEADER: usize = 32;

/// No text list begins like this.
const MARK: [u8; 8] = *b"\0lexicon";
const VERSION: u32 = 1;

/// The facts of the header about the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The base of the root.
    pub(crate) root: u32,
    /// How many words there are.
    pub(crate) words: u32,
    /// The length of the longest.
    pub(crate) longest: u32,
}

/// The reason why bytes are not a stored automaton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// They do not begin like one.
    #[error("not a stored automaton")]
    NotOurs,
    /// They are in another version of the format.
    #[error("version {0} of the stored form is not known, only version {VERSION}")]
    Version(u32),
    /// They are fewer or more than the header says.
    #[error("{found} bytes where {expected} should be: the file is truncated or altered")]
    Length {
        /// How many there should be.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// Something was altered.
    #[error("the checksum is wrong: the file is altered")]
    Checksum,
    /// The checksum is right, but this is not how an automaton is laid out.
    #[error("cell {cell}: {flaw}")]
    Flaw {
        /// The number of the cell.
        cell: usize,
        /// The flaw.
        flaw: &'static str,
    },
}

/// Do these bytes begin like a stored automaton?
pub(crate) fn is_ours(bytes: &[u8]) -> bool {
    bytes.starts_with(&MARK)
}

/// Stores the cells behind their header.
pub(crate) fn write(mut out: impl Write, shape: Shape, cells: &[u32]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(HEADER + size_of_val(cells));
    bytes.extend(MARK);
    let numbers = [VERSION, 0, cells.len() as u32, shape.root, shape.words, shape.longest];
    bytes.extend(numbers.iter().chain(cells).flat_map(|number| number.to_le_bytes()));
    let checksum = checksum(&bytes);
    bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    out.write_all(&bytes)
}

/// Reads what [`write`] wrote, and nothing else.
pub(crate) fn read(bytes: &[u8]) -> Result<(Shape, Vec<u32>), FormatError> {
    let cells: Vec<u32> = bytes
        .get(HEADER..)
        .unwrap_or_default()
        .chunks_exact(4)
        .map(|cell| u32::from_le_bytes(cell.try_into().expect("chunks of four")))
        .collect();
    let shape = check(bytes, &cells)?;
    Ok((shape, cells))
}

/// Checks the header and the cells behind it.
pub(crate) fn check(bytes: &[u8], cells: &[u32]) -> Result<Shape, FormatError> {
    if !is_ours(bytes) {
        return Err(FormatError::NotOurs);
    }
    let Some(header) = bytes.get(..HEADER) else {
        return Err(FormatError::Length { expected: HEADER as u64, found: bytes.len() as u64 });
    };
    let number = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes"));
    if number(8) != VERSION {
        return Err(FormatError::Version(number(8)));
    }
    let expected = HEADER as u64 + 4 * u64::from(number(16));
    if bytes.len() as u64 != expected || cells.len() > MOST_CELLS {
        return Err(FormatError::Length { expected, found: bytes.len() as u64 });
    }
    if checksum(bytes) != number(12) {
        return Err(FormatError::Checksum);
    }
    let shape = Shape { root: number(20), words: number(24), longest: number(28) };
    verify(shape, cells)?;
    Ok(shape)
}

const CHECKSUM: std::ops::Range<usize> = 12..16;

fn checksum(bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..CHECKSUM.start]);
    hasher.update(&bytes[CHECKSUM.end..]);
    hasher.finalize()
}
