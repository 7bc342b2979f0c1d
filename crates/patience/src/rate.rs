//! How hard a deal is for a person, measured the same way everywhere.
//!
//! Three measures, each a function of the table alone: how far random play gets, how far greedy play
//! gets, and how many positions a fixed small search goes through until it wins. A [`Scale`] says how
//! they compare with other deals of the game.

mod playout;
mod playout_rng;
mod scale;

pub use scale::{Scale, Standing};

use search::{Budget, Limit, Outcome, Run};
use thiserror::Error;

use self::playout::{Policy, playout};
use self::playout_rng::PlayoutRng;
use crate::card::Card;
use crate::rules::Extras;
use crate::solve::{Attempt, Effort, GuidedOptions, NotSupported, SolveError, Solver, Weights};
use crate::table::Table;

/// How often each way of playing is tried.
pub const PLAYOUTS: u32 = 50;
/// How many positions the yardstick may go through.
pub const YARDSTICK_NODES: u64 = 10_000;

/// The search by which deals are measured. It is on purpose not one of the solver's own, which are tuned:
/// these numbers stay.
const YARDSTICK: Attempt = Attempt {
    name: "yardstick",
    options: GuidedOptions::best_first(Weights {
        left: 6,
        breaks: 20,
        over_lower: 7,
        over_suit: 6,
        over_next: 8,
        base: 12,
        room: [[54, 36, 18], [21, 3, -15], [0, -18, -36], [10, -8, -26], [2, -16, -34]],
        step: 15,
    }),
    nodes: YARDSTICK_NODES,
};

/// The measures of one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The results of games at random.
    pub random: Playouts,
    /// The results of greedy games.
    pub greedy: Playouts,
    /// Positions that the yardstick goes through until it wins; none where it does not win.
    pub nodes: Option<u64>,
    /// The length of the line that it finds, with its detours: published ratings have it so.
    pub moves: Option<usize>,
}

/// The results of [`PLAYOUTS`] games. Game number n is always the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playouts {
    /// How many were won.
    pub won: u32,
    /// How many cards were up at their ends, all together.
    pub up: u32,
}

impl Playouts {
    fn of(table: &Table, policy: Policy) -> Self {
        let game = |number: u32| playout(table, policy, &mut PlayoutRng::new(number.into()));
        (0..PLAYOUTS).map(game).fold(Self { won: 0, up: 0 }, |all, up| Self {
            won: all.won + u32::from(up == Card::COUNT as u32),
            up: all.up + up,
        })
    }

    /// The share of games won.
    pub fn win_share(self) -> f64 {
        f64::from(self.won) / f64::from(PLAYOUTS)
    }

    /// How many cards were up at the end, on average.
    pub fn mean_up(self) -> f64 {
        f64::from(self.up) / f64::from(PLAYOUTS)
    }

    /// How many cards were left, all together.
    fn left(self) -> u64 {
        u64::from(PLAYOUTS * Card::COUNT as u32 - self.up)
    }
}

/// Why a table has no rating.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotRated {
    /// The run ended first.
    #[error("{0}")]
    Limit(Limit),
    /// The yardstick has nothing to report.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Measures tables one after another.
#[derive(Debug)]
pub struct Rater {
    solver: Solver,
}

impl Default for Rater {
    fn default() -> Self {
        Self::new()
    }
}

impl Rater {
    /// A rater, with its yardstick.
    pub fn new() -> Self {
        Self { solver: Solver::new().with_effort(Effort::Guided).with_attempts(vec![YARDSTICK]) }
    }

    /// Measures a table. The rating is the same with any run that leaves room for the yardstick.
    pub fn rate(&mut self, table: &Table, run: &mut Run<'_>) -> Result<Rating, NotRated> {
        if table.rules().extras != Extras::NONE {
            return Err(SolveError::from(NotSupported::RatingWithExtras).into());
        }
        let whole = run.nodes_left();
        let budget = Budget::default().with_nodes(YARDSTICK_NODES);
        let report = run.part(budget, |run| self.solver.solve(table, run))?;
        let moves = match &report.outcome {
            Outcome::Solved(_) => report.found_moves,
            Outcome::GaveUp(limit @ (Limit::Time | Limit::Cancelled)) => return Err(NotRated::Limit(*limit)),
            Outcome::GaveUp(Limit::Nodes) if whole < YARDSTICK_NODES => {
                return Err(NotRated::Limit(Limit::Nodes));
            }
            _ => None,
        };
        Ok(Rating {
            random: Playouts::of(table, Policy::Random),
            greedy: Playouts::of(table, Policy::Greedy),
            nodes: moves.map(|_| report.stats.nodes),
            moves,
        })
    }
}
