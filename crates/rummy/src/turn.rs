//! A turn of a player.

use crate::meld::Meld;
use crate::position::Position;
use crate::rules::Rules;
use crate::tile::Tile;

/// The source of the turn's first tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Take {
    /// None: the player places, or passes because there is nothing to draw.
    Nothing,
    /// The next tile of the stock.
    Stock,
    /// The discard pile: its top tile or all of it, depending on the rule set.
    Pile,
}

/// A whole turn: the source of the first tile, the table afterwards, and the discard.
///
/// A turn of any rule set is one of these:
/// - draw and end the turn: `Take::Stock`, the table as it was ([`Turn::draw`]);
/// - place and rearrange: `Take::Nothing` and the new table ([`Turn::place`]); the judge finds out which
///   tiles came from the hand by comparing the tables;
/// - a turn of a card game: `Take::Stock` or `Take::Pile`, the table with new combinations added at the
///   end and old ones enlarged in their place, and the discard;
/// - pass: `Take::Nothing`, the table as it was, no discard.
///
/// `table` is the mover's table ([`Position::table`]). Drawing up to the minimum hand and laying out bonus tiles are not
/// part of a turn: the engine does both by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<T> {
    /// The source of the tile that comes into the hand first.
    pub take: Take,
    /// The mover's table at the end of the turn.
    pub table: Vec<Meld<T>>,
    /// The tile that goes onto the pile last.
    pub discard: Option<T>,
}

impl<T: Tile> Turn<T> {
    /// Draws from the stock, or passes when it is empty, and leaves the table alone.
    pub fn draw(before: &Position<T>) -> Self {
        let take = if before.stock.is_empty() { Take::Nothing } else { Take::Stock };
        Self { take, table: before.table().to_vec(), discard: None }
    }

    /// Places: the table becomes this one.
    pub fn place(table: Vec<Meld<T>>) -> Self {
        Self { take: Take::Nothing, table, discard: None }
    }

    /// The commands that a player would enter, with semicolons between them.
    pub fn to_text<R: Rules<Tile = T>>(&self, rules: &R) -> String {
        let take = match self.take {
            Take::Nothing => "",
            Take::Stock => "draw; ",
            Take::Pile => "take; ",
        };
        let table: String = self.table.iter().map(|meld| rules.meld_text(meld) + " ").collect();
        let end = self.discard.map_or("done".to_owned(), |tile| format!("discard {}", rules.tile_text(tile)));
        format!("{take}{table}; {end}")
    }
}
