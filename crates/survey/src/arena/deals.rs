//! What became of a deal that was played in every seating.

use serde::{Deserialize, Serialize};

/// The games of one deal, one for each seating; everything is counted by player, not by seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deals {
    /// Games won; a shared win counts in parts.
    pub wins: Vec<f64>,
    /// The sum of the scores.
    pub scores: Vec<i64>,
    /// Turns played.
    pub turns: Vec<u64>,
    /// Processor time of all turns, in microseconds.
    pub micros: Vec<u64>,
    /// Processor time of the longest turn, in microseconds.
    pub longest: Vec<u64>,
}

impl Deals {
    /// Nothing played yet by this many players.
    pub(super) fn none(players: usize) -> Self {
        Self {
            wins: vec![0.0; players],
            scores: vec![0; players],
            turns: vec![0; players],
            micros: vec![0; players],
            longest: vec![0; players],
        }
    }

    /// Notes a turn of a player.
    pub(super) fn note_turn(&mut self, player: usize, micros: u64) {
        self.turns[player] += 1;
        self.micros[player] += micros;
        self.longest[player] = self.longest[player].max(micros);
    }
}
