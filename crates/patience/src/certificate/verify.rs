//! Checking a certificate with the referee alone.

use std::io::{Read, Seek};

use search::{Budget, Run};

use super::deadlock::is_deadlocked;
use super::file::{self, NotVerified, Why};
use super::fingerprints::Fingerprints;
use super::loose;
use super::position::{decode, encode, fingerprint};
use super::relaxed::RelaxedGames;
use crate::action::Action;
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
/// its cards locking each other in, is lost in the relaxed game or in the game of loose cards, or leads only to positions
/// of the certificate, whatever is done. Reads the file twice: first to see that each position makes sense, which counts
/// as a node, and to know the set; then to play from each position of it.
pub fn verify(file: impl Read + Seek, run: &mut Run<'_>) -> Result<Verified, NotVerified> {
    run.part(Budget::UNLIMITED, |run| verify_part(file, run))
}

fn verify_part(mut file: impl Read + Seek, run: &mut Run<'_>) -> Result<Verified, NotVerified> {
    let mut set = Fingerprints::default();
    let deal = file::read(&mut file, |deal, position, _| {
        run.expand(|| (set.len() as usize, set.memory_after_insert())).map_err(NotVerified::Limit)?;
        table_of(deal, position).ok_or(NotVerified::Position(set.len() + 1))?;
        run.hold(set.memory_after_insert()).map_err(NotVerified::Limit)?;
        set.insert(fingerprint(position));
        run.stats_mut().stored = set.len();
        look(run, set.len())
    })?;
    let mut start = deal.table().clone();
    start.normalise();
    if !set.contains(fingerprint(&encode(&start))) {
        return Err(NotVerified::NoStart);
    }
    file.rewind()?;
    let mut number = 0;
    let mut relaxed = RelaxedGames::default();
    let again = file::read(&mut file, |deal, position, why| {
        number += 1;
        // The first reading saw that it is in normal form.
        let table = decode(position, deal).ok_or(NotVerified::Position(number))?;
        if table.is_won() {
            return Err(NotVerified::Won(number));
        }
        let held = set.memory_after_insert() + relaxed.memory();
        match why {
            Why::Closed => check_closed(&table, number, &set)?,
            Why::Deadlock if is_deadlocked(&table) => {}
            Why::Deadlock => return Err(NotVerified::NotDeadlocked(number)),
            Why::Relaxed
                if relaxed.is_lost(&table, set.memory_after_insert(), run).map_err(NotVerified::Limit)? => {}
            Why::Relaxed => return Err(NotVerified::NotLostWhenRelaxed(number)),
            Why::Loose if loose::is_lost(&table, held, run).map_err(NotVerified::Limit)? => {}
            Why::Loose => return Err(NotVerified::NotLostWhenLoose(number)),
        }
        look(run, number)
    })?;
    // Both readings had a checksum that fits; a file that changes in between is still the reader's problem.
    if again == deal && number == set.len() {
        Ok(Verified { deal, positions: number })
    } else {
        Err(NotVerified::Checksum)
    }
}

/// The table of a position, if it is one of this deal in normal form.
pub(super) fn table_of(deal: &Deal, position: &[u8]) -> Option<Table> {
    decode(position, deal).filter(|table| encode(table).as_slice() == position)
}

/// Everything that may be done leads to a position of the set.
fn check_closed(table: &Table, number: u64, set: &Fingerprints) -> Result<(), NotVerified> {
    let leads_out = |&played: &Action| {
        let after = after(table, played);
        after.is_none_or(|after| !set.contains(fingerprint(&encode(&after))))
    };
    match table.legal_actions().into_iter().find(leads_out) {
        Some(played) => Err(NotVerified::Open { position: number, played }),
        None => Ok(()),
    }
}

/// The table after something listed was done, put up; none where it is won.
fn after(table: &Table, played: Action) -> Option<Table> {
    let mut after = table.clone();
    after.try_act(played).ok().filter(|()| !after.is_won()).map(|()| after)
}

/// Lets the watcher look now and then.
fn look(run: &mut Run<'_>, count: u64) -> Result<(), NotVerified> {
    if count.is_multiple_of(BETWEEN_TICKS) { run.ask().map_err(NotVerified::Limit) } else { Ok(()) }
}
