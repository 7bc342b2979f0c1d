//! The turns of a game of rummy, and the decisions of a player, each with the turn of a strong machine.

use std::ops::Range;

use ::rummy::{Event as Happened, Game, Seat, Take};

use crate::event::Event;
use crate::rummy::Rummy;
use crate::task::{Task, TaskError};

/// A turn that was played, or the deal between two turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    /// The player; none for a new deal.
    pub seat: Option<Seat>,
    /// Its commands, counted from the start of the game.
    pub commands: Range<usize>,
    /// The events of the turn. [`Event::seen_by`] hides what other seats may not know.
    pub events: Vec<Event>,
    /// Is it ended?
    is_whole: bool,
}

/// The turns of a game; the last one may be in the making.
pub(crate) fn turns(rummy: &Rummy) -> Vec<PlayedTurn> {
    let mut turns: Vec<PlayedTurn> = Vec::new();
    let mut game = rummy.game().earlier(0).expect("every game has a start");
    loop {
        let (at, seat) = (game.moves().len(), game.end().is_none().then(|| game.to_move()));
        let Ok(happened) = game.redo() else { return turns };
        if turns.last().is_none_or(|turn| turn.is_whole) {
            turns.push(PlayedTurn { seat, commands: at..at, events: Vec::new(), is_whole: false });
        }
        let turn = turns.last_mut().expect("one was pushed");
        let events = rummy.events(happened);
        turn.is_whole = seat.is_none() || events.iter().any(|event| matches!(event, Event::Played { .. }));
        turn.commands.end = at + 1;
        turn.events.extend(events);
    }
}

/// A decision of a player, and what a strong machine would have done with the same knowledge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnReview {
    /// The number of commands before it.
    pub at: usize,
    /// The commands of the player.
    pub played: Vec<String>,
    /// The commands of the machine.
    pub best: Vec<String>,
    /// Do both take, place and discard the same tiles?
    pub is_best: bool,
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
            Happened::Played { points, placed, .. } => {
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
            let best = advice.find(run)?.commands;
            let is_best = played == best || is_same_turn(&earlier, seat, played.len(), &best);
            let played_gain = Gain::of(earlier.clone(), seat, &played);
            let best_gain = Gain::of(earlier, seat, &best);
            return Ok(Some(TurnReview { at, played, best, is_best, played_gain, best_gain }));
        }
        Ok(None)
    })
}

/// Do the next commands of the game and other ones in their place end in turns with the same tiles?
fn is_same_turn(earlier: &Game, seat: Seat, played: usize, best: &[String]) -> bool {
    let (mut one, mut other) = (earlier.clone(), earlier.clone());
    let played = (0..played).filter_map(|_| one.redo().ok()).flatten().find_map(tiles_of);
    let best = best.iter().filter_map(|line| other.act(seat, line).ok()).flatten().find_map(tiles_of);
    played.is_some() && played == best
}

/// The tiles of a turn that ended: taken, placed, discarded.
fn tiles_of(happened: Happened) -> Option<(Take, Vec<String>, Option<String>)> {
    match happened {
        Happened::Played { take, mut placed, discard, .. } => {
            placed.sort();
            Some((take, placed, discard))
        }
        _ => None,
    }
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

    /// The turns of a game cover all its commands, and each earlier position can be repeated to the end.
    #[test]
    fn turns_cover_the_game_and_earlier_positions_go_on() {
        let seats = Seated::from_names(&["ai:easy".to_owned(), "ai:normal".to_owned()]).unwrap();
        let setup = Setup { deals: 2.try_into().unwrap(), ..Setup::new(RuleSet::Rummikub) };
        let mut session = Rummy::new(Game::deal(setup, None, seats, 7).unwrap());
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::UNLIMITED, &mut watch);
        while session.ending().is_none() {
            if session.machine_turn(&mut run).unwrap() == crate::MachineTurn::NotAMachine {
                session.act(Seat(0), "deal").unwrap();
            }
        }
        let (turns, moves) = (session.turns(), session.save().moves);
        let mut next = 0;
        for turn in &turns {
            assert_eq!(turn.commands.start, next);
            assert!(turn.is_whole);
            next = turn.commands.end;
        }
        assert_eq!(next, moves.len());
        assert_eq!(turns.iter().filter(|turn| turn.seat.is_none()).count(), 1, "one new deal");
        let mut earlier = session.earlier(turns[2].commands.start).unwrap();
        assert_eq!(earlier.to_move(), turns[2].seat);
        while earlier.redo() {}
        assert_eq!(earlier.save(), session.save());
        assert!(session.earlier(moves.len() + 1).is_none());
    }

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
