//! Writing the file of a certificate: lines of text.

use std::fmt::Write as _;
use std::io::{self, Write};

use crc32fast::Hasher;

use crate::goal::Goal;
use crate::proof::Parity;
use crate::text::to_marked_text;

use super::{Certificate, Grounds};

/// The first line.
pub(super) const TITLE: &str = "tapis peg certificate 1";

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
}
