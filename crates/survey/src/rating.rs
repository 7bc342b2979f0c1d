//! Rating the deals of a list.

use patience::{Card, NotRated, PLAYOUTS, Playouts, Rater, SolveError, Solver, Table};
use search::{Budget, Limit, Outcome, Run};
use serde::{Deserialize, Serialize};

use crate::deal_list::{DealList, ListedDeal};
use crate::key::Key;
use crate::verdict::Verdict;
use crate::work::Work;

/// Rates deals; its items are those of the list.
#[derive(Clone, Debug)]
pub struct Rating {
    /// The deals.
    pub deals: DealList,
    /// The measures that are taken of each.
    pub scope: RatingScope,
}

/// The findings about a deal that depend on the limits; its measures do not.
#[derive(Clone, Copy, Debug)]
pub struct RatingScope {
    /// Is the fewest moves searched for, within the limits?
    pub shortest: bool,
    /// The nodes for the question whether a deal that the small search does not win can be won at all; none is without
    /// limit.
    pub decision_nodes: Option<u64>,
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
    /// The verdict on a deal that the small search does not win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<Verdict>,
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

impl RatingScope {
    /// Rates one table; none where it was stopped.
    pub fn rate(
        &self,
        rater: &mut Rater,
        table: &Table,
        run: &mut Run<'_>,
    ) -> Result<Option<Rated>, SolveError> {
        // The measures are the same whatever the limits are.
        let rating = run.separately(Budget::default(), |run| rater.rate(table, run));
        let patience::Rating { random, greedy, nodes, moves } = match rating {
            Ok(rating) => rating,
            Err(NotRated::Limit(_)) => return Ok(None),
            Err(NotRated::Solve(error)) => return Err(error),
        };
        let decided = if nodes.is_none() { Some(self.decide(table, run)?) } else { None };
        let is_lost = decided == Some(Verdict::Impossible);
        let shortest = if self.shortest && !is_lost { shortest(table, run)? } else { None };
        let (random, greedy) = ((random.won, random.up), (greedy.won, greedy.up));
        let rated = Rated { random, greedy, nodes, moves, decided, shortest };
        Ok((run.ask() != Err(Limit::Cancelled)).then_some(rated))
    }

    /// Can a table be won that the small search does not win?
    fn decide(&self, table: &Table, run: &mut Run<'_>) -> Result<Verdict, SolveError> {
        let budget = Budget { nodes: self.decision_nodes.unwrap_or(u64::MAX), ..run.budget() };
        let report = run.separately(budget, |run| Solver::new().solve(table, run))?;
        Ok(Verdict::from(&report.outcome))
    }
}

fn shortest(table: &Table, run: &mut Run<'_>) -> Result<Option<(usize, bool)>, SolveError> {
    let shortest = run.separately(run.budget(), |run| Solver::new().shortest(table, run))?;
    Ok(match &shortest.report.outcome {
        Outcome::Solved(solution) => Some((solution.len(), shortest.is_proven())),
        _ => None,
    })
}

impl Work for Rating {
    type Row = Rated;
    type Worker = Rater;
    type Error = SolveError;

    fn key(&self) -> Key {
        self.deals.key("rate").with("shortest", self.scope.shortest)
    }

    fn worker(&self) -> Rater {
        Rater::new()
    }

    fn row(&self, rater: &mut Rater, item: u64, run: &mut Run<'_>) -> Result<Option<Rated>, SolveError> {
        let ListedDeal { rules, seed, .. } = self.deals.deal(item);
        self.scope.rate(rater, &rules.deal(seed), run)
    }

    fn is_sound(&self, row: &Rated) -> bool {
        let of_games = |(won, up): (u32, u32)| won <= PLAYOUTS && up <= PLAYOUTS * Card::COUNT as u32;
        of_games(row.random) && of_games(row.greedy) && row.decided.is_none() == row.nodes.is_some()
    }

    fn gave_up(row: &Rated) -> Option<Limit> {
        let undecided = row.decided.and_then(Verdict::limit);
        undecided.or(row.shortest.is_some_and(|(_, proven)| !proven).then_some(Limit::Incomplete))
    }
}
