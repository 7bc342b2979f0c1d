//! Machines on every seat of a game.

use search::Run;

use super::{AiRules, Intent, MachinePlayer};
use crate::judge::IllegalTurn;
use crate::play_game::draw;
use crate::rummy_match::Match;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::turn::Turn;

/// The machines that play a game against each other, in the order of their seats.
///
/// ```
/// use rummy::{MachinePlayer, Level, MachinePlayers, Match, Rummikub};
/// use search::{Budget, Run, Unwatched};
///
/// let names = ["Ana".to_owned(), "Ben".to_owned()];
/// let mut game = Match::new(Rummikub::default(), &names, 7)?;
/// let mut machines = MachinePlayers::new(vec![MachinePlayer::new(Level::Easy, 1), MachinePlayer::new(Level::Normal, 2)]);
/// let mut watch = Unwatched;
/// let mut run = Run::new(Budget::UNLIMITED, &mut watch);
/// while game.end().is_none() {
///     let turn = machines.turn(&mut game, &mut run)?;
///     machines.play(&mut game, &turn)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MachinePlayers<T: Tile> {
    players: Vec<MachinePlayer<T>>,
}

impl<T: Tile> MachinePlayers<T> {
    /// One machine per seat.
    pub fn new(players: Vec<MachinePlayer<T>>) -> Self {
        Self { players }
    }

    /// The turn of the machine to move. If it wants to draw first, the tile is drawn.
    pub fn turn<R: AiRules<Tile = T>>(
        &mut self,
        game: &mut Match<R>,
        run: &mut Run<'_>,
    ) -> Result<Turn<T>, IllegalTurn> {
        let seat = game.position().turn;
        loop {
            let seen = game.view(Some(Seat(seat)));
            match self.players[seat].turn(game.rules(), &seen, run)? {
                Intent::Play(turn) => return Ok(turn),
                Intent::Draw => draw(game)?,
            }
        }
    }

    /// Plays a turn; the others take notice of it.
    pub fn play<R: AiRules<Tile = T>>(
        &mut self,
        game: &mut Match<R>,
        turn: &Turn<T>,
    ) -> Result<(), IllegalTurn> {
        let before = game.view(None);
        let played = game.play(turn);
        played.map_err(|refusal| IllegalTurn::new(game.rules(), game.position(), turn, refusal))?;
        for (_, player) in self.players.iter_mut().enumerate().filter(|(seat, _)| *seat != before.turn.0) {
            player.notice(game.rules(), &before, turn);
        }
        Ok(())
    }
}
