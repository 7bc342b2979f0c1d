//! What the games of a match add up to.

use std::fmt;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::bout::Set;

/// The games played so far.
#[derive(Serialize, Deserialize)]
pub(super) struct Log {
    /// What is played: a log of another match is not gone on with.
    pub(super) title: String,
    pub(super) sets: Vec<Set>,
}

impl Log {
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        writeln!(out)
    }
}

/// The result of a match.
#[derive(Debug, Serialize)]
pub(super) struct Summary {
    games: usize,
    sets: usize,
    players: Vec<Line>,
}

/// The result of one player.
#[derive(Debug, Serialize)]
struct Line {
    player: String,
    /// Games won, in per cent, and the half-width of the 95 % interval.
    wins: f64,
    margin: f64,
    /// The average score of a game.
    score: f64,
    turns: u64,
    /// CPU milliseconds of a turn, on average and at the most.
    mean_ms: f64,
    longest_ms: f64,
}

impl Summary {
    pub(super) fn of(players: &[String], sets: &[Set]) -> Self {
        let line = |(player, name): (usize, &String)| {
            let seatings = players.len() as f64;
            let games = sets.len() as f64 * seatings;
            let (wins, margin) = interval(sets.iter().map(|set| 100.0 * set.wins[player] / seatings));
            let turns = sets.iter().map(|set| set.turns[player]).sum::<u64>();
            let micros = sets.iter().map(|set| set.micros[player]).sum::<u64>();
            Line {
                player: name.clone(),
                wins,
                margin,
                score: sets.iter().map(|set| set.scores[player]).sum::<i64>() as f64 / games.max(1.0),
                turns,
                mean_ms: micros as f64 / 1e3 / (turns as f64).max(1.0),
                longest_ms: sets.iter().map(|set| set.longest[player]).max().unwrap_or(0) as f64 / 1e3,
            }
        };
        let lines = players.iter().enumerate().map(line).collect();
        Self { games: sets.len() * players.len(), sets: sets.len(), players: lines }
    }
}

/// The mean of independent numbers, and the half-width of its 95 % interval.
fn interval(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = numbers.clone().count() as f64;
    let mean = numbers.clone().sum::<f64>() / count.max(1.0);
    let squares = numbers.map(|number| (number - mean).powi(2)).sum::<f64>();
    let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
    (mean, 1.96 * deviation / count.max(1.0).sqrt())
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} games, {} deals in every seating", self.games, self.sets)?;
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
        let (mean, margin) = interval([0.0, 100.0].into_iter().cycle().take(100));
        assert!((mean - 50.0).abs() < 1e-9 && (margin - 9.85).abs() < 0.01, "{mean} {margin}");
        assert_eq!(interval(std::iter::empty()), (0.0, 0.0));
    }
}
