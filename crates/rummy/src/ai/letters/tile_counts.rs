//! A search of the rest of a deal of letters, in numbers of tiles.

use rustc_hash::FxHashMap;

use crate::letter::Letter;
use crate::position::Position;

/// The minimum hand.
const LEAST: usize = 7;
/// The word length that others are assumed to open with.
const OPENING: usize = 9;
/// The length that is assumed for the longest new word of a turn where it is not known.
pub(super) const LONGEST: i32 = 20;
/// The most players for which the rest of the deal is searched.
const MOST_PLAYERS: usize = 8;
/// The most tiles that are kept back: one less than the minimum hand.
pub(super) const MOST_KEPT: usize = 6;

/// A position in numbers of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TileCounts {
    pub(super) stock: u8,
    hands: [u8; MOST_PLAYERS],
    /// A bit for each player who has placed.
    placed: u8,
    players: u8,
    pub(super) turn: u8,
    pub(super) is_over: bool,
}

impl TileCounts {
    /// None if there are more players or tiles than can be counted.
    pub(super) fn of(position: &Position<Letter>) -> Option<Self> {
        let count = position.players.len();
        let mut tiles = Self {
            stock: u8::try_from(position.stock.len()).ok()?,
            hands: [0; MOST_PLAYERS],
            placed: 0,
            players: u8::try_from(count).ok().filter(|_| count <= MOST_PLAYERS)?,
            turn: position.turn as u8,
            is_over: false,
        };
        for (at, player) in position.players.iter().enumerate() {
            tiles.hands[at] = u8::try_from(player.hand.len()).ok()?;
            tiles.placed |= u8::from(player.placed) << at;
        }
        Some(tiles)
    }

    pub(super) fn hand(&self) -> usize {
        usize::from(self.hands[usize::from(self.turn)])
    }

    pub(super) fn has_placed(&self) -> bool {
        self.placed >> self.turn & 1 == 1
    }

    /// The player to move places this many tiles, draws, and passes the turn on.
    pub(super) fn place(&mut self, tiles: usize) {
        let left = self.hand().saturating_sub(tiles);
        let drawn = LEAST.saturating_sub(left).min(usize::from(self.stock));
        self.stock -= drawn as u8;
        self.hands[usize::from(self.turn)] = (left + drawn) as u8;
        self.placed |= 1 << self.turn;
        self.is_over = left + drawn == 0;
        self.turn = (self.turn + 1) % self.players;
    }

    /// The player to move draws a tile, if there is one, and passes the turn on.
    pub(super) fn draw(&mut self) {
        let drawn = self.stock.min(1);
        self.stock -= drawn;
        let hand = &mut self.hands[usize::from(self.turn)];
        *hand = hand.saturating_add(drawn);
        self.turn = (self.turn + 1) % self.players;
    }

    /// The points of the player to move for placing this many tiles.
    pub(super) fn points(&self, tiles: usize) -> i32 {
        let all = tiles == self.hand();
        let longest = if self.has_placed() { LONGEST } else { tiles as i32 };
        tiles as i32 * if all { 2 } else { 1 } + longest
    }
}

/// The search for the best numbers of tiles to place, with a table of the positions searched.
#[derive(Clone, Debug, Default)]
pub(super) struct TileCountSearch {
    known: FxHashMap<TileCounts, i32>,
}

impl TileCountSearch {
    /// The number of positions searched.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// The points of `me` from here on, minus the mean of the others' points. It calls itself once for each turn until the
    /// deal is over.
    pub(super) fn value(&mut self, tiles: &TileCounts, me: usize) -> i32 {
        if tiles.is_over {
            return 0;
        }
        if let Some(&value) = self.known.get(tiles) {
            return value;
        }
        let is_me = usize::from(tiles.turn) == me;
        let hand = tiles.hand();
        let most = if tiles.has_placed() { hand } else { OPENING.min(hand) };
        let least = if is_me && tiles.has_placed() { most.saturating_sub(MOST_KEPT).max(1) } else { most };
        let others = i32::from(tiles.players) - 1;
        let mut best = i32::MIN;
        for placed in (least..=most).rev() {
            let points = tiles.points(placed);
            let mut next = *tiles;
            next.place(placed);
            let gain = if is_me { points } else { -points / others };
            best = best.max(gain + self.value(&next, me));
        }
        self.known.insert(*tiles, best);
        best
    }
}
