//! Tables as text, one line per column, the way solvers of these games exchange them.
//!
//! ```text
//! Foundations: H-A S-0 D-0 C-2
//! Freecells: 2H KD
//! : 4C 3C 9C
//! : TD 10S
//! :
//! ```
//!
//! Ranks are `A 2 … 9 T J Q K` (`10` is read too), suits `C S H D`; a column may go without its colon
//! unless it is empty. `Founds:` and `FC:` are read as well, `-` is an empty cell; blank lines and lines
//! beginning with `#` are ignored. Both head lines may be missing.

use std::fmt::Write;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::card::{Card, NoCard, Rank, Suit};
use crate::rules::{MAX_COLUMNS, Play, Rules};
use crate::table::{BadTable, Cells, Column, Table};
use crate::wording::counted;

/// A fault of a board, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadBoard {
    /// A line cannot be read.
    #[error("line {line}: {fault}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// The fault.
        fault: BoardFault,
    },
    /// The lines can be read, but the cards make no table.
    #[error(transparent)]
    Table(BadTable),
}

/// The faults that a line of a board may have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardFault {
    /// Something that is not a card.
    #[error(transparent)]
    NoCard(#[from] NoCard),
    /// A card that was there before.
    #[error("{card} is there twice; the first is on line {first}")]
    Doubled {
        /// The card.
        card: Card,
        /// Where it was first.
        first: usize,
    },
    /// Something that is not a foundation.
    #[error("`{0}` is not a foundation; foundations are written like H-A or S-0")]
    NoFoundation(String),
    /// A card on a foundation lies elsewhere too.
    #[error("{0} is on its foundation already")]
    PutUp(Card),
    /// A second line of cells or foundations.
    #[error("there is a second line of {0}")]
    SecondLine(&'static str),
    /// More cells than the game has.
    #[error("the game has only {}", counted((*.0).into(), "cell"))]
    Cells(u8),
    /// More columns than the game has.
    #[error("the game has only {}", counted(*.0, "column"))]
    Columns(usize),
}

impl Rules {
    /// Reads a table of this game from text. Columns that are not written are empty.
    pub fn read_board(&self, text: &str) -> Result<Table, BadBoard> {
        let mut reader = Reader::new(self.play(), self.layout().columns.len());
        for (index, line) in text.lines().enumerate() {
            reader.line(index + 1, line.trim()).map_err(|fault| BadBoard::Line { line: index + 1, fault })?;
        }
        reader.table()
    }
}

impl Table {
    /// The table as text; [`Rules::read_board`] reads it back.
    pub fn to_board(&self) -> String {
        let mut text = String::from("Foundations:");
        for (suit, height) in Suit::ALL.into_iter().zip(self.foundations()) {
            let rank = Rank::new(height).map_or('0', Rank::letter);
            write!(text, " {}-{rank}", suit.letter()).expect("writing to a string cannot fail");
        }
        if self.rules().cells > 0 {
            text.push_str("\nFreecells:");
            write_cards(&mut text, self.cells());
        }
        for column in self.columns() {
            text.push_str("\n:");
            write_cards(&mut text, column);
        }
        text.push('\n');
        text
    }
}

fn write_cards(text: &mut String, cards: &[Card]) {
    for card in cards {
        write!(text, " {}", card.ascii()).expect("writing to a string cannot fail");
    }
}

/// A board half read.
struct Reader {
    play: Play,
    width: usize,
    columns: ArrayVec<Column, MAX_COLUMNS>,
    cells: Option<Cells>,
    foundations: Option<[u8; 4]>,
    /// On which line each card was seen, 0 for nowhere yet.
    seen: [usize; Card::COUNT],
}

impl Reader {
    fn new(play: Play, width: usize) -> Self {
        let seen = [0; Card::COUNT];
        Self { play, width, columns: ArrayVec::new(), cells: None, foundations: None, seen }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), BoardFault> {
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        match line.split_once(':').map(|(head, rest)| (head.to_ascii_lowercase(), rest)) {
            Some((head, rest)) if matches!(head.as_str(), "foundations" | "founds") => self.founds(rest),
            Some((head, rest)) if matches!(head.as_str(), "freecells" | "fc") => {
                self.free_cells(number, rest)
            }
            Some((head, rest)) if head.is_empty() => self.column(number, rest),
            _ => self.column(number, line),
        }
    }

    fn founds(&mut self, text: &str) -> Result<(), BoardFault> {
        if self.foundations.is_some() {
            return Err(BoardFault::SecondLine("foundations"));
        }
        let mut heights = [0; 4];
        for word in text.split_whitespace() {
            let wrong = || BoardFault::NoFoundation(word.chars().take(12).collect());
            let (suit, rank) = word.split_once('-').ok_or_else(wrong)?;
            let card = format!("{rank}{suit}").parse::<Card>();
            let empty = if rank == "0" { format!("A{suit}").parse::<Card>().ok() } else { None };
            match (card, empty) {
                (_, Some(ace)) => heights[ace.suit() as usize] = 0,
                (Ok(card), None) => heights[card.suit() as usize] = card.rank().number(),
                (Err(_), None) => return Err(wrong()),
            }
        }
        self.foundations = Some(heights);
        Ok(())
    }

    fn free_cells(&mut self, number: usize, text: &str) -> Result<(), BoardFault> {
        if self.cells.is_some() {
            return Err(BoardFault::SecondLine("cells"));
        }
        let mut cells = Cells::new();
        for word in text.split_whitespace().filter(|&word| word != "-") {
            let card = self.card(number, word)?;
            if cells.len() == self.play.cells.into() {
                return Err(BoardFault::Cells(self.play.cells));
            }
            cells.push(card);
        }
        self.cells = Some(cells);
        Ok(())
    }

    fn column(&mut self, number: usize, text: &str) -> Result<(), BoardFault> {
        if self.columns.len() == self.width {
            return Err(BoardFault::Columns(self.width));
        }
        let column = text.split_whitespace().map(|word| self.card(number, word)).collect::<Result<_, _>>()?;
        self.columns.push(column);
        Ok(())
    }

    /// A card that was not there before.
    fn card(&mut self, number: usize, word: &str) -> Result<Card, BoardFault> {
        let card: Card = word.parse()?;
        let height = self.foundations.map_or(0, |heights| heights[card.suit() as usize]);
        if card.rank().number() <= height {
            return Err(BoardFault::PutUp(card));
        }
        match std::mem::replace(&mut self.seen[card.number() as usize], number) {
            0 => Ok(card),
            first => Err(BoardFault::Doubled { card, first }),
        }
    }

    fn table(mut self) -> Result<Table, BadBoard> {
        self.columns.extend(std::iter::repeat_n(Column::new(), self.width - self.columns.len()));
        let (cells, foundations) = (self.cells.unwrap_or_default(), self.foundations.unwrap_or_default());
        Table::new(self.play, self.columns.to_vec(), cells, foundations).map_err(BadBoard::Table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> String {
        Rules::freecell().deal(Rules::freecell().seed("1").unwrap()).to_board()
    }

    fn refused(from: &str, to: &str) -> String {
        let text = board().replacen(from, to, 1);
        assert_ne!(text, board());
        Rules::freecell().read_board(&text).unwrap_err().to_string()
    }

    #[test]
    fn boards_read_as_written() {
        let table = Rules::freecell().read_board(&board()).unwrap();
        assert_eq!(table.to_board(), board());
        let other =
            board().replace('T', "10").replace("Foundations", "Founds").replace("Freecells:", "FC: - -");
        assert_eq!(Rules::freecell().read_board(&other).as_ref(), Ok(&table));
        let bare = board().lines().skip(2).map(|line| line[2..].to_owned() + "\r\n").collect::<String>();
        assert_eq!(Rules::freecell().read_board(&bare), Ok(table));
    }

    #[test]
    fn errors_name_line_and_reason() {
        assert_eq!(refused(" 9H", ""), "9♥ is missing");
        assert_eq!(refused("9H", "9C"), "line 7: 9♣ is there twice; the first is on line 3");
        assert_eq!(refused("9H", "9X"), "line 7: `9X` is not a card; cards are written like AS, 10H or TD");
        assert_eq!(
            refused("H-0", "H-Z"),
            "line 1: `H-Z` is not a foundation; foundations are written like H-A or S-0"
        );
        assert_eq!(refused("H-0", "H-A"), "line 6: A♥ is on its foundation already");
        assert_eq!(refused("\n", "\nFC:\n"), "line 3: there is a second line of cells");
        assert_eq!(refused("\n:", "\n:\n:"), "line 11: the game has only 8 columns");
    }
}
