//! A whole game between given players, from a start to its end.

use std::num::NonZero;

use search::Run;
use thiserror::Error;

use crate::ai::{AiRules, Intent, MachinePlayer};
use crate::deal::DealError;
use crate::judge::IllegalTurn;
use crate::rules::Rules;
use crate::rummy_match::Match;
use crate::seat::{Seat, SeatView};
use crate::turn::Turn;

/// Somebody who chooses turns from what a seat can see: a [`MachinePlayer`], or a player of your own.
pub trait TurnPlayer<R: Rules> {
    /// The next action of this player, who is to move.
    fn turn(
        &mut self,
        rules: &R,
        seen: &SeatView<R::Tile>,
        run: &mut Run<'_>,
    ) -> Result<Intent<R::Tile>, IllegalTurn>;

    /// Takes notice of another player's turn, which began with this view of a spectator.
    fn notice(&mut self, _rules: &R, _before: &SeatView<R::Tile>, _turn: &Turn<R::Tile>) {}
}

impl<R: AiRules> TurnPlayer<R> for MachinePlayer<R::Tile> {
    fn turn(
        &mut self,
        rules: &R,
        seen: &SeatView<R::Tile>,
        run: &mut Run<'_>,
    ) -> Result<Intent<R::Tile>, IllegalTurn> {
        MachinePlayer::turn(self, rules, seen, run)
    }

    fn notice(&mut self, rules: &R, before: &SeatView<R::Tile>, turn: &Turn<R::Tile>) {
        MachinePlayer::notice(self, rules, before, turn);
    }
}

/// The reason why a game is not played to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unplayed {
    /// There must be one player per seat.
    #[error("{players} players for {seats} seats")]
    Players {
        /// The players given.
        players: usize,
        /// The seats of the game.
        seats: usize,
    },
    /// The judge refuses the turn of a player.
    #[error(transparent)]
    Illegal(#[from] IllegalTurn),
    /// The next deal cannot be made.
    #[error(transparent)]
    Deal(#[from] DealError),
}

/// Plays a game between these players, in the order of the seats, from where it stands to its end: until the last of
/// `deals` is over, or somebody has reached the target of the rules. Gives the winners.
///
/// Players see what their seats can see, and nothing else. The judge has the last word on each turn.
///
/// ```
/// use std::num::NonZero;
///
/// use rummy::{IllegalTurn, Intent, Level, MachinePlayer, Match, Rummikub, RummikubTile, SeatView, Take, Turn};
/// use rummy::{TurnPlayer, play_game};
/// use search::{Budget, Run, Unwatched};
///
/// /// Draws as long as there is a stock, then passes.
/// struct Patient;
///
/// impl TurnPlayer<Rummikub> for Patient {
///     fn turn(
///         &mut self,
///         _rules: &Rummikub,
///         seen: &SeatView<RummikubTile>,
///         _run: &mut Run<'_>,
///     ) -> Result<Intent<RummikubTile>, IllegalTurn> {
///         let take = if seen.stock > 0 { Take::Stock } else { Take::Nothing };
///         Ok(Intent::Play(Turn { take, table: seen.table().to_vec(), discard: None }))
///     }
/// }
///
/// let mut game = Match::new(Rummikub::default(), &["Ana".to_owned(), "Ben".to_owned()], 7)?;
/// let mut ben = MachinePlayer::new(Level::Normal, 1);
/// let mut watch = Unwatched;
/// let mut run = Run::new(Budget::UNLIMITED, &mut watch);
/// let winners = play_game(&mut game, NonZero::<u32>::MIN, &mut [&mut Patient, &mut ben], &mut run)?;
/// assert_eq!(winners, [1], "who only draws does not win");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_game<R: Rules>(
    game: &mut Match<R>,
    deals: NonZero<u32>,
    players: &mut [&mut dyn TurnPlayer<R>],
    run: &mut Run<'_>,
) -> Result<Vec<usize>, Unplayed> {
    let seats = game.position().players.len();
    if players.len() != seats {
        return Err(Unplayed::Players { players: players.len(), seats });
    }
    loop {
        while game.end().is_none() {
            play_turn(game, players, run)?;
        }
        let is_last = u64::from(game.deal_number()) + 1 >= u64::from(deals.get());
        if is_last || game.is_decided() {
            return Ok(game.winners());
        }
        game.next_deal()?;
    }
}

/// Plays the turn of the player to move; the others take notice of it.
fn play_turn<R: Rules>(
    game: &mut Match<R>,
    players: &mut [&mut dyn TurnPlayer<R>],
    run: &mut Run<'_>,
) -> Result<(), IllegalTurn> {
    let mover = game.position().turn;
    let turn = loop {
        let seen = game.view(Some(Seat(mover)));
        match players[mover].turn(game.rules(), &seen, run)? {
            Intent::Play(turn) => break turn,
            Intent::Draw if game.has_drawn() => break Turn::draw(game.position()),
            Intent::Draw => draw(game)?,
        }
    };
    let before = game.view(None);
    game.play(&turn).map_err(|refusal| IllegalTurn::new(game.rules(), game.position(), &turn, refusal))?;
    for (_, player) in players.iter_mut().enumerate().filter(|(seat, _)| *seat != mover) {
        player.notice(game.rules(), &before, &turn);
    }
    Ok(())
}

/// Draws for a player; to ask for it where the rules do not allow it is an error of the player.
pub(crate) fn draw<R: Rules>(game: &mut Match<R>) -> Result<(), IllegalTurn> {
    let drawn = game.draw().map(drop);
    let turn = Turn::draw(game.position());
    drawn.map_err(|refusal| IllegalTurn::new(game.rules(), game.position(), &turn, refusal))
}
