//! How a game of letters may go on where all tiles are known.
//!
//! Finding the best turns of a whole game takes far too long. But nearly every turn places the whole hand, and its
//! longest new word is mostly the longest one that the letters of table and hand allow. So a round is played with
//! the tiles as they are, and the rest of the game in numbers of tiles.

use std::borrow::Borrow;

use super::OPENING;
use super::tile_counts::{LONGEST, TileCountSearch, TileCounts};
use crate::ai::PlayoutResult;
use crate::best::letters::{LengthEstimate, LettersSolver, Vocabulary};
use crate::letter::Letter;
use crate::position::Position;
use crate::rules::letters::Letters;
use crate::words::Words;

/// What a play-out takes at least, in units of some microseconds of work: its first turn is shown to the judge.
const LEAST_WORK: usize = 6;
/// Looking at so many words is a unit of work, …
const WORDS_PER_UNIT: usize = 3000;
/// … and so is thinking of so many positions in numbers of tiles.
const POSITIONS_PER_UNIT: usize = 100;
/// So many points are a clear lead when the game is over but for the last turn, …
const LEAD: f64 = 3.0;
/// … and one more for so many tiles in the stock.
const TILES_PER_POINT: f64 = 10.0;

/// A game that is played out.
pub(super) struct Forecast<'a> {
    solver: &'a LettersSolver,
    position: &'a Position<Letter>,
    me: usize,
    estimate: LengthEstimate<'a>,
    tiles: TileCounts,
    /// My points less those of the others on average.
    lead: f64,
    /// Words looked at.
    looked: usize,
}

impl<'a> Forecast<'a> {
    /// None where there are more tiles or players than can be counted.
    pub(super) fn of<W: Words + Borrow<Vocabulary>>(
        rules: &'a Letters<W>,
        position: &'a Position<Letter>,
        me: usize,
    ) -> Option<Self> {
        let solver = rules.words.borrow().solver();
        let mut tiles = TileCounts::of(position)?;
        let count = position.players.len();
        let last = &position.players[(position.turn + count - 1) % count];
        tiles.is_over = last.hand.is_empty() && position.stock.is_empty();
        let estimate = LengthEstimate::of(solver, rules, position.table())?;
        let mut this = Self { solver, position, me, estimate, tiles, lead: 0.0, looked: 0 };
        for (at, player) in position.players.iter().enumerate() {
            this.gain(at, player.score);
        }
        Some(this)
    }

    /// The others place what they have; then it is seen how long a word I can lay, and the rest is counted.
    pub(super) fn ending(mut self) -> PlayoutResult {
        while !self.tiles.is_over && usize::from(self.tiles.turn) != self.me {
            self.play_turn();
        }
        if !self.tiles.is_over && self.tiles.has_placed() {
            let hand = &self.position.players[self.me].hand;
            let longest = self.estimate.place(hand, &mut self.looked);
            self.lead += f64::from(longest as i32 - LONGEST);
        }
        let mut search = TileCountSearch::default();
        self.lead += f64::from(search.value(&self.tiles, self.me));
        let clear = LEAD + f64::from(self.tiles.stock) / TILES_PER_POINT;
        let value = 1.0 / (1.0 + (-self.lead / clear).exp());
        PlayoutResult {
            value,
            work: LEAST_WORK + self.looked / WORDS_PER_UNIT + search.len() / POSITIONS_PER_UNIT,
        }
    }

    /// Another player opens with the longest word of the hand, if it is long enough, or places the whole hand.
    fn play_turn(&mut self) {
        let player = usize::from(self.tiles.turn);
        let hand = &self.position.players[player].hand;
        if self.tiles.has_placed() {
            let longest = self.estimate.place(hand, &mut self.looked);
            self.gain(player, (2 * hand.len() + longest) as i32);
            self.tiles.place(hand.len());
        } else {
            let longest = LengthEstimate::empty(self.solver).place(hand, &mut self.looked);
            if longest < OPENING {
                return self.tiles.draw();
            }
            self.gain(player, 2 * longest as i32);
            self.tiles.place(longest);
        }
    }

    fn gain(&mut self, player: usize, points: i32) {
        let points = f64::from(points);
        let others = self.position.players.len() - 1;
        self.lead += if player == self.me { points } else { -points / others as f64 };
    }
}
