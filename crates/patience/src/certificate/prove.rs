//! Finding the closed set of a certificate: walking everything that can be reached.

use std::io::{self, Write};

use search::{Budget, Limit, Outcome, Run};

use super::deadlock::is_deadlocked;
use super::file::{self, Why};
use super::fingerprints::Fingerprints;
use super::loose;
use super::position::{decode, encode, fingerprint};
use super::relaxed::RelaxedGames;
use crate::action::Action;
use crate::deal::Deal;
use crate::solution::Solution;
use crate::solve::{SolveError, vouch};
use crate::table::Table;

/// How many positions are walked between two calls of the watcher.
const BETWEEN_TICKS: u64 = 1024;

/// Everything that can be reached from a table up to positions that are lost at sight, none of it won.
#[derive(Debug)]
pub struct Closure {
    deal: Deal,
    positions: Arena,
}

impl Closure {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// There is always the table itself.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Is the table lost because its relaxed game is?
    pub fn is_relaxed(&self) -> bool {
        self.positions.whys == [Why::Relaxed]
    }

    /// Is the table lost because its game of loose cards is?
    pub fn is_loose(&self) -> bool {
        self.positions.whys == [Why::Loose]
    }

    /// Writes the certificate.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_unstable_by_key(|&index| self.positions.get(index));
        file::write(
            out,
            &self.deal,
            order.iter().map(|&index| (self.positions.get(index), self.positions.whys[index])),
        )
    }
}

/// Proves that a deal cannot be won by walking everything that can be reached from its table, up to a win. Nothing is
/// walked from a position whose cards lock each other in, or whose relaxed game is lost, nor from a table whose game of
/// loose cards is lost.
pub fn prove(deal: &Deal, run: &mut Run<'_>) -> Result<Outcome<Solution, Closure>, SolveError> {
    let mut start = deal.table().clone();
    start.normalise();
    if start.is_won() {
        return Ok(Outcome::Solved(vouch(deal.table(), Vec::new())?));
    }
    let mut walk = Walk {
        deal,
        start,
        positions: Arena::default(),
        seen: Fingerprints::default(),
        relaxed: RelaxedGames::default(),
    };
    match run.part(Budget::UNLIMITED, |run| walk.run(run)) {
        Ok(Some(last)) => Ok(Outcome::Solved(vouch(deal.table(), walk.line(last))?)),
        Ok(None) => Ok(Outcome::Unsolvable(Closure { deal: deal.clone(), positions: walk.positions })),
        Err(limit) => Ok(Outcome::GaveUp(limit)),
    }
}

/// The positions reached so far; those still to be expanded stand at the end of the arena.
struct Walk<'d> {
    deal: &'d Deal,
    /// The table in normal form.
    start: Table,
    positions: Arena,
    seen: Fingerprints,
    relaxed: RelaxedGames,
}

impl Walk<'_> {
    /// Walks until nothing is left to expand, or to the first position from which a move wins.
    fn run(&mut self, run: &mut Run<'_>) -> Result<Option<usize>, Limit> {
        self.reach(&self.start.clone(), 0, run)?;
        let mut next = 0;
        while next < self.positions.len() {
            if run.stats().nodes.is_multiple_of(BETWEEN_TICKS) {
                run.stats_mut().stored = self.seen.len();
                run.ask()?;
            }
            run.expand(|| (self.positions.len(), self.memory()))?;
            if self.expand(next, run)? {
                return Ok(Some(next));
            }
            next += 1;
        }
        Ok(None)
    }

    /// Notes every position one move away; is one of them won?
    fn expand(&mut self, index: usize, run: &mut Run<'_>) -> Result<bool, Limit> {
        let table =
            decode(self.positions.get(index), self.deal).expect("the arena holds positions of the deal");
        if is_deadlocked(&table) {
            self.positions.whys[index] = Why::Deadlock;
            return Ok(false);
        }
        let others = self.positions.memory_after_push() + self.seen.memory_after_insert();
        if self.relaxed.is_lost(&table, others, run)? {
            self.positions.whys[index] = Why::Relaxed;
            return Ok(false);
        }
        if index == 0 && self.is_lost_when_loose(&table, run)? {
            self.positions.whys[index] = Why::Loose;
            return Ok(false);
        }
        for played in table.legal_actions() {
            let after = after(&table, played);
            if after.is_won() {
                return Ok(true);
            }
            self.reach(&after, index, run)?;
        }
        Ok(false)
    }

    /// Is the game of loose cards lost, as far as there is memory to tell?
    fn is_lost_when_loose(&self, table: &Table, run: &mut Run<'_>) -> Result<bool, Limit> {
        match loose::is_lost(table, self.memory(), run) {
            Err(Limit::Memory) => Ok(false),
            found => found,
        }
    }

    fn reach(&mut self, table: &Table, parent: usize, run: &mut Run<'_>) -> Result<(), Limit> {
        run.hold(self.memory())?;
        let position = encode(table);
        if self.seen.insert(fingerprint(&position)) {
            self.positions.push(&position, parent);
        }
        Ok(())
    }

    /// Bytes held after one more position.
    fn memory(&self) -> usize {
        self.seen.memory_after_insert() + self.positions.memory_after_push() + self.relaxed.memory()
    }

    /// The line that wins by way of this position. Positions have lost the order of columns and cells, so each move
    /// is looked for again on the table at hand.
    fn line(&self, last: usize) -> Vec<Action> {
        let up = std::iter::successors(Some(last), |&index| Some(self.positions.parents[index]));
        let mut way: Vec<_> = up.take_while(|&index| index != 0).collect();
        way.reverse();
        let mut table = self.start.clone();
        let mut line = Vec::new();
        for index in way {
            let target = self.positions.get(index);
            play_to(&mut table, &mut line, |after| encode(after).as_slice() == target);
        }
        play_to(&mut table, &mut line, Table::is_won);
        line
    }
}

/// Plays the move that leads to such a table.
fn play_to(table: &mut Table, line: &mut Vec<Action>, is_target: impl Fn(&Table) -> bool) {
    let actions = table.legal_actions().into_iter();
    let (played, next) = actions
        .map(|played| (played, after(table, played)))
        .find(|(_, after)| is_target(after))
        .expect("the arena was filled by such moves");
    line.push(played);
    *table = next;
}

fn after(table: &Table, played: Action) -> Table {
    let mut after = table.clone();
    after.try_act(played).expect("what is listed is legal");
    after
}

/// Positions one after the other in one piece of memory.
#[derive(Debug, Default)]
struct Arena {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// From which position each was reached; the first from itself.
    parents: Vec<usize>,
    whys: Vec<Why>,
}

impl Arena {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn push(&mut self, position: &[u8], parent: usize) {
        self.bytes.extend_from_slice(position);
        self.ends.push(self.bytes.len());
        self.parents.push(parent);
        self.whys.push(Why::Closed);
    }

    fn get(&self, index: usize) -> &[u8] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..self.ends[index]]
    }

    /// Bytes held after one more push, growing by doubling included.
    fn memory_after_push(&self) -> usize {
        let room = |used: usize, held: usize, more: usize| if used + more > held { 3 * held } else { held };
        room(self.bytes.len(), self.bytes.capacity(), super::position::LONGEST)
            + room(self.ends.len(), self.ends.capacity(), 1) * (2 * size_of::<usize>() + size_of::<Why>())
    }
}
