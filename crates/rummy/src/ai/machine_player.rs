//! A machine player at the table.

use search::Run;

use super::easy::easy_turn;
use super::information_set::InformationSet;
use super::memory::Memory;
use super::rng::SeededRng;
use super::{AiRules, Level};
use crate::judge::IllegalTurn;
use crate::rules::TurnShape;
use crate::seat::SeatView;
use crate::tile::Tile;
use crate::turn::{Take, Turn};

/// A machine player: its level, its random numbers, and what it has noticed. It sees only what can be seen from its seat.
///
/// ```
/// use rummy::{MachinePlayer, Intent, Level, Match, Rummikub, Seat};
/// use search::{Budget, Run, Unwatched};
///
/// let names = ["Ana".to_owned(), "Ben".to_owned()];
/// let mut game = Match::new(Rummikub::default(), &names, 7)?;
/// let mut player = MachinePlayer::new(Level::Normal, 1);
/// let mut watch = Unwatched;
/// let mut run = Run::new(Budget::UNLIMITED, &mut watch);
/// while game.end().is_none() {
///     let seat = Seat(game.position().turn);
///     match player.turn(game.rules(), &game.view(Some(seat)), &mut run)? {
///         Intent::Draw => drop(game.draw()?),
///         Intent::Play(turn) => drop(game.play(&turn)?),
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MachinePlayer<T: Tile> {
    level: Level,
    rng: SeededRng,
    memory: Memory<T>,
}

/// The next action of a machine player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent<T> {
    /// Draws from the stock, in games where the turn then goes on, and is asked again.
    Draw,
    /// Plays this turn.
    Play(Turn<T>),
}

impl<T: Tile> MachinePlayer<T> {
    /// A player of this level. Players with equal seeds play the same game.
    pub fn new(level: Level, seed: u64) -> Self {
        Self { level, rng: SeededRng::new(seed), memory: Memory::new() }
    }

    /// The next action of this player, who is to move. When a limit of the run is reached, it is the best one found until
    /// then.
    pub fn turn<R: AiRules<Tile = T>>(
        &mut self,
        rules: &R,
        seen: &SeatView<T>,
        run: &mut Run<'_>,
    ) -> Result<Intent<T>, IllegalTurn> {
        let view = self.information_set(seen);
        let turn = match self.level {
            Level::Easy => easy_turn(rules, &view, &mut self.rng, run)?,
            Level::Normal if view.has_drawn() => rules.drawn_turn(view.position(), run)?,
            Level::Normal => rules.plain_turn(view.position(), run)?,
            Level::Fixed(policy) => rules.fixed_turn(policy, &view, run)?,
            Level::Strong => rules.strong_turn(&view, self.memory.players(), run)?,
        };
        let goes_on = matches!(rules.turn_rules().shape, TurnShape::TakeAndDiscard { .. });
        let draws = goes_on && turn.take == Take::Stock && !view.has_drawn();
        Ok(if draws { Intent::Draw } else { Intent::Play(turn) })
    }

    /// The information set of this player, who is to move.
    fn information_set(&mut self, seen: &SeatView<T>) -> InformationSet<T> {
        self.memory.look(seen);
        InformationSet::of(seen).knowing(self.memory.players())
    }

    /// Takes notice of another player's turn.
    pub fn notice<R: AiRules<Tile = T>>(&mut self, rules: &R, before: &SeatView<T>, turn: &Turn<T>) {
        self.memory.notice(rules, before, turn);
    }
}

#[cfg(test)]
mod tests;
