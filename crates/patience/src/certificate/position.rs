//! A position as bytes, in its normal form.

use arrayvec::ArrayVec;

use crate::card::{Card, Suit};
use crate::deal::Deal;
use crate::rules::{Extras, MAX_COLUMNS};
use crate::table::{Cells, Column, Table};

/// Ends a column; no card has this number.
const END: u8 = Card::COUNT as u8;

/// The most bytes a position takes: what is left of the extras, every card, and an end for every column.
pub(super) const LONGEST: usize = 2 + Card::COUNT + MAX_COLUMNS;

/// A position: where the rules have extras, the redeals and the rotations that are left; its columns, each ended by
/// [`END`]; its cells in order. The columns are in order of their cards, unless they may be dealt again: then they are
/// as they lie. The cards that are missing are on the foundations.
pub(super) type Encoded = ArrayVec<u8, LONGEST>;

/// The position of a table.
pub(super) fn encode(table: &Table) -> Encoded {
    let mut columns: ArrayVec<&[Card], MAX_COLUMNS> = table.columns().iter().map(Column::as_slice).collect();
    if !table.may_be_redealt() {
        columns.sort_unstable();
    }
    let mut position = Encoded::new();
    if table.rules().extras != Extras::NONE {
        position.extend([table.extras().redeals, table.extras().rotations]);
    }
    for column in columns {
        position.extend(column.iter().map(|card| card.number()));
        position.push(END);
    }
    let start = position.len();
    position.extend(table.cells().iter().map(|card| card.number()));
    position[start..].sort_unstable();
    position
}

/// The table of a position that is reached in this deal, if it can be one.
pub(super) fn decode(position: &[u8], deal: &Deal) -> Option<Table> {
    let play = deal.rules().play();
    if play.extras == Extras::NONE {
        return decode_cards(position, deal);
    }
    let (&[redeals, rotations], cards) = position.split_first_chunk()?;
    if redeals > play.extras.redeals || rotations > play.extras.rotations {
        return None;
    }
    Some(decode_cards(cards, deal)?.with_extras_left(redeals, rotations, deal.seed()))
}

fn decode_cards(position: &[u8], deal: &Deal) -> Option<Table> {
    let (play, width) = (deal.rules().play(), deal.table().columns().len());
    let mut columns = Vec::with_capacity(width);
    let mut rest = position;
    for _ in 0..width {
        let end = rest.iter().position(|&byte| byte == END)?;
        // A column holds no more than the deck.
        columns.push(rest.get(..end).filter(|numbers| numbers.len() <= Card::COUNT).and_then(cards)?);
        rest = &rest[end + 1..];
    }
    if rest.len() > play.cells.into() {
        return None;
    }
    let cells: Cells = cards(rest)?;
    let foundations = heights(columns.iter().flatten().chain(&cells));
    Table::new(play, columns, cells, foundations).ok()
}

fn cards<C: FromIterator<Card>>(numbers: &[u8]) -> Option<C> {
    numbers.iter().map(|&number| Card::from_number(number)).collect()
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
