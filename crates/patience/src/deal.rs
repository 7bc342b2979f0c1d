//! Deals by number, and the names that people give them: `FreeCell.123`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::BadBoard;
use crate::card::Rank;
use crate::rules::{Order, Rules};
use crate::shuffle::Deck;
use crate::table::{Column, Table};
use crate::wording::grouped;

/// The number of a deal, in the range of its game's shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seed(u64);

impl Seed {
    /// The number itself.
    pub const fn number(self) -> u64 {
        self.0
    }
}

/// A text that does not name a deal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoDeal {
    /// There is no dot between game and seed.
    #[error("`{0}` does not name a deal; a deal is written GAME.SEED, as in FreeCell.123")]
    NoDot(String),
    /// No built-in game has this name.
    #[error("there is no game `{game}`{}", suggestion(*.close))]
    Game {
        /// The name that was asked for.
        game: String,
        /// A name that is close to it.
        close: Option<&'static str>,
    },
    /// The seed is not a whole number.
    #[error("`{0}` is not a seed; seeds are whole numbers from 1")]
    NotANumber(String),
    /// The seed is out of range.
    #[error("seed {seed} is out of range; the deals of {game} are numbered 1 to {}", grouped(*.last))]
    OutOfRange {
        /// The seed that was asked for.
        seed: String,
        /// The game.
        game: String,
        /// The highest seed.
        last: u64,
    },
    /// The range runs backwards.
    #[error("the range {0}..{1} is empty")]
    Empty(u64, u64),
    /// A range stands where one deal is wanted.
    #[error("`{0}` is a range of deals; one deal is wanted here")]
    Range(String),
}

fn suggestion(close: Option<&'static str>) -> String {
    let known = || Rules::names().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
    close.map_or_else(|| format!("; the games are {}", known()), |name| format!("; did you mean {name}?"))
}

impl Rules {
    /// The deal of this number, as it lies before any card is put up.
    pub fn deal(&self, seed: Seed) -> Table {
        let table = self.lay_out(&self.layout().shuffle.deck(seed.0));
        table.numbered(seed)
    }

    /// The seed of this text, if the game has a deal of that number. Leading zeros are allowed.
    pub fn seed(&self, text: &str) -> Result<Seed, NoDeal> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NoDeal::NotANumber(clip(text)));
        }
        // Only digits are left: a text that does not parse is too large.
        text.parse().map_or_else(|_| Err(self.out_of_range(clip(text))), |number| self.seed_of(number))
    }

    /// The seed of this number, if the game has such a deal.
    pub fn seed_of(&self, number: u64) -> Result<Seed, NoDeal> {
        let is_there = (1..=self.last_seed()).contains(&number);
        is_there.then_some(Seed(number)).ok_or_else(|| self.out_of_range(number.to_string()))
    }

    fn out_of_range(&self, seed: String) -> NoDeal {
        NoDeal::OutOfRange { seed, game: self.name().to_owned(), last: self.last_seed() }
    }

    fn last_seed(&self) -> u64 {
        self.layout().shuffle.last_seed()
    }

    /// The built-in game of this name, or which one was meant.
    pub(crate) fn built_in(name: &str) -> Result<Self, NoDeal> {
        Self::named(name).ok_or_else(|| NoDeal::Game { game: clip(name), close: close_to(name) })
    }

    /// All seeds from `first` to `last`.
    pub fn seeds(first: Seed, last: Seed) -> impl DoubleEndedIterator<Item = Seed> + Clone {
        (first.0..=last.0).map(Seed)
    }

    fn lay_out(&self, deck: &Deck) -> Table {
        let layout = self.layout();
        let (to_columns, to_cells) = deck.split_at(deck.len() - usize::from(layout.in_cells));
        let mut columns = vec![Column::new(); layout.columns.len()];
        let mut cards = to_columns.iter().copied();
        match layout.order {
            Order::Columns => {
                for (column, &size) in columns.iter_mut().zip(&layout.columns) {
                    column.extend(cards.by_ref().take(size.into()));
                }
            }
            Order::Rows => {
                for row in 0..layout.columns.iter().copied().max().unwrap_or(0) {
                    let with_room = columns.iter_mut().zip(&layout.columns).filter(|&(_, &size)| size > row);
                    for ((column, _), card) in with_room.zip(cards.by_ref()) {
                        column.push(card);
                    }
                }
            }
        }
        if layout.kings_sink {
            for column in &mut columns {
                // A stable sort: kings first, the others as they were.
                column.sort_by_key(|card| card.rank() != Rank::KING);
            }
        }
        Table::dealt(self.play(), columns, to_cells.iter().copied().collect())
    }
}

