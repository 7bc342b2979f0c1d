//! Machines on every seat of a game.

use super::{Brain, Machine};
use crate::game::Game;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::tile::Tile;
use crate::turn::Turn;

/// The machines that play a game against each other, in the order of their seats.
///
/// ```
/// use rummy::{Brain, Game, Level, Machines, Rummikub};
///
/// let names = ["Ana".to_owned(), "Ben".to_owned()];
/// let mut game = Game::new(Rummikub::default(), &names, 7)?;
/// let mut machines = Machines::new(vec![Brain::new(Level::Easy, 1), Brain::new(Level::Normal, 2)]);
/// while game.end().is_none() {
///     let turn = machines.turn(game.rules(), game.position());
///     machines.play(&mut game, &turn)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Machines<T: Tile> {
    brains: Vec<Brain<T>>,
}

impl<T: Tile> Machines<T> {
    /// One machine a seat.
    pub fn new(brains: Vec<Brain<T>>) -> Self {
        Self { brains }
    }

    /// What the machine whose turn it is wants to play.
    pub fn turn<R: Machine<Tile = T>>(&mut self, rules: &R, position: &Position<T>) -> Turn<T> {
        self.brains[position.turn].turn(rules, position)
    }

    /// Plays a turn, of which the others take notice.
    pub fn play<R: Machine<Tile = T>>(&mut self, game: &mut Game<R>, turn: &Turn<T>) -> Result<(), Refusal> {
        let before = game.position().clone();
        game.play(turn)?;
        for (_, brain) in self.brains.iter_mut().enumerate().filter(|(seat, _)| *seat != before.turn) {
            brain.notice(game.rules(), &before, turn);
        }
        Ok(())
    }
}
