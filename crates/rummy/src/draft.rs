//! A turn that a player is putting together, step by step.

use thiserror::Error;

use crate::command::{Command, Target};
use crate::meld::{Meld, tiles_of};
use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::Rules;
use crate::tile::Tile;
use crate::turn::{Take, Turn};

/// A turn in the making. The judge sees it only when it is played, so a draft may pass through tables that are not legal; but
/// no step uses a tile that the player does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft<T: Tile> {
    /// The tiles that lay on the table at the start of the turn.
    lying: Multiset<T>,
    /// From the start of the turn to now; never empty.
    steps: Vec<Step<T>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Step<T: Tile> {
    take: Take,
    /// The hand with what is taken and with what is placed.
    hand: Multiset<T>,
    table: Vec<Meld<T>>,
}

/// The reason why a step of a draft is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DraftError {
    /// No such combination.
    #[error("there is no combination {0}")]
    NoMeld(usize),
    /// The tile is not in that combination.
    #[error("{0} is not in combination {1}")]
    NotThere(String, usize),
    /// The player does not have the tile.
    #[error("{0} is not in your hand")]
    NotInHand(String),
    /// Tiles of the table lie in no combination.
    #[error("{} is loose: put every loose tile into a combination first, or reset", .0.join(" "))]
    Loose(Vec<String>),
    /// Nothing to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// The command is not a step of a draft.
    #[error("this command does not change the table")]
    NotAStep,
}

impl<T: Tile> Draft<T> {
    /// The turn of the player to move, with nothing done yet.
    pub fn new(before: &Position<T>) -> Self {
        let start =
            Step { take: Take::Nothing, hand: before.mover().tiles(), table: before.table().to_vec() };
        Self { lying: tiles_of(before.table()), steps: vec![start] }
    }

    /// The source of the tile taken first.
    pub fn take(&self) -> Take {
        self.now().take
    }

    /// The table as it is now.
    pub fn table(&self) -> &[Meld<T>] {
        &self.now().table
    }

    /// Can nothing be taken back?
    pub fn is_untouched(&self) -> bool {
        self.steps() == 0
    }

    /// How many steps can be taken back.
    pub fn steps(&self) -> usize {
        self.steps.len() - 1
    }

    /// Draws these tiles from the stock. They have been seen, so they stay in the hand whatever is taken back.
    pub fn draw(&mut self, tiles: &[T]) {
        for step in &mut self.steps {
            step.take = Take::Stock;
            step.hand.extend(tiles.iter().copied());
        }
    }

    /// Takes these tiles from the pile, as a step that can be taken back.
    pub fn take_pile(&mut self, tiles: &[T]) {
        let mut step = self.now().clone();
        step.take = Take::Pile;
        step.hand.extend(tiles.iter().copied());
        self.steps.push(step);
    }

    /// Carries out a command that changes the table.
    pub fn step<R: Rules<Tile = T>>(&mut self, rules: &R, command: &Command<T>) -> Result<(), DraftError> {
        if *command == Command::Undo {
            return self.undo();
        }
        let table = changed(rules, self.table(), command)?;
        if let Some(tile) = self.placed_by(&table).difference(&self.now().hand).iter().next() {
            return Err(DraftError::NotInHand(tile.to_string()));
        }
        self.steps.push(Step { table, ..self.now().clone() });
        Ok(())
    }

    /// Takes back the last step.
    pub fn undo(&mut self) -> Result<(), DraftError> {
        if self.is_untouched() {
            return Err(DraftError::NothingToUndo);
        }
        self.steps.pop();
        Ok(())
    }

    /// The tiles of the hand that are placed so far.
    pub fn placed(&self) -> Multiset<T> {
        self.placed_by(self.table())
    }

    /// The tiles of the hand that a table would need.
    pub fn placed_by(&self, table: &[Meld<T>]) -> Multiset<T> {
        tiles_of(table).difference(&self.lying)
    }

    /// The tiles that remain in the hand.
    pub fn left(&self) -> Multiset<T> {
        self.now().hand.difference(&self.placed())
    }

    /// The tiles that were lifted off the table and lie in no combination.
    pub fn loose(&self) -> Multiset<T> {
        self.lying.difference(&tiles_of(self.table()))
    }

    /// Refuses to end a turn while tiles are loose.
    pub fn check_loose(&self) -> Result<(), DraftError> {
        let loose: Vec<String> = self.loose().iter().map(|tile| tile.to_string()).collect();
        if loose.is_empty() { Ok(()) } else { Err(DraftError::Loose(loose)) }
    }

    /// The whole turn.
    pub fn turn(&self, discard: Option<T>) -> Turn<T> {
        Turn { take: self.take(), table: self.table().to_vec(), discard }
    }

    fn now(&self) -> &Step<T> {
        self.steps.last().expect("a draft has at least its first step")
    }
}

/// The table that a command makes of a table.
fn changed<R: Rules>(
    rules: &R,
    table: &[Meld<R::Tile>],
    command: &Command<R::Tile>,
) -> Result<Vec<Meld<R::Tile>>, DraftError> {
    let mut table = table.to_vec();
    match command {
        Command::Table(melds) => table.clone_from(melds),
        Command::Add(melds) => table.extend(melds.iter().cloned()),
        Command::Replace(at, melds) => {
            let at = index(&table, *at)?;
            table.splice(at..=at, melds.iter().cloned());
        }
        Command::Put(tile, to) => put_tile(rules, &mut table, *tile, *to)?,
        Command::Move(tile, from, to) => move_tile(rules, &mut table, *tile, *from, *to)?,
        _ => return Err(DraftError::NotAStep),
    }
    Ok(table)
}

/// The index of the combination with this number.
fn index<T>(table: &[Meld<T>], number: usize) -> Result<usize, DraftError> {
    number.checked_sub(1).filter(|&at| at < table.len()).ok_or(DraftError::NoMeld(number))
}

/// The combination with a tile put where it fits, at the end if it fits nowhere.
fn with_tile<R: Rules>(rules: &R, meld: &Meld<R::Tile>, tile: R::Tile) -> Meld<R::Tile> {
    let at = |at: usize| -> Meld<R::Tile> {
        meld[..at].iter().chain([&tile]).chain(&meld[at..]).copied().collect()
    };
    (0..=meld.len())
        .rev()
        .map(at)
        .find(|meld| rules.check_meld(meld).is_ok())
        .unwrap_or_else(|| at(meld.len()))
}

/// Puts a tile into a combination, or makes one of it.
fn put_tile<R: Rules>(
    rules: &R,
    table: &mut Vec<Meld<R::Tile>>,
    tile: R::Tile,
    to: Target,
) -> Result<(), DraftError> {
    match to {
        Target::New => table.push(vec![tile].into()),
        Target::Meld(number) => {
            let to = index(table, number)?;
            table[to] = with_tile(rules, &table[to], tile);
        }
    }
    Ok(())
}

/// Moves a tile; a combination that becomes empty is removed.
fn move_tile<R: Rules>(
    rules: &R,
    table: &mut Vec<Meld<R::Tile>>,
    tile: R::Tile,
    from: usize,
    to: Target,
) -> Result<(), DraftError> {
    let source = index(table, from)?;
    let mut tiles = table[source].to_vec();
    let at = tiles.iter().position(|&other| other == tile);
    tiles.remove(at.ok_or_else(|| DraftError::NotThere(tile.to_string(), from))?);
    table[source] = tiles.into();
    put_tile(rules, table, tile, to)?;
    table.retain(|meld| !meld.is_empty());
    Ok(())
}
