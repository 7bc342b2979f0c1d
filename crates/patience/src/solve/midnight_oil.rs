//! Building in suit without cells, where empty columns stay empty, as in Midnight Oil.
//!
//! # The positions
//!
//! A card that leaves its place goes up or onto its *successor*, the next higher card of its suit,
//! and from there it can only go up. So the set of cards that are *gone* from the columns of the
//! start determines everything: the gone cards that reach down to the ace without a gap are up (each was free to
//! go, and had to), the others lie on their successors. How many cards of the start are left in
//! each column is an exact key. A run of two or more cards of the start only goes up, and as a
//! whole, since its cards become free and next one after the other: a column is counted in runs.
//!
//! The steps in a position: a top goes up if all lower cards of its suit are gone; a top with
//! nothing on it, that is with its predecessor not gone, is *built* onto its successor, if that is
//! gone or is a top.
//!
//! # Building that loses nothing
//!
//! Call a card *settled* if it is gone, or is a king, or lies on its successor, or lies over its
//! successor in one column, or lies at the bottom of a column. **Claim**: if card c may be built onto
//! a settled card d, a position that can be won can still be won after that.
//!
//! *Proof.* Take a winning line and play c onto d first. Follow the line with c gone already, up to
//! where it takes c away; from there on both have the same cards gone. Until then every step of the
//! line can still be done. Going up needs cards gone and a free top, and no more cards are in
//! the way than were. Building x onto its successor needs in addition that the predecessor of x
//! is not gone, and c is new among the gone cards, so x = d is the one case to look at. A settled d
//! is never built: it is gone, or it has no successor, or its successor is not free before d has
//! left. That leaves a d at the bottom of its column, which the line builds onto its successor e.
//! Leave that step out. No card lay under d, and only c is ever put on d, which is done. As long
//! as d is in its place rather than on e, e is freer than in the line. And d goes up when it does
//! in the line, as all that lies on it are lower cards of its suit in order. ∎
//!
//! So such a step is taken at once, alone; choices remain only where a card would be built onto a
//! top that still might go away and uncover something.
//!
//! # Positions that are lost at sight
//!
//! Relax the rules: what is built onto a card no longer holds it. Then every step only adds to what
//! can be done, and taking steps as long as there are any, in any order, finds all cards that can
//! ever leave. A top on which a card lies in the position at hand will only go up in either game,
//! since what lies on it only goes up, so for these cards (and for runs) the relaxed game allows
//! nothing more. Every line of the true game is a line of the relaxed one: if a card never leaves
//! in the relaxed game, the position is lost.

use search::{Limit, Outcome, Run};

use super::exact_set::{ExactSet, Met};
use super::in_suit_state::{DealtRuns, InSuitState, card_at, each};
use crate::moves::{Move, Target};
use crate::rules::{Build, Extras, Fill, Foundations, Play};
use crate::table::Table;

/// Decides tables of these rules. Its memory is kept from one search to the next.
#[derive(Debug, Default)]
pub(crate) struct MidnightOilSolver {
    visited: ExactSet,
    stack: Vec<Frame>,
    /// The tops built onto their successors on the way to the position at hand.
    built: Vec<u64>,
}

/// A position on the way, and what is still to be tried there.
#[derive(Debug)]
struct Frame {
    state: InSuitState,
    choices: u64,
    /// How many cards were built up to here.
    built: usize,
}

impl MidnightOilSolver {
    /// Its name in reports.
    pub(crate) const NAME: &'static str = "midnight-oil";

    /// Are these the rules it decides?
    pub(crate) fn accepts(play: Play) -> bool {
        play.build == Build::SameSuit
            && play.fill == Fill::Nothing
            && play.cells == 0
            && play.foundations == Foundations::Forced
            && play.extras == Extras::NONE
    }

    /// Decides a table whose rules it [accepts](Self::accepts), with a run that has spent nothing yet.
    pub(crate) fn decide(&mut self, table: &Table, run: &mut Run<'_>) -> Outcome<Vec<Move>> {
        debug_assert!(Self::accepts(table.rules()), "another game");
        let (runs, start) = DealtRuns::of(table);
        let end = self.search(&runs, start, run);
        let (stored, memory) = self.held();
        run.note_held(stored, memory);
        match end {
            Ok(true) => Outcome::Solved(self.built.iter().filter_map(|&top| onto_successor(top)).collect()),
            Ok(false) => Outcome::Unsolvable(()),
            Err(limit) => Outcome::GaveUp(limit),
        }
    }

    /// Depth first; ends with the winning line in `built`, or with the proof that there is none.
    fn search(&mut self, runs: &DealtRuns, start: InSuitState, run: &mut Run<'_>) -> Result<bool, Limit> {
        self.stack.clear();
        self.built.clear();
        self.visited.start(runs.code_bits(), run.budget().memory).map_err(|_| run.no_room())?;
        if self.enter(runs, start, run)? {
            return Ok(true);
        }
        while let Some(frame) = self.stack.last_mut() {
            let Some(top) = each(frame.choices).next() else {
                self.stack.pop();
                continue;
            };
            frame.choices ^= top;
            let mut state = frame.state;
            self.built.truncate(frame.built);
            self.built.push(top);
            runs.take(&mut state, top);
            if self.enter(runs, state, run)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Builds what loses nothing; then keeps the position to be searched, if it is new and not lost at sight.
    /// Says whether it is won.
    fn enter(&mut self, runs: &DealtRuns, mut state: InSuitState, run: &mut Run<'_>) -> Result<bool, Limit> {
        let settled = runs.sets().unbuildable | runs.sets().bottom;
        let choices = loop {
            let choices = choices(&state);
            let settled = state.built() | (state.tops & settled);
            let Some(top) = each(choices & (settled << 1)).next() else { break choices };
            self.built.push(top);
            runs.take(&mut state, top);
        };
        if state.is_won() {
            return Ok(true);
        }
        if choices != 0
            && self.visited.insert(state.code, run.budget().memory).map_err(|_| run.no_room())? == Met::First
        {
            run.expand(|| self.held())?;
            if is_winnable_if_relaxed(runs, state) {
                self.stack.push(Frame { state, choices, built: self.built.len() });
            }
        }
        Ok(false)
    }

    /// Positions and bytes held.
    fn held(&self) -> (usize, usize) {
        let stack = self.stack.capacity() * size_of::<Frame>() + self.built.capacity() * size_of::<u64>();
        (self.visited.stored(), self.visited.memory() + stack)
    }
}

/// The tops that may be built onto their successors.
fn choices(state: &InSuitState) -> u64 {
    let free = state.tops & !(state.gone >> 1);
    free & ((state.tops | state.built()) << 1)
}

/// Can every card leave, if what is built onto a card does not hold it?
fn is_winnable_if_relaxed(runs: &DealtRuns, mut state: InSuitState) -> bool {
    let mobile = !(state.tops & (state.gone >> 1)) & !runs.sets().long;
    loop {
        let goes = state.tops & mobile & ((state.gone | state.tops) << 1);
        if goes == 0 {
            return state.is_won();
        }
        for top in each(goes) {
            runs.pop(&mut state, top);
        }
        runs.put_up(&mut state);
    }
}

fn onto_successor(top: u64) -> Option<Move> {
    let place = top.trailing_zeros();
    Some(Move { card: card_at(place)?, to: Target::Onto(card_at(place - 1)?) })
}
