//! Building in suit with cells, where empty columns take kings or nothing, as in Seahaven.
//!
//! A card moves to a cell, onto its *successor* (the next higher card of its suit), up, or, a king,
//! into an empty column. A *top* is the highest card of a run of the start on which nothing else of
//! the start lies; its *pile* is the top with all that lies on it in order. A card is *gone* if it
//! has left its place of the start, or lies in a pile but is not its top.
//!
//! # 1. From a cell onto the successor, at once
//!
//! **Claim**: if x lies in a cell and its successor y on top of a column, nothing is lost by putting
//! x onto y. *Proof.* Follow any line, with x on y instead of in the cell: one more cell is free. When
//! the line moves y, put x into a cell first, then move y; if y is on a column again, put x back. When
//! the line puts x onto y or up, x is on y or goes up. Only x can ever be put onto y. So we
//! differ from the line in nothing but the place of x, and can do whatever it does. ∎
//!
//! # 2. Whole piles
//!
//! A card that lies on its successor in a column can leave it only for a cell or upwards, and what it
//! uncovers takes no card but itself. By 1 it may as well stay until its successor moves. So in a
//! column only the top matters: to take it away, its pile of n cards needs n free cells, or n − 1 if
//! the top goes onto its successor or into an empty column, where the others follow. Where the cards
//! are then is not a choice: a *chain* of gone cards without a gap lies on the card above its highest, if
//! that is on top of a column; chains down to the ace are up; the others are in cells.
//!
//! So how many runs of the start are left in each column, and which kings have columns, is the whole
//! position: an exact key. A run goes up whole, as its cards become next and free one after the other.
//!
//! # 3. Kings
//!
//! A king's run at the bottom of a column is *seated*, as is one put into an empty column; its column
//! counts as empty otherwise. **Claim**: it is enough to look at positions in which as many gone kings
//! are seated as there are columns for them, whichever they are, if a seated king may leave its column
//! to another gone king, or to one that is just taken. *Proof.* Follow any line, keeping a superset of
//! its kings seated, and as many as can be: more cells are free, more cards are on top of columns, and
//! piles are the same, so what the line takes we can take. If the line unseats a king we need not.
//! If a column becomes empty, seat any. If the line seats a king k that we have not seated, and all
//! our columns are taken, one of them is taken by a king j that the line has not seated. The chains of
//! j and k are in the line's cells, so we have at least as many free cells as the chain of j is long,
//! on top of what the line has free to take k: put j's chain into cells and seat k. ∎
//!
//! Swapping two kings is a step of its own, and so is taking a king's pile into the column of another,
//! which needs a cell less than taking it to cells and swapping.
//!
//! # 4. Piles that stay
//!
//! With c cells, a pile of c + 2 cards is *stuck*: it only goes up, for piles lose cards only by going
//! up, whole. So is one of c + 1 cards if its top lies over its own successor, or is a king where empty
//! columns take nothing, and so is a seated king's of c + 1. If moreover a lower card of its suit lies
//! beneath it, the game is lost.
//!
//! **Claim**: taking a pile p onto a stuck one loses nothing. *Proof.* Follow any line with p taken
//! first: as many cells are free, the same cards or their like are on top of columns, no pile is longer
//! than in the line but the stuck one, which is never taken. When the line takes p, or it goes up, both
//! positions are the same. ∎
//!
//! That holds also for a pile at the bottom of a column, and for a seated king's, if empty columns are
//! of no use: where they take nothing, or if there is one for each king that is not seated or up.
//! *Proof.* As before, but the line may take the pile q beneath p away. Leave that out, and leave q
//! in its place: that takes no more cells, no card but p can be put on q, what q would have been put
//! on is the freer for it, and the column that the line empties is not needed, as all kings have one. ∎

use std::mem::size_of;

use search::{Bits, Kernel, Limit, Outcome, Run, dispatch};

use super::bucket_queue::BucketQueue;
use super::exact_set::{ExactSet, Met};
use super::in_suit_moves::{Choices, FEW, MANY, swaps, walk_on};
use super::in_suit_state::{DealtRuns, InSuitState, InSuitStep, bit, each, place_of};
use super::spell_out::spell_out;
use crate::card::Card;
use crate::moves::Move;
use crate::rules::{Build, Extras, Fill, Foundations, Play};
use crate::table::Table;

