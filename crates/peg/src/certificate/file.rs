//! The file of a certificate: lines of text.

use std::fmt::Write as _;
use std::io::{self, Write};

use crc32fast::Hasher;

use crate::goal::Goal;
use crate::pagoda::Pagoda;
use crate::position::Position;
use crate::proof::{Parity, Proof};
use crate::text::{BoardError, Setup, to_marked_text};

use super::{Certificate, Closure, Grounds, Side};

const TITLE: &str = "tapis peg certificate 1";

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
    /// The checksum is another one: the file is damaged.
    #[error("the checksum does not fit: the file is damaged")]
    Checksum,
}

impl Certificate {
    /// Writes the file.
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        let mut sum = Hasher::new();
        let mut put = |text: &str| {
            sum.update(text.as_bytes());
            out.write_all(text.as_bytes())
        };
        put(&self.head())?;
        if let Grounds::Closure(closure) = &self.grounds {
            put(&format!("positions {}\n", closure.positions.len()))?;
            for position in &closure.positions {
                put(&format!("{:x}\n", position.bits()))?;
            }
        }
        let sum = sum.finalize();
        writeln!(out, "end {sum:08x}")
    }

    /// All lines before the positions.
    fn head(&self) -> String {
        let cells = to_marked_text(&self.board, self.board.full());
        let mut head = format!("{TITLE}\nboard\n{cells}start {:x}\n", self.start.bits());
        let _ = match self.goal {
            Goal::OnePeg => writeln!(head, "goal pegs 1"),
            Goal::Pegs(pegs) => writeln!(head, "goal pegs {pegs}"),
            Goal::AtMost(pegs) => writeln!(head, "goal most {pegs}"),
            Goal::Exactly(won) => writeln!(head, "goal position {:x}", won.bits()),
        };
        let _ = writeln!(head, "grounds {}", self.kind());
        let pagodas = match &self.grounds {
            Grounds::TooFewPegs => &[][..],
            Grounds::Argument(proof) => {
                for Parity { holes, odd } in &proof.parities {
                    let _ = writeln!(head, "{} {:x}", if *odd { "odd" } else { "even" }, holes.bits());
                }
                &proof.pagodas
            }
            Grounds::Closure(closure) => &closure.pagodas,
        };
        for pagoda in pagodas {
            let weights: Vec<_> = pagoda.weights().iter().map(i64::to_string).collect();
            let _ = writeln!(head, "pagoda {}", weights.join(" "));
        }
        head
    }

    /// Reads a file. Whether it proves anything is not checked here.
    pub fn read(text: &str) -> Result<Self, BadCertificate> {
        let mut lines = Lines { lines: text.lines().enumerate().peekable() };
        if lines.next() != Some(TITLE) {
            return Err(BadCertificate::Title);
        }
        let body = text.rfind("end ").unwrap_or(0);
        let sum = format!("end {:08x}", crc32fast::hash(&text.as_bytes()[..body]));
        if text[body..].trim_end() != sum {
            return Err(BadCertificate::Checksum);
        }
        let certificate = lines.certificate()?;
        lines.take("the end of the file", |line| (line == sum).then_some(()))?;
        Ok(certificate)
    }
}

/// The lines of a file, each with its number from 0.
struct Lines<'t> {
    lines: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'t>>>,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Option<&'t str> {
        self.lines.next().map(|(_, line)| line)
    }

    /// The next line, read by `read`.
    fn take<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(&'t str) -> Option<T>,
    ) -> Result<T, BadCertificate> {
        let line = self.lines.peek().map_or(0, |(number, _)| number + 1);
        self.next().and_then(read).ok_or(BadCertificate::Line { line, expected })
    }

    /// All next lines that `read` accepts.
    fn while_some<T>(&mut self, read: impl Fn(&'t str) -> Option<T>) -> Vec<T> {
        let mut found = Vec::new();
        while let Some(next) = self.lines.peek().and_then(|(_, line)| read(line)) {
            found.push(next);
            self.next();
        }
        found
    }

    fn certificate(&mut self) -> Result<Certificate, BadCertificate> {
        self.take("board", |line| (line == "board").then_some(()))?;
        let cells = self.while_some(|line| (!line.starts_with("start ")).then_some(line));
        let board = Setup::parse(&cells.join("\n")).map_err(BadCertificate::Board)?.board;
        let on_board = |text: &str| bits(text).filter(|p| p.bits() & !board.full().bits() == 0);
        let start = self.take("start", |line| on_board(line.strip_prefix("start ")?))?;
        let goal = self.take("goal", |line| {
            let (kind, value) = line.strip_prefix("goal ")?.split_once(' ')?;
            match (kind, value) {
                ("pegs", "1") => Some(Goal::OnePeg),
                ("pegs", pegs) => pegs.parse().ok().map(Goal::Pegs),
                ("most", pegs) => pegs.parse().ok().map(Goal::AtMost),
                ("position", won) => on_board(won).map(Goal::Exactly),
                _ => None,
            }
        })?;
        let kind = self.take("grounds", |line| line.strip_prefix("grounds "))?;
        let parities = self.while_some(|line| match line.split_once(' ')? {
            ("odd", holes) => Some(Parity { holes: on_board(holes)?, odd: true }),
            ("even", holes) => Some(Parity { holes: on_board(holes)?, odd: false }),
            _ => None,
        });
        let weights = |line: &str| {
            let weights = line.strip_prefix("pagoda ")?.split(' ').map(str::parse);
            Pagoda::new(&board, weights.collect::<Result<_, _>>().ok()?)
        };
        let pagodas = self.while_some(weights);
        let grounds = self.grounds(kind, Proof { parities, pagodas }, on_board)?;
        Ok(Certificate { board, start, goal, grounds })
    }

    fn grounds(
        &mut self,
        kind: &str,
        proof: Proof,
        on_board: impl Fn(&str) -> Option<Position>,
    ) -> Result<Grounds, BadCertificate> {
        let side = match kind {
            "pegs" => return Ok(Grounds::TooFewPegs),
            "argument" => return Ok(Grounds::Argument(proof)),
            "start" => Side::Start,
            "goal" => Side::Goal,
            _ => return self.take("known grounds", |_| None),
        };
        let count: usize = self
            .take("a pagoda function or positions", |line| line.strip_prefix("positions ")?.parse().ok())?;
        let positions = self.while_some(on_board);
        let complete = positions.len() == count;
        if !complete {
            return self.take("a position", |_| None);
        }
        Ok(Grounds::Closure(Closure { side, pagodas: proof.pagodas, positions }))
    }
}

fn bits(text: &str) -> Option<Position> {
    let is_hex = text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    u128::from_str_radix(text, 16).ok().filter(|_| is_hex).map(Position::from_bits)
}
