//! The table: the readable model of a game, and its referee.

mod extras;
mod position_key;

pub(crate) use position_key::PositionKey;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::card::{Card, Rank, Suit};
use crate::deal::Seed;
use crate::moves::{Move, Target};
use crate::rules::{Extras, Fill, Foundations, MAX_CELLS, Play};
use crate::wording::counted;

/// A column, bottom card first.
pub type Column = ArrayVec<Card, { Card::COUNT }>;

/// The cells that are taken. Cells are alike: only which cards they hold matters.
pub type Cells = ArrayVec<Card, MAX_CELLS>;

/// Cards on a table, each of the 52 in exactly one place, and the rules they are played by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    play: Play,
    columns: Vec<Column>,
    cells: Cells,
    /// The rank of the top card of each foundation, 0 where it is empty.
    foundations: [u8; 4],
    /// The redeals and rotations that are left.
    left: Extras,
    /// The deal's number, where a redeal may need it.
    seed: Option<Seed>,
}

/// Cards that do not make a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadTable {
    /// A card lies in two places.
    #[error("{0} is there twice")]
    Doubled(Card),
    /// A card lies nowhere.
    #[error("{0} is missing")]
    Missing(Card),
    /// More cards in cells than there are cells.
    #[error("{} cannot lie in {}", counted(*.0, "card"), counted((*.1).into(), "cell"))]
    Cells(usize, u8),
    /// A foundation higher than the king.
    #[error("the foundation of {} cannot hold {} cards", .0.sign(), .1)]
    Foundation(Suit, u8),
}

/// Why a move may not be played, in a player's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is already won")]
    Won,
    /// The card is covered.
    #[error("{0} lies under another card")]
    Covered(Card),
    /// The card has left the game.
    #[error("{0} is on its foundation")]
    PutUp(Card),
    /// The target is not the top card of a column.
    #[error("{0} is not on top of a column")]
    NoTop(Card),
    /// The card does not fit on the target.
    #[error("{card} cannot go on {on}")]
    Build {
        /// The card.
        card: Card,
        /// The card it should lie on.
        on: Card,
    },
    /// No column is empty.
    #[error("no column is empty")]
    NoEmptyColumn,
    /// There is no column of this number.
    #[error("there is no column {0}")]
    NoColumn(usize),
    /// The column of this number should be empty.
    #[error("column {0} is not empty")]
    NotEmpty(usize),
    /// Empty columns take no card like this.
    #[error("{}", .0.reason())]
    Fill(Fill),
    /// No cell is free.
    #[error("no cell is free")]
    NoFreeCell,
    /// The card is in a cell and should go to a cell.
    #[error("{0} is in a cell already")]
    CellToCell(Card),
    /// Cards go up by themselves.
    #[error("cards go to the foundations by themselves")]
    Forced,
    /// The card is not the next one of its foundation.
    #[error("{0} is not the next card of its foundation")]
    NotNext(Card),
    /// No redeal is left, or the rules have none.
    #[error("no redeal is left")]
    NoRedeal,
    /// A redeal follows from the deal's number, and there is none.
    #[error("only a deal by number can be dealt again")]
    NoNumber,
    /// No rotation is left, or the rules have none.
    #[error("no rotation is left")]
    NoRotation,
    /// Only cards in columns are rotated.
    #[error("{0} is not in a column")]
    NotInColumn(Card),
    /// The column is not that high.
    #[error("{card} cannot go down to place {place} of its column")]
    NoPlace {
        /// The card.
        card: Card,
        /// The place.
        place: u8,
    },
}

impl Fill {
    fn reason(self) -> &'static str {
        match self {
            Self::AnyCard => "an empty column takes any card",
            Self::KingsOnly => "an empty column takes only a king",
            Self::Nothing => "an empty column stays empty",
        }
    }
}

/// Where a card lies that may be taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Column(usize),
    Cell(usize),
    Foundation(Suit),
}

impl Table {
    /// A table of these cards, if each of the 52 lies in exactly one place.
    pub fn new(
        play: Play,
        columns: Vec<Column>,
        cells: Cells,
        foundations: [u8; 4],
    ) -> Result<Self, BadTable> {
        if cells.len() > play.cells.into() {
            return Err(BadTable::Cells(cells.len(), play.cells));
        }
        let mut seen = [false; Card::COUNT];
        for (suit, height) in Suit::ALL.into_iter().zip(foundations) {
            if height > Rank::KING.number() {
                return Err(BadTable::Foundation(suit, height));
            }
            (1..=height)
                .filter_map(Rank::new)
                .for_each(|rank| seen[Card::new(rank, suit).number() as usize] = true);
        }
        for &card in columns.iter().flatten().chain(&cells) {
            if std::mem::replace(&mut seen[card.number() as usize], true) {
                return Err(BadTable::Doubled(card));
            }
        }
        match Card::all().find(|card| !seen[card.number() as usize]) {
            Some(card) => Err(BadTable::Missing(card)),
            None => Ok(Self { play, columns, cells, foundations, left: play.extras, seed: None }),
        }
    }

