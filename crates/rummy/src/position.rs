//! Everything that lies on the table, in the hands, in the stock and on the pile, between two turns.

use crate::meld::{Meld, tiles_of};
use crate::multiset::Multiset;
use crate::tile::Tile;

/// One player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player<T> {
    /// The name, without blanks and parentheses.
    pub name: String,
    /// The points of this game so far.
    pub score: i32,
    /// Has the player (or the partner) placed in this deal already?
    pub placed: bool,
    /// The hidden hand. The order is the order in which the tiles came; it has no meaning.
    pub hand: Vec<T>,
    /// Bonus tiles laid out face up (red threes, flowers); they take no part in combinations.
    pub bonus: Vec<T>,
}

impl<T: Tile> Player<T> {
    /// A player who holds nothing.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), score: 0, placed: false, hand: Vec::new(), bonus: Vec::new() }
    }

    /// The hand without its order.
    pub fn tiles(&self) -> Multiset<T> {
        self.hand.iter().collect()
    }
}

/// A position between two turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position<T> {
    /// The players in the order of play.
    pub players: Vec<Player<T>>,
    /// The combinations: one table for all, or one table for each side where melds belong to a side.
    /// Player `p` plays on table `p % tables.len()`, so partners sit across.
    pub tables: Vec<Vec<Meld<T>>>,
    /// The stock; the first tile is drawn next.
    pub stock: Vec<T>,
    /// The discard pile; the last tile is the top one. Empty in games without one.
    pub pile: Vec<T>,
    /// The player to move, counted from 0.
    pub turn: usize,
    /// Turns in a row, with the stock empty, in which nobody placed a tile.
    pub passes: usize,
}

impl<T: Tile> Position<T> {
    /// A position with these players and tables, without stock and pile; the first player is to move.
    pub fn new(players: Vec<Player<T>>, tables: Vec<Vec<Meld<T>>>) -> Self {
        Self { players, tables, stock: Vec::new(), pile: Vec::new(), turn: 0, passes: 0 }
    }

    /// The player to move.
    pub fn mover(&self) -> &Player<T> {
        &self.players[self.turn]
    }

    /// Which table player `player` plays on.
    pub fn table_of(&self, player: usize) -> usize {
        player % self.tables.len()
    }

    /// The table of the player to move.
    pub fn table(&self) -> &[Meld<T>] {
        &self.tables[self.table_of(self.turn)]
    }

    /// The players who share score and first placement with `player`, that player included: everybody on the same table
    /// where each side has its own, otherwise the player alone.
    pub fn side(&self, player: usize) -> impl Iterator<Item = usize> + use<T> {
        let step = if self.tables.len() > 1 { self.tables.len() } else { self.players.len() };
        (player % step..self.players.len()).step_by(step)
    }

    /// Every tile of the game, wherever it is.
    pub fn tiles(&self) -> Multiset<T> {
        let mut all = tiles_of(self.tables.iter().flatten());
        all.extend(self.players.iter().flat_map(|player| player.hand.iter().chain(&player.bonus)).copied());
        all.extend(self.stock.iter().chain(&self.pile).copied());
        all
    }

    /// Are these equal positions, apart from the order of the hands and of the combinations?
    pub fn is_same_as(&self, other: &Self) -> bool {
        let mut mine = self.clone();
        let mut theirs = other.clone();
        mine.sort();
        theirs.sort();
        mine == theirs
    }

    fn sort(&mut self) {
        for player in &mut self.players {
            player.hand.sort_unstable();
            player.bonus.sort_unstable();
        }
        self.tables.iter_mut().for_each(|table| table.sort_unstable());
    }
}