/// Decides tables of these rules. Its memory is kept from one search to the next.
#[derive(Debug, Default)]
pub(crate) struct SeahavenSolver {
    visited: ExactSet,
    nodes: Vec<Node>,
    queue: BucketQueue,
    /// How much a card in a cell counts against a position.
    held_weight: u32,
}

/// A position met, and how.
#[derive(Clone, Copy, Debug)]
struct Node {
    state: InSuitState,
    choices: Choices,
    parent: u32,
    step: Option<InSuitStep>,
}

/// Why a search ends before all is searched.
enum Ended {
    Won(u32),
    GaveUp(Limit),
}

impl SeahavenSolver {
    /// Its name in reports.
    pub(crate) const NAME: &'static str = "seahaven";

    /// Are these the rules it decides?
    pub(crate) fn accepts(play: Play) -> bool {
        play.build == Build::SameSuit
            && play.fill != Fill::AnyCard
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
            Err(Ended::Won(at)) => {
                let held = table.cells().iter().copied().map(bit).sum();
                Outcome::Solved(spell_out(&runs, start, held, &self.way_to(&runs, start, at)))
            }
            Ok(()) => Outcome::Unsolvable(()),
            Err(Ended::GaveUp(limit)) => Outcome::GaveUp(limit),
        }
    }

    /// Best first; ends well if all was searched and nothing was won.
    fn search(&mut self, runs: &DealtRuns, start: InSuitState, run: &mut Run<'_>) -> Result<(), Ended> {
        if runs.cells() as usize + 2 <= FEW {
            dispatch(SearchUpTo::<FEW> { solver: self, runs: runs.clone(), start, run })
        } else {
            dispatch(SearchUpTo::<MANY> { solver: self, runs: runs.clone(), start, run })
        }
    }

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn search_up_to<const N: usize>(
        &mut self,
        runs: &DealtRuns,
        start: InSuitState,
        run: &mut Run<'_>,
    ) -> Result<(), Ended> {
        let memory = run.budget().memory;
        self.begin(runs, memory)?;
        self.keep::<N>(runs, start, 0, None, memory)?;
        while let Some(parent) = self.queue.pop() {
            run.expand(|| self.held()).map_err(Ended::GaveUp)?;
            if run.stats().nodes == HARD {
                self.favour_free_cells(runs);
            }
            let Node { state, choices, .. } = self.nodes[parent as usize];
            for top in each(choices.takes) {
                self.enter::<N>(runs, state, parent, InSuitStep::Take(place_of(top)), memory)?;
            }
            if choices.swaps {
                for &step in &swaps(runs, &state) {
                    self.enter::<N>(runs, state, parent, step, memory)?;
                }
            }
        }
        Ok(())
    }

    fn begin(&mut self, runs: &DealtRuns, memory: usize) -> Result<(), Ended> {
        self.nodes.clear();
        self.queue.clear();
        if self.held().1 > memory {
            self.nodes = Vec::new();
        }
        self.held_weight = HELD_AT_FIRST;
        // Four bits of a key are for the seated kings.
        self.visited.start(runs.code_bits() + 4, memory).map_err(|_| Ended::GaveUp(Limit::Memory))
    }

    /// Scores all waiting positions of a hard deal again.
    #[cold]
    fn favour_free_cells(&mut self, runs: &DealtRuns) {
        self.held_weight = HELD_IF_HARD;
        let nodes = &self.nodes;
        self.queue.rescore(|at| score(runs, &nodes[at as usize].state, HELD_IF_HARD));
    }

    /// Plays a step and keeps where it leads.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn enter<const N: usize>(
        &mut self,
        runs: &DealtRuns,
        mut state: InSuitState,
        parent: u32,
        step: InSuitStep,
        memory: usize,
    ) -> Result<(), Ended> {
        runs.play(&mut state, step);
        self.keep::<N>(runs, state, parent, Some(step), memory)
    }

    /// Keeps a position to be searched, if it is new.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn keep<const N: usize>(
        &mut self,
        runs: &DealtRuns,
        mut state: InSuitState,
        parent: u32,
        step: Option<InSuitStep>,
        memory: usize,
    ) -> Result<(), Ended> {
        let choices = walk_on::<N>(runs, &mut state, |_| ());
        if choices.is_lost() && !state.is_won() {
            return Ok(());
        }
        let key = state.code << 4 | seats(state.seated);
        let for_keys = memory.saturating_sub(self.nodes.capacity() * NODE_BYTES);
        if self.visited.insert(key, for_keys).map_err(|_| Ended::GaveUp(Limit::Memory))? == Met::First {
            let at = self.nodes.len() as u32;
            if self.nodes.len() == self.nodes.capacity() {
                self.grow(memory)?;
            }
            self.nodes.push(Node { state, choices, parent, step });
            if state.is_won() {
                return Err(Ended::Won(at));
            }
            self.queue.push(score(runs, &state, self.held_weight));
        }
        Ok(())
    }

    /// Makes room for twice as many nodes, if that stays within the memory.
    #[cold]
    fn grow(&mut self, memory: usize) -> Result<(), Ended> {
        let more = self.nodes.capacity().max(256);
        if self.held().1 + more * NODE_BYTES > memory {
            return Err(Ended::GaveUp(Limit::Memory));
        }
        self.nodes.reserve_exact(more);
        Ok(())
    }

    /// The steps from the start to a position.
    fn way_to(&self, runs: &DealtRuns, mut state: InSuitState, at: u32) -> Vec<InSuitStep> {
        let up = std::iter::successors(Some(at), |&at| Some(self.nodes[at as usize].parent));
        // Lists that grow ask for memory again and again, and threads wait for each other there.
        let mut chosen = Vec::with_capacity(Card::COUNT);
        chosen.extend(up.map_while(|at| self.nodes[at as usize].step));
        let mut steps = Vec::with_capacity(2 * Card::COUNT);
        walk_on::<MANY>(runs, &mut state, |step| steps.push(step));
        while let Some(step) = chosen.pop() {
            steps.push(step);
            runs.play(&mut state, step);
            walk_on::<MANY>(runs, &mut state, |step| steps.push(step));
        }
        steps
    }

    /// Positions and bytes held.
    fn held(&self) -> (usize, usize) {
        (self.visited.stored(), self.visited.memory() + self.nodes.capacity() * NODE_BYTES)
    }
}

