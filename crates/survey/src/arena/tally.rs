//! Adding up the deals of a match.

use super::deals::Deals;
use super::summary::{Difference, Estimate, LevelLine, Line, Summary};

/// Adds up the deals of a match.
#[derive(Clone, Debug)]
pub struct Tally {
    names: Vec<String>,
    deals: u64,
    blocked: u64,
    players: Vec<Sums>,
    levels: Vec<Level>,
    /// The leads of each level over each later one, in the order of [`pairs`].
    leads: Vec<PerSeat<Moments>>,
}

/// The sums of one player over all deals.
#[derive(Clone, Debug, Default)]
struct Sums {
    wins: Moments,
    score: i64,
    turns: u64,
    micros: u64,
    longest: u64,
}

/// The players of one name.
#[derive(Clone, Debug)]
struct Level {
    players: Vec<usize>,
    per_seat: PerSeat<Moments>,
}

/// The share of wins and the score of a seat.
#[derive(Clone, Copy, Debug, Default)]
struct PerSeat<T> {
    wins: T,
    score: T,
}

impl PerSeat<Moments> {
    fn add(&mut self, deal: PerSeat<f64>) {
        self.wins.add(deal.wins);
        self.score.add(deal.score);
    }
}

/// The sum of numbers, one for each deal, and that of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    sum: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.squares += number.powi(2);
    }

    /// The mean of `count` independent numbers, each times `factor`, with its 95 % interval.
    fn estimate(self, count: u64, factor: f64) -> Estimate {
        let count = count as f64;
        let mean = self.sum / count.max(1.0);
        let variance = (self.squares - mean * self.sum).max(0.0) / (count - 1.0).max(1.0);
        let margin = 1.96 * variance.sqrt() / count.max(1.0).sqrt();
        Estimate { mean: factor * mean, margin: factor * margin }
    }
}

impl Tally {
    /// Nothing played yet by the players of these names. Players of one name are counted together too.
    pub fn new(names: &[String]) -> Self {
        let mut levels: Vec<Level> = Vec::new();
        for (player, name) in names.iter().enumerate() {
            match levels.iter_mut().find(|level| names[level.players[0]] == *name) {
                Some(level) => level.players.push(player),
                None => levels.push(Level { players: vec![player], per_seat: PerSeat::default() }),
            }
        }
        let leads = vec![PerSeat::default(); pairs(levels.len()).count()];
        let players = vec![Sums::default(); names.len()];
        Self { names: names.to_vec(), deals: 0, blocked: 0, players, levels, leads }
    }

    /// Adds a deal.
    pub fn add(&mut self, deals: &Deals) {
        self.deals += 1;
        self.blocked += deals.blocked;
        for (player, sums) in self.players.iter_mut().enumerate() {
            sums.wins.add(deals.wins[player]);
            sums.score += deals.scores[player];
            sums.turns += deals.turns[player];
            sums.micros += deals.micros[player];
            sums.longest = sums.longest.max(deals.longest[player]);
        }
        let seats: Vec<PerSeat<f64>> = self.levels.iter().map(|level| level.seat_in(deals)).collect();
        for (level, &seat) in self.levels.iter_mut().zip(&seats) {
            level.per_seat.add(seat);
        }
        for (lead, (one, other)) in self.leads.iter_mut().zip(pairs(seats.len())) {
            let (one, other) = (seats[one], seats[other]);
            lead.add(PerSeat { wins: one.wins - other.wins, score: one.score - other.score });
        }
    }

    /// The result, if this many deals are wanted.
    pub fn summary(&self, wanted: u64) -> Summary {
        Summary {
            games: self.deals * self.names.len() as u64,
            deals: self.deals,
            wanted,
            complete: self.deals >= wanted,
            blocked: self.blocked,
            players: self.names.iter().zip(&self.players).map(|(name, sums)| self.line(name, sums)).collect(),
            levels: self.levels.iter().map(|level| self.level_line(level)).collect(),
            differences: pairs(self.levels.len())
                .zip(&self.leads)
                .map(|((one, other), lead)| self.difference(one, other, lead))
                .collect(),
        }
    }