    /// A table just dealt: the caller laid out one whole deck.
    pub(crate) fn dealt(play: Play, columns: Vec<Column>, cells: Cells) -> Self {
        Self { play, columns, cells, foundations: [0; 4], left: play.extras, seed: None }
    }

    /// The table, which keeps its number where its rules have redeals.
    pub(crate) fn numbered(self, seed: Seed) -> Self {
        Self { seed: Some(seed).filter(|_| self.left.redeals > 0), ..self }
    }

    /// The rules of play.
    pub fn rules(&self) -> Play {
        self.play
    }

    /// The columns, bottom cards first.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The cards in cells.
    pub fn cells(&self) -> &[Card] {
        &self.cells
    }

    /// How many cards are on each foundation: clubs, spades, hearts, diamonds.
    pub fn foundations(&self) -> [u8; 4] {
        self.foundations
    }

    /// Are all cards on the foundations?
    pub fn is_won(&self) -> bool {
        self.foundations == [Rank::KING.number(); 4]
    }

    /// Puts up every card that can go to its foundation, again and again, where the rules force it.
    ///
    /// The order does not matter: a card that can go up stays able to until it does.
    pub fn normalise(&mut self) {
        while self.play.foundations == Foundations::Forced && self.is_any_ready() {
            self.put_up_some();
        }
    }

    /// Can a card go to its foundation?
    fn is_any_ready(&self) -> bool {
        // Asked after every move, nearly always in vain: looking at all cards is faster than stopping at one.
        let tops = self.columns.iter().filter_map(|column| column.last());
        let top = tops.fold(false, |any, &card| any | is_next(self.foundations, card));
        self.cells.iter().fold(top, |any, &card| any | is_next(self.foundations, card))
    }

    fn put_up_some(&mut self) {
        let foundations = &mut self.foundations;
        self.cells.retain(|card| !put_up(foundations, *card));
        for column in &mut self.columns {
            while column.last().is_some_and(|&card| put_up(foundations, card)) {
                column.pop();
            }
        }
    }

    /// Plays a move and puts up what then can go, or says why the move is illegal and changes nothing.
    pub fn try_play(&mut self, played: Move) -> Result<(), Illegal> {
        self.shift(played)?;
        self.normalise();
        Ok(())
    }

    /// Like [`try_play`](Self::try_play), where nothing can go up before the move.
    ///
    /// Then only the card that the move uncovers can go up first: no foundation has changed, every other top lay open
    /// before, and so did the card that moves.
    pub(crate) fn try_play_normal(&mut self, played: Move) -> Result<(), Illegal> {
        let uncovered = match self.shift(played)? {
            Place::Column(at) => self.columns[at].last(),
            Place::Cell(_) | Place::Foundation(_) => None,
        };
        if uncovered.is_some_and(|&card| is_next(self.foundations, card)) {
            self.normalise();
        }
        Ok(())
    }

    /// Plays a move by which nothing goes up yet, and says where the card came from.
    fn shift(&mut self, played: Move) -> Result<Place, Illegal> {
        if self.is_won() {
            return Err(Illegal::Won);
        }
        let from = self.find(played.card)?;
        let to = self.destination(played, from)?;
        self.take(from);
        self.put(played.card, to);
        Ok(from)
    }

    /// Plays a card into the empty column of the player's choice, counted from 0; as a move it would go into the
    /// first one. Otherwise like [`try_play`](Self::try_play).
    pub fn try_fill(&mut self, card: Card, column: usize) -> Result<(), Illegal> {
        if self.is_won() {
            return Err(Illegal::Won);
        }
        let from = self.find(card)?;
        if !self.columns.get(column).ok_or(Illegal::NoColumn(column + 1))?.is_empty() {
            return Err(Illegal::NotEmpty(column + 1));
        }
        if !self.play.may_fill(card) {
            return Err(Illegal::Fill(self.play.fill));
        }
        self.take(from);
        self.put(card, Place::Column(column));
        self.normalise();
        Ok(())
    }