/// A game with its cards laid out: by number, or as on a board.
///
/// ```
/// use patience::{Deal, Rules};
///
/// let deal: Deal = "fc.0123".parse()?;
/// assert_eq!(deal.to_string(), "FreeCell.123");
/// let board = Deal::from_board(Rules::freecell(), &deal.table().to_board())?;
/// assert_eq!(board.to_string(), "a board of FreeCell");
/// # Ok::<(), patience::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    rules: Rules,
    seed: Option<Seed>,
    /// As the rules deal it for the seed, or a board of the rules.
    table: Table,
}

impl Deal {
    /// The deal of this number.
    pub fn numbered(rules: Rules, seed: Seed) -> Self {
        Self { table: rules.deal(seed), seed: Some(seed), rules }
    }

    /// The deal of a board's text.
    pub fn from_board(rules: Rules, text: &str) -> Result<Self, BadBoard> {
        Ok(Self { table: rules.read_board(text)?, seed: None, rules })
    }

    /// The game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of the deal; a board has none.
    pub fn seed(&self) -> Option<Seed> {
        self.seed
    }

    /// The table as dealt, before any card is put up.
    pub fn table(&self) -> &Table {
        &self.table
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.rules.name();
        match self.seed {
            Some(seed) => write!(f, "{game}.{}", seed.number()),
            None => write!(f, "a board of {game}"),
        }
    }
}

impl FromStr for Deal {
    type Err = NoDeal;

    fn from_str(text: &str) -> Result<Self, NoDeal> {
        let DealRange { rules, first, last } = text.parse()?;
        if first == last { Ok(Self::numbered(rules, first)) } else { Err(NoDeal::Range(clip(text))) }
    }
}

/// Deals of one game, `FreeCell.1..1000`; a single deal is a range of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealRange {
    /// The game.
    pub rules: Rules,
    /// The first deal.
    pub first: Seed,
    /// The last deal, included.
    pub last: Seed,
}

impl DealRange {
    /// The range `SEED` or `FIRST..LAST` of these rules.
    pub fn of(rules: Rules, seeds: &str) -> Result<Self, NoDeal> {
        let (first, last) = seeds.split_once("..").unwrap_or((seeds, seeds));
        let (first, last) = (rules.seed(first)?, rules.seed(last)?);
        if first > last { Err(NoDeal::Empty(first.0, last.0)) } else { Ok(Self { rules, first, last }) }
    }

    /// The seeds of the range, in order.
    pub fn seeds(&self) -> impl DoubleEndedIterator<Item = Seed> + Clone + use<> {
        Rules::seeds(self.first, self.last)
    }
}

impl FromStr for DealRange {
    type Err = NoDeal;

    fn from_str(text: &str) -> Result<Self, NoDeal> {
        let (game, seeds) = text.split_once('.').ok_or_else(|| NoDeal::NoDot(clip(text)))?;
        Self::of(Rules::built_in(game)?, seeds)
    }
}

fn close_to(game: &str) -> Option<&'static str> {
    let wanted = game.chars().take(40).collect::<String>().to_lowercase();
    let distance = |name: &str| strsim::damerau_levenshtein(&name.to_lowercase(), &wanted);
    Rules::names().map(|(name, _)| name).min_by_key(|name| distance(name)).filter(|name| distance(name) <= 3)
}

/// Keeps messages short whatever was typed.
fn clip(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        text.parse::<Deal>().unwrap_err().to_string()
    }

    #[test]
    fn names_take_any_case_and_leading_zeros() {
        let name = |text: &str| text.parse::<Deal>().unwrap().to_string();
        assert_eq!(name("FREECELL.000000123"), "FreeCell.123");
        assert_eq!(name("st.1000000000"), "Seahaven.1000000000");
    }

    #[test]
    fn wrong_names_are_refused_with_a_reason() {
        assert_eq!(
            refused("FreeCell"),
            "`FreeCell` does not name a deal; a deal is written GAME.SEED, as in FreeCell.123"
        );
        assert_eq!(refused("FreCell.1"), "there is no game `FreCell`; did you mean FreeCell?");
        assert_eq!(refused("fc.-3"), "`-3` is not a seed; seeds are whole numbers from 1");
        assert_eq!(refused("fc.12x"), "`12x` is not a seed; seeds are whole numbers from 1");
        for seed in ["0", "1000000001", "99999999999999999999999"] {
            let why =
                format!("seed {seed} is out of range; the deals of FreeCell are numbered 1 to 1,000,000,000");
            assert_eq!(refused(&format!("fc.{seed}")), why);
        }
        assert_eq!(refused("fc.1..2"), "`fc.1..2` is a range of deals; one deal is wanted here");
        assert_eq!("fc.5..2".parse::<DealRange>(), Err(NoDeal::Empty(5, 2)));
    }
}
