//! Reading the file of a certificate, line by line: only what the certificate keeps is held.

use std::io::{self, BufRead, Read};

use crc32fast::Hasher;
use search::{Budget, Limit, Run, Unwatched};

use crate::board::Board;
use crate::goal::Goal;
use crate::pagoda::Pagoda;
use crate::position::Position;
use crate::proof::{Parity, Proof};
use crate::text::{BoardError, Setup};

use super::file::TITLE;
use super::{Certificate, Closure, Grounds, Side};

/// Where and why a text is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCertificate {
    /// The first line is another one.
    #[error("it does not begin with `{TITLE}`")]
    Title,
    /// The board cannot be read.
    #[error("board: {0}")]
    Board(BoardError),
    /// A line is not what the file has there.
    #[error("line {line}: expected {expected}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// The line that belongs there.
        expected: &'static str,
    },
    /// A line has a byte that is not of a text.
    #[error("line {line}: not UTF-8 text")]
    NotText {
        /// Counted from 1.
        line: usize,
    },
    /// The checksum is another one: the file is damaged.
    #[error("the checksum does not fit: the file is damaged")]
    Checksum,
}

/// Why a certificate was not read.
#[derive(Debug, thiserror::Error)]
pub enum NotRead {
    /// It is not a certificate.
    #[error("{0}")]
    Bad(#[from] BadCertificate),
    /// A limit was reached before the end.
    #[error("{0}")]
    Limit(Limit),
    /// The file cannot be read to its end.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl From<Limit> for NotRead {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl Certificate {
    /// Reads a text. Whether it proves anything is not checked here.
    pub fn read(text: &str) -> Result<Self, BadCertificate> {
        let mut watch = Unwatched;
        Self::read_from(text.as_bytes(), &mut Run::new(Budget::UNLIMITED, &mut watch)).map_err(
            |why| match why {
                NotRead::Bad(why) => why,
                NotRead::Limit(_) | NotRead::Io(_) => unreachable!("a text has no limit and can be read"),
            },
        )
    }

    /// Reads a file and holds no more of it than the run allows. Whether it proves anything is not checked here.
    pub fn read_from(input: impl BufRead, run: &mut Run<'_>) -> Result<Self, NotRead> {
        let mut lines = Lines { input, run, bytes: Vec::new(), number: 0, sum: Hasher::new(), held: 0 };
        lines.title()?;
        let certificate = lines.certificate()?;
        lines.end()?;
        Ok(certificate)
    }
}

/// No line of a certificate is longer: a pagoda function has at most 128 weights of up to 20 characters.
const LONGEST_LINE: usize = 4096;
/// No board takes more bytes: 255 rows of 255 characters, and 4,096 jumps.
const LARGEST_BOARD: usize = 1 << 18;
/// Lines between two looks of the watcher.
const BETWEEN_LOOKS: usize = 4096;

/// The lines of a file. The line that comes next is known, and not yet part of the sum.
struct Lines<'r, 'w, R> {
    input: R,
    run: &'r mut Run<'w>,
    /// The next line as it stands in the file; empty at the end of the file.
    bytes: Vec<u8>,
    /// The number of the next line, from 1.
    number: usize,
    sum: Hasher,
    /// Bytes that the certificate keeps.
    held: usize,
}

impl<R: BufRead> Lines<'_, '_, R> {
    /// Goes on to the next line.
    fn advance(&mut self) -> Result<(), NotRead> {
        self.sum.update(&self.bytes);
        self.bytes.clear();
        self.number += 1;
        if self.number.is_multiple_of(BETWEEN_LOOKS) {
            self.run.ask()?;
        }
        self.input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut self.bytes)?;
        Ok(())
    }

