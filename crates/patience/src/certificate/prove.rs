//! Finding the closed set of a certificate: walking everything that can be reached.

use std::io::{self, Write};
use std::ops::ControlFlow;

use search::{Budget, Limit, Stats, Watch};

use super::doomed::is_doomed;
use super::file::{self, Claim, Why};
use super::fingerprints::Fingerprints;
use super::position::{fingerprint, position_of, table_of};
use crate::rules::{Extras, Foundations};
use crate::table::Table;

/// How many positions are walked between two looks of the watcher.
const BETWEEN_TICKS: usize = 1024;

/// What came of an attempt to prove that a table cannot be won.
pub enum Proof {
    /// It cannot: the closed set.
    Impossible(Box<Closure>),
    /// It can: a win was met on the way.
    Winnable,
    /// Not decided.
    GaveUp(Limit),
}

/// Everything that can be reached from a table short of positions that are lost at sight, none of it won.
pub struct Closure {
    claim: Claim,
    positions: Arena,
}

impl Closure {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.ends.len()
    }

    /// There is always the table itself.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Writes the certificate.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_unstable_by_key(|&index| self.positions.get(index));
        file::write(
            out,
            &self.claim,
            order.iter().map(|&index| (self.positions.get(index), self.positions.whys[index])),
        )
    }
}

/// Walks everything that can be reached from the table of the claim, up to a win.
pub fn prove(claim: Claim, budget: Budget, watch: &mut dyn Watch) -> Proof {
    let play = claim.rules.play();
    if play.extras != Extras::NONE || play.foundations == Foundations::OneWay {
        // Certificates tell of moves only, with foundations that force or are free.
        return Proof::GaveUp(Limit::Incomplete);
    }
    let mut start = claim.table.clone();
    start.normalise();
    let mut walk = Walk { positions: Arena::default(), seen: Fingerprints::default(), budget };
    if start.is_won() {
        return Proof::Winnable;
    }
    if let Err(limit) = walk.reach(&start) {
        return Proof::GaveUp(limit);
    }
    let mut next = 0;
    while next < walk.positions.ends.len() {
        if next % BETWEEN_TICKS == 0
            && let ControlFlow::Break(stop) = watch.tick(&walk.stats(next))
        {
            return Proof::GaveUp(stop.into());
        }
        if next as u64 >= budget.nodes {
            return Proof::GaveUp(Limit::Nodes);
        }
        match walk.expand(next, &start) {
            Ok(false) => next += 1,
            Ok(true) => return Proof::Winnable,
            Err(limit) => return Proof::GaveUp(limit),
        }
    }
    Proof::Impossible(Box::new(Closure { claim, positions: walk.positions }))
}

/// What was reached so far; the positions that are still to be expanded stand at the end of the arena.
struct Walk {
    positions: Arena,
    seen: Fingerprints,
    budget: Budget,
}

impl Walk {
    /// Notes every position one move away; is one of them won?
    fn expand(&mut self, index: usize, like: &Table) -> Result<bool, Limit> {
        let table = table_of(self.positions.get(index), like.rules(), like.columns().len())
            .expect("the arena holds positions of tables");
        if is_doomed(&table) {
            self.positions.whys[index] = Why::Doomed;
            return Ok(false);
        }
        for played in table.legal_moves() {
            let mut after = table.clone();
            after.try_play(played).expect("a listed move is legal");
            if after.is_won() {
                return Ok(true);
            }
            self.reach(&after)?;
        }
        Ok(false)
    }

    fn reach(&mut self, table: &Table) -> Result<(), Limit> {
        if self.seen.memory_after_insert() + self.positions.memory_after_push() > self.budget.memory {
            return Err(Limit::Memory);
        }
        let position = position_of(table);
        if self.seen.insert(fingerprint(&position)) {
            self.positions.push(&position);
        }
        Ok(())
    }

    fn stats(&self, expanded: usize) -> Stats {
        Stats {
            nodes: expanded as u64,
            stored: self.seen.len(),
            memory: self.seen.memory_after_insert() + self.positions.memory_after_push(),
            ..Stats::default()
        }
    }
}

/// Positions one after the other in one stretch of memory.
#[derive(Default)]
struct Arena {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    whys: Vec<Why>,
}

impl Arena {
    fn push(&mut self, position: &[u8]) {
        self.bytes.extend_from_slice(position);
        self.ends.push(self.bytes.len());
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
            + room(self.ends.len(), self.ends.capacity(), 1) * (size_of::<usize>() + size_of::<Why>())
    }
}
