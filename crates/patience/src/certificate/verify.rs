//! Checking a certificate with the referee alone.

use std::io::{Read, Seek};

use search::{Stats, Watch};

use super::doomed::is_doomed;
use super::file::{self, Claim, Refused, Why};
use super::fingerprints::Fingerprints;
use super::position::{fingerprint, position_of, table_of};
use crate::table::Table;

/// How many positions are checked between two looks of the watcher.
const BETWEEN_TICKS: u64 = 1024;

/// A certificate that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What it proves cannot be won.
    pub claim: Claim,
    /// How many positions it has.
    pub positions: u64,
}

/// Checks a certificate: it is whole, contains the table and no won position, and each position is lost by
/// its cards locking each other in or has only moves to positions of the certificate. Reads the file twice: first to know the set, then to play from each position of it. Holds at most
/// `memory` bytes.
pub fn verify(mut file: impl Read + Seek, memory: usize, watch: &mut dyn Watch) -> Result<Verified, Refused> {
    let mut set = Fingerprints::default();
    let claim = file::read(&mut file, |_, position, _| {
        if set.memory_after_insert() > memory {
            return Err(Refused::Memory);
        }
        set.insert(fingerprint(position));
        tick(watch, set.len(), &Stats { stored: set.len(), ..Stats::default() })
    })?;
    let mut start = claim.table.clone();
    start.normalise();
    if !set.contains(fingerprint(&position_of(&start))) {
        return Err(Refused::NoStart);
    }
    file.rewind()?;
    let mut number = 0;
    let again = file::read(&mut file, |claim, position, why| {
        number += 1;
        check_position(claim, number, position, why, &set)?;
        tick(watch, number, &Stats { nodes: number, stored: set.len(), ..Stats::default() })
    })?;
    // Both readings had a checksum that fits; a file that changes in between is still the reader's problem.
    if again == claim && number == set.len() {
        Ok(Verified { claim, positions: number })
    } else {
        Err(Refused::Checksum)
    }
}

/// One position: a table of the game, not won, and lost for the reason given.
fn check_position(
    claim: &Claim,
    number: u64,
    position: &[u8],
    why: Why,
    set: &Fingerprints,
) -> Result<(), Refused> {
    let Claim { rules, table: start, .. } = claim;
    let table = table_of(position, rules.play(), start.columns().len()).ok_or(Refused::Position(number))?;
    if position_of(&table).as_slice() != position {
        return Err(Refused::Position(number));
    }
    if table.is_won() {
        return Err(Refused::Won(number));
    }
    if why == Why::Doomed {
        return if is_doomed(&table) { Ok(()) } else { Err(Refused::NotDoomed(number)) };
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
fn tick(watch: &mut dyn Watch, count: u64, stats: &Stats) -> Result<(), Refused> {
    let look = count.is_multiple_of(BETWEEN_TICKS);
    if look && watch.tick(stats).is_break() { Err(Refused::Stopped) } else { Ok(()) }
}