    fn line(&self, name: &str, sums: &Sums) -> Line {
        let seatings = self.players.len() as f64;
        let wins = sums.wins.estimate(self.deals, 100.0 / seatings);
        Line {
            player: name.to_owned(),
            wins: wins.mean,
            margin: wins.margin,
            score: sums.score as f64 / (self.deals as f64 * seatings).max(1.0),
            turns: sums.turns,
            mean_ms: sums.micros as f64 / 1e3 / (sums.turns as f64).max(1.0),
            longest_ms: sums.longest as f64 / 1e3,
        }
    }

    fn name_of(&self, level: &Level) -> String {
        self.names[level.players[0]].clone()
    }

    fn level_line(&self, level: &Level) -> LevelLine {
        LevelLine {
            level: self.name_of(level),
            seats: level.players.len(),
            wins: level.per_seat.wins.estimate(self.deals, 100.0),
            score: level.per_seat.score.estimate(self.deals, 1.0),
        }
    }

    fn difference(&self, one: usize, other: usize, lead: &PerSeat<Moments>) -> Difference {
        Difference {
            levels: [one, other].map(|level| self.name_of(&self.levels[level])),
            wins: lead.wins.estimate(self.deals, 100.0),
            score: lead.score.estimate(self.deals, 1.0),
        }
    }
}

impl Level {
    /// The share of wins and the mean score of one of its seats in the games of a deal.
    fn seat_in(&self, deals: &Deals) -> PerSeat<f64> {
        let games = (self.players.len() * deals.wins.len()) as f64;
        let wins: f64 = self.players.iter().map(|&player| deals.wins[player]).sum();
        let score: i64 = self.players.iter().map(|&player| deals.scores[player]).sum();
        PerSeat { wins: wins / games, score: score as f64 / games }
    }
}

/// The pairs of different numbers below `count`, the smaller one first.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    /// Three games of one deal.
    fn deals(wins: [f64; 3], scores: [i64; 3], blocked: u64) -> Deals {
        let mut deals = Deals::none(3);
        deals.wins = wins.to_vec();
        deals.scores = scores.to_vec();
        deals.blocked = blocked;
        deals
    }

    #[test]
    fn the_interval_shrinks_with_the_root_of_the_count() {
        // Half of the numbers are 0, the others 100.
        let Estimate { mean, margin } = Moments { sum: 5000.0, squares: 500_000.0 }.estimate(100, 1.0);
        assert!((mean - 50.0).abs() < 1e-9 && (margin - 9.85).abs() < 0.01, "{mean} {margin}");
        let Estimate { mean, margin } = Moments::default().estimate(0, 1.0);
        assert_eq!((mean, margin), (0.0, 0.0));
    }

    /// The difference is taken deal by deal: two levels that are lucky in the same deals differ by less than each of them
    /// varies.
    #[test]
    fn levels_are_counted_per_seat_and_compared_in_pairs() {
        let mut tally = Tally::new(&names(&["ai:strong", "ai:normal", "ai:normal"]));
        tally.add(&deals([2.0, 1.0, 0.0], [30, 60, 90], 1));
        tally.add(&deals([1.0, 1.0, 1.0], [60, 90, 120], 0));
        let summary = tally.summary(2);
        let [strong, normal] = &summary.levels[..] else { panic!("two levels") };
        assert_eq!((strong.seats, normal.seats, summary.blocked), (1, 2, 1));
        assert_eq!((strong.wins.mean, normal.wins.mean), (50.0, 25.0));
        assert_eq!((strong.score.mean, normal.score.mean), (15.0, 30.0));
        let [difference] = &summary.differences[..] else { panic!("one pair") };
        assert_eq!(difference.levels, ["ai:strong", "ai:normal"]);
        assert_eq!((difference.wins.mean, difference.score.mean), (25.0, -15.0));
        assert!(difference.score.margin.abs() < 1e-9, "15 points in each of the deals");
        assert!(strong.score.margin > 9.0 && difference.wins.margin > 48.0);
    }

    #[test]
    fn one_level_has_no_difference() {
        let tally = Tally::new(&names(&["ai:easy", "ai:easy"]));
        assert!(tally.summary(1).differences.is_empty());
    }
}
