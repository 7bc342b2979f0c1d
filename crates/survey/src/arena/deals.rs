//! The results of a deal, or of a match of several, that was played in every seating.

use std::num::NonZero;

use serde::{Deserialize, Serialize};

/// No score, no number of turns and no time of one deal comes near this; sums of many deals do not overflow.
const MOST: u64 = 1 << 40;

/// The games of one item, one for each seating; everything is counted by player, not by seat.
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
    /// Games in which the player made a first placement; logs of earlier rows have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<u64>,
    /// Deals that ended blocked: with an empty stock, and nobody out.
    pub blocked: u64,
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
            opened: vec![0; players],
            blocked: 0,
        }
    }

    /// Can this have been played by this many players, in games of this many deals?
    pub(super) fn is_of(&self, players: usize, deals: NonZero<u32>) -> bool {
        let Self { wins, scores, turns, micros, longest, opened, blocked } = self;
        let counts = [turns.len(), micros.len(), longest.len(), scores.len(), wins.len()];
        counts == [players; 5]
            && (opened.is_empty() || opened.len() == players)
            && opened.iter().all(|opened| *opened <= players as u64)
            && wins.iter().all(|wins| (0.0..=players as f64).contains(wins))
            && *blocked <= players as u64 * u64::from(deals.get())
            && scores.iter().all(|score| score.unsigned_abs() < MOST)
            && turns.iter().chain(micros).chain(longest).all(|count| *count < MOST)
    }

    /// Notes a turn of a player.
    pub(super) fn note_turn(&mut self, player: usize, micros: u64) {
        self.turns[player] += 1;
        self.micros[player] += micros;
        self.longest[player] = self.longest[player].max(micros);
    }
}
