//! A certificate as text, for people and for programs that would rather not inflate.

use std::io::{self, Read, Write};

use super::file::{self, NotVerified, Why};
use super::verify::table_of;
use crate::card::Card;
use crate::deal::Deal;
use crate::rules::Extras;
use crate::table::Table;

/// Writes a certificate as text: its claim, then a line for each position. Whether the proof holds is not looked at.
///
/// ```text
/// game: Seahaven.73
/// foundations: forced
/// | name = "Seahaven"
/// | …
/// 1 closed: 5C 4H / KS / ; 2H 3D
/// ```
pub fn dump(input: impl Read, out: &mut impl Write) -> Result<(), NotVerified> {
    let mut number = 0;
    file::read(input, |deal, position, why| {
        if number == 0 {
            write_claim(out, deal)?;
        }
        number += 1;
        let table = table_of(deal, position).ok_or(NotVerified::Position(number))?;
        Ok(write_position(out, number, why, &table)?)
    })?;
    Ok(())
}

fn write_claim(out: &mut impl Write, deal: &Deal) -> io::Result<()> {
    writeln!(out, "game: {deal}\nfoundations: {}", deal.rules().play().foundations)?;
    let board = if deal.seed().is_some() { String::new() } else { deal.table().to_board() };
    let texts = [deal.rules().to_toml(), board];
    texts.iter().flat_map(|text| text.lines()).try_for_each(|line| writeln!(out, "| {line}"))
}

/// `1 closed: 5C 4H / KS / ; 2H 3D`: columns from the bottom up, then cells; with extras in the rules, what is left.
fn write_position(out: &mut impl Write, number: u64, why: Why, table: &Table) -> io::Result<()> {
    let columns: Vec<_> = table.columns().iter().map(|column| cards(column)).collect();
    write!(out, "{number} {}: {}", why.word(), columns.join(" / "))?;
    if !table.cells().is_empty() {
        write!(out, " ; {}", cards(table.cells()))?;
    }
    let Extras { redeals, rotations, .. } = table.extras();
    if table.rules().extras != Extras::NONE {
        write!(out, " ; left: redeals {redeals}, rotations {rotations}")?;
    }
    writeln!(out)
}

fn cards(cards: &[Card]) -> String {
    cards.iter().map(|card| card.ascii().to_string()).collect::<Vec<_>>().join(" ")
}
