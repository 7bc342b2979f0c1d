//! How deals of a game compare, by a survey that is kept as data.

use super::Rating;
use crate::rules::Rules;

/// Percentiles of the measures over many deals of a game: one line per game and measure, 101 numbers.
const SURVEY: &str = include_str!("../../data/ratings.tsv");

/// The percentiles of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Deals in the survey.
    pub deals: u32,
    /// Positions of the yardstick, ascending; deals it does not win are at the end.
    nodes: Vec<u64>,
    /// Cards left at the ends of greedy games, ascending.
    left: Vec<u64>,
}

/// Where a deal stands among the deals of its game: 0 among the easiest, 100 among the hardest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// By the positions that the yardstick goes through.
    pub by_nodes: u8,
    /// By the cards that greedy games leave.
    pub by_greedy: u8,
}

impl Standing {
    /// Both together.
    pub fn difficulty(self) -> u8 {
        (u16::from(self.by_nodes) + u16::from(self.by_greedy)).div_ceil(2) as u8
    }
}

impl Scale {
    /// The scale of a game, if it was surveyed.
    pub fn of(rules: &Rules) -> Option<Self> {
        let row = |measure: &str| {
            let start = format!("{}\t{measure}\t", rules.name());
            SURVEY.lines().find_map(|line| line.strip_prefix(start.as_str()))
        };
        let numbers = |line: &str| line.split(' ').map(|number| number.parse().unwrap_or(u64::MAX)).collect();
        let usual = Rules::named(rules.name()).is_some_and(|usual| usual == *rules);
        let deals = row("deals")?.parse().ok()?;
        usual.then_some(Self { deals, nodes: numbers(row("nodes")?), left: numbers(row("greedy_left")?) })
    }

    /// Where a rating stands.
    pub fn standing(&self, rating: &Rating) -> Standing {
        Standing {
            by_nodes: place(&self.nodes, rating.nodes.unwrap_or(u64::MAX)),
            by_greedy: place(&self.left, rating.greedy.left()),
        }
    }

    /// The lines of the survey for these ratings of deals of a game: what `data/ratings.tsv` is made of.
    pub fn survey(game: &str, ratings: &[Rating]) -> String {
        let nodes = ratings.iter().map(|rating| rating.nodes.unwrap_or(u64::MAX)).collect();
        let left = ratings.iter().map(|rating| rating.greedy.left()).collect();
        let (nodes, left) = (percentiles(nodes), percentiles(left));
        format!("{game}\tdeals\t{}\n{game}\tnodes\t{nodes}\n{game}\tgreedy_left\t{left}\n", ratings.len())
    }
}

/// The middle of the percentiles that a value lies among.
fn place(percentiles: &[u64], value: u64) -> u8 {
    let below = percentiles.partition_point(|&mark| mark < value);
    let up_to = percentiles.partition_point(|&mark| mark <= value);
    usize::midpoint(below, up_to).min(100) as u8
}

fn percentiles(mut values: Vec<u64>) -> String {
    values.sort_unstable();
    let mark = |percent: usize| values.get(percent * values.len().saturating_sub(1) / 100);
    let word =
        |mark: Option<&u64>| mark.filter(|&&mark| mark < u64::MAX).map_or("-".to_owned(), u64::to_string);
    (0..=100).map(|percent| word(mark(percent))).collect::<Vec<_>>().join(" ")
}
