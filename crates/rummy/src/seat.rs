//! Seats, and what can be seen from them.

use std::fmt;

use crate::apply::Taken;
use crate::meld::Meld;
use crate::position::Position;
use crate::rules::Rules;
use crate::tile::Tile;
use crate::turn::Take;

/// The place of a player at the table, counted from 0 in the order of play. It is written counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub usize);

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0 + 1)
    }
}

/// A position as it is seen from one seat, or by a spectator. Of hidden tiles it holds only their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView<T> {
    /// The seat of the viewer; none for a spectator.
    pub seat: Option<Seat>,
    /// The players in the order of play.
    pub players: Vec<PlayerView<T>>,
    /// The own hand; empty for a spectator.
    pub hand: Vec<T>,
    /// The tiles of the stock that the viewer has drawn in this turn and seen, in order. They come into the hand when
    /// the turn is played.
    pub drawn: Vec<T>,
    /// The combinations: one table for all, or one for each side.
    pub tables: Vec<Vec<Meld<T>>>,
    /// How many tiles the stock holds, those just drawn included.
    pub stock: usize,
    /// The discard pile; the last tile is the top one.
    pub pile: Vec<T>,
    /// The seat to move.
    pub turn: Seat,
    /// Has the mover drawn from the stock in this turn already?
    pub has_drawn: bool,
    /// Turns in a row, with the stock empty, in which nobody placed a tile.
    pub passes: usize,
}

/// One player as everybody sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerView<T> {
    /// The name.
    pub name: String,
    /// The points of this game so far.
    pub score: i32,
    /// Has the player (or the partner) placed in this deal already?
    pub placed: bool,
    /// How many tiles the hand holds.
    pub tiles: usize,
    /// Bonus tiles laid out face up.
    pub bonus: Vec<T>,
}

impl<T: Tile> SeatView<T> {
    /// The view from a seat, or of a spectator. The tile that the mover has drawn in this turn, if any, is seen from
    /// the mover's seat alone.
    pub fn of<R: Rules<Tile = T>>(
        rules: &R,
        position: &Position<T>,
        seat: Option<Seat>,
        has_drawn: bool,
    ) -> Self {
        let turn = Seat(position.turn);
        let drawn = if has_drawn && seat == Some(turn) {
            Taken::of(rules, position, Take::Stock).map_or(0, |taken| taken.from_stock)
        } else {
            0
        };
        let own = seat.and_then(|Seat(seat)| position.players.get(seat));
        let player = |player: &crate::position::Player<T>| PlayerView {
            name: player.name.clone(),
            score: player.score,
            placed: player.placed,
            tiles: player.hand.len(),
            bonus: player.bonus.clone(),
        };
        Self {
            seat,
            players: position.players.iter().map(player).collect(),
            hand: own.map_or_else(Vec::new, |own| own.hand.clone()),
            drawn: position.stock[..drawn].to_vec(),
            tables: position.tables.clone(),
            stock: position.stock.len(),
            pile: position.pile.clone(),
            turn,
            has_drawn,
            passes: position.passes,
        }
    }

    /// The table of the player to move.
    pub fn table(&self) -> &[Meld<T>] {
        &self.tables[self.turn.0 % self.tables.len()]
    }

    /// The player to move.
    pub fn mover(&self) -> &PlayerView<T> {
        &self.players[self.turn.0]
    }

    /// The view with each tile in the form of the save files.
    pub fn to_text<R: Rules<Tile = T>>(&self, rules: &R) -> SeatView<String> {
        let texts = |tiles: &[T]| rules.tile_texts(tiles);
        let meld = |meld: &Meld<T>| Meld::from(rules.tile_texts(meld));
        let player = |player: &PlayerView<T>| PlayerView {
            name: player.name.clone(),
            score: player.score,
            placed: player.placed,
            tiles: player.tiles,
            bonus: texts(&player.bonus),
        };
        SeatView {
            seat: self.seat,
            players: self.players.iter().map(player).collect(),
            hand: texts(&self.hand),
            drawn: texts(&self.drawn),
            tables: self.tables.iter().map(|table| table.iter().map(meld).collect()).collect(),
            stock: self.stock,
            pile: texts(&self.pile),
            turn: self.turn,
            has_drawn: self.has_drawn,
            passes: self.passes,
        }
    }
}
