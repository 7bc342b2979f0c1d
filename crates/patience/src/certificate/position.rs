//! A position as bytes, up to the order of columns and cells.

use arrayvec::ArrayVec;

use crate::card::{Card, Suit};
use crate::rules::{MAX_COLUMNS, Play};
use crate::table::{Cells, Column, Table};

/// Ends a column; no card has this number.
const END: u8 = Card::COUNT as u8;

/// The most bytes a position takes: every card, and an end for every column.
pub(super) const LONGEST: usize = Card::COUNT + MAX_COLUMNS;

/// A position: its columns in order of their cards, each ended by [`END`], then its cells in order. The
/// cards that are missing are on the foundations.
pub(super) type Encoded = ArrayVec<u8, LONGEST>;

/// The position of a table.
pub(super) fn encode(table: &Table) -> Encoded {
    let mut columns: ArrayVec<&[Card], MAX_COLUMNS> = table.columns().iter().map(Column::as_slice).collect();
    columns.sort_unstable();
    let mut position = Encoded::new();
    for column in columns {
        position.extend(column.iter().map(|card| card.number()));
        position.push(END);
    }
    let start = position.len();
    position.extend(table.cells().iter().map(|card| card.number()));
    position[start..].sort_unstable();
    position
}

/// The table of a position with this many columns, if it is one.
pub(super) fn decode(position: &[u8], play: Play, width: usize) -> Option<Table> {
    let mut columns = Vec::with_capacity(width);
    let mut rest = position;
    for _ in 0..width {
        let end = rest.iter().position(|&byte| byte == END)?;
        columns
            .push(rest[..end].iter().map(|&number| Card::from_number(number)).collect::<Option<Column>>()?);
        rest = &rest[end + 1..];
    }
    if rest.len() > play.cells.into() {
        return None;
    }
    let cells = rest.iter().map(|&number| Card::from_number(number)).collect::<Option<Cells>>()?;
    let foundations = heights(columns.iter().flatten().chain(&cells));
    Table::new(play, columns, cells, foundations).ok()
}

/// Each foundation holds what is below the lowest card of its suit in play.
fn heights<'c>(in_play: impl Iterator<Item = &'c Card>) -> [u8; 4] {
    let mut lowest = [14; 4];
    for card in in_play {
        let place = &mut lowest[card.suit() as usize];
        *place = card.rank().number().min(*place);
    }
    Suit::ALL.map(|suit| lowest[suit as usize] - 1)
}

/// A fingerprint of 128 bits of a cryptographic hash: two positions of one certificate share it with a
/// chance of less than 2^-60 even among 2^33 positions, and no way is known to make two that do.
pub(super) fn fingerprint(position: &[u8]) -> u128 {
    let hash = blake3::hash(position);
    u128::from_le_bytes(hash.as_bytes()[..16].try_into().expect("a hash has 32 bytes"))
}
