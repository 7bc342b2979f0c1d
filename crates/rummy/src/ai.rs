//! Machine players.
//!
//! A [`MachinePlayer`] chooses the turns of one player. It is shown a [`SeatView`](crate::SeatView) and nothing else, it is
//! deterministic from its seed, and what it may spend is counted in samples and work, never in time. A rule set becomes
//! playable by implementing [`AiRules`] on top of its [`BestTurn`].

mod machine_player;
mod cards;
mod rng;
mod easy;
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

pub use self::information_set::InformationSet;
pub use self::machine_player::{Intent, MachinePlayer};
pub use self::machine_players::MachinePlayers;
pub use self::memory::Noticed;
pub use self::rng::SeededRng;
use crate::best::{BestError, BestTurn, Objective, best_of};
use crate::judge::{Best, IllegalTurn, judge};
use crate::position::Position;
use crate::turn::Turn;

/// How well a machine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Looks at a few combinations at a time: plausible, beatable.
    Easy,
    /// The best turn by a simple objective.
    Normal,
    /// Holds back with a plan, and weighs turns by playing them out with sampled hidden tiles.
    Strong,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Normal, Self::Strong];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Strong => "strong",
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
#[error("there is no level `{0}`; there are easy, normal and strong")]
pub struct NoLevel(String);

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Self, NoLevel> {
        let found = Self::ALL.into_iter().find(|level| level.name() == text);
        found.ok_or_else(|| NoLevel(text.to_owned()))
    }
}

/// How much a strong player weighs.
#[derive(Clone, Copy, Debug)]
pub struct RolloutBudget {
    /// How many sets of hidden tiles are thought of at most.
    pub samples: usize,
    /// No more are thought of once the play-outs have taken this much work, in about the turns of a small hand.
    pub work: usize,
    /// Another turn than the first candidate must be ahead by so many standard errors to be played.
    pub doubt: f64,
}

/// How a play-out ended.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutResult {
    /// How good it is for a player, from 0 for a loss to 1 for a win.
    pub value: f64,
    /// The work that it took.
    pub work: usize,
}

/// A rule set that machines can play.
pub trait AiRules: BestTurn + Clone {
    /// What a plain player goes for.
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

    /// The turn of a plain player who has drawn from the stock and sees what came, in games where the turn
    /// goes on then.
    fn drawn_turn(
        &self,
        position: &Position<Self::Tile>,
        run: &mut Run<'_>,
    ) -> Result<Turn<Self::Tile>, IllegalTurn> {
        self.plain_turn(position, run)
    }

    /// The turn of a player who cannot place, or does not want to.
    fn idle_turn(&self, position: &Position<Self::Tile>) -> Turn<Self::Tile> {
        Turn::draw(position)
    }

    /// The turns that a strong player weighs against each other; one alone is played without further ado.
    fn candidates(
        &self,
        view: &InformationSet<Self::Tile>,
        run: &mut Run<'_>,
    ) -> Result<Vec<Turn<Self::Tile>>, IllegalTurn>;

    /// How much a strong player weighs the candidates.
    fn rollout_budget(&self) -> RolloutBudget;

    /// The position in which all tiles are known after a turn that begins with a tile of the stock, in games
    /// where the turn then goes on.
    fn draw_and_play(&self, position: Position<Self::Tile>, run: &mut Run<'_>) -> Position<Self::Tile> {
        let turn = self.drawn_turn(&position, run).unwrap_or_else(|_| self.idle_turn(&position));
        judge(self, &position, &turn).map_or(position, |verdict| verdict.after)
    }

    /// Plays a position out in which all tiles are known, for the sake of player `me`.
    fn play_out(&self, position: Position<Self::Tile>, me: usize, run: &mut Run<'_>) -> PlayoutResult;

    /// How much of what was noticed of a player would have been odd with this hand, whose first tile is the one
    /// that came last.
    fn oddity(&self, hand: &[Self::Tile], noticed: &Noticed<Self::Tile>, run: &mut Run<'_>) -> usize;
}

/// The best turn as far as a machine can find it. Positions that the search does not support have none.
pub(crate) fn found_turn<R: BestTurn>(
    rules: &R,
    position: &Position<R::Tile>,
    objective: Objective,
    run: &mut Run<'_>,
) -> Result<Option<Best<R::Tile>>, IllegalTurn> {
    match rules.best_turn(position, objective, run) {
        Ok(found) => Ok(best_of(found)),
        Err(BestError::Unsupported(_)) => Ok(None),
        Err(BestError::Illegal(turn)) => Err(turn),
    }
}

/// The end of a play-out whose work the run is told of. Whoever weighs asks the run whether to go on.
fn spent(ending: PlayoutResult, run: &mut Run<'_>) -> PlayoutResult {
    let _ = run.spend(ending.work as u64);
    ending
}
