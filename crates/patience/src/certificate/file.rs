//! Certificates as files; `docs/certificates.md` is their specification.
//!
//! ```text
//! 8 bytes   TAPISCRT
//! 4         version, 3 (numbers are little-endian)
//! 8         seed of the deal, 0 where the claim is about a board
//! 1         foundations: 0 forced, 1 free, 2 one-way, 3 one-way with everything that xpat2 allows
//! 4 + n     length and text of the game's rules file
//! 4 + n     length and text of the board, empty where there is a seed
//! …         the positions in ascending order, each as: bytes it shares with the one before, further bytes,
//!           why it is lost, those bytes; then 255. Deflated. Why is 0: everything that can be done leads to a
//!           position of the certificate, 1: its cards lock each other in, 2: its relaxed game is lost, or
//!           3: its game of loose cards is lost.
//! 4         CRC-32 of everything before
//! ```

use std::io::{self, BufRead, BufReader, Read, Write};

use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use search::Limit;
use thiserror::Error;

use super::position::LONGEST;
use crate::deal::{Deal, Seed};
use crate::rules::{Extras, Foundations, Rules};

const MAGIC: &[u8; 8] = b"TAPISCRT";
const VERSION: u32 = 3;
/// Longer texts are neither rules nor boards.
const LONGEST_TEXT: u32 = 1 << 16;
/// Ends the positions; no position shares that many bytes with another.
const LAST: u8 = 255;

/// Why a position is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// Everything that can be done leads to a position of the certificate.
    Closed,
    /// Its cards lock each other in.
    Deadlock,
    /// It is lost even if built cards lie wherever there is room.
    Relaxed,
    /// Its game of loose cards is lost.
    Loose,
}

impl Why {
    /// The word for it in a dump.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Deadlock => "deadlock",
            Self::Relaxed => "relaxed",
            Self::Loose => "loose",
        }
    }

    fn from_byte(byte: u8) -> Option<Self> {
        let all = [Self::Closed, Self::Deadlock, Self::Relaxed, Self::Loose];
        all.into_iter().find(|&why| why as u8 == byte)
    }
}

/// Why a certificate was not verified.
#[derive(Debug, Error)]
pub enum NotVerified {
    /// It cannot be read.
    #[error("{0}")]
    Io(io::Error),
    /// It is cut short.
    #[error("the certificate ends too early")]
    CutShort,
    /// It cannot be inflated.
    #[error("the certificate is damaged: its positions cannot be inflated")]
    Damaged,
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
    #[error("the certificate is damaged: its checksum does not match")]
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
        played: crate::action::Action,
    },
    /// A position is not lost for the reason that is given.
    #[error("position {0}: its cards do not lock each other in")]
    NotDeadlocked(u64),
    /// A position is not lost for the reason that is given.
    #[error("position {0}: the relaxed game can be won")]
    NotLostWhenRelaxed(u64),
    /// A position is not lost for the reason that is given.
    #[error("position {0}: the game of loose cards can be won")]
    NotLostWhenLoose(u64),
    /// The table itself is not in the set.
    #[error("the table itself is not in the certificate")]
    NoStart,
    /// The run ended before all was checked.
    #[error("{0}")]
    Limit(Limit),
}

impl NotVerified {
    /// Is the file damaged, or not a certificate at all? Then nothing is known about its claim, not even that the proof
    /// fails.
    pub fn is_unreadable(&self) -> bool {
        match self {
            Self::NoCertificate
            | Self::Version(_)
            | Self::Claim(_)
            | Self::CutShort
            | Self::Damaged
            | Self::Checksum
            | Self::TooLong
            | Self::Position(_) => true,
            Self::Io(_)
            | Self::Won(_)
            | Self::Open { .. }
            | Self::NotDeadlocked(_)
            | Self::NotLostWhenRelaxed(_)
            | Self::NotLostWhenLoose(_)
            | Self::NoStart
            | Self::Limit(_) => false,
        }
    }
}

impl From<io::Error> for NotVerified {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::CutShort,
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => Self::Damaged,
            _ => Self::Io(error),
        }
    }
}

