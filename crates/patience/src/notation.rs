//! Lines of play as text, in the four ways that people and programs write them.

mod fc_solve;
mod fault;
mod item;
mod putting_up;
mod reading;
mod standard;
mod words;

pub use fault::{BadPart, NotWritten};
pub use reading::Reading;

use std::fmt;
use std::str;

use self::item::Line;
use crate::action::Action;
use crate::game::Wish;
use crate::moves::{lines, write_lines};
use crate::picture::Face;
use crate::table::Table;

/// A way to write lines of play. Reading turns text into actions; whether they are legal, the referee says.
///
/// ```
/// use patience::{Deal, Face, Notation, Verdict, check_read};
///
/// let deal: Deal = "FreeCell.1".parse()?;
/// let text = "6a 6b";
/// let notation = Notation::of_text(text.as_bytes());
/// assert_eq!(notation, Notation::Standard);
/// let reading = notation.read(deal.table(), text.as_bytes());
/// assert_eq!(check_read(deal.table().clone(), &reading, |_, _| {}), Verdict::NotWon { moves: 2 });
/// let actions: Vec<_> = reading.actions().collect();
/// assert_eq!(Notation::Words.write(deal.table(), &actions, Face::Ascii).unwrap(), "1. 4H -> cell\n2. KS -> cell\n");
/// # Ok::<(), patience::NoDeal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Numbered moves in words: `12. 8♠ 9♦ (2 cards) column 3 → column 7, 3 single moves`.
    Words,
    /// The lines of a solution file: `17 V`.
    Classic,
    /// The notation of FreeCell players, from place to place: `3a 25 6h`.
    Standard,
    /// The lines that the program fc-solve prints: `Move a card from stack 2 to freecell 0`.
    FcSolve,
}

impl Notation {
    /// All notations, each with its name.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("words", Self::Words),
        ("classic", Self::Classic),
        ("standard", Self::Standard),
        ("fc-solve", Self::FcSolve),
    ];

    /// The most columns that the notation can name.
    fn most_columns(self) -> Option<usize> {
        (self == Self::Standard).then_some(standard::MOST_COLUMNS)
    }

    /// Can lines of play on this table be written so? Redeals and rotations may still have no word.
    pub fn fits(self, table: &Table) -> Result<(), NotWritten> {
        match self.most_columns() {
            Some(most) if table.columns().len() > most => {
                Err(NotWritten::Columns { notation: self, columns: table.columns().len(), most })
            }
            _ => Ok(()),
        }
    }

    /// The text of a line of play from a table as dealt; the face is that of the cards in words. All actions must
    /// be legal.
    pub fn write(self, start: &Table, line: &[Action], face: Face) -> Result<String, NotWritten> {
        self.fits(start)?;
        match self {
            Self::Words => Ok(words::write(start, line, face)),
            Self::Classic => Ok(write_lines(line)),
            Self::Standard => standard::write(start, line),
            Self::FcSolve => fc_solve::write(start, line),
        }
    }

    /// The notation of a text: the one in which the most lines from its beginning can be read. The headings of a
    /// solution without moves are words; a text that is not a line of play counts as classic.
    pub fn of_text(text: &[u8]) -> Self {
        let preferred = [Self::Classic, Self::Words, Self::FcSolve, Self::Standard];
        let is_heading = |line| Self::Words.line(line).is_some_and(|moves| moves.is_empty());
        if !text.trim_ascii().is_empty() && lines(text).all(is_heading) {
            return Self::Words;
        }
        let mut best = (Self::Classic, 0);
        for notation in preferred {
            let readable = notation.readable_lines(text);
            if readable > best.1 {
                best = (notation, readable);
            }
        }
        best.0
    }

    /// How many lines can be read before the first that cannot; 0 where no move is among them.
    fn readable_lines(self, text: &[u8]) -> usize {
        let read = lines(text).map_while(|line| self.line(line));
        let (count, moves) = read.fold((0, 0), |(count, moves), line: Line| (count + 1, moves + line.len()));
        if moves > 0 { count } else { 0 }
    }

    /// The moves of one line of text, none where it is only a heading or a rule.
    fn line(self, line: &[u8]) -> Option<Line> {
        if self == Self::Classic {
            let action = Action::from_line(line)?;
            return Some(vec![(action.to_string(), Wish::Act(action).into())]);
        }
        let text = str::from_utf8(line).ok()?;
        match self {
            Self::Words => words::read(text),
            Self::FcSolve => fc_solve::read(text),
            Self::Standard | Self::Classic => standard::read(text),
        }
    }

    /// The notation in words, after "a move".
    fn phrase(self) -> &'static str {
        match self {
            Self::Words => "in words",
            Self::Classic => "in classic notation",
            Self::Standard => "in standard notation",
            Self::FcSolve => "in fc-solve's notation",
        }
    }
}

/// `words`, `classic`, `standard` or `fc-solve`.
impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(_, notation)| notation == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}