    /// The next line as text, without its end.
    fn peek(&self) -> Result<&str, BadCertificate> {
        let line = self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes);
        if line.len() >= LONGEST_LINE {
            return Err(BadCertificate::Line { line: self.number, expected: "a shorter line" });
        }
        str::from_utf8(line).map_err(|_| BadCertificate::NotText { line: self.number })
    }

    fn expected<T>(&self, expected: &'static str) -> Result<T, NotRead> {
        Err(BadCertificate::Line { line: self.number, expected }.into())
    }

    /// The next line, read by `read`.
    fn take<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, NotRead> {
        match read(self.peek()?) {
            Some(found) => self.advance().map(|()| found),
            None => self.expected(expected),
        }
    }

    /// All next lines that `read` accepts, each of which takes this many bytes.
    fn while_some<T>(&mut self, size: usize, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, NotRead> {
        let mut found = Vec::new();
        while let Some(next) = read(self.peek()?) {
            self.hold(size)?;
            found.push(next);
            self.advance()?;
        }
        Ok(found)
    }

    /// Refuses to keep this many more bytes than the run allows.
    fn hold(&mut self, bytes: usize) -> Result<(), Limit> {
        self.held += bytes;
        self.run.hold(self.held)
    }

    /// Anything but a certificate is refused here, whatever its size.
    fn title(&mut self) -> Result<(), NotRead> {
        self.advance()?;
        let is_title = self.peek().is_ok_and(|line| line.trim_end_matches('\r') == TITLE);
        if is_title { self.advance() } else { Err(BadCertificate::Title.into()) }
    }

    fn certificate(&mut self) -> Result<Certificate, NotRead> {
        self.take("`board`", |line| (line == "board").then_some(()))?;
        let board = self.board()?;
        let on_board = |text: &str| bits(text).filter(|p| p.bits() & !board.full().bits() == 0);
        let start = self.take("`start` and a position", |line| on_board(line.strip_prefix("start ")?))?;
        let goal = self.take("`goal` and a goal", |line| {
            let (kind, value) = line.strip_prefix("goal ")?.split_once(' ')?;
            match (kind, value) {
                ("pegs", "1") => Some(Goal::OnePeg),
                ("pegs", pegs) => pegs.parse().ok().map(Goal::Pegs),
                ("most", pegs) => pegs.parse().ok().map(Goal::AtMost),
                ("position", won) => on_board(won).map(Goal::Exactly),
                _ => None,
            }
        })?;
        let grounds = self.grounds(&board, on_board)?;
        Ok(Certificate { board, start, goal, grounds })
    }

    /// The board: its rows and its list of jumps.
    fn board(&mut self) -> Result<Board, NotRead> {
        let mut text = String::new();
        let mut is_list = false;
        loop {
            let line = self.peek()?;
            if line.starts_with("start ") {
                break;
            }
            is_list |= matches!(line, "jumps:" | "more jumps:");
            let header = text.is_empty() && matches!(line, "grid: triangular" | "grid: triangular, slanted");
            let size = line.len() + 1;
            match line {
                // The columns of a certificate are slanted, whatever a drawing would look like.
                _ if header => text.push_str("grid: triangular, slanted"),
                line if is_list || is_row(line) => text.push_str(line),
                _ => return self.expected("a row of `o` and `#`, or `start`"),
            }
            text.push('\n');
            if self.bytes.is_empty() || text.len() > LARGEST_BOARD {
                return self.expected("`start` and a position");
            }
            self.hold(size)?;
            self.advance()?;
        }
        Ok(Setup::parse(&text).map_err(BadCertificate::Board)?.board)
    }

    fn grounds(
        &mut self,
        board: &Board,
        on_board: impl Fn(&str) -> Option<Position>,
    ) -> Result<Grounds, NotRead> {
        let kind = self.take("`grounds` and a known word", |line| {
            ["pegs", "argument", "start", "goal"]
                .into_iter()
                .find(|kind| line.strip_prefix("grounds ") == Some(kind))
        })?;
        let side = match kind {
            "pegs" => return Ok(Grounds::TooFewPegs),
            "argument" => {
                let parities =
                    self.while_some(size_of::<Parity>(), |line| match line.split_once(' ')? {
                        ("odd", holes) => Some(Parity { holes: on_board(holes)?, odd: true }),
                        ("even", holes) => Some(Parity { holes: on_board(holes)?, odd: false }),
                        _ => None,
                    })?;
                return Ok(Grounds::Argument(Proof { parities, pagodas: self.pagodas(board)? }));
            }
            "start" => Side::Start,
            _ => Side::Goal,
        };
        let pagodas = self.pagodas(board)?;
        let count: usize = self.take("a pagoda function, or `positions` and their number", |line| {
            line.strip_prefix("positions ")?.parse().ok()
        })?;
        let positions = self.positions(count, on_board)?;
        Ok(Grounds::Closure(Closure { side, pagodas, positions }))
    }

    fn pagodas(&mut self, board: &Board) -> Result<Vec<Pagoda>, NotRead> {
        self.while_some(size_of::<Pagoda>() + board.len() * size_of::<i64>(), |line| {
            let weights = line.strip_prefix("pagoda ")?.split(' ').map(str::parse);
            Pagoda::new(board, weights.collect::<Result<_, _>>().ok()?)
        })
    }

    /// This many positions. Room is made as they come: the number may be wrong.
    fn positions(
        &mut self,
        count: usize,
        on_board: impl Fn(&str) -> Option<Position>,
    ) -> Result<Vec<Position>, NotRead> {
        let mut positions: Vec<Position> = Vec::new();
        while positions.len() < count {
            self.hold(size_of::<Position>())?;
            if positions.len() == positions.capacity() {
                positions.reserve_exact((count - positions.len()).min(positions.len().max(BETWEEN_LOOKS)));
            }
            positions.push(self.take("a position", &on_board)?);
        }
        Ok(positions)
    }

    /// The last line.
    fn end(&mut self) -> Result<(), NotRead> {
        let sum = format!("end {:08x}", self.sum.clone().finalize());
        let says =
            self.take("`end` and the checksum", |line| line.starts_with("end ").then(|| line.to_owned()))?;
        if says.trim_end() != sum {
            return Err(BadCertificate::Checksum.into());
        }
        if self.bytes.is_empty() { Ok(()) } else { self.expected("the end of the file") }
    }
}

