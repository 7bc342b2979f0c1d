//! The findings of a survey: totals, winnability, distributions, the hardest deals.

mod histogram;
mod html;
mod means;
mod plot;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use arrow_array::RecordBatch;
use serde::Serialize;

pub use self::histogram::{Bar, Histogram, Summary};
pub use self::html::html;
pub use self::means::{Mean, Means};
pub use self::plot::{Plot, plots};
use crate::cells::{text_at, whole_at};
use crate::dataset::{GameRows, ReadError, Totals};
use crate::interval::Interval;

/// How many deals a list of deals names.
const LISTED: usize = 20;

/// The findings about one game.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// The digest of rules and options.
    pub digest: String,
    /// The version that made the rows.
    pub version: String,
    /// Rules and options, where the dataset has them.
    pub options: BTreeMap<String, String>,
    /// The sums over the rows.
    pub totals: Totals,
    /// How many rows are wanted and not there.
    pub still_to_do: u64,
    /// The share of rows that were solved.
    pub solved_share: f64,
    /// The interval of the share that can be won.
    pub winnable: Interval,
    /// How many rows each strategy decided.
    pub strategies: BTreeMap<String, u64>,
    /// The length of solutions.
    pub moves: Histogram,
    /// Positions searched, of all rows.
    pub nodes: Histogram,
    /// The difficulty of rated rows.
    pub difficulty: Histogram,
    /// The means of the other columns of numbers.
    pub means: Means,
    /// The deals with the most positions searched until they were solved, the hardest first.
    pub hardest: Vec<HardDeal>,
    /// The first deals that are impossible.
    pub impossible: Vec<i64>,
    /// The first deals that were given up, or failed.
    pub open: Vec<i64>,
}

/// A deal that took long to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HardDeal {
    /// Positions searched.
    pub nodes: i64,
    /// Its number.
    pub seed: i64,
    /// The length of its solution.
    pub moves: Option<i64>,
    /// Its difficulty, where it was rated.
    pub difficulty: Option<i64>,
}

impl HardDeal {
    /// More is harder; of two that are equally hard the one with the smaller number is named first.
    fn rank(self) -> (i64, Reverse<i64>) {
        (self.nodes, Reverse(self.seed))
    }
}

impl Report {
    /// Reads all rows of a game, one chunk after another.
    pub fn of(game: &GameRows) -> Result<Self, ReadError> {
        let mut report = Self::empty(game);
        game.for_each_batch::<ReadError>(
            None,
            |part| part,
            |batch| {
                report.add(batch);
                report.means.add(batch);
                Ok(true)
            },
        )?;
        report.conclude();
        Ok(report)
    }

    /// A report on rows that were not read yet.
    fn empty(game: &GameRows) -> Self {
        let manifest = game.chunks().first().map(|(_, manifest)| manifest);
        Self {
            game: game.name().to_owned(),
            digest: manifest.map(|manifest| manifest.digest.clone()).unwrap_or_default(),
            version: manifest.map(|manifest| manifest.version.clone()).unwrap_or_default(),
            options: game.header().map(|header| header.key.options().clone()).unwrap_or_default(),
            totals: Totals::default(),
            still_to_do: game.still_to_do(),
            solved_share: 0.0,
            winnable: Interval::wilson(0, 0),
            strategies: BTreeMap::new(),
            moves: Histogram::default(),
            nodes: Histogram::default(),
            difficulty: Histogram::default(),
            means: Means::default(),
            hardest: Vec::new(),
            impossible: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Are the rows about something that can be solved, or not?
    pub fn is_about_solving(&self) -> bool {
        ["solved", "impossible", "gave_up"].iter().any(|verdict| self.totals.of(verdict) > 0)
    }

    fn add(&mut self, batch: &RecordBatch) {
        for row in 0..batch.num_rows() {
            let verdict = text_at(batch, "verdict", row).unwrap_or_default();
            let whole = |name: &str| whole_at(batch, name, row);
            let deal = HardDeal {
                nodes: whole("nodes").unwrap_or(0),
                seed: whole("seed").unwrap_or(0),
                moves: whole("moves"),
                difficulty: whole("difficulty"),
            };
            self.totals.count(verdict, deal.nodes as u64);
            self.nodes.add(deal.nodes);
            deal.moves.into_iter().for_each(|moves| self.moves.add(moves));
            deal.difficulty.into_iter().for_each(|difficulty| self.difficulty.add(difficulty));
            if let Some(strategy) = text_at(batch, "strategy", row) {
                count(&mut self.strategies, strategy);
            }
            self.list(verdict, deal);
        }
    }

    /// Keeps a deal that belongs on one of the lists.
    fn list(&mut self, verdict: &str, deal: HardDeal) {
        let list = match verdict {
            "solved" => return self.keep_if_hard(deal),
            "impossible" => &mut self.impossible,
            "gave_up" | "failed" => &mut self.open,
            _ => return,
        };
        if list.len() < LISTED {
            list.push(deal.seed);
        }
    }

    fn keep_if_hard(&mut self, deal: HardDeal) {
        let last = self.hardest.last();
        let is_hard = self.hardest.len() < LISTED || last.is_some_and(|last| deal.rank() > last.rank());
        if is_hard {
            let place = self.hardest.partition_point(|harder| harder.rank() > deal.rank());
            self.hardest.insert(place, deal);
            self.hardest.truncate(LISTED);
        }
    }

    fn conclude(&mut self) {
        let (solved, rows) = (self.totals.of("solved"), self.totals.rows);
        self.solved_share = if rows == 0 { 0.0 } else { solved as f64 / rows as f64 };
        self.winnable = Interval::winnable(solved, self.totals.of("impossible"), rows);
    }
}

/// Counts a word; only a new one is copied.
fn count(words: &mut BTreeMap<String, u64>, word: &str) {
    match words.get_mut(word) {
        Some(times) => *times += 1,
        None => drop(words.insert(word.to_owned(), 1)),
    }
}
