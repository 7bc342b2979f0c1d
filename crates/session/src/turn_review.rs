//! The decisions of a player in a game of rummy, each with what a strong machine would have done.

use ::rummy::{Event, Game, Seat};

use crate::task::{Task, TaskError};

/// A decision of a player, and what a strong machine would have done with the same knowledge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnReview {
    /// The number of commands before it.
    pub at: usize,
    /// The commands of the player.
    pub played: Vec<String>,
    /// The commands of the machine.
    pub best: Vec<String>,
    /// The gain of the player's commands.
    pub played_gain: Gain,
    /// The gain of the machine's commands.
    pub best_gain: Gain,
}

/// The gain of a turn, as far as its commands end it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    /// Points.
    pub points: i32,
    /// Tiles that left the hand for the table.
    pub tiles: usize,
}

impl Gain {
    /// The gain of these commands of a seat.
    fn of(mut game: Game, seat: Seat, commands: &[String]) -> Self {
        let events = commands.iter().map_while(|command| game.act(seat, command).ok()).flatten();
        events.fold(Self::default(), |gain, event| match event {
            Event::Played { points, placed, .. } => {
                Self { points: gain.points + points, tiles: gain.tiles + placed.len() }
            }
            _ => gain,
        })
    }
}

/// The task of reviewing the next decision of a seat, at or after the command `from`; none after the last one.
pub(crate) fn next_review(game: &Game, seat: Seat, from: usize) -> Task<Option<TurnReview>> {
    let game = game.clone();
    Task::new(move |run| {
        for at in from..game.moves().len() {
            let Some(earlier) = game.earlier(at).filter(|earlier| decides(earlier, seat)) else { continue };
            let played = commands(&game, seat, at);
            let advice = earlier.advice(seat).map_err(|_| TaskError::Limit(search::Limit::Incomplete))?;
            let best = advice.find(run)?;
            let played_gain = Gain::of(earlier.clone(), seat, &played);
            let best_gain = Gain::of(earlier, seat, &best);
            return Ok(Some(TurnReview { at, played, best, played_gain, best_gain }));
        }
        Ok(None)
    })
}

/// Does the seat decide something new here: at the beginning of its turn, or after it has drawn?
fn decides(game: &Game, seat: Seat) -> bool {
    let is_mover = game.end().is_none() && game.to_move() == seat;
    let last = game.moves().last().map(String::as_str);
    let is_first = || game.earlier(game.moves().len() - 1).is_none_or(|before| before.to_move() != seat);
    is_mover && (game.moves().is_empty() || last == Some("draw") || last == Some("deal") || is_first())
}

/// The commands of a seat from here to the end of its turn, or to its draw.
fn commands(game: &Game, seat: Seat, at: usize) -> Vec<String> {
    let mut commands = Vec::new();
    for (number, text) in game.moves().iter().enumerate().skip(at) {
        commands.push(text.clone());
        let is_over =
            game.earlier(number + 1).is_none_or(|after| after.end().is_some() || after.to_move() != seat);
        if is_over || text == "draw" {
            break;
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use ::rummy::{RuleSet, Seated, Setup};
    use search::{Budget, Run, Unwatched};

    use super::*;
    use crate::{Rummy, Session};

    /// Whoever follows the hints plays the best turns.
    #[test]
    fn every_decision_of_a_seat_is_reviewed() {
        let seats = Seated::from_names(&["Ana".to_owned(), "ai:easy".to_owned()]).unwrap();
        let game = Game::deal(Setup::new(RuleSet::Rummikub), None, seats, 7).unwrap();
        let mut session = Rummy::new(game);
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::UNLIMITED, &mut watch);
        for _ in 0..3 {
            session.act(Seat(0), "draw").unwrap();
            session.machine_turn(&mut run).unwrap();
        }
        let (mut from, mut reviews) = (0, Vec::new());
        while let Some(review) = session.turn_review(Seat(0), from).unwrap().run(&mut run).unwrap() {
            from = review.at + 1;
            reviews.push(review);
        }
        assert_eq!(reviews.len(), 3);
        for review in reviews {
            assert_eq!(review.played, ["draw"]);
            assert!(!review.best.is_empty());
            assert_eq!(review.played_gain, Gain::default());
            assert_eq!(review.best == ["draw"], review.best_gain.tiles == 0);
        }
    }
}
