//! Matches of machines against machines.

mod deals;
mod summary;
mod tally;
mod variant;

use std::num::NonZero;

use cpu_time::ThreadTime;
use rummy::{
    DealError, End, IllegalTurn, Level, MachinePlayer, MachinePlayers, Match, PolicyNotPlayed, Save, deal,
    take_jokers_out,
};
use search::{Limit, Run};
use thiserror::Error;

pub use self::deals::Deals;
pub use self::summary::{Difference, Estimate, LevelLine, Line, Summary};
pub use self::tally::Tally;
pub use self::variant::Variant;
use crate::key::Key;
use crate::work::Work;

/// No game of machines comes near this many turns.
const MOST_TURNS: usize = 5000;

/// A match between machines; its items are deals, counted from 0. Each deal is played once for each seating, so that
/// nobody is lucky with the tiles.
#[derive(Clone, Debug)]
pub struct Arena<R> {
    rules: R,
    levels: Vec<Level>,
    names: Vec<String>,
    seed: u64,
    no_jokers: bool,
}

/// Why there cannot be such a match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoArena {
    /// The players cannot sit at one table.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// A player does not know the rules.
    #[error(transparent)]
    Policy(#[from] PolicyNotPlayed),
}

/// Why a match cannot go on.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// A machine proposed a turn that the judge refuses.
    #[error("deal {deal}, seating {seating}: {turn}")]
    Illegal {
        /// The seed of the deal.
        deal: u64,
        /// By how many seats the players are moved on.
        seating: usize,
        /// The turn and what the judge says of it.
        turn: Box<IllegalTurn>,
    },
    /// A deal cannot be dealt.
    #[error("{0}")]
    Deal(#[from] DealError),
}

impl<R: Variant> Arena<R> {
    /// A match of these machines; the deals have the seeds from `seed` on.
    pub fn new(rules: R, levels: Vec<Level>, seed: u64, no_jokers: bool) -> Result<Self, NoArena> {
        levels.iter().try_for_each(|&level| rules.check_level(level))?;
        let names: Vec<String> = (1..=levels.len()).map(|seat| format!("seat{seat}")).collect();
        deal(&rules, &names, seed, 0)?;
        Ok(Self { rules, levels, names, seed, no_jokers })
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &R {
        &self.rules
    }

    /// How many players there are.
    pub(crate) fn players(&self) -> usize {
        self.levels.len()
    }

    /// The seed of a deal.
    pub(crate) fn seed_of(&self, item: u64) -> u64 {
        self.seed.wrapping_add(item)
    }

    /// How many deals it takes for this many games.
    pub fn deals_for(&self, games: NonZero<u64>) -> NonZero<u64> {
        let deals = games.get().div_ceil(self.levels.len().max(1) as u64);
        NonZero::new(deals).unwrap_or(games)
    }

    fn play(
        &self,
        item: u64,
        seating: usize,
        deals: &mut Deals,
        run: &mut Run<'_>,
    ) -> Result<(), ArenaError> {
        let count = self.levels.len();
        let seed = self.seed.wrapping_add(item);
        let mut position = deal(&self.rules, &self.names, seed, 0)?;
        if self.no_jokers {
            take_jokers_out(&mut position);
        }
        let illegal = |turn| ArenaError::Illegal { deal: seed, seating, turn: Box::new(turn) };
        let player_at = |seat: usize| (seat + seating) % count;
        let machine =
            |player: usize| MachinePlayer::new(self.levels[player], seed.wrapping_mul(31) + player as u64);
        let mut machines = MachinePlayers::new((0..count).map(|seat| machine(player_at(seat))).collect());
        let mut game = Match::resume(self.rules.clone(), Save { position, seed: None, deal: 0 });
        for _ in 0..MOST_TURNS {
            if game.end().is_some() || run.spend(1).is_err() {
                break;
            }
            let started = ThreadTime::now();
            let mover = player_at(game.position().turn);
            let turn = machines.turn(&mut game, run).map_err(illegal)?;
            let micros = started.elapsed().as_micros() as u64;
            deals.note_turn(mover, micros);
            machines.play(&mut game, &turn).map_err(illegal)?;
        }
        deals.blocked += u64::from(game.end() == Some(End::Blocked));
        for (seat, player) in game.position().players.iter().enumerate() {
            deals.opened[player_at(seat)] += u64::from(player.placed);
        }
        let winners = game.winners();
        for &seat in &winners {
            deals.wins[player_at(seat)] += 1.0 / winners.len() as f64;
        }
        for (seat, score) in game.scores().into_iter().enumerate() {
            deals.scores[player_at(seat)] += i64::from(score);
        }
        Ok(())
    }
}

impl<R: Variant> Work for Arena<R> {
    type Row = Deals;
    type Worker = ();
    type Error = ArenaError;

    fn key(&self) -> Key {
        let players: Vec<String> = self.levels.iter().map(|level| format!("ai:{level}")).collect();
        let key = Key::new("arena").with("rules", self.rules.name()).with("players", players.join(","));
        self.rules.options(key.with("seed", self.seed).with("jokers taken out", self.no_jokers))
    }

    fn worker(&self) {}

    fn row(&self, (): &mut (), item: u64, run: &mut Run<'_>) -> Result<Option<Deals>, ArenaError> {
        let mut deals = Deals::none(self.levels.len());
        for seating in 0..self.levels.len() {
            self.play(item, seating, &mut deals, run)?;
        }
        Ok(run.ask().is_ok().then_some(deals))
    }

    fn gave_up(_: &Deals) -> Option<Limit> {
        None
    }

    fn is_sound(&self, row: &Deals) -> bool {
        row.is_of(self.levels.len())
    }
}
