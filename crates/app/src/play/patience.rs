//! A patience in lines.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use session::{Ending, PatienceView};

use crate::limits::counted;

pub(super) const HELP: &str = "  37, 12-3   move from column 3 to column 7, from column 12 to column 3; runs move together, 37v2 two cards
  3a         from column 3 to cell a           a3     from cell a to column 3
  3h, ah     to the foundations                5H 6S  a card onto a card; 5H T into a cell, 5H V into an empty column
  hint       a good next move                  ask    can it still be won?
  moves      all moves                         undo, redo, restart
  show       the table                         save FILE, help, quit";

const LABEL: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default();

/// Shows the table with the names of its places.
pub(super) fn show(out: &mut impl Write, view: &PatienceView) -> io::Result<()> {
    writeln!(out, "{}, {}{}", view.deal, counted(view.moves as u64, "move"), ending(view))?;
    write!(out, "{LABEL}home{LABEL:#}")?;
    view.foundations.iter().try_for_each(|card| place(out, card.as_deref()))?;
    if !view.cells.is_empty() {
        write!(out, "    {LABEL}cells{LABEL:#}")?;
        for (letter, card) in "abcdefgijklm".chars().zip(&view.cells) {
            write!(out, "  {LABEL}{letter}{LABEL:#}")?;
            place(out, card.as_deref())?;
        }
    }
    writeln!(out)?;
    for number in 1..=view.columns.len() {
        write!(out, "{LABEL}{number:>4}{LABEL:#}")?;
    }
    writeln!(out)?;
    let rows = view.columns.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..rows {
        let width = view.columns.iter().rposition(|column| column.len() > row).map_or(0, |last| last + 1);
        for column in &view.columns[..width] {
            match column.get(row) {
                Some(card) => place(out, Some(card))?,
                None => write!(out, "    ")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn ending(view: &PatienceView) -> &'static str {
    match view.ending {
        Some(Ending::Won) => ": won",
        Some(_) => ": nothing can be moved",
        None => "",
    }
}

/// A card in a field of four.
fn place(out: &mut impl Write, card: Option<&str>) -> io::Result<()> {
    let card = card.unwrap_or("-");
    let style = if card.contains(['♥', '♦']) { RED } else { Style::new() };
    write!(out, "{style}{card:>4}{style:#}")
}
