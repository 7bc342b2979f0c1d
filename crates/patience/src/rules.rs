//! The rules in which patience games differ, as data.

use std::fmt;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::card::{Card, Rank};
use crate::shuffle::Shuffle;
use crate::wording::counted;

/// The most columns a game may have.
pub const MAX_COLUMNS: usize = 26;
/// The most cells a game may have.
pub const MAX_CELLS: usize = 12;

/// Which card may be put on a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Build {
    /// One rank lower, of the other colour.
    AlternateColours,
    /// One rank lower, of the same suit.
    SameSuit,
    /// One rank lower, of any suit.
    AnySuit,
}

/// Which card an empty column takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// Any card.
    AnyCard,
    /// Kings only.
    KingsOnly,
    /// Nothing.
    Nothing,
}

/// How cards get to the foundations, and whether they come back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Foundations {
    /// Every card that can go up goes up at once, and stays.
    #[default]
    Forced,
    /// Putting up is a move like others, and a card may come back.
    Free,
    /// Putting up is a move like others, and cards stay up.
    OneWay,
}

impl Foundations {
    /// All kinds, each with its word.
    pub const WORDS: [(&'static str, Self); 3] =
        [("forced", Self::Forced), ("one-way", Self::OneWay), ("free", Self::Free)];
}

/// `forced`, `one-way` or `free`.
impl fmt::Display for Foundations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Self::WORDS.iter().find(|(_, kind)| kind == self).map_or("", |(word, _)| word);
        f.write_str(word)
    }
}

/// Actions other than moves that some games allow, and how many times per game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extras {
    /// The cards in the columns are shuffled, in the order that the deal's number gives, and dealt again.
    pub redeals: u8,
    /// How many cards a column gets at a redeal.
    pub fan: u8,
    /// A card comes to the top of its column, or the top card goes down in it.
    pub rotations: u8,
}

impl Extras {
    /// Moves only.
    pub const NONE: Self = Self { redeals: 0, fan: 0, rotations: 0 };
}

/// In which order the cards of the deck are laid into the columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Column by column, bottom first.
    #[default]
    Columns,
    /// Row by row: one card to each column that has room, then again.
    Rows,
}

/// The rules once the cards are dealt: everything that a table needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    /// How many cells there are.
    pub cells: u8,
    /// Which card may be put on a column.
    pub build: Build,
    /// Which card an empty column takes.
    pub fill: Fill,
    /// How cards get to the foundations.
    pub foundations: Foundations,
    /// Which actions other than moves are allowed.
    pub extras: Extras,
}

impl Play {
    /// May `card` be put on a column whose top is `on`?
    pub fn may_build(self, card: Card, on: Card) -> bool {
        card.rank().number() + 1 == on.rank().number()
            && match self.build {
                Build::AlternateColours => card.colour() != on.colour(),
                Build::SameSuit => card.suit() == on.suit(),
                Build::AnySuit => true,
            }
    }

    /// May `card` be put into an empty column?
    pub fn may_fill(self, card: Card) -> bool {
        match self.fill {
            Fill::AnyCard => true,
            Fill::KingsOnly => card.rank() == Rank::KING,
            Fill::Nothing => false,
        }
    }
}

/// How the deck becomes a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// How many cards each column gets.
    pub columns: ArrayVec<u8, MAX_COLUMNS>,
    /// How many of the last cards start in cells.
    pub in_cells: u8,
    /// In which order the columns are dealt.
    pub order: Order,
    /// Do kings sink to the bottom of their column, the other cards keeping their order?
    pub kings_sink: bool,
    /// Which program's numbers name the deals.
    pub shuffle: Shuffle,
}

/// A game: its name, how it is dealt, how it is played.
///
/// All 52 cards are dealt, and all counts are in range.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    name: String,
    layout: Layout,
    play: Play,
}

/// Counts that do not add up to a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadCounts {
    /// No column, or more than fit.
    #[error("there must be 1 to {MAX_COLUMNS} columns, not {0}")]
    Columns(usize),
    /// More cells than fit.
    #[error("there may be 0 to {MAX_CELLS} cells, not {0}")]
    Cells(usize),
    /// More cards dealt to cells than there are cells.
    #[error("{} cannot be dealt to {}", counted((*.dealt).into(), "card"), counted((*.cells).into(), "cell"))]
    InCells {
        /// Cards dealt to cells.
        dealt: u8,
        /// Cells there are.
        cells: u8,
    },
    /// Not all cards, or too many, are dealt.
    #[error("52 cards must be dealt, not {0}")]
    Dealt(usize),
}

impl Rules {
    /// A game of these parts, if the counts add up.
    pub fn new(name: impl Into<String>, layout: Layout, play: Play) -> Result<Self, BadCounts> {
        if layout.columns.is_empty() {
            return Err(BadCounts::Columns(0));
        }
        if usize::from(play.cells) > MAX_CELLS {
            return Err(BadCounts::Cells(play.cells.into()));
        }
        if layout.in_cells > play.cells {
            return Err(BadCounts::InCells { dealt: layout.in_cells, cells: play.cells });
        }
        let dealt = layout.columns.iter().map(|&size| usize::from(size)).sum::<usize>();
        match dealt + usize::from(layout.in_cells) {
            Card::COUNT => Ok(Self { name: name.into(), layout, play }),
            dealt => Err(BadCounts::Dealt(dealt)),
        }
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it is dealt.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How it is played.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The game with other extras.
    #[must_use]
    pub fn with_extras(mut self, extras: Extras) -> Self {
        self.play.extras = extras;
        self
    }

    /// The game with other foundations.
    #[must_use]
    pub fn with_foundations(mut self, foundations: Foundations) -> Self {
        self.play.foundations = foundations;
        self
    }
}
