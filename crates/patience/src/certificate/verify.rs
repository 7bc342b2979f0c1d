//! Checking a certificate with the referee alone.

use std::io::{Read, Seek};

use search::{Budget, Run};

use super::deadlock::is_deadlocked;
use super::file::{self, Refused, Why};
use super::fingerprints::Fingerprints;
use super::position::{fingerprint, position_of, table_of};
use crate::deal::Deal;
use crate::table::Table;

/// How many positions are read between two calls of the watcher.
const BETWEEN_TICKS: u64 = 1024;

/// A certificate that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The deal that it proves cannot be won.
    pub deal: Deal,
    /// How many positions it has.
    pub positions: u64,
}

/// Checks a certificate: it is whole, contains the table and no won position, and each position is lost by
/// its cards locking each other in or has only moves to positions of the certificate. Reads the file twice: first
/// to know the set, then to play from each position of it, which counts as a node.
pub fn verify(file: impl Read + Seek, run: &mut Run<'_>) -> Result<Verified, Refused> {
    run.part(Budget::UNLIMITED, |run| verify_part(file, run))
}

fn verify_part(mut file: impl Read + Seek, run: &mut Run<'_>) -> Result<Verified, Refused> {
    let mut set = Fingerprints::default();
    let deal = file::read(&mut file, |_, position, _| {
        run.hold(set.memory_after_insert()).map_err(Refused::Limit)?;
        set.insert(fingerprint(position));
        run.stats_mut().stored = set.len();
        look(run, set.len())
    })?;
    let mut start = deal.table().clone();
    start.normalise();
    if !set.contains(fingerprint(&position_of(&start))) {
        return Err(Refused::NoStart);
    }
    file.rewind()?;
    let mut number = 0;
    let again = file::read(&mut file, |deal, position, why| {
        number += 1;
        run.expand(|| (set.len() as usize, set.memory_after_insert())).map_err(Refused::Limit)?;
        check_position(deal, number, position, why, &set)?;
        look(run, number)
    })?;
    // Both readings had a checksum that fits; a file that changes in between is still the reader's problem.
    if again == deal && number == set.len() {
        Ok(Verified { deal, positions: number })
    } else {
        Err(Refused::Checksum)
    }
}

/// One position: a table of the game, not won, and lost for the reason given.
fn check_position(
    deal: &Deal,
    number: u64,
    position: &[u8],
    why: Why,
    set: &Fingerprints,
) -> Result<(), Refused> {
    let table = table_of(position, deal.rules().play(), deal.table().columns().len());
    let table = table.ok_or(Refused::Position(number))?;
    if position_of(&table).as_slice() != position {
        return Err(Refused::Position(number));
    }
    if table.is_won() {
        return Err(Refused::Won(number));
    }
    if why == Why::Deadlock {
        return if is_deadlocked(&table) { Ok(()) } else { Err(Refused::NotDeadlocked(number)) };
    }
    let leads_out = |played: &_| {
        let after = after(&table, *played);
        after.is_none_or(|after| !set.contains(fingerprint(&position_of(&after))))
    };
    match table.legal_moves().into_iter().find(leads_out) {
        Some(played) => Err(Refused::Open { position: number, played }),
        None => Ok(()),
    }
}

/// The table after a listed move, put up; none where it is won.
fn after(table: &Table, played: crate::moves::Move) -> Option<Table> {
    let mut after = table.clone();
    after.try_play(played).ok().filter(|()| !after.is_won()).map(|()| after)
}

/// Lets the watcher look now and then.
fn look(run: &mut Run<'_>, count: u64) -> Result<(), Refused> {
    if count.is_multiple_of(BETWEEN_TICKS) { run.ask().map_err(Refused::Limit) } else { Ok(()) }
}