/// Is a line a row of a board: a sign for each place up to its last hole?
fn is_row(line: &str) -> bool {
    line.bytes().all(|byte| matches!(byte, b'o' | b'#')) && !line.ends_with('#')
}

fn bits(text: &str) -> Option<Position> {
    let is_hex = text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    u128::from_str_radix(text, 16).ok().filter(|_| is_hex).map(Position::from_bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::named;

    /// A certificate with a closed set, which proves nothing.
    fn file(positions: usize) -> Vec<u8> {
        let board = named("english").unwrap();
        let positions = (1..=positions as u128).map(Position::from_bits).collect();
        let grounds = Grounds::Closure(Closure { side: Side::Start, pagodas: Vec::new(), positions });
        let certificate = Certificate { start: board.full(), goal: Goal::OnePeg, board, grounds };
        let mut file = Vec::new();
        certificate.write(&mut file).unwrap();
        file
    }

    fn read(file: &[u8], memory: usize) -> Result<Certificate, NotRead> {
        let mut watch = Unwatched;
        Certificate::read_from(file, &mut Run::new(Budget::UNLIMITED.with_memory(memory), &mut watch))
    }

    /// The error of a text that has another checksum of its own.
    fn refused(text: &str) -> String {
        let body = &text[..text.rfind("end ").unwrap()];
        Certificate::read(&format!("{body}end {:08x}\n", crc32fast::hash(body.as_bytes())))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn what_is_held_is_bounded() {
        let file = file(1000);
        assert_eq!(read(&file, 20_000).unwrap().positions(), 1000);
        assert!(matches!(read(&file, 16_000), Err(NotRead::Limit(Limit::Memory))));
        let endless = io::BufReader::new(io::repeat(0));
        let mut watch = Unwatched;
        let read = Certificate::read_from(endless, &mut Run::new(Budget::UNLIMITED, &mut watch));
        assert!(matches!(read, Err(NotRead::Bad(BadCertificate::Title))));
    }

    #[test]
    fn damage_is_named_with_its_line() {
        let good = file(3);
        let mut bytes = good.clone();
        let middle = bytes.windows(5).position(|part| part == b"start").unwrap();
        bytes[middle + 7] = 0xff;
        let why = read(&bytes, usize::MAX).unwrap_err().to_string();
        assert_eq!(why, "line 10: not UTF-8 text");
        let text = String::from_utf8(good).unwrap();
        assert_eq!(Certificate::read(&text.replace("\n3\n", "\n4\n")), Err(BadCertificate::Checksum));
        for (from, to, why) in [
            ("board\n##ooo\n", "board\n  ooo\n", "line 3: expected a row of `o` and `#`, or `start`"),
            ("board\n##ooo\n", "board\n##o.o\n", "line 3: expected a row of `o` and `#`, or `start`"),
            ("board\n##ooo\n", "board\n##ooo##\n", "line 3: expected a row of `o` and `#`, or `start`"),
            ("positions 3", "positions 4", "line 17: expected a position"),
            ("positions 3", "positions 2", "line 16: expected `end` and the checksum"),
            (
                "grounds start\n",
                "grounds start\nodd 1\n",
                "line 13: expected a pagoda function, or `positions` and their number",
            ),
        ] {
            assert_eq!(refused(&text.replace(from, to)), why);
        }
        assert_eq!(
            Certificate::read(&format!("{text}more\n")).unwrap_err().to_string(),
            "line 18: expected the end of the file"
        );
    }
}