/// The search for as many cells as have room in N numbers from 0 to one more. As a kernel, because most of it comes down
/// to counting bits.
struct SearchUpTo<'s, 'w, const N: usize> {
    solver: &'s mut SeahavenSolver,
    /// A copy: what no other reference reaches stays in registers.
    runs: DealtRuns,
    start: InSuitState,
    run: &'s mut Run<'w>,
}

impl<const N: usize> Kernel for SearchUpTo<'_, '_, N> {
    type Output = Result<(), Ended>;

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn run<B: Bits>(self) -> Result<(), Ended> {
        self.solver.search_up_to::<N>(&self.runs, self.start, self.run)
    }
}

/// A deal is hard if it is not decided after this many positions.
const HARD: u64 = 500;
const HELD_AT_FIRST: u32 = 9;
const HELD_IF_HARD: u32 = 120;

/// A node and its link in the queue.
const NODE_BYTES: usize = size_of::<Node>() + size_of::<u32>();

/// How near a position seems to the goal: cards up and empty columns count for it, and tops that
/// others are built on; cards in cells and over those that go up next count against it.
///
/// The weights were found by hill climbing for the fewest positions, on seeds 20,001 to 27,000 of
/// Seahaven. Hard deals are found out by their number of positions: with them it pays to keep the
/// cells free before all else.
#[inline]
fn score(runs: &DealtRuns, state: &InSuitState, held_weight: u32) -> u32 {
    let held = state.in_cells(state.built());
    let over = each(state.next).fold(0, |over, next| over | runs.over(next)) & !state.gone;
    let built_on = state.tops & (state.gone >> 1) & !runs.sets().bottom;
    let [up, held, over, built_on, gone] =
        [state.up(), held, over, built_on, state.gone].map(u64::count_ones);
    let good = 3000 + 31 * (up + state.empty) + 26 * built_on;
    good - 17 * over - 7 * gone - held_weight * held
}

/// The seated kings in four bits.
#[inline]
fn seats(seated: u64) -> u64 {
    let seated = seated >> 1;
    (seated | (seated >> 15) | (seated >> 30) | (seated >> 45)) & 15
}
