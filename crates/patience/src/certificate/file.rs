//! Certificates as files.
//!
//! ```text
//! 8 bytes   TAPISCRT
//! 4         version, 2 (numbers are little-endian)
//! 4         seed of the deal, 0 where the claim is about a board
//! 1         0: cards go up by themselves, 1: putting up is a choice
//! 4 + n     length and text of the game's rules file
//! 4 + n     length and text of the board, empty where there is a seed
//! …         the positions in ascending order, each as: bytes it shares with the one before, further bytes,
//!           why it is lost, those bytes; then 255. Deflated. Why is 0: every move leads to a position of the
//!           certificate, or 1: its cards lock each other in.
//! 32        BLAKE3 of everything before
//! ```

use std::io::{self, BufRead, BufReader, Read, Write};

use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use search::Limit;
use thiserror::Error;

use super::position::LONGEST;
use crate::deal::{Deal, Seed};
use crate::rules::{Foundations, Rules};

const MAGIC: &[u8; 8] = b"TAPISCRT";
const VERSION: u32 = 2;
/// Longer texts are neither rules nor boards.
const LONGEST_TEXT: u32 = 1 << 16;
/// Ends the positions; no position shares that many bytes with another.
const LAST: u8 = 255;

/// Why a position is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// Every move leads to a position of the certificate.
    Closed,
    /// Its cards lock each other in.
    Deadlock,
}

impl Why {
    fn from_byte(byte: u8) -> Option<Self> {
        [Self::Closed, Self::Deadlock].into_iter().find(|&why| why as u8 == byte)
    }
}

/// Why a certificate was not verified.
#[derive(Debug, Error)]
pub enum NotVerified {
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("this is not a certificate of Tapis")]
    NoCertificate,
    /// It is of another version.
    #[error("the certificate has version {0}; only version {VERSION} is known")]
    Version(u32),
    /// Its claim makes no sense.
    #[error("the certificate's claim makes no sense: {0}")]
    Claim(String),
    /// It was altered.
    #[error("the certificate was altered: its checksum does not match")]
    Checksum,
    /// There is trailing data.
    #[error("there is trailing data after the end of the certificate")]
    TooLong,
    /// A position makes no sense.
    #[error("position {0} makes no sense")]
    Position(u64),
    /// A position is won.
    #[error("position {0} is won")]
    Won(u64),
    /// A move leads out of the set.
    #[error("position {position}: {played} leads to a position that is not in the certificate")]
    Open {
        /// The position, counted from 1.
        position: u64,
        /// The move.
        played: crate::moves::Move,
    },
    /// A position is not lost for the reason that is given.
    #[error("position {0}: its cards do not lock each other in")]
    NotDeadlocked(u64),
    /// The table itself is not in the set.
    #[error("the table itself is not in the certificate")]
    NoStart,
    /// The run ended before all was checked.
    #[error("{0}")]
    Limit(Limit),
}

/// Writes a certificate; the positions must ascend.
pub(super) fn write<'p>(
    out: impl Write,
    claim: &Deal,
    positions: impl Iterator<Item = (&'p [u8], Why)>,
) -> io::Result<()> {
    let mut out = HashingWriter { inner: out, hasher: blake3::Hasher::new() };
    out.write_all(MAGIC)?;
    out.write_all(&VERSION.to_le_bytes())?;
    out.write_all(&claim.seed().map_or(0, Seed::number).to_le_bytes())?;
    out.write_all(&[u8::from(claim.rules().play().foundations == Foundations::Free)])?;
    write_text(&mut out, &claim.rules().to_toml())?;
    write_text(&mut out, &if claim.seed().is_some() { String::new() } else { claim.table().to_board() })?;
    let mut deflated = DeflateEncoder::new(&mut out, Compression::best());
    let mut before: &[u8] = &[];
    for (position, why) in positions {
        let shared = position.iter().zip(before).take_while(|(a, b)| a == b).count();
        deflated.write_all(&[shared as u8, (position.len() - shared) as u8, why as u8])?;
        deflated.write_all(&position[shared..])?;
        before = position;
    }
    deflated.write_all(&[LAST])?;
    deflated.finish()?;
    let hash = out.hasher.finalize();
    out.inner.write_all(hash.as_bytes())?;
    out.inner.flush()
}

fn write_text(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(&(text.len() as u32).to_le_bytes())?;
    out.write_all(text.as_bytes())
}

