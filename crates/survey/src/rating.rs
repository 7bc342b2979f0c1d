//! Rating the deals of a range.

use std::convert::Infallible;

use patience::{Playouts, Rater, Rules, Solver, Table};
use search::{Budget, Limit, Outcome, Run};
use serde::{Deserialize, Serialize};

use crate::key::Key;
use crate::rules_key::of_rules;
use crate::watch_of::watch_of;
use crate::work::Work;

/// Rates the deals of a game; its items are the numbers of the deals.
#[derive(Clone, Debug)]
pub struct Rating {
    /// The game.
    pub rules: Rules,
    /// Nodes for a search for the fewest moves, if that is wanted.
    pub shortest: Option<u64>,
}

/// The rating of one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rated {
    /// Games at random: won, and cards put up in all.
    random: (u32, u32),
    /// Greedy games: won, and cards put up in all.
    greedy: (u32, u32),
    nodes: Option<u64>,
    moves: Option<usize>,
    /// The fewest moves found, and whether that is proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest: Option<(usize, bool)>,
}

impl Rated {
    /// The measures of the deal.
    pub fn rating(&self) -> patience::Rating {
        let playouts = |(won, up): (u32, u32)| Playouts { won, up };
        let Self { nodes, moves, .. } = *self;
        patience::Rating { random: playouts(self.random), greedy: playouts(self.greedy), nodes, moves }
    }
}

impl Rating {
    /// Rates one table; none where it was stopped.
    pub fn rate(&self, rater: &mut Rater, table: &Table, run: &mut Run<'_>) -> Option<Rated> {
        let patience::Rating { random, greedy, nodes, moves } = rater.rate(table, &mut watch_of(run))?;
        let shortest = self.shortest.and_then(|nodes| shortest(table, nodes, run));
        let (random, greedy) = ((random.won, random.up), (greedy.won, greedy.up));
        run.ask().is_ok().then_some(Rated { random, greedy, nodes, moves, shortest })
    }
}

fn shortest(table: &Table, nodes: u64, run: &mut Run<'_>) -> Option<(usize, bool)> {
    let budget = Budget { nodes, ..run.budget() };
    let mut solver = Solver::new().with_budget(budget).with_threads(run.threads());
    let shortest = solver.shortest(table, &mut watch_of(run));
    match &shortest.report.outcome {
        Outcome::Solved(line) => Some((line.len(), shortest.is_proven())),
        _ => None,
    }
}

impl Work for Rating {
    type Row = Rated;
    type Worker = Rater;
    type Error = Infallible;

    fn key(&self) -> Key {
        let shortest = self.shortest.map_or("no".to_owned(), |nodes| format!("{nodes} nodes"));
        of_rules(Key::new("rate"), &self.rules).with("shortest", shortest)
    }

    fn worker(&self) -> Rater {
        Rater::new()
    }

    fn row(&self, rater: &mut Rater, item: u64, run: &mut Run<'_>) -> Result<Option<Rated>, Infallible> {
        let seed = self.rules.seed(&item.to_string()).expect("items are numbers of deals");
        Ok(self.rate(rater, &self.rules.deal(seed), run))
    }

    fn gave_up(_: &Rated) -> Option<Limit> {
        None
    }
}
