//! Machine players.
//!
//! A [`MachinePlayer`] chooses the turns of one player. It is given a [`SeatView`](crate::SeatView) and nothing else, its
//! choices follow from its seed, and its limits are counted in samples and work, never in time. Machines can play the rule
//! sets that implement [`AiRules`].

mod machine_player;
mod cards;
mod rng;
mod easy;
mod fixed_policy;
mod letters;
mod machine_players;
mod memory;
mod rummikub;
mod quick_playout;
mod information_set;
mod rollouts;

use std::fmt;
use std::str::FromStr;

use search::Run;

pub use self::fixed_policy::FixedPolicy;
use self::information_set::InformationSet;
pub use self::machine_player::{Intent, MachinePlayer};
pub use self::machine_players::MachinePlayers;
use self::memory::Noticed;
use crate::best::{BestError, BestTurn, Found, Objective, best_of};
use crate::judge::{Best, IllegalTurn, judge};
use crate::position::Position;
use crate::tile::Tile;
use crate::turn::Turn;

/// How well a machine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Looks at a few combinations at a time, as a beginner does.
    Easy,
    /// Plays the best turn by a simple objective.
    Normal,
    /// Plans ahead, and compares turns by rollouts with sampled hidden tiles.
    Strong,
    /// Follows one rule; for Rummikub only.
    Fixed(FixedPolicy),
}

impl Level {
    /// The levels that play all rule sets, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Normal, Self::Strong];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Strong => "strong",
            Self::Fixed(policy) => policy.name(),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no such level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a level; the levels are easy, normal and strong, and in Rummikub greedy-tiles, greedy-value, \
     hold-back and late-opener"
)]
pub struct NoLevel(String);

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Self, NoLevel> {
        let fixed = FixedPolicy::ALL.into_iter().map(Self::Fixed);
        let found = Self::ALL.into_iter().chain(fixed).find(|level| level.name() == text);
        found.ok_or_else(|| NoLevel(text.to_owned()))
    }
}

/// The rule set has no machine of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ai:{policy} plays Rummikub only, not {rules}; easy, normal and strong play all rule sets")]
pub struct PolicyNotPlayed {
    /// The policy that was asked for.
    pub policy: FixedPolicy,
    /// The name of the rule set.
    pub rules: &'static str,
}

/// The limits of the rollouts of a strong player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RolloutBudget {
    /// The most samples of the hidden tiles.
    pub samples: usize,
    /// The most work of all playouts together; the unit is about one turn with a small hand.
    pub work: usize,
    /// The standard errors by which another turn must lead over the first candidate to be played.
    pub doubt: f64,
}

/// The result of a playout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayoutResult {
    /// The value for a player, from 0 for a loss to 1 for a win.
    pub value: f64,
    /// The work of the playout.
    pub work: usize,
}

/// A rule set that machines can play: all five are. No other rule set can implement this trait.
pub trait AiRules: Strategy {
    /// Refuses a level that does not play these rules.
    fn check_level(&self, level: Level) -> Result<(), PolicyNotPlayed> {
        match level {
            Level::Fixed(policy) if !self.has_fixed_policies() => {
                Err(PolicyNotPlayed { policy, rules: self.name() })
            }
            _ => Ok(()),
        }
    }
}

impl<R: Strategy> AiRules for R {}

/// The decisions of machines that depend on the rule set.
pub trait Strategy: BestTurn + Clone {
    /// The objective of a plain player.
    fn plain_objective(&self) -> Objective {
        Objective::Points
    }

    /// The turn of a plain player.
    fn plain_turn(
        &self,
        position: &Position<Self::Tile>,
        run: &mut Run<'_>,
    ) -> Result<Turn<Self::Tile>, IllegalTurn> {
        let best =
            run.part(self.usual_budget(), |run| found_turn(self, position, self.plain_objective(), run))?;
        Ok(best.map_or_else(|| self.idle_turn(position), Best::into_turn))
    }

    /// The turn of a plain player who has drawn from the stock and seen the tile, in games where the turn then goes on.
    fn drawn_turn(
        &self,
        position: &Position<Self::Tile>,
        run: &mut Run<'_>,
    ) -> Result<Turn<Self::Tile>, IllegalTurn> {
        self.plain_turn(position, run)
    }

    /// The turn of a player who cannot place or does not want to.
    fn idle_turn(&self, position: &Position<Self::Tile>) -> Turn<Self::Tile> {
        Turn::draw(position)
    }

    /// Do players of a [`FixedPolicy`] know these rules?
    fn has_fixed_policies(&self) -> bool {
        false
    }

    /// The turn of a player of a fixed policy, where there are such players; otherwise that of a plain player.
    fn fixed_turn(
        &self,
        _policy: FixedPolicy,
        view: &InformationSet<Self::Tile>,
        run: &mut Run<'_>,
    ) -> Result<Turn<Self::Tile>, IllegalTurn> {
        self.plain_turn(view.position(), run)
    }

    /// The turn of a strong player, who has noticed these things of the others.
    fn strong_turn(
        &self,
        view: &InformationSet<Self::Tile>,
        noticed: &[Noticed<Self::Tile>],
        run: &mut Run<'_>,
    ) -> Result<Turn<Self::Tile>, IllegalTurn>;
}

/// The decisions of strong players who compare turns by rollouts.
pub(crate) trait RolloutStrategy: Strategy {
    /// The turns that are compared; a single one is played at once.
    fn candidates(
        &self,
        view: &InformationSet<Self::Tile>,
        run: &mut Run<'_>,
    ) -> Result<Vec<Turn<Self::Tile>>, IllegalTurn>;

    /// The limits of the rollouts.
    fn rollout_budget(&self) -> RolloutBudget;

    /// The position after a quick turn that begins with a tile of the stock, in games where the turn then goes on; all tiles
    /// are known.
    fn draw_and_play(&self, position: Position<Self::Tile>, run: &mut Run<'_>) -> Position<Self::Tile> {
        let turn = self.drawn_turn(&position, run).unwrap_or_else(|_| self.idle_turn(&position));
        judge(self, &position, &turn).map_or(position, |verdict| verdict.after)
    }

    /// Plays a position in which all tiles are known to its end. The value is that for player `me`.
    fn play_out(&self, position: Position<Self::Tile>, me: usize, run: &mut Run<'_>) -> PlayoutResult;

    /// How many of the things noticed of a player would have been odd with this hand, whose first tile is the one that came
    /// last.
    fn oddity(&self, hand: &[Self::Tile], noticed: &Noticed<Self::Tile>, run: &mut Run<'_>) -> usize;
}

/// The best turn that the search finds. Positions that it does not support have none.
pub(crate) fn found_turn<R: BestTurn>(
    rules: &R,
    position: &Position<R::Tile>,
    objective: Objective,
    run: &mut Run<'_>,
) -> Result<Option<Best<R::Tile>>, IllegalTurn> {
    best_found(rules.best_turn(position, objective, run))
}

/// The turn of a search, if there is one.
fn best_found<T: Tile>(found: Result<Found<T>, BestError>) -> Result<Option<Best<T>>, IllegalTurn> {
    match found {
        Ok(found) => Ok(best_of(found)),
        Err(BestError::Unsupported(_)) => Ok(None),
        Err(BestError::Illegal(turn)) => Err(turn),
    }
}

/// Charges the run with the work of a playout. The rollouts ask the run whether to go on.
fn spent(ending: PlayoutResult, run: &mut Run<'_>) -> PlayoutResult {
    let _ = run.spend(ending.work as u64);
    ending
}