/// Writes a certificate; the positions must ascend.
pub(super) fn write<'p>(
    out: impl Write,
    claim: &Deal,
    positions: impl Iterator<Item = (&'p [u8], Why)>,
) -> io::Result<()> {
    let mut out = SummingWriter { inner: out, sum: Crc::new() };
    out.write_all(MAGIC)?;
    out.write_all(&VERSION.to_le_bytes())?;
    out.write_all(&claim.seed().map_or(0, Seed::number).to_le_bytes())?;
    out.write_all(&[regime(claim.rules())])?;
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
    let sum = out.sum.sum();
    out.inner.write_all(&sum.to_le_bytes())?;
    out.inner.flush()
}

/// The byte for how the foundations work, and whether there are redeals and rotations.
fn regime(rules: &Rules) -> u8 {
    let play = rules.play();
    match play.foundations {
        _ if play.extras != Extras::NONE => 3,
        Foundations::Forced => 0,
        Foundations::Free => 1,
        Foundations::OneWay => 2,
    }
}

/// The rules under the regime of this byte.
fn under_regime(rules: Rules, regime: u8) -> Result<Rules, NotVerified> {
    let foundations = match regime {
        0 => Foundations::Forced,
        1 => Foundations::Free,
        2 => Foundations::OneWay,
        3 => {
            let none = || NotVerified::Claim(format!("xpat2 adds nothing to {}", rules.name()));
            return rules.xpat2_rules().ok_or_else(none);
        }
        other => return Err(NotVerified::Claim(format!("{other} does not stand for a kind of foundations"))),
    };
    Ok(rules.with_foundations(foundations))
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
    let mut input = SummingReader { inner: BufReader::new(file), sum: Crc::new() };
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
    let [shared] = bytes(input)?;
    if shared == LAST {
        return Ok(None);
    }
    let [further, why] = bytes(input)?;
    let (shared, further) = (usize::from(shared), usize::from(further));
    let nonsense = NotVerified::Position(number);
    let Some(why) = Why::from_byte(why) else {
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
fn finish<R: BufRead>(input: SummingReader<R>) -> Result<(), NotVerified> {
    let SummingReader { mut inner, sum } = input;
    if number(&mut inner)? != sum.sum() {
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
    match input.read_exact(&mut magic).map_err(NotVerified::from) {
        Ok(()) if &magic == MAGIC => {}
        Ok(()) | Err(NotVerified::CutShort) => return Err(NotVerified::NoCertificate),
        Err(error) => return Err(error),
    }
    match number(input)? {
        VERSION => {}
        version => return Err(NotVerified::Version(version)),
    }
    let seed = u64::from_le_bytes(bytes(input)?);
    let [regime] = bytes(input)?;
    let nonsense = |why: &dyn ToString| NotVerified::Claim(why.to_string());
    let rules = Rules::from_own_toml(&text(input)?).map_err(|why| nonsense(&why))?;
    let rules = under_regime(rules, regime)?;
    let board = text(input)?;
    if seed == 0 {
        return Deal::from_board(rules, &board).map_err(|why| nonsense(&why));
    }
    if !board.is_empty() {
        return Err(NotVerified::Claim("it has both a seed and a board".to_owned()));
    }
    let seed = rules.seed_of(seed).map_err(|why| nonsense(&why))?;
    Ok(Deal::numbered(rules, seed))
}

fn bytes<const N: usize>(input: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn number(input: &mut impl Read) -> io::Result<u32> {
    Ok(u32::from_le_bytes(bytes(input)?))
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

struct SummingWriter<W> {
    inner: W,
    sum: Crc,
}

impl<W: Write> Write for SummingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Sums what is consumed, not what was only looked at: the checksum stands right after the deflated part, in
/// the same buffer.
struct SummingReader<R> {
    inner: R,
    sum: Crc,
}

impl<R: BufRead> Read for SummingReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.sum.update(&bytes[..read]);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for SummingReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        // These bytes were just looked at and are still in the buffer.
        if let Ok(buffer) = self.inner.fill_buf() {
            self.sum.update(&buffer[..count]);
        }
        self.inner.consume(count);
    }
}
