//! Matches of machines against machines.

mod deals;
mod summary;
mod tally;
mod variant;

use std::num::NonZero;

use cpu_time::ThreadTime;
use rummy::{
    DealError, End, IllegalTurn, Level, MachinePlayer, MachinePlayers, Match, PolicyNotPlayed, deal,
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

/// Games between machines; its items are deals, or short matches of several deals, counted from 0. Each is played once for
/// each seating, so that nobody is lucky with the tiles.
#[derive(Clone, Debug)]
pub struct Arena<R> {
    rules: R,
    levels: Vec<Level>,
    names: Vec<String>,
    seed: u64,
    no_jokers: bool,
    deals: NonZero<u32>,
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
        Ok(Self { rules, levels, names, seed, no_jokers, deals: NonZero::<u32>::MIN })
    }

    /// The arena with games of this many deals, or fewer where the score that ends a game is reached before. The sum of
    /// the points decides.
    #[must_use]
    pub fn with_deals(self, deals: NonZero<u32>) -> Self {
        Self { deals, ..self }
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

    /// How many items it takes for this many games.
    pub fn items_for(&self, games: NonZero<u64>) -> NonZero<u64> {
        let items = games.get().div_ceil(self.levels.len().max(1) as u64);
        NonZero::new(items).unwrap_or(games)
    }

    /// Plays one game: the deals of an item in one seating.
    fn play(
        &self,
        item: u64,
        seating: usize,
        results: &mut Deals,
        run: &mut Run<'_>,
    ) -> Result<(), ArenaError> {
        let count = self.levels.len();
        let seed = self.seed.wrapping_add(item);
        let player_at = |seat: usize| (seat + seating) % count;
        let mut game = self.first_deal(seed)?;
        let mut machines = self.machines(seed, seating);
        let mut opened = vec![false; count];
        loop {
            let played = play_deal(&mut game, &mut machines, run, |seat, micros| {
                results.note_turn(player_at(seat), micros);
            });
            played.map_err(|turn| ArenaError::Illegal { deal: seed, seating, turn: Box::new(turn) })?;
            results.blocked += u64::from(game.end() == Some(End::Blocked));
            for (opened, player) in opened.iter_mut().zip(&game.position().players) {
                *opened |= player.placed;
            }
            let is_last = game.deal_number() + 1 >= self.deals.get() || game.is_decided();
            if is_last || game.end().is_none() {
                break;
            }
            game.next_deal()?;
        }
        for (seat, has_opened) in opened.into_iter().enumerate() {
            results.opened[player_at(seat)] += u64::from(has_opened);
        }
        let winners = game.winners();
        for &seat in &winners {
            results.wins[player_at(seat)] += 1.0 / winners.len() as f64;
        }
        for (seat, score) in game.scores().into_iter().enumerate() {
            results.scores[player_at(seat)] += i64::from(score);
        }
        Ok(())
    }

    fn first_deal(&self, seed: u64) -> Result<Match<R>, DealError> {
        let game = Match::new(self.rules.clone(), &self.names, seed)?;
        Ok(if self.no_jokers { game.without_jokers() } else { game })
    }

    /// The machines in the order of their seats.
    fn machines(&self, seed: u64, seating: usize) -> MachinePlayers<R::Tile> {
        let count = self.levels.len();
        let players = (0..count).map(|seat| (seat + seating) % count);
        let machine =
            |player: usize| MachinePlayer::new(self.levels[player], seed.wrapping_mul(31) + player as u64);
        MachinePlayers::new(players.map(machine).collect())
    }
}

/// Plays a deal to its end, or until the run is stopped. The seat and the processor time of each turn, in microseconds, are
/// reported.
fn play_deal<R: Variant>(
    game: &mut Match<R>,
    machines: &mut MachinePlayers<R::Tile>,
    run: &mut Run<'_>,
    mut note_turn: impl FnMut(usize, u64),
) -> Result<(), IllegalTurn> {
    for _ in 0..MOST_TURNS {
        if game.end().is_some() || run.spend(1).is_err() {
            break;
        }
        let started = ThreadTime::now();
        let seat = game.position().turn;
        let turn = machines.turn(game, run)?;
        note_turn(seat, started.elapsed().as_micros() as u64);
        machines.play(game, &turn)?;
    }
    Ok(())
}

impl<R: Variant> Work for Arena<R> {
    type Row = Deals;
    type Worker = ();
    type Error = ArenaError;

    fn key(&self) -> Key {
        let players: Vec<String> = self.levels.iter().map(|level| format!("ai:{level}")).collect();
        let key = Key::new("arena").with("rules", self.rules.name()).with("players", players.join(","));
        let key = key.with("seed", self.seed).with("jokers taken out", self.no_jokers);
        // One deal is not written, so that logs of before there were matches can be continued.
        let key = if self.deals.get() == 1 { key } else { key.with("deals of a game", self.deals) };
        self.rules.options(key)
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
        row.is_of(self.levels.len(), self.deals)
    }
}
