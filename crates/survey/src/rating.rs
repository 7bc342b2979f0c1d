//! Rating the deals of a range.

use patience::{Card, NotRated, PLAYOUTS, Playouts, Rater, Rules, SolveError, Solver, Table};
use search::{Budget, Limit, Outcome, Run};
use serde::{Deserialize, Serialize};

use crate::key::Key;
use crate::rules_key::of_rules;
use crate::work::Work;

/// Rates the deals of a game; its items are the numbers of the deals.
#[derive(Clone, Debug)]
pub struct Rating {
    /// The game.
    pub rules: Rules,
    /// Is the fewest moves searched for, within the limits?
    pub shortest: bool,
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
        let shortest = if self.shortest { shortest(table, run)? } else { None };
        let (random, greedy) = ((random.won, random.up), (greedy.won, greedy.up));
        Ok(run.ask().is_ok().then_some(Rated { random, greedy, nodes, moves, shortest }))
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
        of_rules(Key::new("rate"), &self.rules).with("shortest", self.shortest)
    }

    fn worker(&self) -> Rater {
        Rater::new()
    }

    fn row(&self, rater: &mut Rater, item: u64, run: &mut Run<'_>) -> Result<Option<Rated>, SolveError> {
        let seed = self.rules.seed(&item.to_string()).expect("items are numbers of deals");
        self.rate(rater, &self.rules.deal(seed), run)
    }

    fn is_sound(&self, row: &Rated) -> bool {
        let of_games = |(won, up): (u32, u32)| won <= PLAYOUTS && up <= PLAYOUTS * Card::COUNT as u32;
        of_games(row.random) && of_games(row.greedy)
    }

    fn gave_up(row: &Rated) -> Option<Limit> {
        row.shortest.is_some_and(|(_, proven)| !proven).then_some(Limit::Incomplete)
    }
}