    /// Every legal move, columns first, then cells, then foundations.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.is_won() {
            return Vec::new();
        }
        let tops = self
            .columns
            .iter()
            .enumerate()
            .filter_map(|(at, column)| Some((Place::Column(at), *column.last()?)));
        let cells = self.cells.iter().enumerate().map(|(at, &card)| (Place::Cell(at), card));
        let sources: Vec<_> = tops.clone().chain(cells).chain(self.returnable()).collect();
        let onto = tops.map(|(_, card)| Target::Onto(card));
        let targets: Vec<_> = onto.chain([Target::EmptyColumn, Target::Cell, Target::Foundation]).collect();
        let pairs = sources.iter().flat_map(|&source| targets.iter().map(move |&to| (source, to)));
        let moves = pairs.map(|((from, card), to)| (from, Move { card, to }));
        moves
            .filter(|&(from, played)| self.destination(played, from).is_ok())
            .map(|(_, played)| played)
            .collect()
    }

    /// The tops of the foundations, where they may come back.
    fn returnable(&self) -> impl Iterator<Item = (Place, Card)> {
        let free = self.play.foundations == Foundations::Free;
        let tops = Suit::ALL.into_iter().zip(self.foundations).filter(move |_| free);
        tops.filter_map(|(suit, height)| Some((Place::Foundation(suit), Card::new(Rank::new(height)?, suit))))
    }

    /// Where a card lies, if it may be taken from there.
    fn find(&self, card: Card) -> Result<Place, Illegal> {
        if let Some(at) = self.columns.iter().position(|column| column.last() == Some(&card)) {
            return Ok(Place::Column(at));
        }
        if let Some(at) = self.cells.iter().position(|&held| held == card) {
            return Ok(Place::Cell(at));
        }
        if let Some((place, _)) = self.returnable().find(|&(_, top)| top == card) {
            return Ok(place);
        }
        let put_up = self.foundations[card.suit() as usize] >= card.rank().number();
        Err(if put_up { Illegal::PutUp(card) } else { Illegal::Covered(card) })
    }

    /// Where the move leads, if it is legal.
    fn destination(&self, Move { card, to }: Move, from: Place) -> Result<Place, Illegal> {
        match to {
            Target::Onto(on) => self.column_of(card, on).map(Place::Column),
            Target::EmptyColumn => self.space_for(card).map(Place::Column),
            Target::Cell => match from {
                Place::Cell(_) => Err(Illegal::CellToCell(card)),
                _ if self.cells.len() == self.play.cells.into() => Err(Illegal::NoFreeCell),
                _ => Ok(Place::Cell(self.cells.len())),
            },
            Target::Foundation => match (self.play.foundations, from) {
                (Foundations::Forced, _) => Err(Illegal::Forced),
                (_, Place::Foundation(_)) => Err(Illegal::PutUp(card)),
                _ if !is_next(self.foundations, card) => Err(Illegal::NotNext(card)),
                _ => Ok(Place::Foundation(card.suit())),
            },
        }
    }

    /// The column whose top is `on`, if the card may be built there.
    fn column_of(&self, card: Card, on: Card) -> Result<usize, Illegal> {
        let at = self.columns.iter().position(|column| column.last() == Some(&on));
        let at = at.ok_or(Illegal::NoTop(on))?;
        if self.play.may_build(card, on) { Ok(at) } else { Err(Illegal::Build { card, on }) }
    }

    /// The first empty column, if the card may go there.
    fn space_for(&self, card: Card) -> Result<usize, Illegal> {
        let at = self.columns.iter().position(Column::is_empty).ok_or(Illegal::NoEmptyColumn)?;
        if self.play.may_fill(card) { Ok(at) } else { Err(Illegal::Fill(self.play.fill)) }
    }

    fn take(&mut self, from: Place) {
        match from {
            Place::Column(at) => drop(self.columns[at].pop()),
            Place::Cell(at) => drop(self.cells.remove(at)),
            Place::Foundation(suit) => self.foundations[suit as usize] -= 1,
        }
    }

    fn put(&mut self, card: Card, to: Place) {
        match to {
            Place::Column(at) => self.columns[at].push(card),
            Place::Cell(_) => self.cells.push(card),
            Place::Foundation(suit) => self.foundations[suit as usize] += 1,
        }
    }
}

fn is_next(foundations: [u8; 4], card: Card) -> bool {
    foundations[card.suit() as usize] + 1 == card.rank().number()
}

fn put_up(foundations: &mut [u8; 4], card: Card) -> bool {
    let goes = is_next(*foundations, card);
    foundations[card.suit() as usize] += u8::from(goes);
    goes
}
