//! A turn that a player is putting together, step by step.

use thiserror::Error;

use crate::command::Command;
use crate::meld::{Meld, tiles_of};
use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::Rules;
use crate::tile::Tile;
use crate::turn::{Take, Turn};

/// A turn in the making. The judge sees it only when it is played, so a draft may pass through tables that are not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft<T> {
    /// From the start of the turn to now; never empty.
    steps: Vec<(Take, Vec<Meld<T>>)>,
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
        Self { steps: vec![(Take::Nothing, before.table().to_vec())] }
    }

    /// The source of the tile taken first.
    pub fn take(&self) -> Take {
        self.now().0
    }

    /// The table as it is now.
    pub fn table(&self) -> &[Meld<T>] {
        &self.now().1
    }

    /// Has nothing been done yet?
    pub fn is_untouched(&self) -> bool {
        self.steps() == 0
    }

    /// How many steps can be taken back.
    pub fn steps(&self) -> usize {
        self.steps.len() - 1
    }

    /// Chooses what is taken first. A tile drawn from the stock has been seen: it cannot be taken back.
    pub fn set_take(&mut self, take: Take) {
        let table = self.table().to_vec();
        if take == Take::Stock {
            self.steps.clear();
        }
        self.steps.push((take, table));
    }

    /// Carries out a command that changes the table.
    pub fn step<R: Rules<Tile = T>>(&mut self, rules: &R, command: &Command<T>) -> Result<(), DraftError> {
        let mut table = self.table().to_vec();
        match command {
            Command::Table(melds) => table.clone_from(melds),
            Command::Add(melds) => table.extend(melds.iter().cloned()),
            Command::Replace(at, melds) => {
                let at = index(&table, *at)?;
                table.splice(at..=at, melds.iter().cloned());
            }
            Command::Put(tile, to) => {
                let to = index(&table, *to)?;
                table[to] = with_tile(rules, &table[to], *tile);
            }
            Command::Move(tile, from, to) => move_tile(rules, &mut table, *tile, *from, *to)?,
            Command::Undo if self.is_untouched() => return Err(DraftError::NothingToUndo),
            Command::Undo => {
                self.steps.pop();
                return Ok(());
            }
            _ => return Err(DraftError::NotAStep),
        }
        self.steps.push((self.take(), table));
        Ok(())
    }

    /// The tiles that remain of a hand when those placed so far are taken off.
    pub fn left(&self, before: &Position<T>, hand: &Multiset<T>) -> Multiset<T> {
        hand.difference(&tiles_of(self.table()).difference(&tiles_of(before.table())))
    }

    /// The whole turn.
    pub fn turn(&self, discard: Option<T>) -> Turn<T> {
        Turn { take: self.take(), table: self.table().to_vec(), discard }
    }

    fn now(&self) -> &(Take, Vec<Meld<T>>) {
        self.steps.last().expect("a draft has at least its first step")
    }
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

/// Moves a tile; a combination that becomes empty is removed.
fn move_tile<R: Rules>(
    rules: &R,
    table: &mut Vec<Meld<R::Tile>>,
    tile: R::Tile,
    from: usize,
    to: usize,
) -> Result<(), DraftError> {
    let (source, target) = (index(table, from)?, index(table, to)?);
    let mut tiles = table[source].to_vec();
    let at = tiles.iter().position(|&other| other == tile);
    tiles.remove(at.ok_or_else(|| DraftError::NotThere(rules.tile_text(tile), from))?);
    table[source] = tiles.into();
    table[target] = with_tile(rules, &table[target], tile);
    table.retain(|meld| !meld.is_empty());
    Ok(())
}
