//! The result of a match.

use std::fmt;

use serde::Serialize;

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
    /// Deals that ended blocked: with an empty stock, and nobody out.
    pub blocked: u64,
    /// A line for each player.
    pub players: Vec<Line>,
    /// A line for each level.
    pub levels: Vec<LevelLine>,
    /// A line for each pair of different levels.
    pub differences: Vec<Difference>,
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

/// The result of all players of one level, for one seat.
#[derive(Debug, Serialize)]
pub struct LevelLine {
    /// The name of the level.
    pub level: String,
    /// The players of this level.
    pub seats: usize,
    /// Games won, in per cent.
    pub wins: Estimate,
    /// The mean score of a game.
    pub score: Estimate,
}

/// By how much a seat of one level is ahead of a seat of another, deal by deal.
#[derive(Debug, Serialize)]
pub struct Difference {
    /// The names of the two levels.
    pub levels: [String; 2],
    /// Games won by the first less those won by the second, in percentage points.
    pub wins: Estimate,
    /// The mean score of the first less that of the second.
    pub score: Estimate,
}

/// A mean over the deals.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The half-width of its 95 % interval.
    pub margin: f64,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = if self.deals == 1 { "deal" } else { "deals" };
        write!(f, "{} games, {} {noun} in every seating", self.games, self.deals)?;
        if self.blocked > 0 {
            write!(f, ", {} blocked", self.blocked)?;
        }
        if !self.complete {
            write!(f, "; {} still to do", self.wanted - self.deals)?;
        }
        writeln!(f)?;
        self.players.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        if self.differences.is_empty() {
            return Ok(());
        }
        self.levels.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        self.differences.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { player, wins, margin, score, mean_ms, longest_ms, .. } = self;
        write!(f, "{player:<12} wins {wins:5.1} % ± {margin:.1}, score {score:8.1}, ")?;
        write!(f, "{mean_ms:.2} ms CPU a turn (longest {longest_ms:.1})")
    }
}

impl fmt::Display for LevelLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, wins, score, .. } = self;
        write!(f, "per seat of {level}: wins {:.1} % ± {:.1}, ", wins.mean, wins.margin)?;
        write!(f, "score {:.1} ± {:.1}", score.mean, score.margin)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { levels: [one, other], wins, score } = self;
        write!(f, "{one} less {other}: wins {:+.1} % ± {:.1}, ", wins.mean, wins.margin)?;
        write!(f, "score {:+.1} ± {:.1}", score.mean, score.margin)
    }
}
