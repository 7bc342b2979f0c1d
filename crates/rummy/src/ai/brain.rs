//! A machine player at the table.

use super::chance::Chance;
use super::easy::easy_turn;
use super::memory::{Memory, Noticed};
use super::view::View;
use super::weigh::weigh;
use super::{Level, Machine};
use crate::judge::judge;
use crate::position::Position;
use crate::rules::TurnShape;
use crate::tile::Tile;
use crate::turn::{Take, Turn};

/// A machine player: its level, its random numbers, what it has noticed.
///
/// ```
/// use rummy::{Brain, Game, Level, Rummikub};
///
/// let names = ["Ana".to_owned(), "Ben".to_owned()];
/// let mut game = Game::new(Rummikub::default(), &names, 7)?;
/// let mut brain = Brain::new(Level::Normal, 1);
/// while game.end().is_none() {
///     let turn = brain.turn(game.rules(), game.position());
///     game.play(&turn)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Brain<T: Tile> {
    level: Level,
    chance: Chance,
    memory: Memory<T>,
}

impl<T: Tile> Brain<T> {
    /// A player of this level; the same seed plays the same game.
    pub fn new(level: Level, seed: u64) -> Self {
        Self { level, chance: Chance::new(seed), memory: Memory::new() }
    }

    /// The turn of the player to move, who is this one. It is legal: what the judge refuses is not played.
    pub fn turn<R: Machine<Tile = T>>(&mut self, rules: &R, position: &Position<T>) -> Turn<T> {
        let view = self.view(position);
        let turn = self.choose(rules, &view);
        let goes_on = matches!(rules.conduct().shape, TurnShape::TakeAndDiscard { .. });
        if goes_on && turn.take == Take::Stock {
            return self.drawn_turn(rules, position);
        }
        turn
    }

    /// What the player to move, who is this one, sees and remembers.
    pub fn view(&mut self, position: &Position<T>) -> View<T> {
        self.memory.look(position);
        View::of(position).knowing(self.memory.players())
    }

    /// What has been noticed of each player in this deal.
    pub fn noticed(&self) -> &[Noticed<T>] {
        self.memory.players()
    }

    /// How the turn goes on after drawing from the stock, in games where it does.
    pub fn drawn_turn<R: Machine<Tile = T>>(&mut self, rules: &R, position: &Position<T>) -> Turn<T> {
        self.memory.look(position);
        let view = View::after_draw(rules, position).knowing(self.memory.players());
        self.choose(rules, &view)
    }

    /// What this player does by what can be seen.
    fn choose<R: Machine<Tile = T>>(&mut self, rules: &R, view: &View<T>) -> Turn<T> {
        let turn = match self.level {
            Level::Easy => easy_turn(rules, view, &mut self.chance),
            Level::Normal if view.has_drawn() => rules.drawn_turn(view.position()),
            Level::Normal => rules.plain_turn(view.position()),
            Level::Strong => weigh(rules, view, self.memory.players(), &mut self.chance),
        };
        if judge(rules, view.position(), &turn).is_ok() { turn } else { rules.idle_turn(view.position()) }
    }

    /// Takes notice of another player's turn.
    pub fn notice<R: Machine<Tile = T>>(&mut self, rules: &R, before: &Position<T>, turn: &Turn<T>) {
        self.memory.notice(rules, before, turn);
    }
}
