//! Playouts of letter rummy, with all tiles known.
//!
//! A playout of best turns would take far too long. But nearly every turn places the whole hand, and its longest new word
//! is mostly the longest one that the letters of table and hand allow. So one round is played with the tiles themselves,
//! and the rest of the deal in numbers of tiles.

use std::borrow::Borrow;

use super::tile_counts::{LONGEST, TileCountSearch, TileCounts};
use crate::ai::PlayoutResult;
use crate::best::letters::{LengthEstimate, LettersSolver, Vocabulary};
use crate::letter::Letter;
use crate::position::Position;
use crate::rules::letters::Letters;
use crate::words::Words;

/// The least work of a playout, in units of some microseconds: the judge checks its first turn.
const LEAST_WORK: usize = 6;
/// Looking at this many words is a unit of work.
const WORDS_PER_UNIT: usize = 3000;
/// Searching this many positions in numbers of tiles is a unit of work.
const POSITIONS_PER_UNIT: usize = 100;
/// The points of a clear lead before the last turn.
const LEAD: f64 = 3.0;
/// A clear lead takes one point more for this many tiles in the stock.
const TILES_PER_POINT: f64 = 10.0;

/// A game on its way to the end.
pub(super) struct Forecast<'a> {
    solver: &'a LettersSolver,
    position: &'a Position<Letter>,
    me: usize,
    estimate: LengthEstimate<'a>,
    tiles: TileCounts,
    /// The length of the shortest word of a first placement.
    opening: usize,
    /// My points minus the mean of the others' points.
    lead: f64,
    /// The number of words looked at.
    looked: usize,
}

impl<'a> Forecast<'a> {
    /// The start of a playout; none if there are more tiles or players than can be counted.
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
        let opening = rules.opening();
        let mut this = Self { solver, position, me, estimate, tiles, opening, lead: 0.0, looked: 0 };
        for (at, player) in position.players.iter().enumerate() {
            this.gain(at, player.score);
        }
        Some(this)
    }

    /// Plays the turns of the others, estimates my next one, and searches the rest in numbers of tiles.
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

    /// Plays the turn of another player, who opens with the longest word of the hand, or has opened and places the whole
    /// hand.
    fn play_turn(&mut self) {
        let player = usize::from(self.tiles.turn);
        let hand = &self.position.players[player].hand;
        if self.tiles.has_placed() {
            let longest = self.estimate.place(hand, &mut self.looked);
            self.gain(player, (2 * hand.len() + longest) as i32);
            self.tiles.place(hand.len());
        } else {
            let longest = LengthEstimate::empty(self.solver).place(hand, &mut self.looked);
            if longest < self.opening {
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
