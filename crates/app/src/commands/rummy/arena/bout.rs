//! Playing the games of a match.

use cpu_time::ThreadTime;
use rummy::{Brain, Level, Machine, Machines, Match, Position, Save, Tile, deal};
use search::{Budget, Run, Unwatched};
use serde::{Deserialize, Serialize};

use crate::exit::Fault;

/// No game of machines comes near this many turns.
const MOST_TURNS: usize = 5000;

/// A match between machines.
pub(super) struct Bout<R> {
    rules: R,
    levels: Vec<Level>,
    names: Vec<String>,
    seed: u64,
    no_jokers: bool,
}

/// The games of one deal, one for each seating; everything is counted by player, not by seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Set {
    pub(super) number: u64,
    /// Games won; a shared win counts in parts.
    pub(super) wins: Vec<f64>,
    /// The sum of the scores.
    pub(super) scores: Vec<i64>,
    pub(super) turns: Vec<u64>,
    /// CPU microseconds spent on turns, in all and on the longest one.
    pub(super) micros: Vec<u64>,
    pub(super) longest: Vec<u64>,
}

impl<R: Machine> Bout<R> {
    pub(super) fn new(rules: R, levels: Vec<Level>, seed: u64, no_jokers: bool) -> Result<Self, Fault> {
        let names: Vec<String> = (1..=levels.len()).map(|seat| format!("seat{seat}")).collect();
        deal(&rules, &names, seed, 0).map_err(Fault::usage)?;
        Ok(Self { rules, levels, names, seed, no_jokers })
    }

    pub(super) fn title(&self) -> &'static str {
        self.rules.name()
    }

    /// Plays one deal in every seating.
    pub(super) fn play(&self, number: u64) -> Result<Set, Fault> {
        let count = self.levels.len();
        let mut set = Set {
            number,
            wins: vec![0.0; count],
            scores: vec![0; count],
            turns: vec![0; count],
            micros: vec![0; count],
            longest: vec![0; count],
        };
        for rotation in 0..count {
            self.play_game(number, rotation, &mut set)?;
        }
        Ok(set)
    }

    fn play_game(&self, number: u64, rotation: usize, set: &mut Set) -> Result<(), Fault> {
        let count = self.levels.len();
        let seed = self.seed.wrapping_add(number);
        let mut position = deal(&self.rules, &self.names, seed, 0).map_err(Fault::usage)?;
        if self.no_jokers {
            take_jokers_out(&mut position);
        }
        let player_at = |seat: usize| (seat + rotation) % count;
        let brain = |player: usize| Brain::new(self.levels[player], seed.wrapping_mul(31) + player as u64);
        let mut machines = Machines::new((0..count).map(|seat| brain(player_at(seat))).collect());
        let mut game = Match::resume(self.rules.clone(), Save { position, seed: None, deal: 0 });
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::UNLIMITED, &mut watch);
        for _ in 0..MOST_TURNS {
            if game.end().is_some() {
                break;
            }
            let player = player_at(game.position().turn);
            let started = ThreadTime::now();
            let turn = machines.turn(&mut game, &mut run).map_err(Fault::software)?;
            let spent = started.elapsed().as_micros() as u64;
            set.turns[player] += 1;
            set.micros[player] += spent;
            set.longest[player] = set.longest[player].max(spent);
            machines.play(&mut game, &turn).map_err(Fault::software)?;
        }
        let winners = game.winners();
        for &seat in &winners {
            set.wins[player_at(seat)] += 1.0 / winners.len() as f64;
        }
        for (seat, score) in game.scores().into_iter().enumerate() {
            set.scores[player_at(seat)] += i64::from(score);
        }
        Ok(())
    }
}

/// Every joker goes; a hand gets the next tile of the stock that is none.
fn take_jokers_out<T: Tile>(position: &mut Position<T>) {
    position.stock.retain(|tile| !tile.is_joker());
    for player in &mut position.players {
        for tile in player.hand.iter_mut().filter(|tile| tile.is_joker()) {
            if !position.stock.is_empty() {
                *tile = position.stock.remove(0);
            }
        }
    }
}
