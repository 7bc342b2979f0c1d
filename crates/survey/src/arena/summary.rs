//! The result of a match.

use std::fmt;

use serde::Serialize;

use super::deals::Deals;

/// The result of a match.
#[derive(Debug, Serialize)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// Deals, each played in every seating.
    #[serde(rename = "sets")]
    pub deals: u64,
    /// Deals that were asked for.
    pub wanted: u64,
    /// Were all of them played?
    pub complete: bool,
    /// A line for each player.
    pub players: Vec<Line>,
}

/// The result of one player.
#[derive(Debug, Serialize)]
pub struct Line {
    /// The name.
    pub player: String,
    /// Games won, in per cent.
    pub wins: f64,
    /// The half-width of the 95 % interval of that.
    pub margin: f64,
    /// The mean score of a game.
    pub score: f64,
    /// Turns played.
    pub turns: u64,
    /// Mean processor time of a turn, in milliseconds.
    pub mean_ms: f64,
    /// Processor time of the longest turn, in milliseconds.
    pub longest_ms: f64,
}

/// Adds up the deals of a match.
#[derive(Clone, Debug)]
pub struct Tally {
    deals: u64,
    players: Vec<Sums>,
}

/// The sums of one player over all deals.
#[derive(Clone, Debug, Default)]
struct Sums {
    wins: f64,
    squared_wins: f64,
    score: i64,
    turns: u64,
    micros: u64,
    longest: u64,
}

impl Tally {
    /// Nothing played yet by this many players.
    pub fn new(players: usize) -> Self {
        Self { deals: 0, players: vec![Sums::default(); players] }
    }

    /// Adds a deal.
    pub fn add(&mut self, deals: &Deals) {
        self.deals += 1;
        for (player, sums) in self.players.iter_mut().enumerate() {
            sums.wins += deals.wins[player];
            sums.squared_wins += deals.wins[player].powi(2);
            sums.score += deals.scores[player];
            sums.turns += deals.turns[player];
            sums.micros += deals.micros[player];
            sums.longest = sums.longest.max(deals.longest[player]);
        }
    }

    /// The result for players of these names, if this many deals are wanted.
    pub fn summary(&self, names: &[String], wanted: u64) -> Summary {
        let players = names.iter().zip(&self.players).map(|(name, sums)| self.line(name, sums)).collect();
        let Self { deals, .. } = *self;
        Summary { games: deals * names.len() as u64, deals, wanted, complete: deals >= wanted, players }
    }

    fn line(&self, name: &str, sums: &Sums) -> Line {
        let seatings = self.players.len() as f64;
        let (mean, margin) = interval(self.deals as f64, sums.wins, sums.squared_wins);
        Line {
            player: name.to_owned(),
            wins: 100.0 * mean / seatings,
            margin: 100.0 * margin / seatings,
            score: sums.score as f64 / (self.deals as f64 * seatings).max(1.0),
            turns: sums.turns,
            mean_ms: sums.micros as f64 / 1e3 / (sums.turns as f64).max(1.0),
            longest_ms: sums.longest as f64 / 1e3,
        }
    }
}

/// The mean of independent numbers, and the half-width of its 95 % interval, from their sum and that of their squares.
fn interval(count: f64, sum: f64, squares: f64) -> (f64, f64) {
    let mean = sum / count.max(1.0);
    let variance = (squares - mean * sum).max(0.0) / (count - 1.0).max(1.0);
    (mean, 1.96 * variance.sqrt() / count.max(1.0).sqrt())
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = if self.deals == 1 { "deal" } else { "deals" };
        write!(f, "{} games, {} {noun} in every seating", self.games, self.deals)?;
        if !self.complete {
            write!(f, "; {} still to do", self.wanted - self.deals)?;
        }
        writeln!(f)?;
        for line in &self.players {
            writeln!(
                f,
                "{:<12} wins {:5.1} % ± {:.1}, score {:8.1}, {:.2} ms CPU a turn (longest {:.1})",
                line.player, line.wins, line.margin, line.score, line.mean_ms, line.longest_ms
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_shrinks_with_the_root_of_the_count() {
        // Half of the numbers are 0, the others 100.
        let (mean, margin) = interval(100.0, 5000.0, 500_000.0);
        assert!((mean - 50.0).abs() < 1e-9 && (margin - 9.85).abs() < 0.01, "{mean} {margin}");
        assert_eq!(interval(0.0, 0.0, 0.0), (0.0, 0.0));
    }
}
