//! A table as people see it: columns side by side, their tops at the bottom.

use std::fmt;

use crate::card::{Card, Colour, Rank, Suit};
use crate::table::{Column, Table};

/// How cards are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Face {
    /// `10♠`, red suits in red.
    #[default]
    Colour,
    /// `10♠`, without colour.
    Plain,
    /// `TS`.
    Ascii,
}

impl Face {
    /// The name of a card.
    pub fn name(self, card: Card) -> String {
        match self {
            Self::Ascii => card.ascii().to_string(),
            Self::Colour if card.colour() == Colour::Red => format!("\x1b[31m{card}\x1b[0m"),
            Self::Colour | Self::Plain => card.to_string(),
        }
    }
}

/// A picture of a table, to be printed with `{}`.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'t> {
    table: &'t Table,
    face: Face,
}

impl Table {
    /// A picture of the table.
    pub fn picture(&self, face: Face) -> Picture<'_> {
        Picture { table: self, face }
    }
}

impl Picture<'_> {
    /// A card in a field of four; empty places are dots.
    fn card(&self, f: &mut fmt::Formatter<'_>, card: Option<Card>, empty: &str) -> fmt::Result {
        match (card, self.face) {
            (None, _) => write!(f, "{empty:>4}"),
            (Some(card), Face::Ascii) => write!(f, "{:>4}", card.ascii()),
            (Some(card), Face::Colour) if card.colour() == Colour::Red => {
                write!(f, "\x1b[31m{card:>4}\x1b[0m")
            }
            (Some(card), Face::Colour | Face::Plain) => write!(f, "{card:>4}"),
        }
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = self.table;
        f.write_str("foundations")?;
        for (suit, height) in Suit::ALL.into_iter().zip(table.foundations()) {
            self.card(f, Rank::new(height).map(|rank| Card::new(rank, suit)), "-")?;
        }
        if table.rules().cells > 0 {
            f.write_str("    cells")?;
            for at in 0..table.rules().cells.into() {
                self.card(f, table.cells().get(at).copied(), "-")?;
            }
        }
        writeln!(f)?;
        let rows = table.columns().iter().map(Column::len).max().unwrap_or(0);
        for row in 0..rows.max(1) {
            writeln!(f)?;
            let reaches = |column: &Column| row == 0 || column.len() > row;
            let width = table.columns().iter().rposition(reaches).map_or(0, |last| last + 1);
            for column in &table.columns()[..width] {
                let empty = if row == 0 { "-" } else { "" };
                self.card(f, column.get(row).copied(), empty)?;
            }
        }
        writeln!(f)
    }
}