/// Reads a certificate from front to back: the claim, each position, and at the end whether it is whole.
pub(super) fn read(
    file: impl Read,
    mut each: impl FnMut(&Deal, &[u8], Why) -> Result<(), NotVerified>,
) -> Result<Deal, NotVerified> {
    let mut input = HashingReader { inner: BufReader::new(file), hasher: blake3::Hasher::new() };
    let claim = read_claim(&mut input)?;
    let mut inflated = BufReader::new(DeflateDecoder::new(&mut input));
    let mut position = Vec::with_capacity(LONGEST);
    for number in 1.. {
        let Some(why) = read_position(&mut inflated, number, &mut position)? else { break };
        each(&claim, &position, why)?;
    }
    if inflated.read(&mut [0])? > 0 {
        return Err(NotVerified::TooLong);
    }
    drop(inflated);
    finish(input)?;
    Ok(claim)
}

/// Reads the position of this number over the one before it; none where the positions end.
fn read_position(
    input: &mut impl Read,
    number: u64,
    position: &mut Vec<u8>,
) -> Result<Option<Why>, NotVerified> {
    let shared = usize::from(byte(input)?);
    if shared == usize::from(LAST) {
        return Ok(None);
    }
    let further = usize::from(byte(input)?);
    let nonsense = NotVerified::Position(number);
    let Some(why) = Why::from_byte(byte(input)?) else {
        return Err(nonsense);
    };
    if shared > position.len() || shared + further > LONGEST {
        return Err(nonsense);
    }
    let before = position.clone();
    position.resize(shared + further, 0);
    input.read_exact(&mut position[shared..])?;
    if number > 1 && *position <= before { Err(nonsense) } else { Ok(Some(why)) }
}

/// Reads the checksum, which must be the last thing in the file.
fn finish<R: BufRead>(input: HashingReader<R>) -> Result<(), NotVerified> {
    let HashingReader { mut inner, hasher } = input;
    let mut checksum = [0; 32];
    inner.read_exact(&mut checksum)?;
    if hasher.finalize() != blake3::Hash::from_bytes(checksum) {
        return Err(NotVerified::Checksum);
    }
    if inner.read(&mut [0])? > 0 { Err(NotVerified::TooLong) } else { Ok(()) }
}

/// Reads which deal a certificate is about, without checking it.
pub fn claimed_deal(mut input: impl Read) -> Result<Deal, NotVerified> {
    read_claim(&mut input)
}

fn read_claim(input: &mut impl Read) -> Result<Deal, NotVerified> {
    let mut magic = [0; 8];
    let whole = input.read_exact(&mut magic);
    if whole.is_err() || &magic != MAGIC {
        return Err(NotVerified::NoCertificate);
    }
    match number(input)? {
        VERSION => {}
        version => return Err(NotVerified::Version(version)),
    }
    let seed = number(input)?;
    let foundations = match byte(input)? {
        0 => Foundations::Forced,
        1 => Foundations::Free,
        other => return Err(NotVerified::Claim(format!("{other} does not stand for a kind of foundations"))),
    };
    let nonsense = |why: &dyn ToString| NotVerified::Claim(why.to_string());
    let rules =
        Rules::from_own_toml(&text(input)?).map_err(|why| nonsense(&why))?.with_foundations(foundations);
    let board = text(input)?;
    if seed == 0 {
        return Deal::from_board(rules, &board).map_err(|why| nonsense(&why));
    }
    let seed = rules.seed_of(seed.into()).map_err(|why| nonsense(&why))?;
    Ok(Deal::numbered(rules, seed))
}

fn byte(input: &mut impl Read) -> io::Result<u8> {
    let mut bytes = [0];
    input.read_exact(&mut bytes)?;
    Ok(bytes[0])
}

fn number(input: &mut impl Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

fn text(input: &mut impl Read) -> Result<String, NotVerified> {
    let length = number(input)?;
    if length > LONGEST_TEXT {
        return Err(NotVerified::Claim("a text is too long".to_owned()));
    }
    let mut bytes = vec![0; length as usize];
    input.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map_err(|_| NotVerified::Claim("a text is not UTF-8".to_owned()))
}

struct HashingWriter<W> {
    inner: W,
    hasher: blake3::Hasher,
}

impl<W: Write> Write for HashingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Hashes what is consumed, not what was only looked at: the checksum stands right after the deflated part, in
/// the same buffer.
struct HashingReader<R> {
    inner: R,
    hasher: blake3::Hasher,
}

impl<R: BufRead> Read for HashingReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.hasher.update(&bytes[..read]);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for HashingReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        // These bytes were just looked at and are still in the buffer.
        if let Ok(buffer) = self.inner.fill_buf() {
            self.hasher.update(&buffer[..count]);
        }
        self.inner.consume(count);
    }
}
