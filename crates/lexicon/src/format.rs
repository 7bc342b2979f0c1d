//! The stored form of an automaton: a header, then the cells, all numbers little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | the mark `\0lexicon` |
//! | 8..12 | the version of the form: 1 for the alphabet A to Z, 2 for any other |
//! | 12..16 | CRC-32 of all other bytes |
//! | 16..20 | number of cells |
//! | 20..24 | base of the root |
//! | 24..28 | number of words |
//! | 28..32 | length of the longest word |
//!
//! In version 2 there follow the number of letters and, for each letter, the code points of its capital and of its small
//! character, four bytes each.

use std::io::{self, Write};

use crate::alphabet::{Alphabet, AlphabetFlaw};
use crate::cell::{Layout, MOST_CELLS};
use crate::letter::Letter;
use crate::verify::verify;

/// Bytes before the first cell, or before the alphabet.
const HEADER: usize = 32;

/// No text list begins like this.
const MARK: [u8; 8] = *b"\0lexicon";
/// The version for A to Z.
const LATIN: u32 = 1;
/// The version that carries its alphabet.
const WITH_ALPHABET: u32 = 2;

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
    #[error("version {0} of the stored form is not known, only versions 1 and 2")]
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
    /// The letters in the header are not an alphabet.
    #[error("the alphabet of the file is not sound: {0}")]
    Alphabet(#[from] AlphabetFlaw),
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

/// Bytes before the first cell.
pub(crate) fn header_size(alphabet: &Alphabet) -> usize {
    if alphabet.is_latin() { HEADER } else { with_letters(alphabet.len()) }
}

/// Bytes before the first cell where the header has an alphabet.
const fn with_letters(count: usize) -> usize {
    HEADER + 4 + 8 * count
}

/// Stores the cells behind their header.
pub(crate) fn write(mut out: impl Write, alphabet: &Alphabet, shape: Shape, cells: &[u32]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(header_size(alphabet) + size_of_val(cells));
    bytes.extend(MARK);
    let version = if alphabet.is_latin() { LATIN } else { WITH_ALPHABET };
    let mut numbers = vec![version, 0, cells.len() as u32, shape.root, shape.words, shape.longest];
    if version == WITH_ALPHABET {
        numbers.push(alphabet.len() as u32);
        numbers.extend(alphabet.characters().flat_map(|(capital, small)| [capital as u32, small as u32]));
    }
    bytes.extend(numbers.iter().chain(cells).flat_map(|number| number.to_le_bytes()));
    let checksum = checksum(&bytes);
    bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    out.write_all(&bytes)
}

/// Reads what [`write`] wrote, and nothing else.
pub(crate) fn read(bytes: &[u8]) -> Result<(Header, Vec<u32>), FormatError> {
    let header = Header::read(bytes)?;
    let cells: Vec<u32> = numbers(&bytes[header.size..]).collect();
    header.check(&cells)?;
    Ok((header, cells))
}

/// A header that was checked against the length and the checksum of its file.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    pub(crate) shape: Shape,
    pub(crate) alphabet: Alphabet,
    /// Bytes before the first cell.
    pub(crate) size: usize,
}

impl Header {
    /// The header of these bytes, the cells of which are not checked yet.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        if !is_ours(bytes) {
            return Err(FormatError::NotOurs);
        }
        let length =
            |expected: usize| FormatError::Length { expected: expected as u64, found: bytes.len() as u64 };
        let header = bytes.get(..HEADER).ok_or_else(|| length(HEADER))?;
        let number = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes"));
        let letters = match number(8) {
            LATIN => None,
            WITH_ALPHABET => Some(letter_count(bytes).ok_or_else(|| length(with_letters(1)))?),
            other => return Err(FormatError::Version(other)),
        };
        if letters.is_some_and(|count| count > Letter::COUNT) {
            return Err(FormatError::Alphabet(AlphabetFlaw::TooMany));
        }
        let size = letters.map_or(HEADER, with_letters);
        let cells = number(16) as usize;
        if bytes.len() as u64 != size as u64 + 4 * cells as u64 || cells > MOST_CELLS {
            return Err(length(size.saturating_add(cells.saturating_mul(4))));
        }
        if checksum(bytes) != number(12) {
            return Err(FormatError::Checksum);
        }
        let alphabet = letters.map_or(Ok(Alphabet::LATIN), |_| read_alphabet(&bytes[HEADER + 4..size]))?;
        Ok(Self { shape: Shape { root: number(20), words: number(24), longest: number(28) }, alphabet, size })
    }

    /// Checks the cells after the header.
    pub(crate) fn check(&self, cells: &[u32]) -> Result<(), FormatError> {
        verify(Layout::new(self.alphabet.letters()), self.shape, cells)
    }
}

/// The number of letters, which follows the header of version 2.
fn letter_count(bytes: &[u8]) -> Option<usize> {
    numbers(bytes.get(HEADER..)?).next().map(|count| count as usize)
}

/// The alphabet of these bytes; A to Z has no place in a file of version 2.
fn read_alphabet(bytes: &[u8]) -> Result<Alphabet, FormatError> {
    let characters: Vec<char> =
        numbers(bytes).map(|number| char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    let alphabet = Alphabet::new(characters.chunks_exact(2).map(|pair| (pair[0], pair[1])))?;
    if alphabet.is_latin() { Err(FormatError::Version(WITH_ALPHABET)) } else { Ok(alphabet) }
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.chunks_exact(4).map(|number| u32::from_le_bytes(number.try_into().expect("chunks of four")))
}

const CHECKSUM: std::ops::Range<usize> = 12..16;

fn checksum(bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..CHECKSUM.start]);
    hasher.update(&bytes[CHECKSUM.end..]);
    hasher.finalize()
}
